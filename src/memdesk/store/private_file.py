"""Small files of our own, each written whole or not at all, readable by this user alone."""

from __future__ import annotations

import math
import os

from memdesk.store.descriptors import force_to_disk, write_all
from memdesk.store.folders import make_private_folder

_BINARY: int = getattr(os, "O_BINARY", 0)
_ENDING = ".tmp~"
ABANDONED_AFTER_S = 3600
"""No write takes that long: a temporary file of this age was left by one that was killed."""


def write_private_file(path: str, data: bytes) -> None:
    """Put `data` at `path`, making its folder. A reader, a crash or a power cut finds the old file or the new one.

    Raises:
        OSError: the file system said no.
    """
    folder = make_private_folder(os.path.dirname(path))
    temporary = f"{path}.{os.urandom(4).hex()}{_ENDING}"
    try:
        _write_durably(temporary, data)
        os.replace(temporary, path)
    except BaseException:
        remove_if_there(temporary)
        raise
    _force_folder_to_disk(folder)


def set_aside(path: str) -> str:
    """Rename a file that cannot be understood, so that nothing writes over it; returns its new path.

    Raises:
        OSError: it cannot be renamed.
    """
    aside = f"{path}.{os.urandom(4).hex()}.broken"
    os.replace(path, aside)
    return aside


def remove_if_there(path: str) -> None:
    """Remove a file of ours; none is fine.

    Raises:
        OSError: it is there and cannot be removed.
    """
    try:
        os.unlink(path)
    except FileNotFoundError:
        return


def remove_abandoned(folder: str, *, older_than: float) -> None:
    """Remove temporary files of interrupted writes, last touched before `older_than` (Unix seconds).

    The age keeps this off a write that another process is in the middle of. A folder that is not there is fine.

    Raises:
        OSError: the folder cannot be listed, or a file cannot be removed.
    """
    try:
        names = os.listdir(folder)
    except FileNotFoundError:
        return
    for name in names:
        path = os.path.join(folder, name)
        if name.endswith(_ENDING) and _last_touched(path) < older_than:
            remove_if_there(path)


def _last_touched(path: str) -> float:
    try:
        return os.lstat(path).st_mtime
    except FileNotFoundError:  # its write ended just now
        return math.inf


def _write_durably(path: str, data: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o600)
    try:
        write_all(descriptor, data)
        force_to_disk(descriptor)
    finally:
        os.close(descriptor)


def _force_folder_to_disk(folder: str) -> None:
    if os.name == "nt":
        return  # Windows opens no folder this way; its file system orders renames itself.
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        force_to_disk(descriptor)
    finally:
        os.close(descriptor)
