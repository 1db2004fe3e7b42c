"""Changes to ub's documents as the smallest edits that make them."""

from __future__ import annotations

from dataclasses import replace as with_
from datetime import datetime
from itertools import pairwise

from memdesk.errors import NotFound, Refused
from memdesk.layouts.contract import Change, ChangeKind
from memdesk.layouts.documents import DocumentKind, ScopeKind
from memdesk.layouts.shapes.go_time import GoTime, go_time
from memdesk.layouts.shapes.section_file import section_changes
from memdesk.layouts.ub.blocks import Block, BlockKind, Reading, Region, is_behind_mark, reading_of
from memdesk.layouts.ub.category_text import set_category
from memdesk.layouts.ub.entries import (
    Placing,
    entry_line,
    entry_text,
    joined_lines,
    removed,
    rewritten,
    shifted,
    time_between,
    would_join,
)
from memdesk.layouts.ub.loose_text import set_loose
from memdesk.layouts.ub.model import CATEGORIES, DEFAULT_CATEGORY, append_to_instructions, is_category
from memdesk.layouts.ub.outline import memory_outline
from memdesk.text.compare import edits_between
from memdesk.text.document import BYTE_ORDER_MARK, line_content, line_end_near, trim, with_line_ends
from memdesk.text.edits import Edit
from memdesk.text.fences import open_fence
from memdesk.text.outline import Node, NodeKind
from memdesk.text.sections import parse_sections
from memdesk.text.sentence import joined

_AGENT = "ub"


def changed(text: str, change: Change, now: datetime) -> tuple[Edit, ...]:
    """The edits of `text` that make `change`; a new or mended entry is stamped with `now`.

    Raises `Refused` with the reason, `NotFound` for a node that is not there.
    """
    if change.document.kind is DocumentKind.LIST:
        return MemoryChange(reading_of(text), change, go_time(now.replace(microsecond=0))).edits()
    is_told = change.document.scope.kind is ScopeKind.YOU and (not change.key or is_category(change.key))
    if change.kind is ChangeKind.ADD and is_told:
        return (_told(text, change, now),)
    return section_changes(text, change, _AGENT)


def _told(text: str, change: Change, now: datetime) -> Edit:
    """The dated section that ub adds when it is told something for all projects."""
    if fence := open_fence(text):
        raise Refused(
            "The text ends inside code, so nothing can be added behind it.",
            hint="Close the code first: add a line {mark} where it ends.",
            mark=fence.mark,
        )
    after = append_to_instructions(text, change.key or DEFAULT_CATEGORY, entry_text(change.body), now)
    return Edit(len(text), "", with_line_ends(after[len(text) :], line_end_near(text, len(text))))


