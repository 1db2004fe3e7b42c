"""Which lines that an undo would bring back others have brought back already.

A user takes a line out, and an agent, a restore or a reload brings it back. Undoing the removal would then put the line
in twice. So a line that a step would put in, and that others have put in since, is left out of the step.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from memdesk.text.compare import common_ends
from memdesk.text.document import end_of_line, line_key, split_lines
from memdesk.text.edits import Edit, Span
from memdesk.text.line_kinds import has_words, is_fence, is_item
from memdesk.text.passing import carry_past

_MOST_COPIED = 100_000_000
"""Characters copied at most to find what the steps lead to, about 10 ms; steps beyond that are not looked at."""


class Piece(NamedTuple):
    """A part of an edit; `is_back` says that others have made it already."""

    edit: Edit
    is_back: bool = False


class _Line(NamedTuple):
    """A line of a text: where it stands with its line end, and what is compared of it."""

    span: Span
    key: str


def uncut(walk: Sequence[Edit]) -> list[list[Piece]]:
    """For each edit itself, where nothing is known of what others have made."""
    return [[Piece(edit)] for edit in walk]


def cut_apart(walk: Sequence[Edit], others: Sequence[Edit], before: str, after: str) -> list[list[Piece]]:
    """For each edit of `walk` the pieces that do the same in this order, those apart that others have made already.

    `walk` leads away from `before`, each edit in positions of the text that the one before it leaves. `others` made
    `after` of `before`.
    """
    if not any(other.new for other in others) or not any(has_words(edit.new) for edit in walk):
        return uncut(walk)
    window = _window(walk, before)
    start, lines = window.start, _more_lines(before, after)
    cutting = _Cutting(_moved(walk, -start), _moved(others, -start), window.of(before), lines)
    cutting.run()
    found: list[list[Piece]] = [[] for _ in walk]
    for number, (edit, is_back) in zip(cutting.numbers, cutting.pieces, strict=True):
        found[number].append(Piece(edit._replace(start=edit.start + start), is_back))
    return found


def _window(walk: Sequence[Edit], text: str) -> Span:
    """The whole lines of `text` that the edits of `walk` lie in, and what is between: nothing else is copied then."""
    length = behind = len(text)
    start = length
    for edit in walk:
        start, behind = min(start, edit.start), min(behind, length - edit.end)
        length += edit.growth
    return Span(text.rfind("\n", 0, start) + 1, end_of_line(text, len(text) - behind))


def _moved(edits: Iterable[Edit], by: int) -> list[Edit]:
    return [edit._replace(start=edit.start + by) for edit in edits]


class _Cutting:
    """Goes along a walk from piece to piece. `more` are the lines that others have brought, by how many times more.

    `numbers` are those of the edits that the `pieces` are of.
    """

    def __init__(self, walk: Sequence[Edit], others: Sequence[Edit], before: str, more: Counter[str]) -> None:
        self.pieces = [Piece(edit) for edit in walk]
        self.numbers = list(range(len(walk)))
        self._is_looked_at = [False] * len(walk)
        self._start = before, list(others), more
        self._copied = 0

    def run(self) -> None:
        """Cut the pieces of the walk as often as there is something to cut."""
        while self._go_along():
            pass

    def _go_along(self) -> bool:
        """Go from the start until the end, or until a piece was cut that lies behind; whether it was."""
        text, others, more = self._start[0], self._start[1], self._start[2].copy()
        at = 0
        while at < len(self.pieces):
            edit, is_back = self.pieces[at]
            self._copied += len(text)
            if self._copied > _MOST_COPIED or not text.startswith(edit.old, edit.start):
                return False
            there = edit.apply(text)
            met = None if is_back else carry_past(edit, others)
            if met is not None and not self._is_looked_at[at] and _may_be_back(there, edit, more):
                cuts = self._cuts(at, there, _gain(text, there, edit), more)
                self._cut(cuts)
                if cuts and min(cuts) < at:
                    return True
                if cuts:
                    continue
            if met is None:
                # It is dropped: seen from the steps beyond, others have done what takes it back.
                more.subtract(_gain(text, there, edit))
                others = [edit.inverse(), *others]
            else:
                others = met[1]
            text, at = there, at + 1
        return False

    def _cuts(
        self, at: int, there: str, gain: Counter[str], more: Counter[str]
    ) -> Mapping[int, Sequence[Span]]:
        """Which stretches of the new text of which pieces, up to number `at`, stand there by others."""
        found: defaultdict[int, list[Span]] = defaultdict(list)
        edit = self.pieces[at].edit
        following = self.pieces[at + 1].edit if at + 1 < len(self.pieces) else None
        for line in _lines_back(there, edit, following, gain, more):
            for number, span in _makers_of(self.pieces[: at + 1], line.span):
                found[number].append(span)
        return found

    def _cut(self, cuts: Mapping[int, Sequence[Span]]) -> None:
        for at in sorted(cuts, reverse=True):
            parts = _parts(self.pieces[at].edit, cuts[at])
            self.pieces[at : at + 1] = parts
            self.numbers[at : at + 1] = [self.numbers[at]] * len(parts)
            self._is_looked_at[at : at + 1] = [True] * len(parts)


def _more_lines(before: str, after: str) -> Counter[str]:
    """How many times more each line stands in `after`; negative where it stands there less often."""
    ahead, behind = common_ends(before, after)
    start = before.rfind("\n", 0, ahead) + 1
    end = end_of_line(before, len(before) - behind)
    more = Counter(map(line_key, split_lines(after[start : len(after) - (len(before) - end)])))
    more.subtract(map(line_key, split_lines(before[start:end])))
    return more


def _may_be_back(there: str, edit: Edit, more: Counter[str]) -> bool:
    """Whether others have brought more of a line that `edit` leaves, be it there already before."""
    return any(more[line.key] > 0 for line in _lines_around(there, edit.start, len(edit.new)))


def _gain(text: str, there: str, edit: Edit) -> Counter[str]:
    """How many times more each line stands in `there`, which `edit` makes of `text`."""
    gain = Counter(line.key for line in _lines_around(there, edit.start, len(edit.new)))
    gain.subtract(line.key for line in _lines_around(text, edit.start, len(edit.old)))
    return gain


def _lines_around(text: str, start: int, length: int) -> Iterator[_Line]:
    """The whole lines of `text` that a stretch lies in."""
    at = text.rfind("\n", 0, start) + 1
    for line in split_lines(text[at : end_of_line(text, start + length)]):
        yield _Line(Span(at, at + len(line)), line_key(line))
        at += len(line)


def _lines_back(
    there: str, edit: Edit, following: Edit | None, gain: Counter[str], more: Counter[str]
) -> list[_Line]:
    """The lines that `edit` brings and others have brought `more` of; `there` is the text after it.

    Of what it brings with others, only list items: what is around them may be one thing with them, such as code.
    """
    gain, more = gain.copy(), more.copy()
    end = edit.start + len(edit.new)
    new = [
        line
        for line in _lines_around(there, edit.start, len(edit.new))
        if line.span.start < end and edit.start < line.span.end and _says_something(line.key)
    ]
    brought = [line for line in new if _take(gain, line.key)]
    back = [line for line in brought if _take(more, line.key) and not _goes_on(line, edit, following)]
    return back if len(back) == len(brought) else [line for line in back if is_item(line.key)]


def _says_something(key: str) -> bool:
    return has_words(key) and not is_fence(key)


def _take(counts: Counter[str], key: str) -> bool:
    counts[key] -= 1
    return counts[key] >= 0


def _goes_on(line: _Line, edit: Edit, following: Edit | None) -> bool:
    """Whether the line is put together piece by piece, and `following` adds another one."""
    if edit.start <= line.span.start and line.span.end <= edit.start + len(edit.new):
        return False
    if following is None or following.old or "\n" in following.new:
        return False
    return line.span.start <= following.start < line.span.end


def _makers_of(pieces: Sequence[Piece], span: Span) -> Iterator[tuple[int, Span]]:
    """Which pieces, by number, have put in what stands at `span` after the last of them, and which part of theirs."""
    start, end = span
    for at in range(len(pieces) - 1, -1, -1):
        edit = pieces[at].edit
        new_end = edit.start + len(edit.new)
        mine = Span(max(start, edit.start) - edit.start, min(end, new_end) - edit.start)
        if mine.start < mine.end and not pieces[at].is_back:
            yield at, mine
        start = _before(edit, start, edit.start)
        end = _before(edit, end, edit.end)
        if start >= end:
            return


def _before(edit: Edit, position: int, inside: int) -> int:
    """Where a position of the text after `edit` was before it; `inside` for one within what it put in."""
    if position <= edit.start:
        return position
    return position - edit.growth if position >= edit.start + len(edit.new) else inside


def _parts(edit: Edit, back: Sequence[Span]) -> list[Piece]:
    """First the rest of `edit`, then what is `back`, in the order of the text."""
    rest, at = list[str](), 0
    for span in sorted(back):
        rest.append(edit.new[at : span.start])
        at = max(at, span.end)
    own = "".join((*rest, edit.new[at:]))
    if not edit.old and not has_words(own):
        # A line break that is left belongs to the line.
        return [Piece(edit, is_back=True)]
    parts = (Edit(edit.start + span.start, "", span.of(edit.new)) for span in sorted(back))
    return [Piece(edit._replace(new=own)), *(Piece(part, is_back=True) for part in parts)]
