"""A text of several lines in the frame of a field."""

from __future__ import annotations

from PySide6.QtTest import QTest

from memdesk.ui.form.framed_text import FramedText
from memdesk.ui.theme.manager import ThemeManager
from tests.ui.conftest import Show


def test_what_was_typed_is_all_there_is_to_undo(themes: ThemeManager, show: Show) -> None:
    text = FramedText(themes, "What to say", 3)
    show(text.frame)
    assert not text.document().isUndoAvailable()
    QTest.keyClicks(text, "words")
    text.undo()
    assert text.toPlainText() == ""
    assert not text.document().isUndoAvailable()
