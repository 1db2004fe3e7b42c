"""Several entries taken out of a memory file at once, which is read once for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from memdesk.layouts.contract import Change, ChangeKind
from memdesk.layouts.ub.blocks import BlockKind, Reading, Region, is_behind_mark, reading_of
from memdesk.layouts.ub.loose_text import blocks_said
from memdesk.layouts.ub.outline import memory_outline
from memdesk.text.edits import Edit, Span, apply_all
from memdesk.text.outline import Node


def taken_out(text: str, changes: Sequence[Change]) -> tuple[Edit, ...] | None:
    """The edits that take entries out, which are named from below.

    None where it is not certain that this is what one removal after the other would come to.
    """
    reading = reading_of(text)
    apart = _standing_apart(reading)
    nodes: dict[tuple[str, int], Node] = {}
    for node in memory_outline(text).walk():
        nodes.setdefault((node.key, node.occurrence), node)
    found: list[tuple[Span, int]] = []
    for change in changes:
        named = nodes.get((change.key, change.occurrence))
        if named is None or change.kind is not ChangeKind.REMOVE or named.body not in apart:
            return None
        found.append(apart[named.body])
    if any(lower.start <= upper.start for (lower, _), (upper, _) in pairwise(found)):
        return None
    gone = {number for _, number in found}
    edits = tuple(Edit(lines.start, lines.of(text), "") for lines, _ in found)
    stays = [said for number, said in enumerate(blocks_said(reading)) if number not in gone]
    return edits if blocks_said(reading_of(apply_all(text, edits))) == stays else None


def _standing_apart(reading: Reading) -> dict[Span, tuple[Span, int]]:
    """By its text, the lines and the number of each entry of which nothing has to stay, whatever goes below it."""
    blocks = ((region, number) for region in reading.regions for number in range(len(region.blocks)))
    return {
        region.blocks[number].body: (region.blocks[number].lines, count)
        for count, (region, number) in enumerate(blocks)
        if _stands_apart(reading.text, region, number)
    }


def _stands_apart(text: str, region: Region, number: int) -> bool:
    block = region.blocks[number]
    start = block.lines.start
    above = region.blocks[number - 1] if number else None
    is_below_closed = above is None or (above.kind is BlockKind.ENTRY and above.is_whole)
    return block.kind is BlockKind.ENTRY and is_below_closed and start > 0 and not is_behind_mark(text, start)
