"""Which path lies in which folder, told by their names alone."""

from __future__ import annotations

import os


def is_below(path: str, folder: str) -> bool:
    """Whether `path` lies in `folder`, at any depth."""
    return path.startswith(folder.rstrip(os.sep) + os.sep)


def is_within(path: str, folder: str) -> bool:
    """Whether `path` is `folder` or lies in it."""
    return path == folder or is_below(path, folder)
