"""A view of the machine that keeps what it has read, so that a plan is made of one state of the disk."""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping

from memdesk.layouts.view import View
from memdesk.services.machine.passing_view import PassingView
from memdesk.store.rest import read_at_rest

PATIENCE_S = 0.5
"""How long a worker waits for a program to finish writing."""


class SeenView(PassingView):
    """`view`, whose files are read once: what a change is made from is then what it is compared with.

    They are read while nobody is in the middle of writing them, if that comes within `PATIENCE_S`.

    `laid_over` are bytes that stand for those of the disk, None for no file.
    """

    def __init__(self, view: View, laid_over: Mapping[str, bytes | None] | None = None) -> None:
        super().__init__(view)
        self._seen: dict[str, bytes | None] = dict(laid_over or {})

    @property
    def paths(self) -> frozenset[str]:
        """The files that were looked at, there or not."""
        return frozenset(self._seen)

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
        return read_at_rest(path, self._read_now, patience_s=PATIENCE_S)

    def _read_now(self, path: str) -> bytes | None:
        try:
            return self._view.read(path)
        except (FileNotFoundError, NotADirectoryError):
            return None
