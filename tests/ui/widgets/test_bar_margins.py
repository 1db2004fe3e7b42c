"""Where a note over the page ends."""

from __future__ import annotations

import pytest

from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.notices import Bar
from tests.ui.conftest import Show


@pytest.mark.parametrize("width", [220, 300, 900])
def test_the_last_button_ends_where_the_page_ends(themes: ThemeManager, show: Show, width: int) -> None:
    bar = Bar(themes, closable=False)
    button = bar.add_action("Keep both")
    bar.show_note("A lead that matters.", "A detail.")
    bar.resize(width, bar.height())
    show(bar)
    end = button.mapTo(bar, button.rect().bottomRight()).x()
    assert end <= width - 24
    assert (end == width - 25) == (width >= 300)
