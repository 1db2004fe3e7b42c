"""What later generations of ub let go when they write; v0.3.8, whose model this layout has, keeps everything.

Published with v0.5.1: some categories expire, and there is a most number of entries.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from memdesk.layouts.shapes.go_time import GoTime
from memdesk.layouts.ub.model import Entry, Memory

LATER = "ub v0.5.1 and later"
EXPIRY_DAYS = {"debug": 14, "general": 180}
MOST_ENTRIES = 200

_DAY_S = timedelta(days=1).total_seconds()


def due_s(entry: Entry) -> float | None:
    """From when on an entry has expired, in Unix seconds; None for a category that stays."""
    days = EXPIRY_DAYS.get(entry.category)
    return None if days is None else entry.time.seconds + days * _DAY_S


def due(entry: Entry) -> datetime | None:
    """The same as a moment; None also where no calendar reaches it."""
    seconds = due_s(entry)
    try:
        return None if seconds is None else datetime.fromtimestamp(seconds, UTC)
    except (OverflowError, ValueError, OSError):
        return None


def has_expired(entry: Entry, now: GoTime) -> bool:
    """Whether the next write of a later ub drops it for its age."""
    seconds = due_s(entry)
    return seconds is not None and seconds < now.seconds


def kept(memory: Memory, now: GoTime) -> Memory:
    """What a later ub has left of `memory` after it wrote: what has not expired, the first 200 by priority."""
    young = Memory(tuple(entry for entry in memory.entries if not has_expired(entry, now)))
    wanted = {id(entry) for entry in young.by_priority[:MOST_ENTRIES]}
    return Memory(tuple(entry for entry in young.entries if id(entry) in wanted))
