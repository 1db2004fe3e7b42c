"""The rows of a part of a document: read from its nodes, with what is known of each beside its text."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from memdesk.layouts.contract import Injected, Source
from memdesk.services.remembered.moments import NOTED, moment_s
from memdesk.text.edits import Span
from memdesk.text.outline import Node, NodeKind
from memdesk.ui.editor.page_parts import Group, PagePart
from memdesk.ui.editor.session import NO_MARK, Loss, NodeId, SectionMark
from memdesk.ui.entries.row import Row, RowKind, Sent
from memdesk.ui.i18n import tr

_ENTRIES = frozenset({NodeKind.ENTRY, NodeKind.INDEX_LINE})


class Order(Enum):
    """The order of rows in a group."""

    FILE = "file"
    NEWEST = "newest"


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of nodes beside their text."""

    marks: Mapping[NodeId, SectionMark] = field(default_factory=dict)
    losses: Sequence[Loss] = ()
    sent: Mapping[NodeId, Sent] = field(default_factory=dict)
    dead: frozenset[NodeId] = frozenset()
    """Lines that lead to no file."""

    def with_marks(self, marks: Mapping[NodeId, SectionMark]) -> Known:
        """The same with other marks."""
        return replace(self, marks=marks)

    def with_losses(self, losses: Sequence[Loss]) -> Known:
        """The same with other losses."""
        return replace(self, losses=losses)

    def with_sent(self, sent: Mapping[NodeId, Sent]) -> Known:
        """The same where the agent gets other entries."""
        return replace(self, sent=sent)

    def with_dead(self, dead: frozenset[NodeId]) -> Known:
        """The same where other lines lead to no file."""
        return replace(self, dead=dead)


@dataclass(frozen=True, slots=True)
class Choice:
    """Which rows are shown, and in which order: those of one `group`, or with one `sent`, where these are given."""

    order: Order = Order.FILE
    sent: Sent | None = None
    group: str | None = None

    @property
    def is_plain(self) -> bool:
        """Whether all rows stand as in the file."""
        return self.order is Order.FILE and self.sent is None and self.group is None


@dataclass(frozen=True, slots=True)
class NewEntry:
    """A new entry that is being written: below which node it is shown, and its own node once it is in the text."""

    group: str
    below: NodeId | None
    node_id: NodeId | None = None


def time_of(node: Node) -> float | None:
    """The time of an entry's stamp, in Unix seconds; None where it has none that can be read."""
    for name in NOTED:
        written = node.facts.get(name)
        if written:
            return moment_s(written)
    return None


def entries_of(part: PagePart) -> Iterator[Node]:
    """All nodes of a part that are entries."""
    return (node for group in part.groups for node in group.entries if node.kind in _ENTRIES)


def sent_of(injected: Injected, path: str, nodes: Iterable[Node]) -> dict[NodeId, Sent]:
    """Which entries of the document at `path` the agent gets, and which its budget leaves out."""
    given = sorted(
        piece.origin.span
        for piece in injected.pieces
        if isinstance(piece.origin, Source) and piece.origin.path == path
    )
    cut = sorted(cut.span for cut in injected.cut if cut.path == path)
    found = {}
    for node in nodes:
        span = node.body if node.body.start < node.body.end else node.span
        if _overlaps(given, span):
            found[node.key, node.occurrence] = Sent.SENT
        elif _overlaps(cut, span):
            found[node.key, node.occurrence] = Sent.LEFT_OUT
    return found


def _overlaps(spans: Sequence[Span], wanted: Span) -> bool:
    """Whether one of `spans`, sorted and apart from one another, shares a character with `wanted`."""
    at = bisect_right(spans, (wanted.end - 1, wanted.end))
    return any(span.start < wanted.end and wanted.start < span.end for span in spans[max(0, at - 1) : at + 1])


def _group_of(part: PagePart, new: NewEntry) -> Group | None:
    """The group that a new entry is written in: of several with its key, the one that it is to stand in."""
    meant = [group for group in part.groups if group.key == new.group]
    holding = (
        group for group in meant if new.below in [(node.key, node.occurrence) for node in group.entries]
    )
    return next(holding, meant[0] if meant else None)


