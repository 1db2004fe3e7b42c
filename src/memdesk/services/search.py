"""Search in everything that the open roots hold.

All texts stand one behind the other in one folded string, and `str.find` goes through it: of 100,000 entries that takes
less than a frame, and nothing has to be kept up to date on disk. An entry is a hit where all words are in it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from functools import cached_property
from itertools import accumulate, groupby, islice
from typing import NamedTuple

from memdesk.layouts.documents import Codec, Document
from memdesk.services.entries import WHOLE, Entry, EntryList, ReadDocument
from memdesk.services.moments import stamp_s
from memdesk.services.patterns import PatternFinder
from memdesk.services.queries import Query
from memdesk.services.taken import Address
from memdesk.text.edits import Span
from memdesk.text.excerpt import Excerpt, excerpt
from memdesk.text.folding import Folded, fold, index_at, is_word_edge, line_of

MOST_HITS = 200
"""So many entries are shown at most; whoever wants others says more."""

MOST_MARKS = 50
"""So many places are marked in one entry, unless a search asks for others."""

MOST_PLACES = 100_000
"""So many are found for whoever has to do something at each of them; `Found.has_more_marks` where that is not all."""

_MOST_MATCHES = 2000
_APART = "\n\0\n"
"""Between two documents; no word holds it."""

_TYPES = ("type", "metadata.type", "category", "trait")
_LOOK_UP_EVERY = 256
_CHUNK = 4_000_000


class Sheet:
    """The searched text of one document. `is_source` tells whether places in it are places in the document.

    They are not where an agent keeps its text in another notation (JSON): there, what the fields say is searched.
    """

    def __init__(self, read: ReadDocument) -> None:
        self.read = read
        self.is_source = read.document.codec is Codec.LINES
        if self.is_source:
            self.text = read.text
            self.starts = _starts(read.everything)
        else:
            said = [entry.text for entry in read.everything]
            self.text = "\n".join(said)
            self.starts = [0, *accumulate(len(text) + 1 for text in said)][: len(said)]
        self.folded = Folded(self.text)

    @cached_property
    def folded_starts(self) -> list[int]:
        """Where each entry begins in the folded text."""
        if self.folded.is_same:
            return self.starts
        return [self.folded.folded_place(start) for start in self.starts]

    @cached_property
    def moments(self) -> list[float | None]:
        """When each entry was noted, in Unix seconds: by its own time, else by that of its file, if one is known."""
        of_file = self.read.document.modified or None
        stamps = (stamp_s(entry.facts) for entry in self.read.everything)
        return [of_file if stamp is None else stamp for stamp in stamps]

    @cached_property
    def names(self) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
        """What agents, the scope and the place are called, folded."""
        read, document, scope = self.read, self.read.document, self.read.document.scope
        return (
            tuple(
                fold(name)
                for root in read.readers
                for name in filter(None, (root.agent, root.title, root.name))
            ),
            tuple(map(fold, (scope.kind.value, scope.key, scope.title, scope.folder or ""))),
            tuple(map(fold, (document.path, document.title))),
        )

    def span(self, number: int) -> Span:
        """Where the entry of this number stands."""
        is_last = number + 1 >= len(self.starts)
        return Span(self.starts[number], len(self.text) if is_last else self.starts[number + 1])

    def folded_span(self, number: int) -> Span:
        """Where it stands in the folded text."""
        starts = self.folded_starts
        is_last = number + 1 >= len(starts)
        return Span(starts[number], len(self.folded.folded) if is_last else starts[number + 1])


def _starts(entries: Sequence[Entry]) -> list[int]:
    """Where each begins that has not begun before: a fact is its whole file, but its header stands for itself."""
    starts, end = [], 0
    for entry in entries:
        starts.append(max(end, entry.span.start) if entry.node_id == WHOLE else entry.span.start)
        end = entry.span.end
    return starts


class Hit(NamedTuple):
    """An entry that was found, and where in `sheet.text` its words stand. `line` counts from 1 in the document."""

    sheet: Sheet
    number: int
    marks: tuple[Span, ...]

    @property
    def entry(self) -> Entry:
        """What was found."""
        return self.sheet.read.everything[self.number]

    @property
    def document(self) -> Document:
        """Where it stands."""
        return self.sheet.read.document

    @property
    def place(self) -> Span:
        """The first mark in the document; the whole entry where places in the searched text are others."""
        if self.sheet.is_source:
            return self.marks[0] if self.marks else self.sheet.span(self.number)
        return self.entry.span

    @property
    def line(self) -> int:
        """The line of the document in which it stands, from 1."""
        return self.sheet.read.text.count("\n", 0, self.place.start) + 1

    def by_line(self) -> Iterator[Hit]:
        """The same, line by line: each with the marks that begin in one line."""
        for _, marks in groupby(self.marks, key=lambda mark: line_of(self.sheet.text, mark.start)):
            yield self._replace(marks=tuple(marks))
        if not self.marks:
            yield self

    @property
    def excerpt(self) -> Excerpt:
        """The line of `words`, for who does not show the secrets in it."""
        line = self._shown_line
        return excerpt(self.sheet.text, Span(line.start, line.start + len(self.words[0])))

    @property
    def _shown_line(self) -> Span:
        whole = self.sheet.span(self.number)
        start = self.marks[0].start if self.marks else _first_word(self.sheet.text, whole)
        return line_of(self.sheet.text, start)

    @property
    def words(self) -> tuple[str, tuple[Span, ...]]:
        """The line with the first mark, else the first of the entry, and the marks in it."""
        line = self._shown_line
        marks = (mark for mark in self.marks if mark.start < line.end and mark.end > line.start)
        inside = tuple(
            Span(max(mark.start, line.start) - line.start, min(mark.end, line.end) - line.start)
            for mark in marks
        )
        return line.of(self.sheet.text).rstrip("\r"), inside


def _first_word(text: str, span: Span) -> int:
    words = span.of(text)
    return span.start + len(words) - len(words.lstrip())


class Found(NamedTuple):
    """What a search found, in the order of the tree; `has_more` where it stopped at its limit.

    `has_more_marks` tells that an entry holds more places than are marked in it.
    """

    hits: tuple[Hit, ...] = ()
    has_more: bool = False
    has_more_marks: bool = False


class Index:
    """Everything that was read, ready to be searched. What is the same as in `before` is taken over."""

    def __init__(self, read: EntryList, before: Index | None = None) -> None:
        known = {id(sheet.read): sheet for sheet in before.sheets} if before is not None else {}
        self.sheets: tuple[Sheet, ...] = tuple(
            known.get(id(document)) or Sheet(document) for document in read.documents
        )
        self.unread = read.unread
        folded = [sheet.folded.folded for sheet in self.sheets]
        self.joined = _APART.join(folded)
        self.starts = [0, *accumulate(len(text) + len(_APART) for text in folded)][: len(folded)]
        self.texts = tuple(sheet.text for sheet in self.sheets)

    @property
    def entry_count(self) -> int:
        """How many things are remembered in all."""
        return sum(1 for sheet in self.sheets for _ in sheet.read.entries)


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
