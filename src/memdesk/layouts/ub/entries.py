"""Entries as they are written: one line each, the newest first, the categories in ub's order.

This is our own writing. It splices lines in and out, so whatever nobody asked to change keeps its bytes; and what it
writes is what ub itself would, so that ub's next write leaves it alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memdesk.errors import Refused
from memdesk.layouts.shapes.go_time import GoTime, lasting_text, utc_time
from memdesk.layouts.ub.blocks import Block, BlockKind, Reading, Region, is_behind_mark, last_stamp
from memdesk.layouts.ub.model import (
    BULLET,
    CATEGORIES,
    HEADING_MARK,
    STAMP_END,
    STAMP_START,
    is_category,
    read_lines,
)
from memdesk.text.compare import edits_between
from memdesk.text.document import BYTE_ORDER_MARK, line_end_near, split_lines, trim
from memdesk.text.edits import Edit, Span, replace
from memdesk.text.sections import Section


def entry_line(text: str, time: GoTime) -> str:
    """The line of an entry, without its end."""
    return f"{BULLET}{text} {STAMP_START}{lasting_text(time)}{STAMP_END}"


def entry_text(body: str) -> str:
    """`body` as the text of an entry: its lines joined by blanks.

    Raises `Refused` for one that is blank, or that ends with a time in the form of ub's entries.
    """
    text = joined_lines(body)
    if not text:
        raise Refused("An entry needs a text.", hint="Remove the entry to forget what it says.")
    stamp = last_stamp(text, Span(0, len(text)))
    if stamp and stamp.span.end == len(text):
        raise Refused(
            "The text ends with a time, {time}, as ub writes it behind an entry.",
            hint="Leave it out: the time is added by itself.",
            time=stamp.span.of(text),
        )
    return text


def joined_lines(text: str) -> str:
    """`text` on one line."""
    return " ".join(part for part in map(trim, text.split("\n")) if part)


def rewritten(text: str, block: Block, line: str) -> tuple[Edit, ...]:
    """The smallest edits that make `line` of a block; what indents it and its line end stay."""
    return shifted(edits_between(block.content.of(text), line), block.content.start)


def shifted(edits: Sequence[Edit], by: int) -> tuple[Edit, ...]:
    """`edits` of a text that begins at `by` of another one."""
    return tuple(edit._replace(start=edit.start + by) for edit in edits)


def removed(text: str, region: Region, block: Block) -> Edit:
    """The edit that takes the lines of a block out.

    A blank line stays where those above and below would become one, or where the next would get behind a byte order
    mark, which hides it from ub, or would become one.
    """
    start, end = block.lines
    number = region.blocks.index(block)
    above, below = region.blocks[:number][-1:], region.blocks[number + 1 :][:1]
    touch = above and below and above[0].lines.end == start and end == below[0].lines.start
    is_left_open = touch and would_join(above[0], below[0])
    is_left_hidden = is_behind_mark(text, start) and trim(text[end:].partition("\n")[0])
    is_left_marked = start == 0 and text.startswith(BYTE_ORDER_MARK, end)
    stays = is_left_open or is_left_hidden or is_left_marked
    return replace(text, block.lines, line_end_near(text, start) if stays else "")


def time_between(above: list[GoTime], below: list[GoTime], own: GoTime, now: GoTime) -> GoTime:
    """A time not later than the one above and not earlier than the one below: its own, if that is one.

    Else it is `now` at the top, a second before the last one at the bottom, and in between as little as possible above
    the one below. Between two that are not in order there is none: its own stays.
    """
    if (not above or own <= above[0]) and (not below or below[0] <= own):
        return own
    if not above:
        return max(now, utc_time(below[0].seconds + 1) or own)
    if not below:
        return utc_time(above[0].seconds - 1) or own
    if above[0] < below[0]:
        return own
    between = utc_time(min(below[0].seconds + 1, above[0].seconds))
    return between if between and below[0] <= between else below[0]


def would_join(above: Block, below: Block) -> bool:
    """Whether two blocks become one where no blank line parts them."""
    is_open = above.kind is BlockKind.PROSE or (above.kind is BlockKind.ENTRY and not above.is_whole)
    return is_open and below.kind is BlockKind.PROSE


@dataclass(frozen=True, slots=True)
class Placing:
    """A new entry on its way into a memory file. `without` is an edit that is made together with it."""

    reading: Reading
    category: str
    line: str
    time: GoTime
    without: Edit | None = None

    def edit(self) -> Edit:
        """The edit that puts it into its category: above the first entry that is not newer.

        A category that is not there yet is added, before those that ub writes behind it. Raises `Refused` at the end of
        a text that ends inside code.
        """
        for region in self.reading.regions:
            if region.section and region.heading == self.category and self._is_seen(region.section):
                return self._inside(region)
        return self._with_heading()

    @property
    def _text(self) -> str:
        return self.reading.text

    def _is_seen(self, section: Section) -> bool:
        """Whether ub sees this heading too: one behind a byte order mark it does not."""
        return not is_behind_mark(self._text, section.span.start)

    def _inside(self, region: Region) -> Edit:
        entries = [block for block in region.blocks if block.kind is BlockKind.ENTRY]
        older = next((block for block in entries if block.time and block.time <= self.time), None)
        at = older.lines.start if older else entries[-1].lines.end if entries else None
        if at is None or self._category_at(at) != self.category:
            return self._at_the_top(region)
        line_end = line_end_near(self._text, at)
        if not self._text.endswith("\n", 0, at):
            return Edit(at, "", line_end + self.line)
        return Edit(at, "", self.line + line_end)

    def _category_at(self, position: int) -> str:
        """The category that holds for ub at the start of the line at `position`."""
        category = ""
        for line in read_lines(self._text[:position]):
            category = line.category
        return category

    def _at_the_top(self, region: Region) -> Edit:
        """Right below the heading, with a blank line above and below."""
        text, start = self._text, region.span.start
        line_end = line_end_near(text, start)
        first, *_ = split_lines(region.span.of(text)) or [""]
        is_parted = first != "" and not trim(first)
        at = start + len(first) if is_parted else start
        above = "" if is_parted else line_end if text.endswith("\n", 0, start) else line_end * 2
        below = text[at:].partition("\n")[0]
        return Edit(
            at, "", above + self.line + line_end + (line_end if trim(below) or at == len(text) else "")
        )

    def _with_heading(self) -> Edit:
        text, at = self._text, self._place_of_category()
        line_end = line_end_near(text, at)
        section = f"{HEADING_MARK}{self.category}{line_end * 2}{self.line}{line_end * 2}"
        return Edit(at, "", self._gap(at, line_end) + section)

    def _place_of_category(self) -> int:
        place = CATEGORIES.index(self.category)
        for section in self.reading.sections.sections:
            is_later = is_category(section.heading) and CATEGORIES.index(section.heading) > place
            if is_later and self._is_seen(section):
                return section.span.start
        if fence := self.reading.sections.open_fence:
            raise Refused(
                "The text ends inside the code that line {line} opens, so nothing can be added behind it.",
                hint="Close the code first: add a line {mark} where it ends.",
                line=self._text.count("\n", 0, fence.span.start) + 1,
                mark=fence.mark,
            )
        return len(self._text)

    def _gap(self, at: int, line_end: str) -> str:
        """What parts a new heading from the text above it: line ends up to one blank line."""
        above = self._text[:at]
        if self.without and self.without.end == at:
            above = above[: self.without.start] + self.without.new
        if above == BYTE_ORDER_MARK:
            return line_end  # ub does not see a heading behind the mark
        if not above or above.endswith(("\n\n", "\n\r\n")):
            return ""
        return line_end if above.endswith("\n") else line_end * 2
