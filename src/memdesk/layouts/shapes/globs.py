"""Glob patterns as agents have them in settings and headers: `*` within a folder, `**` across, braces, brackets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

MOST_EXPANDED = 1_000

_TOKEN = re.compile(r"\*\*/|\*\*|\*|\?|\\.|\[[!^]?\]?[^\]]*\]|.", re.DOTALL)
_RANGE_OR_ONE = re.compile(r"(.)-(.)|.", re.DOTALL)


def expanded(pattern: str, most: int = MOST_EXPANDED) -> list[str]:
    """`pattern` with its braces multiplied out; as it is where that would give more than `most`."""
    found = [pattern]
    while any("{" in one for one in found):
        grown = [other for one in found for other in _first_braces(one)]
        if len(grown) > most:
            return [pattern]
        if grown == found:
            break
        found = grown
    return found


def _first_braces(pattern: str) -> Iterator[str]:
    braces = re.search(r"\{([^{}]*)\}", pattern)
    if braces is None or "," not in braces[1]:
        yield pattern
        return
    for choice in braces[1].split(","):
        yield pattern[: braces.start()] + choice + pattern[braces.end() :]


def matches_nothing(pattern: str) -> bool:
    """Whether no path can match a pattern without braces: a `[` stays open in it, is empty or runs backwards."""
    return _translated(pattern) is None


def glob_matches(pattern: str, path: str) -> bool:
    """Whether `pattern` matches the whole of `path`."""
    return any(
        translated is not None and translated.fullmatch(path) is not None
        for translated in map(_translated, expanded(pattern))
    )


@lru_cache(maxsize=256)
def _translated(pattern: str) -> re.Pattern[str] | None:
    """A regular expression for one pattern without braces, None where that makes none."""
    pieces = [_piece(token[0]) for token in _TOKEN.finditer(pattern)]
    if None in pieces:
        return None
    try:
        return re.compile("(?s:" + "".join(piece for piece in pieces if piece is not None) + ")")
    except (re.error, RecursionError, OverflowError):
        return None


def _piece(token: str) -> str | None:
    known = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]", "[": None}
    if token in known:
        return known[token]
    if token[0] == "\\" and len(token) > 1:
        return re.escape(token[1])
    if token[0] == "[":
        inner = token[1:-1]
        return f"[^{_members(inner[1:])}]" if inner[:1] in ("!", "^") else f"[{_members(inner)}]"
    return re.escape(token)


def _members(inner: str) -> str:
    """What stands in brackets, so that a regular expression takes nothing but the `-` of a range as a sign."""
    return _RANGE_OR_ONE.sub(
        lambda found: f"{re.escape(found[1])}-{re.escape(found[2])}" if found[1] else re.escape(found[0]),
        inner,
    )
