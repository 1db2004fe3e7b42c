"""Reads the `paths` of a rule: the patterns of the files that it waits for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from memdesk.layouts.claude_code.headers import HEADER, read_header
from memdesk.layouts.shapes.gitignore import is_ignored
from memdesk.layouts.shapes.globs import expanded, matches_nothing
from memdesk.text.document import BYTE_ORDER_MARK, JAVASCRIPT_WHITE_SPACE

PATHS = "paths"
_OUTSIDE_BRACES = re.compile(r",(?![^{}]*\})")


@lru_cache(maxsize=256)
def rule_patterns(text: str) -> tuple[str, ...]:
    """The patterns that a rule waits for; none for one that loads at the start."""
    header = HEADER.match(text.removeprefix(BYTE_ORDER_MARK))
    patterns = tuple(_listed(read_header(header[1]).get(PATHS))) if header else ()
    return () if set(_folders(patterns)) <= {"**"} else patterns


def _listed(value: object) -> Iterator[str]:
    """The patterns of a list, or of one text with commas."""
    for item in value if isinstance(value, list) else [value]:
        for pattern in _OUTSIDE_BRACES.split(item) if isinstance(item, str) else ():
            if said := pattern.strip(JAVASCRIPT_WHITE_SPACE):
                yield said


def _folders(patterns: Sequence[str]) -> Iterator[str]:
    """The patterns, of `a/**` the folder, which means the same."""
    return (folder for pattern in patterns if (folder := pattern.removesuffix("/**")))


def waits_for(patterns: Sequence[str], base: str, path: str) -> bool:
    """Whether a rule with `patterns`, tied to the folder `base`, loads with the file at `path`."""
    return path.startswith(f"{base}/") and is_ignored(_folders(patterns), path.removeprefix(f"{base}/"))


def match_nothing(patterns: Sequence[str]) -> bool:
    """Whether no file can match: each pattern leads out of the folder, takes out again, or leaves a bracket open."""
    return all(
        pattern.startswith(("!", "./", "../")) or all(map(matches_nothing, expanded(pattern)))
        for pattern in patterns
    )
