"""What a worker makes of a query: the rows to show, from the memory or from the history."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from memdesk.errors import MemdeskError
from memdesk.services.desk import Desk
from memdesk.services.remembered.entries import Snapshot
from memdesk.services.search.history_search import PastFound, search_history
from memdesk.services.search.hits import Found, Hit
from memdesk.services.search.patterns import PatternFinder
from memdesk.services.search.queries import Query
from memdesk.services.search.replacing import Replacement, plan
from memdesk.services.search.search import MOST_MARKS, MOST_PLACES, Search
from memdesk.services.search.searchable import Index
from memdesk.ui.attempts import words_of
from memdesk.ui.search.rows import Row, past_rows, rows_of

if TYPE_CHECKING:
    from memdesk.services.history.timeline import Timeline
    from memdesk.store.history import History


class Answer(NamedTuple):
    """What was found, and what of it is shown. `searched` is None for the history, which has no index."""

    searched: Index | None
    found: Found | PastFound
    fault: str = ""
    """Why nothing can be replaced as the user wants it; empty where it can, or where nothing is to be."""
    rows: Sequence[Row] = ()
    new_text: str | None = None

    @property
    def is_cut_short(self) -> bool:
        """Whether there are more hits than these."""
        return self.found.has_more or (isinstance(self.found, Found) and self.found.has_more_marks)


class Asked(NamedTuple):
    """A query and what answering it takes; made in the UI thread, answered in a worker.

    `masked` gives a text without its secrets; `is_wanted` says no once somebody asks for something else.
    """

    desk: Desk
    query: Query
    patterns: PatternFinder
    masked: Callable[[str], str]
    is_wanted: Callable[[], bool]


class Sought(NamedTuple):
    """In what is searched: in `before`, or in what is read of `snapshot` where there is one.

    `narrow` is that of `Search`; `new_text` comes in the place of what is found, None for nothing.
    """

    before: Index | None
    snapshot: Snapshot | None
    narrow: Callable[[Index, Sequence[str]], list[int] | None]
    new_text: str | None
    now: datetime


def answer_from_memory(asked: Asked, sought: Sought) -> Answer:
    """Search the memory as it is now. Raises `MemdeskError`, as `Search` does."""
    # With it comes SQLite, without which the window starts sooner.
    from memdesk.store.marks import MarkKind

    index, new_text = sought.before, sought.new_text
    if sought.snapshot is not None or index is None:
        assert sought.snapshot is not None
        index = Index(asked.desk.entries.read(sought.snapshot), sought.before)
    pinned = frozenset(mark.address for mark in asked.desk.marks.of(MarkKind.PINNED))
    search = Search(
        index,
        asked.query,
        pinned=pinned,
        now=sought.now,
        narrow=sought.narrow,
        is_wanted=asked.is_wanted,
        most_marks=MOST_MARKS if new_text is None else MOST_PLACES,
    )
    found = search.find(asked.patterns)
    lines = [line for hit in found.hits for line in hit.by_line()]
    planned, fault = _planned(asked, index, lines, new_text)
    return Answer(index, found, fault, rows_of(lines, asked.masked, planned), new_text)


def _planned(
    asked: Asked, index: Index, lines: list[Hit], new_text: str | None
) -> tuple[Sequence[Replacement], str]:
    """What becomes of each hit, if anything is to come in its place; else why nothing can."""
    if new_text is None or asked.query.is_empty:
        return (), ""
    try:
        disk = asked.desk.workspace.disk
        return plan(index, asked.query, lines, new_text, asked.patterns, disk, asked.is_wanted), ""
    except MemdeskError as error:
        return (), words_of(error)


def answer_from_history(asked: Asked, timeline: Timeline, history: History) -> Answer:
    """Search all versions that the history keeps. Raises `MemdeskError`, as `search_history` does."""
    timeline.look()
    found = search_history(timeline, history, asked.query, asked.patterns, asked.is_wanted)
    return Answer(None, found, rows=past_rows(found.hits, asked.masked))
