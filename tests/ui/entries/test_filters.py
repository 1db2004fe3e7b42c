"""The line over the rows of a list: what it offers, in much room and in little."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QPushButton

from memdesk.ui.entries.filters import Counts, EntryFilters
from memdesk.ui.entries.reading import Order
from memdesk.ui.theme.manager import ThemeManager
from tests.ui.conftest import Show


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
