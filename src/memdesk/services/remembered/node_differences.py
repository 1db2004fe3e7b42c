"""What an earlier text of a document has otherwise than a later one, node by node, and which of it can come back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memdesk.services.documents.taken import NodeId
from memdesk.text.excerpt import excerpt
from memdesk.text.outline import Node, NodeKind, Outline


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
    then: Outline
    now: Outline


_Pair = tuple[Node | None, Node | None]


def node_differences(
    then_text: str, now_text: str, then: Outline, now: Outline
) -> tuple[NodeDifference, ...]:
    """The nodes that differ, in the order of the later text, those that are gone where they stood; pure.

    A node that holds others is one difference where it came or went as a whole; else its own nodes are looked at.
    """
    sides = _Sides(then_text, now_text, then, now)
    return tuple(_among(sides, _paired(then.nodes, now.nodes)))


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
        return _paired(before.children, after.children)
    then, now = _entries(before), _entries(after)
    if not (then or now) or _frame(sides.then_text, before) != _frame(sides.now_text, after):
        return None
    return _paired(then, now)


def _entries(node: Node) -> list[Node]:
    return [child for child in node.children if child.kind is NodeKind.ENTRY]


def _frame(text: str, node: Node) -> str:
    """What stands around the entries of a node, without blank space."""
    parts, at = [], node.span.start
    for entry in _entries(node):
        parts.append(text[at : entry.span.start])
        at = entry.span.end
    return "".join("".join((*parts, text[at : node.span.end])).split())


def _paired(then: Sequence[Node], now: Sequence[Node]) -> list[_Pair]:
    """The nodes of both, each with what it is in the other one; what is gone stands behind what it stood behind."""
    earlier = {(node.kind, node.key, node.occurrence): node for node in then}
    pairs: list[_Pair] = [(earlier.get((node.kind, node.key, node.occurrence)), node) for node in now]
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


def _way_back(sides: _Sides, before: Node | None, after: Node | None) -> NodeId | None:
    if before is None or before.kind is NodeKind.HEADING:
        return None
    if before.kind in (NodeKind.FIELD, NodeKind.FRONT_MATTER) and after is None:
        # Where it is gone, nothing tells how it is to be joined to its neighbours.
        return None
    node = before.key, before.occurrence
    # Ids count among siblings; of several nodes with one id only the first is found by it.
    is_meant = sides.then.find(*node) is before and sides.now.find(*node) is after
    return node if is_meant else None
