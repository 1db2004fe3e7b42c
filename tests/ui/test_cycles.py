"""Cycles are found in what is new, what lives on is set aside, and all is looked at while nobody is there."""

from __future__ import annotations

import gc
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
    """Whether somebody is there, and what time it is."""

    def __init__(self) -> None:
        self.is_away = False
        self.now_s = 0.0


@pytest.fixture
def watcher() -> Watcher:
    return Watcher()


@pytest.fixture
def cycles(qapp: QApplication, watcher: Watcher) -> Iterator[Cycles]:
    parent = QObject(qapp)
    made = Cycles(lambda: watcher.is_away, parent, lambda: watcher.now_s)
    made.start()
    yield made
    made.stop()
    parent.deleteLater()


def _gone() -> weakref.ref[Ring]:
    return weakref.ref(Ring())


def test_a_new_cycle_is_found_and_the_rest_is_set_aside(cycles: Cycles) -> None:
    ring = _gone()
    assert ring() is not None
    gc.collect(1)
    cycles.look()
    assert ring() is None
    assert gc.get_freeze_count() > 0


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


def test_python_looks_by_itself_again_at_the_end(qapp: QApplication) -> None:
    before = gc.get_threshold()
    parent = QObject(qapp)
    cycles = Cycles(lambda: False, parent)
    cycles.start()
    assert gc.get_threshold() != before
    cycles.stop()
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0
    parent.deleteLater()
