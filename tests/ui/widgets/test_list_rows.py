"""Where the keys work in a list of painted rows can be seen."""

from __future__ import annotations

from PySide6.QtCore import QItemSelection, QItemSelectionModel
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLineEdit

from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.list_model import GrowingModel, ListModel
from memdesk.ui.widgets.list_view import NOWHERE, ListRow, ListView
from tests.ui.conftest import Show


class _Names(ListModel[str]):
    def title(self, row: str) -> str:
        return row


class _List(ListView):
    def __init__(self, themes: ThemeManager, *, is_led: bool = False) -> None:
        self.names = _Names(["evva", "ub", "OK"])
        super().__init__(themes, self.names, "Names", is_led=is_led)
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
    view = _List(themes, is_led=True)
    show(view)
    view.clearFocus()
    view.setCurrentIndex(view.names.index(1))
    QApplication.processEvents()
    assert view.top_edge(1) == themes.theme.color("accentSoft")


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
