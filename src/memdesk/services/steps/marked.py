"""Marks that the user made or took away, as a step that can be undone like one that changed files."""

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
    stayed: tuple[str, ...] = ()
    """The paths of documents of which nothing was turned back, since a mark became another one."""

    def turned_back(self) -> Marked:
        """Let them be what they were, but those that became others since; that can be turned back as well.

        For a worker. Raises `MarksError`.
        """
        turned = self.marks.turn_back(self.changes)
        there = {one.mark.path for one in turned}
        stayed = dict.fromkeys(one.mark.path for one in self.changes if one.mark.path not in there)
        return Marked(self.marks, turned, tuple(stayed))
