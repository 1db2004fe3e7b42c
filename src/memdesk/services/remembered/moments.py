"""Times that entries tell of themselves, in Unix seconds: agents write some that no calendar of Python reaches."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime
from functools import lru_cache

from memdesk.layouts.shapes.go_time import read_time

NOTED = ("time", "timestamp")
"""Names of facts that tell when an entry was noted."""
STAMPS = (
    *NOTED,
    "updated",
    "updated_at",
    "modified",
    "metadata.modified",
    "created",
    "created_at",
    "date",
)
"""Names of facts that hold a time, those of the last change first."""
_EPOCH = date(1970, 1, 1).toordinal()
_DAY_S = 86_400
_FOUR_CENTURIES_DAYS, _FOUR_CENTURIES = 146_097, 400


def moment_s(written: str) -> float | None:
    """The time that is `written`, in UTC where it names no zone; None where it is none.

    Beside what is ISO 8601, what agents in Go take for one: the year 0, an offset of a whole day, an hour of one digit.
    """
    moment = _in_calendar(written)
    if moment is not None:
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    found = read_time(_bare(written))
    return float(found.seconds) if found is not None else None


def stamp_s(facts: Mapping[str, str]) -> float | None:
    """The time that an entry tells of itself; None where it tells none."""
    found = (moment_s(facts[name]) for name in STAMPS if facts.get(name))
    return next((moment for moment in found if moment is not None), None)


def noted_at(facts: Mapping[str, str]) -> datetime | None:
    """When an entry was noted, in its own zone; None where it does not say so, or UTC has no year for it."""
    moment = _in_calendar(next((facts[name] for name in NOTED if facts.get(name)), ""))
    if moment is None or moment.tzinfo is None:
        return None
    try:
        moment.astimezone(UTC)
    except OverflowError:
        return None
    return moment


def _in_calendar(written: str) -> datetime | None:
    try:
        return datetime.fromisoformat(_bare(written))
    except ValueError:
        return None


def _bare(written: str) -> str:
    return written.strip("\"' ")


def iso_day(moment_s: float) -> str:
    """The day of a time in UTC, as ISO 8601 writes it; of any year, with a sign before the year 0."""
    return _written_day(int(moment_s // _DAY_S))


# A list tells the days of a hundred thousand entries, and there are not so many.
@lru_cache(maxsize=1024)
def _written_day(since_epoch: int) -> str:
    cycles, days = divmod(since_epoch + _EPOCH - 1, _FOUR_CENTURIES_DAYS)
    day = date.fromordinal(days + 1)
    year = day.year + cycles * _FOUR_CENTURIES
    return f"{year:0{5 if year < 0 else 4}}-{day.month:02}-{day.day:02}"


def calendar_day(moment_s: float) -> date | str:
    """As `iso_day`, as a day where a calendar of Python reaches it, so that a person may read it in words."""
    written = iso_day(moment_s)
    try:
        return date.fromisoformat(written)
    except ValueError:
        return written


def iso_moment(moment_s: float) -> str:
    """A time in UTC to the second, as ISO 8601 writes it."""
    of_day_s = int(moment_s % _DAY_S)
    clock = f"{of_day_s // 3600:02}:{of_day_s // 60 % 60:02}:{of_day_s % 60:02}"
    return f"{iso_day(moment_s)}T{clock}+00:00"
