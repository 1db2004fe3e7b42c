"""Darkens a window below a box, strip by strip: all that shines through is painted again, which takes long at once."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QRect, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import QWidget

from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.timers import repeating_in_turn


class Scrim(QObject):
    """Covers the window of `box`, but for what the box hides: what is as wide as it first, then what is beside it.

    Each strip comes or goes in a turn of its own.

    Signals:
        pressed: a button of the mouse, on a strip.
    """

    pressed = Signal()

    def __init__(self, themes: ThemeManager, box: QWidget) -> None:
        super().__init__(box)
        self._themes = themes
        self._box = box
        self._strips = [_Strip(themes, self, box.window()) for _ in range(3)]
        self._backings = [_Backing(box.window()) for _ in range(2)]
        self._is_wanted = False
        self._timer = repeating_in_turn(self, 0, self._change_one)

    def show(self) -> None:
        """Come to the front with the box, and cover the window from the next turn on."""
        # Were a strip above the box until it comes, it would have all of the box painted again. To stack it under the
        # box would have Qt paint all that it will cover.
        for one in (*self._strips, *self._backings, self._box):
            one.raise_()
        for backing in self._backings:
            backing.show()
        self._become(is_wanted=True)

    def hide(self) -> None:
        """Uncover it, from the next turn on."""
        for backing in self._backings:
            backing.hide()
        self._become(is_wanted=False)

    def place(self) -> None:
        """Be as large as the window is now, and where the box is."""
        for strip, area in zip(self._strips, self._areas(), strict=True):
            strip.setGeometry(area)
        behind = self._strips[0]
        mask = QRegion(behind.rect())
        for backing, area in zip(self._backings, self._hidden_by_box(), strict=True):
            backing.setGeometry(area)
            mask -= QRegion(area.translated(-behind.pos()))
        behind.setMask(mask)

    def _hidden_by_box(self) -> Sequence[QRect]:
        """All of the box but its round corners: with more of it, what stands in the box would be painted again."""
        area, px = self._box.geometry(), self._themes.theme.radii.card
        return area.adjusted(px, 0, -px, 0), area.adjusted(0, px, 0, -px)

    def _areas(self) -> Sequence[QRect]:
        window, box = self._box.window().rect(), self._box.geometry()
        right = box.right() + 1
        return (
            QRect(box.left(), 0, box.width(), window.height()),
            QRect(0, 0, box.left(), window.height()),
            QRect(right, 0, window.width() - right, window.height()),
        )

    def _become(self, *, is_wanted: bool) -> None:
        self._is_wanted = is_wanted
        self._timer.start()

    def _change_one(self) -> None:
        strip = next((one for one in self._strips if one.isHidden() == self._is_wanted), None)
        if strip is None:
            self._timer.stop()
            return
        strip.setVisible(self._is_wanted)
        # What has come asks to be painted once more when its turn comes, which would be after it was.
        QCoreApplication.removePostedEvents(strip, QEvent.Type.UpdateLater.value)
        # Qt gathers what is to be painted for some milliseconds, in which the next strip would join this one. It is not
        # the window that is asked: Qt would leave out what stands below the strip and paints all of itself.
        if self._is_wanted:
            strip.repaint()
        else:
            strip.window().repaint(strip.covered)


class _Strip(QWidget):
    def __init__(self, themes: ThemeManager, scrim: Scrim, window: QWidget) -> None:
        super().__init__(window)
        self._themes = themes
        self._scrim = scrim
        self.hide()

    @property
    def covered(self) -> QRegion:
        """What it covers of the window."""
        mask = self.mask()
        return QRegion(self.geometry()) if mask.isEmpty() else mask.translated(self.pos())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - one flat colour
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self._themes.theme.brush("scrim"))

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: ARG002 - wherever it is
        self._scrim.pressed.emit()


class _Backing(QWidget):
    """Lies below a part of the box without round corners: Qt paints nothing behind what says that it paints all of it.

    The box paints all of it instead, but cannot say so of itself: what is behind its corners shines through.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.hide()
