"""Opening and closing folders of memory: by hand, from the first screen, as a sample."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QDir, QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from memdesk.errors import MemdeskError, NotFound, reason_of
from memdesk.layouts.documents import Document
from memdesk.layouts.optional import Attaching
from memdesk.services.desk import Desk
from memdesk.services.documents.changes import Changes
from memdesk.services.handing_over import Answer
from memdesk.services.roots.roots import MemoryRoot
from memdesk.ui.finding import Here, check_agents, find_agents, with_problems
from memdesk.ui.first_run.agents import FoundAgent
from memdesk.ui.i18n import tr
from memdesk.ui.lazy_page import LazyPage
from memdesk.ui.messages import Message, Messages, Tone
from memdesk.ui.tasks import Tasks
from memdesk.ui.tree.defaults import FIRST_DOCUMENTS
from memdesk.ui.tree.view import Target

if TYPE_CHECKING:
    from memdesk.demo.process import BusyAgents
    from memdesk.ui.first_run.screen import FirstRunScreen
    from memdesk.ui.theme.manager import ThemeManager

_Claimed = tuple[MemoryRoot, Sequence[Document]]
"""A root and its first documents."""


class Opening(QObject):
    """Opens and closes roots of `desk`, and owns the first screen.

    Signals:
        changed: roots or documents are others now; argument: `Changes`.
        opened: there is something to look at.
        found: the search for memory is over; argument: in how many places it looked.
        sample_opened: a throwaway copy is open; argument: the path of its first root.
        dismissed: the first screen is not wanted.
    """

    changed = Signal(object)
    opened = Signal()
    found = Signal(int)
    sample_opened = Signal(str)
    dismissed = Signal()

    def __init__(
        self, themes: ThemeManager, desk: Desk, tasks: Tasks, messages: Messages, window: QWidget
    ) -> None:
        super().__init__(window)
        self._themes = themes
        self._desk = desk
        self.page = LazyPage("memdesk.ui.first_run.screen", self._make_screen)
        self._tasks = tasks
        self._messages = messages
        self._window = window
        self._agents: BusyAgents | None = None
        self.page.filled.connect(self._connect_screen)

    def _make_screen(self, page: QWidget) -> FirstRunScreen:
        from memdesk.ui.first_run.screen import FirstRunScreen

        home, history = self._desk.workspace.disk.home, self._desk.history_folder
        return FirstRunScreen(self._themes, home, history, parent=page)

    @property
    def screen(self) -> FirstRunScreen:
        """The first screen, which is made when it is first wanted."""
        return self.page.fill()

    def _connect_screen(self) -> None:
        screen = self.screen
        screen.open_requested.connect(self.open_agents)
        screen.sample_requested.connect(self.open_sample)
        screen.add_folder_requested.connect(lambda _agent: self.ask_for_root())
        screen.folder_dropped.connect(self.open_folder)
        screen.look_again_requested.connect(self.find_memory)
        screen.dismissed.connect(self.dismissed)

    def do(self, verb: Callable[[], Changes]) -> bool:
        """Do something to the roots or settings and tell what changed, or what stood in the way."""
        changes = self._attempt(verb)
        if changes is not None:
            self.changed.emit(changes)
        return changes is not None

    def _attempt(self, verb: Callable[[], Changes]) -> Changes | None:
        try:
            return verb()
        except MemdeskError as error:
            self._messages.tell_error(error)
        except OSError as error:
            # Closing a root keeps its unsaved text first.
            words = tr(
                "Unsaved text could not be kept as a draft: {why}. Save it soon.", why=reason_of(error)
            )
            self._messages.tell(Message(words, Tone.WARNING))
        return None

    def write_settings(self) -> bool:
        """Keep the settings, which changes no root; whether that went well."""
        return self._attempt(self._write_settings) is not None

    def _write_settings(self) -> Changes:
        self._desk.write_settings()
        return Changes()

    # Folders

    def open_at_start(self, folders: Sequence[str], *, sample: bool, demo: bool) -> None:
        """Open the folders named on the command line, else what was open before."""
        if sample or demo:
            self.open_sample(is_named=False)
            if demo:
                self._wake_agents()
        elif folders:
            for folder in folders:
                self.do(partial(self._open_by_path, folder))
        elif not self._desk.settings.is_first_run:
            self.do(self._desk.open_found)

    def open_handed(self, folders: Sequence[str]) -> Answer:
        """Open the folders that a later start asks for; gives which are open now, and why the others are not."""
        shown, refused = [], []
        for folder in folders:
            try:
                self.changed.emit(self._open_by_path(folder))
                shown.append(folder)
            except MemdeskError as error:
                self._messages.tell_error(error)
                refused.append(error.sentence)
        return Answer(tuple(shown), tuple(refused))

    def _open_by_path(self, folder: str) -> Changes:
        root = self._desk.claim(folder)
        if not root.found:
            raise NotFound("There is no folder {path}.", path=folder)
        return self._desk.workspace.open_root(root)

    def open_folder(self, folder: str) -> None:
        """Open a folder as memory and remember it, once a worker has found out whose it is.

        Layouts look through it for that, which may hold thousands of folders.
        """
        self._tasks.attempt(partial(self._claim, folder), self._on_claimed, first=True)

    def _claim(self, folder: str) -> _Claimed:
        """For a worker: whose it is, and its first documents, in which the window would else wait for the disk."""
        root = self._desk.claim(folder)
        try:
            return root, self._desk.workspace.list_documents(root, FIRST_DOCUMENTS) if root.found else ()
        except (MemdeskError, OSError):
            # It is told where the whole list is made.
            return root, ()

    def _on_claimed(self, found: _Claimed | MemdeskError) -> None:
        if isinstance(found, MemdeskError):
            self._messages.tell_error(found)
        elif self.do(partial(self._desk.add_claimed, *found)):
            self.opened.emit()

    def ask_for_root(self) -> None:
        """Ask for a folder of memory and open it."""
        folder = self._ask_for_folder(tr("Open a folder of memory"))
        if folder:
            self.open_folder(folder)

    def close_root(self, target: Target | None) -> None:
        """Show the folder of a row no more."""
        if target is None:
            self._messages.tell(Message(tr("Choose a folder in the tree first.")))
            return
        self.close_path(target.root_path)

    def close_path(self, path: str) -> None:
        """Show the folder at `path` no more."""
        # At the next start there is no such sample that could stay closed.
        close = self._desk.workspace.close_root if path in self._desk.samples else self._desk.remove_root
        self.do(partial(close, path))

    def bind_project(self, target: Target | None) -> None:
        """Ask which project folder the key of a row means."""
        scope = target.scope if target is not None else None
        if target is None or scope is None or not scope.key:
            self._messages.tell(Message(tr("Choose a project in the tree first.")))
            return
        folder = self._ask_for_folder(tr("Which project is {key}?", key=scope.key))
        if folder:
            self.do(lambda: self._desk.bind_folder(target.root_path, scope.key, folder))

    # Files beside a root

    def ask_for_attachment(self, root: str) -> None:
        """Ask for the file that tells more of what lies in a root, and open it beside."""
        wanted = self._attachments_of(root)
        if not wanted:
            self._messages.tell(Message(tr("Nothing is opened beside the memory of this agent.")))
            return
        for name, title in wanted.items():
            caption = tr("Open beside {root}: {what}", root=root, what=tr(title))
            start = self._desk.attachments.at(root, name) or os.path.dirname(root)
            path, _ = QFileDialog.getOpenFileName(self._window, caption, start)
            if path:
                self.attach(root, name, path)

    def attach(self, root: str, name: str, path: str) -> None:
        """Open a file beside a root and remember it; an empty path takes it away."""
        self.do(lambda: self._desk.attach(root, name, path))

    def detach(self, root: str) -> None:
        """Take away what was opened beside a root."""
        for name in self._attachments_of(root):
            self.attach(root, name, "")

    def _attachments_of(self, root: str) -> Mapping[str, str]:
        for known in self._desk.workspace.roots:
            layout: object = known.layout
            if known.path == root and isinstance(layout, Attaching):
                return layout.attachments()
        return {}

    def open_sample(self, *, is_named: bool = True) -> None:
        """Open a throwaway copy of the sample memory, by default under names that memory of one's own has not."""
        try:
            self.changed.emit(self._desk.samples.open(is_named=is_named))
        except MemdeskError as error:
            self._messages.tell_error(error)
            return
        except OSError as error:
            words = tr("The sample could not be opened: {why}.", why=reason_of(error))
            self._messages.tell(Message(words, Tone.ERROR))
            return
        self.opened.emit()
        self.sample_opened.emit(self._desk.samples.opened[0].path)

    def leave_sample(self) -> None:
        """Show no throwaway copy any more."""
        if self.do(self._desk.samples.leave):
            message = tr("The sample is closed. Its copy goes when Memdesk quits.")
            self._messages.tell(
                Message(message, offer=tr("Open sample"), accept=self.open_sample, offer_icon="flask-conical")
            )
            if self._desk.workspace.roots:
                self.opened.emit()

    def _wake_agents(self) -> None:
        """Let an agent work in each sample until the program ends."""
        from memdesk.demo.process import BusyAgents

        try:
            self._agents = BusyAgents(self._desk.samples.made)
        except OSError as error:
            words = tr("The agents of the demonstration could not be started: {why}.", why=reason_of(error))
            self._messages.tell(Message(words, Tone.WARNING))

    def close(self) -> None:
        """End the agents of a demonstration; before their copies are thrown away."""
        if self._agents is not None:
            self._agents.stop()

    def _ask_for_folder(self, title: str) -> str:
        chooser = QFileDialog(self._window, title, self._desk.workspace.disk.home)
        chooser.setFileMode(QFileDialog.FileMode.Directory)
        chooser.setOption(QFileDialog.Option.ShowDirsOnly)
        # Agents keep their memory in folders whose names begin with a dot.
        chooser.setFilter(chooser.filter() | QDir.Filter.Hidden)
        chosen = chooser.selectedFiles() if chooser.exec() else []
        chooser.deleteLater()
        return chosen[0] if chosen else ""

    # The first screen

    def find_memory(self) -> None:
        """Look for memory on this computer, in a worker."""
        self.screen.set_looking(True)
        self._tasks.run(lambda: find_agents(self._desk), self._on_found, lambda _: self._on_found(()))

    def _on_found(self, here: Sequence[Here]) -> None:
        agents = [one.agent for one in here]
        self.screen.set_agents(agents)
        self.found.emit(sum(len(agent.looked_in) for agent in agents))
        self._tasks.run(lambda: check_agents(self._desk, here), self._on_checked)

    def _on_checked(self, counted: Sequence[tuple[FoundAgent, int]]) -> None:
        self.screen.show_health([with_problems(agent, problems) for agent, problems in counted])

    def open_agents(self, agents: Sequence[FoundAgent]) -> None:
        """Open what was ticked; what was not stays closed at the next start too."""
        settings = self._desk.settings
        settings.is_first_run = False
        wanted = {path for agent in agents for path in agent.roots}
        kept_closed = [path for path in settings.closed_roots if path not in wanted]
        for root in self._desk.find_roots():
            if root.found and root.path in wanted:
                self.do(partial(self._desk.workspace.open_root, root))
            elif root.found and root.path not in kept_closed:
                kept_closed.append(root.path)
        settings.closed_roots[:] = kept_closed
        self.write_settings()
        self.opened.emit()
