"""The difference of two texts as lines with signs: removed lines, added lines, and the words within them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from memdesk.text.compare import changed_runs
from memdesk.text.document import line_content, split_lines
from memdesk.text.edited_lines import edited_runs
from memdesk.ui.i18n import tr
from memdesk.ui.widgets.lines.line import Line, LineKind

NO_LINE = -1
_WORDS = re.compile(r"\w+|\W")
_LONGEST_WITH_WORDS = 500
_MOST_CHARS_WITH_WORDS = 8_000
"""Changed characters of one text that are compared by word (about 5 ms): a preview is made anew with every key."""
_MOST_CHANGED = 0.5
"""Above this share of changed characters a line is another line: marking its words would only be noise."""

Spans = tuple[tuple[int, int], ...]


class Compared(NamedTuple):
    """Lines with signs. `origins` holds for each the number of its line in the new text, from 0, or NO_LINE."""

    lines: list[Line]
    origins: list[int]


def compare(old: Sequence[str], new: Sequence[str]) -> Compared:
    """The lines of `new`, numbered, with those of `old` that went, each run of them above what came for it."""
    found = Compared([], [])
    done, budget_chars = 0, _MOST_CHARS_WITH_WORDS
    for run in edited_runs(old, new):
        _add_plain(found, new, done, run.new_first)
        gone, came = old[run.old_first : run.old_end], new[run.new_first : run.new_end]
        words: tuple[Spans, Spans] = ((), ())
        if len(gone) == len(came) == 1 and budget_chars > 0:
            budget_chars -= len(gone[0]) + len(came[0])
            words = changed_words(line_content(gone[0]), line_content(came[0]))
        found.lines.extend([Line(line, LineKind.REMOVED, None, words[0]) for line in gone])
        found.lines.extend([Line(line, LineKind.ADDED, None, words[1]) for line in came])
        found.origins.extend([NO_LINE] * len(gone))
        found.origins.extend(range(run.new_first, run.new_end))
        done = run.new_end
    _add_plain(found, new, done, len(new))
    return found


def _add_plain(found: Compared, lines: Sequence[str], first: int, end: int) -> None:
    found.lines.extend([Line(lines[at], LineKind.PLAIN, at + 1) for at in range(first, end)])
    found.origins.extend(range(first, end))


def changed_words(old: str, new: str) -> tuple[Spans, Spans]:
    """The whole words of `old` that went and of `new` that came; none where the lines have little in common."""
    if max(len(old), len(new)) > _LONGEST_WITH_WORDS:
        return (), ()
    before: list[str] = _WORDS.findall(old)
    after: list[str] = _WORDS.findall(new)
    runs = changed_runs(before, after)
    gone = _spans(before, [(run.old_first, run.old_end) for run in runs])
    came = _spans(after, [(run.new_first, run.new_end) for run in runs])
    is_other = _size(gone) > _MOST_CHANGED * len(old) or _size(came) > _MOST_CHANGED * len(new)
    return ((), ()) if is_other else (gone, came)


def _spans(words: Sequence[str], runs: Sequence[tuple[int, int]]) -> Spans:
    starts = list(accumulate(map(len, words), initial=0))
    return tuple((starts[first], starts[end]) for first, end in runs if first < end)


def _size(spans: Spans) -> int:
    return sum(end - first for first, end in spans)


def contents(text: str) -> list[str]:
    """The lines of `text` without their ends."""
    lines = text.replace("\r\n", "\n").split("\n")
    return lines if lines[-1] else lines[:-1]


def compare_contents(old: str, new: str) -> Compared:
    """As `compare`, over what the lines of two texts hold: line ends do not count and are not shown."""
    return compare(contents(old), contents(new))


def compare_files(old: str, new: str) -> list[Line]:
    """A file against what is to be saved: a change of line ends alone is shown too, with the line end spelled out."""
    ends_differ = ("\r\n" in old) != ("\r\n" in new)
    shown: list[Line] = []
    for line in compare(split_lines(old), split_lines(new)).lines:
        if line.kind is LineKind.PLAIN:
            shown.append(Line(line_content(line.text), LineKind.PLAIN, line.number))
        else:
            shown += _with_ends(line, ends_differ)
    return shown


def _with_ends(line: Line, ends_differ: bool) -> Iterator[Line]:
    text = line.text.removesuffix("\n") if ends_differ else line_content(line.text)
    yield line._replace(text=text)
    if line.text and not line.text.endswith("\n"):
        yield Line(tr("No line end at the end of the file"), LineKind.NOTE)
