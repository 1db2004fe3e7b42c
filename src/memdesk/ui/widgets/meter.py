"""The budget meter: what fills an agent's context, against what it takes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QStyle, QWidget

from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.tokens import ColorRole
from memdesk.ui.widgets.tips import set_tip

_TICK_PX = 2
_TICK_OVERHANG_PX = 2
_LEAST_WIDTH_PX = 80


class Segment(NamedTuple):
    """A share of the budget: its name, its amount in the unit of the cap, its colour."""

    name: str
    amount: int
    role: ColorRole = "accent"


class BudgetMeter(QWidget):
    """A bar of segments with 1 px between them. The cap is a tick; what lies beyond it is hatched.

    Without a cap the segments share the whole width, and no tick is drawn: none is invented.
    """

    def __init__(self, themes: ThemeManager, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._segments: tuple[Segment, ...] = ()
        self._cap: int | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_budget(self, segments: Sequence[Segment], cap: int | None, sentence: str) -> None:
        """Show `segments` against `cap`; `sentence` says the same in words, for the tool tip and a reader."""
        self._segments = tuple(segment for segment in segments if segment.amount > 0)
        self._cap = cap
        self.setAccessibleName(sentence)
        set_tip(self, sentence)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(_LEAST_WIDTH_PX, self._themes.theme.sizes.meter + 2 * _TICK_OVERHANG_PX)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - one small drawing
        theme = self._themes.theme
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            track = self.rect().adjusted(0, _TICK_OVERHANG_PX, 0, -_TICK_OVERHANG_PX)
            shape = QPainterPath()
            shape.addRoundedRect(QRectF(track), theme.radii.meter, theme.radii.meter)
            painter.save()
            painter.setClipPath(shape)
            painter.fillRect(track, theme.brush("press"))
            self._paint_segments(painter, track)
            self._paint_excess(painter, track)
            painter.restore()
            self._paint_cap(painter)

    def _whole(self) -> int:
        return max(1, self._cap or 0, sum(segment.amount for segment in self._segments))

    def _paint_segments(self, painter: QPainter, track: QRect) -> None:
        theme = self._themes.theme
        start = 0
        for segment in self._segments:
            left, right = self._x(start), self._x(start + segment.amount)
            gap = theme.lines.hairline if start else 0
            painter.fillRect(self._span(track, left + gap, right), theme.brush(segment.role))
            if gap:
                painter.fillRect(self._span(track, left, left + gap), theme.brush("panel"))
            start += segment.amount

    def _paint_excess(self, painter: QPainter, track: QRect) -> None:
        if self._cap is None or self._whole() <= self._cap:
            return
        theme = self._themes.theme
        beyond = self._span(track, self._x(self._cap), self._x(self._whole()))
        painter.fillRect(beyond, theme.brush("warnSoft"))
        painter.fillRect(beyond, QBrush(theme.color("warn"), Qt.BrushStyle.BDiagPattern))

    def _paint_cap(self, painter: QPainter) -> None:
        if self._cap is None:
            return
        at = min(self._x(self._cap), self.width() - _TICK_PX)
        ink: ColorRole = "warn" if self._whole() > self._cap else "control"
        painter.fillRect(self._span(self.rect(), at, at + _TICK_PX), self._themes.theme.brush(ink))

    def _x(self, amount: int) -> int:
        return round(self.width() * amount / self._whole())

    def _span(self, track: QRect, left: int, right: int) -> QRect:
        span = QRect(left, track.y(), max(1, right - left), track.height())
        return QStyle.visualRect(self.layoutDirection(), self.rect(), span)
