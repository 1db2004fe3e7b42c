"""Makes timers of Qt in one line; each is stopped until somebody starts it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer


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
