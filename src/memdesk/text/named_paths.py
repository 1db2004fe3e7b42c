"""The paths of files and folders that a text names."""

from __future__ import annotations

import re
from collections.abc import Iterator

_NAME = r"[\w.@+-]+"
_PATH = re.compile(
    # Behind a letter or a sign that belongs to it, a path would be the rest of one, of an address or of an account.
    rf"(?<![\w:/.~@+\\-])(?![\w.+-]+@)@?(?P<path>(?:(?:~|\.{{1,2}})/(?:{_NAME}/)*|/?(?:{_NAME}/)+)[\w.@+-]*\w)/?"
)
_ADDRESS = re.compile(r"\b[a-z][a-z0-9+.-]{0,30}://\S+")
_TEMPLATE = re.compile(r"[<>{}*$…?\[\]]")


def paths_in(text: str) -> Iterator[str]:
    """What looks like a path, each once: with a slash between its parts, or behind `~`, `.` and `..`.

    Addresses and patterns are none. The `@` with which agents take a file in, and a slash at the end, are left out.
    Words with a slash between them look the same: whether a path is meant, who knows the folders has to tell.
    """
    if "/" not in text:
        return
    without = _ADDRESS.sub(" ", text)
    yield from dict.fromkeys(
        found["path"]
        for found in _PATH.finditer(without)
        if not is_pattern(without[max(0, found.start() - 1) : found.end() + 1])
    )


def is_pattern(path: str) -> bool:
    """Whether it stands for several paths, or for one that is to be filled in."""
    return _TEMPLATE.search(path) is not None
