"""The keys that a list has while the focus is in it, beside those of the action table. They cannot be changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from memdesk.ui.i18n import tr


class ListKey(NamedTuple):
    """Portable key texts that do the same, the usual one first, and what they do."""

    keys: tuple[str, ...]
    does: str


class ListKeys(NamedTuple):
    """A list by name, and its keys."""

    title: str
    keys: Sequence[ListKey]


def list_keys() -> Sequence[ListKeys]:
    """Every list with keys of its own, in the language of the window."""
    return (
        ListKeys(tr("In the inbox"), _inbox_keys()),
        ListKeys(tr("In the list of Prune"), _prune_keys()),
        ListKeys(tr("In a list of entries"), _entry_keys()),
        ListKeys(tr("In the merge editor"), _merge_keys()),
        ListKeys(tr("In the list of problems"), _problem_keys()),
    )


def _inbox_keys() -> Sequence[ListKey]:
    return (
        ListKey(("J", "Down"), tr("Next change")),
        ListKey(("K", "Up"), tr("Previous change")),
        ListKey(("Return", "Enter"), tr("Keep, or review again")),
        ListKey(("E",), tr("Edit")),
        ListKey(("Del", "Backspace"), tr("Forget")),
        ListKey(("R",), tr("Put back")),
        ListKey(("P",), tr("Pin")),
        ListKey(("M",), tr("Move to…")),
        ListKey(("U",), tr("Undo")),
    )


def _prune_keys() -> Sequence[ListKey]:
    return (
        ListKey(("Space", "Select"), tr("Tick or untick")),
        ListKey(("Ctrl+A",), tr("Tick or untick all")),
        ListKey(("Del",), tr("Remove what is ticked")),
        ListKey(("D",), tr("Dismiss")),
        ListKey(("M",), tr("Merge with similar entries")),
    )


def _problem_keys() -> Sequence[ListKey]:
    return (
        ListKey(("Return", "Enter"), tr("Go there")),
        ListKey(("F",), tr("Fix")),
        ListKey(("I", "Del"), tr("Ignore, or stop ignoring")),
        ListKey(("Left",), tr("Fold")),
        ListKey(("Right",), tr("Unfold")),
    )


def _entry_keys() -> Sequence[ListKey]:
    return (
        ListKey(("Return", "Enter", "F2"), tr("Edit")),
        ListKey(("Ctrl+Return", "Ctrl+Enter"), tr("Add an entry")),
        ListKey(("Del",), tr("Remove")),
        ListKey(("Alt+Up",), tr("Move up")),
        ListKey(("Alt+Down",), tr("Move down")),
        ListKey(("Ctrl+M",), tr("Move to…")),
        ListKey(("P",), tr("Pin")),
        ListKey(("Left",), tr("Fold")),
        ListKey(("Right",), tr("Unfold")),
        ListKey(("Esc",), tr("Leave the list")),
    )


def _merge_keys() -> Sequence[ListKey]:
    return (
        ListKey(("1", "2", "3"), tr("Let the first, the second, the third… stay")),
        ListKey(("C",), tr("Combine")),
        ListKey(("D",), tr("Dismiss")),
    )
