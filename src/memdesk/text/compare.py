"""Where two texts differ: their common ends, the runs of lines that changed, and the edits between them."""

from __future__ import annotations

import difflib
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from memdesk.text.document import split_lines
from memdesk.text.edits import Edit

_WORDS = re.compile(r"\w+|\W")

_MOST_EQUAL_PAIRS = 1_000_000
"""Above so many pairs of equal lines difflib leaves frequent lines out of its search: quadratic time otherwise."""

_LEAST_ANCHORED = 100
"""Texts of fewer lines are compared as a whole."""

_MOST_WORD_PAIRS = 250_000
"""Runs with more pairs of words than this are replaced whole."""

_WORD_BUDGET = 4_000_000
"""Pairs of words compared in one text at most; runs behind that are replaced whole (about 100 ms)."""


class Run(NamedTuple):
    """Items `old_first` up to, not including, `old_end` gave way to `new_first` up to `new_end`."""

    old_first: int
    old_end: int
    new_first: int
    new_end: int


def common_prefix(a: Sequence[object], b: Sequence[object]) -> int:
    """How many items `a` and `b`, of one type, have in common at the start; of texts it compares memory."""
    most = min(len(a), len(b))
    if a[:most] == b[:most]:
        return most
    low, high = 0, most
    while high - low > 1:
        middle = (low + high) // 2
        if a[low:middle] == b[low:middle]:
            low = middle
        else:
            high = middle
    return low


def common_suffix(a: str, b: str, most: int | None = None) -> int:
    """How many characters `a` and `b` have in common at the end, `most` at most."""
    bound = min(len(a), len(b)) if most is None else min(len(a), len(b), most)
    if a.endswith(b[len(b) - bound :]):
        return bound
    low, high = 0, bound
    while high - low > 1:
        middle = (low + high) // 2
        if a[len(a) - middle : len(a) - low] == b[len(b) - middle : len(b) - low]:
            low = middle
        else:
            high = middle
    return low


def common_ends(a: str, b: str, most_behind: int | None = None) -> tuple[int, int]:
    """Lengths of the common prefix and suffix of `a` and `b`, which do not overlap in either.

    The suffix goes first. `most_behind` bounds it: with the characters that stand behind the caret, a letter typed
    into a row of equal letters is found where it was typed.
    """
    behind = common_suffix(a, b, most_behind)
    return common_prefix(a[: len(a) - behind], b[: len(b) - behind]), behind


def changed_runs(old: Sequence[Hashable], new: Sequence[Hashable]) -> list[Run]:
    """The runs of items (lines, mostly) that differ, in order."""
    first, behind = equal_ends(old, new)
    old_end, new_end = len(old) - behind, len(new) - behind
    if old_end == first == new_end:
        return []
    if min(old_end, new_end) == first or old_end - first == new_end - first == 1:
        return [Run(first, old_end, first, new_end)]
    inner = _difference(old[first:old_end], new[first:new_end])
    return [Run(*(at + first for at in run)) for run in inner]


def equal_ends(old: Sequence[Hashable], new: Sequence[Hashable]) -> tuple[int, int]:
    """How many items both have in common at the start and, behind these, at the end."""
    most = min(len(old), len(new))
    first = 0
    while first < most and old[first] == new[first]:
        first += 1
    behind = 0
    while behind < most - first and old[-1 - behind] == new[-1 - behind]:
        behind += 1
    return first, behind


def _difference(old: Sequence[Hashable], new: Sequence[Hashable]) -> Iterator[Run]:
    counts = Counter(new)
    pairs = sum(n * counts[item] for item, n in Counter(old).items() if item in counts)
    if not pairs:
        return iter((Run(0, len(old), 0, len(new)),))
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=pairs > _MOST_EQUAL_PAIRS)
    return (Run(*run) for tag, *run in matcher.get_opcodes() if tag != "equal")


def changed_lines(old: str, new: str) -> list[Run]:
    """The runs of lines of two texts that differ, in line numbers; a final line feed has no line behind it.

    Meant for being shown. Lines that stand once in each text, such as headings, hold long texts together: what lies
    between two of them is compared by itself, since the time for many equal lines grows with their square.
    """
    start, end, new_end = _middle(old, new)
    above = old.count("\n", 0, start)
    runs = _runs_between_anchors(split_lines(old[start:end]), split_lines(new[start:new_end]))
    return [Run(*(line + above for line in run)) for run in runs]


