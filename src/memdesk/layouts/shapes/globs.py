"""Glob patterns as agents have them in settings and headers: `*` within a folder, `**` across, braces, brackets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

MOST_EXPANDED = 1_000

_TOKEN = re.compile(r"\*\*/|\*\*|\*|\?|\\.|\[[!^]?\]?[^\]]*\]|.", re.DOTALL)


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


def has_open_bracket(pattern: str) -> bool:
    """Whether a `[` begins no bracket expression: such a pattern matches nothing."""
    return _translated(pattern) is None


def glob_matches(pattern: str, path: str) -> bool:
    """Whether `pattern` matches the whole of `path`."""
    return any(
        translated is not None and re.fullmatch(translated, path) is not None
        for translated in map(_translated, expanded(pattern))
    )


@lru_cache(maxsize=256)
def _translated(pattern: str) -> str | None:
    """A regular expression for one pattern without braces, None where a bracket stays open."""
    pieces = [_piece(token[0]) for token in _TOKEN.finditer(pattern)]
    if None in pieces:
        return None
    return "(?s:" + "".join(piece for piece in pieces if piece is not None) + ")"


def _piece(token: str) -> str | None:
    known = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]", "[": None}
    if token in known:
        return known[token]
    if token[0] == "\\" and len(token) > 1:
        return re.escape(token[1])
    if token[0] == "[":
        inner = token[1:-1].replace("\\", "\\\\")
        return f"[^{inner[1:]}]" if inner[:1] in ("!", "^") else f"[{inner}]"
    return re.escape(token)
