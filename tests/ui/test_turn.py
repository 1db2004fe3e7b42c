"""Work that can wait leaves a turn of the event loop alone in which much was done already."""

from __future__ import annotations

import time
from collections.abc import Callable

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


def in_turns_until(qapp: QApplication, is_done: Callable[[], bool]) -> None:
    """Ask in each turn of the event loop, until the answer is yes."""
    loop, owner = QEventLoop(), QObject(qapp)

    def look() -> None:
        if is_done():
            loop.quit()

    timer = repeating(owner, 0, look)
    timer.start()
    loop.exec()
    timer.stop()
    owner.deleteLater()


def test_a_turn_has_room_until_much_was_done_in_it(qapp: QApplication) -> None:
    turn = Turn()
    begin_turn(qapp)
    assert turn.has_room()

    work()
    assert not turn.has_room()

    qapp.processEvents()
    assert turn.has_room()


def test_who_waits_gets_its_turn_also_where_every_one_is_busy(qapp: QApplication) -> None:
    turn, found = Turn(), list[bool]()

    def look() -> bool:
        work()
        found.append(turn.has_room())
        return found[-1] or len(found) == MOST

    in_turns_until(qapp, look)
    assert found[-1]
    assert not any(found[:-1])


def test_all_who_ask_are_told_of_a_turn_by_one(qapp: QApplication) -> None:
    first, second = Turn(), Turn()
    begin_turn(qapp)
    assert first.has_room()
    work()
    assert (first.has_room(), second.has_room()) == (False, False)
    assert first._clock is second._clock


def test_who_waited_long_has_a_turn_to_itself(qapp: QApplication) -> None:
    quick, patient = Turn(), Turn()
    done = list[str]()

    def look() -> bool:
        done.append("")
        for name, turn in (("quick", quick), ("patient", patient)):
            if turn.has_room():
                done[-1] += name
                work()
        return done[-1] == "patient" or len(done) == MOST

    in_turns_until(qapp, look)
    assert done[-1] == "patient"
    assert set(done[:-1]) == {"quick"}
