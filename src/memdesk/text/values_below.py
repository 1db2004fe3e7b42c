"""Values that stand on a line below their name: `hunter2XY` under `password:`, in a fence, or in a block of YAML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from memdesk.text.edits import Span
from memdesk.text.lazy_patterns import compiled

SECRET_NAMES = (
    r"pass(?:word|wd|phrase|code)|pwd|secret(?:[ _-]?key)?|(?:api|access|auth|private|signing|encryption|account)"
    r"[ _-]?(?:key|token|secret)|authorization|bearer|token|credentials?|passwort|kennwort|mot de passe|contraseña"
    r"|密码|口令|密钥|(?<=[_-])pass(?=[\"'`*_]*[ \t]*[:=])|pass(?==(?!=))"
)
"""What a secret is called, as a pattern."""

_SIGN = "[:=\uff1a]"
_BEHIND_SIGN = r"[\"'`*_]*+[ \t]*+(?:[|>][+-]?[ \t]*+)?\r?\n"
_OPENING = r"(?:[ \t]*+\r?\n)?(?:[ \t]*+(?:`{3,}+|~{3,}+)[\w-]*+[ \t]*+\r?\n)?"
"""What may stand from the sign to the line of the value: the rest of its line, a blank line, the start of a fence.

Possessive, so that a long row of blanks is looked at once.
"""
_ENDS_IN_SIGN = re.compile(_SIGN + _BEHIND_SIGN + _OPENING)
_NAME_ABOVE = re.compile(rf"{_SIGN}{_BEHIND_SIGN}{_OPENING}\Z")
_LONGEST = 400
"""So far back is looked for the name of a value, in characters."""
_BELOW = (
    rf"(?im)(?<![A-Za-z])(?:[A-Za-z0-9]{{1,30}}[_-]){{0,4}}(?:{SECRET_NAMES})(?:[_-][A-Za-z0-9]{{1,30}}){{0,4}}"
    rf"[\"'`*_]*[ \t]*(?:=>|:=|{_SIGN}){_BEHIND_SIGN}{_OPENING}"
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
        found = compiled(_BELOW).search(text, start, _end_of_line(text, ended.end()))
        if found is not None and found.start() <= ended.start() < found.start("value"):
            yield Below(Span(*found.span()), Span(*found.span("value")))


def _end_of_line(text: str, start: int) -> int:
    end = text.find("\n", start)
    return len(text) if end < 0 else end


def start_of_name(text: str, line_start: int) -> int:
    """Where looking for the name of a value has to begin that stands on the line at `line_start`; else that place."""
    above = text[max(0, line_start - _LONGEST) : line_start]
    return max(0, line_start - _LONGEST) if _NAME_ABOVE.search(above) else line_start
