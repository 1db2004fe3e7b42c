"""How an edit is carried past another writer's edits of the same text."""

from __future__ import annotations

from collections.abc import Iterable

from memdesk.text.edits import Edit


def carry_forward(mine: Edit, theirs: Edit) -> tuple[Edit, Edit] | None:
    """Two edits of the same text: mine after theirs, theirs after mine.

    None where they touch the same text, or put in the same at one place: what theirs has done is not done once more.
    """
    if mine == theirs:
        return None
    if theirs.end <= mine.start:
        return mine._replace(start=mine.start + theirs.growth), theirs
    if theirs.start >= mine.end:
        return mine, theirs._replace(start=theirs.start + mine.growth)
    return None


def carry_past(mine: Edit, others: Iterable[Edit]) -> tuple[Edit, list[Edit]] | None:
    """As `carry_forward`, past edits of which each was made after the one before it."""
    passed: list[Edit] = []
    for other in others:
        met = carry_forward(mine, other)
        if met is None:
            return None
        mine, moved = met
        passed.append(moved)
    return mine, passed
