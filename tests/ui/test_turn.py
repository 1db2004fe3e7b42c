"""Work that can wait leaves a turn of the event loop alone in which much was done already."""

from __future__ import annotations

import time

from PySide6.QtCore import QEventLoop, QObject
from PySide6.QtWidgets import QApplication

from memdesk.ui.timers import repeating
from memdesk.ui.turn import Turn

BUSY_S = 0.005
MOST = 50


def work() -> None:
    """Take the time of this thread."""
    end_s = time.thread_time() + BUSY_S
    while time.thread_time() < end_s:
        pass


def begin_turn(app: QApplication) -> None:
    """Begin a turn in which nothing is done that an earlier test left behind: that is done in the turn before."""
    app.processEvents()
    app.processEvents()


def test_a_turn_has_room_until_much_was_done_in_it(qapp: QApplication) -> None:
    turn = Turn()
    begin_turn(qapp)
    assert turn.has_room()

    work()
    assert not turn.has_room()

    qapp.processEvents()
    assert turn.has_room()


def test_who_waits_gets_its_turn_also_where_every_one_is_busy(qapp: QApplication) -> None:
    loop, owner = QEventLoop(), QObject(qapp)
    turn, found = Turn(), list[bool]()

    def look() -> None:
        work()
        found.append(turn.has_room())
        if found[-1] or len(found) == MOST:
            loop.quit()

    timer = repeating(owner, 0, look)
    timer.start()
    loop.exec()

    timer.stop()
    owner.deleteLater()
    assert found[-1]
    assert not any(found[:-1])


def test_all_who_ask_are_told_of_a_turn_by_one(qapp: QApplication) -> None:
    first, second = Turn(), Turn()
    begin_turn(qapp)
    assert first.has_room()
    work()
    assert (first.has_room(), second.has_room()) == (False, False)
    assert first._clock is second._clock
