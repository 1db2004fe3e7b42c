"""The index behind the search of a very large memory: which documents are worth looking into.

Below `LEAST_CHARACTERS`, going through everything is faster than a frame, and there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from memdesk.services.search.searchable import Index, Sheet

if TYPE_CHECKING:
    # Most windows never need it, and all start sooner without SQLite.
    from memdesk.store.search_index import SearchIndex

LEAST_CHARACTERS = 16_000_000
"""From so many characters on, a word that stands nowhere would take longer than a frame to be looked for."""

_AT_ONCE = 200
_MOST_TOLD = 4000
"""What stands in more documents is found soon by going through them."""

_MOST_STALE = 2.0
"""With so many times the texts that are wanted, the index is made anew."""


class _Ready(NamedTuple):
    """What a search reads, all of one moment: where a text of `found_in` stands among the documents of `wanted`."""

    wanted: Index
    found_in: SearchIndex
    places: Mapping[int, int]


class LargeSearch:
    """Keeps such an index in a folder of ours. `follow` is for a worker, which may take its time."""

    def __init__(self, folder: str, least_characters: int = LEAST_CHARACTERS) -> None:
        self._folder = folder
        self._least = least_characters
        self._lock = Lock()
        self._index: SearchIndex | None = None
        self._numbers: dict[int, tuple[int, Sheet]] = {}
        self._next = 1
        # Set as a whole, and read once by whoever searches meanwhile in another thread.
        self._ready: _Ready | None = None

    def is_wanted_for(self, index: Index) -> bool:
        """Whether `index` is so large that `follow` shall be called, and it was not yet."""
        ready = self._ready
        return len(index.joined) >= self._least and (ready is None or ready.wanted is not index)

    def follow(self, index: Index, is_wanted: Callable[[], bool] = lambda: True) -> None:
        """Take in what is new in `index`, unless that is not wanted any more. On a failure the file is thrown away."""
        import sqlite3

        with self._lock:
            try:
                self._take_in(index, is_wanted)
            except (sqlite3.Error, OSError):
                # A search without it finds the same, only later: a full disk is no reason to find nothing.
                self._throw_away()

    def narrow(self, index: Index, words: Sequence[str]) -> list[int] | None:
        """Which documents of `index`, by number, hold all of these folded words; None where it cannot tell."""
        ready = self._ready
        if ready is None or ready.wanted is not index:
            return None
        import sqlite3

        try:
            found = ready.found_in.find(words, _MOST_TOLD)
        except sqlite3.Error:
            return None
        if found is None:
            return None
        return sorted(ready.places[number] for number in found if number in ready.places)

    def close(self) -> None:
        """Throw the index away."""
        with self._lock:
            self._throw_away()

    def _take_in(self, index: Index, is_wanted: Callable[[], bool]) -> None:
        from memdesk.store.search_index import SearchIndex

        if self._index is not None and len(self._numbers) > _MOST_STALE * len(index.sheets):
            self._throw_away()
        if self._index is None:
            self._index = SearchIndex(self._folder)
        new = iter([sheet for sheet in index.sheets if id(sheet) not in self._numbers])
        while batch := list(islice(new, _AT_ONCE)):
            if not is_wanted():
                return
            numbered = list(enumerate(batch, self._next))
            self._index.add((number, sheet.folded.folded) for number, sheet in numbered)
            # The sheet is kept with its number, so that no other can get its identity.
            self._numbers |= {id(sheet): (number, sheet) for number, sheet in numbered}
            self._next += len(batch)
        places = {self._numbers[id(sheet)][0]: place for place, sheet in enumerate(index.sheets)}
        self._ready = _Ready(index, self._index, places)

    def _throw_away(self) -> None:
        self._ready = None
        if self._index is not None:
            self._index.close()
        self._index = None
        self._numbers.clear()
