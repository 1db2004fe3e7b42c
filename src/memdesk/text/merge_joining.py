"""Merged nodes as one text again, with the gaps between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from memdesk.text.document import line_end_near
from memdesk.text.edits import Span
from memdesk.text.fences import open_fence
from memdesk.text.merge_lines import pick
from memdesk.text.merge_nodes import MergedNode, Sides
from memdesk.text.merge_result import Clash, Merge
from memdesk.text.outline import NodeKind
from memdesk.text.parts import Part


def joined(nodes: Sequence[MergedNode], sides: Sequence[Sequence[Part]], usual_gap: str) -> Merge:
    """The text of the nodes that are not deleted, and what there is to say about each.

    `sides` are the parts of base, mine and theirs; `usual_gap` stands behind a node where no side has an example.
    """
    kept = [node for node in nodes if node.content is not None]
    joint = _Joint()
    for node, gap in zip(kept, _gaps(kept, sides, usual_gap), strict=True):
        joint.add(node, gap)
    gone = (node.sides.any.key for node in nodes if node.content is None and node.was_taken_as(None))
    return Merge(
        "".join(joint.pieces),
        tuple(joint.clashes),
        (*joint.taken, *gone),
        tuple(joint.kept_against_delete),
        tuple(joint.returned),
    )


@dataclass(slots=True)
class _Joint:
    """A text that grows node by node."""

    pieces: list[str] = field(default_factory=list)
    clashes: list[Clash] = field(default_factory=list)
    taken: list[str] = field(default_factory=list)
    kept_against_delete: list[str] = field(default_factory=list)
    returned: list[str] = field(default_factory=list)
    _at: int = 0
    _seen: Counter[str] = field(default_factory=Counter)

    def add(self, node: MergedNode, gap: str) -> None:
        """Put a node behind those that are there."""
        key = node.sides.any.key
        inside = _joined_inside(node)
        content = node.content or "" if inside is None else inside.text
        if node.inside and inside is None:
            # Its nodes do not go together: it is decided on as a whole.
            self._add_clash(node, gap, len(content))
        elif inside is not None:
            self.clashes += [clash.moved(self._at) for clash in inside.clashes]
            self.kept_against_delete += inside.kept_against_delete
            self.returned += inside.returned
        elif node.clashes:
            self._add_clash(node, gap, len(content))
        if node.was_taken_as(content):
            self.taken.append(key)
        if node.was_kept_against_delete:
            self.kept_against_delete.append(key)
        if node.was_returned:
            self.returned.append(key)
        self._seen[key] += 1
        self.pieces.append(content + gap)
        self._at += len(content) + len(gap)

    def _add_clash(self, node: MergedNode, gap: str, size: int) -> None:
        key = node.sides.any.key
        base, mine, theirs = (None if part is None else part.content + gap for part in node.sides)
        span = Span(self._at, self._at + size + len(gap))
        self.clashes.append(Clash(key, self._seen[key], base, mine, theirs, span, _both(node.sides, gap)))


def _both(sides: Sides, gap: str) -> str | None:
    """What keeps both sides of a clash where their lines together would not: a key has one value, an entry one id."""
    if sides.mine is None or sides.theirs is None:
        return None
    if sides.mine.kind is NodeKind.FIELD:
        return sides.mine.content + gap
    if sides.base is None and sides.mine.kind is NodeKind.ENTRY:
        between = gap if "\n" in gap else line_end_near(sides.theirs.content, 0) * 2
        return sides.theirs.content + between + sides.mine.content + gap
    return None


def _joined_inside(node: MergedNode) -> Merge | None:
    """The text of what a node holds; None where it holds nothing, or what it holds leaves a fence open."""
    children = node.sides.children
    if not node.inside or children is None:
        return None
    line_end = line_end_near(node.sides.any.content, 0)
    merge = joined(node.inside, children, line_end)
    opened = open_fence(merge.text) and not any(part and open_fence(part.content) for part in node.sides[1:])
    return None if opened else merge


def _gaps(nodes: Sequence[MergedNode], sides: Sequence[Sequence[Part]], usual: str) -> Iterator[str]:
    """What stands behind each node: the choice of the side that changed it, or what is usual in the document.

    The end of a text tells nothing about a gap between nodes, nor the other way round.
    """
    lasts = [parts[-1] if parts else None for parts in sides]
    for node in nodes[:-1]:
        inner = (
            part.gap if part and part is not last else None
            for part, last in zip(node.sides, lasts, strict=True)
        )
        gap = pick(*inner)
        yield _usual(node, sides, usual) if gap is None or (node.content and "\n" not in gap) else gap
    if nodes:
        yield pick(*(last.gap if last else None for last in lasts)) or ""


def _usual(node: MergedNode, sides: Sequence[Sequence[Part]], usual: str) -> str:
    """The gap behind another node of that kind, else behind any."""
    parts = [part for parts in reversed(sides) for part in parts[:-1] if "\n" in part.gap]
    same = (part.gap for part in parts if part.kind is node.sides.any.kind)
    return next(same, parts[0].gap if parts else usual)
