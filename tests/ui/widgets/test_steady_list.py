"""What comes anew leaves what one looks at in place: current row, selection, and the rows in sight."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView

from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.list_model import ListModel
from memdesk.ui.widgets.list_view import ListRow, ListView
from memdesk.ui.widgets.steady_list import show_steadily
from tests.ui.conftest import Show

ROWS = [f"row {number}" for number in range(100)]
NEW = [f"new {number}" for number in range(7)]


class _Names(ListModel[str]):
    def title(self, row: str) -> str:
        return row


class _List(ListView):
    def __init__(self, themes: ThemeManager, rows: Sequence[str]) -> None:
        self.names = _Names(rows)
        super().__init__(themes, self.names, "Names")
        self.resize(200, 300)

    def row_at(self, number: int) -> ListRow | None:
        row = self.names.at(number)
        return ListRow("dot", row, "", "") if row is not None else None

    def refresh(self, rows: Sequence[str], fallback: int | None = None) -> None:
        show_steadily(self, lambda: self.names.rows, lambda: self.names.show_rows(rows), fallback=fallback)

    @property
    def first(self) -> str:
        return str(self.indexAt(QPoint(5, 5)).data())

    @property
    def chosen(self) -> list[str]:
        return sorted(str(index.data()) for index in self.selectedIndexes())


@pytest.fixture(
    params=[QAbstractItemView.ScrollMode.ScrollPerItem, QAbstractItemView.ScrollMode.ScrollPerPixel]
)
def names(
    request: pytest.FixtureRequest, themes: ThemeManager, show: Show, monkeypatch: pytest.MonkeyPatch
) -> _List:
    monkeypatch.setattr(QCursor, "pos", staticmethod(lambda: QPoint(5000, 5000)))
    view = _List(themes, list(ROWS))
    view.setVerticalScrollMode(request.param)
    view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
    show(view)
    return view


def test_rows_that_come_above_and_go_move_nothing(names: _List) -> None:
    names.setCurrentIndex(names.names.index(2))
    names.verticalScrollBar().setValue(names.verticalScrollBar().maximum() // 2)
    first = names.first
    names.refresh([*NEW, *ROWS])
    assert names.first == first
    assert names.currentIndex().data() == "row 2"
    names.refresh([row for row in ROWS if not row.endswith("3")])
    assert names.first == first
    assert names.chosen == ["row 2"]


def test_the_current_row_stays_where_it_is_seen(names: _List) -> None:
    names.setCurrentIndex(names.names.index(50))
    top = names.visualRect(names.currentIndex()).top()
    assert top > 0
    names.refresh([*ROWS[:48], *NEW, *ROWS[48:]])
    assert names.currentIndex().data() == "row 50"
    assert names.visualRect(names.currentIndex()).top() == top


def test_the_row_under_the_pointer_stays_there(names: _List, monkeypatch: pytest.MonkeyPatch) -> None:
    names.setCurrentIndex(names.names.index(50))
    at = QPoint(20, 100)
    place = names.viewport().mapToGlobal(at)
    monkeypatch.setattr(QCursor, "pos", staticmethod(lambda: place))
    QTest.mouseMove(names.viewport(), at)
    pointed = names.indexAt(at).data()
    names.refresh([*NEW, *ROWS])
    assert names.indexAt(at).data() == pointed


def test_several_rows_stay_chosen(names: _List) -> None:
    names.selectAll()
    names.refresh([*NEW, *ROWS[1:]])
    assert len(names.chosen) == len(ROWS) - 1
    assert "row 0" not in names.chosen


def test_in_place_of_what_is_gone_comes_what_stood_below_it(names: _List) -> None:
    names.setCurrentIndex(names.names.index(4))
    names.refresh([row for row in ROWS if row != "row 4"])
    assert names.currentIndex().data() == "row 5"
    names.refresh(ROWS[9:], fallback=0)
    assert names.currentIndex().data() == "row 9"
    names.refresh([])
    assert not names.currentIndex().isValid()


def test_rows_that_are_the_same_keep_what_is_chosen(names: _List) -> None:
    names.setCurrentIndex(names.names.index(4))
    names.names.show_rows(list(ROWS))
    assert names.chosen == ["row 4"]
