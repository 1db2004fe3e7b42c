"""Workers of the window: they begin when they are let, and keep nothing alive that the UI thread made."""

from __future__ import annotations

import threading
import weakref
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from memdesk.ui.tasks import Newest, Tasks
from tests.patience import PATIENCE_S, wait_until

A_WHILE_MS = 50


def turn() -> None:
    """Let events happen."""
    QTest.qWait(1)


def test_held_workers_begin_once_they_are_released(qapp: QApplication) -> None:
    parent = QObject(qapp)
    tasks = Tasks(parent, is_held=True)
    found: list[str] = []
    tasks.run(lambda: "one", found.append)
    tasks.run(lambda: "two", found.append)
    QTest.qWait(A_WHILE_MS)
    assert (found, tasks.busy) == ([], True)
    tasks.release()
    wait_until(lambda: not tasks.busy, pause=turn)
    assert sorted(found) == ["one", "two"]
    tasks.finish()
    parent.deleteLater()


def test_a_window_that_closes_before_it_is_shown_ends_its_workers(qapp: QApplication) -> None:
    parent = QObject(qapp)
    tasks = Tasks(parent, is_held=True)
    begun = threading.Event()
    tasks.run(begun.set, lambda _: None)
    tasks.finish()
    assert not begun.is_set()
    parent.deleteLater()


def test_a_result_that_ends_the_program_is_the_last_one(qapp: QApplication) -> None:
    """Errors in slots fail the test; see `slot_errors`."""
    parent = QObject(qapp)
    tasks = Tasks(parent)
    found: list[str] = []

    def end(result: str) -> None:
        found.append(result)
        tasks.finish()

    asked = [tasks.run(partial(str, number), end) for number in range(3)]
    for one in asked:
        one.future.result(PATIENCE_S)
    wait_until(lambda: found, pause=turn)
    QTest.qWait(A_WHILE_MS)
    assert (len(found), tasks.busy) == (1, False)
    parent.deleteLater()


class Owner:
    """What a task belongs to, and tells in which thread it ended."""

    def __init__(self, may_end: threading.Event) -> None:
        self._may_end = may_end

    def work(self) -> None:
        self._may_end.wait(PATIENCE_S)

    def take(self, _result: None) -> None:
        pass


def test_what_a_task_belongs_to_ends_in_the_ui_thread(qapp: QApplication) -> None:
    parent = QObject(qapp)
    tasks = Tasks(parent)
    ended_in: list[threading.Thread] = []
    for _ in range(20):
        may_end = threading.Event()
        owner = Owner(may_end)
        weakref.finalize(owner, lambda: ended_in.append(threading.current_thread()))
        tasks.run(owner.work, owner.take).cancel()
        tasks.run(owner.work, owner.take)
        del owner
        may_end.set()
        wait_until(lambda: not tasks.busy, pause=turn)
    assert ended_in == [threading.main_thread()] * 20
    tasks.finish()
    parent.deleteLater()


def test_what_a_task_belongs_to_that_never_began_ends_in_the_ui_thread(qapp: QApplication) -> None:
    parent = QObject(qapp)
    tasks = Tasks(parent, workers=1)
    may_end = threading.Event()
    before = tasks.run(may_end.wait, lambda _: None)
    ended_in: list[threading.Thread] = []
    owner = Owner(may_end)
    weakref.finalize(owner, lambda: ended_in.append(threading.current_thread()))
    tasks.run(owner.work, owner.take).cancel()
    del owner
    wait_until(lambda: len(tasks._pending) <= 1, pause=turn)
    may_end.set()
    before.future.result(PATIENCE_S)
    tasks.finish()
    parent.deleteLater()
    assert ended_in == [threading.main_thread()]


def test_what_breaks_frees_who_asked_and_is_told_beside(qapp: QApplication) -> None:
    parent = QObject(qapp)
    tasks = Tasks(parent)
    found: list[object] = []
    told: list[BaseException] = []
    tasks.failed.connect(told.append)
    newest = Newest[float](tasks)
    for work in (lambda: 1 / 0, lambda: 2.0):
        newest.attempt(work, found.append)
        wait_until(lambda: not newest.is_running, pause=turn)
    assert list(map(str, found)) == ["Something went wrong that Memdesk did not expect.", "2.0"]
    assert [type(error) for error in told] == [ZeroDivisionError]
    tasks.finish()
    parent.deleteLater()
