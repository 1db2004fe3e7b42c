"""Calls of macOS alone: exchange two names, rename to a free one, copy what hangs on a file besides its bytes."""

from __future__ import annotations

import ctypes
import errno
import os
import sys

if sys.platform == "darwin":
    _libc = ctypes.CDLL(None, use_errno=True)
    _int, _path = ctypes.c_int, ctypes.c_char_p
    _libc.renameatx_np.argtypes = (_int, _path, _int, _path, ctypes.c_uint)
    _libc.renameatx_np.restype = _int
    _libc.fcopyfile.argtypes = (_int, _int, ctypes.c_void_p, ctypes.c_uint32)
    _libc.fcopyfile.restype = _int

    # sys/stdio.h, copyfile.h
    _RENAME_SWAP = 2
    _RENAME_EXCL = 4
    _COPYFILE_ACL = 1 << 0
    _COPYFILE_XATTR = 1 << 2

    def exchange(folder: int, one: str, other: str) -> None:
        """Let two names in the folder open as `folder` change places, in one step (renameatx_np, APFS).

        Raises:
            OSError: `ENOTSUP` or `EINVAL` where the file system cannot do it.
        """
        _rename(folder, one, other, _RENAME_SWAP)

    def rename_to_free_name(folder: int, name: str, free: str) -> None:
        """Rename, unless `free` is taken (renameatx_np).

        Raises:
            FileExistsError: it is taken.
            OSError: `ENOTSUP` or `EINVAL` where the file system cannot do it.
        """
        _rename(folder, name, free, _RENAME_EXCL)

    def _rename(folder: int, one: str, other: str, flags: int) -> None:
        while _libc.renameatx_np(folder, os.fsencode(one), folder, os.fsencode(other), flags):
            number = ctypes.get_errno()
            if number != errno.EINTR:
                raise OSError(number, os.strerror(number), one, None, other)

    def copy_attributes(source: int, target: int) -> None:
        """Give `target` the access list and the extended attributes of `source` (fcopyfile); never its times.

        Raises:
            OSError: not permitted, or no room for them.
        """
        if _libc.fcopyfile(source, target, None, _COPYFILE_ACL | _COPYFILE_XATTR):
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number))
