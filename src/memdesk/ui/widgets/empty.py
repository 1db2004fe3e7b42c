"""What stands where nothing is: why, and what to do about it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from memdesk.ui.i18n import sentences
from memdesk.ui.plain import plain
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.plates import draw_ring
from memdesk.ui.widgets.buttons import Button, ButtonKind
from memdesk.ui.widgets.labels import TextLabel
from memdesk.ui.widgets.notices import IconLabel

_WIDEST_SENTENCE_PX = 420
_MARGIN_PX = 24
_ACTION_GAP_PX = 8
_IN_A_ROW, _UPRIGHT = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom


class EmptyState(QWidget):
    """An icon, a heading, a sentence and actions in the middle of an empty panel.

    The actions stand below one another where they have no room side by side, and with `upright` always.
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
        self._is_upright = upright
        self._buttons: list[Button] = []
        self._actions = QBoxLayout(_UPRIGHT if upright else _IN_A_ROW)
        self._lay_out()
        self.set_words(heading, sentence)

    def set_words(self, heading: str, sentence: str = "") -> None:
        """Say something else."""
        self._heading.setText(heading)
        self._sentence.setText(sentence)
        self._sentence.setVisible(bool(sentence))
        self.setAccessibleName(plain(sentences(heading, sentence)))

    def set_icon(self, icon: str) -> None:
        """Show another icon."""
        self._icon.set_icon(icon, "text3")

    def add_action(self, text: str, *, kind: ButtonKind = "default", icon: str = "") -> Button:
        """Add a button below the words and return it."""
        button = Button(self._themes, text, kind=kind, icon=icon)
        self._actions.insertWidget(self._actions.count() - 1, button, 0, Qt.AlignmentFlag.AlignHCenter)
        self._buttons.append(button)
        return button

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self._turn_actions()
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():
            theme = self._themes.theme
            with QPainter(self) as painter:
                draw_ring(painter, theme, self.rect(), theme.radii.card)

    def _turn_actions(self) -> None:
        """Put the actions below one another where they have no room side by side."""
        widths = [
            button.sizeHint().width() + _ACTION_GAP_PX for button in self._buttons if not button.isHidden()
        ]
        has_room = sum(widths) - _ACTION_GAP_PX <= self.width() - 2 * _MARGIN_PX
        self._actions.setDirection(_IN_A_ROW if has_room and not self._is_upright else _UPRIGHT)

    def _lay_out(self) -> None:
        for label in (self._heading, self._sentence):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            label.setMaximumWidth(_WIDEST_SENTENCE_PX)
        self._actions.setSpacing(_ACTION_GAP_PX)
        self._actions.addStretch(1)
        self._actions.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(_MARGIN_PX, _MARGIN_PX, _MARGIN_PX, _MARGIN_PX)
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
