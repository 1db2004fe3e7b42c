"""Darkens a window below a box."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from memdesk.ui.theme.manager import ThemeManager


class Scrim(QWidget):
    """Covers the window of `box`, which stands above it.

    Signals:
        pressed: a button of the mouse.
    """

    pressed = Signal()

    def __init__(self, themes: ThemeManager, box: QWidget) -> None:
        super().__init__(box.window())
        self._themes = themes
        self._box = box
        self.hide()

    def show(self) -> None:
        """Come to the front, with the box above it."""
        self.raise_()
        self._box.raise_()
        super().show()

    def place(self) -> None:
        """Be as large as the window is now."""
        self.setGeometry(self.window().rect())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - one flat colour
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self._themes.theme.brush("scrim"))

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: ARG002 - wherever it is
        self.pressed.emit()
