"""A scrim covers the window of its box strip by strip, and goes in the same way."""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtGui import QRegion
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from memdesk.ui.palette.scrim import Scrim, _Strip
from memdesk.ui.theme.manager import ThemeManager
from tests.ui.conftest import Show

_LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def box(show: Show) -> QWidget:
    window = QWidget()
    window.resize(300, 200)
    box = QWidget(window)
    box.setGeometry(100, 20, 100, 50)
    show(window)
    return box


def _strips(box: QWidget) -> list[QWidget]:
    return box.window().findChildren(_Strip)


@pytest.fixture
def scrim(themes: ThemeManager, box: QWidget) -> Scrim:
    scrim = Scrim(themes, box)
    scrim.place()
    return scrim


def test_the_strips_cover_all_of_the_window_one_after_another(scrim: Scrim, box: QWidget) -> None:
    scrim.show()
    seen: list[int] = []
    while sum(seen[-1:]) < 3:
        seen.append(sum(strip.isVisible() for strip in _strips(box)))
        QCoreApplication.processEvents()
    assert list(dict.fromkeys(seen)) == [0, 1, 2, 3]
    covered = [strip.geometry() for strip in _strips(box)]
    assert sum(area.width() * area.height() for area in covered) == 300 * 200
    assert box.window().childAt(150, 40) is box
    assert box.window().childAt(150, 100) in _strips(box)


def test_the_strips_go_again(scrim: Scrim, box: QWidget) -> None:
    scrim.show()
    QTest.qWait(200)
    scrim.hide()
    QTest.qWait(200)
    assert not any(strip.isVisible() for strip in _strips(box))


def test_one_that_is_wanted_again_as_it_goes_covers_all(scrim: Scrim, box: QWidget) -> None:
    scrim.show()
    QTest.qWait(200)
    scrim.hide()
    QTest.qWait(1)
    scrim.show()
    QTest.qWait(200)
    assert all(strip.isVisible() for strip in _strips(box))


def test_a_press_beside_the_box_is_told(scrim: Scrim, box: QWidget) -> None:
    pressed: list[int] = []
    scrim.pressed.connect(lambda: pressed.append(1))
    scrim.show()
    QTest.qWait(200)
    for strip in _strips(box):
        QTest.mouseClick(strip, _LEFT, pos=QPoint(5, 5))
    assert len(pressed) == 3


def test_what_stands_in_the_box_is_not_painted_again(themes: ThemeManager, box: QWidget) -> None:
    painted: list[QRegion] = []
    box.paintEvent = lambda event: painted.append(event.region())  # type: ignore[method-assign]
    scrim = Scrim(themes, box)
    scrim.place()
    box.hide()
    scrim.show()
    box.show()
    QTest.qWait(200)
    px = themes.theme.radii.card
    inside = QRegion(box.rect().adjusted(px, 0, -px, 0)) + QRegion(box.rect().adjusted(0, px, 0, -px))
    assert sum(region.intersects(inside) for region in painted) == 1, "as it comes itself"
    assert box.window().grab().toImage().pixelColor(box.pos()) != themes.theme.color("window")


def test_what_a_strip_covers_is_painted_once_as_it_comes(scrim: Scrim, box: QWidget) -> None:
    QTest.qWait(100)
    painted: list[QRegion] = []
    window = box.window()
    window.paintEvent = lambda event: painted.append(event.region())  # type: ignore[method-assign]
    scrim.show()
    QTest.qWait(200)
    beside = QRegion(window.rect()) - QRegion(box.geometry())
    found = [region & beside for region in painted if region.intersects(beside)]
    assert len(found) == len(_strips(box))
    assert not any(one.intersects(other) for one, other in combinations(found, 2))


def test_what_paints_all_of_itself_is_covered_as_well(scrim: Scrim, box: QWidget) -> None:
    opaque = QWidget(box.window())
    opaque.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
    opaque.setGeometry(0, 100, 300, 50)
    opaque.lower()
    opaque.show()
    QTest.qWait(100)
    painted: list[QRegion] = []
    opaque.paintEvent = lambda event: painted.append(event.region())  # type: ignore[method-assign]
    scrim.show()
    QTest.qWait(200)
    assert len(painted) == len(_strips(box))
    painted.clear()
    scrim.hide()
    QTest.qWait(200)
    assert len(painted) == len(_strips(box))


def test_what_the_box_hides_is_not_painted_behind_it(themes: ThemeManager, box: QWidget) -> None:
    painted: list[QRegion] = []
    hidden = QWidget(box.window())
    hidden.setGeometry(box.geometry().adjusted(20, 10, -20, -10))
    hidden.paintEvent = lambda event: painted.append(event.region())  # type: ignore[method-assign]
    hidden.lower()
    scrim = Scrim(themes, box)
    scrim.place()
    scrim.show()
    hidden.show()
    QTest.qWait(200)
    assert painted == []
    scrim.hide()
    box.hide()
    QTest.qWait(200)
    assert painted
