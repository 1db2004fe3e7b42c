"""Keys are written as the caps of this platform's keyboards say."""

from __future__ import annotations

import sys

import pytest
from PySide6.QtGui import QKeySequence

from memdesk.ui.widgets.tips import cap_words, native_keys

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.skipif(sys.platform == "darwin", reason="Apple's keyboards call the main Enter key Return")
@pytest.mark.parametrize("keys", ["Return", "Ctrl+Return", "Ctrl+K, Shift+Return"])
def test_the_enter_key_has_one_name(keys: str) -> None:
    assert native_keys(QKeySequence(keys)) == keys.replace("Return", "Enter")


@pytest.mark.parametrize("keys", ["", "Alt+Up", "Ctrl+K, Ctrl+S", "Shift+F7"])
def test_other_keys_are_as_qt_writes_them(keys: str) -> None:
    assert native_keys(QKeySequence(keys)) == QKeySequence(keys).toString(
        QKeySequence.SequenceFormat.NativeText
    )


@pytest.mark.skipif(sys.platform == "darwin", reason="Apple writes arrows everywhere")
def test_a_cap_shows_an_arrow_as_one() -> None:
    written = [
        cap_words(QKeySequence(keys)) for keys in ("Alt+Up", "Alt+Shift+Left", "Ctrl++", "Ctrl+K, Down", "")
    ]
    assert written == ["Alt+↑", "Alt+Shift+←", "Ctrl++", "Ctrl+K, ↓", ""]
