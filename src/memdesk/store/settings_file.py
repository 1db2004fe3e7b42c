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
        self.aside = ""
        """Where `read` has put what it could not make use of; empty where there was no such thing."""

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

    def read(self, *, puts_aside: bool = True) -> dict[str, object]:
        """What the file holds; empty where there is none.

        What holds no JSON object, or may not be read, counts as none. With `puts_aside` it gets another name, so that
        the next write does not destroy it.

        Raises:
            OSError: it is there, and can neither be read nor get another name.
        """
        try:
            with open(self._path, "rb") as stream:
                values = _object_in(stream.read())
        except FileNotFoundError:
            return {}
        except PermissionError:
            values = None
        if values is None and puts_aside:
            from memdesk.store.private_file import set_aside

            self.aside = set_aside(self._path)
        return values or {}

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


def _object_in(data: bytes) -> dict[str, object] | None:
    try:
        values = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return values if isinstance(values, dict) else None
