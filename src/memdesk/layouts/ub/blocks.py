"""Our own reading of a memory file: categories, and below each its entries and whatever else people wrote there.

The package page fixes two things: "H2 section headings for categories and bullet items for entries". So headings are
those of Markdown, outside code, and every bullet is an entry, also one that ub cannot read: without a time, with
another mark, over several lines. Nothing is lost, and each line belongs to one block.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property, lru_cache
from typing import NamedTuple

from memdesk.layouts.shapes.go import trimmed
from memdesk.layouts.shapes.go_time import GoTime, read_time
from memdesk.layouts.ub.model import BULLET, read_bullet
from memdesk.text.document import BYTE_ORDER_MARK
from memdesk.text.edits import Span
from memdesk.text.fences import Fence, scan_landmarks
from memdesk.text.sections import Section, Sections, parse_sections

_MARKER = re.compile(r"(?:[-+*]|[0-9]{1,9}[.)])[ \t]+")
_RULE = re.compile(r"([-_*])[ \t]*(?:\1[ \t]*){2,}")
_MARKUP = re.compile(r"#{1,6}(?:[ \t]|$)|<!--")
_STAMP = re.compile(r"\*\(([^()\n]*)\)\*")


class BlockKind(Enum):
    """What a run of lines is."""

    ENTRY = "entry"
    PROSE = "prose"
    CODE = "code"
    MARKUP = "markup"
    """A heading of another level, a rule, a comment: it says nothing by itself."""


@dataclass(frozen=True, slots=True)
class Block:
    """A run of lines. `lines` holds their line ends, `content` is trimmed; blank lines between belong to none.

    Of an entry, `body` is its text: where it is one line in ub's form (`is_whole`) what ub reads there, else all behind
    the mark but for a time at the end. `time` is when it was learned, where that can be read. `is_hidden` tells that a
    byte order mark stands right before, so that ub sees no bullet.
    """

    kind: BlockKind
    lines: Span
    content: Span
    body: Span
    time: GoTime | None = None
    is_whole: bool = False
    is_hidden: bool = False

    @property
    def is_read(self) -> bool:
        """Whether ub takes it for an entry."""
        return self.is_whole and not self.is_hidden


@dataclass(frozen=True, slots=True)
class Region:
    """The preamble, or a section below its heading line, and its blocks in order."""

    section: Section | None
    span: Span
    blocks: tuple[Block, ...]

    @property
    def heading(self) -> str:
        """The name of the category; empty in the preamble."""
        return self.section.heading if self.section else ""


@dataclass(frozen=True)
class Reading:
    """A memory file by our own reading."""

    text: str

    @cached_property
    def sections(self) -> Sections:
        """Preamble and sections, as in every section file."""
        return parse_sections(self.text)

    @cached_property
    def regions(self) -> tuple[Region, ...]:
        """The preamble, then the sections; their spans and the heading lines cover the text."""
        fences = scan_landmarks(self.text).fences
        preamble = self.sections.preamble
        start = 1 if self.text.startswith(BYTE_ORDER_MARK) else 0
        first = Region(
            None, preamble, tuple(self._blocks(Span(min(start, preamble.end), preamble.end), fences))
        )
        below = (
            Region(section, section.raw, tuple(self._blocks(section.raw, fences)))
            for section in self.sections.sections
        )
        return (first, *below)

    def _blocks(self, span: Span, fences: Sequence[Fence]) -> Iterator[Block]:
        return _Gathering(self.text, span, fences).blocks()


# Outline, preview and removal read the same text one after the other.
@lru_cache(maxsize=2)
def reading_of(text: str) -> Reading:
    """`text` by our own reading, the same one as long as no two others were asked for."""
    return Reading(text)


@dataclass
class _Gathering:
    """The lines of one region while they become blocks."""

    text: str
    region: Span
    fences: Sequence[Fence]
    found: list[Block] = field(default_factory=list)

    def blocks(self) -> Iterator[Block]:
        """The blocks, in order."""
        at = self.region.start
        is_adjacent = False
        while at < self.region.end:
            line = Span(at, self._line_end(at))
            fence = self._fence_at(at)
            if fence is not None:
                line = Span(at, min(fence.span.end, self.region.end))
            at = line.end
            content = trimmed(self.text, line)
            if content.start == content.end:
                is_adjacent = False
                continue
            self._take(line, content, is_code=fence is not None, is_adjacent=is_adjacent)
            is_adjacent = True
        yield from self.found

    def _line_end(self, start: int) -> int:
        return self.text.find("\n", start, self.region.end) + 1 or self.region.end

    def _fence_at(self, start: int) -> Fence | None:
        while self.fences and self.fences[0].span.end <= start:
            self.fences = self.fences[1:]
        fence = self.fences[0] if self.fences else None
        return fence if fence and fence.span.start <= start else None

    def _take(self, line: Span, content: Span, *, is_code: bool, is_adjacent: bool) -> None:
        above = self.found[-1] if self.found and is_adjacent else None
        if is_code:
            self.found.append(Block(BlockKind.CODE, line, content, content))
        elif _RULE.fullmatch(self.text, *content) or _MARKUP.match(self.text, *content):
            self.found.append(Block(BlockKind.MARKUP, line, content, content))
        elif marker := _MARKER.match(self.text, *content):
            self.found.append(_entry(self.text, line, content, marker.end()))
        elif above and _is_open(above):
            lines, whole = Span(above.lines.start, line.end), Span(above.content.start, content.end)
            start = above.body.start
            is_entry = above.kind is BlockKind.ENTRY
            self.found[-1] = (
                _entry(self.text, lines, whole, start)
                if is_entry
                else Block(BlockKind.PROSE, lines, whole, whole)
            )
        else:
            self.found.append(Block(BlockKind.PROSE, line, content, content))


def _is_open(block: Block) -> bool:
    """Whether a line right below goes on with this block: with prose, or an entry that no time ends."""
    if block.kind is BlockKind.ENTRY:
        return not block.is_whole and block.body.end == block.content.end
    return block.kind is BlockKind.PROSE


def _entry(text: str, lines: Span, content: Span, start: int) -> Block:
    """The entry in `content`, whose text starts at `start`."""
    if text.startswith(BULLET, content.start) and text.find("\n", *content) < 0:
        offset = content.start + len(BULLET)
        if bullet := read_bullet(text[offset : content.end]):
            body = Span(offset + bullet.text.start, offset + bullet.text.end)
            is_hidden = is_behind_mark(text, lines.start)
            return Block(BlockKind.ENTRY, lines, content, body, bullet.time, True, is_hidden)
    stamp = last_stamp(text, Span(start, content.end))
    end = stamp.span.start if stamp and stamp.span.end == content.end else content.end
    return Block(BlockKind.ENTRY, lines, content, trimmed(text, Span(start, end)), stamp and stamp.time)


def is_behind_mark(text: str, position: int) -> bool:
    """Whether a byte order mark stands right before: ub then sees neither heading nor bullet there."""
    return position == 1 and text.startswith(BYTE_ORDER_MARK)


class Stamp(NamedTuple):
    """A time in the form of ub's entries, and where it stands."""

    span: Span
    time: GoTime


def last_stamp(text: str, span: Span) -> Stamp | None:
    """The last time in `span` that ub could read, wherever it stands."""
    stamp = None
    for found in _STAMP.finditer(text, *span):
        if time := read_time(found[1]):
            stamp = Stamp(Span(*found.span()), time)
    return stamp
