"""Where the parts of a tree row stand, for one width. Pure geometry from left to right; painting mirrors it."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import Qt

from memdesk.ui.plain import is_rtl
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.theme import Theme
from memdesk.ui.widgets.marks import MarkName, mark_width
from memdesk.ui.widgets.tree_row import TreeRow

# From the text to the end of the plate, and from there to the end of the view.
TRAILING_PX = 8 + 6
_ICON_GAP_PX = 6
_MARK_GAP_PX = 6
_META_GAP_PX = 6


class Piece(NamedTuple):
    """A run of the name in one weight, `left` px from the start of the row's content."""

    text: str
    left: int
    width: int
    weight: Weight


class RowLayout(NamedTuple):
    """The parts of one row; all positions in px from the leading end of the row's content."""

    pieces: tuple[Piece, ...]
    marks: tuple[tuple[MarkName | int, int, int], ...]
    """Mark, left, width."""
    meta: str
    meta_left: int
    meta_width: int
    elided: bool
    name_rtl: bool
    """Whether the name itself is written from right to left, whatever the direction of the window."""


def lay_out_row(theme: Theme, row: TreeRow, width: int, *, compact: bool) -> RowLayout:
    """The layout of `row` in `width` px of content.

    Where it is too narrow, first the size goes, then the age, then the name is elided; marks never go. `compact`
    rows have no meta at all, and their marks stand at the trailing end.
    """
    start = _name_start(theme, row)
    marks = [(mark, mark_width(theme, mark)) for mark in row.marks.names()]
    taken_by_marks = sum(wide + _MARK_GAP_PX for _, wide in marks)
    room = max(0, width - TRAILING_PX - start - taken_by_marks)
    natural = _natural_width(theme, row)
    meta, meta_width = ("", 0) if compact else _fitting_meta(theme, row, room - natural - _META_GAP_PX)
    pieces = _pieces(theme, row, start, room)
    end = pieces[-1].left + pieces[-1].width if pieces else start
    if compact and marks:
        end = max(end, width - TRAILING_PX - taken_by_marks)
    return RowLayout(
        pieces=pieces,
        marks=_place_marks(marks, end),
        meta=meta,
        meta_left=width - TRAILING_PX - meta_width,
        meta_width=meta_width,
        elided=natural > room,
        name_rtl=is_rtl(row.name),
    )


def _name_start(theme: Theme, row: TreeRow) -> int:
    # Rows without an icon, such as sections, keep its place free: names of one level stand in one line.
    edge = theme.sizes.avatar if row.monogram else theme.icon_sizes.row
    return edge + _ICON_GAP_PX


def _place_marks(
    marks: list[tuple[MarkName | int, int]], start: int
) -> tuple[tuple[MarkName | int, int, int], ...]:
    placed = []
    for mark, wide in marks:
        start += _MARK_GAP_PX
        placed.append((mark, start, wide))
        start += wide
    return tuple(placed)


def _fitting_meta(theme: Theme, row: TreeRow, room: int) -> tuple[str, int]:
    whole = " · ".join(part for part in (row.size, row.age) if part)
    for text in (whole, row.age):
        wide = theme.metrics("meta").horizontalAdvance(text)
        if text and wide <= room:
            return text, wide
    return "", 0


def _natural_width(theme: Theme, row: TreeRow) -> int:
    return sum(theme.metrics("body", weight).horizontalAdvance(text) for text, weight in _runs(row))


def _runs(row: TreeRow) -> list[tuple[str, Weight]]:
    runs: list[tuple[str, Weight]] = []
    at = 0
    for start, end in row.hits:
        runs.append((row.name[at:start], row.weight))
        runs.append((row.name[start:end], Weight.Bold))
        at = end
    runs.append((row.name[at:], row.weight))
    return [(text, weight) for text, weight in runs if text]


def _pieces(theme: Theme, row: TreeRow, start: int, room: int) -> tuple[Piece, ...]:
    # In the middle only a name without hits is elided: hits stay where the eye looks for them.
    mode = Qt.TextElideMode.ElideMiddle if row.keeps_end and not row.hits else Qt.TextElideMode.ElideRight
    pieces: list[Piece] = []
    left = start
    for text, weight in _runs(row):
        metrics = theme.metrics("body", weight)
        wide = metrics.horizontalAdvance(text)
        shown = text if wide <= room else metrics.elidedText(text, mode, room)
        shown_width = min(wide, metrics.horizontalAdvance(shown))
        pieces.append(Piece(shown, left, shown_width, weight))
        left += shown_width
        room -= shown_width
        if shown != text:
            break
    return tuple(pieces)
