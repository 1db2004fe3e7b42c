"""Marks that the user made or took away, as a step that can be turned back like one that changed files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # A window starts sooner without SQLite.
    from memdesk.store.marks import MarkChange, Marks


@dataclass(frozen=True, slots=True)
class Marked:
    """What became of marks; nothing where they were that way already."""

    marks: Marks
    changes: tuple[MarkChange, ...]

    def turned_back(self) -> Marked:
        """Let them be what they were, unless one became another since; that can be turned back as well.

        For a worker. Raises `MarksError`.
        """
        return Marked(self.marks, self.marks.turn_back(self.changes))
