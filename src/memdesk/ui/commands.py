"""What each action of the table does."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QMessageBox

from memdesk import __version__
from memdesk.services.documents.conflict import Choice
from memdesk.ui.frame import RESIZE_STEP_PX, Frame
from memdesk.ui.i18n import tr
from memdesk.ui.keys import show_keys
from memdesk.ui.messages import Message
from memdesk.ui.preview.panel import Tab
from memdesk.ui.screens import MEMORY, WithFilter, WithRegions
from memdesk.ui.theme.manager import SchemeChoice
from memdesk.ui.widgets.menus import PopupMenu

if TYPE_CHECKING:
    from memdesk.ui.program import Program

_ABOUT_ICON_PX = 48
_SCHEMES: tuple[SchemeChoice, ...] = ("system", "light", "dark")


class Commands(QObject):
    """Binds the actions of `program`'s window to what they do."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self._program = program
        self._themes = program.themes
        self._actions = program.window.actions_table
        self._take_keys()
        for handlers in (self._file(), self._edit(), self._view(), self._go(), self._memory()):
            for action_id, handler in handlers.items():
                self._actions.connect_handler(action_id, handler)
        self._mark_theme()
        self._mark_privacy()
        program.window.screen_changed.connect(self._mark_right_panel)
        program.window.screen_filled.connect(self._follow_frame)
        self._follow_frame(MEMORY)
        program.memory.preview.recall_offered.connect(self._on_recall_offered)
        self._on_recall_offered(program.memory.preview.offers_recall, "")

    def _take_keys(self) -> None:
        """Give the actions the keys that the settings have for them."""
        settings = self._program.desk.settings
        if settings.keys:
            from memdesk.ui.keyboard.rebinding import sound_keys

            settings.keys = sound_keys(settings.keys)
            self._actions.set_keys(settings.keys)

    def _file(self) -> Mapping[str, Callable[[], object]]:
        program = self._program
        return {
            "file.open_folder": program.opening.ask_for_root,
            "file.open_sample": program.opening.open_sample,
            "file.leave_sample": program.opening.leave_sample,
            "file.first_run": program.navigation.show_first_run,
            "file.close_root": lambda: program.opening.close_root(program.memory.tree.target),
            "file.save": program.memory.save,
            "file.save_all": program.memory.saving.save_all,
            "file.look_again": program.taking_up.look_again,
            "file.pause_watching": program.watching.toggle,
            "file.settings": program.configuring.show,
            "file.quit": program.window.close,
        }

    def _edit(self) -> Mapping[str, Callable[[], object]]:
        memory = self._program.memory
        return {
            "edit.undo": lambda: self._program.undoing.walk(backwards=True),
            "edit.redo": lambda: self._program.undoing.walk(backwards=False),
            "edit.copy_injected": memory.preview.copy_injected,
            "edit.copy_path": self.copy_path,
            "edit.note": self.take_note,
            "edit.reveal_secret": self._program.secrecy.turn,
            "edit.find": lambda: self._program.searching.find(replaces=False),
            "edit.replace": lambda: self._program.searching.find(replaces=True),
        }

    def _view(self) -> Mapping[str, Callable[[], object]]:
        program = self._program
        return {
            "view.memory": program.navigation.show_memory,
            "view.inbox": program.navigation.show_inbox,
            "view.mode": program.memory.toggle_mode,
            "view.problems": program.navigation.show_problems,
            "view.prune": program.navigation.show_prune,
            "view.search": self.search,
            "view.timeline": program.navigation.show_history,
            "view.trash": lambda: program.navigation.show_history(mode="trash"),
            "view.history_of": lambda: program.navigation.show_history(self._history_at_hand()),
            "view.right_panel": lambda: self._frame().toggle_right(),
            "view.panel_narrower": lambda: self._frame().resize_panel(-RESIZE_STEP_PX),
            "view.panel_wider": lambda: self._frame().resize_panel(RESIZE_STEP_PX),
            "view.index": lambda: self._show_tab("index"),
            "view.rendered": lambda: self._show_tab("rendered"),
            "view.diff": lambda: self._show_tab("diff"),
            "view.recall": self._show_recall,
            "view.history": self._show_history,
            "view.mask_secrets": self.turn_masks,
            "view.private": self.turn_private,
            **{f"view.theme_{scheme}": partial(self.choose_theme, scheme) for scheme in _SCHEMES},
            "help.keys": lambda: show_keys(self._themes, self._actions, program.window),
            "help.about": self.about,
        }

    def _go(self) -> Mapping[str, Callable[[], object]]:
        return {
            "go.palette": self.show_palette,
            "go.quick_open": self.show_places,
            "go.back": lambda: self._step(-1),
            "go.forward": lambda: self._step(1),
            "go.filter": self._go_to_filter,
            "go.editor": self._go_to_editor,
            "go.preview": self._go_to_preview,
            "go.next_region": lambda: self._go_to_region(1),
            "go.previous_region": lambda: self._go_to_region(-1),
            "go.next_hit": lambda: self._program.searching.step(1),
            "go.previous_hit": lambda: self._program.searching.step(-1),
            "go.next_difference": lambda: self._program.comparing.step(1),
            "go.previous_difference": lambda: self._program.comparing.step(-1),
            "go.next_problem": lambda: self._program.problems.step(1),
            "go.previous_problem": lambda: self._program.problems.step(-1),
        }

    def _memory(self) -> Mapping[str, Callable[[], object]]:
        program, memory = self._program, self._program.memory
        return {
            "memory.repair": memory.open.repair_nearest,
            "memory.why": memory.explaining.explain_nearest,
            "memory.bind": lambda: program.opening.bind_project(memory.tree.target),
            "memory.find_home": lambda: program.problems.find_home(memory.tree.target),
            "memory.attach": lambda: program.opening.ask_for_attachment(self._root_at_hand()),
            "memory.detach": lambda: program.opening.detach(self._root_at_hand()),
            "memory.compare": program.comparing.compare,
            "memory.use_result": program.comparing.use,
            "memory.keep_mine": lambda: memory.open.resolve(Choice.MINE),
            "memory.take_theirs": lambda: memory.open.resolve(Choice.THEIRS),
            "memory.keep_both": lambda: memory.open.resolve(Choice.BOTH),
            "memory.reveal": self.reveal,
            "memory.open_outside": self.open_outside,
            "memory.details": self.show_details,
            "memory.duplicates": self.show_duplicates,
        }

    def take_note(self) -> None:
        """Ask for a quick note."""
        self._program.noting.show()

    def show_palette(self) -> None:
        """Open the box of all commands."""
        self._program.choosing.show_commands()

    def show_places(self) -> None:
        """Open the box for documents, sections and entries."""
        self._program.choosing.show_places()

    def search(self) -> None:
        """Bring the search to the front."""
        self._program.searching.come()

    def _frame(self) -> Frame:
        return self._program.frames.get(self._program.window.screen_name, self._program.memory.frame)

    def _follow_frame(self, name: str) -> None:
        frame = self._program.frames.get(name)
        if frame is not None:
            frame.right_shown_changed.connect(self._mark_right_panel)

    def _mark_right_panel(self) -> None:
        self._actions["view.right_panel"].setChecked(self._frame().right_shown)

    def _history_at_hand(self) -> str:
        """What the tree's row is of: a document, the folder of a scope, or a root; else the document on screen."""
        memory = self._program.memory
        session, target = memory.open.session, memory.tree.target
        if target is None or not memory.tree.isAncestorOf(self._program.window.focusWidget()):
            return session.path if session is not None else ""
        if target.document is not None:
            return target.document.path
        if target.scope is None:
            return target.root_path
        documents = self._program.desk.workspace.last_documents(target.root_path)
        folders = {os.path.dirname(one.path) for one in documents if one.scope == target.scope}
        return os.path.commonpath(folders) if folders else target.root_path

    def copy_path_shown(self) -> None:
        """Copy the path of the document on screen."""
        session = self._program.memory.open.session
        if session is not None:
            self._copy(session.path)

    def copy_path(self) -> None:
        """Copy the path of the tree's row while the tree has the focus, else that of the document on screen."""
        path = self._path_at_hand()
        if path:
            self._copy(path)

    def _copy(self, path: str) -> None:
        QGuiApplication.clipboard().setText(path)
        self._program.messages.tell(Message(tr("The path is copied.")))

    def reveal(self) -> None:
        """Show in the file manager what `copy_path` would copy the path of: the folder a document lies in."""
        path = self._path_at_hand()
        if path:
            folder = path if self._is_root(path) else os.path.dirname(path)
            QDesktopServices.openUrl(QUrl.fromLocalFile(folder))

    def open_outside(self) -> None:
        """Open what `copy_path` would copy the path of by the program that the user has for it."""
        path = self._path_at_hand()
        if path and not QDesktopServices.openUrl(QUrl.fromLocalFile(path)):
            self._program.messages.tell(Message(tr("No program on this computer opens {path}.", path=path)))

    def show_path_menu(self, place: QPoint) -> None:
        """Show at `place` what can be done with the path in the status bar."""
        self._show_menu(place, "edit.copy_path", "memory.reveal", "memory.open_outside", "memory.details")

    def show_sample_menu(self, place: QPoint) -> None:
        """Show at `place` what can be done with the sample."""
        self._show_menu(place, "file.leave_sample")

    def _show_menu(self, place: QPoint, *names: str) -> None:
        menu = PopupMenu(self._themes, self._program.window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for name in names:
            menu.addAction(self._actions[name])
        menu.popup(place)

    def show_details(self) -> None:
        """Show what a save of the document stands on that `copy_path` would copy the path of."""
        path = self._path_at_hand()
        if path and not self._is_root(path):
            self._program.details.show(path)

    def show_duplicates(self) -> None:
        """Show what is remembered twice."""
        self._program.duplicates.show()

    def show_details_shown(self) -> None:
        """Show what a save of the document on screen stands on."""
        session = self._program.memory.open.session
        if session is not None:
            self._program.details.show(session.path)

    def _path_at_hand(self) -> str:
        memory = self._program.memory
        session, target = memory.open.session, memory.tree.target
        if target is not None and memory.tree.isAncestorOf(self._program.window.focusWidget()):
            return target.document.path if target.document is not None else target.root_path
        return session.path if session is not None else ""

    def _is_root(self, path: str) -> bool:
        """Whether it is a folder, of what `_path_at_hand` gives; the disk, which may hang, is not asked."""
        return any(root.path == path for root in self._program.desk.workspace.roots)

    def _root_at_hand(self) -> str:
        """The root of the tree's row while the tree has the focus, else that of the document on screen."""
        memory = self._program.memory
        target, shown = memory.tree.target, memory.open.root
        if target is not None and (
            shown is None or memory.tree.isAncestorOf(self._program.window.focusWidget())
        ):
            return target.root_path
        return shown.path if shown is not None else ""

    def about(self) -> None:
        """Say what this is."""
        box = QMessageBox(self._program.window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setWindowTitle(tr("About Memdesk"))
        box.setIconPixmap(self._program.window.windowIcon().pixmap(_ABOUT_ICON_PX))
        words = tr("Memdesk {version}: see, edit and review what your agents remember.", version=__version__)
        box.setText(words)
        box.addButton(QMessageBox.StandardButton.Close)
        box.open()

    def choose_theme(self, scheme: SchemeChoice) -> None:
        """Look light, dark or as the system does, and remember it."""
        self._themes.set_preferences(replace(self._themes.preferences, scheme=scheme))
        self._program.desk.settings.theme = scheme
        self._program.opening.write_settings()
        self._program.configuring.show_look()
        self._mark_theme()

    def turn_masks(self) -> None:
        """Mask secrets, or show them all, as the menu has it."""
        self.choose_masks(on=self._actions["view.mask_secrets"].isChecked())

    def choose_masks(self, on: bool) -> None:
        """Mask secrets, or show them all, and remember it."""
        self._program.secrecy.set_masked(on)
        self._keep_privacy()

    def turn_private(self) -> None:
        """Hide all that is remembered, or show it, as the menu has it."""
        self.choose_private(on=self._actions["view.private"].isChecked())

    def choose_private(self, on: bool) -> None:
        """Hide all that is remembered, or show it, and remember that."""
        self._program.secrecy.set_private(on)
        self._keep_privacy()
        words = tr("What is remembered is hidden; titles stay.") if on else tr("Everything is shown again.")
        self._program.messages.tell(Message(words))

    def _keep_privacy(self) -> None:
        self._mark_privacy()
        self._program.opening.write_settings()
        self._program.configuring.show_look()

    def _mark_privacy(self) -> None:
        settings = self._program.desk.settings
        self._actions["view.mask_secrets"].setChecked(settings.masks_secrets)
        self._actions["view.private"].setChecked(settings.hides_bodies)

    def _mark_theme(self) -> None:
        for scheme in _SCHEMES:
            self._actions[f"view.theme_{scheme}"].setChecked(self._themes.preferences.scheme == scheme)

    def _come_to_memory(self) -> None:
        """What an action is about stands on the memory screen: show that, unless it is in front."""
        if self._program.window.screen_name != MEMORY:
            self._program.navigation.show_memory()

    def _step(self, by: int) -> None:
        """Where another screen is in front, what was on screen before it is one step back."""
        is_elsewhere = self._program.window.screen_name != MEMORY
        self._come_to_memory()
        if by > 0 or not is_elsewhere:
            self._program.memory.step(by)

    def _show_tab(self, tab: Tab) -> None:
        self._come_to_memory()
        self._program.memory.frame.show_right(shown=True)
        self._program.memory.preview.show_tab(tab)

    def _show_recall(self) -> None:
        self._show_tab("recall")
        self._program.memory.preview.recall.take_focus()

    def _on_recall_offered(self, is_offered: bool, agent: str) -> None:
        why = tr("{agent} has no search of its own", agent=agent) if agent else ""
        self._actions.explain(view__recall="" if is_offered else why)
        self._actions.allow(view__recall=is_offered)

    def _show_history(self) -> None:
        self._show_tab("history")
        self._program.memory.preview.history.take_focus()

    def _go_to_filter(self) -> None:
        screen = self._program.window.front_screen
        if not isinstance(screen, WithFilter):
            self._come_to_memory()
            screen = self._program.memory
        screen.focus_filter()

    def _go_to_editor(self) -> None:
        self._come_to_memory()
        self._program.memory.editor.focus_text()

    def _go_to_preview(self) -> None:
        self._come_to_memory()
        self._program.memory.frame.show_right(shown=True)
        self._program.memory.preview.focus_start()

    def _go_to_region(self, step: int) -> None:
        window = self._program.window
        screen = window.front_screen
        window.go_to_region(screen.regions if isinstance(screen, WithRegions) else [screen], step)
