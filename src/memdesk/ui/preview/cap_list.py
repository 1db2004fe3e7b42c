"""The caps of an agent, each with a small meter; those that matter least behind a link."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from memdesk.ui import format as shown
from memdesk.ui.i18n import tr, trn
from memdesk.ui.preview.caps import CapFact
from memdesk.ui.preview.part_list import OVERHANG_PX
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import LinkButton
from memdesk.ui.widgets.labels import ElidedLabel
from memdesk.ui.widgets.meter import BudgetMeter, Segment

_METER_PX, _METER_LEAST_PX = 72, 32


class _CapRow(QWidget):
    """One cap."""

    def __init__(self, themes: ThemeManager) -> None:
        super().__init__()
        self._name = ElidedLabel(themes, role="small", mode=Qt.TextElideMode.ElideMiddle)
        self._meter = BudgetMeter(themes)
        self._meter.setMinimumWidth(_METER_LEAST_PX)
        self._meter.setMaximumWidth(_METER_PX)
        self._words = ElidedLabel(themes, role="small", tone="text2")
        row = QHBoxLayout(self)
        row.setContentsMargins(OVERHANG_PX, 2, OVERHANG_PX, 2)
        row.setSpacing(8)
        row.addWidget(self._name, 1)
        row.addWidget(self._meter, 1000)
        row.addWidget(self._words)

    def show_fact(self, fact: CapFact) -> None:
        self._name.set_text(fact.name)
        self._words.set_text(fact.words)
        self._words.set_tone("warn" if fact.is_over else "text2")
        sentence = f"{fact.name}: {fact.words}"
        self._meter.set_budget([Segment(fact.name, fact.used, "text2")], fact.cap, sentence)
        self.setAccessibleName(sentence)

    @property
    def words_width(self) -> int:
        """How much room the words need, in px."""
        return self._words.sizeHint().width()

    def set_words_width(self, width: int) -> None:
        """Give the words so much room, that the meters of all rows stand below each other."""
        self._words.setFixedWidth(width)


class CapList(QWidget):
    """All caps but the one on the total."""

    def __init__(self, themes: ThemeManager, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._rows: list[_CapRow] = []
        self._near: Sequence[CapFact] = ()
        self._far: Sequence[CapFact] = ()
        self._is_open = False
        self._more = LinkButton(themes, "", pad_px=OVERHANG_PX)
        self._more.clicked.connect(self._on_more_clicked)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self._more, 0, Qt.AlignmentFlag.AlignLeft)
        self.setAccessibleName(tr("Caps"))
        themes.fonts_changed.connect(self._refresh)

    def show_caps(self, near: Sequence[CapFact], far: Sequence[CapFact]) -> None:
        """Show `near`, and `far` where the user wants to see all."""
        if (near, far) != (self._near, self._far):
            self._near, self._far = near, far
            self._refresh()

    def _refresh(self) -> None:
        facts = [*self._near, *(self._far if self._is_open else ())]
        while len(self._rows) > len(facts):
            row = self._rows.pop()
            row.hide()
            row.deleteLater()
        while len(self._rows) < len(facts):
            self._rows.append(_CapRow(self._themes))
            self._column.insertWidget(len(self._rows) - 1, self._rows[-1])
        for row, fact in zip(self._rows, facts, strict=True):
            row.show_fact(fact)
        widest = max((row.words_width for row in self._rows), default=0)
        for row in self._rows:
            row.set_words_width(widest)
        count = len(self._far)
        more = trn("{n} more cap", "{n} more caps", count, n=shown.number(count))
        self._more.setText(tr("Fewer caps") if self._is_open else more)
        self._more.setVisible(bool(self._far))
        self.setVisible(bool(facts or self._far))

    def _on_more_clicked(self) -> None:
        self._is_open = not self._is_open
        self._refresh()
