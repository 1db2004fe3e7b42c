"""Values of a header that an agent reads as YAML: what a written one says, and how one is written."""

from __future__ import annotations

import re
from datetime import date

from memdesk.text.yaml_values import BadFrontMatter, read_block, scalar_text


def said(value: str) -> str:
    """What a written value says: that of a text in quotes, else the value as it stands."""
    if value[:1] not in ("'", '"'):
        return value
    read = _read(value)
    return read if isinstance(read, str) and "\n" not in read else value


def written(value: str, before: str = "") -> str:
    """`value` as YAML that reads back as this text: plain where that is safe, else quoted.

    What stands there `before` and is a number, a date or a list may stay one, and so stays what is not changed.
    """
    read = _read(value)
    if isinstance(read, str):
        if _NUMBER_OF_OTHERS.fullmatch(value) and value != before:
            return f"'{value}'"
        return value if read == value else scalar_text(value)
    is_kept = value == before or (read is not None and _kind(read) is _kind(_read(before)))
    return value if read is not _BROKEN and is_kept else scalar_text(value)


def _kind(read: object) -> type:
    for kind in (bool, (int, float), date):
        if isinstance(read, kind):
            return kind if isinstance(kind, type) else float
    return type(read)


def is_mapping(block: str) -> bool:
    """Whether a header is YAML with keys, or blank."""
    try:
        return read_block(block) is None or isinstance(read_block(block), dict)
    except BadFrontMatter:
        return False


_BROKEN = object()
_NUMBER_OF_OTHERS = re.compile(r"[-+]?(?:\d+|\d*\.\d+)[eE][-+]?\d+|0o[0-7]+")
"""Numbers of YAML 1.2, which agents in JavaScript read, that are text to PyYAML, which reads 1.1."""


def _read(value: str) -> object:
    try:
        read = read_block(f"key: {value}\n")
    except BadFrontMatter:
        return _BROKEN
    return read["key"] if isinstance(read, dict) and list(read) == ["key"] else _BROKEN
