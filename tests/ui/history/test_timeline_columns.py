"""The columns of the timeline: nothing is cut off while there is room for all of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from memdesk.bundled import bundled_path
from memdesk.layouts import discover
from memdesk.layouts.documents import Document, DocumentKind, Scope, ScopeKind
from memdesk.services.history.timeline import Deed, Summary
from memdesk.services.remembered.past_documents import Past
from memdesk.services.roots.roots import MemoryRoot
from memdesk.store.versions import FIRST_SEEN, Author, Version
from memdesk.ui.history.timeline_columns import GAP_PX, Columns, columns_in, needs_two_lines
from memdesk.ui.history.timeline_list import TimelineList, _TimelineDelegate
from memdesk.ui.history.timeline_model import Change
from memdesk.ui.i18n import ENGLISH, install_language
from memdesk.ui.theme.manager import ThemeManager
from tests.ui.conftest import Show

WANTED = Columns(who=195, document=135, change=130)
ENOUGH = sum(WANTED) + 2 * GAP_PX


@pytest.mark.parametrize("room", [ENOUGH, ENOUGH + 7, 700, 1400])
def test_each_column_is_whole_where_there_is_room(room: int) -> None:
    found = columns_in(room, WANTED)
    assert all(px >= wanted for px, wanted in zip(found, WANTED, strict=True))
    assert found.who == WANTED.who, "what is left goes to the others"


@pytest.mark.parametrize("room", range(2 * GAP_PX, ENOUGH, 10))
def test_who_wrote_gives_way_first(room: int) -> None:
    found = columns_in(room, WANTED)
    assert min(found) >= 0
    assert sum(found) + 2 * GAP_PX <= room
    if found.who > round((room - 2 * GAP_PX) * 0.24):
        assert found.document >= WANTED.document
        assert found.change >= WANTED.change


def test_short_names_leave_their_room_to_the_documents() -> None:
    assert columns_in(400, Columns(40, 100, 100)).who == 40


@pytest.fixture(params=[ENGLISH, "de", "zh_CN"])
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    language: str = request.param
    install_language(bundled_path("translations"), [language])
    yield language
    install_language(bundled_path("translations"), [ENGLISH])


@pytest.mark.usefixtures("language")
def test_rows_take_two_lines_where_columns_would_be_too_narrow(themes: ThemeManager) -> None:
    said = [needs_two_lines(room, themes.theme) for room in range(100, 900, 10)]
    assert said == sorted(said, reverse=True)
    assert said[0]
    assert not said[-1]


def test_the_rows_of_a_list_follow_its_width(themes: ThemeManager, show: Show) -> None:
    rows = TimelineList(themes)
    rows.timeline.show_rows(["Today", "Yesterday"])
    show(rows)
    heights = []
    for width in (1200, 360, 1200):
        rows.resize(width, 300)
        QApplication.processEvents()
        tops = [rows.visualRect(rows.timeline.index(row)) for row in range(2)]
        heights.append(tops[0].height())
        assert tops[1].top() == tops[0].bottom() + 1
    assert heights == [32, 32 + themes.theme.line_height("small"), 32]


def test_a_heading_stays_next_to_its_rows_where_these_are_high(themes: ThemeManager, show: Show) -> None:
    rows = TimelineList(themes)
    rows.timeline.show_rows(["Today", "Yesterday"])
    show(rows)
    below = []
    for width in (1200, 360):
        rows.resize(width, 300)
        QApplication.processEvents()
        area = rows.visualRect(rows.timeline.index(1))
        picture = rows.viewport().grab(area).toImage()
        inked = [
            y
            for y in range(picture.height())
            if any(picture.pixel(x, y) != picture.pixel(0, 0) for x in range(picture.width()))
        ]
        below.append((area.height() - inked[0], area.height() - inked[-1]))
    assert below[0] == below[1]


def test_where_nothing_is_said_of_a_change_its_place_takes_that_room(
    themes: ThemeManager, show: Show
) -> None:
    scope = Scope(ScopeKind.PROJECT, "k", "a project with a name " + "of many words " * 9)
    document = Document("/m/a.md", "/m", "a.md", scope, DocumentKind.MEMORY)
    layout = discover(installed=False)[0]
    past = Past(document, layout, MemoryRoot("/m", layout, ""))
    seen = [
        Version(number, "/m/a.md", "0" * 64, 0.0, Author.PROGRAM, FIRST_SEEN, None, 9, landed=True)
        for number in (1, 2)
    ]
    rows = TimelineList(themes)
    rows.timeline.show_rows([Change(version, past) for version in seen])
    rows.timeline.show_summaries({1: Summary(Deed.FIRST_SEEN), 2: Summary(Deed.MADE)})
    rows.resize(760, 300)
    show(rows)

    def last_ink(row: int, end: int) -> int:
        area = rows.visualRect(rows.timeline.index(row))
        picture = rows.viewport().grab(area).toImage()
        ground, ring_px = picture.pixel(4, 4), 4
        lines = range(ring_px, picture.height() - ring_px)
        return max(x for x in range(ring_px, end) if any(picture.pixel(x, y) != ground for y in lines))

    delegate = rows.itemDelegate()
    assert isinstance(delegate, _TimelineDelegate)
    assert not delegate.is_high
    left = delegate._left_px
    columns = columns_in(rows.viewport().width() - 1 - 10 - left, rows.wanted)
    change = left + columns.who + columns.document + 2 * GAP_PX
    letters = themes.theme.metrics("small").horizontalAdvance("nn")
    assert last_ink(0, rows.viewport().width() - 10) > change + letters
    assert last_ink(1, change) < change
