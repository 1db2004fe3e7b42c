"""Versions with the headings of their days, as a model that grows by the page."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import NamedTuple

from PySide6.QtCore import Signal

from memdesk.services.history.timeline import Summary
from memdesk.services.remembered.past_documents import Past
from memdesk.store.versions import Version
from memdesk.ui.history.words import day_of, spoken_change, tip_of
from memdesk.ui.plain import plain_name
from memdesk.ui.widgets.list_model import GrowingModel
from memdesk.ui.widgets.list_view import NOWHERE, Index

PAGE = 100


class Change(NamedTuple):
    """A version of the timeline and the document it is of."""

    version: Version
    past: Past


_Row = Change | str
"""A heading is the words of its day."""


class TimelineModel(GrowingModel[_Row]):
    """Changes and the headings of their days.

    Signals:
        more_wanted: the end is in view, and there may be more.
    """

    more_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[_Row] = []
        self.summaries: dict[int, Summary] = {}
        self.has_more = False

    @property
    def changes(self) -> list[Change]:
        """The changes, newest first."""
        return [row for row in self.rows if isinstance(row, Change)]

    @property
    def addresses(self) -> list[Hashable]:
        """What the rows are called: versions by their numbers, days by their words."""
        return [row if isinstance(row, str) else row.version.id for row in self.rows]

    def show_first(self, changes: Sequence[Change], *, has_more: bool, is_refresh: bool = False) -> None:
        """Show these and nothing else. In a refresh, what is there stays where only newer ones have come on top."""
        known = {change.version.id for change in self.changes}
        newer = [change for change in changes if change.version.id not in known]
        rest = [change.version.id for change in changes[len(newer) :]]
        if is_refresh and rest and rest == [change.version.id for change in self.changes[: len(rest)]]:
            self._put_on_top(newer)
            return
        self.has_more = has_more
        self.show_rows(_with_days(changes, ""))

    def show_more(self, changes: Sequence[Change], *, has_more: bool) -> None:
        """Show these below."""
        last = self.changes[-1:]
        new = _with_days(changes, day_of(last[0].version.when) if last else "")
        self.has_more = has_more
        if new:
            self.beginInsertRows(NOWHERE, len(self.rows), len(self.rows) + len(new) - 1)
            self.rows += new
            self.endInsertRows()

    def show_summaries(self, found: Mapping[int, Summary]) -> None:
        """Say what these versions changed, by their numbers."""
        self.summaries |= found
        places = [
            place
            for place, row in enumerate(self.rows)
            if isinstance(row, Change) and row.version.id in found
        ]
        if places:
            self.dataChanged.emit(self.index(places[0]), self.index(places[-1]))

    def place_of(self, version_id: int) -> int:
        """The row of a version, -1 where it is not shown."""
        rows = enumerate(self.rows)
        return next((n for n, row in rows if isinstance(row, Change) and row.version.id == version_id), -1)

    def _put_on_top(self, newer: Sequence[Change]) -> None:
        if not newer:
            return
        rows = _with_days(newer, "")
        if self.rows and self.rows[0] == day_of(newer[-1].version.when):
            self.beginRemoveRows(NOWHERE, 0, 0)
            del self.rows[0]
            self.endRemoveRows()
        self.beginInsertRows(NOWHERE, 0, len(rows) - 1)
        self.rows[:0] = rows
        self.endInsertRows()

    # What Qt asks for

    def canFetchMore(self, parent: Index = NOWHERE) -> bool:
        return self.has_more and not parent.isValid()

    def fetchMore(self, parent: Index = NOWHERE) -> None:
        if self.canFetchMore(parent):
            self.has_more = False
            self.more_wanted.emit()

    def title(self, row: _Row) -> str:
        return row if isinstance(row, str) else row.past.document.title

    def spoken(self, row: _Row) -> str:
        if isinstance(row, str):
            return row
        return plain_name(spoken_change(row.version, row.past, self.summaries.get(row.version.id)))

    def tip(self, row: _Row) -> str:
        return "" if isinstance(row, str) else f"{tip_of(row.version, row.past.writer)}\n{row.version.path}"

    def is_heading(self, row: _Row) -> bool:
        return isinstance(row, str)


def _with_days(changes: Iterable[Change], day: str) -> list[_Row]:
    """Changes, with a heading wherever the day is another one than `day` and the last one's."""
    rows: list[_Row] = []
    for change in changes:
        own = day_of(change.version.when)
        if own != day:
            rows.append(own)
            day = own
        rows.append(change)
    return rows
