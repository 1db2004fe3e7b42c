"""Kill a child of the test's own process at any call it makes that may write."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from types import FrameType

KILLING_CALLS = frozenset({"execute", "write", "fsync", "open", "executemany"})


def in_a_child(work: Callable[[], object], number: int) -> int:
    """Kill a child of our own before its so-many-th call that may write; how it ended, 0 where it came to its end."""
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        return os.waitstatus_to_exitcode(status)
    left = number

    def count(_frame: FrameType, event: str, called: object) -> None:
        nonlocal left
        if event == "c_call" and getattr(called, "__name__", "") in KILLING_CALLS:
            left -= 1
            if not left:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.setprofile(count)
    work()
    os._exit(0)
