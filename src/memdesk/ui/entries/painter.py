"""Draws rows. Fonts, pens and icons come from the theme; elided words are kept by width."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath
from PySide6.QtWidgets import QStyle

from memdesk.ui import format as shown
from memdesk.ui.entries.geometry import Cells
from memdesk.ui.entries.row import Row, RowKind, Sent
from memdesk.ui.i18n import tr
from memdesk.ui.theme.fonts import FontRole, Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.tokens import ColorRole
from memdesk.ui.widgets.marks import DOT_PX
from memdesk.ui.widgets.paint import (
    CENTRE,
    chip_height,
    count_height,
    draw_chip,
    draw_count,
    draw_dot,
    draw_plate,
    draw_ring,
)

_ONE_LINE = (
    Qt.AlignmentFlag.AlignVCenter
    | Qt.AlignmentFlag.AlignAbsolute
    | Qt.TextFlag.TextSingleLine
    | Qt.TextFlag.TextDontClip
)
_LEAD_GAP_PX = 8
_BAR_INSET_PX = 6
_STRIP_PAD_PX = 10
_MOST_ELIDED = 8_192
_LTR, _RTL = Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft


@dataclass(frozen=True, slots=True)
class RowState:
    """How a row is just now. `over` names the cell that the pointer is over, empty for none."""

    selected: bool = False
    current: bool = False
    hovered: bool = False
    focused: bool = False
    """Whether its list has the focus."""
    over: str = ""
    holds: bool = False
    """Whether a widget lies in it."""
    covered: bool = False
    """Whether that widget shows its words."""


class RowPainter:
    """Draws one row after the other with a painter that is at hand for the time of a paint event."""

    def __init__(self, themes: ThemeManager, direction: Qt.LayoutDirection) -> None:
        self._themes = themes
        self._direction = direction
        self._elided: dict[tuple[str, int, FontRole, Weight | None], str] = {}

    def set_direction(self, direction: Qt.LayoutDirection) -> None:
        """Draw in this direction."""
        self._direction = direction

    def forget(self) -> None:
        """The theme is another one."""
        self._elided.clear()

    def paint(self, painter: QPainter, row: Row, area: QRect, cells: Cells, state: RowState) -> None:
        """Draw `row`, whose cells lie in `area`."""
        painter.save()
        painter.setLayoutDirection(self._direction)
        if row.kind is RowKind.HEAD:
            self._paint_head(painter, row, area, cells, state)
        else:
            self._paint_plate(painter, row, area, state)
            if not state.covered:
                self._paint_words(painter, row, area, cells)
            self._paint_marks(painter, row, area, cells, state)
            if not cells.strip.isEmpty() and not state.holds:
                self._paint_strip(painter, row, area, cells, state)
        painter.restore()

    def paint_insertion(self, painter: QPainter, area: QRect, y: int) -> None:
        """The line where a dragged row would be put."""
        theme = self._themes.theme
        width = theme.lines.focus
        painter.fillRect(QRect(area.x(), y - width // 2, area.width(), width), theme.brush("focus"))

    # The plate

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
            draw_plate(painter, theme, self._shown(area, bar), theme.lines.edge / 2, "focus")
        painter.setPen(theme.pen("hairline"))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        inset = QRectF(area).adjusted(0.5, 0.5 if row.starts_card else 0, -0.5, -0.5)
        painter.drawPath(card_edge(inset, theme.radii.card, row.starts_card, row.ends_card))
        if state.holds or (state.current and state.focused):
            draw_ring(painter, theme, area.adjusted(0, 0, 0, 0 if row.ends_card else -1), theme.radii.row)

    # Words

    def _paint_words(self, painter: QPainter, row: Row, area: QRect, cells: Cells) -> None:
        theme = self._themes.theme
        room = cells.text
        if row.kind is RowKind.ADD:
            size = theme.icon_sizes.mark
            icon = QRect(room.x(), room.y(), size, room.height())
            self._themes.icons.draw(painter, self._shown(area, icon), "plus", "text3", size)
            room = room.adjusted(size + 6, 0, 0, 0)
        if row.lead:
            taken = self._paint_text(painter, area, room, row.shown_lead, "text", Weight.Medium)
            room = room.adjusted(taken + _LEAD_GAP_PX, 0, 0, 0)
        if row.shown_text and room.width() > 0:
            weight = Weight.Medium if row.mark.changed else None
            self._paint_text(painter, area, room, row.shown_text, _ink_of(row), weight)

    def _paint_text(
        self,
        painter: QPainter,
        area: QRect,
        room: QRect,
        text: str,
        ink: ColorRole,
        weight: Weight | None = None,
        role: FontRole = "body",
    ) -> int:
        """Draw as much of `text` as fits; returns how wide that is."""
        words = self._fitting(text, room.width(), role, weight)
        theme = self._themes.theme
        wide = min(room.width(), theme.metrics(role, weight).horizontalAdvance(words))
        painter.setFont(theme.font(role, weight))
        painter.setPen(theme.pen(ink))
        painter.setLayoutDirection(_RTL if is_rtl(text) else _LTR)
        cell = self._shown(area, QRect(room.x(), room.y(), wide, room.height()))
        painter.drawText(cell, _ONE_LINE | Qt.AlignmentFlag.AlignLeft, words)
        painter.setLayoutDirection(self._direction)
        return wide

    def _fitting(self, text: str, width: int, role: FontRole, weight: Weight | None) -> str:
        key = (text, width, role, weight)
        found = self._elided.get(key)
        if found is None:
            if len(self._elided) >= _MOST_ELIDED:
                self._elided.clear()
            metrics = self._themes.theme.metrics(role, weight)
            # What is far too long is measured no further than it could be seen.
            head = text[: max(1, width)]
            found = head if metrics.horizontalAdvance(head) <= width and head == text else ""
            found = found or metrics.elidedText(
                head + ("…" if head != text else ""), Qt.TextElideMode.ElideRight, width
            )
            self._elided[key] = found
        return found

    # Marks

    def _paint_marks(self, painter: QPainter, row: Row, area: QRect, cells: Cells, state: RowState) -> None:
        theme, icons = self._themes.theme, self._themes.icons
        if not cells.opens.isEmpty():
            name = "chevron-down" if state.holds else "chevron-right"
            icons.draw(painter, self._shown(area, cells.opens), name, "text3", theme.icon_sizes.mark)
        if not cells.handle.isEmpty():
            icons.draw(
                painter, self._shown(area, cells.handle), "grip-vertical", "text2", theme.icon_sizes.mark
            )
        for name, cell, icon in (("edit", cells.edit, "pencil"), ("remove", cells.remove, "trash-2")):
            if not cell.isEmpty():
                place = self._shown(area, cell)
                if state.over == name:
                    draw_plate(
                        painter, theme, _middle(place, theme.sizes.min_hit - 4), theme.radii.control, "press"
                    )
                icons.draw(painter, place, icon, "text2", theme.icon_sizes.row)
        if row.mark.clash:
            icons.draw(painter, self._shown(area, cells.dot), "git-merge", "warn", theme.icon_sizes.mark)
        elif row.mark.unsaved:
            draw_dot(painter, theme, self._shown(area, cells.dot), "text", DOT_PX)
        if row.mark.changed:
            place = _middle(self._shown(area, cells.changed), count_height(theme))
            draw_count(painter, theme, place, f"+{row.mark.changed}")
        if row.note:
            place = _middle(self._shown(area, cells.note), chip_height(theme))
            draw_chip(painter, theme, icons, place, row.note, "", "neutral")
        self._paint_sent(painter, row, area, cells)
        if not cells.age.isEmpty():
            words = shown.age(row.time_s) if row.time_s is not None else tr("no stamp")
            self._paint_trailing(painter, area, cells.age, words)

    def _paint_sent(self, painter: QPainter, row: Row, area: QRect, cells: Cells) -> None:
        theme, icons = self._themes.theme, self._themes.icons
        if row.sent is Sent.SENT:
            icons.draw(painter, self._shown(area, cells.sent), "eye", "text2", theme.icon_sizes.row)
        elif row.sent is Sent.LEFT_OUT:
            place = _middle(self._shown(area, cells.sent), chip_height(theme))
            draw_chip(painter, theme, icons, place, tr("Left out"), "eye-off", "neutral")

    def _paint_trailing(self, painter: QPainter, area: QRect, cell: QRect, words: str) -> None:
        theme = self._themes.theme
        wide = theme.metrics("meta").horizontalAdvance(words)
        place = QRect(cell.x() + cell.width() - wide, cell.y(), wide, cell.height())
        painter.setFont(theme.font("meta"))
        painter.setPen(theme.pen("text3"))
        painter.drawText(self._shown(area, place), CENTRE | Qt.TextFlag.TextDontClip, words)

    # The warning

    def _paint_strip(self, painter: QPainter, row: Row, area: QRect, cells: Cells, state: RowState) -> None:
        theme, icons = self._themes.theme, self._themes.icons
        strip = self._shown(area, cells.strip)
        draw_plate(painter, theme, strip, theme.radii.control, "warnSoft", "warnLine")
        size = theme.icon_sizes.row
        icon = QRect(cells.strip.x() + _STRIP_PAD_PX, cells.strip.y(), size, cells.strip.height())
        icons.draw(painter, self._shown(area, icon), "triangle-alert", "warn", size)
        left = icon.x() + size + _STRIP_PAD_PX
        room = QRect(left, cells.strip.y(), max(0, cells.why.x() - left), cells.strip.height())
        worst = row.losses[0]
        more = tr(" (+{n} more)", n=len(row.losses) - 1) if len(row.losses) > 1 else ""
        self._paint_text(painter, area, room, worst.message + more, "text", None, "small")
        if state.over == "why":
            draw_plate(painter, theme, self._shown(area, cells.why), theme.radii.control, "hover")
        painter.setFont(theme.font("small", Weight.DemiBold))
        painter.setPen(theme.pen("accentText"))
        painter.drawText(self._shown(area, cells.why), CENTRE, tr("Why"))
        if not cells.fix.isEmpty():
            place = self._shown(area, cells.fix)
            fill: ColorRole = "hover" if state.over == "fix" else "surface"
            draw_plate(painter, theme, place, theme.radii.control, fill, "border")
            painter.setFont(theme.font("small", Weight.Medium))
            painter.setPen(theme.pen("text"))
            painter.drawText(place, CENTRE, tr("Fix"))

    # Heads

    def _paint_head(self, painter: QPainter, row: Row, area: QRect, cells: Cells, state: RowState) -> None:
        theme, icons = self._themes.theme, self._themes.icons
        name = "chevron-right" if row.folded else "chevron-down"
        icons.draw(painter, self._shown(area, cells.handle), name, "text3", theme.icon_sizes.button)
        taken = self._paint_text(painter, area, cells.text, row.shown_text, "text", Weight.DemiBold)
        left = cells.text.x() + taken + _LEAD_GAP_PX
        rest = QRect(left, cells.text.y(), max(0, cells.text.right() - left), cells.text.height())
        about = shown.number(row.count) + (f" · {row.note}" if row.note else "")
        self._paint_text(painter, area, rest, about, "text3", None, "small")
        menu = self._shown(area, cells.menu)
        if state.over == "menu":
            draw_plate(painter, theme, _middle(menu, theme.sizes.min_hit), theme.radii.control, "press")
        icons.draw(painter, menu, "ellipsis", "text2", theme.icon_sizes.button)
        if state.current and state.focused:
            words = QRect(
                area.x(), cells.text.y() + 2, cells.text.right() - area.x(), cells.text.height() - 4
            )
            draw_ring(painter, theme, self._shown(area, words), theme.radii.row)

    def _shown(self, area: QRect, cell: QRect) -> QRect:
        return QStyle.visualRect(self._direction, area, cell)


def is_rtl(text: str) -> bool:
    """Whether the first letter with a direction is written from right to left."""
    classes = (unicodedata.bidirectional(character) for character in text)
    return next((found in ("R", "AL") for found in classes if found in ("L", "R", "AL")), False)


def _ink_of(row: Row) -> ColorRole:
    if row.kind in (RowKind.ADD, RowKind.LINE):
        return "text3"
    if row.sent is Sent.LEFT_OUT or row.kind is RowKind.TEXT or row.lead:
        return "text2"
    return "text"


def card_piece(area: QRectF, radius: float, is_first: bool, is_last: bool) -> QPainterPath:
    """The part of a rounded card that a row is: only the first and the last one have round corners."""
    path = QPainterPath()
    if not is_first and not is_last:
        path.addRect(area)
        return path
    top = area.y() if is_first else area.y() - 2 * radius
    bottom = area.bottom() if is_last else area.bottom() + 2 * radius
    path.addRoundedRect(QRectF(area.x(), top, area.width(), bottom - top), radius, radius)
    clip = QPainterPath()
    clip.addRect(area)
    return path.intersected(clip)


def card_edge(area: QRectF, radius: float, is_first: bool, is_last: bool) -> QPainterPath:
    """The edge of `card_piece`, and the line below the row."""
    path = QPainterPath()
    left, right, top, bottom = area.left(), area.right(), area.top(), area.bottom()
    if is_first:
        path.moveTo(left, bottom)
        path.lineTo(left, top + radius)
        path.arcTo(left, top, 2 * radius, 2 * radius, 180, -90)
        path.lineTo(right - radius, top)
        path.arcTo(right - 2 * radius, top, 2 * radius, 2 * radius, 90, -90)
        path.lineTo(right, bottom if not is_last else bottom - radius)
    else:
        path.moveTo(right, top)
        path.lineTo(right, bottom if not is_last else bottom - radius)
    if is_last:
        path.arcTo(right - 2 * radius, bottom - 2 * radius, 2 * radius, 2 * radius, 0, -90)
        path.lineTo(left + radius, bottom)
        path.arcTo(left, bottom - 2 * radius, 2 * radius, 2 * radius, 270, -90)
    else:
        path.lineTo(left, bottom)
    path.lineTo(left, top + (radius if is_first else 0))
    return path


def _middle(cell: QRect, height: int) -> QRect:
    """`cell`, `height` px high, around its middle."""
    return QRect(cell.x(), cell.y() + (cell.height() - height) // 2, cell.width(), height)
