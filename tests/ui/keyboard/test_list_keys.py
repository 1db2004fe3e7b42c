"""The keys that are listed for a list are those which it has."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence

from memdesk.ui.entries.keys import _KEYS as ENTRY_KEYS
from memdesk.ui.inbox.review_list import _DEEDS, _STEPS
from memdesk.ui.keyboard.list_keys import list_keys


def sequences(number: int) -> set[str]:
    return {QKeySequence(key).toString() for one in list_keys()[number].keys for key in one.keys}


def test_every_key_can_be_pressed() -> None:
    for number, group in enumerate(list_keys()):
        keys = sequences(number)
        assert all(keys)
        assert len(keys) == sum(len(one.keys) for one in group.keys)


def test_the_inbox_has_these_keys_and_no_others() -> None:
    assert sequences(0) == {QKeySequence(key).toString() for key in (*_DEEDS, *_STEPS, Qt.Key.Key_U)}


def test_a_list_of_entries_has_these_keys_and_no_others() -> None:
    pressed = {QKeySequence(modifiers.value | key.value).toString() for key, modifiers in ENTRY_KEYS}
    assert sequences(2) == pressed
