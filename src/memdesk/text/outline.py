"""The outline of a document: a tree of nodes over spans of its text.

Parsing loses nothing: the spans of the leaves, in order, cover the text. A node knows where it stands, what it is and
what makes it the same node after an edit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import chain

from memdesk.text.edits import Span

PREAMBLE_KEY = "\n"
"""Key of the text before the first section. No heading holds a line end, so no section has this key."""


class NodeKind(Enum):
    """What a stretch of memory is."""

    PREAMBLE = "preamble"
    FRONT_MATTER = "front matter"
    SECTION = "section"
    HEADING = "heading"
    """The heading line of a section that has nodes of its own, with the blank lines below."""
    ENTRY = "entry"
    INDEX_LINE = "index line"
    FIELD = "field"
    LOOSE = "loose text"

    @property
    def is_called_by_text(self) -> bool:
        """Whether its own words serve as its title; nodes of other kinds have a heading or a name."""
        return self in (NodeKind.ENTRY, NodeKind.INDEX_LINE, NodeKind.LOOSE)


@dataclass(frozen=True, slots=True)
class Node:
    """One node: its whole span, the span of its body, and its key.

    `key` is what makes it the same node after an edit (a heading, an entry id, a fact name, else its words); it need
    not be unique: `occurrence` counts equal keys among siblings from 0. `facts` are what the grammar says of it
    (category, time, type), as text. `value` is what the body says where it is written in another notation (a string of
    JSON), None where its characters say it themselves.
    """

    kind: NodeKind
    title: str
    span: Span
    body: Span
    key: str
    occurrence: int = 0
    editable: bool = True
    why_not: str = ""
    facts: Mapping[str, str] = field(default_factory=dict)
    children: tuple[Node, ...] = ()
    value: str | None = None

    def body_text(self, text: str) -> str:
        """What the body says, of a node of `text`."""
        return self.body.of(text) if self.value is None else self.value

    def walk(self) -> Iterator[Node]:
        """This node and all below it, in document order."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True, slots=True)
class Outline:
    """The nodes of one text, in document order. `named` lie inside them: no part of the tree, but found by key."""

    nodes: tuple[Node, ...]
    named: tuple[Node, ...] = ()

    def walk(self) -> Iterator[Node]:
        """Every node, in document order, parents before children."""
        for node in self.nodes:
            # Most texts are hundreds of nodes with nothing below them, each of which would be a generator.
            if node.children:
                yield from node.walk()
            else:
                yield node

    def leaves(self) -> Iterator[Node]:
        """The nodes without children; their spans cover the text."""
        return (node for node in self.walk() if not node.children)

    def find(self, key: str, occurrence: int = 0) -> Node | None:
        """The node with this key, or None."""
        nodes = chain(self.walk(), self.named)
        return next((n for n in nodes if n.key == key and n.occurrence == occurrence), None)

    def at(self, position: int) -> Node | None:
        """The deepest node that holds the character at `position`; at the end of the text, the last one."""
        return deepest_at(self.nodes, position, self.end)

    @property
    def end(self) -> int:
        """Length of the text that was parsed."""
        return self.nodes[-1].span.end if self.nodes else 0


def deepest_at(nodes: Sequence[Node], position: int, end: int) -> Node | None:
    """The deepest of `nodes` and of what is below them that holds `position`; the last one at `end`, that of the text.

    A node lies within its parent, so only what is below the one that holds the position is looked at.
    """
    found = None
    while True:
        held = (
            one for one in reversed(nodes) if one.span.contains(position) or one.span.end == position == end
        )
        node = next(held, None)
        if node is None:
            return found
        found, nodes = node, node.children
