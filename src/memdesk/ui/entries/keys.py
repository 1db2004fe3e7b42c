"""The keys that mean something in a list of entries, beside those that move in it."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

from memdesk.ui.widgets.redo_keys import redoes

_Key = Qt.Key
_NONE = Qt.KeyboardModifier.NoModifier
_CONTROL, _ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier


class RowKey(Enum):
    """What a key asks for."""

    OPEN = "open"
    """Edit the entry, fold or open the head, begin a new entry: what the row is for."""
    ADD = "add"
    REMOVE = "remove"
    MOVE_UP = "move up"
    MOVE_DOWN = "move down"
    MOVE_TO = "move to"
    PIN = "pin"
    FOLD = "fold"
    UNFOLD = "unfold"
    LEAVE = "leave"
    UNDO = "undo"
    REDO = "redo"


_KEYS: dict[tuple[Qt.Key, Qt.KeyboardModifier], RowKey] = {
    (_Key.Key_Return, _NONE): RowKey.OPEN,
    (_Key.Key_Enter, _NONE): RowKey.OPEN,
    (_Key.Key_F2, _NONE): RowKey.OPEN,
    (_Key.Key_Return, _CONTROL): RowKey.ADD,
    (_Key.Key_Enter, _CONTROL): RowKey.ADD,
    (_Key.Key_Delete, _NONE): RowKey.REMOVE,
    (_Key.Key_Up, _ALT): RowKey.MOVE_UP,
    (_Key.Key_Down, _ALT): RowKey.MOVE_DOWN,
    (_Key.Key_M, _CONTROL): RowKey.MOVE_TO,
    (_Key.Key_P, _NONE): RowKey.PIN,
    (_Key.Key_Left, _NONE): RowKey.FOLD,
    (_Key.Key_Right, _NONE): RowKey.UNFOLD,
    (_Key.Key_Escape, _NONE): RowKey.LEAVE,
}


def row_key(event: QKeyEvent) -> RowKey | None:
    """What a key asks for; None for one that is the list's own or somebody else's."""
    if event.matches(QKeySequence.StandardKey.Undo):
        return RowKey.UNDO
    if redoes(event):
        return RowKey.REDO
    modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    return _KEYS.get((Qt.Key(event.key()), modifiers))
