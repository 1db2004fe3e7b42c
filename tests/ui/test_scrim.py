"""A scrim covers the window of its box, and not the box."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from memdesk.ui.palette.scrim import Scrim
from memdesk.ui.theme.manager import ThemeManager
from tests.ui.conftest import Show


@pytest.fixture
def box(show: Show) -> QWidget:
    window = QWidget()
    window.resize(300, 200)
    box = QWidget(window)
    box.setGeometry(100, 20, 100, 50)
    show(window)
    return box


def test_it_covers_all_of_the_window_but_the_box_until_it_goes(themes: ThemeManager, box: QWidget) -> None:
    scrim, window = Scrim(themes, box), box.window()
    assert window.childAt(150, 100) is None
    scrim.place()
    scrim.show()
    assert scrim.geometry() == window.rect()
    assert window.childAt(150, 40) is box
    assert window.childAt(150, 100) is scrim
    scrim.hide()
    assert window.childAt(150, 100) is None


def test_a_press_beside_the_box_is_told(themes: ThemeManager, box: QWidget) -> None:
    scrim, pressed = Scrim(themes, box), list[int]()
    scrim.pressed.connect(lambda: pressed.append(1))
    scrim.place()
    scrim.show()
    QTest.mouseClick(scrim, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    assert pressed == [1]
