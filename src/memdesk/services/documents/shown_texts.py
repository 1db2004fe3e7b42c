"""What the window read of documents, in order, until the recorder has kept it: each comes before what followed."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

_MOST = 50
"""So many texts of one document wait for a history that refuses; of more, the first ones and the last one."""


class ShownTexts:
    """Remembers the texts that open documents were read with. Any thread may call.

    The recorder reads the same files in other threads. A text that was shown and is not kept yet is older than what the
    recorder reads only if nobody was reading for the window meanwhile; else the two cannot be put into an order.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._followed: frozenset[str] = frozenset()
        self._texts: dict[str, tuple[bytes, ...]] = {}
        self._kept: dict[str, bytes | None] = {}
        self._reading: Counter[str] = Counter()
        self._moves: Counter[str] = Counter()

    def follow(self, documents: frozenset[str]) -> None:
        """All texts of these documents are wanted; of any other one, the last."""
        with self._lock:
            self._followed = documents
            self._texts = {
                path: texts if path in documents else texts[-1:] for path, texts in self._texts.items()
            }

    @contextmanager
    def reading(self, path: str) -> Iterator[None]:
        """The block reads the document for the window, and notes what it shows of it."""
        with self._lock:
            self._reading[path] += 1
            self._moves[path] += 1
        try:
            yield
        finally:
            with self._lock:
                self._reading[path] -= 1
                self._moves[path] += 1

    def note(self, path: str, data: bytes | None) -> None:
        """The document is shown with what the disk held; None where there was no file. Inside `reading`."""
        with self._lock:
            known = self._texts.get(path, ()) if path in self._followed else ()
            last = known[-1] if known else self._kept.get(path)
            if data is not None and data != last:
                self._texts[path] = (*known[: _MOST - 1], data)

    def mark(self, path: str) -> int:
        """A moment for `before`."""
        with self._lock:
            return self._moves[path]

    def before(self, path: str, mark: int) -> Sequence[bytes] | None:
        """What is not kept yet, oldest first; all of it was read before `mark`. None if the window has read since."""
        with self._lock:
            has_moved = self._reading[path] or self._moves[path] != mark
            return None if has_moved else self._texts.get(path, ())

    def waiting(self, path: str) -> Sequence[bytes]:
        """What is not kept yet, oldest first."""
        with self._lock:
            return self._texts.get(path, ())

    def note_kept(self, path: str, count: int, data: bytes | None) -> None:
        """The oldest `count` texts are kept now, and after them what the document was found to hold."""
        with self._lock:
            if path in self._texts:
                self._texts[path] = self._texts[path][count:]
                self._kept[path] = data

    def close(self, path: str) -> None:
        """The document is shown no more: what it showed is of no account, unless it is followed."""
        with self._lock:
            self._kept.pop(path, None)
            if path not in self._followed:
                self._texts.pop(path, None)

    def forget(self) -> None:
        """Let go of all texts: what was purged is not to come back."""
        with self._lock:
            self._texts.clear()
            self._kept.clear()
