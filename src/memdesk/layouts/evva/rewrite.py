"""One write of evva over one text: what it reads, what it makes of it, and how each of its headings came about."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from memdesk.layouts.evva.model import (
    Block,
    Reading,
    cut_at_bytes,
    merge_like_evva,
    missing_headings,
    parse_like_evva,
)
from memdesk.layouts.evva.names import CAP_BYTES
from memdesk.layouts.shapes.go import trimmed
from memdesk.text.edits import Span
from memdesk.text.sections import Section, Sections, parse_sections


class Role(Enum):
    """What a line that evva takes for a heading becomes when evva writes."""

    PLAIN = "plain"
    """A heading for us too, and the first of its name: it stays where it is."""
    SPLIT = "split"
    """Text of a section for us, a heading for evva."""
    SECOND = "second"
    """The name is taken: the line goes, its text is joined to the first."""
    BARE = "bare"
    """It has no name: the line goes, its text moves to the top."""


@dataclass(frozen=True, slots=True)
class Place:
    """A heading by evva's reading, its role, and `region`, which reaches from the heading before it to the next one.

    `is_heading` says whether it is one for us too; `line` leaves the CR of a CRLF out; `body` is its text without the
    white space around it.
    """

    block: Block
    line: Span
    name: str
    role: Role
    is_heading: bool
    region: Span
    body: Span | None

    @property
    def start(self) -> int:
        """Where its line starts."""
        return self.block.line.start

    @property
    def span(self) -> Span:
        """The heading line and its text, without the white space behind; that of a heading line is part of it."""
        is_text = self.role in (Role.SPLIT, Role.SECOND)
        line_end = self.block.name.end if is_text else self.line.end
        return Span(self.start, self.body.end if self.body else line_end)


@dataclass(frozen=True)
class Rewrite:
    """What evva makes of `text`, of which it reads `cap_bytes`, when it writes `updates`; none of them is its no-op."""

    text: str
    headings: Sequence[str]
    updates: Mapping[str, str]
    cap_bytes: int = CAP_BYTES

    @cached_property
    def cut_at(self) -> int | None:
        """Where evva stops reading, in characters; None where it reads the whole text."""
        whole, rest = self._seen
        return None if rest is None else len(whole)

    @cached_property
    def _seen(self) -> tuple[str, str | None]:
        return cut_at_bytes(self.text, self.cap_bytes)

    @cached_property
    def seen(self) -> str:
        """The text as evva reads it; its last character may be broken by the cap."""
        whole, rest = self._seen
        return whole + (rest or "")

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """Every text that evva may write."""
        return merge_like_evva(self.seen, self.updates, self.headings)

    @cached_property
    def reading(self) -> Reading:
        """The text as evva takes it apart."""
        return parse_like_evva(self.seen)

    @cached_property
    def missing(self) -> list[str]:
        """The headings that evva adds."""
        return missing_headings(self.reading, self.headings, list(self.updates))

    @cached_property
    def ours(self) -> Sections:
        """The text as its document promises to read it."""
        return parse_sections(self.text)

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """Every heading by evva's reading, in order."""
        ours = {section.span.start for section in self.ours.sections}
        firsts = {section.head.line.start for section in self.reading.sections}
        blocks = self.reading.blocks
        starts = [block.line.start for block in blocks]
        regions = map(Span, [0, *starts[:-1]], [*starts[1:], len(self.seen)])
        return tuple(
            self._place(block, region, block.line.start in ours, block.line.start in firsts)
            for block, region in zip(blocks, regions, strict=False)
        )

    def _place(self, block: Block, region: Span, is_heading: bool, is_first: bool) -> Place:
        name = block.name.of(self.seen)
        body = trimmed(self.seen, block.below) if block.below else None
        role = (
            Role.BARE
            if not name
            else Role.SECOND
            if not is_first
            else Role.PLAIN
            if is_heading
            else Role.SPLIT
        )
        is_crlf = self.seen.startswith("\r\n", block.line.end - 1)
        line = Span(block.line.start, block.line.end - is_crlf)
        return Place(
            block, line, name, role, is_heading, region, body if body and body.end > body.start else None
        )

    def section_around(self, position: int) -> Section | None:
        """Our section that holds the character at `position`; None in the preamble."""
        found = bisect_right(self.ours.sections, position, key=lambda section: section.span.start) - 1
        return self.ours.sections[found] if found >= 0 else None

    def line_in_section(self, position: int) -> int:
        """The number of a line as its section's body counts it, from 1; in the preamble as the file does."""
        section = self.section_around(position)
        return self.text.count("\n", section.body.start if section else 0, position) + 1
