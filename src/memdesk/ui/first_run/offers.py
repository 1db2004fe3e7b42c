"""The two cards below the list: sample memory, and a folder of one's own."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import Button
from memdesk.ui.widgets.labels import TextLabel
from memdesk.ui.widgets.notices import IconLabel

_PAD_PX = 16
_ICON_PX = 20


class OfferCard(QFrame):
    """An icon, what is offered, and the button for it."""

    accepted = Signal()

    def __init__(
        self,
        themes: ThemeManager,
        icon: str,
        heading: str,
        sentence: str,
        label: str,
        *,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self._button = Button(themes, label)
        self._button.setAccessibleDescription(sentence)
        self._button.clicked.connect(self.accepted)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addStretch(1)
        words.addWidget(TextLabel(themes, heading, weight=Weight.DemiBold, wrap=True))
        words.addWidget(TextLabel(themes, sentence, role="small", tone="text2", wrap=True))
        words.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(_PAD_PX, _PAD_PX, _PAD_PX, _PAD_PX)
        row.setSpacing(12)
        row.addWidget(IconLabel(themes, icon, "text2", _ICON_PX))
        row.addLayout(words, 1)
        row.addWidget(self._button)

    @property
    def stops(self) -> list[QWidget]:
        """What Tab stops at on this card."""
        return [self._button]

    def set_lit(self, lit: bool) -> None:
        """Light the border up while something hovers that can be dropped."""
        self.setProperty("caret", lit)
        self.update()
