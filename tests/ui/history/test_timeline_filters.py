"""The filters of the timeline in little room: what is chosen is whole, and can be chosen anew."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication, QHBoxLayout, QWidget

from memdesk.bundled import bundled_path
from memdesk.store.timeline import By, Sort
from memdesk.ui.history.timeline_filters import TimelineFilters
from memdesk.ui.i18n import ENGLISH, install_language, tr
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import Button
from tests.ui.conftest import Show


@pytest.fixture(params=[ENGLISH, "de", "zh_CN"], autouse=True)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    language: str = request.param
    install_language(bundled_path("translations"), [language])
    yield language
    install_language(bundled_path("translations"), [ENGLISH])


@pytest.fixture
def filters(themes: ThemeManager, show: Show) -> TimelineFilters:
    window = QWidget()
    row = QHBoxLayout(window)
    row.setContentsMargins(0, 0, 0, 0)
    found = TimelineFilters(themes)
    row.addStretch(1)
    row.addWidget(found)
    window.resize(1000, 60)
    show(window)
    return found


def shown(filters: TimelineFilters) -> list[Button]:
    QApplication.processEvents()
    return [button for button in filters.findChildren(Button) if button.isVisible()]


def choose(button: Button, text: str) -> None:
    next(action for action in button.menu().actions() if action.text() == text).trigger()


def test_no_button_is_cut_as_room_gets_less(filters: TimelineFilters) -> None:
    assert len(shown(filters)) == 2
    for width in range(filters.sizeHint().width() + 20, filters.minimumSizeHint().width(), -7):
        filters.window().resize(width, 60)
        assert not any(button.elided for button in shown(filters)), width
    assert len(shown(filters)) == 1


def test_the_one_button_says_and_takes_what_the_two_do(filters: TimelineFilters) -> None:
    filters.window().resize(filters.minimumSizeHint().width(), 60)
    [button] = shown(filters)
    assert button.text() == tr("Every change")
    choose(button, tr("By you"))
    assert button.text() == tr("By you")
    assert (filters.by, filters.sort) == (By.YOU, Sort.ANY)
    choose(button, tr("Removed files"))
    assert (filters.by, filters.sort) == (By.YOU, Sort.REMOVALS)
    assert button.text() == tr(", ").join((tr("By you"), tr("Removed files")))
