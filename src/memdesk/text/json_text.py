"""The grammar of JSON over document text: where values begin and end, and where a text is no JSON.

Strict: no byte order mark, comments, trailing commas, or control characters in strings. Bytes that are not UTF-8 may
stand in strings, as the lone surrogates that document text has for them. Nothing is decoded here and nothing recurses,
so neither a long value nor a deep one is a danger.
"""

from __future__ import annotations

import re

from memdesk.text.document import encode

MOST_NESTED = 10_000
"""Values nested deeper than this are refused, as Go's `encoding/json` does it."""

_BLANK = re.compile(r"[ \t\n\r]*")
# A thousand escapes at a time, since each may be gone back to. A possessive group would keep none of them, but before
# 3.11.5 Python keeps what such a group took of a turn that failed.
_RUN_OF_STRING = re.compile(
    r'[^"\\\x00-\x1f]*+(?:\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})[^"\\\x00-\x1f]*+){0,1000}'
)
_ESCAPE_BEGUN = re.compile(r"\\(?:u[0-9A-Fa-f]{0,3})?")
_SCALAR = re.compile(r"true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_CLOSING = {"{": "}", "[": "]"}

END_OF_INPUT = "unexpected end of JSON input"


class NotJson(ValueError):
    """A text that is no JSON from `position` on; its message says why, without the position."""

    def __init__(self, position: int, words: str) -> None:
        self.position = position
        super().__init__(words)


def unexpected(text: str, at: int, where: str) -> NotJson:
    """What is wrong with the character at `at`, of which a reader of bytes sees the first byte."""
    if at >= len(text):
        return NotJson(len(text), END_OF_INPUT)
    shown = repr(chr(encode(text[at])[0]))
    return NotJson(at, f"invalid character {shown} {where}")


def past_blank(text: str, at: int) -> int:
    """Where the blanks at `at` end: spaces, tabs, line feeds and carriage returns."""
    found = _BLANK.match(text, at)
    return found.end() if found else at


def end_of_string(text: str, at: int, where: str) -> int:
    """Where the string that starts at `at` ends, its quotes included. Raises `NotJson`, saying `where` it was."""
    if not text.startswith('"', at):
        raise unexpected(text, at, where)
    end = at + 1
    while (found := _RUN_OF_STRING.match(text, end)) and found.end() > end:
        end = found.end()
    if text.startswith('"', end):
        return end + 1
    if not (begun := _ESCAPE_BEGUN.match(text, end)):
        raise unexpected(text, end, "in string literal")
    kind = "in string escape code" if len(begun[0]) == 1 else "in \\u hexadecimal character escape"
    raise unexpected(text, begun.end(), kind)


def past_colon(text: str, at: int) -> int:
    """Where the value of the key that starts at `at` begins. Raises `NotJson`."""
    at = past_blank(text, end_of_string(text, at, "looking for beginning of object key string"))
    if not text.startswith(":", at):
        raise unexpected(text, at, "after object key")
    return past_blank(text, at + 1)


def end_of_value(text: str, at: int) -> int:
    """Where the value that starts at `at` ends. Raises `NotJson`."""
    opened: list[str] = []
    while True:
        if text.startswith(("{", "["), at):
            opened.append(text[at])
            if len(opened) > MOST_NESTED:
                raise NotJson(at, "exceeded max depth")
            inside = past_blank(text, at + 1)
            if not text.startswith(_CLOSING[opened[-1]], inside):
                at = past_colon(text, inside) if opened[-1] == "{" else inside
                continue
            opened.pop()
            at = inside + 1
        else:
            at = _end_of_scalar(text, at)
        at = _past_closings(text, at, opened)
        if not opened:
            return at
        at = past_blank(text, at + 1)
        if opened[-1] == "{":
            at = past_colon(text, at)


def _end_of_scalar(text: str, at: int) -> int:
    if text.startswith('"', at):
        return end_of_string(text, at, "")
    found = _SCALAR.match(text, at)
    if not found:
        raise unexpected(text, at, "looking for beginning of value")
    return found.end()


def _past_closings(text: str, at: int, opened: list[str]) -> int:
    """Close what ends behind the value that ended at `at`; where a comma follows, or the outermost value ends."""
    while opened:
        behind = past_blank(text, at)
        if text.startswith(",", behind):
            return behind
        if not text.startswith(_CLOSING[opened[-1]], behind):
            where = "after object key:value pair" if opened[-1] == "{" else "after array element"
            raise unexpected(text, behind, where)
        opened.pop()
        at = behind + 1
    return at


def check_ends(text: str, at: int) -> None:
    """Raise `NotJson` where anything but blanks stands behind the outermost value, which ended at `at`."""
    behind = past_blank(text, at)
    if behind < len(text):
        raise unexpected(text, behind, "after top-level value")


def line_and_column(text: str, position: int) -> tuple[int, int]:
    """The line of a character and its place in it, both from 1."""
    return text.count("\n", 0, position) + 1, position - text.rfind("\n", 0, position)
