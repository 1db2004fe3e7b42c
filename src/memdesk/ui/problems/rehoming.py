"""Brings the memory of a project whose folder is gone to its new home: asks where to, and does it as one step."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from memdesk.errors import MemdeskError
from memdesk.paths import is_below
from memdesk.services.desk import Desk
from memdesk.services.rehoming.orphans import Candidate, Orphan, candidate_of, candidates, orphan_at
from memdesk.services.rehoming.rehoming import Rehoming, plan_rehoming
from memdesk.services.roots.roots import MemoryRoot
from memdesk.ui.attempts import sentence_of
from memdesk.ui.i18n import listed, tr
from memdesk.ui.memory.stepping import Stepping, Wanted
from memdesk.ui.messages import Message, Messages
from memdesk.ui.problems.home_dialog import HomeDialog
from memdesk.ui.tasks import Newest, Tasks
from memdesk.ui.theme.manager import ThemeManager


class RehomingProjects(QObject):
    """Owns the question of where an orphaned memory belongs.

    Signals:
        asked: the question is answered, or given up.
    """

    asked = Signal()

    def __init__(
        self,
        themes: ThemeManager,
        desk: Desk,
        stepping: Stepping,
        tasks: Tasks,
        messages: Messages,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._themes = themes
        self._desk = desk
        self._stepping = stepping
        self._tasks = tasks
        self._messages = messages
        self._window = window
        self._looking: Newest[Orphan | None] = Newest(tasks)

    def ask(self, root_path: str, path: str) -> None:
        """Ask for the new home of the project that the file or folder at `path` belongs to."""
        workspace = self._desk.workspace
        root = workspace.root(root_path)

        def look() -> Orphan | None:
            return orphan_at(workspace.disk, root, workspace.list_documents(root).whole(), path)

        self._looking.attempt(look, self._on_found)

    def _on_found(self, orphan: Orphan | MemdeskError | None) -> None:
        if isinstance(orphan, MemdeskError):
            self._messages.tell_error(orphan, "rehoming")
            return
        if orphan is None:
            self._messages.tell(
                Message(tr("The folder of this project is there; nothing has to move."), subject="rehoming")
            )
            return
        dialog = HomeDialog(self._themes, orphan, self._desk.workspace.disk.home, self._window)
        planning = Newest[Rehoming | str](self._tasks)
        dialog.plan_wanted.connect(partial(self._plan, dialog, planning, orphan))
        dialog.finished.connect(planning.cancel)
        dialog.home_chosen.connect(partial(self._move, orphan))
        dialog.folder_wanted.connect(partial(self._choose_folder, dialog, orphan))
        dialog.finished.connect(lambda _result: self.asked.emit())
        dialog.open()
        workspace, root = self._desk.workspace, orphan.root

        def find() -> tuple[Candidate, ...]:
            return candidates(workspace.disk, orphan, workspace.list_documents(root).whole())

        task = self._tasks.attempt(find, partial(self._on_candidates, dialog))
        dialog.finished.connect(task.cancel)

    def _on_candidates(self, dialog: HomeDialog, found: tuple[Candidate, ...] | MemdeskError) -> None:
        if isinstance(found, MemdeskError):
            self._messages.tell_error(found, "rehoming")
        else:
            dialog.show_candidates(found)

    def _choose_folder(self, dialog: HomeDialog, orphan: Orphan) -> None:
        """Ask for a folder, without waiting here: the dialog may go meanwhile, and takes the question along."""
        home = self._desk.workspace.disk.home
        chooser = QFileDialog(dialog, tr("Choose the project folder"), home)
        chooser.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        chooser.setFileMode(QFileDialog.FileMode.Directory)
        chooser.setOption(QFileDialog.Option.ShowDirsOnly)
        chooser.fileSelected.connect(partial(self.offer_folder, dialog, orphan))
        chooser.open()

    def offer_folder(self, dialog: HomeDialog, orphan: Orphan, folder: str) -> None:
        """Take a folder that the user named among the candidates."""
        workspace = self._desk.workspace
        one = candidate_of(workspace.disk, orphan, folder, workspace.last_documents(orphan.root.path))
        if one is None:
            words = tr("{agent} keeps the same memory for {folder}.", agent=orphan.root.title, folder=folder)
            self._messages.tell(Message(words, subject="rehoming"))
            return
        self._desk.add_project_folder(folder)
        dialog.add_candidate(one)

    def _plan(
        self, dialog: HomeDialog, planning: Newest[Rehoming | str], orphan: Orphan, candidate: Candidate
    ) -> None:
        workspace, steps = self._desk.workspace, self._desk.steps
        unsaved = self._unsaved(orphan.root, orphan, candidate)

        def plan() -> Rehoming | str:
            if unsaved:
                return tr("Save {names} first: unsaved text would not come along.", names=listed(unsaved))
            try:
                return plan_rehoming(workspace, steps, orphan, candidate)
            except MemdeskError as error:
                return sentence_of(error)

        planning.run(plan, partial(dialog.show_plan, candidate))

    def _unsaved(self, root: MemoryRoot, orphan: Orphan, candidate: Candidate) -> tuple[str, ...]:
        keys = (orphan.scope.key, candidate.key)
        sessions = self._desk.workspace.sessions.values()
        return tuple(
            session.document.title
            for session in sessions
            if session.is_dirty and session.document.scope.key in keys and is_below(session.path, root.path)
        )

    def _move(self, orphan: Orphan, candidate: Candidate, plan: Rehoming) -> None:
        what = tr("Moved the memory of {name} to {folder}.", name=orphan.scope.title, folder=candidate.folder)
        self._stepping.make(Wanted(lambda: plan.job, what, orphan.documents[0].path))
