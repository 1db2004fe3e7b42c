"""The keys that redo."""

from __future__ import annotations

import sys

from PySide6.QtGui import QKeyEvent, QKeySequence

_STANDARD = QKeySequence.StandardKey.Redo

REDO_KEYS: tuple[str | QKeySequence.StandardKey, ...] = (
    _STANDARD,
    "Ctrl+Shift+Z",
    *(() if sys.platform == "darwin" else ("Ctrl+Y",)),
)
"""Each system counts only some of these as standard keys, and people bring their habits along from another one."""


def redoes(event: QKeyEvent) -> bool:
    """Whether a key that was pressed is one of those that redo."""
    pressed = QKeySequence(event.keyCombination())
    return event.matches(_STANDARD) or any(pressed == QKeySequence(key) for key in REDO_KEYS)
