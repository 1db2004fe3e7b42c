"""Values that stand on the line below their name, as in `password:` and `hunter2XY` under it, or in a block of YAML."""

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
_MARKS = " \t\r\n\"'`*_|>+-"
"""What may stand between the sign behind a name and the value below."""
_BEHIND_SIGN = r"[\"'`*_]*+[ \t]*+(?:[|>][+-]?[ \t]*+)?\r?\n"
"""What may stand behind that sign to the end of its line. Possessive: a long row of blanks is looked at once."""
_ENDS_IN_SIGN = re.compile(_SIGN + _BEHIND_SIGN)
_LONGEST = 400
"""So far back is looked for the name of a value, in characters."""
_BELOW = (
    rf"(?im)(?<![A-Za-z])(?:[A-Za-z0-9]{{1,30}}[_-]){{0,4}}(?:{SECRET_NAMES})(?:[_-][A-Za-z0-9]{{1,30}}){{0,4}}"
    rf"[\"'`*_]*[ \t]*(?:=>|:=|{_SIGN}){_BEHIND_SIGN}(?:[ \t]*+\r?\n)?"
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
        found = compiled(_BELOW).search(text, start, _end_of_line(text, _end_of_line(text, ended.end()) + 1))
        if found is not None and found.start() <= ended.start() < found.start("value"):
            yield Below(Span(*found.span()), Span(*found.span("value")))


def _end_of_line(text: str, start: int) -> int:
    end = text.find("\n", start)
    return len(text) if end < 0 else end


def start_of_name(text: str, line_start: int) -> int:
    """Where looking for the name of a value has to begin that stands on the line at `line_start`; else that place."""
    above = text[max(0, line_start - _LONGEST) : line_start]
    if not re.fullmatch(_SIGN, above.rstrip(_MARKS)[-1:]):
        return line_start
    return max(0, line_start - _LONGEST)
