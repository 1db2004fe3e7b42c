"""Small outlined labels: chips, key caps, monograms, marks with a word."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from memdesk.ui.plain import plain
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.plates import draw_plate, draw_ring
from memdesk.ui.widgets.found_mark import FoundMark, draw_current
from memdesk.ui.widgets.paint import (
    TONES,
    Tone,
    chip_height,
    chip_width,
    draw_chip,
    draw_key_cap,
    draw_monogram,
    key_cap_height,
    key_cap_width,
)
from memdesk.ui.widgets.tips import cap_words, native_keys

_FIXED = QSizePolicy.Policy.Fixed


class Chip(QWidget):
    """A fact about what it stands beside: an icon and a word or two."""

    def __init__(
        self,
        themes: ThemeManager,
        text: str,
        *,
        icon: str = "",
        tone: Tone = "neutral",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._themes = themes
        self._text = plain(text)
        self._icon = icon
        self._tone: Tone = tone
        self.setSizePolicy(_FIXED, _FIXED)
        self.setAccessibleName(self._text)

    def sizeHint(self) -> QSize:
        theme = self._themes.theme
        return QSize(chip_width(theme, self._text, with_icon=bool(self._icon)), chip_height(theme))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - one small drawing
        themes = self._themes
        with QPainter(self) as painter:
            draw_chip(painter, themes.theme, themes.icons, self.rect(), self._text, self._icon, self._tone)


class ChipButton(QAbstractButton):
    """A chip that can be pressed, for instance a filter with a count. Drawn small, hit in 28 px."""

    def __init__(
        self,
        themes: ThemeManager,
        text: str,
        *,
        icon: str = "",
        tone: Tone = "neutral",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._themes = themes
        self._icon = icon
        self._tone: Tone = tone
        self.found = FoundMark.NONE
        """How it is marked for what was found."""
        self.setText(plain(text))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(_FIXED, _FIXED)

    def set_found(self, mark: FoundMark) -> None:
        """Mark it for what was found in what it stands for."""
        if mark is not self.found:
            self.found = mark
            self.update()

    def set_icon(self, name: str) -> None:
        """Show Lucide icon `name`, or none for an empty name."""
        if name != self._icon:
            self._icon = name
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        theme = self._themes.theme
        width = chip_width(theme, self.text(), with_icon=bool(self._icon))
        return QSize(max(theme.sizes.min_hit, width), max(theme.sizes.min_hit, chip_height(theme)))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - one small drawing
        theme, icons = self._themes.theme, self._themes.icons
        with QPainter(self) as painter:
            height = chip_height(theme)
            area = QRect(0, (self.height() - height) // 2, self.width(), height)
            is_marked = self.isChecked() or self.found is not FoundMark.NONE
            tone: Tone = "accent" if is_marked else self._tone
            draw_chip(painter, theme, icons, area, self.text(), self._icon, tone)
            if self.found is FoundMark.CURRENT:
                inset = theme.radii.chip
                draw_current(painter, theme, area.adjusted(inset, 0, -inset, 0))
            if self.underMouse() and self.isEnabled():
                draw_plate(painter, theme, area, theme.radii.chip, None, TONES[tone].ink)
            if self.hasFocus():
                draw_ring(painter, theme, area.adjusted(0, -2, 0, 2), theme.radii.chip + 2)


class KeyCap(QWidget):
    """The keys of an action, as this platform writes them."""

    def __init__(self, themes: ThemeManager, keys: QKeySequence, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._text = cap_words(keys)
        self.setSizePolicy(_FIXED, _FIXED)
        self.setAccessibleName(native_keys(keys))

    def sizeHint(self) -> QSize:
        theme = self._themes.theme
        return QSize(key_cap_width(theme, self._text), key_cap_height(theme))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - one small drawing
        with QPainter(self) as painter:
            draw_key_cap(painter, self._themes.theme, self.rect(), self._text)


class Monogram(QWidget):
    """The two letters that stand for an agent, `edge_px` wide."""

    def __init__(
        self,
        themes: ThemeManager,
        letters: str,
        name: str,
        *,
        edge_px: int = 24,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._themes = themes
        self._letters = letters
        self.setFixedSize(edge_px, edge_px)
        self.setAccessibleName(name)

    def show_letters(self, letters: str) -> None:
        """Stand for another agent, which is named beside it."""
        if letters != self._letters:
            self._letters = letters
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - one small drawing
        with QPainter(self) as painter:
            draw_monogram(painter, self._themes.theme, self.rect(), self._letters)
