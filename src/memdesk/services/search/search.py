"""Search in everything that the open roots hold.

All texts stand one behind the other in one folded string, and `str.find` goes through it: of 100,000 entries that takes
less than a frame, and nothing has to be kept up to date on disk. An entry is a hit where all words are in it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import islice

from memdesk.services.documents.taken import Address
from memdesk.services.remembered.entries import Entry
from memdesk.services.search.hits import Found, Hit
from memdesk.services.search.patterns import PatternFinder
from memdesk.services.search.queries import Query
from memdesk.services.search.searchable import Index, Sheet
from memdesk.text.edits import Span
from memdesk.text.folding import fold, index_at, is_word_edge

MOST_HITS = 200
"""So many entries are shown at most; whoever wants others says more."""

MOST_MARKS = 50
"""So many places are marked in one entry, unless a search asks for others."""

MOST_PLACES = 100_000
"""So many are found for whoever has to do something at each of them; `Found.has_more_marks` where that is not all."""

_MOST_MATCHES = 2000

_TYPES = ("type", "metadata.type", "category", "trait")
_LOOK_UP_EVERY = 256
_CHUNK = 4_000_000


class Search:
    """One search in an index. `narrow` tells which documents hold some words, or None where it does not know.

    `pinned` are the addresses of what is pinned, `now` is the time with a zone; `most_marks` are marked in one entry.
    """

    def __init__(
        self,
        index: Index,
        query: Query,
        *,
        pinned: frozenset[Address] = frozenset(),
        now: datetime | None = None,
        narrow: Callable[[Index, Sequence[str]], list[int] | None] = lambda _index, _words: None,
        is_wanted: Callable[[], bool] = lambda: True,
        most_marks: int = MOST_MARKS,
    ) -> None:
        self._narrow = narrow
        self._most_marks = most_marks
        self._is_cut = self._has_more_matches = False
        self._index = index
        self._query = query
        self._pairs = tuple((word, fold(word)) for word in query.words)
        self._words = tuple(sorted((folded for _, folded in self._pairs), key=len, reverse=True))
        self._pinned = pinned
        self._now = now or datetime.now(UTC)
        self._is_wanted = is_wanted

    def find(self, patterns: PatternFinder | None = None, limit: int = MOST_HITS) -> Found:
        """The first `limit` entries that match.

        An expression needs `patterns`, and raises what that does; `is_wanted` is asked now and then.
        """
        if self._query.is_empty:
            return Found()
        hits: list[Hit] = []
        for hit in self._hits(patterns):
            if len(hits) == limit:
                return Found(tuple(hits), has_more=True, has_more_marks=self._is_cut)
            hits.append(hit)
        return Found(tuple(hits), has_more=self._has_more_matches, has_more_marks=self._is_cut)

    def _hits(self, patterns: PatternFinder | None) -> Iterator[Hit]:
        if self._query.pattern:
            assert patterns is not None
            return self._by_pattern(patterns)
        return self._by_words() if self._words else self._by_filters()

    # Ways to find

    def _by_words(self) -> Iterator[Hit]:
        index, first = self._index, self._words[0]
        numbers = self._documents()
        known = self._narrow(index, self._words)
        if known is not None:
            allowed = set(known if numbers is None else numbers)
            numbers = [number for number in known if number in allowed]
        every = [(0, len(index.sheets))] if index.sheets else []
        ranges = every if numbers is None else _runs(numbers)
        for begin, end in ranges:
            stop = index.starts[end] if end < len(index.starts) else len(index.joined)
            yield from self._in_range(first, index.starts[begin], stop)

    def _in_range(self, first: str, at: int, stop: int) -> Iterator[Hit]:
        index, looked_at = self._index, 0
        joined = index.joined
        while at < stop:
            # Other threads get a turn between two chunks: while Python finds, none of them runs.
            end = min(stop, at + _CHUNK)
            found = joined.find(first, at, min(stop, end + len(first) - 1))
            if found < 0:
                at = end
                continue
            at = found
            looked_at += 1
            if looked_at % _LOOK_UP_EVERY == 0 and not self._is_wanted():
                return
            number = bisect_right(index.starts, at) - 1
            sheet, start = index.sheets[number], index.starts[number]
            entry = bisect_right(sheet.folded_starts, at - start) - 1
            span = sheet.folded_span(entry)
            if all(joined.find(word, start + span.start, start + span.end) >= 0 for word in self._words[1:]):
                hit = self._hit(sheet, entry, span)
                if hit is not None:
                    yield hit
            at = max(start + span.end, at + 1)

    def _hit(self, sheet: Sheet, number: int, span: Span) -> Hit | None:
        if not self._allows_entry(sheet, number):
            return None
        marks: list[Span] = []
        for word, folded in self._pairs:
            found = list(self._places(sheet, word, folded, span))
            if not found:
                return None
            marks += found
        return Hit(sheet, number, self._marked(sorted(marks)))

    def _marked(self, places: Sequence[Span]) -> tuple[Span, ...]:
        self._is_cut |= len(places) > self._most_marks
        return tuple(places[: self._most_marks])

    def _places(self, sheet: Sheet, word: str, folded: str, span: Span) -> Iterator[Span]:
        is_loose = not (self._query.is_exact or self._query.is_whole)
        places = sheet.folded.places_of(folded, span)
        wanted = (place for place in places if is_loose or self._is_so(sheet.text, place, word))
        # One more than is marked tells that there are more.
        return islice(wanted, self._most_marks + 1)

    def _is_so(self, text: str, place: Span, word: str) -> bool:
        """Whether a word stands there as exactly, and as wholly, as is asked for."""
        if self._query.is_exact and place.of(text) != word:
            return False
        return not self._query.is_whole or _is_whole(text, place)

    def _by_pattern(self, patterns: PatternFinder) -> Iterator[Hit]:
        query, index = self._query, self._index
        most = max(_MOST_MATCHES, self._most_marks)
        matches = patterns.find(index.texts, query.expression, query.flags, most, self._documents())
        self._has_more_matches = matches.has_more
        marks: dict[tuple[int, int], list[Span]] = {}
        for number, start, end in matches.found:
            entry = index_at(index.sheets[number].starts, start)
            marks.setdefault((number, entry), []).append(Span(start, end))
        for (number, entry), spans in marks.items():
            sheet = index.sheets[number]
            if self._allows_entry(sheet, entry):
                yield Hit(sheet, entry, self._marked(spans))

    def _by_filters(self) -> Iterator[Hit]:
        numbers = self._documents()
        for number in range(len(self._index.sheets)) if numbers is None else numbers:
            sheet = self._index.sheets[number]
            for place, entry in enumerate(sheet.read.everything):
                if entry.is_remembered and self._allows_entry(sheet, place):
                    yield Hit(sheet, place, ())

    # Filters

    def _documents(self) -> list[int] | None:
        """The documents that the filters leave; None for all."""
        query = self._query
        if not (query.agents or query.scopes or query.places or query.is_unsaved is not None):
            return None
        return [number for number, sheet in enumerate(self._index.sheets) if self._allows(sheet)]

    def _allows(self, sheet: Sheet) -> bool:
        query, (agents, scopes, places) = self._query, sheet.names
        return (
            (query.is_unsaved is None or query.is_unsaved == sheet.read.is_unsaved)
            and _any_begins(query.agents, agents)
            and _any_within(query.scopes, scopes)
            and _any_within(query.places, places)
        )

    def _allows_entry(self, sheet: Sheet, number: int) -> bool:
        query = self._query
        if not (query.types or query.is_pinned is not None or query.older is not None):
            return True
        entry = sheet.read.everything[number]
        if query.types:
            types = [fold(entry.facts.get(name, "")) for name in _TYPES]
            if not _any_begins(query.types, [*types, entry.kind.value, entry.document.kind.value]):
                return False
        if query.is_pinned is not None and query.is_pinned != self._is_pinned(entry):
            return False
        made = sheet.moments[number] if query.older is not None else None
        return query.older is None or (
            made is not None and self._now.timestamp() - made >= query.older.total_seconds()
        )

    def _is_pinned(self, entry: Entry) -> bool:
        return entry.address in self._pinned


def _runs(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Numbers in order, as runs: the first of each and the one behind its last."""
    begin = end = -1
    for number in numbers:
        if number != end:
            if end > begin:
                yield begin, end
            begin = number
        end = number + 1
    if end > begin:
        yield begin, end


def _is_whole(text: str, place: Span) -> bool:
    return is_word_edge(text, place.start) and is_word_edge(text, place.end)


def _any_begins(wanted: Sequence[str], names: Sequence[str]) -> bool:
    return not wanted or any(name.startswith(want) for want in wanted for name in names if name)


def _any_within(wanted: Sequence[str], names: Sequence[str]) -> bool:
    return not wanted or any(want in name for want in wanted for name in names)
