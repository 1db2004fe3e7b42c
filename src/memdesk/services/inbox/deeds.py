"""What is done with what stands in the inbox: taking it out of its files again, or putting back what was there."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from memdesk.errors import NotFound, Refused
from memdesk.layouts.contract import Change, ChangeKind
from memdesk.layouts.documents import Codec
from memdesk.layouts.shapes.fact_file import BODY_KEY
from memdesk.services.documents.disk_text import read_at_rest
from memdesk.services.inbox.items import InboxItem
from memdesk.services.inbox.review_changes import EDITED_IN_INBOX, OF_MANY_THINGS, ReviewKind
from memdesk.services.machine.seen_view import SeenView
from memdesk.services.remembered.entries import WHOLE
from memdesk.services.remembered.units import LINE_END, Unit, units_of
from memdesk.services.steps.restoring import RESTORE, Kept
from memdesk.services.steps.step import StepJob
from memdesk.store.outcomes import FileChange
from memdesk.store.versions import Version
from memdesk.text.document import decode, encode, trim
from memdesk.text.edits import Edit, apply_all
from memdesk.text.edits import replace as replaced
from memdesk.text.merge_lines import same_lines
from memdesk.text.outline import NodeKind

if TYPE_CHECKING:
    from memdesk.services.documents.session import DocumentSession
    from memdesk.services.steps.restoring import Restoring
    from memdesk.services.steps.steps import Steps
    from memdesk.services.workspace.workspace import Workspace

_CHANGED = "“{name}” in {path} has changed since it was shown; look at it again."


class InboxDeeds:
    """Makes steps of what the user decides, ready to be run, for a worker. What changed meanwhile is left alone."""

    def __init__(self, workspace: Workspace, steps: Steps, restoring: Restoring) -> None:
        self._workspace = workspace
        self._steps = steps
        self._restoring = restoring

    def forget(self, item: InboxItem) -> StepJob:
        """Take out again what was learned, or put back what was there before.

        A fact that was learned or moved goes. A section may hold what the user wrote: of one whose heading was there
        without any text only the text goes, and one that moved gets its old heading back.

        Raises `Refused` with the reason, `NotFound`, `HistoryError`, `StorageError`.
        """
        if item.now is None:
            raise NotFound("“{name}” is gone already.", name=item.unit.title)
        if item.can_put_back and item.kind is not ReviewKind.MOVED:
            return self.put_back(item)
        text, unit = self._find_unchanged(item)
        document, (key, occurrence) = item.past.document, unit.node
        if unit.kind in OF_MANY_THINGS and item.then is not None and item.before is not None:
            return self._with_old_heading(item, text, item.then, item.before)
        kind = ChangeKind.SET_BODY if self._is_frame(item, unit) else ChangeKind.REMOVE
        return self._steps.prepare(document, Change(kind, document, key, occurrence, bare=True))

    def _is_frame(self, item: InboxItem, unit: Unit) -> bool:
        """Whether a section was there, with nothing in it, before others filled it; a preamble always was."""
        document, root = item.past.document, item.past.root
        if unit.kind not in OF_MANY_THINGS or root is None:
            return False
        if unit.kind is NodeKind.PREAMBLE or unit.node[0] in document.headings:
            return True
        for version in self._restoring.versions(document.path):
            if version.id < item.version.id and version.landed and not version.removed:
                text = self._restoring.text(version)
                if unit.id not in units_of(root, document, text):
                    return item.past.layout.outline(document, text).find(*unit.node) is not None
        return False

    def _with_old_heading(self, item: InboxItem, text: str, then: Unit, before: Version) -> StepJob:
        """A section as it was, where all that became of it is another heading in the same document."""
        if item.source is not None:
            raise Refused(
                "There is no earlier text of “{name}” that could be put back.", name=item.unit.title
            )
        return self._replaced(item, text, then, before)

    def body(self, item: InboxItem) -> str | None:
        """What its node says in its file now, to be edited; None for what is no single node. Raises as `forget`."""
        text, unit = self._find_unchanged(item)
        document = item.past.document
        node = item.past.layout.outline(document, text).find(*unit.node) if unit.node != WHOLE else None
        return None if node is None or node.children or not node.editable else node.body_text(text)

    def edit(self, item: InboxItem, body: str) -> StepJob:
        """Let it say something else. Raises as `forget`."""
        self._find_unchanged(item)
        document, (key, occurrence) = item.past.document, item.unit.node
        change = Change(ChangeKind.SET_BODY, document, key, occurrence, body)
        return replace(self._steps.prepare(document, change), why=EDITED_IN_INBOX)

    def leave_unsaved(self, item: InboxItem, body: str) -> None:
        """Let it say something else in its open document, unsaved. For the thread of the open documents.

        Raises `Refused` where it has no place there, `NotFound`, `StorageError`.
        """
        document, (key, occurrence) = item.past.document, item.unit.node
        session = self._workspace.open_document(document.path)
        if (
            session.why_read_only
            or session.conflict is not None
            or session.outline().find(key, occurrence) is None
        ):
            raise Refused(_CHANGED, name=item.unit.title, path=document.path)
        change = Change(ChangeKind.SET_BODY, session.document, key, occurrence, body)
        session.change(change, self._workspace.view)

    def with_unsaved(
        self, session: DocumentSession, written: Sequence[tuple[InboxItem, str]]
    ) -> bytes | None:
        """What an open document would hold with these texts in it; None where none has a place there.

        The document stays what it is. What has no place is left out.
        """
        edits: list[Edit] = []
        for item, body in written:
            key, occurrence = item.unit.node
            if session.why_read_only or session.outline().find(key, occurrence) is None:
                continue
            change = Change(ChangeKind.SET_BODY, session.document, key, occurrence, body)
            with suppress(Refused):
                edits += session.layout.compose(self._workspace.view, change).edits.get(session.path, ())
        return encode(apply_all(session.text.text, edits)) if edits else None

    def put_back(self, item: InboxItem) -> StepJob:
        """Bring back what was changed or removed, and what moved to where it was. Raises as `forget`."""
        then, version, document = item.then, item.before, item.past.document
        if then is None or version is None:
            raise NotFound("There was no “{name}” before.", name=item.unit.title)
        if item.kind is ReviewKind.MOVED:
            return self._moved_back(item, then, version)
        # A record is known by its other fields as well, which come back with it.
        is_whole = then.node == WHOLE or document.codec is Codec.JSON_RECORD
        node = None if is_whole else then.node
        kept = [Kept(document, version, node)]
        if item.now is None:
            if node is not None and item.version.removed and self._is_gone(document.path):
                # It went with its file, and comes back with it.
                kept.insert(0, Kept(document, self._restoring.last_text(document.path)))
            job = self._restoring.prepare_all(kept).job
            return job if node is None or self._holds(version, item, then) else self._saying(item, then, job)
        text, unit = self._find_unchanged(item)
        if not self._holds(version, item, then):
            return self._saying(item, then._replace(id=unit.id, node=unit.node))
        if unit.node == then.node:
            return self._restoring.prepare_all(kept).job
        return self._replaced(item, text, then, version)

    def _moved_back(self, item: InboxItem, then: Unit, version: Version) -> StepJob:
        """What moved, at its old place and not at its new one."""
        text, unit = self._find_unchanged(item)
        if unit.kind in OF_MANY_THINGS:
            return self._with_old_heading(item, text, then, version)
        source, document, root = item.source or item.past, item.past.document, item.past.root
        node = None if then.node == WHOLE else then.node
        job = self._restoring.prepare_all([Kept(source.document, version, node)]).job
        assert root is not None
        view = SeenView(self._workspace.disk)
        after = units_of(root, document, decode(_data_after(job, view, document.path)))
        key, occurrence = after.get(unit.id, unit).node
        taken_out = Change(ChangeKind.REMOVE, document, key, occurrence, bare=True)
        done = self._steps.and_then(job, view, [taken_out], RESTORE)
        assert done is not None
        return replace(done, document=None, key=then.node[0])

    def _holds(self, version: Version, item: InboxItem, then: Unit) -> bool:
        """Whether a version holds what is to come back, and not with lines of others that were not reviewed."""
        root, document = item.past.root, item.past.document
        held = (
            units_of(root, document, self._restoring.text(version)).get(then.id) if root is not None else None
        )
        return held is not None and held.node == then.node and held.says_as(then)

    def _saying(self, item: InboxItem, then: Unit, job: StepJob | None = None) -> StepJob:
        """What is there once `job` is done, made to say what was known. Raises `Refused` where that cannot be said."""
        document, root, view = item.past.document, item.past.root, SeenView(self._workspace.disk)
        assert root is not None
        text = decode(_data_after(job, view, document.path))
        done = self._steps.and_then(job, view, _changes_to(item, text, then), RESTORE)
        found = units_of(root, document, decode(_data_after(done, view, document.path))).get(then.id)
        is_said = found is not None and same_lines(trim(found.text), trim(then.text))
        if done is None or found is None or not is_said or found.beside != then.beside:
            raise Refused("There is no earlier text of “{name}” that could be put back.", name=then.title)
        return replace(done, document=document)

    def _is_gone(self, path: str) -> bool:
        return SeenView(self._workspace.disk).data(path) is None

    def _replaced(self, item: InboxItem, text: str, then: Unit, version: Version) -> StepJob:
        """What has another key in its new words, in its old ones."""
        document, layout = item.past.document, item.past.layout
        old = self._restoring.text(version)
        was = layout.outline(document, old).find(*then.node)
        is_now = layout.outline(document, text).find(*item.unit.node)
        if was is None or is_now is None:
            raise NotFound("“{name}” has no place in {path} any more.", name=then.title, path=document.path)
        if document.why_read_only:
            raise Refused("{reason}", reason=document.why_read_only)
        after = replaced(text, is_now.span, was.span.of(old)).apply(text)
        merge = self._workspace.merge_of(document.path)
        change = FileChange(document.path, encode(text), encode(after), merge)
        return StepJob(document, (change,), RESTORE, then.node[0])

    def _find_unchanged(self, item: InboxItem) -> tuple[str, Unit]:
        """The text on disk, and the unit in it, if it still says what was shown. Raises `Refused`, `StorageError`."""
        document, root, now = item.past.document, item.past.root, item.now
        data = read_at_rest(self._workspace.disk, document.path)
        text = decode(data or b"")
        unit = None
        if data is not None and root is not None and now is not None:
            unit = units_of(root, document, text).get(now.id)
        if unit is None or not unit.says_as(now):
            raise Refused(_CHANGED, name=item.unit.title, path=document.path)
        return text, unit


def _data_after(job: StepJob | None, view: SeenView, path: str) -> bytes:
    """What a file holds once a job is done."""
    files = {file.path: file.after for file in job.files} if job is not None else {}
    return SeenView(view, files).data(path) or b""


def _changes_to(item: InboxItem, text: str, then: Unit) -> list[Change]:
    """What lets a unit of `text` say what it said. A fact with a file of its own says its description and its body."""
    document, says = item.past.document, then.text
    now = item.unit.beside.split("\n")
    lines = (line.partition(": ") for line in then.beside.split("\n") if line not in now)
    parts = {key: value for key, _, value in lines if key}
    if then.node != WHOLE:
        is_record = document.codec is Codec.JSON_RECORD
        fields = ((key, 0, value.replace(LINE_END, "\n")) for key, value in parts.items() if is_record)
        said = ((*then.node, says), *fields)
        return [Change(ChangeKind.SET_BODY, document, *one, unlocked=is_record) for one in said]
    body = item.past.layout.outline(document, text).nodes[-1].body_text(text)
    described = item.unit.text.removesuffix(body)
    if says.startswith(described):
        parts[BODY_KEY] = says[len(described) :]
    else:
        parts["description"], _, parts[BODY_KEY] = says.partition("\n\n")
    return [Change(ChangeKind.SET_BODY, document, key, 0, part) for key, part in parts.items()]
