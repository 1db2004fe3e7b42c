"""The line under a dialog that says how to go on."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QHBoxLayout, QWidget

from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.labels import PlaneFrame, TwoRowLabel


class DialogFoot(PlaneFrame):
    """Buttons at its beginning and at its end, and `words` between them; `say` changes words that there are."""

    def __init__(
        self, themes: ThemeManager, first: Sequence[QWidget], last: Sequence[QWidget], words: str = ""
    ) -> None:
        super().__init__("footer")
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 10, 16, 10)
        row.setSpacing(8)
        for button in first:
            row.addWidget(button)
        self._words = TwoRowLabel(themes, words, role="small", tone="text2") if words else None
        if self._words is not None:
            row.addWidget(self._words, 1)
        else:
            row.addStretch(1)
        for button in last:
            row.addWidget(button)

    def say(self, words: str) -> None:
        """Let other words stand between the buttons."""
        if self._words is not None:
            self._words.set_text(words)
