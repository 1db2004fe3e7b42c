"""The frame of windows that have none of the system's: a plate with a line and round corners, on every platform."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import (
    QGuiApplication,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QRegion,
    QResizeEvent,
)
from PySide6.QtWidgets import QDialog, QWidget

from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.plates import draw_plate


def take_off_frame(window: QWidget) -> None:
    """Show `window` without the frame of the system; it paints its own, and asks for `cut_corners` when resized."""
    window.setWindowFlag(Qt.WindowType.FramelessWindowHint)
    window.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground, not _is_opaque())


def cut_corners(window: QWidget, radius: int) -> None:
    """Take what lies outside the round corners out of `window`, where it would be black instead of see-through."""
    if not _is_opaque():
        return
    shape = QPainterPath()
    shape.addRoundedRect(QRectF(window.rect()), radius, radius)
    window.setMask(QRegion(shape.toFillPolygon().toPolygon()))


def _is_opaque() -> bool:
    """Bare X11 has no compositor."""
    return QGuiApplication.platformName() == "xcb"


class RoundDialog(QDialog):
    """A dialog in the look of the palette, moved by whatever of it takes no click."""

    def __init__(self, themes: ThemeManager, parent: QWidget) -> None:
        super().__init__(parent)
        self._themes = themes
        take_off_frame(self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        cut_corners(self, self._themes.theme.radii.popup)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - one plate
        theme = self._themes.theme
        with QPainter(self) as painter:
            draw_plate(painter, theme, self.rect(), theme.radii.popup, "surface", "border")

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """The system moves it from here on, where it moves windows for programs."""
        if event.button() == Qt.MouseButton.LeftButton and self.windowHandle().startSystemMove():
            event.accept()
            return
        super().mousePressEvent(event)
