"""Changes in an agent's grammar that may touch several files, carried out at once through the journalled save."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from memdesk.errors import MemdeskError, NotFound, Refused
from memdesk.layouts.contract import Change, ChangeKind, Plan
from memdesk.layouts.documents import Document
from memdesk.layouts.optional import Removing
from memdesk.services.documents.composing import composed
from memdesk.services.documents.merging import merge_sections
from memdesk.services.machine.seen_view import SeenView
from memdesk.services.steps.step import (
    Status,
    Step,
    StepJob,
    Was,
    message_of,
    status_of,
    stayed_in,
    was_of,
)
from memdesk.services.workspace.workspace import Workspace
from memdesk.store.outcomes import Applied, FileChange, FileDone
from memdesk.store.versions import UNDO
from memdesk.text.document import decode, encode
from memdesk.text.edits import apply_all
from memdesk.text.outline import NodeKind

if TYPE_CHECKING:
    from memdesk.services.moving.moving import Move
    from memdesk.services.steps.carried_pins import CarriedPins
    from memdesk.services.steps.second_copies import SecondCopies
    from memdesk.store.progress import Progress
    from memdesk.store.save import Store

_REDO = "redo"


class Steps:
    """Plans, carries out, undoes and redoes changes of the documents of a workspace.

    A step changes what is on disk. Unsaved buffers have no part in it; they take up afterwards what came in. `finish`
    belongs to the thread that owns the workspace; what comes before it may go to a worker, since it waits for the disk.
    """

    def __init__(
        self,
        workspace: Workspace,
        store: Store,
        second_copies: SecondCopies | None = None,
        pins: CarriedPins | None = None,
    ) -> None:
        self._workspace = workspace
        self._store = store
        self._second_copies = second_copies
        self._pins = pins

    # Planning

    def plan(self, document: Document, change: Change) -> Plan:
        """What a change makes of the files on disk. Raises `Refused` with the reason, `NotFound`, `StorageError`."""
        return self._plan(SeenView(self._workspace.disk), document, change)

    @staticmethod
    def is_of_one_file(plan: Plan, path: str) -> bool:
        """Whether a plan edits the file at `path` alone, so that its buffer can take the edits."""
        return not plan.creates and not plan.deletes and set(plan.edits) <= {path}

    def prepare(self, document: Document, change: Change, *others: Change) -> StepJob:
        """Several changes as one step that is ready to be run; each is worked out from what those before it leave.

        Raises `Refused` with the reason, `NotFound`, `StorageError`.
        """
        view = SeenView(self._workspace.disk)
        plan = self._plan(view, document, change)
        job = self.job(document, view, plan, change.kind.value, change.key)
        for other in others:
            later = SeenView(view, {file.path: file.after for file in job.files})
            more = self.job(document, later, self._plan(later, document, other), job.why)
            job = replace(job, files=together(job.files, more.files))
        return job

    def and_then(
        self, job: StepJob | None, view: SeenView, changes: Sequence[Change], why: str
    ) -> StepJob | None:
        """A job that also makes these changes, of any documents, each of what those before it leave.

        `view` is what all of them start from. Raises as `prepare`; `job` stays as it was.
        """
        later = _after(view, job)
        plan = self._plan_at_once(later, changes)
        if plan is not None:
            return _joined(job, self.job(changes[0].document, later, plan, why, changes[0].key))
        for change in changes:
            later = _after(view, job)
            plan = self._plan(later, change.document, change)
            job = _joined(job, self.job(change.document, later, plan, why, change.key))
        return job

    def prepare_file_removal(self, document: Document) -> StepJob:
        """Taking a whole file away, ready to be run: with what names it, where its agent's grammar knows of that.

        Raises `Refused` with the reason, `NotFound`.
        """
        with suppress(NotFound, Refused):
            job = self.prepare(document, Change(ChangeKind.REMOVE, document, ""))
            if any(file.path == document.path and file.after is None for file in job.files):
                return job
        if document.why_read_only:
            raise Refused("{reason}", reason=document.why_read_only)
        path, before = document.path, SeenView(self._workspace.disk).data(document.path)
        if before is None:
            raise NotFound("There is no file {path}.", path=path)
        self._workspace.writable.allow_beside(document, path)
        files = (FileChange(path, before, None, self._workspace.merge_of(path)),)
        return StepJob(document, files, ChangeKind.REMOVE.value)

    def job(self, document: Document, view: SeenView, plan: Plan, why: str, key: str = "") -> StepJob:
        """A plan that was made from what `view` showed, ready to be run."""
        for path in (document.path, *plan.creates, *plan.edits, *plan.deletes):
            self._workspace.writable.allow_beside(document, path)
        return StepJob(document, tuple(self._file_changes(view, plan)), why, key)

    def _plan_at_once(self, view: SeenView, changes: Sequence[Change]) -> Plan | None:
        """All changes in one plan, where they are of one document whose layout takes many out at once."""
        documents = {change.document.path: change.document for change in changes}
        if len(changes) < 2 or len(documents) > 1:
            return None
        (document,) = documents.values()
        layout = self._workspace.layout_of(document)
        if document.why_read_only or not isinstance(layout, Removing):
            return None
        return layout.removing(view, document, changes)

    def _plan(self, view: SeenView, document: Document, change: Change) -> Plan:
        if document.why_read_only:
            raise Refused("{reason}", reason=document.why_read_only)
        return composed(self._workspace.layout_of(document), view, change)

    def _file_changes(self, view: SeenView, plan: Plan) -> Iterator[FileChange]:
        """New files first, then edits, and last what goes: nothing loses what another file has not got yet."""
        merge_of = self._workspace.merge_of
        for path, text in plan.creates.items():
            yield FileChange(path, None, encode(text), merge_sections)
        for path, edits in plan.edits.items():
            before = view.data(path)
            after = encode(apply_all(decode(before or b""), edits))
            if after != before:
                yield FileChange(path, before, after, merge_of(path))
        for path in plan.deletes:
            before = view.data(path)
            if before is not None:
                yield FileChange(path, before, None, merge_of(path))

    # Carrying out

    def carry_out(self, document: Document, change: Change) -> Step:
        """Make a change here and now. Raises `Refused` with the reason, `NotFound`."""
        return self.now(self.prepare(document, change))

    def now(self, job: StepJob) -> Step:
        """Run and finish a job."""
        return self.finish(job, self.run(job))

    def run(self, job: StepJob, progress: Progress | None = None) -> Applied:
        """Change the files, in any thread; all or, once `progress` wants no more, none. Never raises for the disk."""
        with self._workspace.saves.writing(job.paths):
            applied = self._apply(job, progress)
        if self._second_copies is not None:
            applied = replace(applied, note=self._second_copies.follow(job, applied))
        if self._pins is not None:
            # The change is made, whatever becomes of its pins; where it is of one file, the inbox looks for them again.
            with suppress(MemdeskError):
                self._pins.follow(applied, is_undo=job.why == UNDO)
        return applied

    def run_and(
        self, job: StepJob, after: Callable[[Applied], StepJob | None], progress: Progress | None = None
    ) -> tuple[StepJob, Applied]:
        """Run `job`; then, as long as `after(applied)` gives another job, run that one.

        Returns the job that was run last, and how it ended. Raises what `after` raises.
        """
        applied = self.run(job, progress)
        while (other := after(applied)) is not None:
            job, applied = other, self.run(other, progress)
        return job, applied

    def _apply(self, job: StepJob, progress: Progress | None) -> Applied:
        applied = self._store.apply(job.files, why=job.why, progress=progress)
        if applied.stopped is None:
            self._note(job, {done.path: done for done in applied.files})
        return applied

    def _note(self, job: StepJob, done: Mapping[str, FileDone]) -> None:
        """Let the changes be watched; where ours was put back, what it was put back into in the end."""
        for change in job.files:
            before, after = change.before, change.after
            ended = done.get(change.path)
            if ended is not None and job.ours is not None:
                before, after = ended.before, ended.after
            met = before if ended is None else ended.before
            self._workspace.saves.note(change.path, before, after, job.ours, met)

    def conclude(self, job: StepJob, applied: Applied) -> Step:
        """How a step ended, in any thread, since that takes long to work out for many files; call `take_up` next."""
        was, status = was_of(applied), status_of(applied)
        stopped = applied.stopped.result if applied.stopped is not None else None
        key = self._key(job, was) if stopped is None else job.key
        stayed = stayed_in(job, applied)
        message = message_of(applied, job.paths, stayed)
        times = {done.path: done.modified_ns for done in applied.files}
        return Step(
            job.paths, status, message, key, was, stopped, stayed, note=applied.note, modified_ns=times
        )

    def take_up(self, step: Step) -> Step:
        """Let open documents get what a step brought, those with unsaved text by a merge, which `changes` tells."""
        return replace(
            step, changes=self._workspace.refresh(step.paths, is_own=True)._replace(written=frozenset())
        )

    def finish(self, job: StepJob, applied: Applied) -> Step:
        """Conclude a step and take it up, here and now."""
        return self.take_up(self.conclude(job, applied))

    # Moving

    def plan_move(
        self,
        source: Document,
        key: str,
        occurrence: int,
        target: Document,
        section: str = "",
        *,
        is_copy: bool = False,
    ) -> Move:
        """How a node gets into a document of the same or another agent, to look at first. Raises as `plan`."""
        from memdesk.services.moving.moving import plan_move

        return plan_move(self._workspace, source, key, occurrence, target, section, is_copy=is_copy)

    def prepare_move(self, move: Move) -> StepJob:
        """A move, ready to be run: the target is written before the source loses anything."""
        return self.job(move.target, move.view, move.plan, "copy" if move.is_copy else "move", move.section)

    def move(self, move: Move) -> Step:
        """Make a move here and now; one step for both documents."""
        return self.now(self.prepare_move(move))

    # There and back

    def prepare_undo(self, step: Step) -> StepJob:
        """A step's way back, ready to be run: by a merge with what the disk holds then, so what others wrote stays."""
        files = [(path, was.after, was.before) for path, was in reversed(tuple(step.was.items()))]
        job = self._again(step, UNDO, files)
        back = (replace(change, modified_ns=step.modified_ns.get(change.path)) for change in job.files)
        return replace(job, files=tuple(back))

    def prepare_redo(self, step: Step) -> StepJob:
        """A step that was undone, ready to be run again; by a merge too."""
        return self._again(step, _REDO, [(path, *was) for path, was in step.was.items()])

    def undo(self, step: Step) -> Step:
        """Take a step back here and now."""
        return self.now(self.prepare_undo(step)) if step.was else self._nothing(step)

    def redo(self, step: Step) -> Step:
        """Make a step again that was undone, here and now."""
        return self.now(self.prepare_redo(step)) if step.was else self._nothing(step)

    def _again(self, step: Step, why: str, files: list[tuple[str, bytes | None, bytes | None]]) -> StepJob:
        merges = self._workspace.merges_of([path for path, _, _ in files])
        changes = tuple(FileChange(*file, merge) for file, merge in zip(files, merges, strict=True))
        return StepJob(None, changes, why, step.key)

    @staticmethod
    def _nothing(step: Step) -> Step:
        return Step(step.paths, Status.UNCHANGED, step.message, step.key)

    # One step below

    def _key(self, job: StepJob, was: dict[str, Was]) -> str:
        """The key of what is new in the document that was asked for, else of a new file, else of what it is about."""
        if job.document is None:
            return job.key
        new = self._new_key(job.document, was, job.key)
        made = (path for path, each in was.items() if each.before is None and each.after is not None)
        stem = posixpath.splitext(posixpath.basename(next(made, "")))[0]
        return new or stem or job.key

    def _new_key(self, document: Document, was: dict[str, Was], asked: str) -> str:
        """The key of what is new, empty where nothing is; headings that came along are not what was asked for."""
        each = was.get(document.path)
        if each is None or each.after is None:
            return ""
        outline = self._workspace.layout_of(document).outline
        before, after = (outline(document, decode(data or b"")) for data in each)
        known = {(node.key, node.occurrence) for node in before.walk()}
        found = [node for node in after.walk() if (node.key, node.occurrence) not in known]
        wanted = (NodeKind.ENTRY, NodeKind.INDEX_LINE, NodeKind.SECTION)
        new = [node for kind in wanted for node in found if node.kind is kind]
        is_heading = bool(new) and new[0].kind is NodeKind.SECTION
        return asked if is_heading and after.find(asked) is not None else next((node.key for node in new), "")


def _after(view: SeenView, job: StepJob | None) -> SeenView:
    """What is there once a job is done."""
    return SeenView(view, {file.path: file.after for file in job.files} if job is not None else {})


def _joined(job: StepJob | None, more: StepJob) -> StepJob:
    """Both as one job of no document in particular, said as the later one is."""
    return replace(more, document=None, files=together(job.files if job is not None else (), more.files))


def together(files: Sequence[FileChange], later: Sequence[FileChange]) -> tuple[FileChange, ...]:
    """Both as one: from what was there at first to what is there at last, new files first and what goes last."""
    found = {file.path: file for file in files}
    for file in later:
        first = found.pop(file.path, file)
        found[file.path] = replace(file, before=first.before)
    changed = [file for file in found.values() if file.before != file.after]
    return tuple(sorted(changed, key=lambda file: (file.before is not None) + (file.after is None)))
