"""Bring back an earlier version of a document, or of one node of it, by a save like any other change."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from memdesk.errors import NotFound, Refused
from memdesk.layouts.documents import Codec, Document
from memdesk.services.documents.merging import merge_sections
from memdesk.services.documents.taken import NodeId
from memdesk.services.machine.seen_view import SeenView
from memdesk.services.remembered.node_differences import Counterparts
from memdesk.services.steps.index_lines import IndexLines
from memdesk.services.steps.step import Step, StepJob
from memdesk.store.outcomes import FileChange, MergeTexts
from memdesk.text.document import decode, encode, line_end_near
from memdesk.text.edits import replace
from memdesk.text.outline import Node, NodeKind, Outline
from memdesk.text.parts import in_place_of

if TYPE_CHECKING:
    from memdesk.services.steps.steps import Steps
    from memdesk.services.workspace.workspace import Workspace
    from memdesk.store.history import History
    from memdesk.store.progress import Progress
    from memdesk.store.versions import Version

RESTORE = "restore"
"""Why a version is in the history that came from a restore."""
_GAP = " \t\r\n"
_WORD = re.compile(r"\w+|[^\s\x00-\x7f]")
_A_MASK = re.compile(r"\*[*\r\n]{3,}")


class Place(Enum):
    """Where a restored node is put."""

    WHERE_IT_IS = "where it is"
    """It is there in other words, which are replaced."""
    WHERE_IT_WAS = "where it was"
    SECTION_END = "section end"
    DOCUMENT_END = "document end"


class Placed(NamedTuple):
    """A text with a node back in it; `section` is the title of the section that it is at the end of."""

    text: str
    place: Place
    section: str = ""


class Kept(NamedTuple):
    """What can be restored: a document as a version has it, or one node of it."""

    document: Document
    version: Version
    node: NodeId | None = None


class Restore(NamedTuple):
    """A restore that is ready to be run, and where each of its nodes comes to stand."""

    job: StepJob
    places: tuple[Placed, ...]


class Restoring:
    """Finds earlier versions of the documents of a workspace and brings them back, as steps that can be undone."""

    def __init__(self, workspace: Workspace, steps: Steps, history: Callable[[], History]) -> None:
        self._workspace = workspace
        self._steps = steps
        self._history = history
        self._lines = IndexLines(workspace, history)

    def versions(self, path: str) -> tuple[Version, ...]:
        """Every version of a document that is known, newest first. Raises `HistoryError`."""
        return self._history().versions(path)

    def text(self, version: Version) -> str:
        """What a version holds; empty for one in which the file was gone. Raises `HistoryError`."""
        return "" if version.removed else decode(self._history().data(version.id))

    def last_text(self, path: str) -> Version:
        """The newest version in which the document was there; for one that is gone. Raises `NotFound`."""
        found = next(
            (version for version in self.versions(path) if version.landed and not version.removed), None
        )
        if found is None:
            raise NotFound("No version of {path} is known.", path=path)
        return found

    def version(self, path: str, number: int) -> Version:
        """The version of this number. Raises `NotFound`, `HistoryError`."""
        found = next((version for version in self.versions(path) if version.id == number), None)
        if found is None:
            raise NotFound(
                "{path} has no version {number}.",
                hint="memdesk history lists those it has.",
                path=path,
                number=number,
            )
        return found

    def prepare(self, document: Document, version: Version, node: NodeId | None = None) -> StepJob:
        """A restore of one thing, ready to be run; as `prepare_all`."""
        return self.prepare_all([Kept(document, version, node)]).job

    def prepare_all(self, wanted: Sequence[Kept], progress: Progress | None = None) -> Restore:
        """A restore of all of this as one step, ready to be run, and where the nodes come to stand. For a worker.

        Raises:
            Stopped: `progress` wants no more of it.
            NotFound: a version does not have that node, or the file was gone then.
            Refused: a document cannot be written, or what is wanted has no place in it any more, as in a file that is
                gone.
            HistoryError: the history cannot be read.
        """
        by_path: dict[str, list[Kept]] = {}
        for one in wanted:
            by_path.setdefault(one.document.path, []).append(one)
        places, files = list[Placed](), list[FileChange]()
        for together in by_path.values():
            if progress is not None:
                progress.go_on()
            files.append(self._file_change(together, places))
        files += self._index_changes(wanted, files, progress)
        first = wanted[0]
        key = first.node[0] if first.node is not None and len(wanted) == 1 else ""
        # Nothing is made of a restore that an entry's key could name, where there are several documents.
        document = first.document if len(by_path) == 1 else None
        return Restore(StepJob(document, tuple(files), RESTORE, key), tuple(places))

    def _file_change(self, together: Sequence[Kept], places: list[Placed]) -> FileChange:
        document = together[0].document
        if document.why_read_only:
            raise Refused("{reason}", reason=document.why_read_only)
        self._workspace.writable.allow_beside(document, document.path)
        before = self._on_disk(document.path)
        after = before
        for one in sorted(together, key=lambda one: one.node is not None):
            after = self._with(one, after, places)
        # A file that is made is merged with nothing; to ask for its merge would list every root for it.
        merge = merge_sections if before is None else self._workspace.merge_of(document.path)
        return FileChange(document.path, before, after, merge)

    def _index_changes(
        self, wanted: Sequence[Kept], files: Sequence[FileChange], progress: Progress | None
    ) -> list[FileChange]:
        """The lines that named files which come back, where these went with them, back in their indexes."""
        whole = {one.document.path: one.document for one in wanted if one.node is None}
        taken = {file.path for file in files}
        texts: dict[str, bytes | None] = {}
        changed: dict[str, Document] = {}
        for file in files:
            document, said = whole.get(file.path), file.after
            if document is None or said is None or file.before is not None:
                continue
            if progress is not None:
                progress.go_on()
            # An index that comes back itself has its lines.
            for line in self._lines.of(document, said, texts, taken):
                path = line.document.path
                merge = self._workspace.merge_of(path)
                outline_of = partial(line.root.layout.outline, line.document)
                placed = with_node_of(decode(texts[path] or b""), line.text, line.node, outline_of, merge)
                if placed is not None:
                    texts[path], changed[path] = encode(placed.text), line.document
        changes = []
        for path, document in changed.items():
            self._workspace.writable.allow_beside(document, path)
            changes.append(FileChange(path, self._on_disk(path), texts[path], self._workspace.merge_of(path)))
        return changes

    def _with(self, one: Kept, data: bytes | None, places: list[Placed]) -> bytes:
        document, version, node = one
        if version.removed:
            raise NotFound("In version {id}, {path} was gone.", id=version.id, path=document.path)
        old = self._history().data(version.id)
        if node is None:
            refuse_masked(version, decode(old))
            return old
        if data is None:
            raise Refused("{path} is gone; restore the file before a part of it.", path=document.path)
        layout, merge_of = self._workspace.layout_of(document), self._workspace.merge_of(document.path)
        was = layout.outline(document, decode(old)).find(*node)
        refuse_masked(version, decode(old) if was is None else was.span.of(decode(old)))
        placed = with_node_of(
            decode(data), decode(old), node, lambda text: layout.outline(document, text), merge_of
        )
        if placed is None:
            raise NotFound("Version {id} has no “{key}”.", id=version.id, key=node[0])
        if placed.place is Place.DOCUMENT_END and document.codec is Codec.JSON_RECORD:
            raise Refused(
                "The place of “{key}” in {path} is gone.",
                hint="Restore the whole version, or copy its text.",
                key=node[0],
                path=document.path,
            )
        places.append(placed)
        return encode(placed.text)

    def restore(self, document: Document, version: Version, node: NodeId | None = None) -> Step:
        """Restore here and now; undone by `Steps.undo`. Raises as `prepare`."""
        return self._steps.now(self.prepare(document, version, node))

    def _on_disk(self, path: str) -> bytes | None:
        return SeenView(self._workspace.disk).data(path)


def refuse_masked(version: Version, text: str) -> None:
    """A text that was purged must not come back as if it were what somebody wrote. Raises `Refused`."""
    if version.purged and (not text or _A_MASK.search(text)):
        raise Refused(
            "Of version {id}, this was purged, so it cannot be restored.",
            hint="Restore another part of it, or another version.",
            id=version.id,
        )


def with_node_of(
    text: str, old: str, node: NodeId, outline_of: Callable[[str], Outline], merge: MergeTexts
) -> Placed | None:
    """`text` with one node as `old` has it, and where that is; None if `old` does not have it.

    It comes to its old place where the neighbours still tell, else to the end of the section it stood in. Where that is
    gone, its heading comes along. Nothing else is otherwise than it is in `text`.
    """
    was, present = outline_of(old), outline_of(text)
    then, now = was.find(*node), Counterparts(old, text, was, present).of(node)
    if then is None:
        return None
    if then in was.named:
        # A heading inside a section has no place of its own in the tree.
        now = present.find(*node)
    if now is not None and now.kind is then.kind is NodeKind.FIELD:
        # What joins it to its neighbours is theirs: a comma, an indentation.
        return Placed(replace(text, now.body, then.body.of(old)).apply(text), Place.WHERE_IT_IS)
    if now is not None:
        words = in_place_of(text, now.span, old, then.span)
        return Placed(replace(text, now.span, words).apply(text), Place.WHERE_IT_IS)
    section = _section_with(was, then)
    ways = [(then, then.span.of(old))]
    if section is not None and then.kind is not NodeKind.HEADING and _find(present, section) is None:
        ways.insert(0, (section, _alone(old, section, then)))
    for goes, words in ways:
        # As if somebody had added it to a text that was `old` without it.
        added = merge(replace(old, goes.span, "").apply(old), replace(old, goes.span, words).apply(old), text)
        if added.clean and _is_only_more(text, words, added.text):
            return Placed(added.text, Place.WHERE_IT_WAS)
    return _at_an_end(text, present, ways[0][1], section)


def _find(outline: Outline, node: Node) -> Node | None:
    return outline.find(node.key, node.occurrence)


def _alone(old: str, section: Node, node: Node) -> str:
    """A section with one of its nodes alone: what leads to them, the node, and the gap behind them."""
    first = next(child for child in section.children if child.kind is not NodeKind.HEADING)
    head, whole = old[section.span.start : first.span.start], section.span.of(old)
    return head + node.span.of(old).rstrip(_GAP) + whole[len(whole.rstrip(_GAP)) :]


def _is_only_more(text: str, words: str, result: str) -> bool:
    """Whether a result says all that the text does, and beyond that at most the words that are to come to it.

    Marks of the grammar do not count: what joins one thing to the next may change.
    """
    before, more, after = (Counter(_WORD.findall(each)) for each in (text, words, result))
    return before <= after <= before + more


def _at_an_end(text: str, present: Outline, words: str, section: Node | None) -> Placed:
    line_end = line_end_near(text, len(text))
    here = _find(present, section) if section is not None else None
    if here is None or here.kind is not NodeKind.SECTION:
        return Placed(_ended(text, line_end) + words, Place.DOCUMENT_END)
    end = here.span.start + len(here.span.of(text).rstrip(_GAP))
    rest = text[end:].removeprefix("\r").removeprefix("\n")
    placed = _ended(text[:end], line_end) + _ended(words.strip("\r\n"), line_end) + rest
    return Placed(placed, Place.SECTION_END, here.title)


def _section_with(outline: Outline, node: Node) -> Node | None:
    """The section that a node stands in; None where it stands in none."""
    above = (one for one in outline.walk() if node in one.children)
    return next((one for one in above if one.kind is NodeKind.SECTION), None)


def _ended(text: str, line_end: str) -> str:
    return text if not text or text.endswith("\n") else f"{text}{line_end}"
