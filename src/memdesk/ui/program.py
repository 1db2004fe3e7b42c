"""The running program: its parts at work, from the first paint to the last draft."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QMessageBox
from shiboken6 import Shiboken

from memdesk.errors import reason_of
from memdesk.services.desk import Desk
from memdesk.store.crash_reports import CrashReports
from memdesk.ui.commands import Commands
from memdesk.ui.crash import CrashGuard
from memdesk.ui.door import Door, bring_to_front
from memdesk.ui.i18n import tr
from memdesk.ui.messages import Message, Tone
from memdesk.ui.navigation import Navigation
from memdesk.ui.parts import Parts
from memdesk.ui.screen_facts import ScreenFacts
from memdesk.ui.screens import FIRST_RUN, MEMORY
from memdesk.ui.standing import Standing
from memdesk.ui.start.one_by_one import OneByOne
from memdesk.ui.taking_up import TakingUp
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.tree.row_menu import show_row_menu
from memdesk.ui.tree.view import Target
from memdesk.ui.undoing import Undoing
from memdesk.ui.window import MainWindow

if TYPE_CHECKING:
    from memdesk.services.handing_over import Answer
    from memdesk.store.instance import Instance
    from memdesk.store.sweep import Swept
    from memdesk.ui.noting.noting import Noting
    from memdesk.ui.palette.choosing import Choosing


class Program(Parts):
    """Owns the window and everything in it. `start` shows it; closing the window stops it."""

    def __init__(self, themes: ThemeManager, desk: Desk, window: MainWindow | None = None) -> None:
        super().__init__(themes, desk, window)
        self._is_stopped = self._shows_found = self._waits_to_quit = False
        self._door: Door | None = None
        self._instance: Instance | None = None
        self.navigation = Navigation(self)
        self.standing = Standing(self)
        self.taking_up = TakingUp(self, self.standing)
        self.screen_facts = ScreenFacts(self)
        self.undoing = Undoing(self.window, self.memory, self.comparing, themes.masks, self)
        self.commands = Commands(self)
        steps = (self.tasks.release, self._look_after_files, self._look_for_news, self.filling.start)
        self.filling.then = self._steps_ahead()
        self.following = OneByOne(steps, self._is_settled, self)
        reports, home = CrashReports(desk.folders.log), desk.workspace.disk.home
        self.crash = CrashGuard(themes, self.window, self.drafts.keep_all, reports, home)
        self._connect()
        self._connect_commands()

    @cached_property
    def noting(self) -> Noting:
        """Who takes quick notes."""
        from memdesk.ui.noting.noting import Noting

        show = self.navigation.show_place
        return Noting(self.themes, self.desk, self.memory, self.tasks, self.messages, self.window, show)

    def _steps_ahead(self) -> Iterator[object]:
        """Make what the user would else wait for after a key."""
        yield self.comparing.view
        yield self.choosing
        yield from self.choosing.drawn_ahead()
        yield self.configuring.made_dialog()

    @cached_property
    def choosing(self) -> Choosing:
        """The box of commands and places. Made later than all else: the window starts sooner without it."""
        from memdesk.ui.palette.choosing import Choosing

        show = self.navigation.show_place
        return Choosing(self.themes, self.desk, self.tasks, self.window, show, self.configuring.show)

    def _connect(self) -> None:
        self.window.close_requested.connect(self._on_close_requested)
        self.window.refused.connect(lambda why: self.messages.tell(Message(why)))
        self.window.screen_filled.connect(self._restore_widths)
        self.tasks.failed.connect(self.crash.take)
        self.recovering.recovered.connect(self._on_recovered)
        self.recovering.settled.connect(self._thin_history)
        self.recording.failed.connect(lambda error: self.messages.tell_error(error, "history"))
        self.memory.document_shown.connect(self.secrecy.look_away)
        self.memory.row_menu_requested.connect(self._on_row_menu_requested)
        self.memory.tree.add_folder_requested.connect(self.opening.ask_for_root)
        self.memory.tree.sample_requested.connect(self.opening.open_sample)

    def _connect_commands(self) -> None:
        self.configuring.theme_chosen.connect(self.commands.choose_theme)
        self.pruning.merge_requested.connect(self.duplicates.show)
        self.duplicates.pins_changed.connect(self.inbox.note_change)
        self.inbox.recording_requested.connect(lambda root: self.recording.keep((root,)))
        self.configuring.assumed.connect(self.taking_up.look_again)
        self.configuring.root_renamed.connect(self.taking_up.take_up_name)
        self.configuring.pauses_changed.connect(self.taking_up.take_up_pauses)
        self.configuring.add_root_requested.connect(self.opening.ask_for_root)
        self.configuring.close_root_requested.connect(self.opening.close_path)
        self.opening.changed.connect(lambda _changes: self.configuring.show_roots())
        self.opening.changed.connect(self._on_roots_changed)
        self.configuring.masks_chosen.connect(self.commands.choose_masks)
        self.configuring.private_chosen.connect(self.commands.choose_private)
        self.status.pause_requested.connect(self.watching.toggle)
        self.status.copy_path_requested.connect(self.commands.copy_path_shown)
        self.status.path_menu_requested.connect(self.commands.show_path_menu)
        self.status.sample_menu_requested.connect(self.commands.show_sample_menu)
        self.status.details_requested.connect(self.commands.show_details_shown)

    def _on_row_menu_requested(self, place: QPoint, target: Target | None) -> None:
        show_row_menu(self.themes, self.window, place, target)

    def _on_roots_changed(self) -> None:
        """Without a folder there is nothing on the other screens."""
        has_roots = bool(self.desk.workspace.roots)
        self.window.allow_rail(allowed=has_roots)
        if not has_roots and self.window.screen_name not in (MEMORY, FIRST_RUN):
            self.window.show_screen(MEMORY)

    # The start

    def start(self, folders: Sequence[str], *, sample: bool = False, demo: bool = False) -> None:
        """Open what there is and show the window; the watcher and the search for projects follow."""
        settings = self.desk.settings
        if not self.window.isVisible():
            self.window.place(settings)
        for name in self.frames:
            self._restore_widths(name)
        self._shows_found = not (folders or sample or demo or settings.is_first_run)
        self.opening.open_at_start(folders, sample=sample, demo=demo)
        has_roots = bool(self.desk.workspace.roots)
        self.window.show_screen(MEMORY if has_roots else FIRST_RUN)
        self.window.allow_rail(allowed=has_roots)
        if not self.window.isVisible():
            self.window.show_placed(settings)
        QTimer.singleShot(0, self, self._show_memory)

    def _restore_widths(self, name: str) -> None:
        """Make the panels of a screen as wide as they were at the last quit."""
        frame = self.frames.get(name)
        if frame is not None:
            frame.restore_widths(self.desk.settings.panel_widths.get(name, {}))

    def _show_memory(self) -> None:
        if self._is_stopped:
            return
        self.following.start()
        self.crash.install()
        if lost := self.desk.lost_settings:
            self.messages.tell(Message(lost, Tone.WARNING, "settings"))
        self.recording.start()
        if not self.desk.workspace.roots:
            self.opening.find_memory()
        elif self.memory.open.session is None:
            self._show_last()
            self.memory.tree.focus_tree()
        self.drafts.start()

    def _show_last(self) -> None:
        """Show what was on screen at the last quit, once it is listed, unless there is something by then."""
        opened, keeper, last = self.memory.open, self.memory.keeper, self.desk.settings.last_document
        listed = (self.desk.workspace.last_documents(root.path) for root in self.desk.workspace.roots)
        is_known = any(one.path == last and one.exists for documents in listed for one in documents)
        if opened.session is None and not opened.reading.is_under_way:
            if last and not is_known and keeper.is_listing:
                keeper.documents_listed.connect(self._show_last, Qt.ConnectionType.SingleShotConnection)
            elif not (is_known and self.memory.show_document(last)):
                self.memory.show_first()

    def _look_after_files(self) -> None:
        self.outside.start()
        take_projects, take_up = self.desk.take_projects, self.taking_up.take_up
        self.tasks.run(self.desk.projects.search, lambda found: take_up(take_projects(found)))
        self.recovering.start()

    def _look_for_news(self) -> None:
        self.inbox.start()
        self.index.start()
        self.problems.start()
        self.appearing.start(opens=self._shows_found)

    def _is_settled(self) -> bool:
        return not self.tasks.busy and (self.watching.state is not None or not self.outside.is_started)

    def _on_recovered(self, swept: Sequence[Swept]) -> None:
        from memdesk.services.steps.interrupted import told_of

        for told in told_of(swept):
            message = Message(told.sentence, Tone.WARNING, told.path)
            if told.step is not None:
                stepping = self.memory.stepping
                stepping.note_finished(told.step)
                take_back = partial(stepping.take_back, told.step)
                self.messages.tell(message._replace(offer=tr("Undo"), accept=take_back))
            else:
                show = self.navigation.show_history
                self.messages.tell(
                    message._replace(offer=tr("Show history"), accept=show, offer_icon="history")
                )

    def _thin_history(self) -> None:
        """Once, and only after what was interrupted is settled: that may need any version."""
        self.tasks.run(self.desk.note_missing, lambda _count: self.inbox.note_change())
        self.tasks.run(lambda: self.desk.thin_history(lambda: not self._is_stopped), lambda _count: None)

    # Later starts

    def open_door(self, instance: Instance) -> None:
        """Take in what later starts ask for, until the window closes, which gives up the claim as well."""
        self._door = Door(instance, self.show_folders, self)
        self._instance = instance

    def show_folders(self, folders: Sequence[str]) -> Answer:
        """Open what a later start asks for and come to the front; who starts it once more wants it to stay."""
        if self._waits_to_quit:
            self._wait_no_more_to_quit()
            self.messages.tell(Message(tr("Memdesk stays open.")))
        answer = self.opening.open_handed(folders)
        bring_to_front(self.window)
        if answer.shown:
            self.navigation.show_memory()
            self.memory.show_first(answer.shown[-1])
        return answer

    # The end

    def _on_close_requested(self, event: QCloseEvent) -> None:
        if self._waits_for_steps():
            event.ignore()
            return
        self.memory.editor.finish_writing()
        if not (self.inbox.finish_writing() and self._keep_drafts_or_ask()):
            event.ignore()
            return
        self._remember_window()
        self.stop()
        event.accept()

    def _waits_for_steps(self) -> bool:
        """Whether files are being changed, which the window shows until it is done and lets the user stop.

        Who asks a second time gets a window that is gone at the end of it, and does not answer until then.
        """
        stepping = self.memory.stepping
        if self._waits_to_quit or not stepping.is_busy:
            return False
        self._waits_to_quit = True
        stepping.state_changed.connect(self._on_steps_changed)
        self.messages.tell(Message(tr("Memdesk quits as soon as the change under way is made.")))
        return True

    def _wait_no_more_to_quit(self) -> None:
        self.memory.stepping.state_changed.disconnect(self._on_steps_changed)
        self._waits_to_quit = False

    def _on_steps_changed(self) -> None:
        if not self.memory.stepping.is_busy:
            self._wait_no_more_to_quit()
            QTimer.singleShot(0, self.window, self.window.close)

    def _keep_drafts_or_ask(self) -> bool:
        try:
            self.drafts.keep_all()
        except OSError as error:
            box = QMessageBox(self.window)
            box.setTextFormat(Qt.TextFormat.PlainText)
            box.setText(tr("Unsaved text could not be kept as a draft: {why}.", why=reason_of(error)))
            box.setInformativeText(tr("Quit and lose it?"))
            box.setStandardButtons(QMessageBox.StandardButton.Discard | QMessageBox.StandardButton.Cancel)
            box.setDefaultButton(QMessageBox.StandardButton.Cancel)
            return box.exec() == QMessageBox.StandardButton.Discard
        return True

    def _remember_window(self) -> None:
        area, settings = self.window.normalGeometry(), self.desk.settings
        settings.window = (area.x(), area.y(), area.width(), area.height())
        settings.is_maximized = self.window.isMaximized()
        settings.panel_widths.update((name, frame.widths) for name, frame in self.frames.items())
        session = self.memory.open.session
        if session is not None and session.path not in self.desk.samples:
            settings.last_document = session.path
        self.desk.remember_roots()
        self.opening.write_settings()

    def stop(self) -> None:
        """Let go of threads and files; what is unsaved was kept as drafts, or given up."""
        self._is_stopped = True
        self.undoing.stop()
        if self._door is not None:
            self._door.close()
        self.drafts.stop()
        self.standing.stop()
        self._stop_parts()
        self.tasks.finish()
        self.opening.close()
        self.desk.close(keep_unsaved=False)
        if self._instance is not None:
            self._instance.release()

    def take_down(self) -> None:
        """Delete the window and all that it is made of, after it was closed.

        What is left when Python ends, Qt for Python deletes in the order of a hash table, and may crash.
        """
        self.crash.remove()
        for one in (self.window, self):
            Shiboken.delete(one)

    def _stop_parts(self) -> None:
        if "choosing" in vars(self):
            self.choosing.stop()
        self.following.stop()
        self.filling.stop()
        self.outside.stop()
        self.appearing.stop()
        self.recording.stop()
        self.recovering.stop()
        self.inbox.stop()
        self.history.stop()
        self.searching.stop()
        self.pruning.stop()
        self.duplicates.stop()
        self.problems.stop()
        self.reverting.stop()
        self.index.stop()
        self.history_work.stop()
