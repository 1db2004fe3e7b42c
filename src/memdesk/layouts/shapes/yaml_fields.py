"""Values of a header that an agent reads as YAML: what a written one says, and how one is written."""

from __future__ import annotations

from memdesk.text.yaml_values import BadFrontMatter, read_block, scalar_text


def said(value: str) -> str:
    """What a written value says: that of a text in quotes, else the value as it stands."""
    if value[:1] not in ("'", '"'):
        return value
    read = _read(value)
    return read if isinstance(read, str) and "\n" not in read else value


def written(value: str) -> str:
    """`value` as YAML that reads back as itself: plain where that is safe, else quoted.

    Numbers, dates and lists of YAML stay what they are.
    """
    read = _read(value)
    is_safe = read == value if isinstance(read, str) else read is not _BROKEN
    return value if is_safe else scalar_text(value)


def is_mapping(block: str) -> bool:
    """Whether a header is YAML with keys, or blank."""
    try:
        return read_block(block) is None or isinstance(read_block(block), dict)
    except BadFrontMatter:
        return False


_BROKEN = object()


def _read(value: str) -> object:
    try:
        read = read_block(f"key: {value}\n")
    except BadFrontMatter:
        return _BROKEN
    return read["key"] if isinstance(read, dict) and list(read) == ["key"] else _BROKEN
