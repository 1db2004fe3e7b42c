"""How a row is just now on screen."""

from __future__ import annotations

from dataclasses import dataclass

from memdesk.ui.entries.found_marks import NO_MARKS, RowMarks


@dataclass(frozen=True, slots=True)
class RowState:
    """How a row is just now. `over` names the cell that the pointer is over, empty for none."""

    selected: bool = False
    current: bool = False
    hovered: bool = False
    focused: bool = False
    """Whether its list has the focus."""
    over: str = ""
    holds: bool = False
    """Whether a widget lies in it."""
    covered: bool = False
    """Whether that widget shows its words."""
    found: RowMarks = NO_MARKS
