"""The tab "Index": the numbers, the parts, and the exact text of the chosen one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from memdesk.layouts.contract import Document, DocumentKind, Injected
from memdesk.text.document import readable
from memdesk.text.tokens import estimate_tokens
from memdesk.ui import format as shown
from memdesk.ui.i18n import tr
from memdesk.ui.preview.injection import (
    Budget,
    InjectedLines,
    PartFact,
    budget_of,
    lines_of_part,
    part_facts,
    part_for,
    source_of,
)
from memdesk.ui.preview.part_list import OVERHANG_PX, PartList, role_of
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import IconButton
from memdesk.ui.widgets.empty import EmptyState
from memdesk.ui.widgets.labels import ElidedLabel, Hairline, TextLabel
from memdesk.ui.widgets.lines.view import LinesView
from memdesk.ui.widgets.meter import BudgetMeter, Segment
from memdesk.ui.widgets.notices import IconLabel

MARGIN_PX = 16
_NOTHING = Injected((), ())
_NO_LINES = InjectedLines((), ())


class IndexPage(QWidget):
    """What the agent gets in one context.

    Signals:
        source_activated: go to where a line stands; arguments: path of the document, position in its text.
        add_section_requested: the open document has no section and is to get one.
    """

    source_activated = Signal(str, int)
    add_section_requested = Signal()

    def __init__(self, themes: ThemeManager, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._agent = tr("The agent")
        self._injected, self._saved = _NOTHING, _NOTHING
        self._document: Document | None = None
        self._chosen = ""
        self._shown = _NO_LINES
        self._total = TextLabel(themes, role="heading")
        self._tokens = ElidedLabel(themes, role="small", tone="text2")
        self._meter = BudgetMeter(themes)
        self._cap = ElidedLabel(themes, role="meta", tone="text3")
        self._share = ElidedLabel(themes, role="meta", tone="text3")
        self._parts = PartList(themes)
        self._warnings = QVBoxLayout()
        self._caption = ElidedLabel(themes, role="meta", tone="text2", weight=Weight.DemiBold)
        self._copy = IconButton(themes, "copy", tr("Copy the exact text"))
        self._lines = LinesView(themes, tr("Exact text the agent gets"))
        self._empty = EmptyState(themes, "eye-off", "", upright=True)
        self._add_section = self._empty.add_action(tr("Add section"))
        self._unknown = TextLabel(themes, role="meta", tone="text3", wrap=True)
        self._lay_out()
        self._connect()

    def set_agent(self, title: str) -> None:
        """Say whose preview this is."""
        self._agent = title

    def show_injected(self, injected: Injected, saved: Injected | None, document: Document | None) -> None:
        """Show what the agent gets, marked against `saved`; another document brings its own part into view."""
        same = document is not None and self._document is not None and document.path == self._document.path
        self._injected, self._saved, self._document = injected, saved or injected, document
        names = [part.name for part in injected.parts]
        if not same or self._chosen not in names:
            self._choose(part_for(injected, document))
        self._refresh()

    def show_pending(self) -> None:
        """Say that the text on screen is about to be replaced."""
        self._caption.set_text(tr("Working it out…"))

    def copy(self) -> None:
        """Put the exact text of the chosen part on the clipboard; bytes that are not UTF-8 as U+FFFD."""
        QGuiApplication.clipboard().setText(readable(self._injected.text_of(self._chosen)))

    # Building

    def _lay_out(self) -> None:
        numbers = _column()
        numbers.addLayout(_row(self._total, self._tokens, stretches=(0, 1)))
        numbers.addSpacing(4)
        numbers.addWidget(self._meter)
        numbers.addSpacing(4)
        numbers.addLayout(_row(self._cap, self._share, stretches=(1, 0)))
        text = _column()
        text.addWidget(Hairline(self._themes))
        text.addLayout(self._warnings)
        text.addLayout(_row(self._caption, self._copy, stretches=(1, 0)))
        text.addWidget(self._lines, 1)
        text.addWidget(self._empty, 1)
        text.addSpacing(8)
        text.addWidget(self._unknown)
        text.addStretch()
        # The plates of the rows reach beyond their words, which stand in line with everything else.
        column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN_PX - OVERHANG_PX, 12, MARGIN_PX - OVERHANG_PX, MARGIN_PX)
        column.setSpacing(6)
        column.addLayout(numbers)
        column.addWidget(self._parts)
        column.addLayout(text, 1)
        # As high as its lines, and never higher than there is room.
        self._lines.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self._warnings.setSpacing(4)

    def _connect(self) -> None:
        self._parts.part_chosen.connect(self._on_part_chosen)
        self._copy.clicked.connect(self.copy)
        self._lines.line_activated.connect(self._on_line_activated)
        self._add_section.clicked.connect(self.add_section_requested)

    # Showing

    def _refresh(self) -> None:
        facts = part_facts(self._injected, self._saved)
        total = sum(fact.chars for fact in facts)
        budget = budget_of(self._injected, self._agent, self._document)
        self._total.setText(shown.chars(total))
        words = shown.tokens(estimate_tokens(self._injected.text))
        self._tokens.set_text(tr("{tokens} at session start", tokens=words))
        self._cap.set_text(budget.total)
        self._share.set_text(budget.share)
        self._show_meter(facts, budget)
        self._parts.show_parts(facts, self._chosen)
        self._show_warnings(self._injected.warnings)
        self._unknown.setText(self._injected.unknown)
        self._unknown.setVisible(bool(self._injected.unknown))
        self._show_lines()

    def _show_meter(self, facts: Sequence[PartFact], budget: Budget) -> None:
        segments = [
            Segment(fact.title, fact.chars, role_of(place, chosen=fact.name == self._chosen))
            for place, fact in enumerate(facts)
        ]
        listed = ", ".join(f"{fact.title} {shown.chars(fact.chars)}" for fact in facts)
        self._meter.set_budget(segments, budget.cap, f"{listed}. {budget.total}" if listed else budget.total)

    def _show_warnings(self, warnings: Sequence[str]) -> None:
        while self._warnings.count():
            item = self._warnings.takeAt(0)
            old = item.widget() if item is not None else None
            if old is not None:
                old.hide()
                old.deleteLater()
        self._warnings.setContentsMargins(0, 8 if warnings else 4, 0, 4)
        for warning in warnings:
            self._warnings.addWidget(_Warning(self._themes, warning))

    def _show_lines(self) -> None:
        self._shown = lines_of_part(self._injected, self._saved, self._chosen)
        edited = self._injected.text_of(self._chosen) != self._saved.text_of(self._chosen)
        self._caption.set_text(tr("Exact text, with your unsaved edit") if edited else tr("Exact text"))
        self._copy.setEnabled(bool(self._injected.text_of(self._chosen)))
        self._lines.set_lines(self._shown.lines)
        self._lines.setVisible(bool(self._shown.lines))
        self._empty.setVisible(not self._shown.lines)
        if not self._shown.lines:
            self._say_why_empty()

    def _say_why_empty(self) -> None:
        part = next((part for part in self._injected.parts if part.name == self._chosen), None)
        document = self._document
        is_own = part is not None and document is not None and part.path == document.path
        is_memory = is_own and document is not None and document.kind is DocumentKind.MEMORY
        if is_memory and document is not None:
            heading = tr("{agent} gets nothing from this project.", agent=self._agent)
            self._empty.set_words(heading, tr("{file} has no sections.", file=document.title))
        elif part is not None:
            heading = tr("{agent} gets nothing from this file.", agent=self._agent)
            self._empty.set_words(heading, tr("{part} is empty.", part=part.title))
        else:
            self._empty.set_words(tr("{agent} gets nothing here.", agent=self._agent))
        self._add_section.setVisible(is_memory and document is not None and document.editable)

    def _choose(self, name: str) -> None:
        if name != self._chosen:
            self._chosen = name
            self._lines.verticalScrollBar().setValue(0)

    def _on_part_chosen(self, name: str) -> None:
        if name != self._chosen:
            self._choose(name)
            self._refresh()

    def _on_line_activated(self, line: int) -> None:
        place = source_of(self._injected, self._chosen, self._shown.starts[line])
        if place is not None:
            self.source_activated.emit(place.path, place.position)


class _Warning(QWidget):
    """One sentence of the agent's own, behind a triangle."""

    def __init__(self, themes: ThemeManager, sentence: str) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        icon = IconLabel(themes, "triangle-alert", "warn", themes.theme.icon_sizes.mark)
        row.addWidget(icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(TextLabel(themes, sentence, role="small", wrap=True), 1)


def _column() -> QVBoxLayout:
    column = QVBoxLayout()
    column.setContentsMargins(OVERHANG_PX, 0, OVERHANG_PX, 0)
    column.setSpacing(0)
    return column


def _row(*widgets: QWidget, stretches: Sequence[int]) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(8)
    for widget, stretch in zip(widgets, stretches, strict=True):
        row.addWidget(widget, stretch)
    return row
