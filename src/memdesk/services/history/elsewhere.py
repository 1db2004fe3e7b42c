"""What another process of ours wrote, such as a command in a shell: it records its saves in the common history."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from memdesk.errors import MemdeskError
from memdesk.services.steps.step import Was
from memdesk.store.versions import Author

if TYPE_CHECKING:
    from memdesk.store.history import History
    from memdesk.store.versions import Version


class Elsewhere:
    """Tells what the user had another process write from what programs wrote.

    `shown(path)` is what an open document was last known to hold on disk, None for others. As one of those who are
    informed of what this process writes, it knows that from what others do. Any thread.
    """

    def __init__(self, history: Callable[[], History], shown: Callable[[str], bytes | None]) -> None:
        self._history = history
        self._shown = shown
        self._noted: dict[str, int] = {}
        self._ours: dict[str, str | None] = {}
        self._left_here: dict[str, str] = {}

    def note_own_write(self, path: str, data: bytes) -> None:
        """This process is about to write: nothing is known before it has."""

    def note_own_landed(self, path: str, data: bytes | None) -> None:
        """This process put these bytes at `path`; None where it took the file away."""
        self._left_here[path] = _digest(data)

    def note(self, paths: Iterable[str]) -> None:
        """Others than this process wrote at these paths, and what they wrote is recorded. Waits for the disk.

        Where programs wrote there too since the last time, it is theirs as a whole. Raises `HistoryError`; then nobody
        knows, and it is theirs as well.
        """
        noted: dict[str, str | None] = dict.fromkeys(paths)
        try:
            for path in noted:
                noted[path] = self._ours_by_now(path)
        finally:
            self._ours.update(noted)

    def _ours_by_now(self, path: str) -> str | None:
        """What stands there, where all that came since what is known of it is ours; None elsewhere."""
        since = self._since(path)
        self._noted[path] = since[0].id if since else self._newest(path)
        is_ours = since and all(version.author is Author.YOU for version in since)
        return _what(since[0]) if is_ours else None

    def _since(self, path: str) -> Sequence[Version]:
        """The versions that came since what is known of a document, newest first; none where that is not among them."""
        shown = self._shown(path)
        if shown is not None:
            return self._history().landed_since(path, shown)
        return self._history().landed_after(path, self._noted.get(path) or self._newest(path) - 1)

    def _newest(self, path: str) -> int:
        return self._history().latest((path,))[path]

    def is_ours(self, path: str, data: bytes | None) -> bool:
        """Whether it was noted that all of what stands there is ours by now; `data` is what it is, None for no file."""
        return self._ours.get(path) == _digest(data)

    def is_noted(self, path: str) -> bool:
        """Whether what was noted there last is ours."""
        return self._ours.get(path) is not None

    def save_of(self, path: str, data: bytes) -> Was | None:
        """The save by which another process of ours wrote this text there, or is writing it; None where none did last.

        Waits for the disk. Where the history cannot be used, nobody knows of one.
        """
        if self._left_here.get(path) == _digest(data):
            return None
        try:
            own, before = self._history().last_own(path)
            if own is None or _what(own) != _digest(data):
                return None
            if before is None or before.removed:
                return Was(None, data)
            return Was(self._history().data(before.id), data)
        except MemdeskError:
            return None


def _what(version: Version) -> str:
    return "" if version.removed else version.sha256


def _digest(data: bytes | None) -> str:
    return "" if data is None else hashlib.sha256(data).hexdigest()
