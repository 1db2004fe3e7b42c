"""Where the history lies, and how it gets elsewhere while others use it.

A small file in its first folder says where it was moved to, so that every running Memdesk finds it at its next
transaction, whatever settings it has in memory, and what is to be removed at the old place. Writing that file is the
moment of the move: before it the old history is in force, after it the new one. The lock for writes is held all the
while, so nothing is written that would be lost.
"""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress

from memdesk.errors import Refused, StorageError, reason_of
from memdesk.store.database import Database
from memdesk.store.descriptors import force_to_disk
from memdesk.store.folders import MOVED_NAME, make_private_folder
from memdesk.store.private_file import force_folder_to_disk, remove_if_there, write_private_file
from memdesk.store.progress import Progress
from memdesk.store.settings_file import SettingsFile
from memdesk.text.sentence import marked

FILE_NAME = "history.sqlite"
FOLDER_NAME = "memdesk-history"
"""A moved history gets a folder of its own, inside the one that was chosen."""

_STOPPED = marked("Stopped: the history stays in {folder}.")
_PAGES_AT_ONCE = 256
_SIDE_FILES = ("", "-wal", "-shm", "-journal")
_UNDER_WAY = f"{FILE_NAME}.moving~"
"""Stands in the new folder while the history is moved there: what else is there then is no history in force."""


class HistoryPlace:
    """The place of a history whose first folder is `folder`. Nothing is made by asking."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._pointer = os.path.join(folder, MOVED_NAME)
        self._known: tuple[tuple[int, int, int], str] = ((0, 0, 0), "")

    def database(self) -> Database:
        """A connection of its own to the history."""
        return Database(os.path.join(self._folder, FILE_NAME), self.moved_to)

    @property
    def file(self) -> str:
        """The database file, whether it is there or not."""
        return self.moved_to() or os.path.join(self._folder, FILE_NAME)

    @property
    def folder(self) -> str:
        """Where the history lies now."""
        return os.path.dirname(self.file)

    def moved_to(self) -> str:
        """The file to which the history was moved; empty where it was not."""
        try:
            found = os.stat(self._pointer)
        except OSError:
            return ""
        mark = found.st_ino, found.st_mtime_ns, found.st_size
        if self._known[0] != mark:
            self._known = mark, self._read()
        return self._known[1]

    def _read(self) -> str:
        folder = SettingsFile(self._pointer).read().get("folder")
        return os.path.join(folder, FILE_NAME) if isinstance(folder, str) and os.path.isabs(folder) else ""

    def move(self, folder: str, progress: Progress | None = None) -> str:
        """Let the history lie in a folder of its own inside `folder` from now on; gives that folder. For a worker.

        Other processes that use it wait and go on there. A crash leaves it where it was, or where it is to be.

        Raises:
            Stopped: it is not wanted any more; it stays where it is.
            Refused: something is there already, or others than this user could read it there.
            StorageError: it cannot be copied there; it stays where it is.
            HistoryError: it cannot be read.
        """
        target = own_folder(folder, self._folder)
        if os.path.realpath(target) == os.path.realpath(self.folder):
            return target
        database = self.database()
        with closing(database), database.writing():
            old = database.file
            with _moving_into(target) as new:
                _copy(old, new, progress or Progress())
                is_durable = self._point_to(target)
            # Else a power cut may bring the old place into force again; the next start removes it.
            if is_durable:
                self._remove_left(old)
        return target

    def _point_to(self, target: str) -> bool:
        """Bring `target` into force; whether that outlives a power cut. Raises `OSError` where it is not in force."""
        try:
            where = {} if target == self._folder else {"folder": target}
            SettingsFile(self._pointer).write({**where, "left": self.file})
        except OSError:
            if os.path.realpath(self.folder) != os.path.realpath(target):
                raise
            return False
        return True

    def clear_away(self) -> None:
        """Remove what an interrupted move has left at the old place; nobody writes there any more. Raises `OSError`."""
        left = SettingsFile(self._pointer).read().get("left")
        if not isinstance(left, str):
            return
        remove_if_there(os.path.join(self.folder, _UNDER_WAY))
        is_left = os.path.basename(left) == FILE_NAME and left != self.file
        # On a disk that is not there it stays noted.
        if is_left and os.path.isfile(self.file) and os.path.isdir(os.path.dirname(left)):
            self._remove_left(left)

    def _remove_left(self, old: str) -> None:
        """Remove the database at the old place; in its first folder nothing need say any more where the history is."""
        _remove_database(old)
        if not self.moved_to():
            remove_if_there(self._pointer)


def own_folder(folder: str, first: str) -> str:
    """`folder` itself where it is the first one or has the name already, else one inside it."""
    path = os.path.abspath(folder)
    if path == os.path.abspath(first) or os.path.basename(path) == FOLDER_NAME:
        return path
    return os.path.join(path, FOLDER_NAME)


@contextmanager
def _moving_into(target: str) -> Iterator[str]:
    """The name that a new database is to get in `target`; where the block fails, nothing stays there."""
    new = os.path.join(target, FILE_NAME)
    mark = os.path.join(target, _UNDER_WAY)
    try:
        make_private_folder(target)
        _check_free(target)
        write_private_file(mark, b"")
        try:
            yield new
        except BaseException:
            _remove_database(new)
            raise
        finally:
            with suppress(OSError):  # the next start tries again
                remove_if_there(mark)
    except (OSError, sqlite3.Error) as error:
        reason = reason_of(error) if isinstance(error, OSError) else str(error)
        raise StorageError(
            "The history cannot be moved to {folder}: {reason}.",
            hint="It stays where it is.",
            folder=target,
            reason=reason,
        ) from error


def _check_free(target: str) -> None:
    names = set(os.listdir(target)) - {MOVED_NAME}
    # A move that was broken off has left these; its history never came into force.
    if _UNDER_WAY in names or not any(name == FILE_NAME for name in names):
        ours = {name for name in names if name.startswith(FILE_NAME)}
        for name in sorted(ours, key=lambda name: name == _UNDER_WAY):
            remove_if_there(os.path.join(target, name))
        names -= ours
    if names:
        raise Refused(
            "{folder} is not empty, so the history cannot be moved there.",
            hint="Choose an empty folder.",
            folder=target,
        )
    if stat.S_IMODE(os.stat(target).st_mode) & 0o077 and os.name == "posix":
        raise Refused(
            "Others could read the history in {folder}, because permissions mean nothing on that disk.",
            hint="Choose a folder on another disk.",
            folder=target,
        )


def _copy(old: str, new: str, progress: Progress) -> None:
    """The database as it is now, whole and on the disk. The caller holds the lock for writes."""

    def note(_status: int, left: int, whole: int) -> None:
        progress.note(whole - left, whole)
        progress.check(_STOPPED, folder=os.path.dirname(old))

    os.close(os.open(new, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    with closing(sqlite3.connect(old)) as source, closing(sqlite3.connect(new)) as copy:
        source.backup(copy, pages=_PAGES_AT_ONCE, progress=note)
        found = copy.execute("PRAGMA quick_check").fetchone()[0]
        if found != "ok":
            raise sqlite3.DatabaseError(found)
    descriptor = os.open(new, os.O_RDWR)
    try:
        force_to_disk(descriptor)
    finally:
        os.close(descriptor)
    force_folder_to_disk(os.path.dirname(new))
    progress.check(_STOPPED, folder=os.path.dirname(old))
    progress.close()


def _remove_database(file: str) -> None:
    for end in _SIDE_FILES:
        remove_if_there(file + end)
