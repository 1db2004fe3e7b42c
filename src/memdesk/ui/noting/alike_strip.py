"""The strip of a quick note that names the entry which says nearly the same."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QHBoxLayout

from memdesk.ui.i18n import tr
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import LinkButton
from memdesk.ui.widgets.labels import TextLabel
from memdesk.ui.widgets.notices import IconLabel

_PAD_PX = 10
_AIR_PX = 4


class AlikeStrip(QFrame):
    """What is there already, and `change_button` to change that instead."""

    def __init__(self, themes: ThemeManager) -> None:
        super().__init__()
        self.setObjectName("strip")
        self.setProperty("tone", "neutral")
        self._sentence = TextLabel(themes, wrap=True)
        self.change_button = LinkButton(themes, tr("Change that one"))
        row = QHBoxLayout(self)
        row.setContentsMargins(_PAD_PX, _AIR_PX, _AIR_PX, _AIR_PX)
        row.setSpacing(8)
        row.addWidget(IconLabel(themes, "copy", "text2", themes.theme.icon_sizes.row))
        row.addWidget(self._sentence, 1)
        row.addWidget(self.change_button)

    def say(self, sentence: str) -> None:
        """Name the entry."""
        self._sentence.setText(sentence)
