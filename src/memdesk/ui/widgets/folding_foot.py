"""The foot of a page: what is said there, and what to do, which goes below the words where these would be cut."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QWidget

from memdesk.ui.panel_widths import page_margin
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import Button
from memdesk.ui.widgets.labels import PlaneFrame

_GAP_PX, _AIR_PX = 8, 6


class FoldingFoot(PlaneFrame):
    """`words` beside `buttons`, or above them, as far from both sides as the page above."""

    def __init__(self, themes: ThemeManager, words: QWidget, buttons: Sequence[Button]) -> None:
        super().__init__("panel")
        self.setMinimumHeight(themes.theme.sizes.footer)
        self._words, self._actions = words, QWidget()
        row = QHBoxLayout(self._actions)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(_GAP_PX)
        row.addStretch(1)
        for button in buttons:
            row.addWidget(button)
        self._box = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._box.setSpacing(_GAP_PX)
        self._box.addWidget(words, 1)
        self._box.addWidget(self._actions)

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self._turn()
        return super().event(event)

    def _turn(self) -> None:
        aside = page_margin(self.window().width())
        self._box.setContentsMargins(aside, _AIR_PX, aside, _AIR_PX)
        room = self.width() - 2 * aside - _GAP_PX
        has_room = self._words.sizeHint().width() + self._actions.sizeHint().width() <= room
        direction = QBoxLayout.Direction
        self._box.setDirection(direction.LeftToRight if has_room else direction.TopToBottom)
