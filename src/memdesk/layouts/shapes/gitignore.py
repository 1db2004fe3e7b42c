"""Patterns of a `.gitignore`: which of them match a path below the folder that they stand for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from memdesk.layouts.shapes.globs import expanded, glob_matches


def is_ignored(patterns: Iterable[str], path: str) -> bool:
    """Whether `patterns` match `path`, relative to their folder, or a folder on its way; case does not count.

    The last pattern that matches decides, and what lies in a folder that is matched cannot be taken out again.
    """
    rules = [one for pattern in patterns for one in expanded(pattern.rstrip(" ").lower())]
    parts = path.lower().split("/")
    return any(
        _decided(rules, "/".join(parts[:count]), is_folder=count < len(parts))
        for count in range(1, len(parts) + 1)
    )


def _decided(rules: Iterable[str], path: str, *, is_folder: bool) -> bool:
    is_out = False
    for rule in rules:
        pattern = rule.removeprefix("!")
        if (is_folder or not pattern.endswith("/")) and any(
            glob_matches(one, path) for one in _globs(pattern)
        ):
            is_out = pattern == rule
    return is_out


def _globs(pattern: str) -> Iterator[str]:
    """The pattern as a glob on a whole path; only a slash inside or in front ties it to the folder."""
    bare = pattern.rstrip("/")
    if bare and not bare.startswith("#"):
        yield bare.removeprefix("/") if "/" in bare else f"**/{bare}"
