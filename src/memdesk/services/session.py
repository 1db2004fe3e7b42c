"""One open document: its buffer, the disk text it was loaded from, and what happens when either moves.

A session is free of files and threads. It hands out a `SaveJob` that a worker runs, takes what the disk holds now, and
keeps one promise: what was typed stays in the buffer until the user gives it up.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from memdesk.layouts.contract import Change, ChangeKind, Document, Layout, View
from memdesk.store.outcomes import (
    Conflicted,
    DurabilityUnknown,
    Merged,
    Saved,
    SaveResult,
    Unchanged,
    Vanished,
)
from memdesk.store.save import Store
from memdesk.text.document import Encoding, decode, encode, sniff_encoding
from memdesk.text.editable import EditableText
from memdesk.text.edits import Edit, Span, replace
from memdesk.text.merge import Clash, Merge, merge_texts
from memdesk.text.outline import Outline

NodeId = tuple[str, int]
"""Key and occurrence of a node."""


class Arrival(Enum):
    """What came of a disk text that differs from the one known."""

    SAME = "same"
    RELOADED = "reloaded"
    MERGED = "merged"
    CLASHED = "clashed"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class Taken:
    """How a session took an outside change. `nodes` names what came in; `dropped` are own edits it took over."""

    arrival: Arrival
    nodes: tuple[NodeId, ...] = ()
    dropped: tuple[Edit, ...] = ()
    kept_against_delete: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Conflict:
    """The same nodes changed here and on disk.

    `merge.text` holds everything that does not clash, and mine where it does; `theirs` is the disk text.
    """

    theirs: bytes
    merge: Merge

    @property
    def clashes(self) -> tuple[Clash, ...]:
        """The nodes to settle."""
        return self.merge.clashes


@dataclass(frozen=True, slots=True)
class SaveJob:
    """A save that waits to be run, in any thread: what was in the buffer, and what it was made from."""

    path: str
    base: bytes | None
    mine: bytes
    merge: Callable[[str, str, str], Merge]
    why: str = "edit"

    def run(self, store: Store) -> SaveResult:
        """Go through the one door for writes."""
        if self.base is None:
            return store.create(self.path, self.mine, why=self.why)
        return store.save(self.path, self.base, self.mine, self.merge, why=self.why)


class DocumentSession:
    """An open document. `data` is what the disk held when it was opened, None where there was no file."""

    def __init__(self, document: Document, layout: Layout, data: bytes | None) -> None:
        self.document = document
        self.layout = layout
        self.base = data
        self.text = EditableText(decode(data or b""))
        self.conflict: Conflict | None = None
        self.removed: bytes | None = None
        self._encoding = sniff_encoding(data or b"")
        self._outlines: dict[str, tuple[object, Outline]] = {}

    # Reading

    @property
    def path(self) -> str:
        """Where the document lies."""
        return self.document.path

    @property
    def base_text(self) -> str:
        """The disk text that the buffer was last loaded from or merged with."""
        return decode(self.base or b"")

    @property
    def why_read_only(self) -> str:
        """Why this document cannot be edited; empty where it can."""
        if self._encoding in (Encoding.UTF16, Encoding.BINARY):
            return f"{self.document.title} is {self._encoding.value}, which Memdesk shows and does not edit."
        return self.document.why_read_only

    @property
    def is_dirty(self) -> bool:
        """Whether the buffer holds text that the disk does not."""
        return self.text.text != self.base_text

    @property
    def data(self) -> bytes:
        """The bytes that a save would write."""
        return encode(self.text.text)

    def outline(self) -> Outline:
        """The node tree of the buffer."""
        return self._outline("buffer", self.text.revision, lambda: self.text.text)

    def base_outline(self) -> Outline:
        """The node tree of the disk text."""
        return self._outline("base", self.base, lambda: self.base_text)

    def _outline(self, name: str, version: object, text: Callable[[], str]) -> Outline:
        known = self._outlines.get(name)
        if known is None or known[0] != version:
            known = (version, self.layout.outline(self.document, text()))
            self._outlines[name] = known
        return known[1]

    def unsaved_nodes(self) -> frozenset[NodeId]:
        """The nodes whose text differs from that on disk, in either direction."""
        if not self.is_dirty:
            return frozenset()
        return _differing(_texts(self.base_outline(), self.base_text), _texts(self.outline(), self.text.text))

    # Own changes

    def set_section(self, key: str, body: str, view: View) -> None:
        """Make `body` the body of the section `key`, as one step of undo. Raises `Refused`."""
        self.change(Change(ChangeKind.SET_BODY, self.document, key, body=body), view)

    def change(self, change: Change, view: View) -> None:
        """Make a change in the agent's grammar, as one step of undo. Raises `Refused` with the reason."""
        plan = self.layout.compose(view, change)
        self.text.replace_all(plan.edits.get(self.path, ()))

    def revert_node(self, node_id: NodeId) -> None:
        """Give a node the text it has on disk, as one step of undo; a node that is new goes."""
        now, then = self.outline().find(*node_id), self.base_outline().find(*node_id)
        if now is not None:
            old = then.span.of(self.base_text) if then is not None else ""
            self.text.replace_all([replace(self.text.text, now.span, old)])

    def repair(self, edits: tuple[Edit, ...]) -> None:
        """Make the edits of a repair, as one step of undo."""
        self.text.replace_all(edits)

    # Saving

    def prepare_save(self) -> SaveJob:
        """What a worker needs to save the buffer as it is now."""
        self.text.seal()
        return SaveJob(self.path, self.base, self.data, self.merge)

    def merge(self, base: str, mine: str, theirs: str) -> Merge:
        """The three-way merge of this document's grammar."""
        return merge_texts(base, mine, theirs, lambda text: self.layout.outline(self.document, text))

    def finish_save(self, job: SaveJob, result: SaveResult) -> Taken:
        """Take up how a save ended; what was typed meanwhile stays."""
        if isinstance(result, Saved | Unchanged | DurabilityUnknown):
            self._now_on_disk(result.data)
            return Taken(Arrival.SAME)
        if isinstance(result, Merged):
            return self._take_merged(job, result.data)
        if isinstance(result, Conflicted):
            return self._clash(result.theirs)
        return self._take_removal() if isinstance(result, Vanished) else Taken(Arrival.SAME)

    def _take_merged(self, job: SaveJob, data: bytes) -> Taken:
        before = _texts(self.outline(), self.text.text)
        merge = self.merge(decode(job.mine), self.text.text, decode(data))
        self.base = job.mine
        if not merge.clean:
            return self._clash(data)
        self._come_in(merge.text)
        self._now_on_disk(data)
        return Taken(Arrival.MERGED, self._came_in(before), self._dropped(), merge.kept_against_delete)

    # Other people's changes

    def take_disk(self, data: bytes | None) -> Taken:
        """Take what the disk holds now, None for no file: reload where clean, merge where dirty, else ask."""
        if data == self.base:
            self.conflict = None
            return Taken(Arrival.SAME)
        if data is None:
            return self._take_removal()
        self.removed = None
        if data == self.data:
            self._now_on_disk(data)
            return Taken(Arrival.SAME)
        before, dirty = _texts(self.outline(), self.text.text), self.is_dirty
        merge = self.merge(self.base_text, self.text.text, decode(data)) if dirty else Merge(decode(data))
        if not merge.clean:
            return self._clash(data)
        self._come_in(merge.text)
        self._now_on_disk(data)
        arrival = Arrival.MERGED if dirty else Arrival.RELOADED
        return Taken(arrival, self._came_in(before), self._dropped(), merge.kept_against_delete)

    def _take_removal(self) -> Taken:
        dirty, self.removed = self.is_dirty, self.base
        self.base, self.conflict = None, None
        if not dirty:
            self._come_in("")
        return Taken(Arrival.REMOVED, dropped=self._dropped())

    def _clash(self, theirs: bytes) -> Taken:
        merge = self.merge(self.base_text, self.text.text, decode(theirs))
        if merge.clean:
            self._come_in(merge.text)
            self._now_on_disk(theirs)
            return Taken(Arrival.MERGED, dropped=self._dropped())
        self.conflict = Conflict(theirs, merge)
        return Taken(Arrival.CLASHED, tuple((clash.key, clash.occurrence) for clash in merge.clashes))

    # Settling a conflict

    def keep_mine(self) -> None:
        """Settle the conflict: mine where both changed, theirs everywhere else. A save then writes it."""
        self._settle(lambda _mine, _theirs: None)

    def take_theirs(self) -> None:
        """Settle the conflict with theirs; giving mine up is one step of undo."""
        self._settle(lambda _mine, theirs: theirs)

    def keep_both(self) -> None:
        """Settle the conflict with theirs first, then mine; one step of undo."""
        self._settle(_joined)

    def _settle(self, choose: Callable[[str, str], str | None]) -> None:
        conflict = self.conflict
        if conflict is None:
            return
        merge = self.merge(self.base_text, self.text.text, decode(conflict.theirs))
        self._come_in(merge.text)
        self._now_on_disk(conflict.theirs)
        outline = self.outline()
        edits = []
        for clash in merge.clashes:
            node = outline.find(clash.key, clash.occurrence)
            chosen = choose(clash.mine or "", clash.theirs or "")
            if chosen is not None:
                span = node.span if node is not None else Span(outline.end, outline.end)
                edits.append(replace(self.text.text, span, chosen))
        self.text.replace_all(edits)

    # One step below

    def _now_on_disk(self, data: bytes) -> None:
        self.base, self.conflict, self.removed = data, None, None
        self._encoding = sniff_encoding(data)

    def _come_in(self, text: str) -> None:
        self.text.apply_outside(text)

    def _came_in(self, before: dict[NodeId, str]) -> tuple[NodeId, ...]:
        return tuple(sorted(_differing(before, _texts(self.outline(), self.text.text))))

    def _dropped(self) -> tuple[Edit, ...]:
        dropped = self.text.dropped
        self.text.forget_dropped()
        return dropped


def _texts(outline: Outline, text: str) -> dict[NodeId, str]:
    return {(node.key, node.occurrence): node.span.of(text) for node in outline.leaves()}


def _differing(before: dict[NodeId, str], after: dict[NodeId, str]) -> frozenset[NodeId]:
    return frozenset(
        node_id for node_id in before.keys() | after.keys() if before.get(node_id) != after.get(node_id)
    )


def _joined(mine: str, theirs: str) -> str:
    """Theirs, then the lines of mine below its heading that theirs does not have."""
    known = set(theirs.split("\n"))
    own = [line for line in mine.split("\n") if line and line not in known]
    if not own:
        return theirs
    blank = theirs[len(theirs.rstrip("\r\n")) :] or "\n"
    line_end = "\r\n" if blank.startswith("\r\n") else "\n"
    return theirs.rstrip("\r\n") + line_end + line_end.join(line.removesuffix("\r") for line in own) + blank
