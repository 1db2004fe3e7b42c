"""Which nodes a three-way merge has, what each of them says, and in which order they stand."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from memdesk.text.alignment import align, is_ascending
from memdesk.text.fences import open_fence
from memdesk.text.merge_lines import lines_of, merge_lines, pick, same_lines
from memdesk.text.outline import NodeKind
from memdesk.text.parts import Part

_AT_THE_TOP = (NodeKind.PREAMBLE, NodeKind.FRONT_MATTER)
_ONE_OF_A_KEY = (NodeKind.ENTRY, NodeKind.INDEX_LINE, NodeKind.FIELD)
"""Kinds of which two with the same key that both sides added are not to be joined to one."""


class Sides(NamedTuple):
    """A node as base, mine and theirs have it; None where a side has none."""

    base: Part | None
    mine: Part | None
    theirs: Part | None

    @property
    def any(self) -> Part:
        """The part of one side, mine first, for what all have in common."""
        return next(part for part in (self.mine, self.theirs, self.base) if part)

    @property
    def children(self) -> tuple[Sequence[Part], Sequence[Part], Sequence[Part]] | None:
        """What the node holds on each side, where it can be merged child by child; else None."""
        if not (self.mine and self.mine.children and self.theirs and self.theirs.children):
            return None
        if self.base is None:
            return (), self.mine.children, self.theirs.children
        return (self.base.children, self.mine.children, self.theirs.children) if self.base.children else None


@dataclass(frozen=True, slots=True, eq=False)
class MergedNode:
    """A node of the merge; compared by identity.

    `content` is what it says, mine where the sides clash, None where it is deleted. Where `inside` is not empty, its
    nodes say it instead. `is_kept` and `is_returned`: a line in it was edited by mine, or theirs, and deleted by the
    other.
    """

    sides: Sides
    content: str | None
    clashes: bool = False
    inside: tuple[MergedNode, ...] = ()
    is_kept: bool = False
    is_returned: bool = False

    def was_taken_as(self, content: str | None) -> bool:
        """Whether something of theirs came in, where `content` is what the merged node says in the end."""
        mine = self.sides.mine
        if content is None or mine is None:
            return (mine is None) != (content is None)
        return not same_lines(mine.content, content)

    @property
    def was_kept_against_delete(self) -> bool:
        """Whether theirs deleted what mine had edited."""
        return self.is_kept or self._stays_without(self.sides.theirs)

    @property
    def was_returned(self) -> bool:
        """Whether mine deleted what theirs had edited."""
        return self.is_returned or self._stays_without(self.sides.mine)

    def _stays_without(self, side: Part | None) -> bool:
        return self.sides.base is not None and side is None and self.content is not None


def merge_nodes(base: Sequence[Part], mine: Sequence[Part], theirs: Sequence[Part]) -> list[MergedNode]:
    """The nodes of the merge in order, deleted ones where they stood in mine."""
    to_mine, to_theirs = _aligned(base, mine, theirs)
    sides = [
        Sides(part, _at(mine, i), _at(theirs, j)) for part, i, j in zip(base, to_mine, to_theirs, strict=True)
    ]
    new = (_left_out(mine, to_mine), _left_out(theirs, to_theirs))
    nodes = [_settled(one) for one in (*sides, *_added(*new))]
    mine_was_moved = not is_ascending(to_mine)
    return _ordered(nodes, mine, theirs, mine_was_moved=mine_was_moved)


def _aligned(
    base: Sequence[Part], mine: Sequence[Part], theirs: Sequence[Part]
) -> tuple[list[int | None], list[int | None]]:
    """For each base part the part of mine, and of theirs, that is the same node, or None.

    A node that one side has by a name that the other one gave to a new node was not renamed, however alike it is to one
    that is gone: both added it.
    """
    to_mine, to_theirs = align(base, mine), align(base, theirs)
    added = [{(part.kind, part.key) for part in _left_out(mine, to_mine)}]
    added.append({(part.kind, part.key) for part in _left_out(theirs, to_theirs)})
    for found, parts, names in ((to_mine, mine, added[1]), (to_theirs, theirs, added[0])):
        for i, j in enumerate(found):
            if j is not None and parts[j].key != base[i].key and (parts[j].kind, parts[j].key) in names:
                found[i] = None
    return to_mine, to_theirs


def _at(parts: Sequence[Part], index: int | None) -> Part | None:
    return None if index is None else parts[index]


def _left_out(parts: Sequence[Part], found: Sequence[int | None]) -> list[Part]:
    """The parts that no base part became."""
    known = set(found)
    return [part for i, part in enumerate(parts) if i not in known]


def _added(mine: Sequence[Part], theirs: Sequence[Part]) -> Iterator[Sides]:
    """New nodes. What both sides added under one key is one node."""
    waiting: defaultdict[tuple[NodeKind, str], deque[Part]] = defaultdict(deque)
    for part in theirs:
        waiting[part.kind, part.key].append(part)
    for part in mine:
        same = waiting[part.kind, part.key]
        yield Sides(None, part, same.popleft() if same else None)
    for left in waiting.values():
        yield from (Sides(None, None, part) for part in left)


def _settled(sides: Sides) -> MergedNode:
    """What becomes of one node."""
    base, mine, theirs = sides
    if mine is None or theirs is None:
        return MergedNode(sides, _one_sided(base, sides.any))
    if theirs.content in (mine.content, base and base.content):
        return MergedNode(sides, mine.content)
    if base and mine.content == base.content:
        return MergedNode(sides, theirs.content)
    is_new_twice = base is None and sides.any.kind in _ONE_OF_A_KEY
    if not is_new_twice and (children := sides.children):
        return MergedNode(sides, mine.content, inside=tuple(merge_nodes(*children)))
    return _merged_words(sides, mine, theirs, is_new_twice=is_new_twice)


def _merged_words(sides: Sides, mine: Part, theirs: Part, *, is_new_twice: bool) -> MergedNode:
    """A node that both sides changed, merged by its lines, else by its words and what is around them."""
    base = sides.base
    if is_new_twice and not same_lines(mine.content, theirs.content):
        framed = _merged_frames(sides, mine, theirs)
        return MergedNode(sides, mine.content if framed is None else framed, clashes=framed is None)
    lines = merge_lines(base.content if base else _shared_start(mine, theirs), mine.content, theirs.content)
    if lines is None or _opens_fence(lines.text, mine, theirs):
        framed = _merged_frames(sides, mine, theirs) if lines is None else None
        return MergedNode(sides, mine.content if framed is None else framed, clashes=framed is None)
    return MergedNode(
        sides, lines.text, is_kept=lines.mine_against_delete, is_returned=lines.theirs_against_delete
    )


def _merged_frames(sides: Sides, mine: Part, theirs: Part) -> str | None:
    """A node of which one side changed the words and the other what is around them; None where both changed either.

    An agent may write a new time beside an entry while its words are edited here. Of an entry that both added with the
    same words, what is around them is mine.
    """
    if mine.kind not in _ONE_OF_A_KEY or not mine.words or not theirs.words:
        return None
    if sides.base is None:
        return mine.content if mine.words == theirs.words else None
    pieces = [_frame(part) for part in (sides.base, mine, theirs)]
    return _picked(*pieces)


def _frame(part: Part) -> tuple[str, str, str]:
    return part.content[: part.body.start], part.words, part.content[part.body.end :]


def _picked(base: Sequence[str], mine: Sequence[str], theirs: Sequence[str]) -> str | None:
    """The pieces that one side changed, None where both changed one differently."""
    if any(
        own not in (old, other) and other != old for old, own, other in zip(base, mine, theirs, strict=True)
    ):
        return None
    return "".join(pick(*sides) or "" for sides in zip(base, mine, theirs, strict=True))


def _one_sided(base: Part | None, side: Part) -> str | None:
    """A node that one side has: deleted unless it is new or was edited."""
    return None if side is base or (base and same_lines(base.content, side.content)) else side.content


def _shared_start(mine: Part, theirs: Part) -> str:
    """What two new nodes with one key begin with: their heading line."""
    own, other = lines_of(mine.content)[:1], lines_of(theirs.content)[:1]
    return own[0].content if own and other and own[0].key == other[0].key else ""


def _opens_fence(merged: str, mine: Part, theirs: Part) -> bool:
    """Whether the lines of both sides together leave a fence open that would swallow the nodes below."""
    return bool(open_fence(merged)) and not open_fence(mine.content) and not open_fence(theirs.content)


def _ordered(
    nodes: Sequence[MergedNode], mine: Sequence[Part], theirs: Sequence[Part], *, mine_was_moved: bool
) -> list[MergedNode]:
    """`nodes` in the order of the side that moved some, mine where both did, with those of the other side between.

    A node that only the other side has follows the one it follows there, behind what theirs added at the same place.
    """
    own = _in_order_of(mine, {id(node.sides.mine): node for node in nodes})
    other = _in_order_of(theirs, {id(node.sides.theirs): node for node in nodes})
    ordered = _woven(own, other) if mine_was_moved else _woven(other, own, behind_added=True)
    return sorted(ordered, key=_rank)


def _rank(node: MergedNode) -> tuple[bool, int]:
    part = node.sides.any
    return part.kind not in _AT_THE_TOP, part.edge


def _in_order_of(parts: Sequence[Part], nodes: dict[int, MergedNode]) -> list[MergedNode]:
    return [nodes[id(part)] for part in parts]


def _woven(
    order: Sequence[MergedNode], other: Sequence[MergedNode], *, behind_added: bool = False
) -> list[MergedNode]:
    """`order` with the nodes of `other` that it lacks, each behind the node it follows there.

    With `behind_added`, what only `order` added at that place goes first.
    """
    known, of_other = set(order), set(other)
    follow: defaultdict[MergedNode | None, list[MergedNode]] = defaultdict(list)
    anchor = None
    for node in other:
        if node in known:
            anchor = node
        else:
            follow[anchor].append(node)
    woven, waiting = [], follow[None]
    for node in order:
        if not (behind_added and node.sides.base is None and node not in of_other):
            woven += waiting
            waiting = []
        woven.append(node)
        waiting = waiting + follow[node]
    return woven + waiting
