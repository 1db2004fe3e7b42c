"""What an earlier text of a document has otherwise than a later one, node by node, and which of it can come back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from memdesk.services.documents.taken import NodeId
from memdesk.text.document import trim
from memdesk.text.excerpt import excerpt
from memdesk.text.outline import Node, NodeKind, Outline
from memdesk.text.same_order import aligned


@dataclass(frozen=True, slots=True)
class NodeDifference:
    """One node that two texts have otherwise. `then` and `now` are its text, None where there is no such node.

    `node` is by what it is brought back; None where it did not exist then, or no id tells which one is meant. `around`
    is all that tells what of both texts is a secret.
    """

    kind: NodeKind
    title: str
    then: str | None
    now: str | None
    node: NodeId | None
    around: str = ""


@dataclass(frozen=True, slots=True)
class _Sides:
    then_text: str
    now_text: str
    counterparts: Counterparts


_Pair = tuple[Node | None, Node | None]


def node_differences(
    then_text: str, now_text: str, then: Outline, now: Outline
) -> tuple[NodeDifference, ...]:
    """The nodes that differ, in the order of the later text, those that are gone where they stood; pure.

    A node that holds others is one difference where it came or went as a whole; else its own nodes are looked at.
    """
    sides = _Sides(then_text, now_text, Counterparts(then_text, now_text, then, now))
    return tuple(_among(sides, _paired(sides, then.nodes, now.nodes)))


class Counterparts:
    """What the nodes of an earlier text are in a later one; pure."""

    def __init__(self, then_text: str, now_text: str, then: Outline, now: Outline) -> None:
        self._texts = then_text, now_text
        self._then, self._now = _Named.of(then), _Named.of(now)
        self._known: dict[tuple[int, int], dict[int, Node]] = {}

    def earlier(self, node: NodeId) -> Node | None:
        """The node of this id in the earlier text."""
        return self._then.first.get(node)

    def of(self, node: NodeId) -> Node | None:
        """What the node of this id in the earlier text is in the later one; None where it is gone.

        Of several with one key it is the one that says the same, wherever that stands now, else that of its number.
        """
        old, new = self._then.first.get(node), self._now.first.get(node)
        if old is None or (new is not None and new.kind is not old.kind):
            return new
        beside = new or self._now.first.get((node[0], 0))
        if beside is None or beside.kind is not old.kind:
            return None
        olds, news = self._then.alike[id(old)], self._now.alike[id(beside)]
        later = self._known.get((id(olds), id(news)))
        if later is None:
            later = {id(before): after for before, after in _matched(olds, news, *self._texts)}
            self._known[id(olds), id(news)] = later
        return later.get(id(old))


class _Named(NamedTuple):
    """The nodes of an outline: the first of each id, and of each, by its identity, its siblings of its kind and key."""

    first: dict[NodeId, Node]
    alike: dict[int, list[Node]]

    @classmethod
    def of(cls, outline: Outline) -> _Named:
        first, alike, left = dict[NodeId, Node](), dict[int, list[Node]](), [outline.nodes]
        for node in outline.walk():
            first.setdefault((node.key, node.occurrence), node)
        while left:
            of_key: dict[tuple[NodeKind, str], list[Node]] = {}
            for node in left.pop():
                beside = alike[id(node)] = of_key.setdefault((node.kind, node.key), [])
                beside.append(node)
                if node.children:
                    left.append(node.children)
        return cls(first, alike)


def _matched(
    olds: Sequence[Node], news: Sequence[Node], then_text: str, now_text: str
) -> list[tuple[Node, Node]]:
    """Nodes of one kind and key with what they are later: what says the same first, then by their numbers."""
    said = ([trim(one.span.of(text)) for one in side] for side, text in ((olds, then_text), (news, now_text)))
    found = [(olds[at], news[to]) for at, to in aligned(*said)]
    taken = {id(one) for pair in found for one in pair}
    left = {one.occurrence: one for one in news if id(one) not in taken}
    rest = (one for one in olds if id(one) not in taken and one.occurrence in left)
    return [*found, *((one, left[one.occurrence]) for one in rest)]


def _among(sides: _Sides, pairs: Sequence[_Pair]) -> Iterator[NodeDifference]:
    for before, after in pairs:
        old = before.span.of(sides.then_text) if before is not None else None
        new = after.span.of(sides.now_text) if after is not None else None
        if old == new:
            continue
        inside = _inside(sides, before, after) if before is not None and after is not None else None
        if inside is not None:
            yield from _among(sides, inside)
            continue
        node = before or after
        assert node is not None
        way, around = _way_back(sides, before, after), _around(sides, before, after)
        yield NodeDifference(node.kind, node.title, old, new, way, around)


def _around(sides: _Sides, before: Node | None, after: Node | None) -> str:
    both = ((before, sides.then_text), (after, sides.now_text))
    return "\n".join(excerpt(text, node.span).around for node, text in both if node is not None)


def _inside(sides: _Sides, before: Node, after: Node) -> Sequence[_Pair] | None:
    """The nodes in both, where these are what differs; None where the two themselves say something else.

    A section whose only entry went is a leaf, as a section is that never had one.
    """
    if before.children and after.children:
        return _paired(sides, before.children, after.children)
    then, now = _entries(before), _entries(after)
    if not (then or now) or _frame(sides.then_text, before) != _frame(sides.now_text, after):
        return None
    return _paired(sides, then, now)


def _entries(node: Node) -> list[Node]:
    return [child for child in node.children if child.kind is NodeKind.ENTRY]


def _frame(text: str, node: Node) -> str:
    """What stands around the entries of a node, without blank space."""
    parts, at = [], node.span.start
    for entry in _entries(node):
        parts.append(text[at : entry.span.start])
        at = entry.span.end
    return "".join("".join((*parts, text[at : node.span.end])).split())


def _paired(sides: _Sides, then: Sequence[Node], now: Sequence[Node]) -> list[_Pair]:
    """The nodes of both, each with what it is in the other one; what is gone stands behind what it stood behind."""
    earlier = _earlier(sides, then, now)
    pairs: list[_Pair] = [(earlier.get(id(node)), node) for node in now]
    kept = {id(before) for before, _ in pairs if before is not None}
    gone_behind: dict[int | None, list[_Pair]] = {}
    last: int | None = None
    for node in then:
        if id(node) in kept:
            last = id(node)
        else:
            gone_behind.setdefault(last, []).append((node, None))
    found = gone_behind.get(None, [])
    for pair in pairs:
        found.append(pair)
        if pair[0] is not None:
            found += gone_behind.get(id(pair[0]), [])
    return found


def _earlier(sides: _Sides, then: Sequence[Node], now: Sequence[Node]) -> dict[int, Node]:
    """What later nodes were, by their identity."""
    of_key: dict[tuple[NodeKind, str], tuple[list[Node], list[Node]]] = {}
    for side, nodes in enumerate((then, now)):
        for node in nodes:
            of_key.setdefault((node.kind, node.key), ([], []))[side].append(node)
    found: dict[int, Node] = {}
    for olds, news in of_key.values():
        is_plain = len(olds) == len(news) == 1
        pairs = (
            zip(olds, news, strict=True)
            if is_plain
            else _matched(olds, news, sides.then_text, sides.now_text)
        )
        found |= {id(new): old for old, new in pairs}
    return found


def _way_back(sides: _Sides, before: Node | None, after: Node | None) -> NodeId | None:
    if before is None or before.kind is NodeKind.HEADING:
        return None
    if before.kind in (NodeKind.FIELD, NodeKind.FRONT_MATTER) and after is None:
        # Where it is gone, nothing tells how it is to be joined to its neighbours.
        return None
    node = before.key, before.occurrence
    # Ids count among siblings; of several nodes with one id only the first is found by it.
    known = sides.counterparts
    is_meant = known.earlier(node) is before and known.of(node) is after
    return node if is_meant else None
