"""What a reason says, and how much each kind of reason counts."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from memdesk.services.remembered.entries import Entry
from memdesk.text.excerpt import mask_quotes
from memdesk.text.sentence import in_quotes

AGE_DAYS = "age-days"
"""The name, among the weights, of the age from which an entry counts as old."""


class Rule(StrEnum):
    """The kinds of reasons, in the order in which they are shown."""

    NEAR_DUPLICATE = "near-duplicate"
    SUPERSEDED = "superseded"
    AGE = "age"
    PATH_GONE = "path-gone"
    COMMAND_GONE = "command-gone"
    LINK_GONE = "link-gone"
    PROJECT_GONE = "project-gone"
    EXPIRED = "expired"
    EVICTED_NEXT = "evicted-next"
    OVER_BUDGET = "over-budget"
    EMPTY = "empty"
    BOILERPLATE = "boilerplate"


WEIGHTS: Mapping[str, int] = {
    Rule.NEAR_DUPLICATE: 80,
    Rule.SUPERSEDED: 80,
    Rule.AGE: 40,
    Rule.PATH_GONE: 60,
    Rule.COMMAND_GONE: 50,
    Rule.LINK_GONE: 50,
    Rule.PROJECT_GONE: 70,
    Rule.EXPIRED: 90,
    Rule.EVICTED_NEXT: 30,
    Rule.OVER_BUDGET: 30,
    Rule.EMPTY: 90,
    Rule.BOILERPLATE: 80,
    AGE_DAYS: 180,
}
"""What each rule counts, out of 100, unless the user says otherwise; 0 switches it off."""


class Reason(NamedTuple):
    """One reason: its rule, the evidence as a sentence, and how sure it is, from 0 to 1.

    `days` is an age where the rule is about one. `stays` is the entry that says the same and is kept. What `is_guess`
    is for the user to judge: nothing goes by it alone.
    """

    rule: Rule
    evidence: str
    strength: float = 1.0
    days: int | None = None
    stays: Entry | None = None
    is_guess: bool = False


class Weights:
    """How much the user lets each rule count; what is not said is as in `WEIGHTS`."""

    def __init__(self, chosen: Mapping[str, int]) -> None:
        self._numbers = {**WEIGHTS, **{name: value for name, value in chosen.items() if name in WEIGHTS}}

    @property
    def age_days(self) -> int:
        """From how many days on an entry is old; at least one."""
        return max(1, self._numbers[AGE_DAYS])

    def is_on(self, rule: Rule) -> bool:
        """Whether a rule counts at all."""
        return self._numbers[rule] > 0

    def points(self, reason: Reason) -> float:
        """What a reason counts, from 0 to 100."""
        return min(100, max(0, self._numbers[reason.rule])) * reason.strength


def quoted(text: str, around: str = "", most: int = 60) -> str:
    """The begin of a text on one line, between quotation marks, and of a secret in it the begin of that.

    `around` is what stands around the text in its document.
    """
    line = " ".join(mask_quotes(text, around).split())
    return in_quotes(line if len(line) <= most else f"{line[:most].rstrip()}…")


def is_short(entry: Entry) -> bool:
    """Whether an entry is one remembered thing, and not a whole section that holds several."""
    return len(entry.text.split("\n\n")) == 1 and entry.text.count("\n") < _MOST_LINES


_MOST_LINES = 3
