"""What a tree row says. A model gives it under one role, and the delegate paints it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from PySide6.QtCore import Qt

from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.tokens import ColorRole
from memdesk.ui.widgets.marks import NO_MARKS, Marks


class TreeRole(IntEnum):
    """Data roles of a tree model beyond Qt's own."""

    ROW = Qt.ItemDataRole.UserRole + 1
    """The `TreeRow` of the index."""


@dataclass(frozen=True, slots=True)
class TreeRow:
    """One row: an icon or the monogram of an agent, a name, marks, and a dim meta text at the trailing edge.

    `size` and `age` are ready to show ("2 KB", "2 h"); a section has its "5 lines" in `size`, an agent its count.
    `hits` are the spans of `name` that the filter found. `accessible` is the whole row as one sentence.
    """

    name: str
    icon: str = ""
    monogram: str = ""
    weight: Weight = Weight.Normal
    ink: ColorRole = "text"
    keeps_end: bool = False
    """Names whose end tells them apart are elided in the middle, others at the end."""
    marks: Marks = NO_MARKS
    size: str = ""
    age: str = ""
    hits: tuple[tuple[int, int], ...] = ()
    accessible: str = ""

    def data(self, role: int) -> object:
        """What a model returns for this row under `role`; None for a role that the row does not know."""
        if role == TreeRole.ROW:
            return self
        if role == Qt.ItemDataRole.DisplayRole:
            return self.name
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.accessible or self.name
        return None
