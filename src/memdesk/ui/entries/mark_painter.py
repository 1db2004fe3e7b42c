"""Draws what stands beside the words of a row, and the warning below them."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter

from memdesk.ui import format as shown
from memdesk.ui.entries.geometry import Cells, warning_room
from memdesk.ui.entries.row import Row, Sent
from memdesk.ui.entries.row_state import RowState
from memdesk.ui.entries.warning_words import WarningWords
from memdesk.ui.entries.words import Words
from memdesk.ui.i18n import tr
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.plates import draw_plate
from memdesk.ui.theme.tokens import ColorRole
from memdesk.ui.widgets.cells import middle
from memdesk.ui.widgets.marks import DOT_PX
from memdesk.ui.widgets.paint import CENTRE, chip_height, count_height, draw_chip, draw_count, draw_dot

_STRIP_PAD_PX = 10


class MarkPainter:
    """Draws into the cells of one row after the other."""

    def __init__(self, themes: ThemeManager, words: Words, warnings: WarningWords) -> None:
        self._themes = themes
        self._words = words
        self._warnings = warnings

    def paint(self, painter: QPainter, row: Row, area: QRect, cells: Cells, state: RowState) -> None:
        """Draw what can be done with a row, how it stands, whether the agent gets it and how old it is."""
        self._paint_tools(painter, area, cells, state)
        self._paint_state(painter, row, area, cells)
        self._paint_sent(painter, row, area, cells)
        if not cells.age.isEmpty():
            words = shown.age(row.time_s) if row.time_s is not None else tr("no stamp")
            self._paint_trailing(painter, area, cells.age, words)

    def _paint_tools(self, painter: QPainter, area: QRect, cells: Cells, state: RowState) -> None:
        theme, icons = self._themes.theme, self._themes.icons
        if not cells.opens.isEmpty():
            name = "chevron-down" if state.holds else "chevron-right"
            icons.draw(painter, self._words.place(area, cells.opens), name, "text3", theme.icon_sizes.mark)
        if not cells.handle.isEmpty():
            icons.draw(
                painter,
                self._words.place(area, cells.handle),
                "grip-vertical",
                "text2",
                theme.icon_sizes.mark,
            )
        for name, cell, icon in (("edit", cells.edit, "pencil"), ("remove", cells.remove, "trash-2")):
            if not cell.isEmpty():
                place = self._words.place(area, cell)
                if state.over == name:
                    draw_plate(
                        painter, theme, middle(place, theme.sizes.min_hit - 4), theme.radii.control, "press"
                    )
                icons.draw(painter, place, icon, "text2", theme.icon_sizes.row)

    def _paint_state(self, painter: QPainter, row: Row, area: QRect, cells: Cells) -> None:
        theme, icons = self._themes.theme, self._themes.icons
        if row.mark.clash:
            icons.draw(
                painter, self._words.place(area, cells.dot), "git-merge", "warn", theme.icon_sizes.mark
            )
        elif row.mark.unsaved:
            draw_dot(painter, theme, self._words.place(area, cells.dot), "text", DOT_PX)
        if row.mark.changed:
            place = middle(self._words.place(area, cells.changed), count_height(theme))
            draw_count(painter, theme, place, f"+{row.mark.changed}")
        if not cells.note.isEmpty():
            place = middle(self._words.place(area, cells.note), chip_height(theme))
            draw_chip(painter, theme, icons, place, row.note, "", "neutral")

    def _paint_sent(self, painter: QPainter, row: Row, area: QRect, cells: Cells) -> None:
        theme, icons = self._themes.theme, self._themes.icons
        size = theme.icon_sizes.row
        if row.sent is Sent.SENT:
            icons.draw(painter, self._words.place(area, cells.sent), "eye", "text2", size)
        elif row.sent is Sent.LEFT_OUT and cells.sent.width() == size:
            icons.draw(painter, self._words.place(area, cells.sent), "eye-off", "text2", size)
        elif row.sent is Sent.LEFT_OUT:
            place = middle(self._words.place(area, cells.sent), chip_height(theme))
            draw_chip(painter, theme, icons, place, tr("Left out"), "eye-off", "neutral")

    def _paint_trailing(self, painter: QPainter, area: QRect, cell: QRect, words: str) -> None:
        theme = self._themes.theme
        wide = theme.metrics("meta").horizontalAdvance(words)
        place = QRect(cell.x() + cell.width() - wide, cell.y(), wide, cell.height())
        painter.setFont(theme.font("meta"))
        painter.setPen(theme.pen("text3"))
        painter.drawText(self._words.place(area, place), CENTRE | Qt.TextFlag.TextDontClip, words)

    def paint_strip(self, painter: QPainter, row: Row, area: QRect, cells: Cells, state: RowState) -> None:
        """Draw the worst thing that an agent would do to the entry, with what can be done about it."""
        theme, icons = self._themes.theme, self._themes.icons
        strip = self._words.place(area, cells.strip)
        is_problem = row.losses[0].is_problem
        look: tuple[ColorRole, ColorRole] = ("warnSoft", "warnLine") if is_problem else ("panel", "hairline")
        draw_plate(painter, theme, strip, theme.radii.control, *look)
        size = theme.icon_sizes.row
        icon = QRect(cells.strip.x() + _STRIP_PAD_PX, cells.strip.y(), size, cells.strip.height())
        ink: ColorRole = "warn" if is_problem else "text3"
        name = "triangle-alert" if is_problem else "info"
        icons.draw(painter, self._words.place(area, icon), name, ink, size)
        room, line_px = warning_room(theme, cells.strip, cells.why), theme.line_height("small")
        lines = self._warnings.lines(row, room.width())
        top = room.y() + (room.height() - len(lines) * line_px) // 2
        for number, words in enumerate(lines):
            line = QRect(room.x(), top + number * line_px, room.width(), line_px)
            self._words.draw(painter, area, line, words, "text", None, "small")
        if state.over == "why":
            draw_plate(painter, theme, self._words.place(area, cells.why), theme.radii.control, "hover")
        painter.setFont(theme.font("body", Weight.Medium))
        painter.setPen(theme.pen("accentText"))
        painter.drawText(self._words.place(area, cells.why), CENTRE, tr("Why"))
        if not cells.fix.isEmpty():
            place = self._words.place(area, cells.fix)
            fill: ColorRole = "hover" if state.over == "fix" else "surface"
            draw_plate(painter, theme, place, theme.radii.control, fill, "border")
            painter.setFont(theme.font("body", Weight.Medium))
            painter.setPen(theme.pen("text"))
            painter.drawText(place, CENTRE, tr("Fix"))
