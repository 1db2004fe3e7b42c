"""Base, mine and theirs cut, in order, into stretches that no side changed and stretches that one or both changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from memdesk.text.compare import Run
from memdesk.text.edited_lines import edited_runs
from memdesk.text.edits import Span


class Stretch(NamedTuple):
    """Items of base, mine and theirs that belong together."""

    base: Span
    mine: Span
    theirs: Span


class _Overlap(NamedTuple):
    """Base items that runs of changes cover which overlap, and by how many items each side grows there."""

    first: int
    end: int
    grown: tuple[int, int]


def stretches(base: Sequence[str], mine: Sequence[str], theirs: Sequence[str]) -> Iterator[Stretch]:
    """The stretches of three lists of lines, unchanged and changed ones in turn; they cover all three."""
    starts = [0, 0, 0]
    for overlap in _overlaps(edited_runs(base, mine), edited_runs(base, theirs)):
        kept = overlap.first - starts[0]
        changed = overlap.end - overlap.first
        for sizes in ((kept, kept, kept), (changed, changed + overlap.grown[0], changed + overlap.grown[1])):
            ends = [start + size for start, size in zip(starts, sizes, strict=True)]
            yield Stretch(*(Span(start, end) for start, end in zip(starts, ends, strict=True)))
            starts = ends
    sizes = (len(base), len(mine), len(theirs))
    yield Stretch(*(Span(start, end) for start, end in zip(starts, sizes, strict=True)))


def _overlaps(mine: Sequence[Run], theirs: Sequence[Run]) -> list[_Overlap]:
    """Runs of both sides as one: those that share an item, or add at the same place."""
    runs = sorted([(run, 0) for run in mine] + [(run, 1) for run in theirs])
    found: list[_Overlap] = []
    for run, side in runs:
        growth = run.new_end - run.new_first - (run.old_end - run.old_first)
        grown = (growth, 0) if side == 0 else (0, growth)
        last = found[-1] if found else None
        if last and (run.old_first < last.end or run.old_first == run.old_end == last.first == last.end):
            grown = (last.grown[0] + grown[0], last.grown[1] + grown[1])
            found[-1] = _Overlap(last.first, max(last.end, run.old_end), grown)
        else:
            found.append(_Overlap(run.old_first, run.old_end, grown))
    return found
