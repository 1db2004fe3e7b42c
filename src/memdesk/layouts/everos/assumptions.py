"""What is assumed of EverOS where none of its files says it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memdesk.layouts.assumptions import Assumption

if TYPE_CHECKING:
    from memdesk.layouts.contract import View

SCAN_SECONDS = Assumption(
    "everos",
    "scan_seconds",
    "It looks for changed files every",
    30,
    "seconds",
    1,
    86_400,
    "EverOS's scanner, beside its reports of changes by the system (read in its code).",
)

ALL = (SCAN_SECONDS,)


def soon(view: View) -> str:
    """By when a running EverOS has read a change."""
    return f"within {SCAN_SECONDS.of(view)} seconds"
