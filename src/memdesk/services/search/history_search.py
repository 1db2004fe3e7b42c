"""Search in what documents held before: the versions of the history, newest first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from memdesk.errors import MemdeskError
from memdesk.services.search.patterns import PatternFinder
from memdesk.services.search.queries import Query, agent_names
from memdesk.text.document import decode
from memdesk.text.edits import Span
from memdesk.text.excerpt import Excerpt, excerpt
from memdesk.text.folding import Folded, fold, is_word_edge, line_of

if TYPE_CHECKING:
    from memdesk.services.history.timeline import Timeline
    from memdesk.services.remembered.past_documents import Past
    from memdesk.store.history import History
    from memdesk.store.versions import Version

MOST_HITS = 200

_PAGE = 200
_MOST_MARKS = 20


class PastHit(NamedTuple):
    """The newest version of a document that holds a line with what is looked for, and that line with its marks.

    `is_present` tells whether the document still held it in its newest version.
    """

    past: Past
    version: Version
    excerpt: Excerpt
    marks: tuple[Span, ...]
    is_present: bool

    @property
    def line(self) -> str:
        """The line as it is."""
        return self.excerpt.text

    @property
    def words(self) -> tuple[str, tuple[Span, ...]]:
        """The line and the marks in it."""
        return self.line, self.marks


class PastFound(NamedTuple):
    """What was found, newest first, and how many versions were looked through."""

    hits: tuple[PastHit, ...] = ()
    versions: int = 0
    has_more: bool = False


def search_history(
    timeline: Timeline,
    history: History,
    query: Query,
    patterns: PatternFinder,
    is_wanted: Callable[[], bool] = lambda: True,
) -> PastFound:
    """Every line that held all words, once per document, in the newest version that has it. For a worker.

    Of filters, `in:` and `agent:` count; the others speak of what is there now. Raises `HistoryError`, and what
    `patterns` raises for an expression.
    """
    hits: list[PastHit] = []
    known: set[tuple[str, str]] = set()
    newest: set[str] = set()
    looked_at = 0
    for version in _versions(timeline, is_wanted):
        looked_at += 1
        is_present = version.path not in newest
        newest.add(version.path)
        past = timeline.past(version.path)
        if version.removed or not _allows(query, past, version.path):
            continue
        text = _text(history, version)
        for place, marks in _found_in(text, query, patterns):
            line = place.of(text)
            if (version.path, line) in known:
                continue
            if len(hits) == MOST_HITS:
                return PastFound(tuple(hits), looked_at, has_more=True)
            known.add((version.path, line))
            hits.append(PastHit(past, version, excerpt(text, place), marks, is_present))
    return PastFound(tuple(hits), looked_at)


def _versions(timeline: Timeline, is_wanted: Callable[[], bool]) -> Iterator[Version]:
    # With it comes SQLite, without which the window starts sooner.
    from memdesk.store.timeline import EVERYTHING

    last: int | None = None
    while is_wanted():
        page = timeline.queries.page(EVERYTHING, last, _PAGE)
        yield from page
        if len(page) < _PAGE:
            return
        last = page[-1].id


def _text(history: History, version: Version) -> str:
    try:
        return decode(history.data(version.id))
    except MemdeskError:  # thinned or purged meanwhile
        return ""


def _allows(query: Query, past: Past, path: str) -> bool:
    agents = agent_names(past.root) if past.root is not None else ()
    return (not query.places or any(place in fold(path) for place in query.places)) and (
        not query.agents or any(agent.startswith(query.agents) for agent in agents)
    )


def _found_in(text: str, query: Query, patterns: PatternFinder) -> Iterator[tuple[Span, tuple[Span, ...]]]:
    """The lines with what is looked for, and the marks in each."""
    if query.pattern:
        marks = [
            Span(start, end)
            for _, start, end in patterns.find((text,), query.expression, query.flags, 200).found
        ]
        for line in dict.fromkeys(line_of(text, mark.start) for mark in marks):
            inside = (mark for mark in marks if line.start <= mark.start < line.end)
            yield (
                line,
                tuple(Span(m.start - line.start, min(m.end, line.end) - line.start) for m in inside),
            )
        return
    words = [fold(word) for word in query.words]
    whole = fold(text) if words else ""
    if not words or not all(word in whole for word in words):
        return
    end = -1
    for words_of_line in text.split("\n"):
        start, end = end + 1, end + 1 + len(words_of_line)
        found = Folded(words_of_line.rstrip("\r"))
        if all(word in found.folded for word in words):
            places = [list(places_of(found, word, query)) for word in query.words]
            if all(places):
                yield Span(start, start + len(found.text)), tuple(sorted(chain(*places))[:_MOST_MARKS])


def places_of(text: Folded, word: str, query: Query) -> Iterator[Span]:
    """Where a word stands in a text, as the query takes words."""
    for place in text.places_of(fold(word)):
        if query.is_exact and place.of(text.text) != word:
            continue
        if not query.is_whole or (
            is_word_edge(text.text, place.start) and is_word_edge(text.text, place.end)
        ):
            yield place
