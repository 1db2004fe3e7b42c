"""Values that stand on a line below their name: `hunter2XY` under `password:`, in a fence, or in a block of YAML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from memdesk.text.document import end_of_line
from memdesk.text.edits import Span
from memdesk.text.lazy_patterns import compiled
from memdesk.text.secret_names import BESIDE_NAME, IN_BRACKETS, SECRET_NAME

_SIGN = "[:=\uff1a]"
_BEHIND_SIGN = rf"[\"'`*_]*+[ \t]*+(?:{IN_BRACKETS}[.,;:]?+[ \t]*+)?(?:[|>][+-]?[ \t]*+)?\r?\n"
_OPENING = r"(?:[ \t]*+\r?\n)?(?:[ \t]*+(?:`{3,}+|~{3,}+)[\w-]*+[ \t]*+\r?\n)?"
"""What may stand from the sign to the line of the value: the rest of its line, a blank line, the start of a fence.

Possessive, so that a long row of blanks is looked at once.
"""
_ENDS_IN_SIGN = re.compile(_SIGN + _BEHIND_SIGN + _OPENING)
_NAME_ABOVE = re.compile(rf"{_SIGN}{_BEHIND_SIGN}{_OPENING}\Z")
_LONGEST = 400
"""So far back is looked for the name of a value, in characters."""
_BELOW = (
    rf"(?im){SECRET_NAME}{BESIDE_NAME}[ \t]*(?:=>|:=|{_SIGN}){_BEHIND_SIGN}{_OPENING}"
    r"[ \t]*(?:[-*+>][ \t]+)?[\"'`<*_]*(?P<value>[^\s\"'`<>]{6,})[\"'`>*_]*[.,;]?[ \t]*\r?$"
)


class Below(NamedTuple):
    """A value that is alone on its line, and the stretch from its name to the end of its line."""

    whole: Span
    value: Span


def values_below(text: str) -> Iterator[Below]:
    """What stands below the name of a secret in `text`, secret or not; the name may be a line further up."""
    for ended in _ENDS_IN_SIGN.finditer(text):
        start = max(text.rfind("\n", 0, ended.start()) + 1, ended.start() - _LONGEST)
        found = compiled(_BELOW).search(text, start, end_of_line(text, ended.end()))
        if found is not None and found.start() <= ended.start() < found.start("value"):
            yield Below(Span(*found.span()), Span(*found.span("value")))


def start_of_name(text: str, line_start: int) -> int:
    """Where looking for the name of a value has to begin that stands on the line at `line_start`; else that place."""
    above = text[max(0, line_start - _LONGEST) : line_start]
    return max(0, line_start - _LONGEST) if _NAME_ABOVE.search(above) else line_start
