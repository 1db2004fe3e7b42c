"""Pages of cards stand in as far as the width of the window asks."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint

from tests.window.conftest import Start
from tests.window.inside import CONTROL, Key


@pytest.mark.parametrize(("size", "margin"), [((1440, 900), 24), ((900, 600), 16)])
def test_the_list_of_a_screen_begins_where_its_page_does(
    start: Start, root: Path, size: tuple[int, int], margin: int
) -> None:
    program = start(root, window_size=size)
    for key, pages in (
        (Key.Key_2, program.program.inbox.screen._pages),
        (Key.Key_3, program.program.pruning.screen._pages),
    ):
        program.key(key, CONTROL)
        program.settle()
        centre = pages.parentWidget()
        assert centre is not None
        assert pages.mapTo(centre, QPoint(0, 0)).x() == margin
