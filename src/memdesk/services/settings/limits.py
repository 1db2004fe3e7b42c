"""How long the history keeps what: the numbers in the settings, their ranges, and the limits they make."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from memdesk.errors import UsageError

if TYPE_CHECKING:
    from memdesk.store.retention import Limits

HISTORY_LIMITS = {"all_hours": 48, "hourly_days": 30, "daily_days": 365, "most_megabytes": 500}
"""How long all versions of a document are kept, then the last of each hour, then of each day; and their whole size."""

_HOURS_A_DAY = 24


class Range(NamedTuple):
    """What a number of the settings may be, both ends included."""

    least: int
    most: int


RANGES = {
    "all_hours": Range(1, 8760),
    "hourly_days": Range(1, 3650),
    "daily_days": Range(1, 36500),
    "most_megabytes": Range(1, 999_999),
}
"""By the names in `HISTORY_LIMITS`. An old settings file may hold other numbers; they count as the nearest of these."""


def wanted_limits(chosen: Mapping[str, int]) -> dict[str, int]:
    """All of the numbers: those `chosen`, else as they come, and none that contradicts another.

    Nothing may be let go of sooner because a later, coarser step ends before a finer one.
    """
    wanted = HISTORY_LIMITS | {name: chosen[name] for name in HISTORY_LIMITS if name in chosen}
    for name, (least, most) in RANGES.items():
        wanted[name] = min(max(wanted[name], least), most)
    wanted["hourly_days"] = max(wanted["hourly_days"], -(-wanted["all_hours"] // _HOURS_A_DAY))
    wanted["daily_days"] = max(wanted["daily_days"], wanted["hourly_days"])
    return wanted


def checked_limit(name: str, text: str, others: Mapping[str, int]) -> int:
    """The number that was typed for one of them, where `others` are as they are.

    Raises `UsageError` with what it has to be.
    """
    number = checked_whole(text, RANGES[name])
    wanted = wanted_limits(others) | {name: number}
    if wanted["hourly_days"] * _HOURS_A_DAY < wanted["all_hours"]:
        raise UsageError(
            "One version an hour cannot end before all versions do: {hours} hours are more than {days} days.",
            hours=wanted["all_hours"],
            days=wanted["hourly_days"],
        )
    if wanted["daily_days"] < wanted["hourly_days"]:
        raise UsageError(
            "One version a day cannot end before one an hour does: {hourly} days are more than {daily}.",
            hourly=wanted["hourly_days"],
            daily=wanted["daily_days"],
        )
    return number


def checked_whole(text: str, bounds: Range) -> int:
    """The whole number that was typed. Raises `UsageError` with what it has to be."""
    said, (least, most) = text.strip(" "), bounds
    if not (said.isascii() and said.isdigit()) or not least <= int(said) <= most:
        raise UsageError("A whole number from {least:,} to {most:,} belongs here.", least=least, most=most)
    return int(said)


def limits_of(chosen: Mapping[str, int]) -> Limits:
    """What retention is to go by."""
    from memdesk.store.retention import DAY_S, HOUR_S, MB, Limits

    wanted = wanted_limits(chosen)
    return Limits(
        wanted["all_hours"] * HOUR_S,
        wanted["hourly_days"] * DAY_S,
        wanted["daily_days"] * DAY_S,
        wanted["most_megabytes"] * MB,
    )
