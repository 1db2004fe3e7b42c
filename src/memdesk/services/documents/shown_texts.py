"""What the window read of documents, in order, until the recorder has kept it: each comes before what followed."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
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
        self._closed: set[str] = set()
        """Documents that are shown no more, and of which texts still wait."""
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
            self._closed.discard(path)
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

    def note_kept(self, path: str, kept: Sequence[bytes], data: bytes | None) -> None:
        """These texts that waited are kept now, and after them what the document was found to hold.

        Several threads may keep the same ones at once, so it is these that wait no more, and not as many as these.
        """
        with self._lock:
            if path not in self._texts:
                return
            left = tuple(text for text in self._texts[path] if not any(text is one for one in kept))
            self._texts[path], self._kept[path] = left, data
            if path in self._closed and not left:
                self._let_go(path)

    def close(self, path: str) -> None:
        """The document is shown no more: what it showed waits only where it is followed."""
        with self._lock:
            self._closed.add(path)
            if path not in self._followed or not self._texts.get(path):
                self._let_go(path)

    def _let_go(self, path: str) -> None:
        self._closed.discard(path)
        self._texts.pop(path, None)
        self._kept.pop(path, None)

    def begin_anew(self, texts: Mapping[str, bytes | None]) -> None:
        """The history of these open documents is cleared: what each of them shows is wanted, and nothing older."""
        with self._lock:
            for path, text in texts.items():
                self._kept.pop(path, None)
                self._texts[path] = () if text is None else (text,)

    def forget(self) -> None:
        """Let go of all texts: what was purged is not to come back."""
        with self._lock:
            self._texts.clear()
            self._kept.clear()
