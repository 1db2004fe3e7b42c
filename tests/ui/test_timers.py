"""A timer that needs room leaves a busy turn of the event loop alone, and is not put off for ever."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QObject
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from memdesk.ui.timers import repeating, repeating_in_turn, single_shot_in_turn

BUSY_S = 0.005
LONG_MS = 200
PATIENCE_S = 20


class Told(QObject):
    """Notes what it is told in which turn, beside somebody who is busy in the first of them."""

    def __init__(self, busy_turns: int) -> None:
        super().__init__()
        self.turn = 0
        self.at: list[int] = []
        self._busy_turns = busy_turns
        self._beginning = repeating(self, 0, self._begin_turn)
        self._beginning.start()

    def _begin_turn(self) -> None:
        self.turn += 1
        end_s = time.thread_time() + BUSY_S
        while self.turn <= self._busy_turns and time.thread_time() < end_s:
            pass

    def note(self) -> None:
        """It is told."""
        self.at.append(self.turn)


def wait_until(is_so: Callable[[], bool]) -> None:
    """Let turns pass until something is so."""
    end_s = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < end_s
        QTest.qWait(1)


@pytest.fixture
def busy(qapp: QApplication) -> Iterator[Told]:
    told = Told(busy_turns=3)
    yield told
    told.deleteLater()


def test_a_single_shot_waits_for_a_turn_with_room(busy: Told) -> None:
    timer = single_shot_in_turn(busy, 0, busy.note)
    timer.start()
    wait_until(lambda: bool(busy.at))
    assert busy.at[0] > 3
    assert not timer.isActive()
    QTest.qWait(20)
    assert len(busy.at) == 1


def test_one_that_was_stopped_while_it_waited_tells_nothing(busy: Told) -> None:
    timer = single_shot_in_turn(busy, 0, busy.note)
    timer.start()
    wait_until(lambda: busy.turn >= 2)
    assert timer.isActive()
    timer.stop()
    QTest.qWait(20)
    assert busy.at == []


def test_a_repeating_one_tells_of_each_turn_with_room_until_it_is_stopped(busy: Told) -> None:
    timer = repeating_in_turn(busy, 0, busy.note)
    timer.start()
    wait_until(lambda: len(busy.at) > 3)
    assert busy.at[0] > 3
    timer.stop()
    told = len(busy.at)
    QTest.qWait(20)
    assert len(busy.at) == told


def test_it_goes_with_its_owner(qapp: QApplication) -> None:
    told, owner = list[int](), QObject()
    single_shot_in_turn(owner, LONG_MS, lambda: told.append(1)).start()
    owner.deleteLater()
    QTest.qWait(2 * LONG_MS)
    assert told == []
