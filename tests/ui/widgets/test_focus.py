"""Giving the focus back to what had it, or to what is left of its surroundings."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QScrollArea, QVBoxLayout, QWidget
from shiboken6 import Shiboken

from memdesk.ui.widgets.focus import FocusBefore

_ROW_PX = 40


@pytest.fixture
def area(qapp: QApplication) -> Iterator[QScrollArea]:
    """A window with more rows than can be seen; the last ones can."""
    area, page = QScrollArea(), QWidget()
    column = QVBoxLayout(page)
    for number in range(30):
        button = QPushButton(str(number))
        button.setFixedHeight(_ROW_PX)
        column.addWidget(button)
    area.setWidget(page)
    area.resize(300, 5 * _ROW_PX)
    area.show()
    QTest.qWait(1)
    area.verticalScrollBar().setValue(area.verticalScrollBar().maximum())
    yield area
    Shiboken.delete(area)


def buttons(area: QScrollArea) -> list[QPushButton]:
    return area.findChildren(QPushButton)


def test_it_is_given_back_once(area: QScrollArea) -> None:
    before = FocusBefore()
    buttons(area)[29].setFocus()
    before.keep(area.focusWidget())
    buttons(area)[28].setFocus()
    assert before.give_back()
    assert area.focusWidget() is buttons(area)[29]
    assert not before.give_back()


@pytest.mark.parametrize("is_deleted", [True, False])
def test_what_is_gone_gets_nothing(area: QScrollArea, is_deleted: bool) -> None:
    before = FocusBefore()
    gone = buttons(area)[29]
    before.keep(gone)
    if is_deleted:
        Shiboken.delete(gone)
    else:
        gone.hide()
    assert not before.give_back()


def test_near_it_is_what_can_be_seen(area: QScrollArea) -> None:
    before = FocusBefore()
    gone = buttons(area)[29]
    before.keep(gone)
    Shiboken.delete(gone)
    before.give_back_near()
    focused = area.focusWidget()
    assert isinstance(focused, QPushButton)
    assert int(focused.text()) > 20


def test_near_it_passes_over_surroundings_that_are_gone_too(qapp: QApplication) -> None:
    window, holder, gone, left = QWidget(), QWidget(), QWidget(), QPushButton("left")
    inner = QPushButton("gone")
    QVBoxLayout(gone).addWidget(inner)
    column = QVBoxLayout(holder)
    column.addWidget(gone)
    column.addWidget(left)
    QVBoxLayout(window).addWidget(holder)
    window.show()
    before = FocusBefore()
    before.keep(inner)
    Shiboken.delete(gone)
    before.give_back_near()
    assert window.focusWidget() is left
    Shiboken.delete(window)
