"""Documents whose links lead to other ones, or outside everything that may be written: these are not edited."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from memdesk.layouts.shapes.instruction_files import NOT_LOADED
from memdesk.text.sentence import say

if TYPE_CHECKING:
    from memdesk.layouts.documents import Document

_NO_NAMES = (os.curdir, os.pardir)


def with_links(documents: Iterable[Document], may_write: Callable[[str], bool]) -> Iterator[Document]:
    """The documents, with what they are another name of, and those read-only that lead outside.

    A save would refuse these; it is said before anybody has typed. `may_write(path)` says so of a path without links.
    """
    # All are needed first: one may be a link to another, which is a root of its own.
    found = tuple(documents)
    listed = {document.path: document for document in found}
    folders: dict[str, str] = {}
    for document in found:
        target = _target(document.path, folders)
        if target and (same := listed.get(target)):
            is_read = document.note.startswith(NOT_LOADED) and not same.note.startswith(NOT_LOADED)
            note = "" if is_read else document.note
            yield document._replace(
                same_as=target, note=note or say("The same file as {title}", title=same.title)
            )
        elif not target or document.why_read_only or may_write(target):
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
