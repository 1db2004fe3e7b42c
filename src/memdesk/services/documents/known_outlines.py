"""The node trees of an open document's texts, each read once for as long as the text stays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from memdesk.text.outline import Outline


class _Known(NamedTuple):
    version: object
    text: str
    outline: Outline


class KnownOutlines:
    """The node trees of named texts of one document: its buffer and its base. `read` makes the tree of a text."""

    def __init__(self, read: Callable[[str], Outline]) -> None:
        self._read = read
        self._known: dict[str, _Known] = {}
        self.from_worker: Sequence[tuple[str, Outline]] = ()
        """Texts that a worker has read just now, with their trees."""

    def of(self, name: str, version: object, text: Callable[[], str]) -> Outline:
        """The tree of the text called `name`; `text` is asked only where `version` is not that of the last call."""
        known = self._known.get(name)
        if known is None or known.version != version:
            now = text()
            known = self._known[name] = _Known(version, now, self.read(now))
        return known.outline

    def knows(self, name: str, version: object, text: str) -> bool:
        """Whether `of` would have nothing to read for this `text`."""
        known = self._known.get(name)
        return (known is not None and known.version == version) or self._found(text) is not None

    def take(self, name: str, version: object, text: str, outline: Outline) -> None:
        """A worker has read the text called `name`: `outline` is its tree."""
        self._known[name] = _Known(version, text, outline)

    def read(self, text: str) -> Outline:
        """The tree of any text, taken over where it is known: buffer and base mostly say the same. Any thread."""
        return self._found(text) or self._read(text)

    def _found(self, text: str) -> Outline | None:
        # A copy, since a save may merge in a worker.
        known = ((one.text, one.outline) for one in tuple(self._known.values()))
        found = (outline for candidate, outline in (*known, *self.from_worker) if candidate == text)
        return next(found, None)
