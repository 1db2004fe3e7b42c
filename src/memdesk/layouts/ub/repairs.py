"""The smallest edits that keep what ub's next write would drop: a time, a mark, one line, a category."""

from __future__ import annotations

import re
from typing import NamedTuple

from memdesk.errors import Refused
from memdesk.layouts.shapes.go_time import GoTime
from memdesk.layouts.ub.blocks import Block, BlockKind, Region, last_stamp
from memdesk.layouts.ub.entries import Placing, entry_line, joined_lines, removed, rewritten
from memdesk.layouts.ub.model import CATEGORIES, DEFAULT_CATEGORY, Line, is_category
from memdesk.layouts.ub.rewrite import Rewrite
from memdesk.layouts.ub.stamps import meant_time
from memdesk.text.edits import Edit, Span

_BAD_STAMP_AT_END = re.compile(r"\*\(([^()\n]*)\)\*\s*\Z")


class Said(NamedTuple):
    """What a block says, on one line, and when that was learned, where that can be read."""

    text: str
    time: GoTime | None


def what_it_says(text: str, block: Block) -> Said:
    """The text of a block without its mark and its time, wherever that stands."""
    words = Span(block.body.start, block.content.end)
    if stamp := last_stamp(text, words):
        around = text[words.start : stamp.span.start], text[stamp.span.end : words.end]
        return Said(joined_lines("\n".join(around)), stamp.time)
    content = words.of(text)
    bad = _BAD_STAMP_AT_END.search(content)
    if bad and (time := meant_time(bad[1])):
        return Said(joined_lines(content[: bad.start()]), time)
    return Said(joined_lines(content), None)


def unread_time(text: str, block: Block) -> str | None:
    """What stands in place of a time at the end of a block, where ub cannot read it as one."""
    bad = _BAD_STAMP_AT_END.search(block.content.of(text))
    return bad[1] if bad else None


def as_entry(rewrite: Rewrite, region: Region, block: Block) -> tuple[Edit, ...]:
    """The edits that make a block an entry of ub: where it stands, or under a category where there is none."""
    said = what_it_says(rewrite.text, block)
    if not said.text:
        return ()
    time = said.time or rewrite.now
    line = entry_line(said.text, time)
    if rewrite.line_at(block.content.start).category:
        return rewritten(rewrite.text, block, line)
    return under_category(rewrite, region, block, line, time)


def filed(rewrite: Rewrite, line: Line) -> tuple[Edit, ...]:
    """The edits that bring an entry that has no category under the one that ub takes where none is given."""
    found = rewrite.block_at(line.content.start)
    if found is None or found[1].kind is BlockKind.CODE or line.entry is None:
        return ()
    return under_category(rewrite, *found, line.content.of(rewrite.text), line.entry.time)


def under_category(
    rewrite: Rewrite, region: Region, block: Block, line: str, time: GoTime
) -> tuple[Edit, ...]:
    """The edits that take a block out and put `line` under the category that ub takes where none is given."""
    removal = removed(rewrite.text, region, block)
    try:
        return removal, Placing(rewrite.reading, DEFAULT_CATEGORY, line, time, removal).edit()
    except Refused:
        return ()


def meant_category(name: str) -> str | None:
    """The category that a heading in other letters means: `Preferences`, `project ##`."""
    plain = name.strip("# \t:").casefold()
    for word in (plain, plain.removesuffix("s")):
        if is_category(word):
            return word
    return next((category for category in CATEGORIES if plain.startswith(f"{category} ")), None)
