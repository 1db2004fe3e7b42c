"""Moves and copies what one agent remembers to another, with the question before it where there is one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from memdesk.layouts.documents import Document
from memdesk.services.moving.moving import Move
from memdesk.services.steps.move_targets import Fact, MoveTarget, Proposal, move_targets, propose
from memdesk.services.steps.steps import Steps
from memdesk.services.workspace.workspace import Workspace
from memdesk.ui.memory.saving import Saving
from memdesk.ui.memory.step_words import move_words, short
from memdesk.ui.memory.stepping import Stepping, Wanted
from memdesk.ui.moving.dialog import MoveDialog
from memdesk.ui.tasks import Newest, Tasks
from memdesk.ui.theme.manager import ThemeManager

_MOST_USED = 20


class MovingFacts(QObject):
    """Asks where to, with what would come of it there, and lets `stepping` do it."""

    def __init__(
        self,
        themes: ThemeManager,
        workspace: Workspace,
        steps: Callable[[], Steps],
        stepping: Stepping,
        saving: Saving,
        tasks: Tasks,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._themes = themes
        self._workspace = workspace
        self._steps = steps
        self._stepping = stepping
        self._saving = saving
        self._tasks = tasks
        self._used: list[str] = []
        self._window = window

    def ask(self, fact: Fact, path: str = "", section: str = "") -> None:
        """Ask where `fact` shall go, beginning at the document at `path`."""
        targets = move_targets(self._workspace, fact.document, self._used)
        dialog = MoveDialog(self._themes, self._window)
        dialog.begin(short(self._name(fact)), targets)
        planning = Newest[Proposal](self._tasks)
        dialog.proposal_wanted.connect(partial(self._propose, dialog, planning, fact))
        dialog.finished.connect(planning.cancel)
        dialog.save_requested.connect(partial(self._save, dialog))
        dialog.move_chosen.connect(self.make)
        if path:
            dialog.choose(path, section)
        dialog.open()
        dialog.field.setFocus()

    def drop(self, fact: Fact, document: Document, section: str) -> None:
        """Move `fact` to a document: at once where nothing is lost and nothing doubled, else after a question."""
        steps = self._steps()

        def take(proposal: Proposal) -> None:
            if proposal.is_plain and proposal.move is not None:
                self.make(proposal.move)
            else:
                self.ask(fact, document.path, section)

        self._tasks.run(lambda: propose(self._workspace, steps, fact, document, section), take)

    def make(self, move: Move) -> None:
        """Make a move or a copy as it was shown, as one step for both documents."""
        path = move.target.path
        self._used = [path, *(used for used in self._used if used != path)][:_MOST_USED]
        prepare = partial(self._steps().prepare_move, move)
        self._stepping.make(Wanted(prepare, move_words(move, self._agent_of(move.target)), path))

    def _propose(
        self, dialog: MoveDialog, planning: Newest[Proposal], fact: Fact, target: MoveTarget, section: str
    ) -> None:
        steps = self._steps()
        planning.run(
            lambda: propose(self._workspace, steps, fact, target.document, section),
            partial(dialog.show_proposal, target, section),
        )

    def _save(self, dialog: MoveDialog, documents: tuple[Document, ...]) -> None:
        """Save what the plan has to know, and look again."""
        self._saving.save_finished.connect(dialog.look_again)
        for document in documents:
            session = self._workspace.sessions.get(document.path)
            if session is not None:
                self._saving.save(session)

    def _name(self, fact: Fact) -> str:
        session = self._workspace.sessions.get(fact.document.path)
        node = session.outline().find(fact.key, fact.occurrence) if session is not None and fact.key else None
        masks = self._themes.masks
        if session is not None and node is not None and node.title:
            return masks.shown_name(node, session.text.text)
        texts = (session.text.text, session.base_text) if session is not None else ()
        return masks.shown_of(fact.key, *texts) or fact.document.title

    def _agent_of(self, document: Document) -> str:
        found = self._workspace.find_document(document.path)
        return found[0].layout.title if found is not None else document.title
