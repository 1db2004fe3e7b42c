"""Changes of the agent's grammar that the editor asks for: into the buffer, or a step for more files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal

from memdesk.errors import MemdeskError, Refused
from memdesk.layouts.contract import Change, ChangeKind, Plan
from memdesk.layouts.optional import Overwriting
from memdesk.services.documents.composing import composed
from memdesk.services.documents.following import following_plans
from memdesk.services.documents.session import DocumentSession
from memdesk.services.machine.laid_over import LaidOverView
from memdesk.services.machine.seen_view import SeenView
from memdesk.services.steps.step import Step, StepJob
from memdesk.services.steps.steps import Steps
from memdesk.services.workspace.workspace import Workspace
from memdesk.text.document import encode
from memdesk.text.edits import apply_all
from memdesk.text.undo import EditKind
from memdesk.ui.attempts import words_of
from memdesk.ui.editor.document_editor import DocumentEditor
from memdesk.ui.editor.requests import ChangeRequest, OverwriteQuestion
from memdesk.ui.i18n import tr
from memdesk.ui.memory.document import OpenDocument
from memdesk.ui.memory.step_words import step_words
from memdesk.ui.memory.stepping import Stepping, Wanted
from memdesk.ui.messages import Message, Messages, Tone


class Changing(QObject):
    """Hears the requests of `editor` for the document on screen. `stepping` makes what one buffer cannot hold."""

    entries_removed = Signal(object)
    """Entries were taken out of the document on screen (the changes that did it)."""

    def __init__(
        self,
        workspace: Workspace,
        steps: Callable[[], Steps],
        stepping: Stepping,
        document: OpenDocument,
        editor: DocumentEditor,
        messages: Messages,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._steps = steps
        self._stepping = stepping
        self._document = document
        self._editor = editor
        self._messages = messages
        self._following: dict[str, list[StepJob]] = {}
        editor.changes_requested.connect(self.carry_out)
        editor.overwrite_asked.connect(self.answer)
        editor.notice_requested.connect(self._on_notice_requested)

    def carry_out(self, request: ChangeRequest) -> None:
        """Make all changes of `request` or none, as one step of undo.

        What touches other files is done soon, by a worker; what was typed for it comes back where that fails.
        """
        session = self._document.session
        if session is None or session.why_read_only:
            request.refusal = session.why_read_only if session is not None else ""
            return
        try:
            plan = self._plan(session, request.changes[0]) if request.changes else Plan()
            if Steps.is_of_one_file(plan, session.path):
                self._into_buffer(session, plan, request.changes[1:])
                request.is_done = True
                self._tell_removals(request.changes)
            elif not request.tentative:
                self._soon(session, request)
        except MemdeskError as error:
            request.refusal = words_of(error)

    def _tell_removals(self, changes: Sequence[Change]) -> None:
        removals = [change for change in changes if change.kind is ChangeKind.REMOVE and change.key]
        if removals:
            self.entries_removed.emit(removals)

    def _plan(self, session: DocumentSession, change: Change) -> Plan:
        return composed(session.layout, self._workspace.view, change)

    def _into_buffer(self, session: DocumentSession, first: Plan, others: Sequence[Change]) -> None:
        """Raises `MemdeskError` where one is refused; then none is made."""
        text = session.text
        done = bool(first.edits)
        try:
            with text.transaction():
                text.edit(first.edits.get(session.path, ()), None, EditKind.COMMAND)
                for change in others:
                    plan = self._plan(session, change)
                    done |= bool(text.edit(plan.edits.get(session.path, ()), None, EditKind.COMMAND))
        except MemdeskError:
            if done:
                text.undo()
            raise

    def _soon(self, session: DocumentSession, request: ChangeRequest) -> None:
        """Raises `Refused` where the disk does not hold what is to be changed as it is shown."""
        for change in request.changes:
            _demand_saved(session, change)
        changes, steps, leftover = request.changes, self._steps(), request.leftover
        document, path = session.document, session.path

        def bring_back(_sentence: str) -> None:
            if leftover is not None:
                self._editor.bring_back(path, leftover)

        def tell(_step: Step) -> None:
            self._tell_removals(changes)

        prepare = partial(steps.prepare, document, *changes)
        self._stepping.make(Wanted(prepare, step_words(document, changes), path, tell, bring_back))
        request.is_done = True

    def plan_following(self, session: DocumentSession) -> None:
        """Before a save: note what quotes a field of the document in other files."""
        view = SeenView(self._workspace.disk)
        plans = tuple(following_plans(session, view))
        self._following[session.path] = [
            self._steps().job(session.document, view, plan, "follow") for plan in plans
        ]

    def follow(self, path: str) -> None:
        """After a save: let what quotes a field of the document say what it says now."""
        for job in self._following.pop(path, ()):
            self._stepping.make(Wanted(partial(_itself, job), "", path))

    def answer(self, question: OverwriteQuestion) -> None:
        """Name the entry that the agent would take for the same, unless that is the text itself."""
        session = self._document.session
        if session is None or not isinstance(session.layout, Overwriting):
            return
        text = self._without(session, question)
        view = LaidOverView(self._workspace.view, {session.path: encode(text)})
        effect = session.layout.overwritten_by(view, session.document, question.category, question.text)
        if effect is None:
            return
        said = effect.span.of(text)
        question.answer = tr(
            "{agent} would take this for “{entry}” and overwrite that.",
            agent=session.layout.title,
            entry=said,
        )

    def _without(self, session: DocumentSession, question: OverwriteQuestion) -> str:
        """The text without the entry itself, which stands in it already."""
        text = session.text.text
        if question.own is None:
            return text
        try:
            plan = self._plan(session, Change(ChangeKind.REMOVE, session.document, *question.own))
        except MemdeskError:
            return text
        return apply_all(text, plan.edits.get(session.path, ()))

    def _on_notice_requested(self, sentence: str) -> None:
        session = self._document.session
        if sentence and session is not None:
            self._messages.tell(Message(sentence, Tone.NOTE, session.path))


def _itself(job: StepJob) -> StepJob:
    return job


def _demand_saved(session: DocumentSession, change: Change) -> None:
    """Raise `Refused` where what a change is about says something else here than on the disk."""
    if change.kind is ChangeKind.ADD:
        return
    node_id = change.key, change.occurrence
    if node_id in session.unsaved_nodes() or (session.is_dirty and not change.key):
        name = change.key or change.document.title
        raise Refused("“{name}” has unsaved changes.", hint="Save them first.", name=name)
