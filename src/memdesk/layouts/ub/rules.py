"""What ub gives of AGENTS.md: its text trimmed, behind words of ub's own, all within a cap (the same to v0.5.1)."""

from __future__ import annotations

from typing import NamedTuple

from memdesk.layouts.shapes.go import trimmed
from memdesk.text.edits import Span

_OWN_WORDS_CHARS = 158
"""How much of the cap goes to what ub says before the text."""
_MARK_CHARS = 39
"""How much goes to what it says behind a text that it cuts."""


class GivenRules(NamedTuple):
    """What of the text ub gives, what it leaves out, and how many characters it counts; nothing of a blank text."""

    given: Span
    left_out: Span
    counted_chars: int


def given_rules(text: str, cap_chars: int) -> GivenRules:
    """What ub gives of rules; characters are counted, not bytes."""
    whole = trimmed(text, Span(0, len(text)))
    counted = _OWN_WORDS_CHARS + whole.end - whole.start
    room = cap_chars - _OWN_WORDS_CHARS - (_MARK_CHARS if counted > cap_chars else 0)
    end = min(whole.end, whole.start + max(0, room))
    return GivenRules(Span(whole.start, end), Span(end, whole.end), counted)
