"""Where the keys work in a list of painted rows can be seen."""

from __future__ import annotations

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QPoint, QRect
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLineEdit, QVBoxLayout, QWidget

from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.list_model import GrowingModel, ListModel
from memdesk.ui.widgets.list_view import NOWHERE, ListRow, ListView
from tests.ui.conftest import Heard, Show


class _Names(ListModel[str]):
    def title(self, row: str) -> str:
        return row


class _List(ListView):
    def __init__(self, themes: ThemeManager, leader: QWidget | None = None) -> None:
        self.names = _Names(["evva", "ub", "OK"])
        super().__init__(themes, self.names, "Names", leader=leader)
        self.resize(200, 120)

    def row_at(self, number: int) -> ListRow | None:
        row = self.names.at(number)
        return ListRow("dot", row, "", "") if row is not None else None

    def top_edge(self, number: int) -> QColor:
        """The colour of the upper edge of a row, in its middle."""
        area = self.visualRect(self.names.index(number))
        return self.viewport().grab().toImage().pixelColor(area.center().x(), area.top())


def test_the_row_that_the_keys_work_on_has_the_ring(themes: ThemeManager, show: Show) -> None:
    view, elsewhere = _List(themes), QLineEdit()
    show(view)
    show(elsewhere)
    view.activateWindow()
    view.setFocus()
    view.setCurrentIndex(view.names.index(1))
    QApplication.processEvents()
    focus = themes.theme.color("focus")
    assert [view.top_edge(number) == focus for number in range(3)] == [False, True, False]
    elsewhere.activateWindow()
    elsewhere.setFocus()
    QApplication.processEvents()
    assert view.top_edge(1) != focus


def test_the_ring_goes_to_a_row_that_is_not_chosen_with_the_others(themes: ThemeManager, show: Show) -> None:
    view = _List(themes)
    view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
    show(view)
    view.activateWindow()
    view.setFocus()
    view.setCurrentIndex(view.names.index(0))
    view.selectionModel().setCurrentIndex(view.names.index(2), QItemSelectionModel.SelectionFlag.NoUpdate)
    QApplication.processEvents()
    focus = themes.theme.color("focus")
    assert [view.top_edge(number) == focus for number in range(3)] == [False, False, True]


def test_a_list_that_a_field_leads_has_no_ring(themes: ThemeManager, show: Show) -> None:
    view = _List(themes, QLineEdit())
    show(view)
    view.clearFocus()
    view.setCurrentIndex(view.names.index(1))
    QApplication.processEvents()
    assert view.top_edge(1) == themes.theme.color("accentSoft")


def test_who_hears_the_window_hears_the_rows_while_the_field_has_the_focus(
    themes: ThemeManager, show: Show, heard: Heard
) -> None:
    window, field, elsewhere = QWidget(), QLineEdit(), QLineEdit()
    view = _List(themes, field)
    column = QVBoxLayout(window)
    for part in (field, elsewhere, view):
        column.addWidget(part)
    show(window)
    window.activateWindow()
    elsewhere.setFocus()
    view.setCurrentIndex(view.names.index(2))
    assert "OK" not in heard
    field.setFocus()
    heard.clear()
    view.setCurrentIndex(view.names.index(1))
    view.names.show_rows(["everos"])
    view.setCurrentIndex(view.names.index(0))
    assert heard == ["ub", "everos"]


def test_the_current_row_stays_in_view_in_a_list_that_gets_less_room(
    themes: ThemeManager, show: Show
) -> None:
    view = _List(themes)
    view.names.show_rows([f"agent {number}" for number in range(20)])
    show(view)
    lower_edge = view.indexAt(QPoint(20, view.viewport().height() - 1))
    view.setCurrentIndex(view.names.index(lower_edge.row() - 1))
    for high in (view.height() - view.sizeHintForRow(0) - 10, view.height() // 2):
        view.resize(view.width(), high)
        assert view.viewport().rect().contains(view.visualRect(view.currentIndex()).center())
        assert view.visualRect(view.currentIndex()).bottom() < view.viewport().height()


def test_who_has_scrolled_away_from_the_current_row_stays_there(themes: ThemeManager, show: Show) -> None:
    view = _List(themes)
    view.names.show_rows([f"agent {number}" for number in range(20)])
    show(view)
    view.setCurrentIndex(view.names.index(0))
    view.scrollToBottom()
    seen = view.indexAt(QPoint(20, 1)).row()
    view.resize(view.width(), view.height() - 20)
    assert view.indexAt(QPoint(20, 1)).row() == seen


class _Counted(_List):
    """Its rows end with a number."""

    def row_at(self, number: int) -> ListRow | None:
        return ListRow("dot", "Older than 180 days", "", "101")


def test_a_title_takes_the_room_up_to_the_number_at_the_end(themes: ThemeManager, show: Show) -> None:
    theme, pad_px, gap_px = themes.theme, 10, 8
    words = theme.metrics("body").horizontalAdvance("Older than 180 days")
    number = theme.metrics("meta").horizontalAdvance("101")
    left = pad_px + theme.icon_sizes.row + gap_px
    titles = []
    for more_px in (1, 60):
        view = _Counted(themes)
        view.resize(left + words + gap_px + number + pad_px + more_px, 120)
        show(view)
        row = view.visualRect(view.names.index(1))
        titles.append(view.viewport().grab(QRect(left, row.top(), words, row.height())).toImage())
    assert titles[0] == titles[1]


class _Growing(GrowingModel[str]):
    def title(self, row: str) -> str:
        return row

    def add(self, names: list[str]) -> None:
        self.beginInsertRows(NOWHERE, len(self.rows), len(self.rows) + len(names) - 1)
        self.rows = [*self.rows, *names]
        self.endInsertRows()


def test_rows_that_came_one_by_one_can_be_chosen_together() -> None:
    model = _Growing()
    model.add(["evva", "ub", "OK"])
    selection = QItemSelectionModel(model)
    rows = QItemSelection(model.index(0), model.index(2))
    selection.select(rows, QItemSelectionModel.SelectionFlag.Select)
    assert [index.row() for index in selection.selectedIndexes()] == [0, 1, 2]
