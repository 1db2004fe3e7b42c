"""Ctrl+C: it ends the process at once and in silence, but while something is written it waits until that is done."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


def let_interrupts_end_the_process() -> None:
    """Leave Ctrl+C to the system, for a process of its own.

    Python would raise an exception wherever it happens to be, which is complained about in the middle of an import, and
    swallowed in a destructor. What must not be cut short holds interrupts itself.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def interrupt_held() -> Iterator[None]:
    """Let a first interrupt take effect only at the end. Does nothing outside the main thread."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []

    def hold(number: int, _frame: FrameType | None) -> None:
        if came:
            raise KeyboardInterrupt
        came.append(number)

    before = signal.signal(signal.SIGINT, hold)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if came:
        raise KeyboardInterrupt
