"""Runs of changed lines, cut at lines that were edited, so that an edited line counts as the same line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from memdesk.text.alignment import likeness, words_of
from memdesk.text.compare import Run, changed_runs

_ALIKE = 0.5
"""Share of words in common that makes two lines one line that was edited."""

_MOST_COMPARED = 2_500
"""Pairs of lines compared by their words at most, in one run of changed lines."""


def edited_runs(old: Sequence[str], new: Sequence[str]) -> list[Run]:
    """What changed between two texts; a line that was edited is a run of its own."""
    return [part for run in changed_runs(old, new) for part in _line_by_line(run, old, new)]


def _line_by_line(run: Run, old: Sequence[str], new: Sequence[str]) -> Iterator[Run]:
    """`run` cut at lines that were edited: alike in words, or as many old as new ones between those."""
    at = Run(run.old_first, run.old_first, run.new_first, run.new_first)
    for i, j in [*_edited_lines(run, old, new), (run.old_end, run.new_end)]:
        lines = i - at.old_end
        if lines == j - at.new_end:
            yield from (_pair(at.old_end + k, at.new_end + k) for k in range(lines))
        else:
            yield Run(at.old_end, i, at.new_end, j)
        at = _pair(i, j)
        if i < run.old_end:
            yield at


def _pair(i: int, j: int) -> Run:
    return Run(i, i + 1, j, j + 1)


def _edited_lines(run: Run, old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Pairs of lines in `run` that are alike in words, in order on both sides, so that most words are kept."""
    rows, columns = range(run.old_first, run.old_end), range(run.new_first, run.new_end)
    if len(rows) == len(columns) == 1 or len(rows) * len(columns) > _MOST_COMPARED:
        return []
    words = {j: words_of(new[j]) for j in columns}
    best: list[list[float]] = [[0.0] * (len(columns) + 1) for _ in range(len(rows) + 1)]
    alike = {}
    for i in reversed(rows):
        own, row, below = words_of(old[i]), best[i - run.old_first], best[i - run.old_first + 1]
        for j in reversed(columns):
            k = j - run.new_first
            score = likeness(own, words[j])
            alike[i, j] = score + below[k + 1] if score >= _ALIKE else 0.0
            row[k] = max(below[k], row[k + 1], alike[i, j])
    return list(_best_path(run, best, alike))


def _best_path(
    run: Run, best: Sequence[Sequence[float]], alike: Mapping[tuple[int, int], float]
) -> Iterator[tuple[int, int]]:
    """The pairs on the way through `best` that keeps most."""
    i, j = run.old_first, run.new_first
    while i < run.old_end and j < run.new_end:
        here = best[i - run.old_first][j - run.new_first]
        if here and here == alike[i, j]:
            yield i, j
            i, j = i + 1, j + 1
        elif here == best[i - run.old_first + 1][j - run.new_first]:
            i += 1
        else:
            j += 1
