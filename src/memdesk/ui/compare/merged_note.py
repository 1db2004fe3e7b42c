"""The note beside a conflict on what was merged without a question; a link shows all lines of it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from memdesk.ui.i18n import tr
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import LinkButton
from memdesk.ui.widgets.labels import ElidedLabel, RemarkLabel
from memdesk.ui.widgets.lines.line import Line, unchanged_runs
from memdesk.ui.widgets.lines.view import LinesView
from memdesk.ui.widgets.notices import IconLabel

_LINES_PX = 200
_PAD_PX = 14


class MergedNote(QFrame):
    """A card with one sentence per section; hidden while there is nothing to say."""

    def __init__(self, themes: ThemeManager) -> None:
        super().__init__()
        self.setObjectName("card")
        self._words = RemarkLabel(themes, role="body")
        self._link = LinkButton(themes, tr("Show merged changes"))
        self._link.clicked.connect(self._on_link_clicked)
        self._lines = LinesView(themes, tr("Merged changes"))
        self._lines.setFixedHeight(_LINES_PX)
        self._lines.hide()
        row = QHBoxLayout()
        row.setContentsMargins(_PAD_PX, 4, 4, 4)
        row.setSpacing(8)
        row.addWidget(IconLabel(themes, "circle-check", "add", themes.theme.icon_sizes.button))
        lead = ElidedLabel(themes, tr("The rest merged by itself."), weight=Weight.DemiBold)
        row.addWidget(lead)
        row.addWidget(self._words, 1)
        row.addWidget(self._link)
        box = QVBoxLayout(self)
        box.setContentsMargins(1, 1, 1, 1)
        box.setSpacing(0)
        box.addLayout(row)
        box.addWidget(self._lines)
        self.hide()

    @property
    def tab_stops(self) -> tuple[QWidget, ...]:
        """What takes the keyboard, in order."""
        return self._link, self._lines

    @property
    def words(self) -> str:
        """What is said."""
        return self._words.text if not self.isHidden() else ""

    def show_note(self, words: str, lines: Sequence[Line]) -> None:
        """Say `words`; `lines` are the text with signs."""
        self.setVisible(bool(words))
        self._words.set_text(words)
        self._lines.set_lines(lines, unchanged_runs(lines))

    def _on_link_clicked(self) -> None:
        is_shown = self._lines.isHidden()
        self._lines.setVisible(is_shown)
        self._link.setText(tr("Hide merged changes") if is_shown else tr("Show merged changes"))
