"""Asks the C library to keep less of the memory that is free again, where it can be asked (glibc)."""

from __future__ import annotations

import ctypes
import sys

_M_ARENA_MAX = -8
_ARENAS = 2


def share_arenas() -> None:
    """Let threads that come take memory from the same few heaps: what one has freed, another one uses."""
    _call("mallopt", _M_ARENA_MAX, _ARENAS)


def give_back() -> None:
    """Give to the system what lies free in the midst of the heaps."""
    _call("malloc_trim", 0)


def _call(name: str, *values: int) -> None:
    function = getattr(ctypes.CDLL(None), name, None) if sys.platform == "linux" else None
    if function is not None:
        function(*values)
