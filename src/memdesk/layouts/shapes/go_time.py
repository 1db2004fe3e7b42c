"""Times as Go's `time.Parse(time.RFC3339, text)` reads them and as its `Format` writes them, measured."""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import lru_cache

_TIME = re.compile(
    r"(?P<date>\d{4}-\d\d-\d\d)T(?P<hour>\d\d?):(?P<minute>\d\d):(?P<second>\d\d)"
    r"(?:[.,](?P<fraction>\d+))?(?:Z|(?P<sign>[+-])(?P<zone_hour>\d\d):(?P<zone_minute>\d\d))",
    re.ASCII,
)
_FOUR_CENTURIES_DAYS = 146_097
_EPOCH = date(1970, 1, 1).toordinal()
_DAY_S = 86_400


@dataclass(frozen=True, slots=True, order=True)
class GoTime:
    """An instant: Unix seconds and the nanoseconds on top. `text` is how Go writes it, whole seconds, own offset."""

    seconds: int
    nanoseconds: int = 0
    text: str = field(default="", compare=False)


def read_time(text: str) -> GoTime | None:
    """The time that `text` is to Go, None where it is none.

    One digit is enough for the hour, and for nothing else; a fraction may follow a dot or a comma and have any length;
    offsets reach 24 hours and 60 minutes; there are no leap seconds, no 24:00, no lower-case `t` and `z`.
    """
    found = _TIME.fullmatch(text)
    if found is None:
        return None
    days = _days_since_epoch(found["date"])
    hour, minute, second = map(int, found.group("hour", "minute", "second"))
    if days is None or hour > 23 or minute > 59 or second > 59:
        return None
    zone_minutes = _zone_minutes(found)
    if zone_minutes is None:
        return None
    seconds = (days * 24 + hour) * 3600 + (minute - zone_minutes) * 60 + second
    written = f"{found['date']}T{hour:02}:{minute:02}:{second:02}"
    fraction = found["fraction"]
    nanoseconds = int(fraction[:9].ljust(9, "0")) if fraction else 0
    return GoTime(seconds, nanoseconds, written + _zone(zone_minutes))


def go_time(moment: datetime) -> GoTime:
    """`moment`, which has a zone, as a program has it that keeps its times in UTC."""
    utc = moment.astimezone(UTC)
    seconds = (utc.toordinal() - _EPOCH) * _DAY_S + utc.hour * 3600 + utc.minute * 60 + utc.second
    text = f"{utc.year:04}-{utc.month:02}-{utc.day:02}T{utc.hour:02}:{utc.minute:02}:{utc.second:02}Z"
    return GoTime(seconds, utc.microsecond * 1000, text)


def utc_time(seconds: int) -> GoTime | None:
    """The time in UTC at these Unix `seconds`; None beyond the years that can be written."""
    days, of_day_s = divmod(seconds, _DAY_S)
    if not 1 <= days + _EPOCH <= date.max.toordinal():
        return None
    day = date.fromordinal(days + _EPOCH)
    hour, minute, second = of_day_s // 3600, of_day_s // 60 % 60, of_day_s % 60
    return GoTime(seconds, 0, f"{day.isoformat()}T{hour:02}:{minute:02}:{second:02}Z")


def lasting_text(time: GoTime) -> str:
    """How to write a time so that it is read again: in UTC where Go would write an offset that it does not read."""
    utc = utc_time(time.seconds)
    return time.text if utc is None or read_time(time.text) else utc.text


def _zone_minutes(found: re.Match[str]) -> int | None:
    if found["sign"] is None:
        return 0
    hours, minutes = int(found["zone_hour"]), int(found["zone_minute"])
    if hours > 24 or minutes > 60:
        return None
    return (hours * 60 + minutes) * (-1 if found["sign"] == "-" else 1)


def _zone(minutes: int) -> str:
    if not minutes:
        return "Z"
    hours, rest = divmod(abs(minutes), 60)
    return f"{'-' if minutes < 0 else '+'}{hours:02}:{rest:02}"


# A memory is of a few years, and each of its times is read for the entries, the outline and what goes next.
@lru_cache(maxsize=4096)
def _days_since_epoch(written: str) -> int | None:
    """The day that is written as `2025-01-31`, by its days since 1970; None where no calendar has it."""
    year, month, day = map(int, written.split("-"))
    # Year 0 is a leap year, which the calendar of Python does not know.
    if not 1 <= month <= 12 or not 1 <= day <= monthrange(year or 400, month)[1]:
        return None
    if year:
        return date(year, month, day).toordinal() - _EPOCH
    return date(400, month, day).toordinal() - _EPOCH - _FOUR_CENTURIES_DAYS
