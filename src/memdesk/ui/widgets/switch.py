"""A switch between a few ways to see the same thing."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QSizePolicy, QToolButton, QWidget

from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.plates import draw_plate, draw_ring
from memdesk.ui.theme.tokens import ColorRole
from memdesk.ui.widgets.paint import CENTRE

_PAD_PX = 10
_TRACK_PX = 2


class ModeSwitch(QFrame):
    """Parts in one track, exactly one of them on. Tab reaches the switch, arrow keys move within it.

    `parts` are pairs of a key for the code and a label for the person; `name` is what a reader hears.
    """

    current_changed = Signal(str)
    """The part with this key is on now."""

    def __init__(
        self,
        themes: ThemeManager,
        name: str,
        parts: Sequence[tuple[str, str]],
        *,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._themes = themes
        self._keys = [key for key, _ in parts]
        self._group = QButtonGroup(self)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(self)
        row.setContentsMargins(_TRACK_PX, 0, _TRACK_PX, 0)
        row.setSpacing(0)
        for place, (_, label) in enumerate(parts):
            button = _Part(themes, label, self)
            self._group.addButton(button, place)
            row.addWidget(button)
        self._group.button(0).setChecked(True)
        self._group.idToggled.connect(self._on_toggled)

    @property
    def current(self) -> str:
        """The key of the part that is on."""
        return self._keys[self._group.checkedId()]

    def set_label(self, key: str, label: str) -> None:
        """Call the part `key` so."""
        button = self._group.button(self._keys.index(key))
        if button.text() != label:
            button.setText(label)
            button.updateGeometry()

    def set_current(self, key: str) -> None:
        """Turn the part `key` on."""
        self._group.button(self._keys.index(key)).setChecked(True)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - the whole track is painted
        theme = self._themes.theme
        with QPainter(self) as painter:
            draw_plate(painter, theme, self.rect(), theme.radii.control, "sunken", "border")

    def _on_toggled(self, place: int, checked: bool) -> None:
        if checked:
            self.current_changed.emit(self._keys[place])


class _Part(QToolButton):
    def __init__(self, themes: ThemeManager, label: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._themes = themes
        self.setText(label)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def sizeHint(self) -> QSize:
        theme = self._themes.theme
        wide = theme.metrics("body", Weight.Medium).horizontalAdvance(self.text()) + 2 * _PAD_PX
        height = theme.row_height(theme.sizes.button)
        return QSize(max(height, wide), height)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - the whole part is painted
        theme = self._themes.theme
        with QPainter(self) as painter:
            plate = self.rect().adjusted(0, _TRACK_PX, 0, -_TRACK_PX)
            radius = theme.radii.control - _TRACK_PX
            if self.isChecked():
                draw_plate(painter, theme, plate, radius, "surface", "border")
            elif self.underMouse() and self.isEnabled():
                draw_plate(painter, theme, plate, radius, "press" if self.isDown() else "hover")
            painter.setFont(theme.font("body", Weight.Medium))
            painter.setPen(theme.pen(self._ink()))
            painter.drawText(self.rect(), CENTRE, self.text())
            if self.hasFocus():
                draw_ring(painter, theme, plate, radius)

    def _ink(self) -> ColorRole:
        if not self.isEnabled():
            return "disabled"
        return "text" if self.isChecked() else "text2"
