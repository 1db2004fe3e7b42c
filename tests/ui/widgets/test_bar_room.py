"""Bars and strips in little room: what they say and each of their answers is whole."""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QRect
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import Button
from memdesk.ui.widgets.labels import TextLabel, TwoRowLabel
from memdesk.ui.widgets.notices import Bar, Strip
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


@pytest.mark.parametrize("width", [280, 340, 390, 640])
@pytest.mark.parametrize("times", [1, 4])
def test_a_strip_is_high_enough_for_its_words_and_answers(
    themes: ThemeManager, show: Show, width: int, times: int
) -> None:
    page = QWidget()
    column = QVBoxLayout(page)
    column.setContentsMargins(0, 0, 0, 0)
    strip = Strip(themes, parent=page)
    column.addWidget(strip)
    column.addStretch(1)
    page.resize(width, 500)
    sentence = "evva would split this section at line 6 on its next write, and drop what stands behind it. "
    strip.show_warning((sentence * times).strip(), fixable=True, more=2)
    show(page)
    [label] = strip.findChildren(TwoRowLabel)
    assert not label.elided
    assert label.height() >= label.sizeHint().height()
    for button in strip.findChildren(Button):
        assert button.visibleRegion().boundingRect() == button.rect(), button.text()
        assert button.height() >= button.sizeHint().height()


@pytest.mark.parametrize("width", [300, 440, 520, 640])
def test_a_bar_with_one_answer_shows_all_its_words(themes: ThemeManager, show: Show, width: int) -> None:
    page = QWidget()
    column = QVBoxLayout(page)
    column.setContentsMargins(0, 0, 0, 0)
    bar = Bar(themes, closable=False, parent=page)
    bar.add_action("Nach UTF-8 umwandeln")
    column.addWidget(bar)
    column.addStretch(1)
    page.resize(width, 400)
    show(page)
    bar.show_note(
        "MEMORY.md ist in UTF-16: Das wird gezeigt, lässt sich aber nicht bearbeiten.",
        "In UTF-8 geht es. Vorher nachsehen, ob der Agent das liest.",
    )
    QApplication.processEvents()
    for label in bar.findChildren(TextLabel):
        assert label.height() >= label.heightForWidth(label.width()), label.text()


@pytest.mark.parametrize("closable", [True, False])
def test_the_words_stand_below_each_other_before_the_answers_go_below_them(
    themes: ThemeManager, show: Show, closable: bool
) -> None:
    page = QWidget()
    column = QVBoxLayout(page)
    column.setContentsMargins(0, 0, 0, 0)
    bar = Bar(themes, closable=closable, parent=page)
    answer = bar.add_action("Convert to UTF-8")
    bar.show_note("This is shown, and cannot be edited.", "In UTF-8 it can be. See what reads it.")
    column.addWidget(bar)
    column.addStretch(1)
    page.resize(500, 400)
    show(page)
    lead, detail = sorted(bar.findChildren(TextLabel), key=lambda label: label.mapTo(bar, QPoint()).y())
    assert detail.mapTo(bar, QPoint()).y() >= lead.mapTo(bar, lead.rect().bottomLeft()).y()
    for label in (lead, detail):
        assert label.height() >= label.heightForWidth(label.width()), label.text()
        words_end = label.mapTo(bar, QPoint(label.fontMetrics().horizontalAdvance(label.text()), 0)).x()
        assert words_end < answer.mapTo(bar, QPoint()).x()
    middles = {
        widget.mapTo(bar, widget.rect().center()).y()
        for widget in bar.findChildren(Button)
        if widget.isVisible()
    }
    assert max(middles) - min(middles) <= 1
    assert abs(answer.mapTo(bar, answer.rect().center()).y() - bar.rect().center().y()) <= 1


class Requests(QObject):
    """Counts how often a widget is asked to lay itself out."""

    def __init__(self, watched: QWidget) -> None:
        super().__init__(watched)
        self.count = 0
        watched.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - as Qt calls it
        self.count += event.type() == QEvent.Type.LayoutRequest
        return super().eventFilter(watched, event)


@pytest.mark.parametrize("closable", [True, False])
@pytest.mark.parametrize("width", [320, 700, 1600])
def test_a_bar_comes_to_rest(themes: ThemeManager, show: Show, width: int, closable: bool) -> None:
    bar = bar_in(themes, show, width, closable=closable)
    for _ in range(5):
        QApplication.processEvents()
    requests = Requests(bar)
    for _ in range(5):
        QApplication.processEvents()
    assert requests.count == 0
