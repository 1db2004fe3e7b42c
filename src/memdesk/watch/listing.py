"""What one folder holds: regular files with their signatures, folders with their identities, links followed."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from memdesk.watch.files import Signature


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
    """The identity of the folder at this path now, None where there is none."""
    try:
        status = os.stat(folder)
    except OSError:
        return None
    return Identity.of(status) if stat.S_ISDIR(status.st_mode) else None
