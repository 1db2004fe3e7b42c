"""What is raised where a database of ours fails. Apart from what opens one, since who only reads needs no SQLite."""

from __future__ import annotations

from typing import ClassVar

from memdesk.errors import StorageError
from memdesk.text.sentence import marked


class DatabaseError(StorageError):
    """A database of ours cannot be read or written. What it holds, and what to do about it, each kind says."""

    cannot: ClassVar[str]
    """The sentence, over `file` and `reason`."""
    make_room: ClassVar[str]
    let_write: ClassVar[str] = marked("Give yourself the right to write in that folder.")
    """What to do where the system does not allow it: room would not help, nor another file."""
    move_away: ClassVar[str]
    """What to do where the file is damaged."""
    update: ClassVar[str]
    """What to do where the file is of a newer Memdesk."""

    def __init__(self, file: str, reason: str, hint: str = "") -> None:
        super().__init__(self.cannot, hint=hint or self.make_room, file=file, reason=reason)
