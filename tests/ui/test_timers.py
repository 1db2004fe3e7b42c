"""Timers go with their owner."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from memdesk.ui.timers import single_shot

LONG_MS = 200


def test_it_goes_with_its_owner(qapp: QApplication) -> None:
    told, owner = list[int](), QObject()
    single_shot(owner, LONG_MS, lambda: told.append(1)).start()
    owner.deleteLater()
    QTest.qWait(2 * LONG_MS)
    assert told == []
