"""A list that places its rows by itself has them, and all that depends on them, where Qt has them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TypeAlias

import pytest
from PySide6.QtCore import QModelIndex, QPoint, QRect, QSize, QStringListModel, Qt
from PySide6.QtGui import QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QFrame,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from memdesk.ui.widgets.list_view import Index
from memdesk.ui.widgets.stacked_rows import StackedRows

_HEIGHTS = tuple(20 + number * 37 % 90 for number in range(60))
_SIZES = ((320, 300), (240, 47), (500, 900), (320, 5_000))
_PAGES = (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp)
_ENDS = (Qt.Key.Key_Home, Qt.Key.Key_End)
_KEYS = (*_PAGES, *_ENDS, Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Left, Qt.Key.Key_Right)
_Hint = QAbstractItemView.ScrollHint
Both: TypeAlias = tuple[QListView, QListView]
pytestmark = pytest.mark.usefixtures("qapp")


class Delegate(QStyledItemDelegate):
    """Paints each row in a colour of its own, and tells how high it is."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802 - as Qt calls it
        return QSize(10, _HEIGHTS[index.row()])

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.fillRect(option.rect, Qt.GlobalColor(4 + index.row() % 14))


class Rows(StackedRows):
    """Rows of these heights."""

    def row_heights(self) -> Sequence[int]:
        return _HEIGHTS[: self.model().rowCount()]


def list_of_qt() -> QListView:
    """The same as Qt lays it out."""
    view = QListView()
    view.setFrameShape(QFrame.Shape.NoFrame)
    view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return view


@contextmanager
def seen(view: QListView, size: tuple[int, int], count: int = len(_HEIGHTS)) -> Iterator[QListView]:
    """The list in view, so large."""
    view.setModel(QStringListModel([str(number) for number in range(count)], view))
    view.setItemDelegate(Delegate(view))
    view.resize(*size)
    view.show()
    QApplication.processEvents()
    yield view
    view.close()
    view.deleteLater()


def rects_of(view: QListView) -> list[QRect]:
    return [view.visualRect(view.model().index(row, 0)) for row in range(view.model().rowCount())]


@pytest.fixture(params=_SIZES, ids=str)
def both(request: pytest.FixtureRequest) -> Iterator[Both]:
    """Qt's list and ours, of one size."""
    with seen(list_of_qt(), request.param) as theirs, seen(Rows(), request.param) as ours:
        yield theirs, ours


def test_rows_stand_and_are_painted_where_qt_has_them(both: Both) -> None:
    theirs, ours = both
    for value in (0, 333, theirs.verticalScrollBar().maximum()):
        for view in both:
            view.verticalScrollBar().setValue(value)
        assert rects_of(ours) == rects_of(theirs)
        points = [QPoint(x, y) for x in (-1, 0, 100, 1_000) for y in range(-30, theirs.height() + 30, 7)]
        assert [ours.indexAt(one).row() for one in points] == [theirs.indexAt(one).row() for one in points]
        assert ours.viewport().grab().toImage() == theirs.viewport().grab().toImage()


def test_the_scroll_bar_is_as_long(both: Both) -> None:
    theirs, ours = (view.verticalScrollBar() for view in both)
    assert (ours.maximum(), ours.pageStep(), ours.isVisible()) == (
        theirs.maximum(),
        theirs.pageStep(),
        theirs.isVisible(),
    )
    assert ours.singleStep() == theirs.singleStep()


@pytest.mark.parametrize("hint", list(_Hint))
def test_a_row_is_scrolled_to_where_qt_scrolls_to(both: Both, hint: _Hint) -> None:
    for row in (30, 59, 0, 31, 3, 4, 58):
        for view in both:
            view.scrollTo(view.model().index(row, 0), hint)
        theirs, ours = (view.verticalScrollBar().value() for view in both)
        assert ours == theirs


@pytest.mark.parametrize("key", _KEYS)
def test_keys_go_where_they_go_in_qt(both: Both, key: Qt.Key) -> None:
    for row in range(len(_HEIGHTS)):
        for view in both:
            view.setCurrentIndex(view.model().index(row, 0))
            QTest.keyClick(view, key)
        theirs, ours = (view.currentIndex().row() for view in both)
        # Where not even the next row fits into the view, Qt stays.
        is_held = theirs == row and key in _PAGES
        assert ours == theirs or (is_held and abs(ours - row) == 1)
        assert [index.row() for index in both[1].selectionModel().selectedRows()] == [ours]


def test_a_click_chooses_the_row_under_it(both: Both) -> None:
    for y in range(3, both[0].viewport().height(), 41):
        for view in both:
            QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(20, y))
        theirs, ours = ([index.row() for index in view.selectionModel().selectedRows()] for view in both)
        assert ours == theirs


def test_rows_that_come_and_go_are_laid_out() -> None:
    with seen(Rows(), (300, 200), count=3) as view:
        assert not view.verticalScrollBar().isVisible()
        model = view.model()
        assert isinstance(model, QStringListModel)
        model.setStringList([""] * len(_HEIGHTS))
        assert view.visualRect(model.index(59, 0)).height() == _HEIGHTS[59]
        assert view.verticalScrollBar().maximum() == sum(_HEIGHTS) - view.viewport().height()
        assert view.verticalScrollBar().isVisible(), "in the turn in which the rows came"
        assert view.visualRect(model.index(0, 0)).width() == view.viewport().width() < view.width()
        model.setStringList([])
        assert view.visualRect(QModelIndex()) == QRect()
        assert not view.indexAt(QPoint(5, 5)).isValid()
        assert view.verticalScrollBar().maximum() == 0
