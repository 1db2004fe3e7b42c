"""What later generations of ub let go when they write; v0.3.8, whose model this layout has, keeps everything.

Published with v0.5.1: some categories expire, and there is a most number of entries.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cmp_to_key

from memdesk.layouts.shapes.go_time import GoTime
from memdesk.layouts.ub.model import Entry, Memory, goes_first
from memdesk.text.sentence import say

LATER = say("ub v0.5.1 and later")

_DAY_S = timedelta(days=1).total_seconds()


@dataclass(frozen=True, slots=True)
class Limits:
    """How many entries a write keeps, and for how many days those of a category; a category without any stays."""

    most_entries: int = 200
    days: Mapping[str, int] = field(default_factory=lambda: {"debug": 14, "general": 180})

    def due_s(self, entry: Entry) -> float | None:
        """From when on an entry has expired, in Unix seconds; None for a category that stays."""
        days = self.days.get(entry.category)
        return None if days is None else entry.time.seconds + days * _DAY_S

    def has_expired(self, entry: Entry, now: GoTime) -> bool:
        """Whether the next write of a later ub drops it for its age."""
        seconds = self.due_s(entry)
        return seconds is not None and seconds < now.seconds


PUBLISHED = Limits()


def kept(memory: Memory, now: GoTime, limits: Limits = PUBLISHED) -> Memory:
    """What a later ub has left of `memory` after it wrote: what has not expired, of that the first by priority.

    Of entries that are equal there, those of one category and time, the first of the file stay (v0.5.1).
    """
    young = [entry for entry in memory.entries if not limits.has_expired(entry, now)]
    by_priority = sorted(young, key=cmp_to_key(_by_priority))
    wanted = {id(entry) for entry in by_priority[: limits.most_entries]}
    return Memory(tuple(entry for entry in young if id(entry) in wanted))


def _by_priority(one: Entry, other: Entry) -> int:
    """Below 0 where `one` goes before `other`, above 0 where it goes behind it."""
    return goes_first(other, one) - goes_first(one, other)
