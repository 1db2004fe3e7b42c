"""What is remembered of a text is what would be measured anew, also in other fonts."""

from __future__ import annotations

from PySide6.QtCore import Qt

from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.fitting import FittingTexts
from tests.ui.conftest import Enlarge

WORDS = "A line of memory as people and agents write it"
ROOM = 120


def measured(themes: ThemeManager) -> tuple[str, str, int]:
    metrics, mode = themes.theme.metrics("body"), Qt.TextElideMode
    return (
        metrics.elidedText(WORDS, mode.ElideRight, ROOM),
        metrics.elidedText(WORDS, mode.ElideMiddle, ROOM),
        metrics.horizontalAdvance(WORDS),
    )


def test_it_is_as_measured_the_first_time_and_again(themes: ThemeManager, enlarge: Enlarge) -> None:
    texts = FittingTexts(themes)

    def told() -> tuple[str, str, int]:
        middle = texts.fitting(WORDS, "body", ROOM, Qt.TextElideMode.ElideMiddle)
        return texts.fitting(WORDS, "body", ROOM), middle, texts.width(WORDS, "body")

    before = told()
    assert before == told() == measured(themes)
    assert before[0] != before[1]
    enlarge(2)
    assert told() == measured(themes) != before
