"""An inbox of many changes: those in view are laid out at once, the others follow, and nothing moves for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, QRect
from PySide6.QtGui import QPaintEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from memdesk.services.inbox.items import InboxItem
from memdesk.ui.inbox import card_delegate, card_layout, reviewing
from memdesk.ui.inbox.card_delegate import CardDelegate
from memdesk.ui.inbox.card_layout import CardLayout
from memdesk.ui.inbox.card_lines import CardLines
from memdesk.ui.inbox.review_list import ReviewList
from memdesk.ui.inbox.review_model import Row, rows_of
from memdesk.ui.theme.manager import Preferences, SchemeChoice
from memdesk.ui.theme.tokens import ColorRole
from tests.window.conftest import Start
from tests.window.homes import memory_of
from tests.window.inside import CONTROL, InsideProgram, Key
from tests.window.test_inbox import recorded, show, titles, write_elsewhere

_FILLS: tuple[ColorRole, ...] = ("addWord", "remWord", "addSoft")
SCHEMES: tuple[SchemeChoice, ...] = ("dark", "light")
COUNT = 40
LONG = "What was learned here goes on for more than one line of a card, however wide the window may be. " * 4


def memory_saying(words: str) -> bytes:
    sections = (f"## Topic {number}\n{words * (1 + number % 3)}\n" for number in range(COUNT))
    return "\n".join(sections).encode()


@pytest.fixture
def program(start: Start, root: Path) -> InsideProgram:
    """The program, in whose inbox every section of a memory waits."""
    memory_of(root).write_bytes(memory_saying("Known.\n"))
    program = recorded(start, root)
    write_elsewhere(memory_of(root), memory_saying(f"{LONG}\n"))
    program.key(Key.Key_F5)
    program.wait_until(lambda: len(titles(program)) == COUNT, what="the changes")
    return program


@pytest.fixture
def not_yet(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Until this is undone, cards out of view are not measured."""
    monkeypatch.setattr(card_layout, "_IN_A_TURN", 0)
    return monkeypatch


