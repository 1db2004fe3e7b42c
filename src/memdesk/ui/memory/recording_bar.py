"""Asks once whether a first copy of what is in a folder may be kept."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from memdesk.ui.i18n import listed, tr, trn
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.notices import Bar


class RecordingBar(Bar):
    """Asks for one or several agents at once. Closed without an answer, it asks again at the next start.

    Signals:
        answered: whether copies may be kept.
    """

    answered = Signal(bool)

    def __init__(self, themes: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(themes, icon="history", neutral=True, parent=parent)
        self._is_closed = False
        self.add_action(tr("Keep copies")).clicked.connect(lambda: self._answer(is_wanted=True))
        self.add_action(tr("Not here")).clicked.connect(lambda: self._answer(is_wanted=False))
        self.dismissed.connect(self._on_dismissed)
        self.hide()

    def ask(self, agents: Sequence[str], files: int) -> None:
        """Ask about `files` files of these agents, unless the user does not want to be asked now."""
        if self._is_closed or not agents:
            self.hide()
            return
        lead = trn(
            "Keep a first copy of {n} file of {agents}?",
            "Keep a first copy of {n} files of {agents}?",
            files,
            agents=listed(agents),
        )
        detail = tr(
            "Then whatever anybody changes can be taken back. Copies stay in Memdesk’s own folder. The settings turn "
            "them on and off for each folder."
        )
        self.show_note(lead, detail)

    def _answer(self, *, is_wanted: bool) -> None:
        self.hide()
        self.answered.emit(is_wanted)

    def _on_dismissed(self) -> None:
        self._is_closed = True
