"""On which ground each bar under the header stands: what asks for a look is a warning, a plain question is not."""

from __future__ import annotations

from PySide6.QtGui import QColor

from memdesk.ui.memory.bars import DocumentBars
from memdesk.ui.memory.converting import EncodingBar
from memdesk.ui.memory.recording_bar import RecordingBar
from memdesk.ui.memory.revert_bar import RevertBar
from memdesk.ui.theme.manager import Preferences, ThemeManager
from memdesk.ui.widgets.notices import Bar
from tests.ui.conftest import Show


def ground(bar: Bar) -> QColor:
    return bar.grab().toImage().pixelColor(bar.width() // 2, 1)


def test_a_bar_that_asks_for_a_look_stands_on_the_ground_of_a_warning(
    themes: ThemeManager, show: Show
) -> None:
    bars = DocumentBars(themes)
    bars.show_draft(None)
    show(bars)
    encoding = EncodingBar(themes)
    encoding.show_document("notes.md")
    revert = RevertBar(themes)
    revert.show_note("Put back again.")
    for scheme in ("light", "dark"):
        themes.set_preferences(Preferences(scheme=scheme))
        for bar in (*bars.in_sight, encoding, revert):
            show(bar)
            assert ground(bar) == themes.theme.color("warnSoft")


def test_a_question_that_warns_of_nothing_does_not(themes: ThemeManager, show: Show) -> None:
    bar = RecordingBar(themes)
    bar.ask(["evva"], 3)
    show(bar)
    assert ground(bar) == themes.theme.color("panel")
