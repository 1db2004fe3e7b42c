"""What an entry's own agent does to it: lets it expire, evicts it next, or does not give it for want of room."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from memdesk.layouts.contract import Cut, ForecastKind
from memdesk.services.forecast import Foretold
from memdesk.services.reasons.reason import Reason, Rule

_LATER = 0.5


def expired(foretold: Sequence[Foretold], now: datetime) -> Reason | None:
    """The agent's own rule lets it go for its age, now."""
    for one in foretold:
        due = one.out.due
        if one.kind is ForecastKind.EXPIRED and due is not None and due <= now:
            days = (now - due).days
            evidence = f"Due since {due.date().isoformat()}, {days:,} days ago. {one.rule}"
            return Reason(Rule.EXPIRED, evidence, days=days)
    return None


def evicted_next(foretold: Sequence[Foretold], now: datetime) -> Reason | None:
    """It is among what the agent gives up next: by its age, or with the facts to come."""
    for one in foretold:
        due = one.out.due if one.kind is ForecastKind.EXPIRED else None
        if due is not None and due > now:
            days = (due - now).days
            when = "within a day" if days == 0 else f"in {days} day{'' if days == 1 else 's'}"
            return Reason(Rule.EVICTED_NEXT, f"It goes {when}. {one.rule}")
        if one.kind is not ForecastKind.EXPIRED:
            when = "with the next fact" if one.is_next else f"as number {one.place}"
            how = "is deleted" if one.kind is ForecastKind.EVICTED else "falls out of the prompt"
            return Reason(Rule.EVICTED_NEXT, f"It {how} {when}. {one.rule}", 1.0 if one.is_next else _LATER)
    return None


def over_budget(cuts: Sequence[Cut], agent: str) -> Reason | None:
    """The agent does not get it at all: it lies past a cap."""
    cut = next((cut for cut in cuts if cut.is_over_cap), None)
    return (
        None if cut is None else Reason(Rule.OVER_BUDGET, f"{agent} does not get it: {cut.why.rstrip('.')}.")
    )
