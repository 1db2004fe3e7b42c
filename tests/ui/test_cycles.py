"""Cycles are found in the UI thread, in what is new; what lives on is set aside, and all is looked at now and then."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from memdesk.ui.start.cycles import FULL_EVERY_S, Cycles


class Ring:
    """An object that refers to itself."""

    def __init__(self) -> None:
        self.itself = self


class Watcher:
    """Whether somebody is there, what time it is, and for how much of it the UI thread has worked."""

    def __init__(self) -> None:
        self.is_away = False
        self.now_s = self.worked_s = 0.0


@pytest.fixture
def watcher() -> Watcher:
    return Watcher()


@pytest.fixture
def cycles(qapp: QApplication, watcher: Watcher) -> Iterator[Cycles]:
    parent = QObject(qapp)
    made = Cycles(lambda: watcher.is_away, parent, lambda: watcher.now_s, lambda: watcher.worked_s)
    made.start()
    yield made
    made.stop()
    parent.deleteLater()


def _gone() -> weakref.ref[Ring]:
    return weakref.ref(Ring())


def test_what_was_there_at_the_start_is_gone_through_later(qapp: QApplication, watcher: Watcher) -> None:
    parent = QObject(qapp)
    cycles = Cycles(lambda: watcher.is_away, parent, lambda: watcher.now_s, lambda: watcher.worked_s)
    gc.disable()
    ring = _gone()
    cycles.start()
    cycles.look()
    assert ring() is not None, "the window would answer later"
    watcher.now_s = 100 * FULL_EVERY_S
    cycles.look()
    assert ring() is None
    cycles.stop()
    gc.enable()
    parent.deleteLater()


def test_a_new_cycle_is_found_and_the_rest_is_set_aside(cycles: Cycles) -> None:
    ring = _gone()
    assert ring() is not None
    kept = [[number] for number in range(2_000)]
    cycles.look()
    assert ring() is None
    assert gc.get_freeze_count() > 0
    assert len(kept) == 2_000


def test_no_other_thread_takes_down_what_is_in_a_cycle(cycles: Cycles) -> None:
    """Python looks in the thread that makes the last of many objects; where that is a worker, Qt may crash."""
    ended_in: list[threading.Thread] = []
    weakref.finalize(Ring(), lambda: ended_in.append(threading.current_thread()))
    kept: list[list[int]] = []
    worker = threading.Thread(target=lambda: kept.extend([number] for number in range(20_000)))
    worker.start()
    worker.join()
    assert ended_in == []
    cycles.look()
    assert ended_in == [threading.main_thread()]
    assert len(kept) == 20_000


def test_of_very_much_nothing_is_gone_through_until_it_is_time(cycles: Cycles, watcher: Watcher) -> None:
    held = Ring()
    ring = weakref.ref(held)
    kept = [[number] for number in range(200_000)]
    del held
    cycles.look()
    assert ring() is not None
    watcher.is_away = True
    cycles.look()
    assert ring() is not None, "so soon, everything is not looked at again"
    watcher.now_s = 100 * FULL_EVERY_S
    cycles.look()
    assert ring() is None
    assert len(kept) == 200_000


def test_all_is_gone_through_while_nobody_types(cycles: Cycles, watcher: Watcher) -> None:
    held = Ring()
    ring = weakref.ref(held)
    kept = [[number] for number in range(200_000)]
    cycles.look()
    del held
    for _ in range(8):
        watcher.now_s += FULL_EVERY_S
        watcher.worked_s += 0.01
        cycles.look()
    assert ring() is not None, "who types would wait for that"
    for _ in range(4):
        cycles.look()
    assert ring() is None
    assert len(kept) == 200_000


def test_what_lives_on_is_set_aside_before_it_is_very_much_in_many_looks(cycles: Cycles) -> None:
    before = gc.get_freeze_count()
    kept: list[list[list[int]]] = []
    for _ in range(10):
        kept.append([[number] for number in range(20_000)])
        cycles.look()
    assert gc.get_freeze_count() - before >= 120_000
    assert len(kept) == 10


def test_what_lived_when_very_much_was_set_aside_is_found_later(cycles: Cycles, watcher: Watcher) -> None:
    held = Ring()
    ring = weakref.ref(held)
    kept = [[number] for number in range(200_000)]
    cycles.look()
    del held
    gc.collect()
    assert ring() is not None
    watcher.now_s = 100_000 * FULL_EVERY_S
    cycles.look()
    assert ring() is None
    assert len(kept) == 200_000


@pytest.mark.parametrize("looks_before", [True, False])
def test_python_looks_by_itself_again_at_the_end_if_it_did(qapp: QApplication, looks_before: bool) -> None:
    (gc.enable if looks_before else gc.disable)()
    parent = QObject(qapp)
    cycles = Cycles(lambda: False, parent)
    cycles.start()
    assert not gc.isenabled()
    cycles.stop()
    assert gc.isenabled() == looks_before
    assert gc.get_freeze_count() == 0
    parent.deleteLater()
