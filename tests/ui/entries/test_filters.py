"""The line over the rows of a list: what it offers, in much room and in little."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton, QPushButton, QWidget

from memdesk.ui.entries.filters import Counts, EntryFilters
from memdesk.ui.entries.reading import Order
from memdesk.ui.i18n import install_language, tr
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import Button
from tests.ui.conftest import Show

TRANSLATIONS = Path(__file__).parents[3] / "resources" / "translations"


@pytest.mark.parametrize("width", [300, 400, 500, 600, 900])
def test_the_order_can_be_chosen_in_any_width(themes: ThemeManager, show: Show, width: int) -> None:
    filters = EntryFilters(themes, can_add=True)
    filters.set_counts(Counts(46, 39, 7))
    filters.set_groups([("a", "decisions"), ("b", "preferences")])
    filters.resize(width, filters.sizeHint().height())
    show(filters)
    buttons = filters.findChildren(QPushButton)
    [order] = [one for one in buttons if one.isVisible() and one.accessibleName() == "Order: File order"]
    newest = order.menu().actions()[-1]
    newest.trigger()
    assert filters.choice.order is Order.NEWEST
    assert order.accessibleName() == "Order: Newest"


@pytest.mark.parametrize("language", ["en", "de", "zh_CN"])
@pytest.mark.parametrize("width", [340, 390, 440, 500, 600])
def test_nothing_is_cut_in_little_room(themes: ThemeManager, show: Show, width: int, language: str) -> None:
    install_language(TRANSLATIONS, [language])
    window = QWidget()
    window.resize(900, 60)
    filters = EntryFilters(themes, can_add=True, parent=window)
    filters.set_counts(Counts(46, 39, 7))
    filters.set_groups([("a", "decisions"), ("b", "preferences")])
    filters.resize(width, filters.sizeHint().height())
    show(window)
    words = tr("{n} injected", n=39)
    install_language(TRANSLATIONS, [])

    buttons = [one for one in filters.findChildren(QAbstractButton) if one.isVisible()]
    for button in buttons:
        assert button.width() >= button.sizeHint().width(), button.accessibleName()
        assert filters.rect().contains(button.geometry())
    [chip] = [one for one in buttons if one.accessibleName() == words]
    assert (chip.text(), chip.toolTip()) in ((words, ""), ("39", words))


def test_a_plus_that_stands_alone_is_named_and_keeps_the_focus(themes: ThemeManager, show: Show) -> None:
    window = QWidget()
    window.resize(900, 60)
    filters = EntryFilters(themes, can_add=True, parent=window)
    filters.resize(180, filters.sizeHint().height())
    filters.set_counts(Counts(46, 39, 7))
    show(window)
    [plus] = [
        one for one in filters.findChildren(Button) if one.isVisible() and one.accessibleName() == "Add entry"
    ]
    assert plus.text() == ""
    assert plus.toolTip() == "Add entry"
    plus.setFocus()
    filters.set_counts(Counts(47, 40, 7))
    assert plus.hasFocus()
