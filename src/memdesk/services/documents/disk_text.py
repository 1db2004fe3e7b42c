"""What the disk holds of one document, and why it cannot be read."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from memdesk.errors import StorageError, reason_of

if TYPE_CHECKING:
    from memdesk.layouts.view import View

_OPENING_PATIENCE_S = 0.1
"""So long a click waits for a program to finish writing; what comes later, the watcher tells."""


def read_from_disk(disk: View, path: str) -> tuple[bytes | None, StorageError | None]:
    """What the disk holds at `path`, None where there is no file; and why it cannot be read, None where it can."""
    try:
        return disk.read(path), None
    except (FileNotFoundError, NotADirectoryError):
        return None, None
    except OSError as error:
        return None, unread(error, path)


def unread(error: OSError, path: str) -> StorageError:
    """What to say of a file that could not be read: of the one that `error` names, else of that at `path`."""
    path = error.filename if isinstance(error.filename, str) else path
    if isinstance(error, IsADirectoryError):
        return StorageError("{path} is a folder, not a file.", path=path)
    return StorageError("{path} cannot be read: {reason}.", path=path, reason=reason_of(error))


def read_at_rest(disk: View, path: str) -> bytes | None:
    """What the disk holds at `path` when nobody is in the middle of writing; None where there is no file. Any thread.

    Raises:
        StorageError: it is there and cannot be read.
    """
    from memdesk.store import rest

    data, error = rest.read_at_rest(path, partial(read_from_disk, disk), patience_s=_OPENING_PATIENCE_S)
    if error is not None:
        raise error
    return data
