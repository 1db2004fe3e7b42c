from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication
from shiboken6 import Shiboken

from memdesk.ui.theme.pulse import Pulse


@pytest.fixture
def pulse(qapp: QApplication) -> Iterator[Pulse]:
    made = Pulse(1200)
    yield made
    Shiboken.delete(made)


def test_sleeps_until_a_mark_is_painted(pulse: Pulse) -> None:
    assert not pulse.running
    assert 0.55 <= pulse.opacity() <= 1
    assert pulse.running


def test_stops_when_nothing_paints_any_more(pulse: Pulse) -> None:
    pulse.opacity()
    timer = pulse.findChild(QTimer)
    assert isinstance(timer, QTimer)
    timer.setInterval(0)
    loop = QEventLoop()
    timer.timeout.connect(lambda: None if pulse.running else loop.quit())
    loop.exec()
    assert not pulse.running


def test_goes_on_while_the_mark_is_painted_at_each_tick(pulse: Pulse) -> None:
    pulse.opacity()
    timer = pulse.findChild(QTimer)
    assert isinstance(timer, QTimer)
    timer.setInterval(0)
    ticks: list[float] = []
    loop = QEventLoop()

    def paint() -> None:
        ticks.append(pulse.opacity())
        if len(ticks) == 10:
            loop.quit()

    pulse.ticked.connect(paint)
    loop.exec()
    assert pulse.running


def test_stands_still_where_nothing_may_move(pulse: Pulse) -> None:
    pulse.animated = False
    assert pulse.opacity() == 1
    assert not pulse.running
