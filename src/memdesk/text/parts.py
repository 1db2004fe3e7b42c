"""The nodes of a text as a merge sees them: what each says, the gap behind it, and what it holds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from memdesk.text.document import GO_WHITE_SPACE, end_of_line
from memdesk.text.edits import Span
from memdesk.text.outline import PREAMBLE_KEY, Node, NodeKind, Outline

FENCE_KEY = "\n---"
"""Key of the line that opens or closes a header. No heading and no field has it."""

_HOLDING = (NodeKind.SECTION, NodeKind.PREAMBLE, NodeKind.FRONT_MATTER, NodeKind.ENTRY)
"""Kinds that are merged child by child. A field that holds others is one value."""

_FENCE_LINE = re.compile(r"(?:---|\+\+\+)[ \t]*\r?\n")
_LAST_FENCE_LINE = re.compile(r"(?<=\n)(?:---|\+\+\+)[ \t]*$")
_WORD = re.compile(r"\w+")
_WORDS_IN_KEY = 12
"""So many characters of its body in its key tell that a node is known by its words."""

_NOWHERE = Span(0, 0)


@dataclass(frozen=True, slots=True)
class Part:
    """A node as it is merged: its text up to its last line with words, and the gap behind that.

    The gap is the line end of that line and the blank lines below, so it belongs to the place as much as to the node.
    `body` is where in `content` the words stand; what is around them (a bullet, a time stamp) is its frame. `children`
    joined are `content`. `edge` is -1 for what stands first among its siblings, 1 for what stands last.
    """

    kind: NodeKind
    key: str
    occurrence: int
    content: str
    gap: str
    body: Span = _NOWHERE
    children: tuple[Part, ...] = ()
    edge: int = 0

    @property
    def text(self) -> str:
        """The whole node."""
        return self.content + self.gap

    @property
    def words(self) -> str:
        """What the body says."""
        return self.body.of(self.content)

    @property
    def is_known_by_words(self) -> bool:
        """Whether nothing but its words tells this node from others."""
        start = " ".join(_WORD.findall(self.words))[:_WORDS_IN_KEY]
        return bool(start) and start in " ".join(_WORD.findall(self.key))


def parts_of(text: str, outline: Outline) -> list[Part]:
    """The top-level nodes of `text` with everything in between; joined they are `text`."""
    if not outline.nodes:
        return one_part(text)
    starts = [0, *(node.span.start for node in outline.nodes[1:]), len(text)]
    return [
        _part(node, text, start, end)
        for node, (start, end) in zip(outline.nodes, pairwise(starts), strict=True)
    ]


def one_part(text: str) -> list[Part]:
    """`text` as a single node, none where it is empty."""
    return [Part(NodeKind.LOOSE, PREAMBLE_KEY, 0, *split_gap(text))] if text else []


def split_gap(text: str) -> tuple[str, str]:
    """`text` up to the end of its last line with words, and the rest, which begins with that line's end."""
    end = text.find("\n", len(text.rstrip(GO_WHITE_SPACE)))
    if end < 0:
        return text, ""
    end -= text.endswith("\r", 0, end)
    return text[:end], text[end:]


def in_place_of(text: str, here: Span, old: str, then: Span) -> str:
    """What `old` has at `then`, to stand at `here` in `text`: with the gap there, unless the same follows as did."""
    if _line_at(text, here.end) == _line_at(old, then.end):
        return then.of(old)
    return split_gap(then.of(old))[0] + split_gap(here.of(text))[1]


def _line_at(text: str, start: int) -> str:
    return text[start : end_of_line(text, start)]


def _part(node: Node, text: str, start: int, end: int) -> Part:
    content, gap = split_gap(text[start:end])
    body = Span(*(min(max(0, at - start), len(content)) for at in node.body))
    children = _children(node, text, Span(start, start + len(content))) if node.kind in _HOLDING else ()
    edge = -1 if node.kind is NodeKind.HEADING else 0
    return Part(node.kind, node.key, node.occurrence, content, gap, body, children, edge)


def _children(node: Node, text: str, span: Span) -> tuple[Part, ...]:
    """The children of a node whose content has this span; none where they do not stand line by line."""
    children = [child for child in node.children if child.span.start < span.end]
    starts = [span.start, *(_line_start(text, child.span.start) for child in children[1:]), span.end]
    if not children or None in starts:
        return ()
    places = [at for at in starts if at is not None]
    if any(first >= behind for first, behind in pairwise(places)):
        return ()
    parts = [
        _part(child, text, start, end) for child, (start, end) in zip(children, pairwise(places), strict=True)
    ]
    return tuple(_with_fences(parts) if node.kind is NodeKind.FRONT_MATTER else parts)


def _line_start(text: str, at: int) -> int | None:
    """Where the line of a node that begins at `at` begins: there, or behind the line end it begins with."""
    if text.startswith("\n", at - 1):
        return at
    end = text.find("\n", at)
    return end + 1 if end >= 0 and not text[at:end].strip(GO_WHITE_SPACE) else None


def _with_fences(parts: Sequence[Part]) -> list[Part]:
    """The parts of a header, with the lines that open and close it as parts of their own."""
    found = list(parts)
    opening = _FENCE_LINE.match(found[0].text)
    if opening:
        first = found.pop(0)
        size = opening.end()
        rest = first.text[size:]
        found[:0] = [_fence(0, opening[0], -1)] + ([_shortened(first, rest, size)] if rest else [])
    last = found[-1]
    closing = _LAST_FENCE_LINE.search("\n" + last.content) if len(found) > 1 else None
    if closing and not last.gap:
        rest = last.content[: closing.start() - 1]
        found[-1:] = ([_shortened(last, rest, 0)] if rest else []) + [_fence(1, closing[0], 1)]
    return found


def _fence(occurrence: int, line: str, edge: int) -> Part:
    return Part(NodeKind.LOOSE, FENCE_KEY, occurrence, *split_gap(line), edge=edge)


def _shortened(part: Part, text: str, cut: int) -> Part:
    """`part` with `text` only, which begins `cut` characters behind its start."""
    content, gap = split_gap(text)
    body = Span(*(min(max(0, at - cut), len(content)) for at in part.body))
    return Part(part.kind, part.key, part.occurrence, content, gap, body)