def _runs_between_anchors(old: list[str], new: list[str]) -> Iterator[Run]:
    anchors = _anchors(old, new) if min(len(old), len(new)) > _LEAST_ANCHORED else []
    at, new_at = 0, 0
    for end, new_end in (*anchors, (len(old), len(new))):
        for run in changed_runs(old[at:end], new[new_at:new_end]):
            yield Run(run.old_first + at, run.old_end + at, run.new_first + new_at, run.new_end + new_at)
        at, new_at = end + 1, new_end + 1


def _anchors(old: list[str], new: list[str]) -> list[tuple[int, int]]:
    """The longest row of lines, as their places in both, that stand once in each and in the same order."""
    old_counts, new_counts = Counter(old), Counter(new)
    new_places = {line: at for at, line in enumerate(new) if new_counts[line] == 1}
    pairs = [
        (at, new_places[line]) for at, line in enumerate(old) if line in new_places and old_counts[line] == 1
    ]
    tails: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for number, (_, new_at) in enumerate(pairs):
        length = bisect_left(tails, new_at)
        before.append(ends[length - 1] if length else -1)
        tails[length : length + 1] = [new_at]
        ends[length : length + 1] = [number]
    row: list[tuple[int, int]] = []
    number = ends[-1] if ends else -1
    while number >= 0:
        row.append(pairs[number])
        number = before[number]
    return row[::-1]


def common_lines(old: str, new: str) -> str:
    """The lines of `old` that stand in `new` as well, in that order."""
    lines, kept, at = split_lines(old), list[str](), 0
    for run in changed_runs(lines, split_lines(new)):
        kept += lines[at : run.old_first]
        at = run.old_end
    return "".join((*kept, *lines[at:]))


def edits_between(old: str, new: str) -> tuple[Edit, ...]:
    """The edits that make `new` of `old`, in positions of `old`, ascending.

    They are as small as is affordable, by line and then by word: carets, marks and undo steps beside them survive.
    """
    start, end, new_end = _middle(old, new)
    return tuple(_edits_by_line(start, split_lines(old[start:end]), split_lines(new[start:new_end])))


def _middle(old: str, new: str) -> tuple[int, int, int]:
    """The whole lines between the common ends: their start, their end in `old`, their end in `new`.

    Most rewrites touch a few lines of many; only these are worth looking at.
    """
    start = old.rfind("\n", 0, common_prefix(old, new)) + 1
    behind = common_suffix(old[start:], new[start:])
    line_end = old.find("\n", len(old) - behind)
    end = len(old) if line_end < 0 else line_end + 1
    return start, end, len(new) - (len(old) - end)


def _edits_by_line(start: int, old: list[str], new: list[str]) -> Iterator[Edit]:
    starts = list(accumulate(map(len, old), initial=start))
    budget = _WORD_BUDGET
    for run in changed_runs(old, new):
        for part in _line_by_line(run):
            before = "".join(old[part.old_first : part.old_end])
            after = "".join(new[part.new_first : part.new_end])
            pieces, cost = _changed_words(before, after, budget)
            budget -= cost
            at = starts[part.old_first]
            for a, b, c, d in pieces:
                yield Edit(at + a, before[a:b], after[c:d])


def _line_by_line(run: Run) -> list[Run]:
    """A run of as many new lines as old ones is taken line by line: each keeps its identity."""
    lines = run.old_end - run.old_first
    if lines != run.new_end - run.new_first:
        return [run]
    return [
        Run(run.old_first + i, run.old_first + i + 1, run.new_first + i, run.new_first + i + 1)
        for i in range(lines)
    ]


def _changed_words(old: str, new: str, budget: int) -> tuple[list[Run], int]:
    """Runs of characters that differ, by words where that is affordable; and what it cost, in pairs of words."""
    before, behind = common_ends(old, new)
    whole = Run(before, len(old) - behind, before, len(new) - behind)
    old_words: list[str] = _WORDS.findall(old[before : whole.old_end])
    new_words: list[str] = _WORDS.findall(new[before : whole.new_end])
    cost = len(old_words) * len(new_words)
    if not cost:
        return ([whole] if whole.old_end > before or whole.new_end > before else []), 0
    if cost > min(budget, _MOST_WORD_PAIRS):
        return [whole], 0
    old_starts = list(accumulate(map(len, old_words), initial=before))
    new_starts = list(accumulate(map(len, new_words), initial=before))
    matcher = difflib.SequenceMatcher(None, old_words, new_words, autojunk=False)
    runs = [
        Run(old_starts[a], old_starts[b], new_starts[c], new_starts[d])
        for tag, a, b, c, d in matcher.get_opcodes()
        if tag != "equal"
    ]
    return runs, cost
