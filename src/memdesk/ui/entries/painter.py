"""Draws rows. Fonts, pens and icons come from the theme, and a paint allocates nothing that stays."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QPainter

from memdesk.ui import format as shown
from memdesk.ui.entries.card_shapes import card_edge, card_piece
from memdesk.ui.entries.found_marks import over_masks
from memdesk.ui.entries.geometry import Cells
from memdesk.ui.entries.mark_painter import MarkPainter
from memdesk.ui.entries.row import Row, RowKind, Sent
from memdesk.ui.entries.row_state import RowState
from memdesk.ui.entries.warning_words import WarningWords
from memdesk.ui.entries.words import Words
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.plates import draw_plate, draw_ring
from memdesk.ui.theme.tokens import ColorRole
from memdesk.ui.widgets.cells import middle

_LEAD_GAP_PX = 8
_BAR_INSET_PX = 6


class RowPainter:
    """Draws one row after the other with a painter that is at hand for the time of a paint event."""

    def __init__(self, themes: ThemeManager, direction: Qt.LayoutDirection, warnings: WarningWords) -> None:
        self._themes = themes
        self._words = Words(themes, direction)
        self._marks = MarkPainter(themes, self._words, warnings)

    def set_direction(self, direction: Qt.LayoutDirection) -> None:
        """Draw in this direction."""
        self._words.direction = direction

    def forget(self) -> None:
        """The theme is another one."""
        self._words.forget()

    def paint(self, painter: QPainter, row: Row, area: QRect, cells: Cells, state: RowState) -> None:
        """Draw `row`, whose cells lie in `area`."""
        painter.save()
        painter.setLayoutDirection(self._words.direction)
        if row.kind is RowKind.HEAD:
            self._paint_head(painter, row, area, cells, state)
        else:
            self._paint_plate(painter, row, area, state)
            if not state.covered:
                self._paint_words(painter, row, area, cells, state)
            self._marks.paint(painter, row, area, cells, state)
            if not cells.strip.isEmpty() and not state.holds:
                self._marks.paint_strip(painter, row, area, cells, state)
        painter.restore()

    def paint_insertion(self, painter: QPainter, area: QRect, y: int) -> None:
        """The line where a dragged row would be put."""
        theme = self._themes.theme
        width = theme.lines.focus
        painter.fillRect(QRect(area.x(), y - width // 2, area.width(), width), theme.brush("focus"))

    def _paint_plate(self, painter: QPainter, row: Row, area: QRect, state: RowState) -> None:
        theme = self._themes.theme
        outline = card_piece(QRectF(area), theme.radii.card, row.starts_card, row.ends_card)
        fill: ColorRole = "surface"
        if state.selected:
            fill = "accentSoft" if state.focused else "selInactive"
        elif state.hovered and row.kind is not RowKind.LINE:
            fill = "hover"
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillPath(outline, theme.brush(fill))
        if state.selected and state.focused:
            bar = QRect(
                area.x() + 1, area.y() + _BAR_INSET_PX, theme.lines.edge, area.height() - 2 * _BAR_INSET_PX
            )
            draw_plate(painter, theme, self._words.place(area, bar), theme.lines.edge / 2, "focus")
        painter.setPen(theme.pen("hairline"))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        inset = QRectF(area).adjusted(0.5, 0.5 if row.starts_card else 0, -0.5, -0.5)
        painter.drawPath(card_edge(inset, theme.radii.card, row.starts_card, row.ends_card))
        if state.holds or (state.current and state.focused):
            draw_ring(painter, theme, area.adjusted(0, 0, 0, 0 if row.ends_card else -1), theme.radii.row)

    def _paint_words(self, painter: QPainter, row: Row, area: QRect, cells: Cells, state: RowState) -> None:
        theme = self._themes.theme
        room = cells.text
        if row.kind is RowKind.ADD:
            size = theme.icon_sizes.mark
            icon = QRect(room.x(), room.y(), size, room.height())
            self._themes.icons.draw(painter, self._words.place(area, icon), "plus", "text3", size)
            room = room.adjusted(size + 6, 0, 0, 0)
        if row.lead:
            lead = self._themes.masks.shown_title_in(row.shown_lead, row.around)
            self._words.ground(
                painter,
                area,
                room,
                lead,
                Weight.Medium,
                over_masks(lead, row.shown_lead, state.found.lead),
                state,
            )
            taken = self._words.draw(painter, area, room, lead, "text", Weight.Medium)
            room = room.adjusted(taken + _LEAD_GAP_PX, 0, 0, 0)
        if row.shown_text and room.width() > 0:
            weight = Weight.Medium if row.mark.changed else None
            masks = self._themes.masks
            masked = masks.shown_title_in if row.kind is RowKind.ADD else masks.shown_in
            words = masked(row.shown_text, row.around)
            marks = over_masks(words, row.shown_text, state.found.text)
            self._words.ground(painter, area, room, words, weight, marks, state)
            self._words.draw(painter, area, room, words, _ink_of(row), weight)

    def _paint_head(self, painter: QPainter, row: Row, area: QRect, cells: Cells, state: RowState) -> None:
        theme, icons = self._themes.theme, self._themes.icons
        name = "chevron-right" if row.folded else "chevron-down"
        icons.draw(painter, self._words.place(area, cells.handle), name, "text3", theme.icon_sizes.button)
        title = self._themes.masks.shown_title_in(row.shown_text, row.around)
        marks = over_masks(title, row.shown_text, state.found.text)
        self._words.ground(painter, area, cells.text, title, Weight.DemiBold, marks, state)
        taken = self._words.draw(painter, area, cells.text, title, "text", Weight.DemiBold)
        left = cells.text.x() + taken + _LEAD_GAP_PX
        rest = QRect(left, cells.text.y(), max(0, cells.text.right() - left), cells.text.height())
        about = shown.number(row.count) + (f" · {row.note}" if row.note else "")
        self._words.draw(painter, area, rest, about, "text3", None, "small")
        menu = self._words.place(area, cells.menu)
        if state.over == "menu":
            draw_plate(painter, theme, middle(menu, theme.sizes.min_hit), theme.radii.control, "press")
        icons.draw(painter, menu, "ellipsis", "text2", theme.icon_sizes.button)
        if state.current and state.focused:
            words = QRect(
                area.x(), cells.text.y() + 2, cells.text.right() - area.x(), cells.text.height() - 4
            )
            draw_ring(painter, theme, self._words.place(area, words), theme.radii.row)


def _ink_of(row: Row) -> ColorRole:
    if row.kind in (RowKind.ADD, RowKind.LINE):
        return "text3"
    if row.sent is Sent.LEFT_OUT or row.kind is RowKind.TEXT or row.lead:
        return "text2"
    return "text"
