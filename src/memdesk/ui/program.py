"""The running program: services and window, from the first paint to the last draft."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt, QTimer
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QMessageBox

from memdesk.errors import reason_of
from memdesk.services.changes import Changes
from memdesk.services.desk import Desk
from memdesk.store.crash_reports import CrashReports
from memdesk.ui.appearing import Appearing
from memdesk.ui.commands import Commands
from memdesk.ui.crash import CrashGuard
from memdesk.ui.details.showing import ShowingDetails
from memdesk.ui.door import Door, bring_to_front
from memdesk.ui.duplicates.merging import MergingDuplicates
from memdesk.ui.first_run.screen import FirstRunScreen
from memdesk.ui.history.overview import HistoryOverview
from memdesk.ui.i18n import tr, trn
from memdesk.ui.inbox.reviewing import Reviewing
from memdesk.ui.index_look import IndexLook
from memdesk.ui.keeping_drafts import KeepingDrafts
from memdesk.ui.memory.comparing import Comparing
from memdesk.ui.memory.looking_back import LookingBack
from memdesk.ui.memory.outside import OutsideChanges
from memdesk.ui.memory.pointing import Pointing
from memdesk.ui.memory.rendering import Rendering
from memdesk.ui.memory.reverting import Reverting
from memdesk.ui.memory.screen import MemoryScreen
from memdesk.ui.memory.status import StatusFacts
from memdesk.ui.memory.watching import Watching
from memdesk.ui.messages import Message, Messages, Tone
from memdesk.ui.opening import Opening
from memdesk.ui.plain import plain_name
from memdesk.ui.problems.overview import ProblemsOverview
from memdesk.ui.problems.words import problems as count_of_problems
from memdesk.ui.prune.pruning import PruneOverview
from memdesk.ui.recording import Recording
from memdesk.ui.search.searching import SCREEN as SEARCH
from memdesk.ui.search.searching import Searching
from memdesk.ui.secrecy import Secrecy
from memdesk.ui.settings.configuring import Configuring
from memdesk.ui.settings.history_work import HistoryWork
from memdesk.ui.tasks import Tasks
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.tree.view import Target
from memdesk.ui.widgets.menus import PopupMenu
from memdesk.ui.window import MainWindow

if TYPE_CHECKING:
    from memdesk.services.handing_over import Answer
    from memdesk.services.places import Place
    from memdesk.store.instance import Instance
    from memdesk.ui.noting.noting import Noting
    from memdesk.ui.palette.choosing import Choosing

MESSAGE_MS = 8000
OFFER_MS = 10_000
"""So long a message stands that offers to take something back."""

MEMORY, FIRST_RUN, INBOX, PROBLEMS, HISTORY = "memory", "first run", "inbox", "problems", "history"
PRUNE = "prune"

_ROW_MENU = (
    "edit.move_to",
    "",
    "view.history_of",
    "memory.reveal",
    "edit.copy_path",
    "memory.details",
    "memory.bind",
    "memory.find_home",
    "",
    "edit.remove_file",
    "",
    "file.look_again",
    "file.close_root",
)
_EMPTY_MENU = ("file.open_folder", "file.look_again")


class Program(QObject):
    """Owns the window and everything in it. `start` shows it; closing the window stops it.

    `window` is one that is on screen already, without its furniture.
    """

    def __init__(self, themes: ThemeManager, desk: Desk, window: MainWindow | None = None) -> None:
        super().__init__()
        self.desk = desk
        self.window = window or MainWindow()
        self.window.furnish(themes)
        self._themes = themes
        self._is_stopped = self._shows_found = False
        self._door: Door | None = None
        self._instance: Instance | None = None
        self.tasks = Tasks(self)
        self.messages = Messages(self.window)
        self.outside = OutsideChanges(desk.workspace, self)
        self.watching = Watching(
            self.outside, self.window.actions_table["file.pause_watching"], self.messages, self
        )
        self.details = ShowingDetails(
            themes, desk, self.tasks, self.messages, lambda: self.watching.state, self.window
        )
        self.memory = MemoryScreen(
            themes,
            desk.workspace,
            self.tasks,
            self.messages,
            self.window.actions_table,
            lambda: desk.steps,
        )
        self.first_run = FirstRunScreen(themes, desk.workspace.disk.home, desk.history_folder)
        self.status = StatusFacts(self.window.status, desk.workspace.disk.home, self)
        self.opening = Opening(desk, self.first_run, self.tasks, self.messages, self.window)
        self.appearing = Appearing(desk, self.opening, self.tasks, self.messages, self)
        self.recording = Recording(desk, self.memory.recording_bar, self.tasks, self)
        self.rendering = Rendering(self.memory, self.tasks, self)
        self.looking_back = LookingBack(desk, self.memory, self.recording, self.tasks, self.messages, self)
        self.history = HistoryOverview(
            themes,
            desk,
            self.memory,
            self.window.actions_table,
            self.tasks,
            self.messages,
            self,
        )
        self.comparing, self.reverting = (
            Comparing(themes, desk, self.memory, self.window.actions_table, self.messages, self),
            Reverting(desk, self.memory, self.outside, self.tasks, self.messages, self),
        )
        self.index, self.problems = (
            IndexLook(desk.workspace, self.tasks, self),
            ProblemsOverview(
                themes, desk, self.memory, self.window.actions_table, self.tasks, self.messages, self
            ),
        )
        self.inbox, self.pointing = (
            Reviewing(themes, desk, self.memory, self.window.actions_table, self.tasks, self.messages, self),
            Pointing(desk.workspace, self.memory.changing, self.tasks, self.messages, self),
        )
        self.secrecy = Secrecy(themes.masks, desk.settings, self.messages, self.window)
        self.history_work = HistoryWork(
            themes, desk, self.memory.saving, self.tasks, self.messages, self.window
        )
        self.configuring = Configuring(
            themes, desk, self.recording, self.history_work, self.messages, self.window
        )
        self.commands = Commands(self, themes)
        self.drafts = KeepingDrafts(desk, self.memory, self.tasks, self.messages, self)
        self.crash = CrashGuard(
            self.window, self.drafts.keep_all, CrashReports(desk.folders.log), desk.workspace.disk.home
        )
        self._message_over = self._timer(MESSAGE_MS, lambda: self.status.show_message(""), once=True)
        self._add_screens()
        self._connect()
        self._connect_watching()

    def _timer(self, interval_ms: int, slot: Callable[[], object], *, once: bool = False) -> QTimer:
        timer = QTimer(self)
        timer.setInterval(interval_ms)
        timer.setSingleShot(once)
        timer.timeout.connect(slot)
        return timer

    @cached_property
    def noting(self) -> Noting:
        """Who takes quick notes."""
        from memdesk.ui.noting.noting import Noting

        return Noting(
            self._themes, self.desk, self.memory, self.tasks, self.messages, self.window, self.show_place
        )

    @cached_property
    def choosing(self) -> Choosing:
        """The box of commands and places. Made when it is first wanted: the window starts sooner without it."""
        from memdesk.ui.palette.choosing import Choosing

        return Choosing(
            self._themes, self.desk, self.tasks, self.window, self.show_place, self.configuring.show
        )

    def _add_screens(self) -> None:
        self.searching = Searching(
            self._themes, self.desk, self.window, self.memory, self.tasks, self.messages, self
        )
        self.pruning = PruneOverview(
            self._themes, self.desk, self.memory.stepping, self.tasks, self.messages, self
        )
        self.duplicates = MergingDuplicates(
            self._themes, self.desk, self.memory.stepping, self.tasks, self.messages, self.window
        )
        self.pruning.trash_requested.connect(lambda: self.show_history(mode="trash"))
        self.searching.history_requested.connect(self.show_history)
        self.searching.memory_requested.connect(self.show_memory)
        self.window.add_screen(MEMORY, self.memory, icon="brain", action="view.memory")
        self.window.add_screen(FIRST_RUN, self.first_run)
        self.window.add_screen(INBOX, self.inbox.screen, icon="inbox", action="view.inbox")
        self.window.add_screen(PRUNE, self.pruning.screen, icon="scissors", action="view.prune")
        self.window.add_screen(SEARCH, self.searching.screen, icon="search", action="view.search")
        self.window.add_screen(PROBLEMS, self.problems.screen, icon="triangle-alert", action="view.problems")
        self.window.add_screen(HISTORY, self.history.screen, icon="history", action="view.timeline")
        self.window.add_rail_action("settings", "file.settings")

    def _connect(self) -> None:
        self.window.close_requested.connect(self._on_close_requested)
        self.tasks.failed.connect(self.crash.take)
        self.messages.told.connect(self._on_told)
        self.drafts.looked.connect(lambda: self.status.show_writer(self._writing_agent()))
        self.memory.document_shown.connect(self._show_facts)
        self.memory.document_shown.connect(self.secrecy.look_away)
        self.memory.open.state_changed.connect(self._show_facts)
        self.memory.keeper.documents_listed.connect(self._on_documents_listed)
        self.memory.saving.save_finished.connect(self._on_save_finished)
        self.memory.own_changes_made.connect(self._on_own_changes_made)
        self.memory.row_menu_requested.connect(self._on_row_menu_requested)
        self.history.document_requested.connect(self._show_document)
        self._connect_inbox()
        self.problems.looked.connect(lambda _report: self._on_problems_looked())
        self.problems.memory_requested.connect(lambda: self.window.show_screen(MEMORY))
        self.memory.explaining.problems_requested.connect(self.show_problems)
        self.recording.recorded.connect(lambda found: self.history.note_change() if found.versions else None)
        self.memory.tree.add_folder_requested.connect(self.opening.ask_for_root)
        self.memory.tree.sample_requested.connect(self.opening.open_sample)
        self.memory.tree.places_requested.connect(self.show_first_run)
        self.opening.changed.connect(self._take_up)
        self.opening.opened.connect(self.show_memory)
        self.opening.found.connect(self._on_found)
        self.index.looked.connect(self._on_index_looked)
        self.memory.open.follow_index(self.index.known.entries_of)
        self.memory.keeper.follow_index(
            lambda path: self.index.known.is_trouble(path) or self.problems.is_trouble(path),
            self.index.known.sentence_of,
        )
        self.recording.failed.connect(lambda error: self.messages.tell_error(error, "history"))
        self.opening.sample_opened.connect(lambda: self.status.show_sample(is_sample=True))
        self.configuring.theme_chosen.connect(self.commands.choose_theme)
        self.configuring.masks_chosen.connect(self.commands.choose_masks)
        self.configuring.private_chosen.connect(self.commands.choose_private)
        self.history_work.history_changed.connect(self.looking_back.refresh)
        self.history_work.history_changed.connect(self.history.note_change)
        self.status.copy_path_requested.connect(self.commands.copy_path_shown)
        self.status.details_requested.connect(self.commands.show_details_shown)

    def _connect_inbox(self) -> None:
        self.inbox.document_requested.connect(self._show_node)
        self.inbox.counted.connect(self._on_inbox_counted)
        self.recording.recorded.connect(lambda _found: self.inbox.note_change())
        self.history_work.history_changed.connect(self.inbox.forget)

    def _connect_watching(self) -> None:
        self.window.activated.connect(self.outside.look_again)
        self.window.screen_changed.connect(self._show_facts)
        self.outside.changed.connect(self._on_outside_changed)
        self.watching.state_changed.connect(self._show_facts)
        self.watching.state_changed.connect(self.memory.open.refresh)
        self.memory.open.is_away = self.watching.is_away
        self.status.pause_requested.connect(self.watching.toggle)
        self.window.activated.connect(self.appearing.look)
        self.appearing.appeared.connect(self._on_root_appeared)

    # From start to end

    def start(self, folders: Sequence[str], *, sample: bool = False, demo: bool = False) -> None:
        """Open what there is and show the window; the watcher and the search for projects follow."""
        settings = self.desk.settings
        if not self.window.isVisible():
            self.window.place(settings)
        self.memory.frame.restore_widths(settings.panel_widths)
        self._shows_found = not (folders or sample or demo or settings.is_first_run)
        self.opening.open_at_start(folders, sample=sample, demo=demo)
        has_roots = bool(self.desk.workspace.roots)
        self.window.show_screen(MEMORY if has_roots else FIRST_RUN)
        self.window.allow_rail(allowed=has_roots)
        if not self.window.isVisible():
            self.window.show_placed(settings)
        QTimer.singleShot(0, self, self._after_first_paint)

    def _after_first_paint(self) -> None:
        self.crash.install()
        self.outside.start()
        self.recording.start()
        self.inbox.start()
        self.index.start()
        self.problems.start()
        self.pruning.start()
        if not self.desk.workspace.roots:
            self.opening.find_memory()
        elif self.memory.open.session is None:
            self.memory.show_first()
            self.memory.tree.focus_tree()
        self.drafts.start()
        self.appearing.start(opens=self._shows_found)
        self.tasks.run(self.desk.projects.search, lambda found: self._take_up(self.desk.take_projects(found)))
        self.tasks.run(self.desk.recover, lambda _swept: self._thin_history())

    def open_door(self, instance: Instance) -> None:
        """Take in what later starts ask for, until the window closes, which gives up the claim as well."""
        self._door = Door(instance, self.show_folders, self)
        self._instance = instance

    def show_folders(self, folders: Sequence[str]) -> Answer:
        """Open what a later start asks for and come to the front."""
        answer = self.opening.open_handed(folders)
        bring_to_front(self.window)
        if answer.shown:
            self.show_memory()
            self.memory.show_first(answer.shown[-1])
        return answer

    def _thin_history(self) -> None:
        """Only after what was interrupted is settled: that may need any version."""
        self.tasks.run(self.desk.note_missing, lambda _count: self.inbox.note_change())
        self.tasks.run(lambda: self.desk.thin_history(lambda: not self._is_stopped), lambda _count: None)

    def _on_close_requested(self, event: QCloseEvent) -> None:
        self.memory.editor.finish_writing()
        if not self._keep_drafts_or_ask():
            event.ignore()
            return
        self._remember_window()
        self.stop()
        event.accept()

    def stop(self) -> None:
        """Let go of threads and files; what is unsaved was kept as drafts, or given up."""
        self._is_stopped = True
        if self._door is not None:
            self._door.close()
        self.drafts.stop()
        self._message_over.stop()
        self.outside.stop()
        self.appearing.stop()
        self.recording.stop()
        self.inbox.stop()
        self.history.stop()
        self.searching.stop()
        self.pruning.stop()
        self.duplicates.stop()
        self.problems.stop()
        self.reverting.stop()
        self.index.stop()
        self.history_work.stop()
        self.tasks.finish()
        self.opening.close()
        self.desk.close(keep_unsaved=False)
        if self._instance is not None:
            self._instance.release()

    # Drafts

    def _keep_drafts_or_ask(self) -> bool:
        try:
            self.drafts.keep_all()
        except OSError as error:
            box = QMessageBox(self.window)
            box.setTextFormat(Qt.TextFormat.PlainText)
            box.setText(tr("Unsaved text could not be kept as a draft: {why}.", why=reason_of(error)))
            box.setInformativeText(tr("Quit and lose it?"))
            box.setStandardButtons(QMessageBox.StandardButton.Discard | QMessageBox.StandardButton.Cancel)
            return box.exec() == QMessageBox.StandardButton.Discard
        return True

    # Screens

    def show_memory(self) -> None:
        """Bring the memory screen to the front."""
        self.window.allow_rail(allowed=True)
        self.window.show_screen(MEMORY)
        if self.memory.open.session is None:
            self.memory.show_first()
        self.memory.tree.focus_tree()

    def show_first_run(self) -> None:
        """Show what was found on this computer."""
        self.window.show_screen(FIRST_RUN)
        self.opening.find_memory()

    def show_problems(self, path: str = "") -> None:
        """Show everything that is wrong, or what is wrong in one file."""
        if not self.desk.workspace.roots:
            return
        if path:
            self.problems.screen.show_file(path)
        self.window.show_screen(PROBLEMS)
        self.problems.screen.focus_list()

    def show_prune(self) -> None:
        """Show what may be let go."""
        if self.desk.workspace.roots:
            self.window.show_screen(PRUNE)
            self.pruning.screen.focus_table()

    def show_history(self, path: str = "", *, mode: str = "timeline") -> None:
        """Show what changed everywhere, of one document, folder or root, or what was removed."""
        if not self.desk.workspace.roots:
            return
        if path:
            self.history.focus_on(path)
        else:
            self.history.screen.show_mode(mode)
        self.window.show_screen(HISTORY)
        self.history.screen.focus_list()

    def show_inbox(self) -> None:
        """Show what is to be reviewed."""
        if self.desk.workspace.roots:
            self.window.show_screen(INBOX)
            self.inbox.screen.focus_list()

    def _show_node(self, path: str, key: str, occurrence: int) -> None:
        if key and self.memory.show_section(path, key, occurrence):
            self.show_memory()
            self.memory.editor.focus_section(key, occurrence)
        else:
            self._show_document(path)

    def _on_inbox_counted(self, count: int) -> None:
        self.window.set_badge(INBOX, count, trn("{n} to review", "{n} to review", count))

    def _show_document(self, path: str) -> None:
        if self.memory.show_document(path):
            self.show_memory()
        else:
            self.messages.tell(
                Message(tr("There is no such document any more; restore it here."), subject=path)
            )

    def show_place(self, place: Place) -> None:
        """Show a document, at a section or an entry of it, and put the keyboard there."""
        key, occurrence = place.node_id
        memory = self.memory
        shown = memory.show_section(place.path, key, occurrence) if key else memory.show_document(place.path)
        if not shown:
            return
        self.show_memory()
        if key:
            memory.editor.focus_section(key, occurrence)
        else:
            memory.editor.focus_text()

    def _on_root_appeared(self, _root: object) -> None:
        if self.window.screen_name == FIRST_RUN:
            self.opening.find_memory()

    def _on_found(self, places: int) -> None:
        self.memory.tree.set_looked_in(places)
        if self.window.screen_name == FIRST_RUN:
            self.first_run.focus_start()

    # What changed

    def _take_up(self, changes: Changes) -> None:
        open_roots = {root.path: root for root in self.desk.workspace.roots}
        for path in changes.roots:
            if path in open_roots:
                self.memory.add_root(open_roots[path])
            else:
                self.memory.remove_root(path)
        if changes.listed or changes.edited or changes.arrived:
            self.memory.take_up(changes)
        if changes.roots or changes.listed:
            self.outside.follow_roots()
            self.recording.look()
        self.problems.take_up(changes)
        self.pruning.take_up(changes)
        self._show_facts()

    def _on_outside_changed(self, changes: Changes) -> None:
        self.memory.take_up(changes)
        self.searching.take_up(changes)
        self._record(changes)
        self.problems.take_up(changes)
        self.pruning.take_up(changes)
        self.duplicates.look()
        self.status.show_writer(self._writing_agent())
        self._show_facts()

    def _record(self, changes: Changes) -> None:
        """Keep what others wrote, and what they wrote over."""
        replaced = {path: taken.replaced for path, taken in changes.arrived if taken.replaced is not None}
        wanted = self.desk.recorded_among(sorted(changes.written | replaced.keys()))
        self.recording.note(wanted, [(path, replaced[path]) for path in wanted if path in replaced])

    def _on_save_finished(self, _path: str, _result: object, changes: Changes) -> None:
        self._record(changes)
        self.outside.take_up(changes)
        self.problems.take_up(changes)
        self.pruning.take_up(changes)
        for root in changes.listed:
            self.memory.keeper.relist(root)
        self._show_facts()

    def _on_own_changes_made(self, changes: Changes) -> None:
        self.outside.take_up(changes)
        self._show_facts()

    def look_again(self) -> None:
        """Look at the disk now: for changes, and for documents that came or went."""
        self.outside.look_again()
        self.index.look()
        self.problems.look_again()
        changes = self.desk.workspace.relist() | self.desk.workspace.refresh()
        self.outside.take_up(changes)
        self._record(changes)
        self._take_up(changes)

    def _on_documents_listed(self) -> None:
        self.outside.follow_roots()
        self.recording.look()
        self.drafts.bring_back()
        self._show_facts()

    def _on_index_looked(self, changed: frozenset[str]) -> None:
        for path in changed:
            self.memory.keeper.update_marks(path)
        session = self.memory.open.session
        if session is not None and session.path in changed:
            self.memory.open.show_index()
        self._show_index()

    def _on_problems_looked(self) -> None:
        count = len(self.problems.report.problems)
        self.window.set_badge(PROBLEMS, count, count_of_problems(count), "warn")
        for path in self.problems.take_trouble():
            self.memory.keeper.update_marks(path)

    def _show_index(self) -> None:
        session, known = self.memory.open.session, self.index.known
        self.index.show(session.document if session is not None else None)
        in_front = session is not None and self.window.screen_name == MEMORY
        path = session.path if session is not None and in_front else ""
        self.status.show_index(known.state_of(path), known.time_of(path), known.sentence_of(path))

    def _writing_agent(self) -> str:
        written = sorted(self.memory.keeper.writing)
        return self.memory.open.writer(written[0]) if written else ""

    def _show_facts(self) -> None:
        session = self.memory.open.session
        self.status.show_document(session if self.window.screen_name == MEMORY else None)
        self._show_index()
        self.status.show_watching(self.watching.state, self.memory.keeper.document_count)
        # Qt reads `[*]` in a title as the place of its own mark, and two of them as one of these.
        title = plain_name(session.document.title).replace("[*]", "[*][*]") if session is not None else ""
        name = f"{title} – " if title else ""
        self.window.setWindowTitle(f"[*]{name}Memdesk")
        self.window.setWindowModified(session is not None and session.is_dirty)

    def _on_told(self, message: Message) -> None:
        icon = "" if message.tone is Tone.NOTE else "triangle-alert"
        self.status.show_message(
            message.text, icon, message.advice, message.offer, message.accept, message.offer_icon
        )
        self._message_over.start(OFFER_MS if message.offer else MESSAGE_MS)

    def _on_row_menu_requested(self, place: QPoint, target: Target | None) -> None:
        self.history.removing.allow(target)
        menu = PopupMenu(self._themes, self.window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for name in _ROW_MENU if target is not None else _EMPTY_MENU:
            if name == "memory.details" and (target is None or target.document is None):
                continue
            if name:
                menu.addAction(self.window.actions_table[name])
            else:
                menu.addSeparator()
        menu.popup(place)

    # Where the window is

    def _remember_window(self) -> None:
        area, settings = self.window.normalGeometry(), self.desk.settings
        settings.window = (area.x(), area.y(), area.width(), area.height())
        settings.is_maximized = self.window.isMaximized()
        settings.panel_widths = self.memory.frame.widths
        self.desk.remember_roots()
        self.opening.write_settings()
