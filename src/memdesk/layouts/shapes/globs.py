"""Glob patterns as agents have them in settings and headers: `*` within a folder, `**` across, braces, brackets.

Groups such as `+(a|b)` are known as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache, partial

MOST_EXPANDED = 1_000

_TOKEN = re.compile(
    r"[?*+@!]\([^()]*\)|(?:^|(?<=/))\*\*(?:/|$)|(?P<stars>\*+)|\?|\\.|\[[!^]?\]?[^\]]*\]|.", re.DOTALL
)
_NO_SLASH = re.compile(r"[^/]")
_RANGE_OR_ONE = re.compile(r"(.)-(.)|.", re.DOTALL)


def expanded(pattern: str) -> list[str]:
    """`pattern` with its braces multiplied out; as it is where that would give more than `MOST_EXPANDED`."""
    found = [pattern]
    while any("{" in one for one in found):
        grown = [other for one in found for other in _first_braces(one)]
        if len(grown) > MOST_EXPANDED:
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
    return _steps(pattern) is None


def glob_matches(pattern: str, path: str) -> bool:
    """Whether `pattern` matches the whole of `path`, in a time that grows with both and no faster."""
    return any(_leads_to_end(_steps(one), path) for one in expanded(pattern))


_Step = Callable[[str, Collection[int]], Collection[int]]
"""Where in a path one may stand behind a piece of a pattern, of where one may stand in front of it.

A regular expression would try all ways through several `**/`, one after the other, and not end in a lifetime.
"""


def _leads_to_end(steps: Sequence[_Step] | None, path: str) -> bool:
    return steps is not None and len(path) in _behind(steps, path, {0})


def _behind(steps: Sequence[_Step], path: str, places: Collection[int]) -> Collection[int]:
    for step in steps:
        if places:
            places = step(path, places)
    return places


@lru_cache(maxsize=256)
def _steps(pattern: str) -> Sequence[_Step] | None:
    """The pieces of one pattern without braces, None where nothing can match one of them."""
    # Stars that do not stand alone between two slashes stay within a folder.
    steps = [_step("*" if token["stars"] else token[0]) for token in _TOKEN.finditer(pattern)]
    return None if None in steps else [step for step in steps if step is not None]


def _step(token: str) -> _Step | None:
    if token == "[":
        return None
    if token.endswith(")") and len(token) > 1:
        choices = [_steps(choice) for choice in token[2:-1].split("|")]
        return partial(_group, token[0], [choice for choice in choices if choice is not None])
    known: dict[str, _Step] = {
        "**/": _into_folders,
        "**": _anywhere,
        "*": _within_folder,
        "?": partial(_one, _NO_SLASH),
    }
    if token in known:
        return known[token]
    if token[0] == "[":
        inner = token[1:-1]
        members = f"^{_members(inner[1:])}" if inner[:1] in ("!", "^") else _members(inner)
        try:
            return partial(_one, re.compile(f"[{members}]"))
        except (re.error, OverflowError):
            return None
    return partial(_same, token[1] if token[0] == "\\" and len(token) > 1 else token)


def _into_folders(path: str, places: Collection[int]) -> Collection[int]:
    """Where one stands, or behind any `/` from there on."""
    first = min(places)
    return {*places, *(at + 1 for at in range(first, len(path)) if path[at] == "/")}


def _anywhere(path: str, places: Collection[int]) -> Collection[int]:
    return range(min(places), len(path) + 1)


def _within_folder(path: str, places: Collection[int]) -> Collection[int]:
    found: set[int] = set()
    for place in sorted(places):
        if place not in found:
            end = path.find("/", place)
            found.update(range(place, (len(path) if end < 0 else end) + 1))
    return found


def _group(
    sign: str, choices: Sequence[Sequence[_Step]], path: str, places: Collection[int]
) -> Collection[int]:
    """Behind one of the choices (`@`), any number of them (`*`), at most (`?`) or at least one (`+`), or none (`!`)."""
    if sign == "!":
        within = ((place, end) for place in places for end in _within_folder(path, {place}))
        return {
            end for place, end in within if all(end not in _behind(one, path, {place}) for one in choices)
        }
    found, last = set(places) if sign in "?*" else set[int](), set(places)
    while last:
        last = {end for choice in choices for end in _behind(choice, path, last)} - found
        found |= last
        if sign in "@?":
            break
    return found


def _one(members: re.Pattern[str], path: str, places: Collection[int]) -> Collection[int]:
    return {place + 1 for place in places if members.match(path, place)}


def _same(character: str, path: str, places: Collection[int]) -> Collection[int]:
    return {place + 1 for place in places if path.startswith(character, place)}


def _members(inner: str) -> str:
    """What stands in brackets, so that a regular expression takes nothing but the `-` of a range as a sign."""
    return _RANGE_OR_ONE.sub(
        lambda found: f"{re.escape(found[1])}-{re.escape(found[2])}" if found[1] else re.escape(found[0]),
        inner,
    )
