"""An inbox of many changes: those in view are laid out at once, the others follow, and nothing moves for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from memdesk.ui.inbox import card_layout
from memdesk.ui.inbox.card_delegate import CardDelegate
from memdesk.ui.inbox.review_list import ReviewList
from tests.window.conftest import Start
from tests.window.homes import memory_of
from tests.window.inside import InsideProgram, Key
from tests.window.test_inbox import recorded, show, titles, write_elsewhere

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
    """Until this is undone, cards out of view are not measured: a fast machine is through with them in one turn."""
    monkeypatch.setattr(card_layout, "_SLICE_S", -1.0)
    return monkeypatch


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
    passes: list[CardDelegate] = []
    note = CardDelegate.note_heights

    def count(cards: CardDelegate) -> list[int]:
        passes.append(cards)
        return note(cards)

    not_yet.setattr(CardDelegate, "note_heights", count)
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
    note = CardDelegate.note_heights

    def count(cards: CardDelegate) -> list[int]:
        passes.append(None)
        return note(cards)

    monkeypatch.setattr(CardDelegate, "note_heights", count)
    program.key(Key.Key_J)
    assert len(passes) == 1
    last = view.changes.item_at(view.changes.rowCount() - 1)
    assert last is not None
    view.show_pins(view.pinned)
    view.show_rows([*view.changes.rows[:2], *view.changes.rows[3:]], last.id)
    assert len(passes) == 2, "also where other rows are shown, and another one is the current one"
    assert wrong_in_view(view) == []
