"""What stands where nothing is."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.empty import EmptyState
from memdesk.ui.widgets.labels import TextLabel
from tests.ui.conftest import Show


def test_the_focus_is_seen_where_nothing_else_can_have_it(themes: ThemeManager, show: Show) -> None:
    empty = EmptyState(themes, "inbox", "Nothing new to review.")
    empty.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    empty.resize(400, 300)
    show(empty)
    edge = (200, 0)
    empty.clearFocus()
    ring = QColor(themes.theme.color("focus"))
    assert empty.grab().toImage().pixelColor(*edge) != ring
    empty.activateWindow()
    empty.setFocus()
    assert empty.grab().toImage().pixelColor(*edge) == ring


def test_no_word_of_a_sentence_is_left_over(themes: ThemeManager, show: Show) -> None:
    label = TextLabel(themes, "word", wrap=True)
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    one_line = label.heightForWidth(400)
    while label.heightForWidth(400) == one_line:
        label.setText(f"{label.text()} word")
    label.resize(400, label.heightForWidth(400))
    show(label)
    image, ground = label.grab().toImage(), themes.theme.color("window")
    below = range(label.height() - one_line, label.height())
    inked = [x for x in range(400) if any(image.pixelColor(x, y) != ground for y in below)]
    assert inked[-1] - inked[0] > 150


def test_no_word_of_a_sentence_is_broken_to_make_lines_even(themes: ThemeManager, show: Show) -> None:
    words = ("x" * 40, "tail tail tail tail")
    label = TextLabel(themes, " ".join(words), wrap=True)
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    longest = themes.theme.metrics("body").horizontalAdvance(words[0])
    label.resize(longest + 20, 60)
    show(label)
    image, ground = label.grab().toImage(), themes.theme.color("window")
    inked = [
        x
        for x in range(image.width())
        if any(image.pixelColor(x, y) != ground for y in range(image.height()))
    ]
    assert inked[-1] - inked[0] > longest - 10


def test_a_last_line_that_is_long_enough_leaves_the_others_full(themes: ThemeManager, show: Show) -> None:
    label = TextLabel(themes, "word", wrap=True)
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    one_line = label.heightForWidth(400)
    while label.heightForWidth(400) == one_line:
        label.setText(f"{label.text()} word")
    in_first = len(label.text().split()) - 1
    label.setText(" ".join(["word"] * (in_first + in_first * 2 // 3)))
    label.resize(400, label.heightForWidth(400))
    show(label)
    image, ground = label.grab().toImage(), themes.theme.color("window")
    inked = [x for x in range(400) if any(image.pixelColor(x, y) != ground for y in range(one_line))]
    assert inked[-1] - inked[0] > 400 - themes.theme.metrics("body").horizontalAdvance("word ")