class MemoryChange:
    """One change of a memory file on its way to become edits."""

    def __init__(self, reading: Reading, change: Change, now: GoTime) -> None:
        self._reading = reading
        self._text = reading.text
        self._change = change
        self._now = now

    def edits(self) -> tuple[Edit, ...]:
        """The smallest edits that make the change."""
        change = self._change
        if change.kind is ChangeKind.ADD:
            return self._add()
        node = memory_outline(self._text).find(change.key, change.occurrence)
        if node is None:
            raise NotFound("There is no entry “{key}” in {name}.", key=change.key, name=change.document.title)
        if node.kind in (NodeKind.SECTION, NodeKind.PREAMBLE):
            return self._change_section(node)
        if not node.editable:
            raise Refused("{reason}", reason=node.why_not, hint="Change the category instead.")
        region, block = self._find(node)
        if block.kind is BlockKind.ENTRY:
            return self._change_entry(region, block)
        return self._change_loose(region, block)

    def _change_section(self, node: Node) -> tuple[Edit, ...]:
        change = self._change
        if node.kind is NodeKind.PREAMBLE and change.kind is ChangeKind.REMOVE:
            change = with_(change, kind=ChangeKind.SET_BODY, body="")
        elif node.kind is NodeKind.PREAMBLE and change.kind is not ChangeKind.SET_BODY:
            raise Refused(
                "The text above the first category stays there.", hint="Add it as an entry instead."
            )
        elif node.kind is NodeKind.PREAMBLE and node.children and trim(change.body):
            raise Refused("Entries stand above the first category.", hint="Change each of them by itself.")
        elif change.kind is ChangeKind.RENAME:
            self._category(change.title)
        elif change.kind is ChangeKind.SET_BODY and node.kind is NodeKind.SECTION:
            return set_category(self._text, change, self._now)
        return section_changes(self._text, change, _AGENT, parse_sections)

    def _find(self, node: Node) -> tuple[Region, Block]:
        return next(
            (region, block)
            for region in self._reading.regions
            for block in region.blocks
            if node.span.contains(block.lines.start)
        )

    # Entries

    def _add(self) -> tuple[Edit, ...]:
        category = self._category(self._change.key or DEFAULT_CATEGORY)
        time = go_time(self._change.made.replace(microsecond=0)) if self._change.made else self._now
        line = entry_line(entry_text(self._change.body), time)
        return (Placing(self._reading, category, line, time).edit(),)

    def _category(self, name: str) -> str:
        if not is_category(name):
            raise Refused(
                "“{name}” is none of ub’s categories.",
                hint="They are: {categories}.",
                name=name,
                categories=joined(CATEGORIES),
            )
        return name

    def _change_entry(self, region: Region, block: Block) -> tuple[Edit, ...]:
        kind = self._change.kind
        if kind is ChangeKind.SET_BODY:
            return self._set_text(block)
        if kind is ChangeKind.REMOVE:
            return (removed(self._text, region, block),)
        if kind is ChangeKind.RETYPE:
            return self._retype(region, block)
        if kind is ChangeKind.MOVE:
            return self._move(region, block)
        raise Refused("An entry has no name of its own.", hint="Change its text or its category instead.")

    def _set_text(self, block: Block) -> tuple[Edit, ...]:
        """Another text, the same time. An entry that is not in ub's form is written anew, if it says something else."""
        new, body = entry_text(self._change.body), block.body
        if new == joined_lines(body.of(self._text)):
            return ()
        if not block.is_whole:
            edits = rewritten(self._text, block, entry_line(new, block.time or self._now))
        elif body.start == body.end:
            edits = (Edit(body.start, "", f"{new} "),)
        else:
            edits = shifted(edits_between(body.of(self._text), new), body.start)
        return self._freed(block.lines.start, edits)

    def _freed(self, start: int, edits: tuple[Edit, ...]) -> tuple[Edit, ...]:
        """`edits`, and a line end behind a byte order mark that stands right before `start` and would hide the line."""
        if not is_behind_mark(self._text, start):
            return edits
        return (Edit(start, "", line_end_near(self._text, start)), *edits)

    def _line(self, block: Block, time: GoTime) -> str:
        """The line of an entry with this time. One that ub reads, and that has it already, keeps its spelling."""
        if block.is_whole and block.time == time:
            return line_content(block.lines.of(self._text))
        return entry_line(joined_lines(block.body.of(self._text)), time)

    def _retype(self, region: Region, block: Block) -> tuple[Edit, ...]:
        category = self._category(self._change.title)
        if category == region.heading:
            return ()
        time = block.time or self._now
        removal = removed(self._text, region, block)
        line = trim(self._line(block, time))
        return removal, Placing(self._reading, category, line, time, removal).edit()

    def _move(self, region: Region, block: Block) -> tuple[Edit, ...]:
        """Another place among its siblings. Since ub sorts by time, it takes one between those of its neighbours."""
        order = _moved(region, block, self._change.index)
        place = order.index(block)
        above = [other.time for other in order[:place] if other.is_read and other.time]
        below = [other.time for other in order[place + 1 :] if other.is_read and other.time]
        time = time_between(above[-1:], below[:1], block.time or self._now, self._now)
        return self._reordered(region, order, {place: self._line(block, time)})

    def _reordered(self, region: Region, order: list[Block], lines: dict[int, str]) -> tuple[Edit, ...]:
        """`region` with its blocks in another order, some as other `lines`; the blank lines between stay in place."""
        text = self._text
        if self._reading.sections.open_fence:
            raise Refused(
                "The text ends inside code, so nothing can be moved.",
                hint="Close the code first: add a line {mark} where it ends.",
                mark=self._reading.sections.open_fence.mark,
            )
        old = region.blocks
        ends = [block.lines.start + len(line_content(block.lines.of(text))) for block in old]
        starts = [*(block.lines.start for block in old[1:]), region.span.end]
        gaps = [text[end:start] for end, start in zip(ends, starts, strict=True)]
        line_end = line_end_near(text, region.span.start)
        for number, (above, below) in enumerate(pairwise(order)):
            if number not in lines and would_join(above, below) and gaps[number].count("\n") < 2:
                gaps[number] = line_end * 2
        pieces = [
            lines.get(number) or line_content(block.lines.of(text)) for number, block in enumerate(order)
        ]
        new = "".join(piece + gap for piece, gap in zip(pieces, gaps, strict=True))
        start = old[0].lines.start
        if start == 0 and new.startswith(BYTE_ORDER_MARK):
            new = line_end + new
        return self._freed(start, shifted(edits_between(text[start : region.span.end], new), start))

    # Whatever else stands there

    def _change_loose(self, region: Region, block: Block) -> tuple[Edit, ...]:
        kind = self._change.kind
        if kind is ChangeKind.MOVE:
            return self._reordered(region, _moved(region, block, self._change.index), {})
        if kind is ChangeKind.REMOVE or (kind is ChangeKind.SET_BODY and not trim(self._change.body)):
            return (removed(self._text, region, block),)
        if kind is not ChangeKind.SET_BODY:
            raise Refused(
                "“{text}” is no entry, so it has no category.",
                hint="Add it as an entry first.",
                text=self._change.key,
            )
        return (set_loose(self._reading, block, self._change.body),)


def _moved(region: Region, block: Block, index: int) -> list[Block]:
    order = [other for other in region.blocks if other is not block]
    order.insert(max(0, index), block)
    return order
