"""All lines as one tall picture, of which only the part in view is ever laid out. `y` counts from its top, in px."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QPainter

from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.lines.drawing import BlockPainter
from memdesk.ui.widgets.lines.flow import Block, Flow
from memdesk.ui.widgets.lines.layout import BlockLayout, Span
from memdesk.ui.widgets.lines.line import Line, LineKind
from memdesk.ui.widgets.lines.look import FILLS, TRAILING_PX, LinesLook
from memdesk.ui.widgets.lines.selection import Place, Selection

_MOST_LAYOUTS = 400
# Heights are estimates until a block is laid out; correcting them may bring further blocks into view.
_MOST_PASSES = 4


class _Built(NamedTuple):
    """What is made anew for other lines, another width or another theme."""

    look: LinesLook
    painter: BlockPainter
    flow: Flow
    text_left: int
    highest: int
    """The highest number of a line."""


class LinesCanvas:
    """Lays out, measures and paints lines for a view of a given width, as late as possible."""

    def __init__(self, themes: ThemeManager) -> None:
        self._themes = themes
        self._lines: Sequence[Line] = ()
        self._folds: list[range] = []
        self._width = 1
        self._direction = Qt.LayoutDirection.LeftToRight
        self._layouts: dict[int, BlockLayout] = {}
        self._built: _Built | None = None
        self._has_old_colors = False

    @property
    def height(self) -> int:
        """Height of everything, in px; partly an estimate."""
        return self._flow.height

    @property
    def row_height(self) -> int:
        """Height of one row of text, in px."""
        return self._now.look.row_height

    @property
    def filled_ends(self) -> tuple[bool, bool]:
        """Whether the first row, and the last, has a ground of its own over its whole width."""
        return (self._is_filled(0), self._is_filled(-1)) if self._lines else (False, False)

    def set_lines(self, lines: Sequence[Line], folds: Sequence[range]) -> None:
        """Show other lines, with these runs of them folded."""
        self._lines = lines
        self._folds = list(folds)
        self._built = None

    def replace_lines(self, lines: Sequence[Line]) -> None:
        """Show the same lines with other characters; what is folded stays so."""
        self._lines = lines
        self._built = None

    def set_view(self, width: int, direction: Qt.LayoutDirection) -> None:
        """Lay out for a view `width` px wide."""
        self._width = max(1, width)
        self._direction = direction
        self._built = None

    def recolor(self) -> None:
        """Take other colours from the theme when painting next, in which all is as high and as wide as it was."""
        self._has_old_colors = True

    def settle(self, top: int, height: int) -> None:
        """Lay out what is in view between `top` and `top + height`, and correct its heights."""
        for _ in range(_MOST_PASSES):
            if not self._correct(top, height):
                return
            self._flow.measure()

    def top_of(self, line: int) -> int:
        """Where line number `line` begins."""
        return self._flow.top(self._flow.block_of(line, 0))

    def fold_at(self, line: int) -> range | None:
        """The folded run that hides line number `line`, or None."""
        return next((fold for fold in self._folds if line in fold), None)

    def expand(self, fold: range) -> None:
        """Show the lines of a folded run."""
        self._folds.remove(fold)
        self._built = None

    def place_at(self, x: float, y: float) -> Place:
        """The place in the text nearest to a point."""
        number = self._flow.at(int(y))
        block = self._flow.blocks[number]
        if self._is_drawn(block):
            return Place(block.line, 0)
        inside = self._layout(number).offset_at(x - self._now.text_left, y - self._flow.top(number))
        return Place(block.line, min(block.start + inside, block.end))

    def caret(self, place: Place) -> QRectF:
        """Where the caret stands in front of `place`."""
        number = self._flow.block_of(place.line, place.offset)
        block, top = self._flow.blocks[number], self._flow.top(number)
        if self._is_drawn(block):
            return QRectF(self._now.text_left, top, 1, block.height)
        inside = self._layout(number).caret(place.offset - block.start)
        return inside.translated(self._now.text_left, top)

    def paint(self, painter: QPainter, area: QRect, selection: Selection | None) -> None:
        """Paint what lies in `area`; the painter's origin is the top of the canvas."""
        if not self._lines:
            return
        if self._has_old_colors:
            self._take_colors()
        number = self._flow.at(area.top())
        while number < len(self._flow.blocks) and self._flow.top(number) <= area.bottom():
            self._paint_block(painter, number, selection)
            number += 1

    @property
    def _now(self) -> _Built:
        if self._built is None:
            self._built = self._build()
        return self._built

    @property
    def _flow(self) -> Flow:
        return self._now.flow

    def _build(self) -> _Built:
        highest = max((line.number or 0 for line in self._lines), default=0)
        look = LinesLook(self._themes, self._width, highest)
        left = look.gutter if self._direction == Qt.LayoutDirection.LeftToRight else TRAILING_PX
        self._layouts.clear()
        flow = Flow(self._lines, self._folds, look.height_of, look.fold_height)
        return _Built(look, self._painter(look, left), flow, left, highest)

    def _take_colors(self) -> None:
        self._has_old_colors = False
        self._layouts.clear()
        now = self._now
        look = LinesLook(self._themes, self._width, now.highest)
        self._built = now._replace(look=look, painter=self._painter(look, now.text_left))

    def _painter(self, look: LinesLook, left: int) -> BlockPainter:
        return BlockPainter(self._themes, look, self._direction, left)

    def _correct(self, top: int, height: int) -> bool:
        """Whether a block in view turned out to be of another height."""
        number = self._flow.at(top)
        y, changed = (self._flow.top(number) if self._lines else top), False
        while y < top + height and number < len(self._flow.blocks):
            block = self._flow.blocks[number]
            if not block.exact:
                real = block.height if self._is_drawn(block) else self._layout(number).height
                changed = changed or real != block.height
                block.height, block.exact = real, True
            y += block.height
            number += 1
        return changed

    def _layout(self, number: int) -> BlockLayout:
        found = self._layouts.get(number)
        if found is None:
            if len(self._layouts) >= _MOST_LAYOUTS:
                self._layouts.clear()
            block = self._flow.blocks[number]
            found = self._layouts[number] = self._now.look.lay_out(
                self._lines[block.line], block.start, block.end
            )
        return found

    def _paint_block(self, painter: QPainter, number: int, selection: Selection | None) -> None:
        block, draw = self._flow.blocks[number], self._now.painter
        area = QRect(0, self._flow.top(number), self._width, block.height)
        if block.fold is not None:
            draw.paint_fold(painter, area, len(block.fold))
            return
        line = self._lines[block.line]
        if line.kind is LineKind.CUT:
            draw.paint_cut(painter, area, line)
            return
        draw.paint_ground(painter, area, line)
        if block.start == 0:
            draw.paint_gutter(painter, area, line)
        draw.paint_text(painter, area, line, self._layout(number), self._selected(block, line, selection))

    @staticmethod
    def _selected(block: Block, line: Line, selection: Selection | None) -> Span | None:
        span = None if selection is None else selection.span(block.line, len(line.text))
        if span is None:
            return None
        low, high = max(span[0], block.start), min(span[1], block.end)
        return (low - block.start, high - block.start) if low < high else None

    def _is_filled(self, number: int) -> bool:
        block = self._flow.blocks[number]
        return block.fold is not None or self._lines[block.line].kind in FILLS

    def _is_drawn(self, block: Block) -> bool:
        """Whether the block is a rule or a fold, which have no text to lay out."""
        return block.fold is not None or self._lines[block.line].kind is LineKind.CUT
