"""Values of YAML: read, and written as one more like the one they take the place of.

YAML is read with PyYAML's safe loader, YAML 1.1: `NO` is false, `2026-06-01` a date.
"""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import date, datetime
from functools import lru_cache

from memdesk.errors import Refused
from memdesk.text.document import first_invalid_byte
from memdesk.text.sentence import say

_WIDEST = 1_000_000
_LITERAL = re.compile(r"\|[-+]?[ \t]*\r?\n([ \t]+)")


class BadFrontMatter(ValueError):
    """A block that is not YAML. `line` counts from 0 in the block, None where nobody can tell."""

    def __init__(self, message: str, line: int | None = None) -> None:
        self.line = line
        super().__init__(message)


@lru_cache(maxsize=256)
def read_block(block: str) -> object:
    """What YAML makes of a block, None for an empty one; it is shared, so look at it only. Raises `BadFrontMatter`.

    Remembered, since reading is slow, and each key typed into a header asks for the same few blocks many times. libyaml
    reads ten times as fast, but takes tabs and bare tags for something else, and has other words for what is wrong.
    """
    import yaml

    if "\t" not in block and "!" not in block and hasattr(yaml, "CSafeLoader"):
        with suppress(
            yaml.YAMLError, ValueError, TypeError, LookupError, AttributeError, RecursionError, OverflowError
        ):
            return yaml.load(block, Loader=yaml.CSafeLoader)
    try:
        return yaml.safe_load(block)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line if error.problem_mark else None
        raise BadFrontMatter(error.problem or "it is not YAML", line) from error
    # A date that is none, a key that cannot be one, a depth without end.
    except (yaml.YAMLError, ValueError, TypeError, RecursionError, OverflowError) as error:
        raise BadFrontMatter(str(error).partition("\n")[0]) from error
    # PyYAML takes apart what stands behind a tag such as `!!int` or `!!bool` without looking whether it is one.
    except (LookupError, AttributeError) as error:
        raise BadFrontMatter(say("a value is not what its tag says")) from error


def shown(value: object) -> str:
    """A scalar as people type it."""
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def scalar_text(value: object) -> str:
    """`value` as one line of YAML that reads back as itself: plain where that is safe, else quoted."""
    import yaml

    if not isinstance(value, str):
        return yaml.safe_dump(value, width=_WIDEST, default_flow_style=True).partition("\n")[0]
    if _is_plain(value):
        return value
    quoted = _single_quoted(value)
    if value.isprintable() and _reads_as(quoted, value):
        return quoted
    return _double_quoted(value)


def item_text(value: object) -> str:
    """`value` as an item of a list between brackets."""
    written = scalar_text(value)
    if not isinstance(value, str) or _says(f"[{written}]", [value]):
        return written
    quoted = _single_quoted(value)
    return quoted if _says(f"[{quoted}]", [value]) else _double_quoted(value)


def scalar_like(raw: str, value: object) -> str:
    """`value` in the style of the scalar `raw`, quoted or as a block of lines, where it can be written so."""
    if isinstance(value, str):
        if raw.startswith('"'):
            return _double_quoted(value)
        if raw.startswith("'") and value.isprintable() and _reads_as(quoted := _single_quoted(value), value):
            return quoted
        if (literal := _literal(raw, value)) is not None:
            return literal
    return scalar_text(value)


def _literal(raw: str, value: str) -> str | None:
    """`value` as a block of lines like `raw`, without the line end behind it; None where it takes another form."""
    opening = _LITERAL.match(raw)
    if opening is None or "\r" in value:
        return None
    lines = value.removesuffix("\n").split("\n")
    line_end = "\r\n" if raw[: opening.start(1)].endswith("\r\n") else "\n"
    indented = [opening[1] + line if line else "" for line in lines]
    written = raw[: opening.start(1)] + line_end.join(indented)
    return written if _says(f"{written}\n", value) else None


def _single_quoted(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


def _double_quoted(value: str) -> str:
    import yaml

    if first_invalid_byte(value) is not None:
        raise Refused(
            "A text with bytes that are not UTF-8 cannot stand in a header.", hint="Convert it to UTF-8."
        )
    dumped: str = yaml.safe_dump(value, default_style='"', allow_unicode=True, width=_WIDEST)
    return dumped.removesuffix("\n")


def _is_plain(value: str) -> bool:
    """Whether a text needs no quotes as the value of a key, nor as an item of a list."""
    return value.isprintable() and value[:1] != " " and _reads_as(value, value)


def _reads_as(written: str, value: str) -> bool:
    return _says(written, value) and _reads(f"- {written}\n", [value])


def _says(written: str, value: object) -> bool:
    return _reads(f"k: {written}\n", {"k": value})


def _reads(block: str, value: object) -> bool:
    try:
        return read_block(block) == value
    except BadFrontMatter:
        return False


def value_like(old: object, said: str) -> object:
    """What `said` means in the place of `old`: a number, a date or a switch stays one, anything else is text.

    Raises `Refused` where it is none.
    """
    if old is None or isinstance(old, str):
        return said
    try:
        value = read_block(said)
    except BadFrontMatter:
        value = said
    wanted = _kind(old)
    if _kind(value) == wanted:
        return value
    raise Refused(_NO_SUCH[wanted], hint=_HINTS[wanted], said=said)


def _kind(value: object) -> str:
    if isinstance(value, bool):
        return "switch"
    if isinstance(value, int | float):
        return "number"
    return "date" if isinstance(value, date | datetime) else "text"


_NO_SUCH = {
    "switch": "“{said}” is no switch.",
    "number": "“{said}” is no number.",
    "date": "“{said}” is no date.",
    "text": "“{said}” is no text.",
}
_HINTS = {
    "switch": "Write true or false.",
    "number": "Write a number.",
    "date": "Write a date such as 2026-05-31.",
    "text": "Edit it as text.",
}
