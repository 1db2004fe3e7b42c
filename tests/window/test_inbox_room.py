"""The cards of the inbox in little room: each of their actions can be read and pressed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from shiboken6 import Shiboken

from memdesk.bundled import bundled_path
from memdesk.services.inbox.review_changes import ReviewKind
from memdesk.ui.i18n import ENGLISH, install_language
from memdesk.ui.inbox.review_list import ReviewList
from memdesk.ui.widgets.buttons import Button
from tests.window.conftest import Start
from tests.window.homes import memory_of
from tests.window.inside import InsideProgram
from tests.window.test_inbox import recorded, titles, write_elsewhere

WIDTHS = (360, 400, 520, 640, 900)


@pytest.fixture(params=[ENGLISH, "de", "zh_CN"])
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    language: str = request.param
    yield language
    install_language(bundled_path("translations"), [ENGLISH])


@pytest.fixture
def program(start: Start, root: Path) -> InsideProgram:
    """The program, with a change in its inbox."""
    program = recorded(start, root)
    write_elsewhere(memory_of(root), memory_of(root).read_bytes().replace(b"Use npm", b"Use pnpm"))
    program.program.taking_up.look_again()
    program.wait_until(lambda: titles(program), what="the changes")
    return program


@pytest.fixture
def show_list(program: InsideProgram) -> Iterator[Callable[[], ReviewList]]:
    """Shows the changes of the inbox in a list of its own, in the language of now."""
    pages = []

    def show() -> ReviewList:
        page = QWidget()
        pages.append(page)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        found = ReviewList(program.program.themes, page)
        column.addWidget(found)
        page.resize(WIDTHS[-1], 600)
        page.show()
        found.show_rows(list(program.program.inbox.state.items))
        assert found.current is not None
        assert found.current.kind is ReviewKind.CHANGED, "which offers the most"
        return found

    yield show
    for page in pages:
        Shiboken.delete(page)


def buttons_of(found: ReviewList) -> list[Button]:
    return [one for one in found.bar.findChildren(Button) if one.isVisible()]


def test_each_action_is_whole(show_list: Callable[[], ReviewList], language: str) -> None:
    install_language(bundled_path("translations"), [language])
    found = show_list()
    for width in WIDTHS:
        found.window().resize(width, 600)
        QApplication.processEvents()
        buttons = buttons_of(found)
        assert len(buttons) == 6
        card = found.visualRect(found.currentIndex()) & found.viewport().rect()
        areas = [QRect(one.mapTo(found.viewport(), QPoint(0, 0)), one.size()) for one in buttons]
        assert all(card.contains(area) for area in areas), width
        assert not any(one.intersects(other) for one, other in combinations(areas, 2)), width
        assert all(one.width() >= one.sizeHint().width() for one in buttons), width


def test_the_keys_go_one_by_one(show_list: Callable[[], ReviewList]) -> None:
    found = show_list()
    bar = found.bar
    buttons = buttons_of(found)
    whole = [one.sizeHint().width() for one in buttons]
    in_a_row = sum(whole) + 6 * (len(whole) - 1)
    counts, height = [], bar.fit(in_a_row)
    while bar.fit(in_a_row) == height:
        keep = [one.sizeHint().width() == px for one, px in zip(buttons, whole, strict=True)]
        assert keep == sorted(keep, reverse=True), "the first keep theirs"
        counts.append(sum(keep))
        in_a_row -= 1
    assert list(dict.fromkeys(counts)) == list(range(len(buttons), -1, -1))
