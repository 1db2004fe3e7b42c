"""A document of many sections: only the cards that are seen or near are made, and nobody notices."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import Shiboken

from memdesk.text.edits import Span
from memdesk.ui.editor.document_editor import DocumentEditor
from memdesk.ui.editor.section_card import SectionCard
from memdesk.ui.editor.session import SectionMark
from memdesk.ui.theme.manager import Preferences, ThemeManager
from memdesk.ui.widgets.notices import Strip
from tests.ui.conftest import Show
from tests.ui.editor.desk import Desk, Session
from tests.ui.editor.test_sections_view import Said, activate, body_of, card_of, titles

Key = Qt.Key

MANY = 300
LONG = 240
"""A section far below what is seen at first, and what is made in any case."""


def text_of(sections: int) -> bytes:
    wrapped = "a line that is long enough to be wrapped into several rows of the column " * 3
    return "".join(f"## S{n}\nfirst of {n}\n{wrapped}\nlast of {n}\n\n" for n in range(sections)).encode()


@pytest.fixture
def desk(qapp: QApplication, themes: ThemeManager) -> Iterator[Desk]:
    # All are open: folded cards would have no text to go into.
    desk = Desk(themes, Session(text_of(MANY)))
    activate(desk)
    settle(desk)
    yield desk
    desk.check()
    desk.close()


def settle(desk: Desk) -> None:
    """Let events happen until no more cards are made."""
    made, quiet = -1, 0
    while quiet < 10:
        QTest.qWait(2)
        quiet = quiet + 1 if made == len(desk.sections.stack.cards) else 0
        made = len(desk.sections.stack.cards)


def top_of(desk: Desk, card: SectionCard) -> int:
    """Where a card begins in what is seen."""
    return card.mapTo(desk.sections.viewport(), QPoint(0, 0)).y()


def seen(desk: Desk) -> list[str]:
    height = desk.sections.viewport().height()
    return [card.title for card in desk.sections.stack.cards if -card.height() < top_of(desk, card) < height]


def test_only_some_cards_are_made_and_the_page_is_as_high_as_for_all(desk: Desk) -> None:
    before, made = desk.sections.verticalScrollBar().maximum(), len(titles(desk))

    desk.complete()
    settle(desk)

    assert made < 60
    assert len(titles(desk)) == MANY
    assert before == pytest.approx(desk.sections.verticalScrollBar().maximum(), rel=0.15)


def test_cards_are_made_where_one_scrolls_to(desk: Desk) -> None:
    bar = desk.sections.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)

    settle(desk)

    numbers = [int(title[1:]) for title in seen(desk)]
    assert numbers
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    assert numbers[0] > 40
    assert len(titles(desk)) < 80
    desk.check_sections()


def test_what_is_read_stays_while_cards_above_it_are_made(desk: Desk) -> None:
    desk.sections.focus_section((f"S{LONG}", 0))
    there = top_of(desk, card_of(desk, f"S{LONG}"))
    assert desk.sections.stack.find((f"S{LONG - 1}", 0)) is None

    settle(desk)

    assert desk.sections.stack.find((f"S{LONG - 1}", 0)) is not None
    assert top_of(desk, card_of(desk, f"S{LONG}")) == there
    assert desk.sections.focusWidget() is card_of(desk, f"S{LONG}").body


def test_the_caret_goes_on_into_a_card_that_was_not_made(desk: Desk) -> None:
    desk.sections.focus_section(("S80", 0))
    body = body_of(desk, "S80")
    assert desk.sections.stack.find(("S79", 0)) is None
    QTest.keyClick(body, Key.Key_Up)
    assert desk.sections.focusWidget() is body_of(desk, "S79")

    last = body_of(desk, "S80")
    last.setFocus()
    last.bridge.place(last.bridge.shown.end - 1)
    QTest.keyClick(last, Key.Key_Down)
    assert desk.sections.focusWidget() is body_of(desk, "S81")


def test_pages_are_turned_into_what_was_not_made(desk: Desk) -> None:
    desk.sections.focus_section(("S60", 0))
    for _ in range(8):
        QTest.keyClick(desk.sections.focusWidget(), Key.Key_PageDown)
    below = desk.sections.focusWidget()
    for _ in range(8):
        QTest.keyClick(desk.sections.focusWidget(), Key.Key_PageUp)

    found = [card.title for card in desk.sections.stack.cards if card.body is below]
    assert int(found[0][1:]) > 62
    settle(desk)
    assert desk.sections.focusWidget() is not below


def test_a_card_that_is_made_late_knows_what_was_said_before(desk: Desk) -> None:
    start = desk.text.text.index(f"first of {LONG}")
    desk.sections.stack.set_marks({(f"S{LONG}", 0): SectionMark(unsaved=True)})
    desk.sections.stack.set_losses([Said(Span(start, start + 5), "evva would drop this line")])

    desk.sections.focus_section((f"S{LONG}", 0))

    card = card_of(desk, f"S{LONG}")
    assert card.facts.unsaved
    assert [strip for strip in card.findChildren(Strip) if not strip.isHidden()]


def test_an_agent_that_writes_far_away_makes_no_cards_and_moves_nothing(
    desk: Desk,
) -> None:
    desk.sections.focus_section(("S150", 0))
    settle(desk)
    there, made = top_of(desk, card_of(desk, "S150")), len(titles(desk))

    desk.rewrite(desk.text.text.replace("first of 3\n", "first of 3\nmore\nand more\n") + "one more\n")
    settle(desk)

    assert top_of(desk, card_of(desk, "S150")) == there
    assert len(titles(desk)) == made
    desk.check_sections()


def test_a_section_that_an_agent_adds_where_one_reads_is_there(desk: Desk) -> None:
    desk.sections.focus_section(("S150", 0))
    settle(desk)

    desk.rewrite(desk.text.text.replace("## S151\n", "## New\nnew\n\n## S151\n"))

    assert titles(desk)[titles(desk).index("S150") + 1] == "New"


def test_tab_goes_through_cards_as_they_stand_however_they_were_made(desk: Desk) -> None:
    for name in ("S200", "S100", "S150"):
        desk.sections.focus_section((name, 0))
        settle(desk)

    stops = [stop for card in desk.sections.stack.cards for stop in card.stops]
    chain: list[QWidget] = []
    current: QWidget | None = stops[0]
    for _ in range(20 * len(stops)):
        if current in stops and current is not None:
            chain.append(current)
        assert current is not None
        current = current.nextInFocusChain()
        if current is stops[0]:
            break
    assert chain == stops


def test_what_is_found_is_marked_in_cards_that_are_made_late(show: Show, themes: ThemeManager) -> None:
    session = Session(text_of(MANY))
    editor = DocumentEditor(themes)
    editor.set_session(session)
    show(editor)
    at = session.text.text.index(f"last of {LONG}")

    editor.show_found([Span(at, at + 4)])
    editor.focus_section(f"S{LONG}")

    body = editor.focusWidget()
    assert [one.cursor.selectedText() for one in body.extraSelections()] == ["last"]  # type: ignore[attr-defined]
    editor.set_session(None)


@pytest.mark.parametrize("closes_window", [False, True])
def test_what_happens_while_cards_of_a_document_that_was_left_go_reaches_none_that_is_gone(
    qapp: QApplication, themes: ThemeManager, show: Show, closes_window: bool
) -> None:
    """Errors in slots fail the test; see `slot_errors`."""
    editor = DocumentEditor(themes)
    editor.resize(420, 300)
    editor.set_session(Session(text_of(MANY)))
    show(editor)
    left = editor.findChildren(SectionCard)
    while len(left) < 20:
        QTest.qWait(2)
        left = editor.findChildren(SectionCard)
    editor.set_session(Session(b"## Other\n"))
    assert any(map(Shiboken.isValid, left)), "they go in the next turn"
    themes.set_preferences(Preferences(scheme="dark"))
    themes.masks.changed.emit()
    editor.resize(500, 400)
    qapp.processEvents()
    if closes_window:
        editor.close()
        Shiboken.delete(editor)
    while any(map(Shiboken.isValid, left)):
        qapp.processEvents()
        qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
