"""Where a note over the page begins and ends."""

from __future__ import annotations

import pytest

from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.notices import Bar, IconLabel
from tests.ui.conftest import Show


@pytest.mark.parametrize(("width", "margin"), [(220, 16), (300, 16), (900, 16), (1100, 24)])
def test_a_note_begins_and_ends_where_the_page_does(
    themes: ThemeManager, show: Show, width: int, margin: int
) -> None:
    bar = Bar(themes, closable=False)
    button = bar.add_action("Keep both")
    bar.show_note("A lead that matters.", "A detail.")
    bar.resize(width, bar.height())
    show(bar)
    end = button.mapTo(bar, button.rect().bottomRight()).x()
    assert min(child.x() for child in bar.findChildren(IconLabel)) == margin
    assert end < width - margin
    assert (end == width - margin - 1) == (width >= 300)
