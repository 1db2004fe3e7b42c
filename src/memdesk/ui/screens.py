"""The names of the screens, by which the window and whoever goes to one know it, and what may be asked of each.

A screen that does not have what is asked for does without: it has no panels, or the filter that is meant is the tree's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from memdesk.ui.frame import Frame

MEMORY, FIRST_RUN, INBOX, PRUNE = "memory", "first run", "inbox", "prune"
SEARCH, PROBLEMS, HISTORY = "search", "problems", "history"


@runtime_checkable
class WithRegions(Protocol):
    """A screen of several regions."""

    @property
    def regions(self) -> Sequence[QWidget]:
        """What F6 goes through."""


@runtime_checkable
class WithPanels(Protocol):
    """A screen with panels at its sides."""

    frame: Frame


@runtime_checkable
class WithFilter(Protocol):
    """A screen with a filter of its own."""

    def focus_filter(self) -> None:
        """Put the focus into it."""
