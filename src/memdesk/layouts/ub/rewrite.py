"""One write of ub over one memory file: what it reads, what it writes, and where its reading differs from ours."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from memdesk.layouts.shapes.go_time import GoTime
from memdesk.layouts.ub.blocks import Block, BlockKind, Reading, Region, reading_of
from memdesk.layouts.ub.model import Line, LineKind, Memory, lines_of
from memdesk.text.edits import Span


@dataclass(frozen=True, slots=True)
class Heading:
    """A line that ub takes for a heading, and the lines of the entries that it files under it.

    `is_ours` tells whether it is one for us too; else it is indented, or stands in code (`is_code`).
    """

    line: Line
    entries: tuple[Line, ...]
    is_ours: bool
    is_code: bool

    @property
    def span(self) -> Span:
        """From the heading to its last entry."""
        last = self.entries[-1] if self.entries else self.line
        return Span(self.line.content.start, last.content.end)


@dataclass(frozen=True)
class Rewrite:
    """What ub makes of `text` when it writes it; `now` is what repairs are stamped with."""

    text: str
    now: GoTime

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The lines as ub takes them."""
        return lines_of(self.text)

    @cached_property
    def memory(self) -> Memory:
        """The entries that ub reads."""
        return Memory(tuple(line.entry for line in self.lines if line.entry))

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """Every text that ub may write."""
        return self.memory.texts

    @cached_property
    def reading(self) -> Reading:
        """The text by our own reading."""
        return reading_of(self.text)

    @cached_property
    def headings(self) -> tuple[Heading, ...]:
        """The headings as ub takes them, in order."""
        ours = {section.span.start for section in self.reading.sections.sections}
        starts = [number for number, line in enumerate(self.lines) if line.kind is LineKind.HEADING]
        ends = [*starts[1:], len(self.lines)]
        return tuple(
            Heading(
                self.lines[start],
                tuple(line for line in self.lines[start:end] if line.kind is LineKind.ENTRY),
                self.lines[start].span.start in ours,
                self._is_code(self.lines[start]),
            )
            for start, end in zip(starts, ends, strict=False)
        )

    def _is_code(self, line: Line) -> bool:
        found = self.block_at(line.content.start)
        return found is not None and found[1].kind is BlockKind.CODE

    @cached_property
    def unfiled(self) -> tuple[Line, ...]:
        """The entries above the first heading that ub sees."""
        end = next(
            (line.span.start for line in self.lines if line.kind is LineKind.HEADING), len(self.text) + 1
        )
        return tuple(line for line in self.lines if line.kind is LineKind.ENTRY and line.span.start < end)

    @cached_property
    def blocks(self) -> tuple[tuple[Region, Block], ...]:
        """Our blocks with their regions, in order."""
        return tuple((region, block) for region in self.reading.regions for block in region.blocks)

    def block_at(self, position: int) -> tuple[Region, Block] | None:
        """The block of ours that holds the character at `position`."""
        place = bisect_right(self._block_starts, position) - 1
        if place < 0:
            return None
        found = self.blocks[place]
        return found if found[1].lines.contains(position) else None

    @cached_property
    def _block_starts(self) -> list[int]:
        return [block.lines.start for _, block in self.blocks]

    @cached_property
    def _line_starts(self) -> list[int]:
        return [line.span.start for line in self.lines]

    def line_at(self, position: int) -> Line:
        """The line that holds the character at `position`."""
        return self.lines[bisect_right(self._line_starts, position) - 1]

    def lines_in(self, span: Span) -> Iterator[Line]:
        """The lines that lie in `span`, from the one that holds its start."""
        first = bisect_right(self._line_starts, span.start) - 1
        end = bisect_left(self._line_starts, span.end, lo=first)
        return iter(self.lines[first:end])

    def dropped(self, span: Span) -> Iterator[Line]:
        """The lines in `span` that say something and that ub does not write back."""
        for line in self.lines_in(span):
            if line.kind is LineKind.OTHER and line.content.start < line.content.end:
                yield line

    def line_number(self, position: int) -> int:
        """The number of a line in the file, from 1."""
        return bisect_right(self._line_starts, position)

    def is_kept(self, line: Line) -> bool:
        """Whether ub writes something for this line: an entry, or a heading with entries below."""
        return line.kind is LineKind.ENTRY or line in self._kept_headings

    @cached_property
    def _kept_headings(self) -> set[Line]:
        return {heading.line for heading in self.headings if heading.entries}
