"""The lines of the fields for texts of several lines."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from memdesk.ui.duplicates.dialog import DuplicatesDialog
from memdesk.ui.form.framed_text import FramedText
from memdesk.ui.inbox.card_editor import CardEditor
from memdesk.ui.theme.manager import Preferences, ThemeManager
from tests.ui.base_lines import base_lines
from tests.ui.conftest import Show

WORDS = f"{'many words ' * 40}\nשלום 日本語 👩 x\n\nlast"


def fields(themes: ThemeManager, parent: QWidget) -> dict[str, QPlainTextEdit]:
    return {
        "framed": FramedText(themes, "What to say", 3),
        "inbox": CardEditor(themes, "", parent),
        "merge": DuplicatesDialog(themes, parent, {}).text,
    }


@pytest.mark.parametrize("name", ["framed", "inbox", "merge"])
def test_lines_stand_as_far_apart_as_the_design_has_them(themes: ThemeManager, show: Show, name: str) -> None:
    window = QWidget()
    show(window)
    field = fields(themes, window)[name]
    field.setPlainText(WORDS)
    show(field)
    field.resize(300, field.height())
    bases = list(base_lines(field))
    line_px = themes.theme.line_height("body")
    assert len(bases) > field.blockCount() + 3
    assert bases == [bases[0] + number * line_px for number in range(len(bases))]
    themes.set_preferences(Preferences(scheme="dark"))
    assert list(base_lines(field)) == bases


@pytest.mark.parametrize("lines", [1, 3])
def test_a_field_of_so_many_lines_scrolls_only_beyond_them(
    themes: ThemeManager, show: Show, lines: int
) -> None:
    field = FramedText(themes, "What to say", lines)
    show(field.frame)
    field.setPlainText("\n".join(["line"] * lines))
    assert field.verticalScrollBar().maximum() == 0
    field.setPlainText("\n".join(["line"] * (lines + 1)))
    assert field.verticalScrollBar().maximum() == 1
