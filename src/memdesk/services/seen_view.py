"""A look at the machine that stays the same while a change is planned."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Mapping, Sequence
from datetime import datetime

from memdesk.layouts.contract import FileInfo, Rows, View
from memdesk.store.leases import at_rest

_PATIENCE_S = 0.5
_PAUSE_S = 0.002


class SeenView:
    """`view`, whose files are read once: what a change is made from is then what it is compared with.

    They are read while nobody is in the middle of writing them, if that comes within `_PATIENCE_S`.

    `laid_over` are bytes that stand for those of the disk, None for no file.
    """

    def __init__(self, view: View, laid_over: Mapping[str, bytes | None] | None = None) -> None:
        self._view = view
        self._seen: dict[str, bytes | None] = dict(laid_over or {})

    @property
    def paths(self) -> frozenset[str]:
        """The files that were looked at, there or not."""
        return frozenset(self._seen)

    @property
    def home(self) -> str:
        """The user's home folder."""
        return self._view.home

    @property
    def environment(self) -> Mapping[str, str]:
        """Environment variables."""
        return self._view.environment

    @property
    def platform(self) -> str:
        """As `sys.platform`."""
        return self._view.platform

    @property
    def now(self) -> datetime:
        """The time, with a zone."""
        return self._view.now

    def read(self, path: str) -> bytes:
        """The bytes of a file as they were when it was read first."""
        if path not in self._seen:
            self._seen[path] = self._read(path)
        data = self._seen[path]
        if data is None:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        return data

    def data(self, path: str) -> bytes | None:
        """The same; None where there is no file."""
        try:
            return self.read(path)
        except FileNotFoundError:
            return None

    def _read(self, path: str) -> bytes | None:
        deadline = time.monotonic() + _PATIENCE_S
        while True:
            with at_rest(path) as is_at_rest:
                if is_at_rest or time.monotonic() > deadline:
                    return self._read_now(path)
            time.sleep(_PAUSE_S)

    def _read_now(self, path: str) -> bytes | None:
        try:
            return self._view.read(path)
        except (FileNotFoundError, NotADirectoryError):
            return None

    def info(self, path: str) -> FileInfo:
        """What is at `path`."""
        return self._view.info(path)

    def entries(self, path: str) -> Sequence[FileInfo]:
        """What a folder holds, sorted by name."""
        return self._view.entries(path)

    def folder_names(self, path: str) -> Sequence[str]:
        """The names of the folders in a folder, sorted."""
        return self._view.folder_names(path)

    def real_path(self, path: str) -> str:
        """`path` with links resolved."""
        return self._view.real_path(path)

    def project_folders(self) -> Sequence[str]:
        """Project folders that are known on this machine."""
        return self._view.project_folders()

    def bound_folder(self, root: str, key: str) -> str | None:
        """The project folder that the user bound to a key of this root by hand."""
        return self._view.bound_folder(root, key)

    def attachment(self, name: str) -> bytes | None:
        """A file the user opened beside the root, or None."""
        return self._view.attachment(name)

    def rows(self, database: str, table: str, columns: Sequence[str]) -> Rows:
        """Rows of an agent's own database."""
        return self._view.rows(database, table, columns)
