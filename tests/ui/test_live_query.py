"""One look at a time at what changes: again where something changed meanwhile, and after an error of any kind."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QObject
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from memdesk.errors import MemdeskError
from memdesk.ui.live_query import CancelToken, LiveQuery, Pace
from memdesk.ui.tasks import Tasks
from tests import patience
from tests.patience import PATIENCE_S


class Looks:
    """A query whose looks answer with their number, each as soon as it may."""

    def __init__(self, parent: QObject) -> None:
        self.tasks = Tasks(parent)
        self.begun = 0
        self.may_end = threading.Event()
        self.may_end.set()
        self.raises: list[Exception] = []
        self.found: list[int] = []
        self.failures: list[MemdeskError] = []
        self.told: list[BaseException] = []
        self.tokens: list[CancelToken] = []
        self.is_wanted = True
        self.tasks.failed.connect(self.told.append)

    def query(self, pace: Pace = Pace()) -> LiveQuery[int]:  # noqa: B008 - it cannot change
        query = LiveQuery(
            self.tasks,
            self._prepare,
            self.found.append,
            self.tasks,
            failed=self.failures.append,
            is_wanted=lambda: self.is_wanted,
            pace=pace,
        )
        query.start()
        return query

    def _prepare(self, token: CancelToken) -> Callable[[], int]:
        self.begun += 1
        self.tokens.append(token)
        number = self.begun

        def look() -> int:
            self.may_end.wait(PATIENCE_S)
            if self.raises:
                raise self.raises.pop(0)
            return number

        return look


@pytest.fixture
def looks(qapp: QApplication) -> Iterator[Looks]:
    parent = QObject(qapp)
    looks = Looks(parent)
    yield looks
    looks.may_end.set()
    looks.tasks.finish()
    parent.deleteLater()
    QTest.qWait(1)


def wait_until(is_so: Callable[[], bool]) -> None:
    patience.wait_until(is_so, pause=lambda: QTest.qWait(1))


def test_what_changes_during_a_look_takes_one_more_however_often_it_changes(looks: Looks) -> None:
    looks.may_end.clear()
    query = looks.query()
    for _ in range(3):
        query.mark_stale()
    QTest.qWait(5)
    assert looks.begun == 1
    looks.may_end.set()
    wait_until(lambda: query.is_settled)
    assert looks.found == [1, 2]


def test_one_that_is_not_wanted_looks_once_it_is(looks: Looks) -> None:
    looks.is_wanted = False
    query = looks.query()
    query.mark_stale()
    query.refresh()
    QTest.qWait(5)
    assert (looks.begun, query.is_stale) == (0, True)
    looks.is_wanted = True
    query.refresh_stale()
    wait_until(lambda: query.is_settled)
    query.refresh_stale()
    assert looks.begun == 1


def test_an_error_is_told_once_and_the_next_look_works(looks: Looks) -> None:
    query = looks.query()
    wait_until(lambda: query.is_settled)
    for _ in range(2):
        looks.raises.append(ZeroDivisionError("what somebody wrote"))
        query.refresh()
        wait_until(lambda: not query.is_running)
        assert query.is_stale
    assert [type(one) for one in looks.told] == [ZeroDivisionError]
    assert [str(one) for one in looks.failures] == ["Something went wrong that Memdesk did not expect."] * 2
    query.refresh()
    wait_until(lambda: query.is_settled)
    assert looks.found == [1, 4]
    looks.raises.append(ZeroDivisionError())
    query.refresh()
    wait_until(lambda: len(looks.told) == 2)


def test_a_foreseen_failure_goes_to_those_who_ask_alone(looks: Looks) -> None:
    looks.raises.append(MemdeskError("The disk is full."))
    query = looks.query()
    wait_until(lambda: not query.is_running)
    assert [str(one) for one in looks.failures] == ["The disk is full."]
    assert looks.told == []


def test_a_poll_goes_on_after_an_error(looks: Looks) -> None:
    looks.raises.append(ZeroDivisionError())
    query = looks.query(Pace(polls=True))
    wait_until(lambda: len(looks.found) > 2)
    query.stop()


def test_what_is_cancelled_is_taken_and_what_is_dropped_is_not(looks: Looks) -> None:
    looks.may_end.clear()
    query = looks.query()
    query.mark_stale()
    query.cancel()
    assert not looks.tokens[0].is_wanted
    looks.may_end.set()
    wait_until(lambda: looks.found == [1])
    assert query.is_cancelled
    QTest.qWait(5)
    assert looks.begun == 1, "who stopped it did not want another one"
    looks.may_end.clear()
    query.refresh()
    query.drop()
    query.refresh()
    looks.may_end.set()
    wait_until(lambda: query.is_settled)
    assert looks.found == [1, 3]


def test_an_error_in_taking_what_was_found_ends_that_look_alone(
    looks: Looks, monkeypatch: pytest.MonkeyPatch
) -> None:
    caught: list[BaseException] = []
    monkeypatch.setattr("sys.excepthook", lambda _kind, error, _trace: caught.append(error))
    query = looks.query()
    wait_until(lambda: query.is_settled)
    query._done = lambda _found: 1 / 0
    query.refresh()
    wait_until(lambda: bool(caught))
    query._done = looks.found.append
    query.refresh()
    wait_until(lambda: looks.found == [1, 3])
