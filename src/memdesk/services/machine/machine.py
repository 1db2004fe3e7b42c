"""This machine as layouts see it: the disk, with unsaved buffers laid over it."""

from __future__ import annotations

import errno
import os
import posixpath
import stat
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from operator import itemgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, Protocol

from memdesk.layouts.documents import FileInfo, FileKind
from memdesk.paths import with_slashes

if TYPE_CHECKING:
    from datetime import datetime

    from memdesk.layouts.view import Rows, WorkedOut

MAX_READ_BYTES = 64 * 1024 * 1024
"""Larger files are not memory; reading one would only stop the program."""

MAX_ENTRIES = 200_000
"""A folder with more names than this is listed up to here."""


def _nothing() -> Sequence[str]:
    return ()


class ByHand(Protocol):
    """What the user said by hand of what layouts cannot know, as `Settings` has it."""

    def bound_folders(self, root: str) -> Mapping[str, str]:
        """The project folders bound to keys of this root, by key."""

    def override(self, agent: str, name: str) -> int | None:
        """The number in place of one that the layout `agent` assumes."""

    def root_name(self, path: str) -> str:
        """A name for a root, empty for that of its agent."""

    def is_paused(self, path: str) -> bool:
        """Whether a root is not to be watched."""


class NothingSaid:
    """The user said nothing."""

    def bound_folders(self, root: str) -> Mapping[str, str]:  # noqa: ARG002 - the question of `ByHand`
        """None is bound."""
        return {}

    def override(self, agent: str, name: str) -> int | None:  # noqa: ARG002 - the question of `ByHand`
        """None is set."""
        return None

    def root_name(self, path: str) -> str:  # noqa: ARG002 - the question of `ByHand`
        """None is given."""
        return ""

    def is_paused(self, path: str) -> bool:  # noqa: ARG002 - the question of `ByHand`
        """None is."""
        return False


def _no_buffers() -> Mapping[str, bytes]:
    return {}


def no_rows(database: str, _table: str, _columns: Sequence[str]) -> Rows:
    """There are no databases."""
    raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), database)


def _utc_now() -> datetime:
    from datetime import UTC, datetime

    return datetime.now(UTC)


_NOTHING_BESIDE: Mapping[str, str] = MappingProxyType({})


class Surroundings(NamedTuple):
    """Who uses the machine, and when. Tests give their own; the program uses `of_this_process`.

    `attachments` are the files opened beside roots, by `attachment_key`, as they are whenever one is asked for.
    """

    home: str
    environment: Mapping[str, str]
    platform: str = sys.platform
    clock: Callable[[], datetime] = _utc_now
    attachments: Mapping[str, str] = _NOTHING_BESIDE

    @classmethod
    def of_this_process(cls) -> Surroundings:
        """As the operating system has them; a home that is relative lies where the process started."""
        return cls(os.path.abspath(os.path.expanduser("~")), dict(os.environ))


def attachment_key(name: str, root: str) -> str:
    """What a file that was opened beside one root is called for `View.attachment`."""
    return f"{name}:{root}"


