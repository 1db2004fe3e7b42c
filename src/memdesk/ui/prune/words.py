"""How candidates and reasons are named on screen."""

from __future__ import annotations

from collections.abc import Sequence

from memdesk.layouts.contract import ForecastKind
from memdesk.services.prune.prune import Candidate
from memdesk.services.prune.reasons.reason import AGE_DAYS, Reason, Rule
from memdesk.services.prune.step import LeftOut
from memdesk.text.document import readable
from memdesk.text.shortening import beginning
from memdesk.ui import format as shown
from memdesk.ui.i18n import listed, told, tr, trn
from memdesk.ui.theme.masks import SecretMasks

_MOST_CHARS = 300

ICONS: dict[Rule, str] = {
    Rule.NEAR_DUPLICATE: "copy",
    Rule.SUPERSEDED: "replace",
    Rule.AGE: "calendar-clock",
    Rule.PATH_GONE: "unlink",
    Rule.COMMAND_GONE: "terminal",
    Rule.LINK_GONE: "link-2-off",
    Rule.PROJECT_GONE: "ghost",
    Rule.EXPIRED: "hourglass",
    Rule.EVICTED_NEXT: "arrow-down-to-line",
    Rule.OVER_BUDGET: "eye-off",
    Rule.EMPTY: "square-dashed",
    Rule.BOILERPLATE: "text-cursor-input",
}


def rule_title(rule: Rule, age_days: int) -> str:
    """What a kind of reason is called in the list of reasons."""
    return {
        Rule.NEAR_DUPLICATE: tr("Near-duplicates"),
        Rule.SUPERSEDED: tr("Superseded"),
        Rule.AGE: trn("Older than {n} day", "Older than {n} days", age_days, n=shown.number(age_days)),
        Rule.PATH_GONE: tr("Path no longer exists"),
        Rule.COMMAND_GONE: tr("Command no longer exists"),
        Rule.LINK_GONE: tr("Link leads nowhere"),
        Rule.PROJECT_GONE: tr("Project is gone"),
        Rule.EXPIRED: tr("Expired"),
        Rule.EVICTED_NEXT: tr("Next to be evicted"),
        Rule.OVER_BUDGET: tr("Over the budget"),
        Rule.EMPTY: tr("Empty"),
        Rule.BOILERPLATE: tr("Boilerplate"),
    }[rule]


def weight_title(name: str) -> str:
    """What a weight is called where it is tuned."""
    if name == AGE_DAYS:
        return tr("An entry is old from")
    return tr("Age") if name == Rule.AGE else rule_title(Rule(name), 0)


def chip_of(reason: Reason) -> str:
    """The word on a reason's chip; its evidence stands beside it."""
    if reason.rule is Rule.AGE and reason.days is not None:
        return trn("{n} day old", "{n} days old", reason.days, n=shown.number(reason.days))
    return {
        Rule.NEAR_DUPLICATE: tr("Near-duplicate"),
        Rule.SUPERSEDED: tr("Superseded"),
        Rule.AGE: tr("Old"),
        Rule.PATH_GONE: tr("Path is gone"),
        Rule.COMMAND_GONE: tr("Command is gone"),
        Rule.LINK_GONE: tr("Link is dead"),
        Rule.PROJECT_GONE: tr("Project is gone"),
        Rule.EXPIRED: tr("Expired"),
        Rule.EVICTED_NEXT: tr("Evicted next"),
        Rule.OVER_BUDGET: tr("Left out"),
        Rule.EMPTY: tr("Empty"),
        Rule.BOILERPLATE: tr("Boilerplate"),
    }[reason.rule]


def title_of(candidate: Candidate) -> str:
    """The row's first line: what the entry says, on one line."""
    entry = candidate.entry
    words = " ".join(readable(beginning(entry.text, _MOST_CHARS)).split())
    return words or entry.title or tr("(empty)")


def shown_title(candidate: Candidate, masks: SecretMasks) -> str:
    """The row's first line without what `masks` hide."""
    return masks.shown_in(title_of(candidate), candidate.entry.around)


def next_of(candidate: Candidate, now: float) -> str:
    """What the forecast says of it, in a word or two; empty where nothing is foretold."""
    for one in candidate.foretold:
        if one.out.due_s is not None and one.kind is ForecastKind.EXPIRED:
            days = int((one.out.due_s - now) // 86_400)
            return tr("overdue") if days < 0 else trn("in {n} d", "in {n} d", days, n=shown.number(days))
        return tr("next") if one.is_next else tr("no. {n}", n=shown.number(one.place))
    return ""


def where_of(candidate: Candidate) -> tuple[str, str]:
    """The agent, and the scope of the document."""
    document = candidate.entry.document
    return told(candidate.entry.root.label), told(document.scope.title)


def size_of(size_bytes: int) -> str:
    """A size as short as a column has room for: `62 B`, `1.1 KB`."""
    if size_bytes < shown.KB:
        return tr("{n} B", n=shown.number(size_bytes))
    return shown.exact_size(size_bytes)


def spoken(candidate: Candidate, now: float, masks: SecretMasks, *, is_ticked: bool) -> str:
    """A row in a sentence, without what `masks` hide."""
    parts = (
        tr("ticked") if is_ticked else tr("not ticked"),
        shown_title(candidate, masks),
        *(f"{chip_of(reason)}: {masks.shown(told(reason.evidence))}" for reason in candidate.reasons),
        listed(where_of(candidate)),
        shown.spoken_age(candidate.since),
        shown.exact_size(candidate.size_bytes),
        next_of(candidate, now),
        tr("written by you") if candidate.is_by_hand else "",
        tr("pinned by you") if candidate.is_pinned else "",
    )
    return listed(parts)


def whys_left_out(left_out: Sequence[LeftOut], most: int) -> list[str]:
    """A sentence on each of the first `most` documents that were left alone, and one on how many more there are."""
    whys = [told(left.why) for left in left_out[:most]]
    more = len(left_out) - most
    if more > 0:
        whys.append(
            trn(
                "{n} more file was left alone.",
                "{n} more files were left alone.",
                more,
                n=shown.number(more),
            )
        )
    return whys
