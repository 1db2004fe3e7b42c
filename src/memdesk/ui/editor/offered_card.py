"""A section that an agent knows and the file does not have yet."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from memdesk.ui.editor.card_head import CardHead
from memdesk.ui.editor.head_facts import HeadFacts
from memdesk.ui.i18n import tr
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.tips import set_tip


class OfferedCard(QFrame):
    """An empty card for `heading`. Nothing is written before the user asks for it."""

    add_requested = Signal(str)
    """The section with this heading is wanted in the file."""

    def __init__(
        self, themes: ThemeManager, heading: str, why_locked: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.heading = heading
        self.setObjectName("card")
        facts = HeadFacts(heading, empty=True, folded=True, why_locked=why_locked, offered=True)
        head = self._head = CardHead(themes, facts, self)
        if not why_locked:
            set_tip(head, tr("Not in the file yet"))
        head.add_text_requested.connect(lambda: self.add_requested.emit(heading))
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.addWidget(head)

    def take_focus(self) -> None:
        """Put the focus on the button that adds it."""
        self._head.stops[1].setFocus(Qt.FocusReason.OtherFocusReason)
