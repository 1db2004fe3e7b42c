"""What can be done about a line that is not sent: "Move above the cut", which first names what falls out instead."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from memdesk.services.preview.raising import Raise
from memdesk.text.document import readable
from memdesk.text.sentence import in_quotes, joined_by_semicolon
from memdesk.ui import format as shown
from memdesk.ui.i18n import told, tr, trn
from memdesk.ui.preview.injection import DocumentPlace
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import Button
from memdesk.ui.widgets.labels import ElidedLabel, TextLabel

_LINES_NAMED = 3
_PAD_PX = 10


class RaiseBar(QFrame):
    """About one lost line. Nothing is changed before what falls out instead was shown.

    Signals:
        proposal_requested: find out how the line could be moved; argument: its `DocumentPlace`.
        raise_requested: make the change that was proposed; argument: a `Raise`.
        words_changed: it says something else now, or nothing.
    """

    proposal_requested = Signal(object)
    raise_requested = Signal(object)
    words_changed = Signal()

    def __init__(self, themes: ThemeManager, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._place: DocumentPlace | None = None
        self._proposal: Raise | None = None
        self.setObjectName("strip")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.setAccessibleName(tr("A line that is not sent"))
        self._line = ElidedLabel(themes, role="small")
        self._words = TextLabel(themes, role="small", wrap=True)
        self._move = Button(themes, tr("Move above the cut"))
        self._close = Button(themes, tr("Close"), kind="quiet")
        self._move.clicked.connect(self._on_move_clicked)
        self._close.clicked.connect(self.dismiss)
        self._lay_out()
        self.hide()

    @property
    def place(self) -> DocumentPlace | None:
        """Where the line stands; None while there is none."""
        return self._place

    def show_line(self, line: str, place: DocumentPlace) -> None:
        """Offer to move this line."""
        self._place, self._proposal = place, None
        self._line.set_text(tr("Not sent: {line}", line=readable(line.strip())))
        self.show()
        self._say("", tr("Move above the cut"))

    def show_proposal(self, proposal: Raise) -> None:
        """Show how the line could be moved and what falls out instead, or why moving it does not help."""
        if self._place is None:
            return
        self._proposal = proposal
        if proposal.change is None:
            self._say(told(proposal.why_not), "")
            return
        words = (told(proposal.how), _falls_out(proposal.falls_out), told(proposal.until))
        self._say("\n".join(said for said in words if said), tr("Move it"))
        self._move.setFocus()

    def dismiss(self) -> None:
        """Say nothing of any line."""
        if self._place is None:
            return
        self._place, self._proposal = None, None
        self.hide()
        self.words_changed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        else:
            super().keyPressEvent(event)

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addStretch(1)
        buttons.addWidget(self._close)
        buttons.addWidget(self._move)
        column = QVBoxLayout(self)
        column.setContentsMargins(_PAD_PX, 8, _PAD_PX, 8)
        column.setSpacing(6)
        column.addWidget(self._line)
        column.addWidget(self._words)
        column.addLayout(buttons)

    def _say(self, words: str, move: str) -> None:
        self._words.setText(readable(words))
        self._words.setVisible(bool(words))
        self._move.setText(move)
        self._move.setVisible(bool(move))
        self._move.setEnabled(True)
        self.setAccessibleDescription(f"{self._line.text} {words}".strip())
        self.words_changed.emit()

    def _on_move_clicked(self) -> None:
        if self._place is None:
            return
        if self._proposal is None:
            self._move.setEnabled(False)
            self.proposal_requested.emit(self._place)
            return
        proposal = self._proposal
        self.dismiss()
        self.raise_requested.emit(proposal)


def _falls_out(lines: tuple[str, ...]) -> str:
    if not lines:
        return tr("Nothing falls out instead.")
    named = told(joined_by_semicolon(in_quotes(line.removeprefix("- ")) for line in lines[:_LINES_NAMED]))
    more = len(lines) - _LINES_NAMED
    if more <= 0:
        return tr("Falls out instead: {lines}.", lines=named)
    return trn(
        "Falls out instead: {lines} and {n} more.",
        "Falls out instead: {lines} and {n} more.",
        more,
        n=shown.number(more),
        lines=named,
    )
