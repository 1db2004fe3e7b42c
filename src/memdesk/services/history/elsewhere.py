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
    """Tells what the user wrote through another process of ours, such as a command, from what other programs wrote.

    `shown(path)` is what an open document was last known to hold on disk, None for one that is not open. The store
    informs this object of what this process writes itself (see `Informed`). Any thread may call.
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
        """Take note that somebody else wrote at these paths, after the recorder has kept it. Waits for the disk.

        A document counts as the user's only if every version since the last note is. If a program wrote in between, the
        document counts as that program's. So it does where the history cannot be read, which raises `HistoryError`.
        """
        noted: dict[str, str | None] = dict.fromkeys(paths)
        try:
            for path in noted:
                noted[path] = self._ours_by_now(path)
        finally:
            self._ours.update(noted)

    def _ours_by_now(self, path: str) -> str | None:
        """The digest of the newest version, if all versions since the last known one are the user's; else None."""
        since = self._since(path)
        self._noted[path] = since[0].id if since else self._newest(path)
        is_ours = since and all(version.author is Author.YOU for version in since)
        return _what(since[0]) if is_ours else None

    def _since(self, path: str) -> Sequence[Version]:
        """The versions after the last known one, newest first; none if the history does not have that one."""
        shown = self._shown(path)
        if shown is not None:
            return self._history().landed_since(path, shown)
        return self._history().landed_after(path, self._noted.get(path) or self._newest(path) - 1)

    def _newest(self, path: str) -> int:
        return self._history().latest((path,))[path]

    def is_ours(self, path: str, data: bytes | None) -> bool:
        """Whether the document holds `data` (None for no file), and that is known to be the user's."""
        ours = self._ours.get(path)
        # Of most documents nothing is known to be the user's, and a large one takes a millisecond to digest.
        return ours is not None and ours == _digest(data)

    def is_noted(self, path: str) -> bool:
        """Whether the last note on the document says that the user wrote it."""
        return self._ours.get(path) is not None

    def save_of(self, path: str, data: bytes) -> Was | None:
        """The save by which another process of ours wrote `data`, or is just writing it.

        None if the user's last save there came from this process, or wrote something else, or if the history cannot be
        used. Waits for the disk.
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
