"""What the history knows of a document: its versions, and the saves that are not finished."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Author(Enum):
    """Who wrote a version. The system does not tell, so what is not ours is `PROGRAM` unless its form shows more."""

    YOU = "you"
    AGENT = "agent"
    PROGRAM = "program"


@dataclass(frozen=True, slots=True)
class Version:
    """One text that a document had. `when` is in Unix seconds.

    `parent` is the version it followed, where that is known. `landed` is False for a text of ours whose save has not
    been finished: it is being written, or was interrupted.
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


@dataclass(frozen=True, slots=True)
class PendingSave:
    """A save that has been recorded and not been finished.

    `file` is the real path of the file, `temporary` the name beside it that the save uses, `before` and `after` are
    ids of versions; `before` is None where there was no file.
    """

    id: int
    path: str
    file: str
    temporary: str
    before: int | None
    after: int
    in_place: bool
