"""Documents whose links lead outside everything that may be written: they are shown, and not edited."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from memdesk.text.sentence import say

if TYPE_CHECKING:
    from memdesk.layouts.documents import Document

_NO_NAMES = (os.curdir, os.pardir)


def with_links_outside(documents: Iterable[Document], may_write: Callable[[str], bool]) -> Iterator[Document]:
    """The documents, those read-only that lead outside. `may_write(path)` says so of a path without links.

    A save would refuse them; this says so before anybody has typed.
    """
    # All are needed first: one may be a link to another, which is a root of its own.
    found = tuple(documents)
    listed = {document.path for document in found}
    folders: dict[str, str] = {}
    for document in found:
        target = _target(document.path, folders)
        if not target or document.why_read_only or target in listed or may_write(target):
            yield document
        else:
            why = say(
                "It leads to {target}, outside every open memory folder, so it is not written.", target=target
            )
            yield document._replace(why_read_only=why)


def _target(path: str, folders: dict[str, str]) -> str:
    """Where `path` leads; empty where no link stands in the way. `folders` remembers where folders lead."""
    folder, name = os.path.split(path)
    real_folder = _real_folder(folder, folders)
    if os.path.islink(path):
        return os.path.realpath(path)
    return "" if real_folder == folder else os.path.join(real_folder, name)


def _real_folder(folder: str, folders: dict[str, str]) -> str:
    """`folder` without links. Folders that have one above them in common ask the disk about it once."""
    real = folders.get(folder)
    if real is None:
        above, name = os.path.split(folder)
        # Windows has links that are none by name, and names that are short for others.
        if sys.platform == "win32" or not name or name in _NO_NAMES or os.path.islink(folder):
            real = os.path.realpath(folder)
        else:
            real = os.path.join(_real_folder(above, folders), name)
        folders[folder] = real
    return real
