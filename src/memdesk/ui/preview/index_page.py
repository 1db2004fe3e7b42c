"""The tab "Index": the numbers, the parts, and the exact text of the chosen one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from memdesk.layouts.contract import Injected
from memdesk.layouts.documents import Document, DocumentKind
from memdesk.services.preview.raising import Raise
from memdesk.text.document import readable
from memdesk.ui.i18n import tr
from memdesk.ui.preview.forecast_list import ForecastList
from memdesk.ui.preview.halves import halves_of, keys_of
from memdesk.ui.preview.injection import (
    DocumentPlace,
    InjectedLines,
    lines_of_part,
    part_facts,
    part_for,
    part_names,
    source_of,
    text_of,
)
from memdesk.ui.preview.numbers import Numbers, Shown
from memdesk.ui.preview.origins import origin_words
from memdesk.ui.preview.part_list import OVERHANG_PX, PartList
from memdesk.ui.preview.raise_bar import RaiseBar
from memdesk.ui.preview.remarks import UnknownWords, WarningList
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import IconButton
from memdesk.ui.widgets.empty import EmptyState
from memdesk.ui.widgets.labels import ElidedLabel, Hairline
from memdesk.ui.widgets.lines.line import LineKind
from memdesk.ui.widgets.lines.masked import may_hold_masked
from memdesk.ui.widgets.lines.view import LinesView

MARGIN_PX = 16
_LEAST_LINES_PX = 200
_MOST_TIP_CHARS = 500
_NOTHING = Injected((), ())
_NO_LINES = InjectedLines((), ())


class Worked(NamedTuple):
    """What is shown of the part `name`, while the document at `path` is open: its lines, and the halves of secrets.

    `keys` are the private keys whose lines may stand apart there; `is_plain` says that nothing may be a secret.
    """

    name: str
    path: str
    lines: InjectedLines
    halves: Mapping[str, str]
    keys: str = ""
    is_plain: bool = False


WorkOut = Callable[[Injected, Injected | None], Worked]


class IndexPage(QWidget):
    """What the agent gets in one context.

    Signals:
        source_activated: go to where a line stands; arguments: path of the document, position in its text.
        add_section_requested: the open document has no section and is to get one.
        proposal_requested: find out how a lost line could be moved above the cut; argument: its `DocumentPlace`.
        raise_requested: make the change that was proposed; argument: a `Raise`.
        budget_chosen: preview within this many bytes, 0 for no budget, None for the agent's own.
        sight_wanted: bring a part of the page into view; argument: the widget.
    """

    source_activated = Signal(str, int)
    add_section_requested = Signal()
    proposal_requested = Signal(object)
    raise_requested = Signal(object)
    budget_chosen = Signal(object)
    sight_wanted = Signal(QWidget)

    def __init__(self, themes: ThemeManager, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._agent = tr("The agent")
        self._injected, self._saved = _NOTHING, _NOTHING
        self._document: Document | None = None
        self._chosen = ""
        self._shown = _NO_LINES
        self._worked: Worked | None = None
        self._numbers = Numbers(themes)
        self._parts = PartList(themes)
        self._warnings = WarningList(themes)
        self._caption = ElidedLabel(themes, role="meta", tone="text2", weight=Weight.DemiBold)
        self._to_cut = IconButton(themes, "arrow-down-to-line", tr("Go to the cut"))
        self._copy = IconButton(themes, "copy", tr("Copy the exact text"))
        self._lines = LinesView(themes, tr("Exact text the agent gets"), least_px=_LEAST_LINES_PX)
        self._raise = RaiseBar(themes)
        self._forecasts = ForecastList(themes)
        self._empty = EmptyState(themes, "eye-off", "", upright=True)
        self._add_section = self._empty.add_action(tr("Add section"))
        self._unknown = UnknownWords(themes)
        self._lay_out()
        self._connect()

    def set_agent(self, title: str, *, budgeted: bool = False) -> None:
        """Say whose preview this is, and whether other budgets can be tried."""
        self._agent = title
        self._numbers.set_budgeted(budgeted=budgeted)
        self._numbers.budget.forget_tried()

    def working_out(self, document: Document | None) -> WorkOut:
        """What a worker can do for the next `show_injected`: it takes longest for thousands of lines."""
        return partial(_work_out, document, self._part_kept(document))

    def _part_kept(self, document: Document | None) -> str:
        """The part that stays chosen, if there is one of that name; empty where another document is shown."""
        same = document is not None and self._document is not None and document.path == self._document.path
        return self._chosen if same else ""

    def show_injected(
        self,
        injected: Injected,
        saved: Injected | None,
        document: Document | None,
        worked: Worked | None = None,
    ) -> None:
        """Show what the agent gets, marked against `saved`; another document brings its own part into view.

        `worked` is what was worked out of just these.
        """
        name = _part_to_show(injected, document, self._part_kept(document))
        place = self._raise.place
        if place and document and (place.path != document.path or injected.cut != self._injected.cut):
            # Where the line stands, and what falls out for it, was said of another text.
            self._raise.dismiss()
        self._injected, self._saved, self._document = injected, saved or injected, document
        self._worked = worked
        self._choose(name)
        self._refresh()

    def show_pending(self) -> None:
        """Say that the text on screen is about to be replaced."""
        self._caption.set_text(tr("Working it out…"))

    def show_proposal(self, place: DocumentPlace, proposal: Raise) -> None:
        """Show how the lost line at `place` could be moved, if it is still the one in question."""
        if self._raise.place == place:
            self._raise.show_proposal(proposal)

    def copy(self) -> None:
        """Put the exact text of the chosen part on the clipboard; bytes that are not UTF-8 as U+FFFD."""
        QGuiApplication.clipboard().setText(readable(text_of(self._injected, self._chosen)))

    # Building

    def _lay_out(self) -> None:
        text = _column()
        text.addWidget(Hairline(self._themes))
        text.addWidget(self._warnings)
        text.addSpacing(4)
        text.addLayout(_row(self._caption, self._to_cut, self._copy, stretches=(1, 0, 0)))
        text.addWidget(self._lines, 1)
        text.addWidget(self._empty, 1)
        for widget in (self._raise, self._forecasts, self._unknown):
            text.addSpacing(8)
            text.addWidget(widget)
        text.addStretch()
        # The plates of the rows reach beyond their words, which stand in line with everything else.
        column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN_PX - OVERHANG_PX, 12, MARGIN_PX - OVERHANG_PX, MARGIN_PX)
        column.setSpacing(6)
        column.addWidget(self._numbers)
        column.addWidget(self._parts)
        column.addLayout(text, 1)
        # As high as its lines, and never higher than there is room.
        self._lines.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)

    def _connect(self) -> None:
        self._parts.part_chosen.connect(self._on_part_chosen)
        self._copy.clicked.connect(self.copy)
        self._to_cut.clicked.connect(self._go_to_cut)
        self._lines.line_activated.connect(self._on_line_activated)
        self._lines.set_tips(self._tip_of)
        self._add_section.clicked.connect(self.add_section_requested)
        self._raise.proposal_requested.connect(self.proposal_requested)
        self._raise.raise_requested.connect(self.raise_requested)
        self._raise.words_changed.connect(self._on_raise_changed)
        self._numbers.budget_chosen.connect(self.budget_chosen)
        self._forecasts.document_requested.connect(lambda path: self.source_activated.emit(path, 0))

    # Showing

    def _refresh(self) -> None:
        facts = part_facts(self._injected, self._saved)
        saved = None if self._saved is self._injected else self._saved
        self._numbers.show_numbers(
            Shown(self._agent, self._injected, saved, self._document, facts, self._chosen)
        )
        self._parts.show_parts(facts, self._chosen)
        self._warnings.show_warnings(self._injected.warnings)
        self._show_forecasts()
        self._unknown.show_words(self._injected.unknown)
        self._show_lines()

    def _show_forecasts(self) -> None:
        # What falls out for a line that is moved is said there; both would leave no room for the text.
        self._forecasts.show_forecasts(self._injected.forecasts if self._raise.place is None else ())

    def _on_raise_changed(self) -> None:
        self._show_forecasts()
        if self._raise.isVisible():
            self.sight_wanted.emit(self._raise)

    def _show_lines(self) -> None:
        path = self._document.path if self._document is not None else ""
        worked = self._worked
        if worked is None or (worked.name, worked.path) != (self._chosen, path):
            worked = _worked_out(self._injected, self._saved, self._chosen, path)
        self._shown = worked.lines
        text = text_of(self._injected, self._chosen)
        edited = text != text_of(self._saved, self._chosen)
        if not text and self._shown.lines:
            self._caption.set_text(tr("{agent} gets nothing of this file", agent=self._agent))
        else:
            self._caption.set_text(tr("Exact text, with your unsaved edit") if edited else tr("Exact text"))
        self._copy.setEnabled(bool(text))
        self._to_cut.setVisible(self._first_cut() > 0)
        lines, folds = self._shown.lines, self._shown.folds
        self._lines.set_lines(lines, folds, worked.halves, worked.keys, is_plain=worked.is_plain)
        self._lines.setVisible(bool(lines))
        self._empty.setVisible(not lines)
        if not lines:
            self._say_why_empty()

    def _first_cut(self) -> int:
        """The number of the line at which the text ends and what is lost begins; -1 where nothing is."""
        kinds = [line.kind for line in self._shown.lines]
        return kinds.index(LineKind.CUT) if LineKind.CUT in kinds else -1

    def _go_to_cut(self) -> None:
        self._lines.scroll_to_line(self._first_cut())

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
            self._lines.fold_again()
            self._lines.verticalScrollBar().setValue(0)

    def _on_part_chosen(self, name: str) -> None:
        if name != self._chosen:
            self._raise.dismiss()
            self._choose(name)
            self._refresh()

    def _tip_of(self, line: int) -> str:
        """What a line says that has one row for it, and where it comes from."""
        has_one_row = self._shown.lines[line].kind in (LineKind.LOST, LineKind.CUT)
        words = self._lines.shown_text(line)[:_MOST_TIP_CHARS] if has_one_row else ""
        return "\n".join(filter(None, (words, self._origin_of(line))))

    def _origin_of(self, line: int) -> str:
        """Where a line comes from: a file, perhaps one that another imports, or the agent itself."""
        start = self._shown.starts[line]
        if isinstance(start, DocumentPlace):
            return tr("From {path}", path=start.path)
        if start is None:
            return ""
        return origin_words(self._injected, self._chosen, start, len(self._shown.lines[line].text))

    def _on_line_activated(self, line: int) -> None:
        place = source_of(self._injected, self._chosen, self._shown.starts[line])
        shown = self._shown.lines[line]
        if shown.kind is LineKind.LOST and isinstance(place, DocumentPlace):
            self._raise.show_line(self._lines.shown_text(line), place)
        else:
            self._raise.dismiss()
        if place is not None:
            self.source_activated.emit(place.path, place.position)


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


def _part_to_show(injected: Injected, document: Document | None, kept: str) -> str:
    """The part that was chosen, where it is still there; else the one for `document`."""
    names = part_names(injected)
    return kept if kept in names else part_for(injected, document)


def _work_out(document: Document | None, kept: str, injected: Injected, saved: Injected | None) -> Worked:
    path = document.path if document is not None else ""
    return _worked_out(injected, saved or injected, _part_to_show(injected, document, kept), path)


def _worked_out(injected: Injected, saved: Injected, name: str, path: str) -> Worked:
    lines = lines_of_part(injected, saved, name, path)
    halves, keys = halves_of(injected, saved), keys_of(injected, saved)
    return Worked(name, path, lines, halves, keys, not may_hold_masked(lines.lines, halves, keys))