class Paints(QObject):
    """Notes what is painted of a widget."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.areas: list[QRect] = []
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - as Qt calls it
        if isinstance(event, QPaintEvent):
            self.areas.append(event.rect())
        return super().eventFilter(watched, event)


def wrong_in_view(view: ReviewList) -> list[int]:
    """The rows that one sees which do not reach down to the next one, or over it, with all that they say."""
    rects = [view.visualRect(view.changes.index(row)) for row in range(view.changes.rowCount())]
    seen = [row for row, rect in enumerate(rects) if rect.intersects(view.viewport().rect())]
    assert seen
    return [
        row
        for row in seen
        if row in view.cards.guesses
        or (row + 1 < len(rects) and rects[row].top() + view.cards.height_of(row) != rects[row + 1].top())
    ]


def place_of_current(view: ReviewList) -> tuple[int, int]:
    area = view.visualRect(view.currentIndex())
    return area.top(), area.height()


def test_what_is_seen_is_laid_out_and_the_rest_follows(
    program: InsideProgram, not_yet: pytest.MonkeyPatch
) -> None:
    view = show(program)
    assert view.isVisible()
    assert view.cards.guesses, "not all are laid out before the first can be seen"
    assert wrong_in_view(view) == []
    program.key(Key.Key_J)
    assert view.current is not None
    assert view.current.unit.title == "Topic 1", "who reviews need not wait"
    not_yet.undo()
    program.wait_until(lambda: not view.cards.guesses, what="all cards")
    assert wrong_in_view(view) == []


def test_cards_that_are_lower_than_guessed_are_laid_out_once(
    start: Start, root: Path, not_yet: pytest.MonkeyPatch
) -> None:
    known = "Known.\n" * 5
    memory_of(root).write_bytes(memory_saying(known))
    program = recorded(start, root)
    write_elsewhere(memory_of(root), memory_saying(f"{known}New.\n"))
    program.key(Key.Key_F5)
    program.wait_until(lambda: len(titles(program)) == COUNT, what="the changes")
    view = show(program)
    passes: list[None] = []
    lay_out = CardLayout.row_heights

    def count(layout: CardLayout) -> list[int]:
        passes.append(None)
        return lay_out(layout)

    not_yet.setattr(CardLayout, "row_heights", count)
    assert view.cards.guesses, "what comes into view is laid out by a guess"
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum() // 2)
    assert wrong_in_view(view) == []
    assert len(passes) == 1


def test_nothing_moves_while_the_rest_is_laid_out(
    program: InsideProgram, not_yet: pytest.MonkeyPatch
) -> None:
    view = show(program)
    view.setCurrentIndex(view.changes.index(view.changes.rowCount() // 2))
    program.window.resize(1200, 800)
    assert view.cards.guesses, "there is something left to move for"
    view.scrollTo(view.currentIndex())
    before = place_of_current(view)
    assert view.viewport().rect().contains(view.visualRect(view.currentIndex()))
    not_yet.undo()
    program.wait_until(lambda: not view.cards.guesses, what="all cards")
    program.settle()
    assert place_of_current(view) == before
    assert wrong_in_view(view) == []


def test_the_last_one_is_seen_whole_before_the_others_are_laid_out(program: InsideProgram) -> None:
    view = show(program)
    program.key(Key.Key_End)
    assert view.current is not None
    assert view.current.unit.title == f"Topic {COUNT - 1}"
    assert view.viewport().rect().contains(view.visualRect(view.currentIndex()))
    assert wrong_in_view(view) == []


def test_all_rows_are_laid_out_once_for_the_next_one(
    program: InsideProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = show(program)
    program.wait_until(lambda: not view.cards.guesses, what="all cards")
    program.settle()
    passes: list[None] = []
    lay_out = CardLayout.row_heights

    def count(layout: CardLayout) -> list[int]:
        passes.append(None)
        return lay_out(layout)

    monkeypatch.setattr(CardLayout, "row_heights", count)
    program.key(Key.Key_J)
    assert len(passes) == 1
    last = view.changes.item_at(view.changes.rowCount() - 1)
    assert last is not None
    view.show_pins(view.pinned)
    view.show_rows([*view.changes.rows[:2], *view.changes.rows[3:]], last.id)
    assert len(passes) == 2, "also where other rows are shown, and another one is the current one"
    assert wrong_in_view(view) == []


def test_what_is_known_anew_of_the_same_changes_moves_no_row(
    program: InsideProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = show(program)
    program.wait_until(lambda: not view.cards.guesses, what="all cards")
    view.setCurrentIndex(view.changes.index(COUNT // 2))
    before, rows = place_of_current(view), view.changes.rows
    resets: list[None] = []
    view.changes.modelReset.connect(lambda: resets.append(None))
    newer = [
        row._replace(version=replace(row.version, when=1.0)) if isinstance(row, InboxItem) else row
        for row in rows
    ]
    chosen = view.current
    assert chosen is not None
    view.show_rows(newer, chosen.id)
    assert list(view.changes.rows) == newer
    assert view.current == newer[COUNT // 2]
    assert not resets
    assert place_of_current(view) == before
    view.show_rows(newer[1:], "")
    assert resets, "other rows are laid out"


def test_who_has_scrolled_away_from_the_current_one_stays_there(program: InsideProgram, root: Path) -> None:
    view = show(program)
    program.wait_until(lambda: not view.cards.guesses, what="all cards")
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum() // 2)
    seen = {item.id: view.rect_of(row) for row in view.rows_in_view() if (item := view.changes.item_at(row))}
    current = view.current
    assert current is not None
    assert current.id not in seen
    view.show_rows(list(view.changes.rows), current.id)
    count = view.changes.rowCount()
    write_elsewhere(memory_of(root), memory_of(root).read_bytes() + b"\n## Another\nOne more.\n")
    program.key(Key.Key_F5)
    program.wait_until(lambda: view.changes.rowCount() == count + 1, what="that it waits above")
    program.settle()
    now = {item.id: view.rect_of(row) for row in view.rows_in_view() if (item := view.changes.item_at(row))}
    assert now == seen
    assert view.current is not None
    assert view.current.id == current.id
    program.key(Key.Key_J)
    assert view.viewport().rect().contains(view.visualRect(view.currentIndex()))


def test_what_is_in_view_stays_laid_out_while_the_rest_is_measured(
    program: InsideProgram, not_yet: pytest.MonkeyPatch
) -> None:
    view = show(program)
    program.settle()
    seen = {item.id for row in view.rows_in_view() if (item := view.changes.item_at(row)) is not None}
    assert seen
    laid_out: set[str] = set()
    lay_out = CardDelegate._lay_out

    def note(cards: CardDelegate, item: InboxItem, width: int) -> CardLines:
        laid_out.add(item.id)
        return lay_out(cards, item, width)

    not_yet.setattr(CardDelegate, "_lay_out", note)
    not_yet.setattr(card_delegate, "_MOST_KEPT", COUNT // 2)
    not_yet.setattr(card_layout, "_IN_A_TURN", 20)
    program.wait_until(lambda: not view.cards.guesses, what="all cards")
    view.viewport().grab()
    assert len(laid_out) > COUNT // 2
    assert not laid_out & seen


def test_what_is_in_view_is_not_painted_again_for_the_rest(
    program: InsideProgram, not_yet: pytest.MonkeyPatch
) -> None:
    view = show(program)
    program.settle()
    before = view.viewport().grab().toImage()
    value, most = view.verticalScrollBar().value(), view.verticalScrollBar().maximum()
    paints = Paints(view.viewport())
    not_yet.undo()
    program.wait_until(lambda: not view.cards.guesses, what="all cards")
    program.settle()
    assert view.verticalScrollBar().maximum() != most, "the heights of some were guessed wrongly"
    assert view.verticalScrollBar().value() == value
    assert not paints.areas
    assert view.viewport().grab().toImage() == before


def test_what_the_last_look_has_listed_is_listed_no_more_as_it_is_shown(
    program: InsideProgram, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    view, listed = show(program), list[int]()

    def note(items: Sequence[InboxItem], newer: int) -> list[Row]:
        listed.append(newer)
        return rows_of(items, newer)

    program.key(Key.Key_1, CONTROL)
    program.settle()
    monkeypatch.setattr(reviewing, "rows_of", note)
    program.window.actions_table["view.inbox"].trigger()
    assert view.isVisible()
    assert not listed, "only the look that showing it begins lists them again"
    show(program)

    write_elsewhere(memory_of(root), memory_of(root).read_bytes() + b"\n## Another\nOne more.\n")
    program.key(Key.Key_F5)
    program.wait_until(lambda: listed[-1:] == [1], what="that it waits above")
    program.key(Key.Key_1, CONTROL)
    show(program)
    assert listed[-1] == 0, "what waited above stands in its place"
    assert len(view.changes.rows) == COUNT + 2


def test_what_is_counted_follows_in_another_turn(program: InsideProgram) -> None:
    view, counted = show(program), list[int]()
    program.program.inbox.counted.connect(counted.append)
    program.settle()
    counted.clear()
    rows = view.changes.rowCount()
    QTest.keyClick(view, Key.Key_Return)
    assert view.changes.rowCount() == rows - 1
    assert not counted, "as soon as the list shows it"
    program.wait_until(lambda: counted[-1:] == [COUNT - 1], what="the number")


def test_marked_words_take_the_colours_of_another_theme(start: Start, root: Path) -> None:
    memory_of(root).write_bytes(b"## Tools\n- Use npm for all packages here.\n")
    program = recorded(start, root)
    write_elsewhere(memory_of(root), b"## Tools\n- Use pnpm for all packages here.\n")
    program.key(Key.Key_F5)
    program.wait_until(lambda: titles(program) == ["Tools"], what="the change")
    view, themes = show(program), program.program.themes
    program.settle()
    high = view.visualRect(view.currentIndex()).height()
    for scheme in SCHEMES:
        themes.set_preferences(Preferences(scheme, animations="off"))
        program.settle()
        picture = view.viewport().grab().toImage()
        seen = {picture.pixel(x, y) for x in range(picture.width()) for y in range(picture.height())}
        assert {themes.theme.color(role).rgb() for role in _FILLS} <= seen
        assert view.visualRect(view.currentIndex()).height() == high
