"""Where lines of a wrapped text may end: never between a number and its unit."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFontMetrics

from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.breaking import broken, units_kept
from memdesk.ui.widgets.labels import TextLabel


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("It takes 64 KB of the disk", "64 KB"),
        ("Above 5 % of all words", "5 %"),
        ("Es sind 12 Einträge darin", "12 Einträge"),
        ("这里一共有 3 个条目", "3 个"),
    ],
)
def test_a_number_stays_with_its_unit(themes: ThemeManager, text: str, number: str) -> None:
    font = themes.theme.font("body")
    up_to_unit = text[: text.index(number) + number.index(" ") + 1]
    width = max(map(QFontMetrics(font).horizontalAdvance, (up_to_unit, number))) + 2
    lines = broken(text, font, width)
    assert any(number in line for line in lines), lines
    assert "".join(lines).replace(" ", "") == text.replace(" ", ""), "the text itself is as it was"


def test_numbers_in_a_row_may_part() -> None:
    assert units_kept("1 2 3 and a 4 b") == "1 2 3\u00a0and a 4\u00a0b"


def test_a_label_keeps_a_number_with_its_unit(themes: ThemeManager) -> None:
    label = TextLabel(themes, "It takes 64 KB", wrap=True)
    width = QFontMetrics(themes.theme.font("body")).horizontalAdvance("It takes 64 ") + 2
    lines = label._broken(width)
    assert lines.lineAt(0).textLength() == len("It takes ")
    assert label.text() == "It takes 64 KB"
