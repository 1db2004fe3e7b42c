"""How a chosen version differs from another text, which text that is, and the way back."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QVBoxLayout, QWidget

from memdesk.ui.history.comparison import Against
from memdesk.ui.history.difference_list import DifferenceList, Piece
from memdesk.ui.i18n import tr
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import Button
from memdesk.ui.widgets.labels import ElidedLabel
from memdesk.ui.widgets.switch import ModeSwitch
from memdesk.ui.widgets.tips import set_tip

_GAP_PX = 8


class DifferencePanel(QWidget):
    """A sentence, the switch of what to compare with, and the nodes that differ.

    Signals:
        against_chosen: compare with something else; `against` tells with what.
        restore_requested: bring a node of the earlier text back, None for the whole version; argument: its `NodeId`.
    """

    against_chosen = Signal()
    restore_requested = Signal(object)

    def __init__(self, themes: ThemeManager, against: Against, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = ElidedLabel(themes, role="meta", tone="text2", weight=Weight.DemiBold)
        self._switch = ModeSwitch(
            themes,
            tr("What the version is compared with"),
            ((Against.BEFORE, tr("The one before")), (Against.NOW, tr("Now"))),
        )
        self._restore = Button(themes, tr("Restore this version"))
        self._differences = DifferenceList(themes, self._restore)
        self._switch.set_current(against)
        self._lay_out()
        self._switch.current_changed.connect(lambda _key: self.against_chosen.emit())
        self._restore.clicked.connect(lambda: self.restore_requested.emit(None))
        self._differences.restore_requested.connect(self.restore_requested)

    @property
    def against(self) -> Against:
        """What a version is compared with."""
        return Against(self._switch.current)

    def show_two(self, *, are_two: bool) -> None:
        """Two versions are chosen, so the switch is of no use."""
        self._switch.setEnabled(not are_two)
        self._restore.setText(tr("Restore the older one") if are_two else tr("Restore this version"))

    def show_differences(
        self, words: str, pieces: Sequence[Piece], *, can_restore: bool, why_not: str = ""
    ) -> None:
        """Show where two texts differ, under these words; `why_not` is why the whole version cannot come back."""
        self._words.set_text(words)
        self._differences.show_pieces(pieces, can_restore=can_restore)
        self._restore.setEnabled(not why_not)
        set_tip(self._restore, why_not or tr("Make the document what this version was"))

    def show_pending(self) -> None:
        """The differences are being worked out; what is on screen stays until then."""
        self._restore.setEnabled(False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wanted = self._switch.sizeHint().width() + _GAP_PX + self._restore.sizeHint().width()
        direction = QBoxLayout.Direction
        self._bar.setDirection(direction.LeftToRight if wanted <= self.width() else direction.TopToBottom)

    def _lay_out(self) -> None:
        bar = self._bar = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        bar.setSpacing(_GAP_PX)
        bar.addWidget(self._switch)
        bar.addStretch(1)
        bar.addWidget(self._restore)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self._words)
        column.addLayout(bar)
        column.addWidget(self._differences, 1)
