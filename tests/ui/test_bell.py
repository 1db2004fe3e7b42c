"""A bell is rung in any thread and heard in the UI thread."""

from __future__ import annotations

import threading

from PySide6.QtCore import QObject, QSocketNotifier
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from shiboken6 import Shiboken

from memdesk.ui.bell import Bell
from tests.patience import wait_until

MANY = 300_000
"""More than a socket holds."""


def wait_for(heard: list[threading.Thread]) -> None:
    wait_until(lambda: heard, pause=lambda: QTest.qWait(1))


def test_it_is_heard_in_the_ui_thread_however_often_it_is_rung(qapp: QApplication) -> None:
    heard: list[threading.Thread] = []
    bell = Bell(lambda: heard.append(threading.current_thread()), qapp)

    def ring() -> None:
        for _ in range(MANY):
            bell.ring()

    worker = threading.Thread(target=ring)
    worker.start()
    worker.join()
    assert not heard
    wait_for(heard)
    assert set(heard) == {threading.main_thread()}
    QTest.qWait(50)
    heard.clear()
    bell.ring()
    wait_for(heard)
    bell.close()
    bell.ring()
    Shiboken.delete(bell)


def test_ringing_one_that_is_gone_does_no_harm(qapp: QApplication) -> None:
    parent = QObject(qapp)
    bell = Bell(lambda: None, parent)
    ring = bell.ring
    Shiboken.delete(parent)
    ring()
    del bell
    ring()


def test_a_system_that_tells_of_it_twice_does_no_harm(qapp: QApplication) -> None:
    """As Windows may; errors in slots fail the test, see `slot_errors`."""
    heard: list[threading.Thread] = []
    bell = Bell(lambda: heard.append(threading.current_thread()), qapp)
    bell.ring()
    wait_for(heard)
    notifier = bell.findChild(QSocketNotifier)
    assert notifier is not None
    notifier.activated.emit(notifier.socket(), QSocketNotifier.Type.Read)
    assert len(heard) == 2
    bell.close()
    Shiboken.delete(bell)
