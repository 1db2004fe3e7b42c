"""How long tests wait for what is known to come: a busy machine is slow, not wrong.

A wait ends by its condition. Only where that never comes true does it take all of this, which grows with the time that
a loop takes here.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable

_STEPS = 1_000_000
_STEPS_TAKE_S = 0.02
"""So long they take on a machine of usual speed with nothing else to do."""
_POLL_S = 0.02


def _slowness() -> float:
    """How much longer than usual a loop takes, and how many others wait for each processor."""
    began_s = time.perf_counter()
    for _ in range(_STEPS):
        pass
    taken = (time.perf_counter() - began_s) / _STEPS_TAKE_S
    load = os.getloadavg()[0] / (os.cpu_count() or 1) if hasattr(os, "getloadavg") else 0.0
    return max(1.0, taken, load)


PATIENCE_S = 60.0 * _slowness()


def wait_until(
    is_so: Callable[[], object],
    within_s: float = PATIENCE_S,
    what: str = "it",
    pause: Callable[[], object] = lambda: time.sleep(_POLL_S),
) -> None:
    """Return once `is_so()` is true; fail the test where it never gets so. `pause` lets time pass meanwhile."""
    end_s = time.monotonic() + within_s
    while not is_so():
        assert time.monotonic() < end_s, f"waited {within_s:.0f} s in vain for {what}"
        pause()
