"""Two texts as lines with signs: what came, what went, and the words within."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from memdesk.text.compare import Run, changed_runs
from memdesk.text.document import line_content, split_lines
from memdesk.ui.i18n import tr
from memdesk.ui.widgets.lines.line import Line, LineKind

_NO_LINE = -1
_WORDS = re.compile(r"\w+|\W")
_LONGEST_WITH_WORDS = 500
_WORD_BUDGET = 50_000
"""Pairs of words compared in one text (about 6 ms): a preview is made anew with every key."""

_MOST_CHANGED = 0.7
"""Above this share of changed characters a line is another line: marking its words would only be noise."""

Spans = tuple[tuple[int, int], ...]


class Compared(NamedTuple):
    """Lines with signs. `origins` holds for each the number of its line in the new text, from 0, or -1."""

    lines: list[Line]
    origins: list[int]


def compare_lines(old: Sequence[str], new: Sequence[str]) -> Compared:
    """The lines of `new`, numbered, with those of `old` that went, each run of them above what came for it."""
    found = Compared([], [])
    done, budget = 0, _WORD_BUDGET
    for run in changed_runs(old, new):
        _add_plain(found, new, done, run.new_first)
        gone, came, cost = _words_of_run(old, new, run, budget)
        budget -= cost
        for at in range(run.old_first, run.old_end):
            found.lines.append(Line(old[at], LineKind.REMOVED, None, gone.get(at, ())))
            found.origins.append(_NO_LINE)
        for at in range(run.new_first, run.new_end):
            found.lines.append(Line(new[at], LineKind.ADDED, None, came.get(at, ())))
            found.origins.append(at)
        done = run.new_end
    _add_plain(found, new, done, len(new))
    return found


def _add_plain(found: Compared, new: Sequence[str], first: int, end: int) -> None:
    plain = LineKind.PLAIN
    found.lines.extend([Line(new[at], plain, at + 1) for at in range(first, end)])
    found.origins.extend(range(first, end))


def _words_of_run(
    old: Sequence[str], new: Sequence[str], run: Run, budget: int
) -> tuple[dict[int, Spans], dict[int, Spans], int]:
    """The changed words of old and of new lines, taken in pairs from the top, and what it cost in pairs of words."""
    gone: dict[int, Spans] = {}
    came: dict[int, Spans] = {}
    cost = 0
    pairs = zip(range(run.old_first, run.old_end), range(run.new_first, run.new_end), strict=False)
    for before, after in pairs:
        if cost < budget:
            gone[before], came[after], price = changed_words(old[before], new[after])
            cost += price
    return gone, came, cost


def changed_words(old: str, new: str) -> tuple[Spans, Spans, int]:
    """The spans of `old` that went and of `new` that came, and what it cost to find them, in pairs of words.

    There are none where the lines have little in common or are too long to compare while somebody types.
    """
    if max(len(old), len(new)) > _LONGEST_WITH_WORDS:
        return (), (), 0
    before: list[str] = _WORDS.findall(old)
    after: list[str] = _WORDS.findall(new)
    runs = changed_runs(before, after)
    gone = _spans(before, [(run.old_first, run.old_end) for run in runs])
    came = _spans(after, [(run.new_first, run.new_end) for run in runs])
    if _size(gone) > _MOST_CHANGED * len(old) or _size(came) > _MOST_CHANGED * len(new):
        gone = came = ()
    return gone, came, len(before) * len(after)


def _spans(words: Sequence[str], runs: Sequence[tuple[int, int]]) -> Spans:
    starts = list(accumulate(map(len, words), initial=0))
    return tuple((starts[first], starts[end]) for first, end in runs if end > first)


def _size(spans: Sequence[tuple[int, int]]) -> int:
    return sum(end - start for start, end in spans)


def compare_texts(old: str, new: str) -> list[Line]:
    """A file against what is to be saved: a change of line ends alone is shown too, with the line end spelled out."""
    lines = compare_lines(split_lines(old), split_lines(new)).lines
    return [shown for line in lines for shown in _with_ends(line, old, new)]


def _with_ends(line: Line, old: str, new: str) -> Iterator[Line]:
    differs = line.kind is not LineKind.PLAIN
    mixed = differs and ("\r\n" in old) != ("\r\n" in new)
    yield line._replace(text=line.text.removesuffix("\n") if mixed else line_content(line.text))
    if differs and line.text and not line.text.endswith("\n"):
        yield Line(tr("No line end at the end of the file"), LineKind.NOTE)


def contents(text: str) -> list[str]:
    """The lines of `text` without their ends."""
    return [line_content(line) for line in split_lines(text)]
