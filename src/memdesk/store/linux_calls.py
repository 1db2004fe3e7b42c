"""Calls of Linux alone: exchange two names, rename to a free one, open beneath a folder, copy extended attributes."""

from __future__ import annotations

import ctypes
import errno
import os
import struct
import sys

if sys.platform == "linux":
    _libc = ctypes.CDLL(None, use_errno=True)
    _libc.syscall.restype = ctypes.c_long
    _libc.syscall.argtypes = (
        ctypes.c_long,
        ctypes.c_int,
        ctypes.c_char_p,
        ctypes.c_char_p,
        ctypes.c_size_t,
    )

    # linux/fs.h, linux/openat2.h
    _RENAME_NOREPLACE = 1
    _RENAME_EXCHANGE = 2
    _OPENAT2 = 437  # the same number on every architecture Python runs on, but for Alpha
    _RESOLVE_NO_MAGICLINKS = 0x02
    _RESOLVE_NO_SYMLINKS = 0x04
    _RESOLVE_BENEATH = 0x08

    def exchange(folder: int, one: str, other: str) -> None:
        """Let two names in the folder open as `folder` change places, in one step (renameat2, Linux 3.15).

        Raises:
            OSError: `EINVAL`, `ENOSYS` or `ENOTSUP` where the file system cannot do it.
        """
        _rename(folder, one, other, _RENAME_EXCHANGE)

    def rename_to_free_name(folder: int, name: str, free: str) -> None:
        """Rename, unless `free` is taken (renameat2).

        Raises:
            FileExistsError: it is taken.
            OSError: `EINVAL`, `ENOSYS` or `ENOTSUP` where the file system cannot do it.
        """
        _rename(folder, name, free, _RENAME_NOREPLACE)

    _renameat2 = getattr(_libc, "renameat2", None)  # glibc 2.28
    if _renameat2 is not None:
        _renameat2.argtypes = (ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint)
        _renameat2.restype = ctypes.c_int

    def _rename(folder: int, one: str, other: str, flags: int) -> None:
        if _renameat2 is None:
            raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS), one)
        while _renameat2(folder, os.fsencode(one), folder, os.fsencode(other), flags):
            number = ctypes.get_errno()
            if number != errno.EINTR:
                raise OSError(number, os.strerror(number), one, None, other)

    def open_folder_beneath(folder: int, path: str) -> int:
        """Open the folder at relative `path`, following no link and never leaving `folder` (openat2, Linux 5.6).

        Raises:
            OSError: `ELOOP` where a link stands on the way; `ENOSYS`, or `EPERM` in some containers, where
                the call is not to be had.
        """
        flags = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
        resolve = _RESOLVE_BENEATH | _RESOLVE_NO_SYMLINKS | _RESOLVE_NO_MAGICLINKS
        how = struct.pack("=QQQ", flags, 0, resolve)
        while True:
            descriptor: int = _libc.syscall(_OPENAT2, folder, os.fsencode(path), how, len(how))
            if descriptor >= 0:
                return descriptor
            number = ctypes.get_errno()
            if number not in (errno.EINTR, errno.EAGAIN):  # EAGAIN: something moved while it looked
                raise OSError(number, os.strerror(number), path)

    def copy_attributes(source: int, target: int) -> None:
        """Give `target` the access list and the extended attributes of `source` (xattr(7)).

        Raises:
            OSError: not permitted, or no room for them.
        """
        for name in _attribute_names(source):
            value = os.getxattr(source, name)
            # A label the system gave the new file by itself need not be set, and often may not be.
            if _attribute(target, name) != value:
                os.setxattr(target, name, value)

    def _attribute_names(descriptor: int) -> list[str]:
        try:
            return os.listxattr(descriptor)
        except OSError as error:
            if error.errno == errno.ENOTSUP:
                return []
            raise

    def _attribute(descriptor: int, name: str) -> bytes | None:
        try:
            return os.getxattr(descriptor, name)
        except OSError as error:
            if error.errno in (errno.ENODATA, errno.ENOTSUP):
                return None
            raise
