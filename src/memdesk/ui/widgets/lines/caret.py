"""Where the caret of a view of lines goes at which key."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt

from memdesk.ui.widgets.lines.canvas import LinesCanvas
from memdesk.ui.widgets.lines.line import Line
from memdesk.ui.widgets.lines.selection import Place

TOP = Place(0, 0)
_Key = Qt.Key


class CaretMoves:
    """The moves over `lines`, of which there is at least one, in a view `view_height` px high."""

    def __init__(self, canvas: LinesCanvas, lines: Sequence[Line], view_height: int) -> None:
        self._canvas = canvas
        self._lines = lines
        self._page_px = max(1, view_height - canvas.row_height)

    def target(self, key: Qt.Key, here: Place, *, control: bool) -> Place | None:
        """Where the caret goes from `here` at `key`; None for a key that does not move it."""
        if control and key in (_Key.Key_Home, _Key.Key_End):
            return TOP if key == _Key.Key_Home else self._bottom()
        upright = {
            _Key.Key_Up: -1,
            _Key.Key_Down: 1,
            _Key.Key_PageUp: -self._page_px,
            _Key.Key_PageDown: self._page_px,
        }
        if key in upright:
            return self._beyond(here, upright[key])
        sideways = {
            _Key.Key_Home: 0,
            _Key.Key_End: len(self._lines[here.line].text),
            _Key.Key_Left: here.offset - 1,
            _Key.Key_Right: here.offset + 1,
        }
        return self._within(here.line, sideways[key]) if key in sideways else None

    def _bottom(self) -> Place:
        last = len(self._lines) - 1
        return Place(last, len(self._lines[last].text))

    def _within(self, line: int, offset: int) -> Place:
        """`offset` of `line`, or the neighbouring line's end where it lies beyond."""
        if offset < 0:
            return Place(line - 1, len(self._lines[line - 1].text)) if line else TOP
        if offset > len(self._lines[line].text):
            return Place(line + 1, 0) if line + 1 < len(self._lines) else Place(line, offset - 1)
        return Place(line, offset)

    def _beyond(self, here: Place, distance_px: int) -> Place:
        """The place `distance_px` above (negative) or below the row of `here`."""
        caret = self._canvas.caret(here)
        y = caret.top() + distance_px if distance_px < 0 else caret.bottom() + distance_px - 1
        row_height = self._canvas.row_height
        self._canvas.settle(max(0, int(y) - row_height), 2 * row_height)
        if y >= self._canvas.height:
            return self._bottom()
        return TOP if y < 0 else self._canvas.place_at(caret.x(), y)
