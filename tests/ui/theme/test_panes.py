"""What changes all over a window is painted pane by pane, and none is left unpainted."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QSplitter, QWidget
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
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), Qt.GlobalColor.red)


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
    assert not any(pane.updatesEnabled() for pane in panes)
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


def test_the_pane_with_the_focus_is_painted_first(
    themes: ThemeManager, panes: list[_Pane], painted: list[int]
) -> None:
    field = QLineEdit(panes[1])
    field.show()
    with themes.painting.parted():
        field.setFocus()
    QTest.qWait(300)
    assert list(dict.fromkeys(painted)) == [1, 0, 2]


def test_a_pane_that_comes_into_view_meanwhile_waits_as_well(
    themes: ThemeManager, panes: list[_Pane], painted: list[int]
) -> None:
    panes[0].hide()
    QTest.qWait(50)
    painted.clear()
    with themes.painting.parted():
        panes[0].show()
    assert not panes[0].updatesEnabled()
    QTest.qWait(300)
    assert set(painted) == {0, 1, 2}


def test_the_panes_of_another_screen_are_painted_one_after_another(
    themes: ThemeManager, panes: list[_Pane], painted: list[int]
) -> None:
    window = panes[0].window()
    other = QSplitter(window)
    others = [_Pane(number, painted) for number in (3, 4)]
    for pane in others:
        other.addWidget(pane)
    other.resize(300, 100)
    with themes.painting.parted():
        window.findChildren(QSplitter)[0].hide()
        other.show()
    assert not any(pane.updatesEnabled() for pane in others)
    QTest.qWait(300)
    assert list(dict.fromkeys(painted)) == [3, 4]
    assert all(pane.updatesEnabled() for pane in panes)


def test_who_changes_all_in_each_frame_sees_the_last_pane_too(
    themes: ThemeManager, panes: list[_Pane], painted: list[int]
) -> None:
    for _ in range(12):
        with themes.painting.parted():
            pass
        QTest.qWait(16)
    assert set(painted) == {0, 1, 2}


def test_what_lies_below_a_pane_that_waits_is_not_seen(themes: ThemeManager, panes: list[_Pane]) -> None:
    window = panes[0].window()
    before = window.screen().grabWindow(window.winId()).toImage()
    with themes.painting.parted():
        window.update()
    window.repaint()
    assert window.screen().grabWindow(window.winId()).toImage() == before


def test_a_part_of_a_pane_is_painted_in_a_turn_of_its_own_behind_it(
    themes: ThemeManager, panes: list[_Pane], painted: list[int]
) -> None:
    part = _Pane(9, painted)
    part.setParent(panes[1])
    part.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    themes.painting.part(part)
    part.show()
    with themes.painting.parted():
        part.setFocus()
    assert not part.updatesEnabled()
    QTest.qWait(300)
    assert painted == [1, 9, 0, 2]
    assert part.updatesEnabled()


def test_a_part_that_is_out_of_sight_takes_no_turn_and_is_painted_once_it_is_seen(
    themes: ThemeManager, panes: list[_Pane], painted: list[int]
) -> None:
    part = _Pane(9, painted)
    part.setParent(panes[1])
    themes.painting.part(part)
    with themes.painting.parted():
        pass
    QTest.qWait(300)
    assert set(painted) == {0, 1, 2}
    part.show()
    QTest.qWait(50)
    assert 9 in painted


def test_what_is_named_as_the_lower_half_of_a_part_is_painted_behind_the_rest_of_it(
    themes: ThemeManager, panes: list[_Pane], painted: list[int]
) -> None:
    part = _Pane(6, painted)
    part.resize(90, 90)
    lower = [_Pane(number, painted) for number in (7, 8)]
    for number, one in enumerate(lower):
        one.setParent(part)
        one.setGeometry(0, 40 + 20 * number, 90, 20)
    part.setParent(panes[0])
    themes.painting.part(part, lambda: lower)
    part.show()
    QTest.qWait(50)
    painted.clear()
    with themes.painting.parted():
        pass
    QTest.qWait(300)
    order = list(dict.fromkeys(painted))
    assert order == [0, 6, 7, 8, 1, 2]
    # Once without them, and once below them.
    assert painted[: painted.index(7)].count(6) == 2
    assert all(one.updatesEnabled() and not one.autoFillBackground() for one in lower)


def test_the_lower_half_of_a_part_that_goes_meanwhile_holds_nothing_up(
    themes: ThemeManager, panes: list[_Pane], painted: list[int]
) -> None:
    part, lower = _Pane(6, painted), _Pane(7, painted)
    lower.setParent(part)
    part.setParent(panes[0])
    themes.painting.part(part, lambda: [lower])
    part.show()
    with themes.painting.parted():
        pass
    while not part.updatesEnabled():
        QTest.qWait(1)
    Shiboken.delete(lower)
    QTest.qWait(300)
    assert {1, 2} <= set(painted)
    assert all(pane.updatesEnabled() for pane in panes)


def test_a_part_that_goes_meanwhile_does_not_hold_up_the_others(
    themes: ThemeManager, panes: list[_Pane], painted: list[int]
) -> None:
    part = _Pane(9, painted)
    part.setParent(panes[0])
    themes.painting.part(part)
    part.show()
    with themes.painting.parted():
        pass
    Shiboken.delete(part)
    QTest.qWait(300)
    assert {1, 2} <= set(painted)
    assert all(pane.updatesEnabled() for pane in panes)
