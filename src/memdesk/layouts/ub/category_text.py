"""The text of a whole category, typed at once: what is new in it becomes entries, since ub keeps nothing else."""

from __future__ import annotations

from collections.abc import Iterator

from memdesk.errors import Refused
from memdesk.layouts.contract import Change
from memdesk.layouts.shapes.go_time import GoTime
from memdesk.layouts.shapes.section_file import section_changes
from memdesk.layouts.ub.blocks import Block, BlockKind, Reading, Region
from memdesk.layouts.ub.entries import entry_line, rewritten, time_between
from memdesk.layouts.ub.repairs import what_it_says
from memdesk.text.compare import edits_between
from memdesk.text.edits import Edit, apply_all
from memdesk.text.masking import mask_in_place
from memdesk.text.sections import parse_sections

_MOST_WORDS_CHARS = 60


def set_category(text: str, change: Change, now: GoTime) -> tuple[Edit, ...]:
    """The edits that make `change.body` the text of a category; what stood there before is taken as it is.

    A bullet or a paragraph that is new becomes an entry on one line, with a time that keeps it where it stands. Raises
    `Refused` for what ub would not keep: headings, code, comments and rules.
    """
    after = apply_all(text, section_changes(text, change, "ub", parse_sections))
    reading = Reading(after)
    if len(reading.sections.sections) > len(parse_sections(text).sections):
        raise Refused(
            "A line of the text is a heading, which would start another category.",
            hint="Add to each category by itself.",
        )
    known = {block.content.of(text) for region in Reading(text).regions for block in region.blocks}
    region = next(
        region
        for region in reading.regions
        if region.section and (region.heading, region.section.occurrence) == (change.key, change.occurrence)
    )
    new = [block for block in region.blocks if not block.is_read and block.content.of(after) not in known]
    return edits_between(text, apply_all(after, list(_as_entries(after, region, new, now))))


def _as_entries(text: str, region: Region, new: list[Block], now: GoTime) -> Iterator[Edit]:
    above: list[GoTime] = []
    for number, block in enumerate(region.blocks):
        time = block.time if block.is_read else None
        if block in new:
            time = _time(text, region, number, above, now)
            yield from rewritten(text, block, entry_line(_words(text, block), time))
        above = [time] if time else above


def _time(text: str, region: Region, number: int, above: list[GoTime], now: GoTime) -> GoTime:
    """The time that is written behind a new entry, else one between those of its neighbours."""
    if said := what_it_says(text, region.blocks[number]).time:
        return said
    below = [other.time for other in region.blocks[number + 1 :] if other.is_read and other.time]
    return time_between(above, below[:1], now, now)


def _words(text: str, block: Block) -> str:
    said = what_it_says(text, block).text if block.kind in (BlockKind.ENTRY, BlockKind.PROSE) else ""
    if said:
        return said
    raise Refused(
        "ub keeps nothing but entries, and would drop “{text}” on its next write.",
        hint="Leave it out, or write it as an entry.",
        # Cut amid a secret, what is left of it would be no longer known for one.
        text=mask_in_place(block.content.of(text))[:_MOST_WORDS_CHARS],
    )
