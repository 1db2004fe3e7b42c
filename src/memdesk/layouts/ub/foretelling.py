"""What ub gives up next, found by running its own rules forward: with more entries like the newest, and with time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from functools import cached_property
from operator import attrgetter, itemgetter
from statistics import median_low

from memdesk.layouts.contract import Forecast, ForecastKind, NextOut
from memdesk.layouts.shapes.go_time import GoTime, go_time
from memdesk.layouts.ub.later import LATER, PUBLISHED, Limits, kept
from memdesk.layouts.ub.model import DEFAULT_CATEGORY, Entry, Memory, goes_first
from memdesk.layouts.ub.reading import Turn, bare_bytes
from memdesk.text.document import byte_length
from memdesk.text.excerpt import excerpt
from memdesk.text.sentence import joined_by_and, say

_NEARLY_FULL = 0.8
_NEARLY_MOST = 0.9
_MOST_TOLD = 6
"""So many entries more are looked ahead, at most."""
_SHOWN_NEXT = 3
_SOON_S = 14 * 86_400.0

_Identity = tuple[str, str, GoTime]


class Foretelling:
    """What goes next of the memory file at `path`, as `turn` has it at `now`; later generations keep to `limits`."""

    def __init__(self, turn: Turn, path: str, now: datetime, limits: Limits = PUBLISHED) -> None:
        self._limits = limits
        self._turn = turn
        self._path = path
        self._now = go_time(now)
        # The next fact comes later than all that is known now.
        self._when = now + timedelta(seconds=1)
        self._entries = turn.held.entries

    def forecasts(self) -> Iterator[Forecast]:
        """What falls out of the prompt, then what later generations drop from the file."""
        if self._path and self._entries:
            yield from self._cut()
            yield from self._expiring()
            yield from self._evicted()

    @cached_property
    def usual(self) -> Entry:
        """An entry as the next one may be: of the newest one's category, as long as they usually are."""
        newest = max(self._entries, key=attrgetter("time"))
        size = median_low([byte_length(entry.text) for entry in self._entries])
        # ub refuses an entry without a category; its tool fills in this one.
        return Entry(newest.category or DEFAULT_CATEGORY, "x" * size, go_time(self._when))

    def _cut(self) -> Iterator[Forecast]:
        """The entries that the next ones push out of the prompt, where there is little room left."""
        turn, usual = self._turn, self.usual
        if turn.budget_bytes <= 0:
            return
        out, first = self._pushed_out()
        # One long entry may be too much for a memory that is far from full.
        if not (first or (out and turn.size_bytes >= _NEARLY_FULL * turn.budget_bytes)):
            return
        size = byte_length(usual.text)
        rule = say(
            "ub fills {budget_bytes:,} bytes category by category, of each the newest entries first, "
            "and leaves out what does not fit. This expects new entries in “{category}” of {size:,} bytes each.",
            budget_bytes=turn.budget_bytes,
            category=usual.category,
            size=size,
        )
        yield Forecast(rule, tuple(map(self._named, out)), ForecastKind.CUT, first)

    def _pushed_out(self) -> tuple[list[Entry], int]:
        """What is left out once more is told, in the order in which that happens; and how many go with the first."""
        gone = set(map(id, self._turn.left_out))
        found: list[Entry] = []
        first = 0
        for count in range(1, _MOST_TOLD + 1):
            lost = [entry for entry in self._left_out_with(count) if id(entry) not in gone]
            # Of those that go at the same time, the one that was given last is the first to go.
            found += reversed(lost)
            gone.update(map(id, lost))
            first = len(found) if count == 1 else first
            if len(found) >= max(_SHOWN_NEXT, first):
                break
        return found, first

    def _left_out_with(self, count: int) -> Iterator[Entry]:
        """The entries that do not fit any more beside so many usual ones, filled in as ub does it."""
        turn, usual = self._turn, self.usual
        if turn.size_bytes + count * byte_length(f"{usual.line}\n") <= turn.budget_bytes:
            return
        left = turn.room_bytes
        for number, (entry, size_bytes) in enumerate(self._sizes):
            if number == self._place:
                left -= min(count, left // self._usual_bytes) * self._usual_bytes
            if size_bytes > left:
                yield entry
            else:
                left -= size_bytes

    @cached_property
    def _sizes(self) -> list[tuple[Entry, int]]:
        return [(entry, bare_bytes(entry)) for entry in self._turn.in_order]

    @cached_property
    def _usual_bytes(self) -> int:
        return bare_bytes(self.usual)

    @cached_property
    def _place(self) -> int:
        """Where the usual entry stands in the order of filling."""
        behind = (number for number, (entry, _) in enumerate(self._sizes) if goes_first(self.usual, entry))
        return next(behind, len(self._sizes))

    def _expiring(self) -> Iterator[Forecast]:
        dated = [
            (seconds, entry) for entry in self._entries if (seconds := self._limits.due_s(entry)) is not None
        ]
        latest_s = self._now.seconds + _SOON_S
        soon = [(seconds, entry) for seconds, entry in sorted(dated, key=itemgetter(0)) if seconds < latest_s]
        if soon:
            ages = joined_by_and(
                say("those of “{category}” after {days}", category=category, days=days)
                for category, days in self._limits.days.items()
            )
            rule = say("{later} drops entries by their age in days: {ages}.", later=LATER, ages=ages)
            named = tuple(self._named(entry, seconds) for seconds, entry in soon)
            # It drops them as it writes, so the next entry lets go whatever is overdue.
            overdue = sum(self._limits.has_expired(entry, self._now) for _, entry in soon)
            yield Forecast(rule, named, ForecastKind.EXPIRED, overdue)

    def _evicted(self) -> Iterator[Forecast]:
        """What a later ub drops because there is more than it keeps."""
        most = self._limits.most_entries
        if len(self._entries) < _NEARLY_MOST * most:
            return
        young = [entry for entry in self._entries if not self._limits.has_expired(entry, self._now)]
        first = self._evicted_with(young, 1)
        out = first or self._evicted_with(young, max(0, most - len(young)) + _SHOWN_NEXT)
        rule = say(
            "{later} keeps {most} entries: the first categories first, of each the newest first.",
            later=LATER,
            most=most,
        )
        if out:
            yield Forecast(rule, tuple(map(self._named, out)), ForecastKind.EVICTED, len(first))

    def _evicted_with(self, young: Iterable[Entry], count: int) -> list[Entry]:
        before = Memory((*young, *[self.usual] * count))
        left = Counter(map(_identity, kept(before, self._now, self._limits).entries))
        gone = [entry for entry in before.by_priority if entry.body and not left[_identity(entry)]]
        return gone[::-1]

    def _named(self, entry: Entry, due_s: float | None = None) -> NextOut:
        around = excerpt(self._turn.memory, entry.body).around if entry.body else ""
        return NextOut(self._path, entry.text, entry.body, due_s, around)


def _identity(entry: Entry) -> _Identity:
    return entry.category, entry.text, entry.time
