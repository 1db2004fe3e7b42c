"""How old an entry is: by its own stamp, else by what the recorder has seen, else by its file."""

from __future__ import annotations

from typing import NamedTuple

from memdesk.services.prune.reasons.reason import Reason, Rule
from memdesk.services.remembered.entries import Entry
from memdesk.services.remembered.moments import calendar_day, stamp_s
from memdesk.text.document import trim
from memdesk.text.sentence import say, says

_DAY_S = 86_400.0


class SeenBefore(NamedTuple):
    """What a document held long ago, as the recorder has it; `when` in Unix seconds."""

    text: str
    when: float


class Age(NamedTuple):
    """Since when an entry says what it says, in Unix seconds, and how that is known."""

    since: float
    how: str

    def days(self, now: float) -> int:
        """Whole days up to `now`."""
        return max(0, int((now - self.since) // _DAY_S))


def age_of(entry: Entry, seen: SeenBefore | None) -> Age:
    """The age of an entry; `seen` is a version of its document that is old enough to matter."""
    stamp = stamp_s(entry.facts)
    if stamp is not None:
        return Age(stamp, say("by its own time"))
    if seen is not None and seen.when < entry.document.modified and _says(seen.text, trim(entry.text)):
        return Age(seen.when, say("the history has seen it since then"))
    return Age(entry.document.modified, say("its file has not changed since then"))


def _says(text: str, words: str) -> bool:
    """Whether `words` stand in `text`, and not as a part of others."""
    at = text.find(words)
    while at >= 0:
        around = text[max(0, at - 1) : at + 1], text[at + len(words) - 1 : at + len(words) + 1]
        if not any(len(pair) == 2 and pair.isalnum() for pair in around):
            return True
        at = text.find(words, at + 1)
    return False


def old(age: Age, now: float, most_days: int) -> Reason | None:
    """The reason that nothing has changed an entry for longer than `most_days`."""
    days = age.days(now)
    if days < most_days:
        return None
    strength = min(1.0, days / (2 * most_days))
    return Reason(
        Rule.AGE,
        says(
            "From {day}, {n} day ago: {how}.",
            "From {day}, {n:,} days ago: {how}.",
            days,
            day=calendar_day(age.since),
            how=age.how,
        ),
        strength,
        days,
    )
