"""The entries that the agent's own rule removes next, the first to go first."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from memdesk.layouts.contract import Forecast, NextOut
from memdesk.text.document import readable
from memdesk.text.list_items import said_by_list
from memdesk.ui import format as shown
from memdesk.ui.i18n import told, tr, trn
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import IconButton
from memdesk.ui.widgets.labels import ElidedLabel, TextLabel

_LONGEST_CHARS = 200
_MOST_ROWS = 5


class ForecastList(QWidget):
    """A sentence on the rule, then what goes next, each with a button that leads to its document.

    Signals:
        document_requested: show the document at this path.
    """

    document_requested = Signal(str)

    def __init__(self, themes: ThemeManager, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._forecasts: tuple[Forecast, ...] = ()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(2)
        self.setAccessibleName(tr("What goes next"))
        self.hide()
        themes.masks.changed.connect(self._fill)

    def show_forecasts(self, forecasts: Sequence[Forecast]) -> None:
        """Show other ones."""
        if tuple(forecasts) == self._forecasts:
            return
        self._forecasts = tuple(forecasts)
        self._fill()

    def _fill(self) -> None:
        while self._column.count():
            item = self._column.takeAt(0)
            old = item.widget() if item is not None else None
            if old is not None:
                old.hide()
                old.deleteLater()
        if self._forecasts:
            title = ElidedLabel(
                self._themes, tr("What goes next"), role="meta", tone="text2", weight=Weight.DemiBold
            )
            self._column.addWidget(title)
        for forecast in self._forecasts:
            self._column.addWidget(
                TextLabel(self._themes, told(forecast.rule), role="small", tone="text2", wrap=True)
            )
            for number, out in enumerate(forecast.next_out[:_MOST_ROWS], start=1):
                shown_out = out._replace(name=self._themes.masks.shown_in(out.name, out.around))
                words = _words(shown_out, number <= forecast.with_one_more)
                self._column.addWidget(self._row(number, out.path, words))
            if (more := len(forecast.next_out) - _MOST_ROWS) > 0:
                words = trn("{n} more goes, too", "{n} more go, too", more, n=shown.number(more))
                self._column.addWidget(ElidedLabel(self._themes, words, role="small", tone="text2"))
        self.setVisible(bool(self._forecasts))

    def _row(self, number: int, path: str, name: str) -> QWidget:
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(ElidedLabel(self._themes, f"{number}. {name}", role="small"), 1)
        go = IconButton(self._themes, "arrow-right", tr("Show {name}", name=name))
        go.clicked.connect(lambda: self.document_requested.emit(path))
        row.addWidget(go, 0, Qt.AlignmentFlag.AlignVCenter)
        return holder


def _words(out: NextOut, is_next: bool) -> str:
    """What goes, and what brings it about, where that is known."""
    start = out.name[:_LONGEST_CHARS]
    said = said_by_list(start)
    # An item of a list, as the file has it: its mark would stand beside the number.
    name = readable(said[0] if len(said) == 1 else start)
    if out.due_s is not None:
        return tr("{name} (due {day})", name=name, day=shown.day(out.due_s))
    return tr("{name} (with one more)", name=name) if is_next else name
