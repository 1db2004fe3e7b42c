"""Pages of cards stand in as far as the width of the window asks, and what is over and below them with them."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QWidget

from tests.window.conftest import Start
from tests.window.inside import CONTROL, Key

_SIZES = [((1440, 900), 24), ((900, 600), 16)]


def stands_in(widget: QWidget, page: QWidget) -> int:
    return widget.mapTo(page, QPoint(0, 0)).x()


@pytest.mark.parametrize(("size", "margin"), _SIZES)
def test_the_list_of_a_screen_begins_where_its_page_does(
    start: Start, root: Path, size: tuple[int, int], margin: int
) -> None:
    program = start(root, window_size=size)
    inbox, prune = program.program.inbox, program.program.pruning
    for key, screen, others in (
        (Key.Key_2, inbox.screen, (inbox.screen._title,)),
        (Key.Key_3, prune.screen, (prune.screen._title, prune.screen._ticked)),
    ):
        program.key(key, CONTROL)
        program.settle()
        inside = screen._pages.parentWidget()
        assert inside is not None
        page = inside.parentWidget()
        assert page is not None
        assert [stands_in(one, page) for one in (screen._pages, *others)] == [margin] * (1 + len(others))


@pytest.mark.parametrize(("size", "margin"), _SIZES)
def test_what_one_looks_for_stands_over_the_cards(
    start: Start, root: Path, size: tuple[int, int], margin: int
) -> None:
    program = start(root, window_size=size)
    program.key(Key.Key_F, CONTROL)
    program.settle()
    bar = program.program.memory.find_bar
    assert bar.isVisible()
    assert stands_in(bar.field, bar) == margin
