"""Sets how much each reason counts, from 0 to 100, and from which age on an entry is old."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QFrame, QScrollArea, QVBoxLayout, QWidget

from memdesk.errors import Refused
from memdesk.services.prune.reasons.reason import AGE_DAYS, WEIGHTS
from memdesk.ui.i18n import tr
from memdesk.ui.prune.words import weight_title
from memdesk.ui.settings.rows import NumberRow
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import Button
from memdesk.ui.widgets.dialog_foot import DialogFoot
from memdesk.ui.widgets.labels import TextLabel

_SIZE = (460, 660)
_LEAST_AROUND_PX = 20
_MOST = 100
_MOST_DAYS = 99_999


class WeightsDialog(QDialog):
    """Shows the weights in force.

    Signals:
        weight_taken: one has another value; arguments: its name, the value.
        reset_requested: all shall be as they came.
    """

    weight_taken = Signal(str, int)
    reset_requested = Signal()

    def __init__(self, themes: ThemeManager, chosen: Mapping[str, int], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("How much each reason counts"))
        wide, high = _SIZE
        self.resize(wide, min(high, parent.height() - 2 * _LEAST_AROUND_PX))
        self.rows = {name: _row(themes, name) for name in WEIGHTS}
        for name, row in self.rows.items():
            row.number_taken.connect(partial(self.weight_taken.emit, name))
        self._lay_out(themes)
        self.show_weights(chosen)

    def show_weights(self, chosen: Mapping[str, int]) -> None:
        """Show the numbers in force."""
        for name, row in self.rows.items():
            row.set_number(chosen.get(name, WEIGHTS[name]))

    def _lay_out(self, themes: ThemeManager) -> None:
        about = TextLabel(
            themes,
            tr(
                "From 0 to 100; 0 switches a reason off, and several count more than one. The list is sorted by this."
            ),
            role="small",
            tone="text2",
            wrap=True,
        )
        page = QWidget()
        rows = QVBoxLayout(page)
        rows.setContentsMargins(0, 0, 8, 0)
        rows.setSpacing(0)
        for row in self.rows.values():
            rows.addWidget(row)
        rows.addStretch(1)
        area = QScrollArea()
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(page)
        reset, close = Button(themes, tr("Reset all")), Button(themes, tr("Close"))
        reset.setAutoDefault(False)
        close.setAutoDefault(False)
        reset.clicked.connect(self.reset_requested)
        close.clicked.connect(self.accept)
        body = QVBoxLayout()
        body.setContentsMargins(16, 12, 16, 0)
        body.setSpacing(8)
        body.addWidget(about)
        body.addWidget(area, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(body, 1)
        column.addWidget(DialogFoot(themes, (reset,), (close,)))


def _row(themes: ThemeManager, name: str) -> NumberRow:
    least, most = (1, _MOST_DAYS) if name == AGE_DAYS else (0, _MOST)
    unit = tr("days") if name == AGE_DAYS else tr("of 100")
    return NumberRow(themes, weight_title(name), "", unit, _between(least, most))


def _between(least: int, most: int) -> Callable[[str], int]:
    def check(text: str) -> int:
        if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
            raise Refused("A whole number from {least:,} to {most:,}.", least=least, most=most)
        return int(text)

    return check
