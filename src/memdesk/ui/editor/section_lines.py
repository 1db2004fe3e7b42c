"""Which lines of the text belong to which card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from memdesk.text.document import BYTE_ORDER_MARK
from memdesk.text.outline import Node, NodeKind, Outline
from memdesk.ui.editor.session import NodeId


class Lines(Protocol):
    """A text with an index of its lines: an `EditableText`, or a `TextBuffer` that a worker has made of it."""

    @property
    def text(self) -> str:
        """The whole text."""

    @property
    def line_count(self) -> int:
        """Number of lines, at least 1."""

    def start(self, line: int) -> int:
        """Position of the first character of `line`; the end of the text for a line behind the last one."""

    def line_of(self, position: int) -> int:
        """The line that holds the character at `position`."""


_BREAKS = ("\n", "\r\n")


@dataclass(frozen=True, slots=True)
class SectionLines:
    """A node of the outline and its lines.

    Lines `start` to `end - 1` are the node's, heading included. The card shows `first` to `first + count - 1`: what
    lies between the blank lines below the heading and those above the next one.
    """

    node: Node
    start: int
    end: int
    first: int
    count: int

    @property
    def node_id(self) -> NodeId:
        """Key and occurrence of the node."""
        return self.node.key, self.node.occurrence

    @property
    def has_heading(self) -> bool:
        """Whether the first line is a heading, which the card shows as its title."""
        return self.node.kind is NodeKind.SECTION

    @property
    def top(self) -> int:
        """The first line that is not the heading."""
        return self.start + heading_lines(self.node)


@dataclass(frozen=True, slots=True)
class Sections:
    """All sections of a page, in order, with what is asked of all of them at once.

    To ask thousands one by one takes a millisecond for each question, so a worker does.
    """

    lines: Sequence[SectionLines]
    starts: Sequence[int]
    """Where each begins."""
    names: Sequence[NodeId]
    numbers: Mapping[tuple[NodeId, bool], int]
    """The place of the first one of a name, with or without a heading."""
    keys: frozenset[str]

    @classmethod
    def of(cls, lines: Sequence[SectionLines]) -> Sections:
        """Ask all of `lines`."""
        names = [section.node_id for section in lines]
        numbers: dict[tuple[NodeId, bool], int] = {}
        for at, (name, section) in enumerate(zip(names, lines, strict=True)):
            numbers.setdefault((name, section.has_heading), at)
        keys = frozenset(key for key, _ in names)
        return cls(lines, [section.start for section in lines], names, numbers, keys)

    def numbers_of(self, name: NodeId) -> Iterator[int]:
        """The places of the sections of a name."""
        for has_heading in (True, False):
            at = self.numbers.get((name, has_heading))
            if at is not None:
                yield at


def heading_lines(node: Node) -> int:
    """How many lines the heading of a node takes: its own, and one that underlines it."""
    return (node.kind is NodeKind.SECTION) + ("underlined" in node.facts)


def section_lines(text: Lines, outline: Outline) -> list[SectionLines]:
    """The lines of the top nodes of `outline`, in order."""
    starts = [text.line_of(node.span.start) for node in outline.nodes]
    ends = [*starts[1:], text.line_count]
    whole, found = text.text, []
    for node, start, end in zip(outline.nodes, starts, ends, strict=False):
        top = start + heading_lines(node)
        first, last = top, end
        while first < last and _is_blank(whole, text.start(first)):
            first += 1
        while first < last and _is_blank(whole, text.start(last - 1)):
            last -= 1
        found.append(SectionLines(node, start, end, first if first < last else top, last - first))
    return found


def _is_blank(text: str, at: int) -> bool:
    """Whether nothing stands in the line of `text` that begins at `at`."""
    if at == 0 and text.startswith(BYTE_ORDER_MARK):
        at = len(BYTE_ORDER_MARK)
    # Two characters tell, however long the line is.
    return text.startswith(_BREAKS, at) or at == len(text)
