"""Another theme paints the panes of a window one after another, and leaves none unpainted."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QPaintEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QSplitter, QWidget
from shiboken6 import Shiboken

from memdesk.ui.theme.manager import Preferences, ThemeManager
from tests.ui.conftest import Show


class _Pane(QWidget):
    def __init__(self, number: int, painted: list[int]) -> None:
        super().__init__()
        self._number = number
        self._painted = painted

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        self._painted.append(self._number)


@pytest.fixture
def painted() -> list[int]:
    return []


@pytest.fixture
def panes(show: Show, painted: list[int]) -> list[_Pane]:
    window = QWidget()
    splitter = QSplitter(window)
    panes = [_Pane(number, painted) for number in range(3)]
    for pane in panes:
        splitter.addWidget(pane)
    window.resize(300, 100)
    splitter.resize(300, 100)
    show(window)
    QTest.qWait(50)
    painted.clear()
    return panes


def test_the_panes_are_painted_one_after_another(
    themes: ThemeManager, panes: list[_Pane], painted: list[int]
) -> None:
    themes.set_preferences(Preferences(scheme="dark"))
    assert [pane.updatesEnabled() for pane in panes] == [True, False, False]
    QTest.qWait(300)
    assert list(dict.fromkeys(painted)) == [0, 1, 2]
    assert all(pane.updatesEnabled() for pane in panes)


def test_a_second_change_meanwhile_leaves_none_unpainted(
    themes: ThemeManager, panes: list[_Pane], painted: list[int]
) -> None:
    themes.set_preferences(Preferences(scheme="dark"))
    themes.set_preferences(Preferences(scheme="light"))
    QTest.qWait(300)
    assert set(painted) == {0, 1, 2}
    assert all(pane.updatesEnabled() for pane in panes)


def test_a_pane_that_goes_meanwhile_does_not_hold_up_the_others(
    themes: ThemeManager, panes: list[_Pane], painted: list[int]
) -> None:
    themes.set_preferences(Preferences(scheme="dark"))
    Shiboken.delete(panes[1])
    QTest.qWait(300)
    assert panes[2].updatesEnabled()
    assert 2 in painted
