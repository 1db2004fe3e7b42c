"""Texts of painted rows as they fit: the same rows are painted again and again, and to measure takes as long."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import Qt

from memdesk.ui.theme.fonts import FontRole
from memdesk.ui.theme.manager import ThemeManager

_MOST_KEPT = 2000

Key = TypeVar("Key")
Found = TypeVar("Found")


class FittingTexts:
    """Measures and elides texts in the fonts of the theme, and remembers some thousands of them."""

    def __init__(self, themes: ThemeManager) -> None:
        self._themes = themes
        self._elided: dict[tuple[str, FontRole, int, Qt.TextElideMode], str] = {}
        self._widths: dict[tuple[str, FontRole], int] = {}
        themes.fonts_changed.connect(self._forget)

    def fitting(
        self, text: str, role: FontRole, room: int, mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight
    ) -> str:
        """As much of `text` as fits into `room`, in px."""
        return _remembered(
            self._elided,
            (text, role, room, mode),
            lambda: self._themes.theme.metrics(role).elidedText(text, mode, room),
        )

    def width(self, text: str, role: FontRole) -> int:
        """How wide `text` is, in px."""
        return _remembered(
            self._widths, (text, role), lambda: self._themes.theme.metrics(role).horizontalAdvance(text)
        )

    def _forget(self) -> None:
        self._elided.clear()
        self._widths.clear()


def _remembered(known: dict[Key, Found], key: Key, find: Callable[[], Found]) -> Found:
    found = known.get(key)
    if found is None:
        if len(known) >= _MOST_KEPT:
            known.clear()
        found = known[key] = find()
    return found
