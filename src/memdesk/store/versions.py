"""What the history knows of a document: its versions, and the saves that are not finished."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

FIRST_SEEN = "first seen"
FOUND_ON_DISK = "found on disk"
GONE_FROM_DISK = "gone from disk"
DISPLACED = "written while a save was going on"
"""Bytes of another program that a save replaced in the last moment."""
UNDO = "undo"
"""The way back of a step of ours."""
BROUGHT_BACK = frozenset({UNDO, "redo", "restore"})
"""Why a version of ours may hold again what others wrote."""
REHOMED = "rehome"
"""It went with the memory of its project to another folder, file by file: nobody looked at what is in it."""
LOST_OR_MERGED = "yours, when another program had changed the same place"
"""A text that met another one: what became of it was decided by the user."""
LEFT_BEHIND = "left behind by an interrupted save"


class Author(Enum):
    """Who wrote a version. The system does not tell, so what is not ours is `PROGRAM` unless its form shows more."""

    YOU = "you"
    AGENT = "agent"
    PROGRAM = "program"


@dataclass(frozen=True, slots=True)
class Version:
    """One text that a document had. `when` is in Unix seconds.

    `parent` is the version it followed, where that is known. `landed` is False for a text of ours whose save has not
    been finished: it is being written, or was interrupted. `removed` is True where we removed the file; such a version
    has no text. `purged` is True where a part of its text was purged and is masked now, or all of it and it is empty.
    """

    id: int
    path: str
    sha256: str
    when: float
    author: Author
    why: str
    parent: int | None
    size_bytes: int
    landed: bool
    removed: bool = False
    purged: bool = False

    @property
    def is_by_hand(self) -> bool:
        """Whether the user wrote what it brought."""
        return self.author is Author.YOU and self.why not in BROUGHT_BACK


@dataclass(frozen=True, slots=True)
class KeptText:
    """The text of a version: `data` is None where it is damaged. Its SHA-256 tells what it was all the same."""

    sha256: str
    data: bytes | None

    def is_in(self, data: bytes | None) -> bool:
        """Whether these bytes are this text."""
        return data is not None and hashlib.sha256(data).hexdigest() == self.sha256

    def begins_with(self, data: bytes) -> bool:
        """Whether this text is known to begin with these bytes."""
        return self.data is not None and self.data.startswith(data)


class Noted(NamedTuple):
    """What came of keeping what was seen: how many versions are new, and which documents are to be read again."""

    versions: int
    overtaken: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PendingSave:
    """A save that has been recorded and not been finished.

    `file` is the real path of the file, `temporary` the name beside it that the save uses, `before` and `after` are
    ids of versions; `before` is None where there was no file. `removes` is True where the file is being removed.
    """

    id: int
    path: str
    file: str
    temporary: str
    before: int | None
    after: int
    in_place: bool
    removes: bool = False


@dataclass(frozen=True, slots=True)
class PendingPart:
    """What one file of a change is to become: `after` in place of `before`, None where there is no file.

    `done` is the version that put it there, None while the file has not been written for it.
    """

    id: int
    path: str
    before: bytes | None
    after: bytes | None
    done: Version | None


@dataclass(frozen=True, slots=True)
class PendingChange:
    """A change of several files that has been recorded and not been finished; `parts` in the order to go.

    `is_undone` is True where what has been done of it is being taken back.
    """

    id: int
    why: str
    parts: tuple[PendingPart, ...]
    is_undone: bool = False
