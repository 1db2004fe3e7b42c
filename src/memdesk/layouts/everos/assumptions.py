"""What is assumed of EverOS where none of its files says it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memdesk.layouts.assumptions import Assumption
from memdesk.text.sentence import say

if TYPE_CHECKING:
    from memdesk.layouts.view import View

SCAN_SECONDS = Assumption(
    "everos",
    "scan_seconds",
    say("It looks for changed files every"),
    30,
    "seconds",
    1,
    86_400,
    say("EverOS’s scanner, beside its reports of changes by the system (read in its code)."),
)

ALL = (SCAN_SECONDS,)


def soon(view: View) -> str:
    """By when a running EverOS has read a change."""
    return say("within {seconds} seconds", seconds=SCAN_SECONDS.of(view))
