"""Text in a memory file that is no entry: people's own, which ub drops when it writes."""

from __future__ import annotations

from memdesk.errors import Refused
from memdesk.layouts.ub.blocks import Block, BlockKind, Reading
from memdesk.text.document import line_end_near, with_line_ends
from memdesk.text.edits import Edit, replace
from memdesk.text.section_edits import closed_text

_Said = tuple[int, BlockKind, str]
"""A block: the number of its region, its kind, its text."""


def set_loose(reading: Reading, block: Block, body: str) -> Edit:
    """The edit that makes `body` of a block that is no entry.

    Raises `Refused` for what would not stay loose and by itself: a bullet, a heading, a line that goes on with the
    entry above, code that is not closed.
    """
    text = reading.text
    body = with_line_ends(closed_text(body), line_end_near(text, block.lines.start))
    edit = replace(text, block.content, body)
    before, after = blocks_said(reading), blocks_said(Reading(edit.apply(text)))
    above = [found for region in reading.regions for found in region.blocks].index(block)
    below = len(before) - above - 1
    new = after[above : len(after) - below]
    is_alone = after[:above] == before[:above] and after[len(after) - below :] == before[above + 1 :]
    if not is_alone or any(kind is BlockKind.ENTRY for _, kind, _ in new):
        raise Refused(
            "The text would not stay by itself here: it would be an entry, a heading, or go on with what stands above.",
            hint="Add it as an entry, or edit the file as text.",
        )
    return edit


def blocks_said(reading: Reading) -> list[_Said]:
    """All blocks, in order, by what they say and not by where they stand."""
    return [
        (number, block.kind, block.body.of(reading.text))
        for number, region in enumerate(reading.regions)
        for block in region.blocks
    ]
