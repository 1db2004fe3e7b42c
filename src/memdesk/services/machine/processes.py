"""Tells which processes run on this machine."""

from __future__ import annotations

import os
import sys

_MAY_ASK, _STILL_ACTIVE = 0x1000, 259  # Windows: PROCESS_QUERY_LIMITED_INFORMATION, STILL_ACTIVE


def is_running(pid: int) -> bool:
    """Whether there is a process of this number."""
    if pid <= 0:
        return False
    if sys.platform == "win32":
        return _is_running_on_windows(pid)
    try:
        os.kill(pid, 0)
    except PermissionError:
        return True
    except (OSError, OverflowError):
        return False
    return True


def _is_running_on_windows(pid: int) -> bool:
    import ctypes

    # There, to send a signal would end the process.
    kernel = getattr(ctypes, "windll").kernel32  # noqa: B009 - it is there on Windows alone
    handle, code = kernel.OpenProcess(_MAY_ASK, False, pid), ctypes.c_ulong()
    if not handle:
        return False
    is_known = kernel.GetExitCodeProcess(handle, ctypes.byref(code))
    kernel.CloseHandle(handle)
    return bool(is_known) and code.value == _STILL_ACTIVE
