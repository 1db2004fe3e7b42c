"""Values of a header that an agent reads as YAML: what a written one says, and how one is written."""

from __future__ import annotations

import re
from datetime import date

from memdesk.text.yaml_values import BadFrontMatter, read_block, scalar_like, scalar_text


def said(value: str) -> str:
    """What a written value says: the text that YAML makes of it, without quotes, comments and line ends of its style.

    What is no text (a number, a list) and what is no YAML stays as it stands.
    """
    if not _MAY_SAY_OTHERWISE.match(value):
        return value
    read = _read(value)
    if isinstance(read, str):
        return read
    comment = _comment_of(value)
    return value[: len(value) - len(comment)] if comment else value


def _comment_of(value: str) -> str:
    """The comment behind a value on one line, with the blanks before it."""
    found = None if "\n" in value or value[:1] in ("|", ">") else _COMMENT.search(value)
    if found is None or _read(value) != _read(value[: found.start()]):
        return ""
    return found[0]


def written(value: str, before: str = "") -> str:
    """`value` as YAML that reads back as this text: plain where that is safe, else quoted.

    What stands there `before` and is a number, a date or a list may stay one, and so stays what is not changed. A
    comment behind it stays too, and a block of lines one where it can.
    """
    if value == before and _read(value) is not _BROKEN:
        return value
    comment = _comment_of(before)
    if comment:
        return written(value, before[: len(before) - len(comment)]) + comment
    if "\n" in value:
        return scalar_like(before, value)
    return _written(value, before)


def _written(value: str, before: str) -> str:
    read = _read(value)
    if isinstance(read, str):
        if _NUMBER_OF_OTHERS.fullmatch(value):
            return f"'{value}'"
        return value if read == value else scalar_text(value)
    is_kept = read is not None and _kind(read) is _kind(_read(before))
    return value if read is not _BROKEN and is_kept else scalar_text(value)


def _kind(read: object) -> type:
    for kind in (bool, (int, float), date):
        if isinstance(read, kind):
            return kind if isinstance(kind, type) else float
    return type(read)


_BROKEN = object()
_MAY_SAY_OTHERWISE = re.compile(r"[\"'|>]|.*[ \t]#|.*\n", re.DOTALL)
_COMMENT = re.compile(r"[ \t]+#[^\n]*\Z")
_NUMBER_OF_OTHERS = re.compile(r"[-+]?(?:\d+|\d*\.\d+)[eE][-+]?\d+|0o[0-7]+")
"""Numbers of YAML 1.2, which agents in JavaScript read, that are text to PyYAML, which reads 1.1."""


def _read(value: str) -> object:
    try:
        read = read_block(f"key: {value}\n")
    except BadFrontMatter:
        return _BROKEN
    return read["key"] if isinstance(read, dict) and list(read) == ["key"] else _BROKEN
