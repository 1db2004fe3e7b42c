"""The call of Windows that Python does not offer: replace a file and keep the replaced one under another name."""

from __future__ import annotations

import ctypes
import os
import sys
import time
from contextlib import suppress

if sys.platform == "win32":
    _kernel32 = ctypes.WinDLL("kernel32", use_last_error=True)
    _path, _pointer = ctypes.c_wchar_p, ctypes.c_void_p
    _kernel32.ReplaceFileW.argtypes = (_path, _path, _path, ctypes.c_uint32, _pointer, _pointer)
    _kernel32.ReplaceFileW.restype = ctypes.c_int

    # winerror.h: another program, often a virus scanner, has the file open for a moment.
    _ERROR_ACCESS_DENIED = 5
    _ERROR_SHARING_VIOLATION = 32
    _ERROR_UNABLE_TO_REMOVE_REPLACED = 1175
    # The old file has got its other name by then, and nothing stands at its own.
    _ERROR_UNABLE_TO_MOVE_REPLACEMENT_2 = 1177
    _PASSING = (_ERROR_ACCESS_DENIED, _ERROR_SHARING_VIOLATION, _ERROR_UNABLE_TO_REMOVE_REPLACED)
    _TRIES = 20
    _PAUSE_S = 0.05

    def replace_keeping(path: str, replacement: str, kept: str) -> None:
        """Put the file `replacement` at `path` and the old file at `kept` (ReplaceFileW).

        The access list and the attributes of the old file stay at `path`. A passing refusal is tried again for one
        second.

        Raises:
            OSError: it was not done; in every such case both files still exist under a name of theirs.
        """
        for remaining in reversed(range(_TRIES)):
            if _kernel32.ReplaceFileW(path, replacement, kept, 0, None, None):
                return
            number = ctypes.get_last_error()
            if number == _ERROR_UNABLE_TO_MOVE_REPLACEMENT_2:
                with suppress(OSError):  # else the journal knows both names
                    os.rename(kept, path)
            if not remaining or number not in _PASSING:
                raise ctypes.WinError(number)
            time.sleep(_PAUSE_S)
