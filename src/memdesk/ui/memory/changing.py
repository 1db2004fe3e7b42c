"""Changes of the agent's grammar that the editor asks for: into the buffer, or at once where they touch more files."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal

from memdesk.errors import MemdeskError
from memdesk.layouts.contract import Change, ChangeKind, Overwriting, Plan
from memdesk.services.following import following_plans
from memdesk.services.laid_over import LaidOverView
from memdesk.services.seen_view import SeenView
from memdesk.services.session import DocumentSession
from memdesk.services.step import Status, Step, StepJob
from memdesk.services.steps import Steps
from memdesk.services.workspace import Workspace
from memdesk.text.document import encode
from memdesk.text.edits import apply_all
from memdesk.text.undo import EditKind
from memdesk.ui.editor.document_editor import DocumentEditor
from memdesk.ui.editor.requests import ChangeRequest, OverwriteQuestion, WalkRequest
from memdesk.ui.i18n import tr
from memdesk.ui.memory.document import OpenDocument
from memdesk.ui.messages import Message, Messages, Tone

_BAD = (Status.CONFLICT, Status.REFUSED)


class Changing(QObject):
    """Hears the requests of `editor` for the document on screen. `steps` carries out what one buffer cannot hold."""

    step_made = Signal(object)
    """Files were changed at once (`services.changes.Changes`)."""
    entries_removed = Signal(object)
    """Entries were taken out of the document on screen (the changes that did it)."""
    document_moved = Signal(str, str)
    """The document at the first path is at the second now; an empty one where it was taken away."""

    def __init__(
        self,
        workspace: Workspace,
        steps: Callable[[], Steps],
        document: OpenDocument,
        editor: DocumentEditor,
        messages: Messages,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._steps = steps
        self._document = document
        self._messages = messages
        self._made: list[tuple[DocumentSession, int, Step]] = []
        self._following: dict[str, list[StepJob]] = {}
        editor.changes_requested.connect(self.carry_out)
        editor.overwrite_asked.connect(self.answer)
        editor.notice_requested.connect(self._on_notice_requested)
        editor.walk_requested.connect(self._on_walk_requested)

    def carry_out(self, request: ChangeRequest) -> None:
        """Make all changes of `request` or none, as one step of undo."""
        session = self._document.session
        if session is None or session.why_read_only:
            request.refusal = session.why_read_only if session is not None else ""
            return
        try:
            plan = self._plan(session, request.changes[0]) if request.changes else Plan()
            if Steps.is_of_one_file(plan, session.path):
                self._into_buffer(session, plan, request.changes[1:])
                request.is_done = True
            elif not request.tentative:
                self._at_once(session, request)
        except MemdeskError as error:
            request.refusal = f"{error.sentence} {error.advice}".strip()
        removals = [change for change in request.changes if change.kind is ChangeKind.REMOVE and change.key]
        if request.is_done and removals:
            self.entries_removed.emit(removals)

    def _plan(self, session: DocumentSession, change: Change) -> Plan:
        return session.layout.compose(self._workspace.view, change)

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

    def _at_once(self, session: DocumentSession, request: ChangeRequest) -> None:
        steps = self._steps()
        for change in request.changes:
            step = steps.carry_out(session.document, change)
            if step.status in _BAD:
                request.refusal = step.message
                return
            self._made.append((session, session.text.revision, step))
            self._messages.tell(Message(step.message, subject=session.path))
            self.step_made.emit(step.changes)
            self._tell_where(session.path, step)
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
            step = self._steps().now(job)
            if step.status in _BAD:
                self._messages.tell(Message(step.message, Tone.WARNING, path))
            self.step_made.emit(step.changes)

    def _tell_where(self, path: str, step: Step) -> None:
        """Say where the document went, if it went."""
        was = step.was.get(path)
        if was is not None and was.after is None:
            new = (other for other, there in step.was.items() if there.before is None and there.after)
            self.document_moved.emit(path, next(new, ""))

    def _on_walk_requested(self, request: WalkRequest) -> None:
        """Undo a change of several files, where nothing was typed since."""
        session = self._document.session
        if not request.backwards or session is None or not self._made:
            return
        owner, revision, step = self._made[-1]
        if owner is not session or session.text.revision != revision:
            return
        self._made.pop()
        undone = self._steps().undo(step)
        self._messages.tell(Message(undone.message, subject=session.path))
        self.step_made.emit(undone.changes)
        request.is_done = True

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
