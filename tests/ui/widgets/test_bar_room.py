"""A bar in little room: each of its answers can be read and pressed."""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import Button
from memdesk.ui.widgets.notices import Bar
from tests.ui.conftest import Show

ANSWERS = ("Vergleichen", "Meine behalten", "Andere übernehmen", "Beide behalten")


def bar_in(themes: ThemeManager, show: Show, width: int, *, closable: bool) -> Bar:
    # As a window of its own it would not get narrower than its parts want.
    page = QWidget()
    column = QVBoxLayout(page)
    column.setContentsMargins(0, 0, 0, 0)
    bar = Bar(themes, closable=closable, parent=page)
    for answer in ANSWERS:
        bar.add_action(answer, icon="columns-3" if answer == ANSWERS[0] else "")
    bar.show_note("Decisions ist hier und auf der Platte geändert.", "Ihr Text bleibt erhalten.")
    column.addWidget(bar)
    column.addStretch(1)
    page.resize(width, 400)
    show(page)
    return bar


@pytest.mark.parametrize("closable", [True, False])
@pytest.mark.parametrize("width", [320, 440, 520, 1600])
def test_each_answer_is_whole(themes: ThemeManager, show: Show, width: int, closable: bool) -> None:
    bar = bar_in(themes, show, width, closable=closable)
    buttons = bar.findChildren(Button)
    areas = [
        QRect(button.mapTo(bar, QPoint(0, 0)), button.size()) for button in buttons if button.isVisible()
    ]
    assert bar.width() == width
    assert len(areas) == len(ANSWERS) + closable
    assert not any(one.intersects(other) for one, other in combinations(areas, 2))
    for button in buttons:
        assert not button.isVisible() or button.width() >= button.sizeHint().width(), button.text()
        assert button.visibleRegion().boundingRect() == (button.rect() if button.isVisible() else QRect())


def test_the_rows_of_answers_go_as_room_comes(themes: ThemeManager, show: Show) -> None:
    bar = bar_in(themes, show, 320, closable=False)
    heights = [bar.height()]
    for width in (440, 700, 1600):
        bar.window().resize(width, 400)
        QApplication.processEvents()
        heights.append(bar.height())
    assert heights == sorted(heights, reverse=True)
    assert len(set(heights)) == len(heights)
    assert heights[-1] == themes.theme.sizes.bar
