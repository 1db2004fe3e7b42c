"""Bytes in files of our own that are masked where they stand, so that the same blocks of the disk hold the mask.

A patch is as long as what it covers and holds nothing of it. So a list of patches can be kept and made again after a
crash, by somebody who does not know any more what was to be masked.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import NamedTuple

from memdesk.store.descriptors import force_to_disk, write_all
from memdesk.store.drafts import is_draft, sealed_anew
from memdesk.text.traces import masked

_BINARY: int = getattr(os, "O_BINARY", 0)
_NO_LINK: int = getattr(os, "O_NOFOLLOW", 0)


class Patch(NamedTuple):
    """`data` from `start` on in the file that has this inode number and at least `least_bytes`."""

    file: str
    inode: int
    least_bytes: int
    start: int
    data: bytes


def files_below(folders: Iterable[str], is_ours: Callable[[str], bool]) -> Iterator[str]:
    """Every regular file below `folders`, links not followed, that `is_ours`."""
    for folder in dict.fromkeys(folders):
        for inside, _, names in os.walk(folder):
            for name in sorted(names):
                path = os.path.join(inside, name)
                if is_ours(path) and _is_regular(path):
                    yield path


def patches_of(file: str, traces: re.Pattern[bytes]) -> tuple[Patch, ...]:
    """What masks every trace in a file; nothing where it is gone or cannot be read."""
    try:
        with open(file, "rb") as stream:
            found = os.fstat(stream.fileno())
            data = stream.read()
    except OSError:
        return ()
    new = masked(data, traces)
    if new == data:
        return ()
    if is_draft(file):
        new = sealed_anew(new)
    # One write from the first byte that differs to the last one: a reader sees all of it, or nothing.
    start = _first_difference(data, new)
    end = len(new) - _first_difference(data[::-1], new[::-1])
    return (Patch(file, found.st_ino, len(data), start, new[start:end]),)


def apply_patch(patch: Patch) -> None:
    """Make a patch, durable on return. A file that was replaced or is gone stays as it is.

    Raises:
        OSError: the file system said no.
    """
    with suppress(FileNotFoundError):
        descriptor = os.open(patch.file, os.O_RDWR | _BINARY | _NO_LINK)
        try:
            found = os.fstat(descriptor)
            if found.st_ino == patch.inode and found.st_size >= patch.least_bytes:
                os.lseek(descriptor, patch.start, os.SEEK_SET)
                write_all(descriptor, patch.data)
                force_to_disk(descriptor)
        finally:
            os.close(descriptor)


def _first_difference(one: bytes, other: bytes) -> int:
    return next(place for place, (left, right) in enumerate(zip(one, other, strict=True)) if left != right)


def _is_regular(path: str) -> bool:
    try:
        return stat.S_ISREG(os.lstat(path).st_mode)
    except OSError:
        return False