class RowReader:
    """Reads the rows of `part`. `folded` says of groups whether only their head is shown."""

    def __init__(
        self, part: PagePart, text: str, known: Known, choice: Choice, *, can_add: bool, new: NewEntry | None
    ) -> None:
        self._part = part
        self._text = text
        self._known = known
        self._choice = choice
        self._can_add = can_add
        self._new = new
        self._new_group = _group_of(part, new) if new is not None else None
        self._has_stamps = any(time_of(node) is not None for node in entries_of(part))
        self._losses = _losses_by_node(part, known.losses)

    def rows(self, folded: Mapping[str, bool]) -> list[Row]:
        """All rows, in order."""
        found: list[Row] = []
        counts: Counter[str] = Counter()
        for group in self._part.groups:
            nth = counts[group.key]
            counts[group.key] += 1
            if self._choice.group is not None and group.key != self._choice.group:
                continue
            rows = self._entries(group)
            if not rows and self._choice.sent is not None:
                continue
            has_head = bool(group.title)
            is_new_here = group is self._new_group
            is_folded = has_head and folded.get(group.key, not group.entries) and not is_new_here
            if has_head:
                found.append(self._head(group, rows, nth, is_folded=is_folded))
            if not is_folded:
                found += _as_card([*rows, *self._adding(group, nth, has_new=is_new_here)])
        return found

    def _head(self, group: Group, rows: Sequence[Row], nth: int, *, is_folded: bool) -> Row:
        count = sum(row.kind is RowKind.ENTRY for row in rows)
        return Row(RowKind.HEAD, group, group.node, text=group.title, count=count, folded=is_folded, nth=nth)

    def _adding(self, group: Group, nth: int, *, has_new: bool) -> list[Row]:
        if not self._can_add or has_new or self._choice.sent is not None:
            return []
        return [Row(RowKind.ADD, group, text=tr("Add an entry"), nth=nth)]

    def _entries(self, group: Group) -> list[Row]:
        choice, new = self._choice, self._new
        written = new.node_id if new is not None else None
        nodes = [node for node in group.entries if (node.key, node.occurrence) != written]
        if choice.order is Order.NEWEST:
            nodes = sorted(nodes, key=lambda node: -(time_of(node) or 0.0))
        rows = [self._row(group, node) for node in nodes]
        if choice.sent is not None:
            rows = [row for row in rows if row.sent is choice.sent]
        if new is not None and group is self._new_group:
            names = [(row.node.key, row.node.occurrence) if row.node else None for row in rows]
            at = names.index(new.below) + 1 if new.below in names else len(rows)
            rows.insert(at, Row(RowKind.NEW, group, text=tr("New entry")))
        return rows

    def _row(self, group: Group, node: Node) -> Row:
        node_id = (node.key, node.occurrence)
        is_entry = node.kind in _ENTRIES
        kind = RowKind.ENTRY if is_entry else RowKind.TEXT if node.editable else RowKind.LINE
        lead, text = self._words(node)
        time_s = time_of(node)
        return Row(
            kind,
            group,
            node,
            lead=lead,
            text=text,
            time_s=time_s,
            lacks_stamp=is_entry and self._has_stamps and time_s is None,
            sent=self._known.sent.get(node_id, Sent.UNKNOWN),
            mark=self._mark(node),
            losses=self._losses.get(node_id, ()),
            note=tr("its file is gone") if node_id in self._known.dead else self._note_of(node),
            source=self._text,
        )

    def _mark(self, node: Node) -> SectionMark:
        """What is known of an entry, that of its sections included."""
        marks = self._known.marks
        found = [marks.get((one.key, one.occurrence), NO_MARK) for one in (node, *node.children)]
        if len(found) == 1:
            return found[0]
        return SectionMark(
            any(mark.unsaved for mark in found),
            any(mark.clash for mark in found),
            sum(mark.changed for mark in found),
            pinned=any(mark.pinned for mark in found),
        )

    def _note_of(self, node: Node) -> str:
        return _note(node) or (tr("pinned") if self._mark(node).pinned else "")

    def _words(self, node: Node) -> tuple[str, str]:
        """What stands before the words of an entry, and its words."""
        if node.children:
            return "", node.title
        body = node.body_text(self._text)
        if not node.title or body.startswith(node.title) or node.kind is NodeKind.LOOSE:
            return "", body or node.title
        return node.title, body


def _note(node: Node) -> str:
    if node.kind is NodeKind.INDEX_LINE and node.occurrence:
        return tr("listed twice")
    if replacement := node.facts.get("deprecated_by"):
        return tr("replaced by {id}", id=replacement)
    if node.facts.get("duplicate") == "yes":
        return tr("a later entry has its id")
    if node.facts.get("parts") == "yes":
        return tr("what stands below is not shown")
    return tr("below the line") if node.facts.get("below") == "yes" else ""


def _losses_by_node(part: PagePart, losses: Sequence[Loss]) -> dict[NodeId, tuple[Loss, ...]]:
    nodes = sorted((node for group in part.groups for node in group.entries), key=lambda node: node.span)
    starts = [node.span.start for node in nodes]
    found: dict[NodeId, tuple[Loss, ...]] = {}
    for loss in losses:
        at = bisect_right(starts, loss.span.start) - 1
        if at >= 0 and nodes[at].span.contains(loss.span.start):
            node_id = (nodes[at].key, nodes[at].occurrence)
            found[node_id] = (*found.get(node_id, ()), loss)
    return found


def _as_card(rows: Sequence[Row]) -> list[Row]:
    """`rows` on one card: the first and the last one know that they are."""
    found = list(rows)
    if found:
        found[0] = replace(found[0], starts_card=True)
        found[-1] = replace(found[-1], ends_card=True)
    return found
