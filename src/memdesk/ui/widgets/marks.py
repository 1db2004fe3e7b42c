"""Marks: one shape for every state of a document, wherever it is shown.

The shapes are told apart without colour: dot, capsule with a number, triangle, branch, two bars, padlock, pulse line.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QObject, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QMessageBox, QSizePolicy, QWidget

from memdesk.ui.theme.fonts import FontRole, Weight
from memdesk.ui.theme.icons import IconCache
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.pulse import Pulse
from memdesk.ui.theme.theme import Theme
from memdesk.ui.theme.tokens import ColorRole
from memdesk.ui.widgets.cells import cell_of
from memdesk.ui.widgets.paint import count_height, count_width, draw_count, draw_dot

MarkName = Literal["unsaved", "problem", "conflict", "paused", "read_only", "writing"]

DOT_PX = 7
_ICONS: dict[MarkName, tuple[str, ColorRole]] = {
    "problem": ("triangle-alert", "warn"),
    "conflict": ("git-merge", "warn"),
    "paused": ("circle-pause", "warn"),
    "read_only": ("lock", "text3"),
    "writing": ("activity", "live"),
}
_GAP_PX = 6


@dataclass(frozen=True, slots=True)
class Marks:
    """The states of one row. `changed` counts what changed since the user last looked."""

    unsaved: bool = False
    changed: int = 0
    problem: bool = False
    conflict: bool = False
    paused: bool = False
    read_only: bool = False
    writing: bool = False

    def names(self) -> tuple[MarkName | int, ...]:
        """The marks in their one order; a number is the count of changes."""
        shown: tuple[tuple[MarkName | int, bool], ...] = (
            ("unsaved", self.unsaved),
            (self.changed, self.changed > 0),
            ("conflict", self.conflict),
            ("problem", self.problem),
            ("paused", self.paused),
            ("read_only", self.read_only),
            ("writing", self.writing),
        )
        return tuple(name for name, on in shown if on)


NO_MARKS = Marks()


def mark_width(theme: Theme, mark: MarkName | int) -> int:
    """Drawn width of one mark, in px."""
    if mark == "unsaved":
        return DOT_PX
    if isinstance(mark, int):
        return count_width(theme, f"+{mark}")
    return theme.icon_sizes.mark


def draw_mark(
    painter: QPainter, theme: Theme, icons: IconCache, pulse: Pulse, area: QRect, mark: MarkName | int
) -> None:
    """One mark in the middle of `area`."""
    if mark == "unsaved":
        draw_dot(painter, theme, area, "text", DOT_PX)
    elif isinstance(mark, int):
        height = count_height(theme)
        capsule = QRect(area.x(), area.y() + (area.height() - height) // 2, area.width(), height)
        draw_count(painter, theme, capsule, f"+{mark}")
    else:
        icon, role = _ICONS[mark]
        painter.setOpacity(pulse.opacity() if mark == "writing" else 1.0)
        icons.draw(painter, area, icon, role, theme.icon_sizes.mark)
        painter.setOpacity(1.0)


class MarkLabel(QWidget):
    """A mark and the words for it, such as a dot and "1 section unsaved"."""

    def __init__(
        self,
        themes: ThemeManager,
        mark: MarkName,
        text: str,
        *,
        role: FontRole = "small",
        tone: ColorRole = "text2",
        weight: Weight | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._themes = themes
        self._mark: MarkName = mark
        self._text = text
        self._role: FontRole = role
        self._tone: ColorRole = tone
        self._weight = weight
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(text)
        if mark == "writing":
            themes.pulse.ticked.connect(self.update)

    def set_mark(self, mark: MarkName, text: str) -> None:
        """Show another state."""
        self._mark, self._text = mark, text
        self.setAccessibleName(text)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        theme = self._themes.theme
        metrics = theme.metrics(self._role, self._weight)
        width = mark_width(theme, self._mark) + _GAP_PX + metrics.horizontalAdvance(self._text)
        return QSize(width, max(metrics.height(), theme.icon_sizes.mark))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - one small drawing
        themes = self._themes
        theme = themes.theme
        with QPainter(self) as painter:
            wide = mark_width(theme, self._mark)
            cell = cell_of(self, 0, wide)
            draw_mark(painter, theme, themes.icons, themes.pulse, cell, self._mark)
            painter.setFont(theme.font(self._role, self._weight))
            painter.setPen(theme.pen(self._tone))
            rest = cell_of(self, wide + _GAP_PX, self.width() - wide - _GAP_PX)
            painter.drawText(rest, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, self._text)


class WarningMark(QObject):
    """Puts the mark of a problem on `box`, and keeps it in the colours of the theme.

    The system's own mark has other colours and another shape.
    """

    def __init__(self, themes: ThemeManager, box: QMessageBox) -> None:
        super().__init__(box)
        self._themes = themes
        self._box = box
        self._show()
        themes.theme_changed.connect(self._show)

    def _show(self) -> None:
        name, role = _ICONS["problem"]
        # A box that was not shown yet knows nothing of the screen that it will be on.
        over = self._box.parentWidget() or self._box
        icons, size_px = self._themes.icons, self._themes.theme.icon_sizes.empty
        self._box.setIconPixmap(icons.pixmap(name, role, size_px, over.devicePixelRatio()))
