"""The running program: services and window, from the first paint to the last draft."""

from __future__ import annotations

import time
from collections.abc import Sequence

from PySide6.QtCore import QObject, QPoint, Qt, QTimer, QUrl
from PySide6.QtGui import QCloseEvent, QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox, QWidget

import memdesk
from memdesk.errors import MemdeskError
from memdesk.services.changes import Changes
from memdesk.services.conflict import Choice
from memdesk.services.desk import Desk
from memdesk.ui.crash import CrashGuard
from memdesk.ui.finding import find_agents
from memdesk.ui.first_run.agents import FoundAgent
from memdesk.ui.first_run.screen import FirstRunScreen
from memdesk.ui.i18n import tr, trn
from memdesk.ui.keys import KeysDialog
from memdesk.ui.memory.outside import OutsideChanges
from memdesk.ui.memory.screen import MemoryScreen
from memdesk.ui.memory.status import StatusFacts
from memdesk.ui.messages import Message, Messages, Tone
from memdesk.ui.tasks import Tasks
from memdesk.ui.theme.manager import Preferences, SchemeChoice, ThemeManager
from memdesk.ui.tree.view import Target
from memdesk.ui.widgets.menus import PopupMenu
from memdesk.ui.window import MainWindow
from memdesk.watch.state import WatchState

MESSAGE_MS = 8000
DRAFTS_EVERY_MS = 1000
MEMORY, FIRST_RUN = "memory", "first run"


