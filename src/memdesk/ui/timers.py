"""Makes timers of Qt in one line; each is stopped until somebody starts it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from memdesk.ui.turn import Turn


def single_shot(owner: QObject, delay_ms: int, slot: Callable[[], object]) -> QTimer:
    """Calls `slot` once, `delay_ms` after its last start."""
    timer = repeating(owner, delay_ms, slot)
    timer.setSingleShot(True)
    return timer


def repeating(owner: QObject, interval_ms: int, slot: Callable[[], object]) -> QTimer:
    """Calls `slot` every `interval_ms`, from its start until it is stopped."""
    timer = QTimer(owner)
    timer.setInterval(interval_ms)
    timer.timeout.connect(slot)
    return timer


def single_shot_in_turn(owner: QObject, delay_ms: int, slot: Callable[[], object]) -> QTimer:
    """Calls `slot` once, in the first turn with room for it that comes `delay_ms` after its last start or later."""
    timer = repeating_in_turn(owner, delay_ms, slot)
    timer.setSingleShot(True)
    return timer


def repeating_in_turn(owner: QObject, interval_ms: int, slot: Callable[[], object]) -> QTimer:
    """Calls `slot` every `interval_ms` in which its turn has room for it, from its start until it is stopped."""
    timer = _TimerInTurn(owner)
    timer.setInterval(interval_ms)
    timer.due.connect(slot)
    return timer


class _TimerInTurn(QTimer):
    """Tells `due` instead of its timeout, and not in a turn without room, after which it goes on.

    Signals:
        due: there is time for a slice of work.
    """

    due = Signal()

    def __init__(self, owner: QObject) -> None:
        super().__init__(owner)
        self._turn = Turn()
        self.timeout.connect(self._on_timeout)

    def _on_timeout(self) -> None:
        if self._turn.has_room():
            self.due.emit()
        elif self.isSingleShot():
            self.start()
