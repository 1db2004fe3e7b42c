"""What follows the first paint is done one thing after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QObject
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from memdesk.ui.start.one_by_one import MOST_S, OneByOne
from tests import patience

A_WHILE_MS = 60


def wait_until(is_so: Callable[[], bool]) -> None:
    patience.wait_until(is_so, pause=lambda: QTest.qWait(1))


class Work:
    """Notes which steps were taken, at which time by its own clock, and whether what they began is done."""

    def __init__(self) -> None:
        self.taken: list[str] = []
        self.is_done = False
        self.now_s = 100.0


@pytest.fixture
def work() -> Work:
    return Work()


@pytest.fixture
def steps(qapp: QApplication, work: Work) -> Iterator[OneByOne]:
    parent = QObject(qapp)
    names = ("one", "two", "three")
    takes = [lambda name=name: work.taken.append(name) for name in names]
    made = OneByOne(takes, lambda: work.is_done, parent, lambda: work.now_s)
    yield made
    made.stop()
    parent.deleteLater()


def test_the_first_step_waits_for_nothing_but_the_next_paint(steps: OneByOne, work: Work) -> None:
    steps.start()
    assert work.taken == []
    wait_until(lambda: work.taken == ["one"])
    assert not steps.is_over


def test_each_step_waits_until_what_went_before_is_done(steps: OneByOne, work: Work) -> None:
    steps.start()
    wait_until(lambda: bool(work.taken))
    QTest.qWait(A_WHILE_MS)
    assert work.taken == ["one"]
    work.is_done = True
    wait_until(lambda: steps.is_over)
    assert work.taken == ["one", "two", "three"]


def test_work_without_an_end_holds_up_the_next_step_for_a_while_only(steps: OneByOne, work: Work) -> None:
    steps.start()
    wait_until(lambda: bool(work.taken))
    work.now_s += MOST_S / 2
    QTest.qWait(A_WHILE_MS)
    assert work.taken == ["one"]
    work.now_s += MOST_S
    wait_until(lambda: len(work.taken) > 1)
    assert work.taken == ["one", "two"]


def test_no_step_is_taken_after_the_end(steps: OneByOne, work: Work) -> None:
    steps.start()
    steps.stop()
    work.is_done = True
    QTest.qWait(A_WHILE_MS)
    assert work.taken == []