class Program(QObject):
    """Owns the window and everything in it. `start` shows it; `stop` is called by the window when it closes."""

    def __init__(self, themes: ThemeManager, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.window = MainWindow(themes)
        self._themes = themes
        self._is_sample = False
        self._watch_state: WatchState | None = None
        self.tasks = Tasks(self)
        self.messages = Messages(self.window)
        self.outside = OutsideChanges(desk.workspace, self)
        self.memory = MemoryScreen(
            themes, desk.workspace, self.tasks, self.messages, self.window.actions_table
        )
        self.first_run = FirstRunScreen(themes, desk.workspace.disk.home, desk.folders.history)
        self.status = StatusFacts(self.window.status, desk.workspace.disk.home, self)
        self.crash = CrashGuard(self.window, self._keep_drafts)
        self._message_over = self._timer(MESSAGE_MS, lambda: self.status.show_message(""), once=True)
        self._drafts_due = self._timer(DRAFTS_EVERY_MS, self._keep_due_drafts)
        self.window.add_screen(MEMORY, self.memory, icon="brain", action="view.memory")
        self.window.add_screen(FIRST_RUN, self.first_run)
        self._connect()
        self._connect_actions()

    def _timer(self, interval_ms: int, slot: object, *, once: bool = False) -> QTimer:
        timer = QTimer(self)
        timer.setInterval(interval_ms)
        timer.setSingleShot(once)
        timer.timeout.connect(slot)
        return timer

    def _connect(self) -> None:
        self.window.close_requested.connect(self._on_close_requested)
        self.window.activated.connect(self.outside.look_again)
        self.tasks.failed.connect(self.crash.take)
        self.messages.told.connect(self._on_told)
        self.outside.changed.connect(self._on_outside_changed)
        self.outside.state_changed.connect(self._on_watch_state_changed, Qt.ConnectionType.QueuedConnection)
        self.memory.document_shown.connect(self._show_facts)
        self.memory.open.state_changed.connect(self._show_facts)
        self.memory.saving.save_finished.connect(self._on_save_finished)
        self.memory.row_menu_requested.connect(self._on_row_menu_requested)
        self.memory.tree.add_folder_requested.connect(self.add_folder)
        self.memory.tree.sample_requested.connect(self.open_sample)
        self.memory.tree.places_requested.connect(self.show_first_run)
        self.first_run.open_requested.connect(self._on_open_requested)
        self.first_run.sample_requested.connect(self.open_sample)
        self.first_run.add_folder_requested.connect(lambda _agent: self.add_folder())
        self.first_run.folder_dropped.connect(self.open_folder)
        self.first_run.look_again_requested.connect(self.find_memory)
        self.status.look_again_requested.connect(self.look_again)
        self.status.copy_path_requested.connect(self.copy_path)

    def _connect_actions(self) -> None:
        memory, editor, connect = self.memory, self.memory.editor, self.window.actions_table.connect_handler
        handlers = {
            "file.open_folder": self.add_folder,
            "file.open_sample": self.open_sample,
            "file.first_run": self.show_first_run,
            "file.close_root": self.close_root,
            "file.save": memory.save,
            "file.save_all": memory.saving.save_all,
            "file.look_again": self.look_again,
            "file.quit": self.window.close,
            "edit.undo": editor.undo,
            "edit.redo": editor.redo,
            "edit.copy_injected": memory.preview.copy_injected,
            "edit.copy_path": self.copy_path,
            "view.memory": lambda: self.window.show_screen(MEMORY),
            "view.mode": memory.toggle_mode,
            "view.right_panel": memory.frame.toggle_right,
            "view.index": lambda: self._show_tab("index"),
            "view.diff": lambda: self._show_tab("diff"),
            "view.theme_system": lambda: self.choose_theme("system"),
            "view.theme_light": lambda: self.choose_theme("light"),
            "view.theme_dark": lambda: self.choose_theme("dark"),
            "go.back": lambda: memory.step(-1),
            "go.forward": lambda: memory.step(1),
            "go.filter": self._go_to_filter,
            "go.editor": editor.focus_text,
            "go.preview": self._go_to_preview,
            "go.next_region": lambda: self._go_to_region(1),
            "go.previous_region": lambda: self._go_to_region(-1),
            "go.next_problem": lambda: memory.go_to_problem(1),
            "go.previous_problem": lambda: memory.go_to_problem(-1),
            "memory.repair": memory.open.repair_worst,
            "memory.why": memory.open.explain_worst,
            "memory.bind": self.bind_project,
            "memory.compare": memory.compare,
            "memory.keep_mine": lambda: memory.open.resolve(Choice.MINE),
            "memory.take_theirs": lambda: memory.open.resolve(Choice.THEIRS),
            "memory.keep_both": lambda: memory.open.resolve(Choice.BOTH),
            "memory.reveal": self.reveal,
            "help.keys": lambda: KeysDialog(self.window.actions_table, self.window).show(),
            "help.about": self.about,
        }
        for action_id, handler in handlers.items():
            connect(action_id, handler)
        self._mark_theme()

    # From start to end

    def start(self, folders: Sequence[str], *, sample: bool = False) -> None:
        """Open what there is and show the window; the watcher and the search for projects follow."""
        self._restore_window()
        if sample:
            self.open_sample()
        elif folders:
            for folder in folders:
                self._open(lambda folder=folder: self.desk.workspace.open_root(self.desk.claim(folder)))
        elif not self.desk.settings.is_first_run:
            self._open(self.desk.open_found)
        has_roots = bool(self.desk.workspace.roots)
        self.window.show_screen(MEMORY if has_roots else FIRST_RUN)
        self.window.allow_rail(allowed=has_roots)
        self.window.show()
        QTimer.singleShot(0, self, self._after_first_paint)

    def _after_first_paint(self) -> None:
        self.crash.install()
        self.outside.start()
        self._drafts_due.start()
        if not self.desk.workspace.roots:
            self.find_memory()
        elif self.memory.open.session is None:
            self.memory.show_first()
            self.memory.tree.focus_tree()
        self._offer_drafts()
        self.tasks.run(self.desk.projects.search, lambda found: self._take_up(self.desk.take_projects(found)))
        self.tasks.run(self.desk.store.sweep, lambda _swept: None)

    def _offer_drafts(self) -> None:
        drafts = self.desk.workspace.drafts
        left = drafts.left_behind() if drafts is not None else ()
        known = [draft.path for draft in left if self.desk.workspace.find_document(draft.path) is not None]
        for path in known:
            try:
                self.desk.workspace.open_document(path)
            except MemdeskError as error:
                self.messages.tell_error(error, path)
            self.memory.keeper.update_marks(path)
        if known:
            words = trn("Unsaved text in {n} file is back.", "Unsaved text in {n} files is back.", len(known))
            self.messages.tell(Message(words))
            self.memory.show_document(known[-1])

    def _on_close_requested(self, event: QCloseEvent) -> None:
        if not self._keep_drafts_or_ask():
            event.ignore()
            return
        self._remember_window()
        self.stop()
        event.accept()

    def stop(self) -> None:
        """Let go of threads and files."""
        self._drafts_due.stop()
        self._message_over.stop()
        self.outside.stop()
        self.tasks.finish()
        try:
            self.desk.close()
        except OSError as error:
            self.messages.tell(Message(str(error), Tone.ERROR))

    # Drafts

    def _keep_drafts(self) -> None:
        drafts = self.desk.workspace.drafts
        if drafts is not None:
            drafts.flush_all()

    def _keep_due_drafts(self) -> None:
        drafts = self.desk.workspace.drafts
        try:
            if drafts is not None:
                drafts.flush_due(time.monotonic())
        except OSError as error:
            words = tr(
                "Unsaved text could not be kept as a draft: {why}. Save it soon.",
                why=_reason(error),
            )
            self.messages.tell(Message(words, Tone.WARNING, "drafts"))
        self.status.show_writer(self._writing_agent())

    def _keep_drafts_or_ask(self) -> bool:
        try:
            self._keep_drafts()
        except OSError as error:
            box = QMessageBox(self.window)
            box.setText(tr("Unsaved text could not be kept as a draft: {why}.", why=_reason(error)))
            box.setInformativeText(tr("Quit and lose it?"))
            box.setStandardButtons(QMessageBox.StandardButton.Discard | QMessageBox.StandardButton.Cancel)
            return box.exec() == QMessageBox.StandardButton.Discard
        return True

    # Roots

    def _open(self, verb: object) -> bool:
        if not callable(verb):
            return False
        try:
            changes: Changes = verb()
        except MemdeskError as error:
            self.messages.tell_error(error)
            return False
        except OSError as error:
            self.messages.tell(
                Message(
                    tr("The settings could not be kept: {why}.", why=_reason(error)),
                    Tone.WARNING,
                )
            )
            return False
        self._take_up(changes)
        return True

    def _take_up(self, changes: Changes) -> None:
        for path in changes.roots:
            root = next((root for root in self.desk.workspace.roots if root.path == path), None)
            if root is None:
                self.memory.remove_root(path)
            else:
                self.memory.add_root(root, whole=self._is_sample)
        if changes:
            self.memory.take_up(
                Changes(listed=changes.listed, edited=changes.edited, arrived=changes.arrived)
            )
        if changes.roots or changes.listed:
            self.outside.follow_roots()
        self._show_facts()

    def open_folder(self, folder: str) -> None:
        """Open a folder as memory and remember it."""
        if self._open(lambda: self.desk.add_root(folder)):
            self._show_memory()

    def _ask_for_folder(self, title: str) -> str:
        return QFileDialog.getExistingDirectory(self.window, title, self.desk.workspace.disk.home)

    def add_folder(self) -> None:
        """Ask for a folder of memory and open it."""
        folder = self._ask_for_folder(tr("Open a folder of memory"))
        if folder:
            self.open_folder(folder)

    def close_root(self) -> None:
        """Show the folder of the current row no more."""
        target = self.memory.tree.target
        if target is not None:
            self._open(lambda: self.desk.remove_root(target.root_path))

    def open_sample(self) -> None:
        """Open a throwaway copy of the sample memory."""
        from memdesk.services.samples import open_sample

        try:
            roots = open_sample(self.desk)
        except (MemdeskError, OSError) as error:
            self.messages.tell(
                Message(tr("The sample could not be opened: {why}.", why=str(error)), Tone.ERROR)
            )
            return
        self._is_sample = True
        for root in roots:
            self._open(lambda root=root: self.desk.workspace.open_root(root))
        self.status.show_sample(is_sample=True)
        self._show_memory()

    def _show_memory(self) -> None:
        self.window.allow_rail(allowed=True)
        self.window.show_screen(MEMORY)
        if self.memory.open.session is None:
            self.memory.show_first()
        self.memory.tree.focus_tree()

    # First run

    def show_first_run(self) -> None:
        """Show what was found on this computer."""
        self.window.show_screen(FIRST_RUN)
        self.find_memory()

    def find_memory(self) -> None:
        """Look for memory, in a worker."""
        self.first_run.set_looking(True)
        self.tasks.run(lambda: find_agents(self.desk), self._on_found)

    def _on_found(self, agents: Sequence[FoundAgent]) -> None:
        self.first_run.set_agents(agents)
        self.memory.tree.set_looked_in(sum(len(agent.looked_in) for agent in agents))
        if self.window.screen_name == FIRST_RUN:
            self.first_run.focus_start()

    def _on_open_requested(self, agents: list[FoundAgent]) -> None:
        self.desk.settings.is_first_run = False
        wanted = {path for agent in agents for path in agent.roots}
        closed = self.desk.settings.closed_roots
        closed[:] = [path for path in closed if path not in wanted]
        for root in self.desk.find_roots():
            if root.found and root.path in wanted:
                self._open(lambda root=root: self.desk.workspace.open_root(root))
            elif root.found and root.path not in closed:
                closed.append(root.path)
        self._open(self._write_settings)
        self._show_memory()

    def _write_settings(self) -> Changes:
        self.desk.write_settings()
        return Changes()

    # What changed

    def _on_outside_changed(self, changes: Changes) -> None:
        self.memory.take_up(changes)
        self.status.show_writer(self._writing_agent())
        self._show_facts()

    def _on_save_finished(self, _path: str, _result: object, changes: Changes) -> None:
        self.outside.take_up(changes)
        for root in changes.listed:
            self.memory.keeper.relist(root)
        self._show_facts()

    def _writing_agent(self) -> str:
        written = sorted(self.memory.keeper.writing)
        return self.memory.open.writer(written[0]) if written else ""

    def _on_watch_state_changed(self, state: WatchState) -> None:
        self._watch_state = state
        self._show_facts()

    def look_again(self) -> None:
        """Look at the disk now: for changes, and for documents that came or went."""
        self.outside.look_again()
        self._take_up(self.desk.workspace.relist())
        self._on_outside_changed(self.desk.workspace.refresh())

    def _show_facts(self) -> None:
        self.status.show_document(self.memory.open.session)
        count = sum(len(self.desk.workspace.documents(root.path)) for root in self.desk.workspace.roots)
        self.status.show_watching(self._watch_state, count)
        self._show_title()

    def _show_title(self) -> None:
        session = self.memory.open.session
        self.window.setWindowModified(session is not None and session.is_dirty)
        name = f"{session.document.title} – " if session is not None else ""
        self.window.setWindowTitle(f"[*]{name}Memdesk")

    def _on_told(self, message: Message) -> None:
        icon = "" if message.tone is Tone.NOTE else "triangle-alert"
        self.status.show_message(message.text, icon, message.advice)
        self._message_over.start()

    # Single commands

    def copy_path(self) -> None:
        """Copy the path of the document."""
        session = self.memory.open.session
        if session is not None:
            QGuiApplication.clipboard().setText(session.path)
            self.messages.tell(Message(tr("The path is copied.")))

    def reveal(self) -> None:
        """Show the folder of the document in the file manager."""
        session = self.memory.open.session
        if session is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(session.path.rsplit("/", 1)[0]))

    def bind_project(self) -> None:
        """Ask which project folder the key of the current row means."""
        target = self.memory.tree.target
        if target is None or target.scope is None or not target.scope.key:
            return
        scope = target.scope
        folder = self._ask_for_folder(tr("Which project is {key}?", key=scope.key))
        if folder:
            self._open(lambda: self.desk.bind_folder(target.root_path, scope.key, folder))

    def about(self) -> None:
        """Say what this is."""
        words = tr(
            "Memdesk {version}: see, edit and review what your agents remember.", version=memdesk.__version__
        )
        QMessageBox.about(self.window, tr("About Memdesk"), words)

    def choose_theme(self, scheme: SchemeChoice) -> None:
        """Look light, dark or as the system does, and remember it."""
        self._themes.set_preferences(Preferences(scheme))
        self.desk.settings.theme = scheme
        self._open(self._write_settings)
        self._mark_theme()

    def _mark_theme(self) -> None:
        for scheme in ("system", "light", "dark"):
            chosen = self._themes.preferences.scheme == scheme
            self.window.actions_table[f"view.theme_{scheme}"].setChecked(chosen)

    def _show_tab(self, tab: str) -> None:
        self.memory.frame.show_right(shown=True)
        self.memory.preview.show_tab("diff" if tab == "diff" else "index")

    def _go_to_filter(self) -> None:
        self.memory.frame.show_left()
        self.memory.tree.focus_filter()

    def _go_to_preview(self) -> None:
        self.memory.frame.show_right(shown=True)
        self.memory.preview.focus_start()

    def _go_to_region(self, step: int) -> None:
        if self.window.screen_name == FIRST_RUN:
            self.window.go_to_region([self.first_run], step)
            return
        memory = self.memory
        regions: list[QWidget] = [memory.tree, memory.header, memory.editor, memory.preview]
        self.window.go_to_region(regions, step)

    def _on_row_menu_requested(self, place: QPoint, target: Target | None) -> None:
        table = self.window.actions_table
        names = ["file.open_folder", "file.look_again"]
        if target is not None:
            names = [
                "memory.reveal",
                "edit.copy_path",
                "memory.bind",
                "",
                "file.look_again",
                "file.close_root",
            ]
        menu = PopupMenu(self._themes, self.window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for name in names:
            if name:
                menu.addAction(table[name])
            else:
                menu.addSeparator()
        menu.popup(place)

    # Where the window is

    def _restore_window(self) -> None:
        settings = self.desk.settings
        if settings.window is not None:
            x, y, width, height = settings.window
            screens = QApplication.screens()
            if any(screen.availableGeometry().contains(x + width // 2, y + 20) for screen in screens):
                self.window.setGeometry(x, y, width, height)
        self.memory.frame.restore_widths(settings.panel_widths)
        if settings.is_maximized:
            self.window.setWindowState(Qt.WindowState.WindowMaximized)

    def _remember_window(self) -> None:
        area, settings = self.window.normalGeometry(), self.desk.settings
        settings.window = (area.x(), area.y(), area.width(), area.height())
        settings.is_maximized = self.window.isMaximized()
        settings.panel_widths = self.memory.frame.widths
        self._open(self._write_settings)


def _reason(error: OSError) -> str:
    return error.strerror or str(error)
