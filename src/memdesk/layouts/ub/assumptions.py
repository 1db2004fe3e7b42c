"""What is assumed of ub where its configuration does not say it."""

from __future__ import annotations

from functools import partial

from memdesk.layouts.assumptions import Assumption
from memdesk.layouts.ub.later import PUBLISHED, Limits
from memdesk.layouts.ub.reading import DEFAULT_BUDGET_BYTES
from memdesk.layouts.view import View
from memdesk.text.sentence import say

_of_ub = partial(Assumption, "ub")
_SOURCE_LATER = say("Published with ub v0.5.1; v0.3.8, by whose model Memdesk reads, keeps everything.")
_AGES = PUBLISHED.days

BUDGET = _of_ub(
    "budget_bytes",
    say("Memory in each prompt"),
    DEFAULT_BUDGET_BYTES,
    "bytes",
    1,
    10_000_000,
    say(
        "ub’s default for memory.max_chars (v0.3.8, measured: it counts bytes). A configuration that names it wins."
    ),
)
RULES_CHARS = _of_ub(
    "rules_chars",
    say("AGENTS.md in the prompt"),
    12_000,
    "characters",
    1,
    10_000_000,
    say("ub’s default for prompt.workspace_instructions.max_chars. A configuration that names it wins."),
)
MOST_ENTRIES = _of_ub(
    "most_entries",
    say("Entries that a write keeps"),
    PUBLISHED.most_entries,
    "entries",
    1,
    1_000_000,
    _SOURCE_LATER,
)
DEBUG_DAYS = _of_ub(
    "debug_days", say("Entries of “debug” stay for"), _AGES["debug"], "days", 1, 36_500, _SOURCE_LATER
)
GENERAL_DAYS = _of_ub(
    "general_days", say("Entries of “general” stay for"), _AGES["general"], "days", 1, 36_500, _SOURCE_LATER
)

ALL = (BUDGET, RULES_CHARS, MOST_ENTRIES, DEBUG_DAYS, GENERAL_DAYS)


def limits_of(view: View) -> Limits:
    """What a later ub is taken to keep."""
    days = {"debug": DEBUG_DAYS.of(view), "general": GENERAL_DAYS.of(view)}
    return Limits(MOST_ENTRIES.of(view), days)
