"""What an entry's own agent does to it: lets it expire, evicts it next, or does not give it for want of room."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from memdesk.layouts.contract import Cut, ForecastKind
from memdesk.services.preview.forecast import Foretold
from memdesk.services.prune.reasons.reason import Reason, Rule
from memdesk.services.remembered.moments import calendar_day
from memdesk.text.sentence import say, says

_LATER = 0.5
_DAY_S = 86_400
_NEXT = {
    (True, True): "It is deleted with the next fact. {rule}",
    (True, False): "It is deleted as number {place}. {rule}",
    (False, True): "It falls out of the prompt with the next fact. {rule}",
    (False, False): "It falls out of the prompt as number {place}. {rule}",
}
"""Whether it is deleted, and whether it is next."""


def expired(foretold: Sequence[Foretold], now: datetime) -> Reason | None:
    """The agent's own rule lets it go for its age, now."""
    for one in foretold:
        left_s = _left_s(one, now)
        if left_s is not None and left_s <= 0:
            days = int(-left_s // _DAY_S)
            date = calendar_day(now.timestamp() + left_s)
            if not days:
                lately = say("Due since {date}, less than a day ago. {rule}", date=date, rule=one.rule)
                return Reason(Rule.EXPIRED, lately)
            earlier = says(
                "Due since {date}, {n} day ago. {rule}",
                "Due since {date}, {n:,} days ago. {rule}",
                days,
                date=date,
                rule=one.rule,
            )
            return Reason(Rule.EXPIRED, earlier, days=days)
    return None


def _left_s(one: Foretold, now: datetime) -> float | None:
    """How many seconds are left until it expires; None for what does not go for its age."""
    due_s = one.out.due_s if one.kind is ForecastKind.EXPIRED else None
    return due_s - now.timestamp() if due_s is not None else None


def evicted_next(foretold: Sequence[Foretold], now: datetime) -> Reason | None:
    """It is among what the agent gives up next: by its age, or with the facts to come."""
    for one in foretold:
        left_s = _left_s(one, now)
        if left_s is not None and left_s > 0:
            days = int(left_s // _DAY_S)
            soon = say("It goes within a day. {rule}", rule=one.rule)
            later = says("It goes in {n} day. {rule}", "It goes in {n} days. {rule}", days, rule=one.rule)
            return Reason(Rule.EVICTED_NEXT, later if days else soon)
        if one.kind is not ForecastKind.EXPIRED:
            template = _NEXT[one.kind is ForecastKind.EVICTED, one.is_next]
            words = say(template, place=one.place, rule=one.rule)
            return Reason(Rule.EVICTED_NEXT, words, 1.0 if one.is_next else _LATER)
    return None


def over_budget(cuts: Sequence[Cut], agent: str) -> Reason | None:
    """The agent does not get it at all: it lies past a cap."""
    cut = next((cut for cut in cuts if cut.is_over_cap), None)
    return (
        None
        if cut is None
        else Reason(
            Rule.OVER_BUDGET,
            say(
                "{agent} does not get it: {why}.",
                agent=agent,
                why=cut.why.rstrip(".") if cut.why.endswith(".") else cut.why,
            ),
        )
    )
