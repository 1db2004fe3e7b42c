"""The rows of the list of hits: documents, and below each the hits in it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from memdesk.services.search.history_search import PastHit
from memdesk.services.search.hits import Hit
from memdesk.services.search.replacing import Replacement
from memdesk.text.edits import Span
from memdesk.text.labelled import labelled_name
from memdesk.ui import format as shown
from memdesk.ui.i18n import listed, told, tr, trn

_LEAD_CHARACTERS = 32
"""So much stands before the first mark at most, so that the mark is in view."""
_MOST_CHARACTERS = 400
_BEGIN_OF_WORD, _END_OF_WORD = re.compile(r"\s+(?=\S)"), re.compile(r"(?<=\S)\s")
_TOLD_CHARACTERS = 24
"""A title whose begin stands in the line is not said again."""


class Piece(NamedTuple):
    """A stretch of a shown line: plain, marked, or what comes in place of the marked one before it."""

    text: str
    is_marked: bool = False
    is_new: bool = False


class HeadRow(NamedTuple):
    """A document with so many hits below it."""

    path: str
    monogram: str
    title: str
    scope: str
    hits: int
    note: str = ""

    @property
    def spoken(self) -> str:
        """The row in a sentence."""
        found = trn("{n} hit", "{n} hits", self.hits)
        return listed((self.title, self.scope, found, self.note))


class HitRow(NamedTuple):
    """One hit; `why_not` says why it cannot be replaced.

    `title` is that of its entry, empty where the line says it; `line` counts from 1, and is 0 in the history. `where`
    tells it from the others also after its document was written: it holds no place in the whole text.
    """

    path: str
    pieces: tuple[Piece, ...]
    title: str
    line: int
    hit: Hit | PastHit
    replacement: Replacement | None = None
    why_not: str = ""
    where: tuple[Hashable, ...] = ()

    @property
    def fact(self) -> str:
        """The line of a hit, or the time of its version. For the UI thread alone: Qt writes the time."""
        if not isinstance(self.hit, Hit):
            return shown.short_moment(self.hit.version.when)
        place = tr("line {n}", n=shown.number(self.line))
        return f"{self.title} · {place}" if self.title else place

    @property
    def spoken(self) -> str:
        """The row in a sentence."""
        words = "".join(piece.text for piece in self.pieces)
        return listed((words, self.fact, told(self.why_not)))


Row = HeadRow | HitRow


def addresses_of(rows: Sequence[Row]) -> list[Hashable]:
    """What each row is called, the same whenever the same is found again. Hits that are alike are counted."""
    counts: Counter[Hashable] = Counter()
    found: list[Hashable] = []
    for row in rows:
        address = (row.path, *(row.where if isinstance(row, HitRow) else ()))
        counts[address] += 1
        found.append((*address, counts[address]))
    return found


def rows_of(
    hits: Sequence[Hit], masked: Callable[[str], str], planned: Sequence[Replacement] = ()
) -> list[Row]:
    """The rows for the lines that were found, document by document; with `planned`, what becomes of each hit."""
    rows: list[Row] = []
    plans = {_address(one.hit): one for one in planned}
    for path, members in groupby(hits, key=lambda hit: hit.document.path):
        found = list(members)
        document, root = found[0].document, found[0].entry.root
        note = tr("unsaved") if found[0].sheet.read.is_unsaved else ""
        rows.append(
            HeadRow(path, root.layout.monogram, document.title, told(document.scope.title), len(found), note)
        )
        rows += (_hit_row(hit, masked, plans.get(_address(hit))) for hit in found)
    return rows


def _address(hit: Hit) -> tuple[int, int, tuple[Span, ...]]:
    return id(hit.sheet), hit.number, hit.marks


def _hit_row(hit: Hit, masked: Callable[[str], str], planned: Replacement | None) -> HitRow:
    words, marks = hit.words
    new = _new_words(hit, planned)
    pieces = tuple(pieces_of(hit.excerpt.shown(masked), marks, new))
    title = hit.entry.title
    is_said = title.rstrip("…")[:_TOLD_CHARACTERS] in words
    why_not = planned.why_not if planned is not None else ""
    where = (hit.entry.node_id, words)
    said = "" if is_said else title
    return HitRow(hit.document.path, pieces, said, hit.line, hit, planned, why_not, where)


def _new_words(hit: Hit, planned: Replacement | None) -> list[str] | None:
    """What comes in place of each mark in the line that is shown; None where nothing does."""
    if planned is None or not planned.is_possible:
        return None
    _, marks = hit.words
    return [swap.text for swap in planned.swaps[: len(marks)]]


def past_rows(hits: Sequence[PastHit], masked: Callable[[str], str]) -> list[Row]:
    """The rows for what was found in the history, document by document."""
    rows: list[Row] = []
    by_path: dict[str, list[PastHit]] = {}
    for hit in hits:
        by_path.setdefault(hit.version.path, []).append(hit)
    for path, members in by_path.items():
        document, root = members[0].past.document, members[0].past.root
        monogram = root.layout.monogram if root is not None else "??"
        note = "" if members[0].is_present else tr("no longer there")
        rows.append(HeadRow(path, monogram, document.title, told(document.scope.title), len(members), note))
        for hit in members:
            words, marks = hit.words
            pieces = tuple(pieces_of(hit.excerpt.shown(masked), marks))
            where = (hit.version.id, words)
            rows.append(HitRow(path, pieces, "", 0, hit, where=where))
    return rows


def pieces_of(text: str, marks: Sequence[Span], new: Sequence[str] | None = None) -> Iterator[Piece]:
    """A line cut into what is marked and what is not, with labels for what cannot be seen; cut short around marks."""
    first = marks[0] if marks else Span(0, 0)
    start = _next_word(text, max(0, first.start - _LEAD_CHARACTERS), first.start)
    stop = _end_of_word(text, first.end, start + _MOST_CHARACTERS)
    end = start
    if start:
        yield Piece("…")
    for number, mark in enumerate(marks):
        if mark.start < end or mark.start >= stop:
            continue
        if mark.start > end:
            yield Piece(_shown(text[end : mark.start], is_first=end == start))
        yield Piece(labelled_name(mark.of(text)), is_marked=True)
        if new is not None and number < len(new):
            yield Piece(labelled_name(new[number]), is_new=True)
        end = mark.end
    if end < stop:
        yield Piece(_shown(text[end:stop], is_first=end == start))
    if stop < len(text):
        yield Piece("…")


def _next_word(text: str, start: int, before: int) -> int:
    """Where the first word begins that is whole from `start` on; `start` where none begins up to `before`."""
    found = _BEGIN_OF_WORD.search(text, max(0, start - 1), before + 1) if start else None
    return found.end() if found is not None and found.end() <= before else start


def _end_of_word(text: str, after: int, stop: int) -> int:
    """Where the last word ends that is whole up to `stop`; `stop` where none ends behind `after`."""
    if stop >= len(text):
        return len(text)
    ends = [found.start() for found in _END_OF_WORD.finditer(text, after, stop + 1)]
    return ends[-1] if ends else stop


def _shown(text: str, *, is_first: bool) -> str:
    return labelled_name(text.lstrip(" \t") if is_first else text)
