"""The screen "Problems": a list that is filtered, what is chosen in it, and what was not checked."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from memdesk.services.problems.checking import ORPHAN_RULES
from memdesk.services.problems.listed import Listed, Report, matching, words_of
from memdesk.services.problems.problems import CHECKED
from memdesk.ui import format as shown
from memdesk.ui.i18n import listed, sentences, told, tr, trn
from memdesk.ui.problems.detail import ProblemDetail
from memdesk.ui.problems.filters import ProblemFilters
from memdesk.ui.problems.problem_list import ProblemList, folded
from memdesk.ui.problems.words import problems
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import Button, LinkButton
from memdesk.ui.widgets.empty import EmptyState
from memdesk.ui.widgets.fields import FilterField
from memdesk.ui.widgets.labels import ElidedLabel, PlaneFrame, TextLabel
from memdesk.ui.widgets.lines.line import Line
from memdesk.ui.widgets.lines.view import LinesView

_MARGIN_PX = 16
_FIELD_PX, _LEAST_FIELD_PX = 220, 120
_MOST_UNCHECKED = 7
_ROW_GAP_PX = 6


class ProblemsScreen(QWidget):
    """Shows a `Report`. It is made by `make`.

    Signals:
        wanted: the screen came into view and shall be true.
        open_requested: go to the place of a problem; argument: the `Listed`.
        fix_requested: repair problems, as one step; argument: a tuple of `Listed`.
        ignore_requested: ignore problems as one step; argument: the `Listed` ones.
        heed_requested: list one again that was ignored; argument: the `Listed`.
        home_requested: find the new home of an orphaned project; argument: the `Listed`.
        stop_requested: check no further.
    """

    wanted = Signal()
    open_requested = Signal(object)
    fix_requested = Signal(object)
    ignore_requested = Signal(object)
    heed_requested = Signal(object)
    home_requested = Signal(object)
    stop_requested = Signal()

    def __init__(
        self, themes: ThemeManager, home: str, filter_action: QAction, parent: QWidget | None
    ) -> None:
        super().__init__(parent)
        self._themes = themes
        self._report: Report | None = None
        self._words: dict[int, str] = {}
        """What the filter looks in, by the ids of the report's problems: of thousands each key would translate all."""
        self._awaits_rows = False
        self._matching: Sequence[Listed] = ()
        """What the filters let through, in rows or folded into them."""
        self._unfolded: set[str] = set()
        """The rules whose problems all have rows."""
        self._title = ElidedLabel(themes, tr("Problems"), weight=Weight.DemiBold)
        self._checking = TextLabel(themes, tr("Checking…"), role="small", tone="text3")
        self.stop_button = LinkButton(themes, tr("Stop"))
        self._field = FilterField(themes, tr("Filter problems"), placeholder=tr("Filter"))
        self._field.follow(filter_action)
        self._filters = ProblemFilters(themes)
        self._ignored = Button(themes, tr("Show ignored"))
        self._ignored.setCheckable(True)
        self.list = ProblemList(themes, home)
        self.detail = ProblemDetail(themes, home)
        self._pages = QStackedWidget()
        self._empty = EmptyState(themes, "circle-check", tr("Checking…"))
        self._checks = self._empty.add_action(tr("Show checks"))
        self._clear = self._empty.add_action(tr("Clear filters"))
        self._unchecked = ElidedLabel(themes, role="small", tone="text2")
        self._unchecked_more = LinkButton(themes, tr("Show"))
        self._unchecked_list = LinesView(themes, tr("What was not checked"))
        self._is_checking = False

    @classmethod
    def make(
        cls, themes: ThemeManager, home: str, filter_action: QAction, parent: QWidget | None
    ) -> ProblemsScreen:
        """Make the screen; `home` is left out of its paths, and the keys of `filter_action` go to its filter."""
        screen = cls(themes, home, filter_action, parent)
        screen._lay_out()
        screen._connect()
        screen._show()
        return screen

    # What is shown

    @property
    def rows(self) -> Sequence[Listed]:
        """The rows on screen."""
        return self.list.problems.rows

    def show_checking(self, *, is_checking: bool) -> None:
        """A check takes longer than one waits without a word: say so, and let it be stopped."""
        self._is_checking = is_checking
        self.stop_button.setVisible(is_checking)
        self._fit_header()

    def _fit_header(self) -> None:
        """Where there is no room for all of it, what can be missed first goes first."""
        layout = self._header.layout()
        assert layout is not None
        count = len(self._report.ignored) if self._report is not None else 0
        wanted = {
            self._title: True,
            self._checking: self._is_checking,
            self._ignored: bool(count) or self._ignored.isChecked(),
        }
        for widget, is_wanted in wanted.items():
            widget.setVisible(is_wanted)
        for widget in wanted:
            layout.invalidate()
            if layout.minimumSize().width() <= self.width():
                break
            widget.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_header()

    def show_report(self, report: Report) -> None:
        """Show what was found."""
        self._report, self._words = report, {}
        self._filters.offer((*report.problems, *report.ignored))
        self._show()

    def show_file(self, path: str) -> None:
        """Show the problems of one file alone."""
        self._filters.clear()
        self._field.setText(path)

    def focus_list(self) -> None:
        """Put the focus into the list, or where it would be."""
        self._awaits_rows = not self.rows
        target = self.list if self.rows else self._field
        target.setFocus()

    def focus_filter(self) -> None:
        """Put the focus into the filter, with its text selected."""
        self._field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._field.selectAll()

    @property
    def regions(self) -> Sequence[QWidget]:
        """What F6 goes through."""
        return (self._header, self._pages, self.detail)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.wanted.emit()

    def _show(self) -> None:
        report = self._report
        if report is None:
            self._say(tr("Checking…"), tr("Every file is looked at once; later only what changed."))
            return
        every = (*report.problems, *report.ignored) if self._ignored.isChecked() else report.problems
        severity = self._filters.severity
        rows = matching(
            every,
            severities=() if severity is None else (severity,),
            agent=self._filters.agent,
            rule=self._filters.rule,
            text=self._field.text(),
            words=self._words_of,
        )
        self._matching = rows
        # Who has chosen a rule, or looks for words, wants to see all of them.
        is_narrow = bool(self._filters.rule or self._field.text())
        shown_rows, more = (rows, {}) if is_narrow else folded(rows, self._unfolded)
        self.list.show_problems(shown_rows, frozenset(one.address for one in report.ignored), more)
        self._title.set_text(self._count_words(report, len(rows)))
        self._ignored.setText(tr("Show ignored ({n})", n=len(report.ignored)))
        self._fit_header()
        self._show_unchecked(report)
        self._show_page(report, bool(rows), bool(every))
        self._show_detail()
        if rows and self._awaits_rows and self._field.hasFocus() and not self._field.text():
            self.focus_list()

    def _words_of(self, one: Listed) -> str:
        words = self._words.get(id(one))
        if words is None:
            words = self._words[id(one)] = words_of(one, told)
        return words

    def _count_words(self, report: Report, rows: int) -> str:
        words = problems(len(report.problems))
        is_narrowed = self._filters.is_narrowed or bool(self._field.text())
        return tr("{problems}, {n} shown", problems=words, n=shown.number(rows)) if is_narrowed else words

    def _show_page(self, report: Report, has_rows: bool, has_any: bool) -> None:
        if has_rows:
            self._pages.setCurrentWidget(self.list)
        elif has_any:
            self._say(tr("No problem matches."), "", can_clear=True)
        else:
            self._say(_nothing(report), _looked_at(report), can_check=True)

    def _say(self, heading: str, sentence: str, *, can_clear: bool = False, can_check: bool = False) -> None:
        self._empty.set_words(heading, sentence)
        self._clear.setVisible(can_clear)
        self._checks.setVisible(can_check)
        self._pages.setCurrentWidget(self._empty)
        self.detail.hide()

    def _show_unchecked(self, report: Report) -> None:
        count = len(report.unchecked)
        self._footer.setVisible(bool(count))
        words = trn("{n} item was not checked", "{n} items were not checked", count, n=shown.number(count))
        first = report.unchecked[0] if count else None
        self._unchecked.set_text(f"{words}: {first.path}: {told(first.why)}" if first is not None else "")
        self._unchecked_more.setVisible(count > 1)
        lines = [Line(f"{one.path}: {told(one.why)}") for one in report.unchecked]
        self._unchecked_list.set_lines(lines)
        row_px = self._themes.theme.metrics("mono").height() + _ROW_GAP_PX
        self._unchecked_list.setFixedHeight((min(count, _MOST_UNCHECKED) + 1) * row_px)

    def _show_detail(self) -> None:
        one = self.list.chosen
        if one is None or not self.rows:
            self.detail.hide()
            return
        focused = QApplication.focusWidget()
        held = focused if focused is not None and self.detail.isAncestorOf(focused) else None
        self.detail.show_problem(
            one,
            is_ignored=self.list.problems.is_ignored(self.list.currentIndex().row()),
            alike=len(self._alike(one)),
            can_move=one.found.problem.rule in ORPHAN_RULES,
        )
        self.detail.show()
        if held is not None and held.isHidden():
            self.list.setFocus()

    def _alike(self, one: Listed) -> tuple[Listed, ...]:
        """What can be fixed together with it: the rows of the same rule."""
        rule = one.found.problem.rule
        return tuple(
            each for each in self._matching if each.found.problem.rule == rule and each.found.problem.repair
        )

    # What is asked for

    def _on_fix(self) -> None:
        one = self.list.chosen
        if one is not None and one.found.problem.repair:
            self.fix_requested.emit((one,))

    def _on_fix_all(self) -> None:
        one = self.list.chosen
        if one is not None:
            self.fix_requested.emit(self._alike(one))

    def _on_ignore(self) -> None:
        one = self.list.chosen
        if one is None:
            return
        if self.list.problems.is_ignored(self.list.currentIndex().row()):
            self.heed_requested.emit(one)
        else:
            self.ignore_requested.emit((one,))

    def _on_ignore_all(self) -> None:
        one = self.list.chosen
        if one is None or self._report is None:
            return
        ignored = {each.address for each in self._report.ignored}
        sort = one.found.problem.severity, one.found.problem.rule
        alike = tuple(
            each
            for each in self._matching
            if (each.found.problem.severity, each.found.problem.rule) == sort and each.address not in ignored
        )
        if alike:
            self.ignore_requested.emit(alike)

    def _on_fold(self) -> None:
        if self.list.chosen is not None:
            self._unfolded ^= {self.list.chosen.found.problem.rule}
            self._show()

    def _on_open(self) -> None:
        if self.list.chosen is not None:
            self.open_requested.emit(self.list.chosen)

    def _on_home(self) -> None:
        if self.list.chosen is not None:
            self.home_requested.emit(self.list.chosen)

    def clear_filters(self) -> None:
        """Show everything that is not ignored."""
        self._filters.clear()
        self._field.clear()
        self._show()

    def _show_checks(self) -> None:
        self._empty.set_words(tr("What is checked:"), "\n".join(tr(one) for one in CHECKED))
        self._checks.hide()

    # Parts

    def _connect(self) -> None:
        self._field.textChanged.connect(lambda _text: self._show())
        self._field.list_requested.connect(self.list.setFocus)
        self._field.dismissed.connect(self.list.setFocus)
        self._filters.changed.connect(self._show)
        self._ignored.toggled.connect(lambda _on: self._show())
        self._clear.clicked.connect(self.clear_filters)
        self.stop_button.clicked.connect(self.stop_requested)
        self._checks.clicked.connect(self._show_checks)
        self._unchecked_more.clicked.connect(
            lambda: self._unchecked_list.setVisible(self._unchecked_list.isHidden())
        )
        self.list.chosen_changed.connect(self._show_detail)
        self.list.open_requested.connect(self._on_open)
        self.list.fix_requested.connect(self._on_fix)
        self.list.ignore_requested.connect(self._on_ignore)
        self.list.ignore_all_requested.connect(self._on_ignore_all)
        self.list.fold_requested.connect(self._on_fold)
        self.detail.open_button.clicked.connect(self._on_open)
        self.detail.fix_button.clicked.connect(self._on_fix)
        self.detail.fix_all_button.clicked.connect(self._on_fix_all)
        self.detail.ignore_button.clicked.connect(self._on_ignore)
        self.detail.home_button.clicked.connect(self._on_home)

    def _lay_out(self) -> None:
        self._header = PlaneFrame("header")
        self._header.setFixedHeight(self._themes.theme.sizes.header)
        bar = QHBoxLayout(self._header)
        bar.setContentsMargins(_MARGIN_PX, 0, _MARGIN_PX, 0)
        bar.setSpacing(8)
        self._field.setMinimumWidth(_LEAST_FIELD_PX)
        self._field.setMaximumWidth(_FIELD_PX)
        bar.addWidget(self._title, 1)
        for widget in (self._checking, self.stop_button, self._field, self._filters, self._ignored):
            bar.addWidget(widget)
        self.show_checking(is_checking=False)
        centre = PlaneFrame("window")
        around = QVBoxLayout(centre)
        around.setContentsMargins(8, 8, 8, 8)
        around.addWidget(self._pages)
        for page in (self.list, self._empty):
            self._pages.addWidget(page)
        self.list.viewport().setAutoFillBackground(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._header)
        column.addWidget(centre, 1)
        column.addWidget(self.detail)
        column.addWidget(self._make_footer())

    def _make_footer(self) -> QWidget:
        self._footer = PlaneFrame("window")
        line = QHBoxLayout()
        line.addWidget(self._unchecked, 1)
        line.addWidget(self._unchecked_more)
        inside = QVBoxLayout(self._footer)
        inside.setContentsMargins(_MARGIN_PX, 4, _MARGIN_PX, 4)
        inside.addLayout(line)
        inside.addWidget(self._unchecked_list)
        self._unchecked_list.hide()
        return self._footer


def _nothing(report: Report) -> str:
    return trn(
        "No problems in {n} file.", "No problems in {n} files.", report.files, n=shown.number(report.files)
    )


def _looked_at(report: Report) -> str:
    words = tr("Checked: {agents}.", agents=listed(report.agents))
    if report.ignored:
        ignored = trn("{n} is ignored.", "{n} are ignored.", len(report.ignored))
        return sentences(words, ignored)
    return words
