"""The text of what is chosen in the trash, who removed it, and the button that brings it back."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from memdesk.services.history.trash import Removed, RemovedKind
from memdesk.ui import format as shown
from memdesk.ui.history.difference_list import DifferenceList, Piece
from memdesk.ui.history.words import where_from, who_removed
from memdesk.ui.i18n import sentences, tr, trn
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import PrimaryButton
from memdesk.ui.widgets.labels import ElidedLabel, TextLabel


class RemovedPanel(QWidget):
    """The text of what was removed, and the way back.

    Signals:
        restore_requested: bring back what is chosen.
    """

    restore_requested = Signal()

    def __init__(self, themes: ThemeManager, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = TextLabel(themes, role="small", tone="text2", wrap=True)
        self._path = ElidedLabel(themes, role="small", tone="text3", mode=Qt.TextElideMode.ElideMiddle)
        self._restore = PrimaryButton(themes, tr("Restore"))
        self._pieces = DifferenceList(themes, self._restore)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self._words)
        column.addWidget(self._path)
        column.addWidget(self._restore, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self._pieces, 1)
        self._restore.clicked.connect(self.restore_requested)

    def show_chosen(self, chosen: Sequence[Removed], *, is_empty: bool = False) -> None:
        """Show what is chosen; its text follows by `show_pieces`. `is_empty` where there is nothing to choose."""
        for part in (self._words, self._restore):
            part.setHidden(is_empty)
        self._restore.setEnabled(bool(chosen))
        self._restore.setText(
            tr("Restore") if len(chosen) < 2 else tr("Restore {n}", n=shown.number(len(chosen)))
        )
        self._restore.updateGeometry()
        self._words.setText(_sentence(chosen))
        self._path.set_text(shown.isolated(chosen[0].path) if len(chosen) == 1 else "")
        self._path.setVisible(len(chosen) == 1)
        if not chosen:
            self._pieces.show_pieces((), can_restore=False)

    def focus_restore(self) -> None:
        """Put the keyboard on the way back."""
        self._restore.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_pieces(self, pieces: Sequence[Piece]) -> None:
        """Show what was in it."""
        self._pieces.show_pieces(pieces, can_restore=False)


def _sentence(chosen: Sequence[Removed]) -> str:
    if not chosen:
        return tr("Choose what you want back.")
    if len(chosen) > 1:
        return trn("{n} item is chosen.", "{n} items are chosen.", len(chosen), n=shown.number(len(chosen)))
    (one,) = chosen
    who = (
        tr("Removed by {who}, {when}.", who=who_removed(one), when=shown.short_moment(one.version.when))
        if one.was_seen
        else tr("Gone; last seen {when}.", when=shown.short_moment(one.version.when))
    )
    if one.kind in (RemovedKind.FILE, RemovedKind.FOLDER):
        return who
    return sentences(who, tr("It was in {place}.", place=where_from(one)))
