"""Put a new file in the place of an old one in one step, and keep the old one, so that it can be verified.

The ways, best first: exchange the two names; give the old file a second name, then rename over the first; where the
file system can do neither, rename over it without seeing it. Where a new file would not be the same to its user (hard
links, another owner, a folder that takes no new file) the old one is written into instead: `in_place`.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from memdesk.store.descriptors import force_to_disk, write_all
from memdesk.store.open_folder import OpenFolder

if sys.platform == "win32":
    from memdesk.store.windows_calls import replace_keeping
elif sys.platform == "darwin":
    from memdesk.store.macos_calls import copy_attributes, exchange, rename_to_free_name
else:
    from memdesk.store.linux_calls import copy_attributes, exchange, rename_to_free_name

LEAST_TIME_NS = 20_000_000
"""Agents that tell a change by the time of a file pass over one of less than 10 ms (EverOS does)."""

_HEAD = ".memdesk-"
_NEW_ENDING = ".tmp~"
_OLD_ENDING = ".old.tmp~"
_CALL_NOT_TO_BE_HAD = (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP)
_NO_SECOND_NAME = (*_CALL_NOT_TO_BE_HAD, errno.EPERM, errno.EMLINK)
_NEEDS_THE_SAME_FILE = (
    errno.EACCES,
    errno.EPERM,
    errno.ENOTSUP,
    errno.EOPNOTSUPP,
    errno.EBUSY,  # the file is a mount of its own, as containers have it
    errno.EXDEV,
)


def needs_the_same_file(error: OSError) -> bool:
    """Whether the folder takes no new file, or a new file cannot be given what the old one has."""
    return error.errno in _NEEDS_THE_SAME_FILE


def temporary_name() -> str:
    """A fresh name for a temporary file beside a document: hidden, and nothing an agent would take for memory."""
    return f"{_HEAD}{os.urandom(6).hex()}{_NEW_ENDING}"


def is_temporary_name(name: str) -> bool:
    """Whether a file of this name is a temporary one of ours, perhaps left behind."""
    return name.startswith(_HEAD) and name.endswith(_NEW_ENDING)


def second_name(temporary: str) -> str:
    """The other of the two names that one swap uses."""
    if temporary.endswith(_OLD_ENDING):
        return temporary.removesuffix(_OLD_ENDING) + _NEW_ENDING
    return temporary.removesuffix(_NEW_ENDING) + _OLD_ENDING


def write_like(folder: OpenFolder, temporary: str, data: bytes, model: str, *, durable: bool) -> None:
    """Write `data` to a new file with owner, mode and extended attributes of the file `model`.

    Its times are its own: programs tell by them that something changed. `durable` waits for the disk.

    Raises:
        OSError: the file system said no; `needs_the_same_file` tells whether any new file would fail.
    """
    with _new_file(folder, temporary, 0o600) as descriptor:
        write_all(descriptor, data)
        _take_after(folder, model, descriptor)
        if durable:
            force_to_disk(descriptor)


def write_first(
    folder: OpenFolder, temporary: str, data: bytes, mode: int, *, exactly: int | None = None
) -> None:
    """Write `data` to a new file that has no model, durably.

    The user's own mask narrows `mode`, but not the one that it is to have `exactly`, where systems know such a thing.

    Raises:
        OSError: the file system said no.
    """
    with _new_file(folder, temporary, mode if exactly is None else mode & exactly) as descriptor:
        write_all(descriptor, data)
        if exactly is not None and hasattr(os, "fchmod"):
            os.fchmod(descriptor, exactly)
        force_to_disk(descriptor)


def swap(folder: OpenFolder, temporary: str, name: str) -> str | None:
    """Put the file `temporary` at `name`. Returns the name where the old file lies now, None if it is gone.

    Raises:
        FileNotFoundError: nothing stands at `name`.
        OSError: the file system said no; `needs_the_same_file` tells whether any new file would fail.

    Whatever is raised, both names are as they were.
    """
    if sys.platform == "win32":
        old = second_name(temporary)
        replace_keeping(*(os.path.join(folder.path, each) for each in (name, temporary, old)))
        return old
    else:  # noqa: RET505  # the type checker takes branches on the platform, but no early return
        return _swap_names(folder, temporary, name)


def place(folder: OpenFolder, temporary: str, name: str) -> None:
    """Rename `temporary` to `name`, unless that is taken.

    Raises:
        FileExistsError: it is taken.
        OSError: the file system said no.
    """
    if sys.platform == "win32":  # where a rename never replaces
        os.rename(*(os.path.join(folder.path, each) for each in (temporary, name)))
    else:
        try:
            rename_to_free_name(folder.required_descriptor, temporary, name)
        except OSError as error:
            if error.errno not in _CALL_NOT_TO_BE_HAD:
                raise
            folder.link(temporary, name)
            with suppress(OSError):  # it is in place; the journal knows of the second name
                folder.remove(temporary)


@contextmanager
def _new_file(folder: OpenFolder, name: str, mode: int) -> Iterator[int]:
    """A new file, open for writing; it is gone again if the block fails."""
    descriptor = folder.open(name, os.O_RDWR | os.O_CREAT | os.O_EXCL, mode)
    try:
        yield descriptor
    except BaseException:
        with suppress(OSError):  # the journal knows it: the next start tries again
            folder.remove(name)
        raise
    finally:
        os.close(descriptor)


if sys.platform == "win32":

    def _take_after(folder: OpenFolder, model: str, descriptor: int) -> None:
        """Nothing to do: ReplaceFile hands attributes and access lists over."""

else:

    def _take_after(folder: OpenFolder, model: str, descriptor: int) -> None:
        source = folder.open(model, os.O_RDONLY)
        try:
            wanted, present = os.fstat(source), os.fstat(descriptor)
            # The owner first: changing it takes some bits of the mode away.
            if (wanted.st_uid, wanted.st_gid) != (present.st_uid, present.st_gid):
                os.fchown(descriptor, wanted.st_uid, wanted.st_gid)
            os.fchmod(descriptor, stat.S_IMODE(wanted.st_mode))
            copy_attributes(source, descriptor)
            _tell_apart_by_time(wanted, descriptor)
        finally:
            os.close(source)

    def _tell_apart_by_time(old: os.stat_result, descriptor: int) -> None:
        """Let the new file's time differ from the old one's by what programs notice that look at times alone."""
        new = os.fstat(descriptor)
        if abs(new.st_mtime_ns - old.st_mtime_ns) < LEAST_TIME_NS and os.utime in os.supports_fd:
            os.utime(descriptor, ns=(new.st_atime_ns, old.st_mtime_ns + LEAST_TIME_NS))

    def _swap_names(folder: OpenFolder, temporary: str, name: str) -> str | None:
        try:
            exchange(folder.required_descriptor, temporary, name)
        except OSError as error:
            if error.errno not in _CALL_NOT_TO_BE_HAD:
                raise
            return _link_aside(folder, temporary, name)
        return temporary


def _link_aside(folder: OpenFolder, temporary: str, name: str) -> str | None:
    old = second_name(temporary)
    try:
        folder.link(name, old)
    except OSError as error:
        if error.errno not in _NO_SECOND_NAME:
            raise
        folder.rename_over(temporary, name)
        return None
    try:
        folder.rename_over(temporary, name)
    except OSError:
        folder.remove(old)
        raise
    return old
