"""What later generations of ub let go when they write; v0.3.8, whose model this layout has, keeps everything.

Published with v0.5.1: some categories expire, there is a most number of entries, and of a category two texts on one
topic are taken for the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from memdesk.layouts.shapes.go_time import GoTime, go_time
from memdesk.layouts.ub.model import Entry, Memory, rank
from memdesk.layouts.ub.similar import is_similar, plain
from memdesk.text.secrets import find_secrets
from memdesk.text.sentence import say

LATER = say("ub v0.5.1 and later")

_TOPICS = tuple(
    map(
        frozenset,
        (
            ("build", "compile"),
            ("test", "tests", "testing", "validation", "verify"),
            ("lint", "linter", "staticcheck", "vet"),
            ("format", "formatter", "gofmt", "prettier"),
            ("commit", "commits", "conventional"),
            ("roadmap", "requirements", "design", "docs"),
        ),
    )
)
"""The words by which it knows a topic. A text is on the first one of which it holds a word, and on no other."""

_DAY_S = timedelta(days=1).total_seconds()
_NO_TIME = go_time(datetime.min.replace(tzinfo=UTC))


@dataclass(frozen=True, slots=True)
class Limits:
    """How many entries a write keeps, and for how many days those of a category; a category without any stays."""

    most_entries: int = 200
    days: Mapping[str, int] = field(default_factory=lambda: {"debug": 14, "general": 180})

    def due_s(self, entry: Entry) -> float | None:
        """From when on an entry has expired, in Unix seconds; None for one that stays.

        Those of some categories do, and so does one of the moment that Go takes for no time at all.
        """
        days = self.days.get(entry.category)
        return None if days is None or entry.time == _NO_TIME else entry.time.seconds + days * _DAY_S

    def has_expired(self, entry: Entry, now: GoTime) -> bool:
        """Whether the next write of a later ub drops it for its age."""
        seconds = self.due_s(entry)
        return seconds is not None and seconds < now.seconds


PUBLISHED = Limits()


def refused_as_secret(text: str) -> str:
    """Why a later ub does not remember `text` when it is told that: it refuses what looks like a secret."""
    secret = next(find_secrets(text), None)
    if secret is None:
        return ""
    return say(
        "{later} refuses what looks like a secret, and this holds {what}.", later=LATER, what=secret.what
    )


def kept(memory: Memory, now: GoTime, limits: Limits = PUBLISHED) -> Memory:
    """What a later ub has left of `memory` after it wrote: what has not expired, of that the first by priority.

    Of entries that are equal there, those of one category and time, the first of the file stay (v0.5.1).
    """
    young = [entry for entry in memory.entries if not limits.has_expired(entry, now)]
    by_priority = sorted(young, key=rank)
    wanted = {id(entry) for entry in by_priority[: limits.most_entries]}
    return Memory(tuple(entry for entry in young if id(entry) in wanted))


def merged(memory: Memory, category: str, text: str) -> Entry | None:
    """The entry that a later ub replaces when it is told `text` in this category; None where it adds one."""
    topic = _topic(text)
    return next(
        (
            entry
            for entry in memory.entries
            if entry.category == category
            and (is_similar(entry.text, text) or (topic is not None and _topic(entry.text) is topic))
        ),
        None,
    )


def _topic(text: str) -> frozenset[str] | None:
    words = set(plain(text).split(" "))
    return next((topic for topic in _TOPICS if words & topic), None)
