"""A `View` that is a dict."""

from __future__ import annotations

import errno
import os
import posixpath
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from memdesk.layouts.documents import FileInfo, FileKind
from memdesk.layouts.view import Rows, WorkedOut
from memdesk.text.document import encode

HOME = "/home/ada"


@dataclass
class DictView:
    """Files by path, as text or bytes; folders are what their paths imply, and `folders` beside.

    `kinds` makes a path something else than a file, `unreadable` and `read_only` take rights away. `looks` counts
    what was asked of the disk.
    """

    files: Mapping[str, str | bytes] = field(default_factory=dict)
    folders: Iterable[str] = ()
    kinds: Mapping[str, FileKind] = field(default_factory=dict)
    unreadable: frozenset[str] = frozenset()
    read_only: frozenset[str] = frozenset()
    projects: Sequence[str] = ()
    bound: Mapping[str, str] = field(default_factory=dict)
    environment: Mapping[str, str] = field(default_factory=dict)
    platform: str = "linux"
    home: str = HOME
    attachments: Mapping[str, bytes] = field(default_factory=dict)
    tables: Mapping[tuple[str, str], Sequence[Mapping[str, object]]] = field(default_factory=dict)
    overrides: Mapping[tuple[str, str], int] = field(default_factory=dict)
    times: Mapping[str, float] = field(default_factory=dict)
    running: frozenset[int] = frozenset()
    looks: int = 0

    def __post_init__(self) -> None:
        self._children: dict[str, set[str]] = {"/": set()}
        for folder in self.folders:
            self._add(folder)
            self._children.setdefault(folder, set())
        for path in (*self.files, *self.kinds):
            self._add(path)

    def _add(self, path: str) -> None:
        while path != "/":
            folder, name = posixpath.split(path)
            self._children.setdefault(folder, set()).add(name)
            path = folder

    @property
    def now(self) -> datetime:
        return datetime(2026, 6, 1, 9, 30, tzinfo=UTC)

    def read(self, path: str) -> bytes:
        self.looks += 1
        if path in self._children:
            raise _error(errno.EISDIR, path)
        if path in self.unreadable:
            raise _error(errno.EACCES, path)
        if path not in self.files:
            raise _error(errno.ENOENT, path)
        data = self.files[path]
        return encode(data) if isinstance(data, str) else data

    def info(self, path: str) -> FileInfo:
        self.looks += 1
        kind = self._kind(path)
        if kind is None:
            above = posixpath.dirname(path)
            raise _error(errno.ENOTDIR if above in self.files else errno.ENOENT, path)
        size = len(self.read(path)) if kind is FileKind.FILE and path not in self.unreadable else 0
        modified = self.times.get(path, 1_780_000_000.0) if kind is FileKind.FILE else 0.0
        return FileInfo(posixpath.basename(path), kind, size, modified, writable=path not in self.read_only)

    def _kind(self, path: str) -> FileKind | None:
        if path in self.kinds:
            return self.kinds[path]
        if path in self.files:
            return FileKind.FILE
        return FileKind.FOLDER if path in self._children else None

    def entries(self, path: str) -> Sequence[FileInfo]:
        self.looks += 1
        if path not in self._children:
            raise _error(errno.ENOTDIR if path in self.files else errno.ENOENT, path)
        names = sorted(self._children[path])
        kinds = ((name, self._kind(posixpath.join(path, name))) for name in names)
        return [FileInfo(name, kind) for name, kind in kinds if kind]

    def folder_names(self, path: str) -> Sequence[str]:
        return [entry.name for entry in self.entries(path) if entry.kind is FileKind.FOLDER]

    def real_path(self, path: str) -> str:
        return path

    def project_folders(self) -> Sequence[str]:
        return self.projects

    def bound_folders(self, root: str) -> Mapping[str, str]:
        return self.bound

    def override(self, agent: str, name: str) -> int | None:
        return self.overrides.get((agent, name))

    def attachment(self, name: str) -> bytes | None:
        return self.attachments.get(name)

    def rows(self, database: str, table: str, columns: Sequence[str]) -> Rows:
        self.looks += 1
        if (database, table) not in self.tables:
            raise _error(errno.ENOENT, database)
        rows = ({key: row[key] for key in columns if key in row} for row in self.tables[database, table])
        return Rows(tuple(rows), self.now)

    def is_running(self, pid: int) -> bool:
        return pid in self.running

    def once(self, what: str, path: str, work_out: Callable[[], WorkedOut]) -> WorkedOut:
        return work_out()


def _error(number: int, path: str) -> OSError:
    return OSError(number, os.strerror(number), path)
