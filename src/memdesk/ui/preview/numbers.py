"""The numbers of a preview: how much the agent gets, the meter of it, the budget in force, every cap."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from memdesk.layouts.contract import Injected
from memdesk.layouts.documents import Document
from memdesk.text.tokens import estimate_tokens
from memdesk.ui import format as shown
from memdesk.ui.i18n import listed, tr
from memdesk.ui.preview.budget_row import BudgetRow
from memdesk.ui.preview.cap_list import CapList
from memdesk.ui.preview.caps import Budget, budget_in_force, budget_of, caps_of, said_share
from memdesk.ui.preview.injection import WHOLE, PartFact
from memdesk.ui.preview.part_list import OVERHANG_PX, role_of
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.labels import ElidedLabel, TextLabel
from memdesk.ui.widgets.meter import BudgetMeter, Segment

_GAP_PX = 8
_AT_START = "next session"
"""When an agent gets a document that it reads at the start of a session."""


class Shown(NamedTuple):
    """What there are numbers of: `facts` are its parts, of which `chosen` is shown; `document` is the open one."""

    agent: str
    injected: Injected
    saved: Injected | None
    document: Document | None
    facts: Sequence[PartFact]
    chosen: str

    @property
    def paths(self) -> frozenset[str]:
        """The files that matter now."""
        own = {self.document.path} if self.document is not None else set()
        return frozenset(own | {p.path for p in self.injected.parts if p.name == self.chosen and p.path})


class Numbers(QWidget):
    """Heading, meter and caps, `OVERHANG_PX` from its edges.

    Signals:
        budget_chosen: preview within this many bytes, 0 for no budget, None for the agent's own.
    """

    budget_chosen = Signal(object)

    def __init__(self, themes: ThemeManager, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._total = TextLabel(themes, role="heading")
        self._tokens = ElidedLabel(themes, role="small", tone="text2")
        self._meter = BudgetMeter(themes)
        self._cap = ElidedLabel(themes, role="meta", tone="text3")
        self._share = ElidedLabel(themes, role="meta", tone="text3", mode=Qt.TextElideMode.ElideMiddle)
        self.budget = BudgetRow(themes)
        self._caps = CapList(themes)
        self._is_budgeted = False
        self._shown: Shown | None = None
        self.budget.budget_chosen.connect(self.budget_chosen)
        self._lay_out()

    def set_budgeted(self, *, budgeted: bool) -> None:
        """Whether other budgets than the agent's own can be tried."""
        self._is_budgeted = budgeted

    def show_numbers(self, shown_now: Shown) -> None:
        """Show the numbers of what the agent gets."""
        self._shown = shown_now
        self._refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._refresh()

    def _refresh(self) -> None:
        now = self._shown
        if now is None:
            return
        budget = budget_of(now.injected, now.saved, now.agent, now.document)
        self._total.setText(budget.heading)
        words = shown.tokens(estimate_tokens(now.injected.text))
        at_start = now.document is None or now.document.reach in ("", _AT_START)
        self._tokens.set_text(tr("{tokens} at session start", tokens=words) if at_start else words)
        self._cap.set_text(budget.total)
        self._cap.set_tone("warn" if budget.is_over else "text3")
        said = said_share(budget, now.document) if self._has_room_for(budget) else ""
        self._share.set_text(budget.share if said or budget.cap is not None else "")
        self._show_meter(budget, [fact for fact in now.facts if fact.name != WHOLE], now.chosen)
        in_force = budget_in_force(now.injected)
        self.budget.setVisible(self._is_budgeted and (in_force is not None or self.budget.tried is not None))
        self.budget.show_budget(now.agent, in_force)
        self._caps.show_caps(*caps_of(now.injected, now.paths, said))

    def _has_room_for(self, budget: Budget) -> bool:
        """Whether what is said below the meter stands there whole; else the cap of a file is listed with the others."""
        metrics = self._themes.theme.metrics("meta")
        wide = metrics.horizontalAdvance(budget.total) + metrics.horizontalAdvance(budget.share)
        return wide + _GAP_PX <= self.width() - 2 * OVERHANG_PX

    def _show_meter(self, budget: Budget, facts: Sequence[PartFact], chosen: str) -> None:
        if budget.cap is not None:
            sentence = f"{budget.heading}. {budget.total}"
            self._meter.set_budget([Segment(tr("All"), budget.amount)], budget.cap, sentence)
            return
        segments = [
            Segment(fact.title, fact.chars, role_of(place, chosen=fact.name == chosen))
            for place, fact in enumerate(facts)
        ]
        sizes = listed(f"{fact.title} {shown.chars(fact.chars)}" for fact in facts)
        self._meter.set_budget(segments, None, f"{sizes}. {budget.total}" if sizes else budget.total)

    def _lay_out(self) -> None:
        total = QVBoxLayout()
        total.setContentsMargins(OVERHANG_PX, 0, OVERHANG_PX, 0)
        total.setSpacing(4)
        total.addLayout(_row(self._total, self._tokens, stretches=(0, 1)))
        total.addWidget(self._meter)
        total.addLayout(_row(self._cap, self._share, stretches=(1, 0)))
        total.addWidget(self.budget)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(total)
        column.addWidget(self._caps)
        self.budget.hide()


def _row(*widgets: QWidget, stretches: Sequence[int]) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(_GAP_PX)
    for widget, stretch in zip(widgets, stretches, strict=True):
        row.addWidget(widget, stretch)
    return row
