"""What the strip below a row says, in as many lines as that takes."""

from __future__ import annotations

from memdesk.ui.entries.row import Row
from memdesk.ui.i18n import told, tr
from memdesk.ui.plain import plain
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.breaking import broken

_MOST_KEPT = 2_048


class WarningWords:
    """The worst thing that an agent would do to an entry, broken into lines; these are kept by words and width."""

    def __init__(self, themes: ThemeManager) -> None:
        self._themes = themes
        self._lines: dict[tuple[str, int], list[str]] = {}

    def forget(self) -> None:
        """The theme is another one."""
        self._lines.clear()

    def lines(self, row: Row, width: int) -> list[str]:
        """The warning of `row` in lines of `width` px."""
        key = self._words(row), width
        found = self._lines.get(key)
        if found is None:
            if len(self._lines) >= _MOST_KEPT:
                self._lines.clear()
            found = self._lines[key] = broken(key[0], self._themes.theme.font("small"), width)
        return found

    def _words(self, row: Row) -> str:
        warning, more = told(row.losses[0].message), len(row.losses) - 1
        words = tr("{warning} (+{n} more)", warning=warning, n=more) if more else warning
        return plain(self._themes.masks.shown_sentence(words))
