"""What stands where nothing is: why, and what to do about it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from memdesk.ui.plain import plain
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import Button, ButtonKind
from memdesk.ui.widgets.labels import TextLabel
from memdesk.ui.widgets.notices import IconLabel

_WIDEST_SENTENCE_PX = 420


class EmptyState(QWidget):
    """An icon, a heading, a sentence and actions in the middle of an empty panel.

    `upright` puts the actions below one another, for a panel that is narrow.
    """

    def __init__(
        self,
        themes: ThemeManager,
        icon: str,
        heading: str,
        sentence: str = "",
        *,
        upright: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._themes = themes
        self._icon = IconLabel(themes, icon, "text3", themes.theme.icon_sizes.empty)
        self._heading = TextLabel(themes, role="heading", wrap=True)
        self._sentence = TextLabel(themes, tone="text2", wrap=True)
        direction = QBoxLayout.Direction
        self._actions = QBoxLayout(direction.TopToBottom if upright else direction.LeftToRight)
        self._lay_out()
        self.set_words(heading, sentence)

    def set_words(self, heading: str, sentence: str = "") -> None:
        """Say something else."""
        self._heading.setText(heading)
        self._sentence.setText(sentence)
        self._sentence.setVisible(bool(sentence))
        self.setAccessibleName(plain(f"{heading} {sentence}".strip()))

    def add_action(self, text: str, *, kind: ButtonKind = "default", icon: str = "") -> Button:
        """Add a button below the words and return it."""
        button = Button(self._themes, text, kind=kind, icon=icon)
        self._actions.insertWidget(self._actions.count() - 1, button, 0, Qt.AlignmentFlag.AlignHCenter)
        return button

    def _lay_out(self) -> None:
        for label in (self._heading, self._sentence):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            label.setMaximumWidth(_WIDEST_SENTENCE_PX)
        self._actions.setSpacing(8)
        self._actions.addStretch(1)
        self._actions.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 24)
        column.setSpacing(8)
        column.addStretch(2)
        column.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(4)
        column.addWidget(_centred(self._heading))
        column.addWidget(_centred(self._sentence))
        column.addSpacing(8)
        column.addLayout(self._actions)
        column.addStretch(3)


def _centred(label: TextLabel) -> QWidget:
    """`label` in the middle of a row; aligned alone it would not get the height its wrapped lines need."""
    holder = QWidget()
    row = QHBoxLayout(holder)
    row.setContentsMargins(0, 0, 0, 0)
    row.addStretch(1)
    row.addWidget(label, 1000)
    row.addStretch(1)
    return holder
