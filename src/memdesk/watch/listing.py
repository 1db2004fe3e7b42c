"""What one folder holds: regular files with their signatures, folders with their identities, links followed."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from memdesk.watch.files import Signature
from memdesk.watch.state import Absence


class Identity(NamedTuple):
    """What makes a folder the same folder, whatever its name."""

    device: int
    inode: int

    @classmethod
    def of(cls, status: os.stat_result) -> Identity:
        """The identity in a `stat` result."""
        return cls(status.st_dev, status.st_ino)


class Subfolder(NamedTuple):
    """A folder in a folder, and whether its name is a link."""

    identity: Identity
    is_link: bool


@dataclass(slots=True)
class Listing:
    """One folder as it is now. Pipes, sockets, devices and links that lead nowhere are left out."""

    identity: Identity
    files: dict[str, Signature] = field(default_factory=dict)
    folders: dict[str, Subfolder] = field(default_factory=dict)


def list_folder(folder: str, is_ignored: Callable[[str], bool]) -> Listing:
    """What `folder` holds, but for what has a name that is ignored. Raises `OSError` where it cannot be listed."""
    listing = Listing(Identity.of(os.stat(folder)))
    with os.scandir(folder) as entries:
        for entry in entries:
            if is_ignored(entry.name):
                continue
            try:
                status = entry.stat()
            except OSError:  # a dangling or looping link, or gone since
                continue
            if stat.S_ISDIR(status.st_mode):
                listing.folders[entry.name] = Subfolder(Identity.of(status), entry.is_symlink())
            elif stat.S_ISREG(status.st_mode):
                listing.files[entry.name] = Signature.of(status)
    return listing


def list_one_file(folder: str, name: str) -> Listing:
    """`folder` with nothing but the file `name`, if it is there. Raises `OSError` where the folder is not."""
    listing = Listing(Identity.of(os.stat(folder)))
    try:
        status = os.stat(os.path.join(folder, name))
    except OSError:
        return listing
    if stat.S_ISREG(status.st_mode):
        listing.files[name] = Signature.of(status)
    return listing


def present_identity(folder: str) -> Identity | None:
    """The identity of the folder at this path now, None where there is none. Raises `OSError` where it hides."""
    try:
        status = os.stat(folder)
    except OSError as error:
        if is_gone(error):
            return None
        raise
    return Identity.of(status) if stat.S_ISDIR(status.st_mode) else None


def is_gone(error: OSError) -> bool:
    """Whether there is nothing by this name, rather than something that just cannot be looked at."""
    return error.errno in (errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.ENAMETOOLONG)


def absence_of(folder: str) -> Absence | None:
    """Why nothing can be seen in `folder` now, None where it can."""
    try:
        status = os.stat(folder)
    except OSError as error:
        return Absence.GONE if is_gone(error) else Absence.UNREADABLE
    if not stat.S_ISDIR(status.st_mode):
        return Absence.NO_FOLDER
    return None if os.access(folder, os.R_OK | os.X_OK) else Absence.UNREADABLE


def is_empty(folder: str) -> bool:
    """Whether a folder holds nothing; false where that cannot be told."""
    try:
        with os.scandir(folder) as entries:
            return next(entries, None) is None
    except OSError:
        return False
