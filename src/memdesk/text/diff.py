"""Differences between two texts as values to show: by line with the words that changed, and by node."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import accumulate

from memdesk.text.alignment import align, parts_of
from memdesk.text.compare import edits_between
from memdesk.text.document import split_lines
from memdesk.text.edited_lines import edited_runs
from memdesk.text.edits import Span
from memdesk.text.outline import Outline


class DiffKind(Enum):
    """What became of a run of lines."""

    EQUAL = "equal"
    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True)
class Hunk:
    """A run of lines of one kind.

    `old_lines` and `new_lines` count lines from 0, `old` and `new` characters. A changed hunk names the characters that
    differ, by word: `old_words` in the old text, `new_words` in the new one.
    """

    kind: DiffKind
    old_lines: Span
    new_lines: Span
    old: Span
    new: Span
    old_words: tuple[Span, ...] = ()
    new_words: tuple[Span, ...] = ()


def diff_lines(old: str, new: str) -> tuple[Hunk, ...]:
    """The hunks of two texts, in order; they cover both. An edited line is a hunk of its own.

    The cost is bounded: where too much differs, hunks are longer and words are not told apart.
    """
    old_lines, new_lines = split_lines(old), split_lines(new)
    starts = (_starts(old_lines), _starts(new_lines))
    hunks = []
    at, new_at = 0, 0
    for run in edited_runs(old_lines, new_lines):
        if at < run.old_first:
            hunks.append(_hunk(starts, Span(at, run.old_first), Span(new_at, run.new_first)))
        lines = (Span(run.old_first, run.old_end), Span(run.new_first, run.new_end))
        hunks.append(_changed_hunk(starts, *lines, old, new))
        at, new_at = run.old_end, run.new_end
    if at < len(old_lines):
        hunks.append(_hunk(starts, Span(at, len(old_lines)), Span(new_at, len(new_lines))))
    return tuple(hunks)


def _starts(lines: Sequence[str]) -> list[int]:
    return list(accumulate(map(len, lines), initial=0))


def _hunk(
    starts: tuple[Sequence[int], Sequence[int]],
    old_lines: Span,
    new_lines: Span,
    kind: DiffKind = DiffKind.EQUAL,
) -> Hunk:
    old, new = (
        Span(at[lines.start], at[lines.end]) for at, lines in zip(starts, (old_lines, new_lines), strict=True)
    )
    return Hunk(kind, old_lines, new_lines, old, new)


def _changed_hunk(
    starts: tuple[Sequence[int], Sequence[int]], old_lines: Span, new_lines: Span, old: str, new: str
) -> Hunk:
    if old_lines.start == old_lines.end:
        return _hunk(starts, old_lines, new_lines, DiffKind.ADDED)
    if new_lines.start == new_lines.end:
        return _hunk(starts, old_lines, new_lines, DiffKind.REMOVED)
    hunk = _hunk(starts, old_lines, new_lines, DiffKind.CHANGED)
    old_words, new_words = changed_words(hunk.old.of(old), hunk.new.of(new))
    return Hunk(
        hunk.kind,
        old_lines,
        new_lines,
        hunk.old,
        hunk.new,
        tuple(Span(span.start + hunk.old.start, span.end + hunk.old.start) for span in old_words),
        tuple(Span(span.start + hunk.new.start, span.end + hunk.new.start) for span in new_words),
    )


def changed_words(old: str, new: str) -> tuple[list[Span], list[Span]]:
    """The characters of `old` that are gone and those of `new` that came, by word."""
    gone, came = [], []
    grown = 0
    for edit in edits_between(old, new):
        if edit.old:
            gone.append(Span(edit.start, edit.end))
        if edit.new:
            came.append(Span(edit.start + grown, edit.start + grown + len(edit.new)))
        grown += edit.growth
    return gone, came


@dataclass(frozen=True, slots=True)
class NodeChange:
    """What became of one node.

    `key` and `occurrence` are those in the new text, for a node that is gone those in the old one. `old` and `new` are
    its spans; None where it does not exist. `is_moved` says that it changed its place among the nodes that stayed.
    """

    kind: DiffKind
    key: str
    occurrence: int
    old: Span | None
    new: Span | None
    is_moved: bool = False


def diff_nodes(old: str, new: str, old_outline: Outline, new_outline: Outline) -> tuple[NodeChange, ...]:
    """The top-level nodes that were added, removed, changed or moved, in the order of the new text, removed ones last.

    A node whose words are the same and that only moved is `EQUAL` and `is_moved`; one whose heading was changed is
    `CHANGED`. Blank lines between nodes do not count.
    """
    old_parts, new_parts = parts_of(old, old_outline), parts_of(new, new_outline)
    found = align(old_parts, new_parts)
    origin = {j: i for i, j in enumerate(found) if j is not None}
    stayed = set(_longest_ascending([origin[j] for j in sorted(origin)]))
    changes = []
    for j, node in enumerate(new_outline.nodes):
        i = origin.get(j)
        if i is None:
            changes.append(NodeChange(DiffKind.ADDED, node.key, node.occurrence, None, node.span))
            continue
        is_same = old_parts[i].content == new_parts[j].content
        if not is_same or i not in stayed:
            kind, was = DiffKind.EQUAL if is_same else DiffKind.CHANGED, old_outline.nodes[i].span
            changes.append(NodeChange(kind, node.key, node.occurrence, was, node.span, i not in stayed))
    gone = [node for node, j in zip(old_outline.nodes, found, strict=False) if j is None]
    changes += [NodeChange(DiffKind.REMOVED, node.key, node.occurrence, node.span, None) for node in gone]
    return tuple(changes)


def _longest_ascending(numbers: Sequence[int]) -> list[int]:
    """A longest ascending selection of different numbers: the nodes that need not have moved."""
    tails: list[int] = []
    last_before: dict[int, int | None] = {}
    for number in numbers:
        place = bisect_left(tails, number)
        last_before[number] = tails[place - 1] if place else None
        tails[place : place + 1] = [number]
    chosen = []
    at = tails[-1] if tails else None
    while at is not None:
        chosen.append(at)
        at = last_before[at]
    return chosen[::-1]
