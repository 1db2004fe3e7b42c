"""A small JSON file of our own, for what the first paint needs: quick to read, whole when written."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress

_PATIENCE_S = 1.0
"""The window waits for it, so it is short; a write takes milliseconds."""


class SettingsFile:
    """The JSON object in one file. What is in it is the caller's matter.

    `locks` is a folder of lock files, empty where nobody else writes it.
    """

    def __init__(self, path: str, locks: str = "") -> None:
        self._path = path
        self._locks = locks

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keep others from writing it in this block. Where that cannot be, it is written all the same."""
        from memdesk.errors import StorageError
        from memdesk.store.locks import DocumentLocks

        with ExitStack() as stack:
            if self._locks:
                with suppress(StorageError, OSError):
                    locks = DocumentLocks(self._locks)
                    stack.enter_context(locks.held(self._path, patience_s=_PATIENCE_S))
            yield

    def read(self) -> dict[str, object]:
        """What the file holds; empty where there is none.

        A file that holds no JSON object is kept under another name, so that the next write does not destroy it, and
        counts as none.

        Raises:
            OSError: it is there and cannot be read.
        """
        try:
            with open(self._path, "rb") as stream:
                data = stream.read()
        except FileNotFoundError:
            return {}
        try:
            values = json.loads(data)
        except (ValueError, RecursionError):
            values = None
        if isinstance(values, dict):
            return values
        from memdesk.store.private_file import set_aside

        set_aside(self._path)
        return {}

    def write(self, values: Mapping[str, object]) -> None:
        """Replace what the file holds. A crash leaves the old values or the new ones.

        Also clears away what writes left that were killed long ago.

        Raises:
            OSError: the file system said no.
        """
        from memdesk.store.private_file import ABANDONED_AFTER_S, remove_abandoned, write_private_file

        text = json.dumps(dict(values), indent=1, sort_keys=True)
        write_private_file(self._path, text.encode("ascii") + b"\n")
        remove_abandoned(os.path.dirname(self._path), older_than=time.time() - ABANDONED_AFTER_S)
