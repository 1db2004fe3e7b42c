"""Paths of memory, and which of them lies in which folder, told by their names alone.

The paths that layouts, documents and views name have `/` between their parts on every system (see
`memdesk.layouts.view.View`), so `posixpath` takes them apart. What the system itself answers comes in through
`with_slashes`; `os.path` is for what goes straight to the system's calls.
"""

from __future__ import annotations

import os
from collections.abc import Set as AbstractSet


def with_slashes(path: str) -> str:
    """A path of this system as memory names it; on all but Windows that is the same."""
    return path.replace(os.sep, "/") if os.sep != "/" else path


def is_below(path: str, folder: str) -> bool:
    """Whether `path` lies in `folder`, at any depth; either may be as memory names it or as the system does."""
    return with_slashes(path).startswith(with_slashes(folder).rstrip("/") + "/")


def is_within(path: str, folder: str) -> bool:
    """Whether `path` is `folder` or lies in it."""
    return path == folder or is_below(path, folder)


def is_below_one(path: str, folders: AbstractSet[str]) -> bool:
    """Whether `path` lies in one of `folders`, at any depth; told by its own parents, however many folders there are.

    The folders are as memory names them, without a slash at the end.
    """
    path = with_slashes(path)
    end = path.rfind("/") if folders else 0
    while end > 0:
        if path[:end] in folders:
            return True
        end = path.rfind("/", 0, end)
    return False