class MachineView:
    """A `View` of the disk. Reads regular files and folders only, never waits for a pipe, raises only `OSError`.

    `buffers()` maps paths to the unsaved bytes laid over the disk; `project_folders()` answers what the settings and
    the search for projects know, `by_hand` what the user said; `rows(database, table, columns)` reads copies of agents'
    own databases.
    """

    def __init__(
        self,
        surroundings: Surroundings,
        *,
        buffers: Callable[[], Mapping[str, bytes]] = _no_buffers,
        project_folders: Callable[[], Sequence[str]] = _nothing,
        by_hand: ByHand | None = None,
        rows: Callable[[str, str, Sequence[str]], Rows] = no_rows,
    ) -> None:
        self._surroundings = surroundings
        self._buffers = buffers
        self._project_folders = project_folders
        self._by_hand = by_hand or NothingSaid()
        self._rows = rows

    def on_disk(self) -> MachineView:
        """The same machine without the unsaved buffers."""
        return MachineView(
            self._surroundings,
            project_folders=self._project_folders,
            by_hand=self._by_hand,
            rows=self._rows,
        )

    @property
    def home(self) -> str:
        """The user's home folder."""
        return with_slashes(self._surroundings.home)

    @property
    def environment(self) -> Mapping[str, str]:
        """Environment variables."""
        return self._surroundings.environment

    @property
    def platform(self) -> str:
        """As `sys.platform`."""
        return self._surroundings.platform

    @property
    def now(self) -> datetime:
        """The time, with a zone."""
        return self._surroundings.clock()

    def read(self, path: str) -> bytes:
        """The unsaved buffer of `path`, else the bytes of the regular file there."""
        buffer = self._buffers().get(path)
        if buffer is not None:
            return buffer
        from memdesk.watch.files import read_regular

        try:
            data = read_regular(path, MAX_READ_BYTES + 1)
        except ValueError as error:
            raise _no_such_name(path, error) from error
        if len(data) > MAX_READ_BYTES:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), path)
        return data

    def info(self, path: str) -> FileInfo:
        """What is at `path`; raises `FileNotFoundError` where there is nothing, not even a dangling link."""
        buffer = self._buffers().get(path)
        try:
            found = _info(path)
        except FileNotFoundError:
            if buffer is None:
                raise
            return FileInfo.of_text(path, buffer)
        except ValueError as error:
            raise _no_such_name(path, error) from error
        if buffer is None or found.kind is not FileKind.FILE:
            return found
        return found._replace(size_bytes=len(buffer))

    def entries(self, path: str) -> Sequence[FileInfo]:
        """What the folder `path` holds, sorted by name, files that exist only as unsaved buffers included."""
        with _only_os_errors(path), os.scandir(path) as listing:
            found = [_entry(entry) for entry in islice(listing, MAX_ENTRIES)]
        found += self._only_buffered(path, found)
        return sorted(found, key=itemgetter(0))

    def folder_names(self, path: str) -> Sequence[str]:
        """The names of the folders in the folder `path`, sorted; links to folders are folders."""
        with _only_os_errors(path), os.scandir(path) as listing:
            entries = list(islice(listing, MAX_ENTRIES))
        try:
            return sorted([entry.name for entry in entries if entry.is_dir()])
        except OSError:  # one of them is a link that cannot be followed
            return sorted([entry.name for entry in entries if _is_folder(entry)])

    def _only_buffered(self, path: str, on_disk: Sequence[FileInfo]) -> list[FileInfo]:
        buffers = self._buffers()
        here = [buffered for buffered in buffers if posixpath.dirname(buffered) == path.rstrip("/")]
        known = {info.name for info in on_disk} if here else frozenset()
        return [FileInfo.of_text(at, buffers[at]) for at in here if posixpath.basename(at) not in known]

    def real_path(self, path: str) -> str:
        """`path` with links resolved as far as they lead."""
        with _only_os_errors(path):
            return with_slashes(os.path.realpath(path))

    def project_folders(self) -> Sequence[str]:
        """Project folders that are known on this machine, sorted."""
        return self._project_folders()

    def bound_folders(self, root: str) -> Mapping[str, str]:
        """The project folders that the user bound to keys of this root by hand, by key."""
        return self._by_hand.bound_folders(root)

    def override(self, agent: str, name: str) -> int | None:
        """The user's number in place of an assumed one, or None."""
        return self._by_hand.override(agent, name)

    def attachment(self, name: str) -> bytes | None:
        """A file the user opened beside the root, or None."""
        path = self._surroundings.attachments.get(name)
        if path is None:
            return None
        try:
            return self.read(path)
        except OSError:
            return None

    def rows(self, database: str, table: str, columns: Sequence[str]) -> Rows:
        """Rows of an agent's own database, from a private copy."""
        with _only_os_errors(database):
            return self._rows(database, table, columns)

    def is_running(self, pid: int) -> bool:
        """Whether there is a process of this number."""
        from memdesk.services.machine.processes import is_running

        return is_running(pid)

    def once(self, what: str, path: str, work_out: Callable[[], WorkedOut]) -> WorkedOut:  # noqa: ARG002 - a question of `View`
        """Worked out each time: the disk may have changed."""
        return work_out()


def _no_such_name(path: str, error: ValueError) -> OSError:
    """Return the error for a name that no file can have: a file that is not there."""
    return OSError(errno.EINVAL, str(error), path)


@contextmanager
def _only_os_errors(path: str) -> Iterator[None]:
    """Raise `OSError` alone. Calls made by the thousand do without: it costs as much as the system does."""
    try:
        yield
    except ValueError as error:
        raise _no_such_name(path, error) from error


def _info(path: str) -> FileInfo:
    name, link = posixpath.basename(path), os.lstat(path)
    is_link = stat.S_ISLNK(link.st_mode)
    made = link.st_mtime if is_link else None
    try:
        status = os.stat(path) if is_link else link
    except OSError:
        return FileInfo(name, FileKind.MISSING, is_link=True, writable=False, link_modified=made)
    kind = _kind(status)
    size_bytes = status.st_size if kind is FileKind.FILE else 0
    return FileInfo(name, kind, size_bytes, status.st_mtime, is_link, os.access(path, os.W_OK), made)


def _kind(status: os.stat_result) -> FileKind:
    if stat.S_ISREG(status.st_mode):
        return FileKind.FILE
    return FileKind.FOLDER if stat.S_ISDIR(status.st_mode) else FileKind.OTHER


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def _entry(entry: os.DirEntry[str]) -> FileInfo:
    """A name in a listing; size and time are left for `info`, which costs a call of the system each."""
    try:
        if entry.is_dir():
            kind = FileKind.FOLDER
        elif entry.is_file():
            kind = FileKind.FILE
        else:
            kind = FileKind.OTHER if os.path.exists(entry.path) else FileKind.MISSING
    except OSError:
        kind = FileKind.MISSING
    return FileInfo(entry.name, kind, 0, 0.0, entry.is_symlink())
