"""Cards on their page: which there are, where the caret goes, what stays where it is."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from memdesk.text.edits import Edit, Span
from memdesk.ui.editor.card_body import CardBody
from memdesk.ui.editor.offered_card import OfferedCard
from memdesk.ui.editor.section_card import LONG_SECTION_LINES, SectionCard
from memdesk.ui.editor.session import SectionMark
from memdesk.ui.editor.source_view import SourceView
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import Button
from memdesk.ui.widgets.notices import Strip
from tests.patience import wait_until
from tests.ui.editor.conftest import OpenDesk
from tests.ui.editor.desk import Desk, Session

Key, Modifier = Qt.Key, Qt.KeyboardModifier

THREE = b"## A\none\ntwo\n\n## B\nthree\n\n## C\nfour\nfive\n"


@dataclass(frozen=True)
class Said:
    """What a survey says of a stretch of the text."""

    span: Span
    message: str
    repair: tuple[Edit, ...] = ()
    is_problem: bool = True


def card_of(desk: Desk, key: str, occurrence: int = 0) -> SectionCard:
    card = desk.sections.stack.find((key, occurrence))
    assert card is not None
    return card


def body_of(desk: Desk, key: str) -> CardBody:
    body = card_of(desk, key).body
    assert isinstance(body, CardBody)
    return body


def activate(desk: Desk) -> None:
    desk.sections.activateWindow()
    assert QTest.qWaitForWindowActive(desk.sections)


def titles(desk: Desk) -> list[str]:
    return [card.title for card in desk.sections.stack.cards]


def button(card: SectionCard, text: str) -> Button:
    return next(
        found
        for found in card.findChildren(Button)
        if text in (found.text(), found.accessibleName().split(":")[0])
    )


# Which cards there are


def test_a_page_that_let_go_of_its_text_follows_it_no_more(open_desk: OpenDesk) -> None:
    desk = open_desk(THREE)
    desk.sections.close_text()
    desk.rewrite("## A\none\n")
    desk.sections.resync()
    assert titles(desk) == ["A", "B", "C"]
    desk.rewrite(THREE.decode())


def test_each_section_has_a_card_and_so_has_what_stands_before(open_desk: OpenDesk) -> None:
    desk = open_desk(b"# Title\n\n" + THREE)

    assert titles(desk) == ["Before the first section", "A", "B", "C"]
    assert [body.toPlainText() for body in desk.sections.stack.bodies] == [
        "# Title",
        "one\ntwo",
        "three",
        "four\nfive",
    ]


def test_the_lines_of_an_underlined_heading_are_its_head_and_stay_as_they_are(open_desk: OpenDesk) -> None:
    text = b"# Top\r\n## A ##\r\none\r\n\r\nUnder\r\n=====\r\n\r\ntwo\r\n### Deep\r\nx\r\n\r\n   ## In\r\nthree\r\n"
    desk = open_desk(Session(text, free=True))
    assert titles(desk) == ["Top", "A", "Under", "In"]
    assert [card_of(desk, key).facts.empty for key in ("Top", "A")] == [False, False]
    body = body_of(desk, "Under")
    assert body.toPlainText() == "two\n### Deep\nx"
    activate(desk)
    body.setFocus()
    QTest.keyClicks(body, "now ")
    assert desk.session.data == text.replace(b"two", b"now two")
    desk.rewrite(desk.text.text.replace("=====", ""))
    desk.sections.resync()
    assert titles(desk) == ["Top", "A", "In"]


@pytest.mark.parametrize("start", [b"", b"\n\n", b"\xef\xbb\xbf"])
def test_an_empty_beginning_has_no_card(open_desk: OpenDesk, start: bytes) -> None:
    assert titles(open_desk(start + THREE)) == ["A", "B", "C"]


def test_an_empty_section_is_closed_and_offers_text(open_desk: OpenDesk) -> None:
    desk = open_desk(b"## A\n\n## B\nx\n")
    activate(desk)
    card = card_of(desk, "A")
    was_folded = card.folded

    QTest.mouseClick(button(card, "Add text"), Qt.MouseButton.LeftButton)

    assert (was_folded, card.folded) == (True, False)
    assert body_of(desk, "A").hasFocus()
    QTest.keyClicks(body_of(desk, "A"), "now")
    assert desk.session.data == b"## A\nnow\n\n## B\nx\n"


def test_known_headings_that_are_missing_are_offered_in_their_order(open_desk: OpenDesk) -> None:
    desk = open_desk(Session(b"## B\nx\n## Own\ny\n", headings=("A", "B", "C")))
    asked: list[str] = []
    desk.requests.section_add_requested.connect(asked.append)
    offered = desk.sections.findChildren(OfferedCard)

    QTest.mouseClick(offered[1].findChildren(Button)[-1], Qt.MouseButton.LeftButton)

    assert [card.heading for card in offered] == ["A", "C"]
    assert asked == ["C"]
    assert desk.session.data == b"## B\nx\n## Own\ny\n"


def test_an_offered_section_gives_way_to_the_real_one(open_desk: OpenDesk, qapp: QApplication) -> None:
    desk = open_desk(Session(b"", headings=("A", "B")))

    desk.text.replace_all([Edit(0, "", "## B\n")])
    qapp.processEvents()

    assert titles(desk) == ["B"]
    left = [card for card in desk.sections.findChildren(OfferedCard) if not card.isHidden()]
    assert [card.heading for card in left] == ["A"]


def test_missing_headings_are_offered_in_turns_behind_the_sections(
    themes: ThemeManager, qapp: QApplication
) -> None:
    desk = Desk(themes, Session(b"## B\nx\n", headings=("A", "B", "C")))
    at_first = desk.sections.findChildren(OfferedCard)
    wait_until(lambda: desk.sections.stack.is_complete, pause=qapp.processEvents)

    assert at_first == []
    assert [card.heading for card in desk.sections.findChildren(OfferedCard)] == ["A", "C"]
    desk.close()


def test_where_there_is_nothing_else_they_are_offered_at_once(themes: ThemeManager) -> None:
    desk = Desk(themes, Session(b"", headings=("A", "B")))

    assert [card.heading for card in desk.sections.findChildren(OfferedCard)] == ["A", "B"]
    desk.close()


def test_undo_in_a_text_that_is_to_be_read_is_followed_once_it_is(open_desk: OpenDesk) -> None:
    desk = open_desk(Session(b"## A\nx\n\n## B\ny\n"))
    activate(desk)
    body = body_of(desk, "A")
    body.setFocus()
    desk.text.replace_all([Edit(5, "x", "x\n## C\nz")])
    with_c = titles(desk)
    body = body_of(desk, "C")
    body.setFocus()
    body.bridge.place(desk.text.text.index("z") + 1)
    QTest.keyClicks(body, "!")
    desk.session.is_read = False

    desk.text.undo()

    assert desk.session.data == b"## A\nx\n## C\nz\n\n## B\ny\n"
    assert with_c == titles(desk) == ["A", "C", "B"]
    assert body.hasFocus()
    assert body.bridge.places()[0] == desk.text.text.index("z") + 1
    assert desk.sections.stack.is_stale(body)
    desk.session.is_read = True
    desk.sections.follow_text()
    assert not desk.sections.stack.is_stale(body)


def test_undo_that_a_card_cannot_show_is_followed_at_once(open_desk: OpenDesk) -> None:
    desk = open_desk(Session(b"## A\nx\n\n## B\ny\n"))
    desk.text.replace_all([Edit(0, "## A\nx\n\n", "")])
    without = titles(desk)
    desk.session.is_read = False

    desk.text.undo()

    assert (without, titles(desk)) == (["B"], ["A", "B"])


def test_headings_the_agent_does_not_know_are_said_to_be_kept(open_desk: OpenDesk) -> None:
    desk = open_desk(Session(b"## A\nx\n## Own\ny\n", headings=("A",)))

    assert [card.facts.kept for card in desk.sections.stack.cards] == [False, True]
    assert "kept" in card_of(desk, "Own").facts.sentence


def test_a_long_section_is_shown_as_source_with_the_line_numbers_of_the_file(open_desk: OpenDesk) -> None:
    lines = b"".join(b"line %d\n" % i for i in range(LONG_SECTION_LINES + 1))
    desk = open_desk(b"## A\nx\n\n## Long\n" + lines)
    body = card_of(desk, "Long").body
    assert isinstance(body, SourceView)

    body.bridge.place(desk.text.text.index("line 7\n") + 6)
    QTest.keyClicks(body, "!")

    assert b"line 7!\n" in desk.session.data
    assert body.bridge.first == 4


def test_a_section_that_grows_long_becomes_source_when_the_caret_leaves(
    open_desk: OpenDesk, qapp: QApplication
) -> None:
    desk = open_desk(THREE)
    activate(desk)
    body_of(desk, "A").setFocus()
    body_of(desk, "A").bridge.place(desk.text.start(1))
    body_of(desk, "A").insertPlainText("more\n" * LONG_SECTION_LINES)
    assert isinstance(card_of(desk, "A").body, CardBody)

    body_of(desk, "B").setFocus()
    qapp.processEvents()

    assert isinstance(card_of(desk, "A").body, SourceView)


def test_many_sections_start_closed_and_without_text_widgets(open_desk: OpenDesk) -> None:
    desk = open_desk(b"".join(b"## S%d\nx\n" % i for i in range(130)))

    assert len(desk.sections.stack.bodies) == 100
    card = card_of(desk, "S120")
    card.set_folded(False)
    assert card.body is not None
    assert card.body.toPlainText() == "x"


def test_cards_behind_the_first_screen_follow_and_know_of_what_happened_meanwhile(
    qapp: QApplication, themes: ThemeManager
) -> None:
    desk = Desk(themes, Session(b"".join(b"## S%d\nx\n" % i for i in range(30))))
    at_once = len(desk.sections.stack.cards)
    loss = Said(Span(len(desk.text.text) - 2, len(desk.text.text)), "evva would drop this line")
    desk.sections.stack.set_losses([loss])
    QTest.keyClick(body_of(desk, "S0"), Key.Key_Return)

    wait_until(lambda: desk.sections.stack.is_complete, pause=qapp.processEvents)

    assert at_once < len(titles(desk)) == 30
    desk.check()
    desk.check_sections()
    desk.sections.stack.set_losses([loss])
    assert [strip for strip in card_of(desk, "S29").findChildren(Strip) if not strip.isHidden()]
    desk.close()


# Folding and following


def test_a_fold_survives_what_happens_around_it(open_desk: OpenDesk) -> None:
    desk = open_desk(THREE)
    card_of(desk, "B").set_folded(True)

    desk.rewrite("## New\nx\n\n" + desk.text.text.replace("three", "3"))

    assert card_of(desk, "B").folded
    assert not card_of(desk, "A").folded
    card_of(desk, "B").set_folded(False)
    assert body_of(desk, "B").toPlainText() == "3"


def test_folding_leaves_the_focus_on_the_card(open_desk: OpenDesk) -> None:
    desk = open_desk(THREE)
    activate(desk)
    body_of(desk, "B").setFocus()

    card_of(desk, "B").set_folded(True)

    focused = QApplication.focusWidget()
    assert focused is not None
    assert card_of(desk, "B").isAncestorOf(focused)


def test_a_typed_heading_splits_the_card_when_the_caret_leaves(
    open_desk: OpenDesk, qapp: QApplication
) -> None:
    desk = open_desk(THREE)
    activate(desk)
    body = body_of(desk, "A")
    body.setFocus()
    body.bridge.place(desk.text.start(2))
    QTest.keyClicks(body, "## New ")
    QTest.keyClick(body, Key.Key_Return)
    qapp.processEvents()
    assert titles(desk) == ["A", "B", "C"]
    assert body.toPlainText() == "one\n## New \ntwo"

    body_of(desk, "C").setFocus()
    qapp.processEvents()

    assert titles(desk) == ["A", "New", "B", "C"]
    assert body.toPlainText() == "one"
    assert body_of(desk, "New").toPlainText() == "two"


def test_a_heading_typed_in_the_source_is_a_card_when_cards_are_looked_at(open_desk: OpenDesk) -> None:
    desk = open_desk(THREE)
    desk.source.bridge.place(desk.text.start(2))
    QTest.keyClicks(desk.source, "## New")

    desk.sections.sync()

    assert titles(desk) == ["A", "Newtwo", "B", "C"]


def test_caret_and_focus_follow_their_text_into_another_card(open_desk: OpenDesk) -> None:
    desk = open_desk(THREE)
    activate(desk)
    body_of(desk, "A").setFocus()
    body_of(desk, "A").bridge.place(desk.text.text.index("two") + 1)

    desk.rewrite(desk.text.text.replace("one\ntwo", "one\n\n## Split\ntwo"))

    moved = body_of(desk, "Split")
    assert moved.hasFocus()
    assert moved.bridge.places()[0] == desk.text.text.index("two") + 1


def test_blank_lines_just_made_stay_while_the_caret_is_in_them(
    open_desk: OpenDesk, qapp: QApplication
) -> None:
    desk = open_desk(THREE)
    activate(desk)
    body = body_of(desk, "A")
    body.setFocus()
    body.bridge.place(desk.text.text.index("two") + 3)
    QTest.keyClick(body, Key.Key_Return)
    desk.rewrite(desk.text.text.replace("three", "3"))
    assert body.toPlainText() == "one\ntwo\n"

    body_of(desk, "C").setFocus()
    qapp.processEvents()

    assert body.toPlainText() == "one\ntwo"


# Undo over all views


def test_undo_walks_over_cards_source_and_an_agents_changes(open_desk: OpenDesk) -> None:
    desk = open_desk(THREE)
    activate(desk)
    body_of(desk, "A").bridge.place(desk.text.text.index("one") + 3)
    QTest.keyClicks(body_of(desk, "A"), "1")
    desk.source.bridge.place(desk.text.text.index("three") + 5)
    QTest.keyClicks(desk.source, "3")
    desk.rewrite(desk.text.text.replace("four", "4 (agent)"))

    QTest.keyClick(body_of(desk, "C"), Key.Key_Z, Modifier.ControlModifier)
    assert desk.text.text == THREE.decode().replace("one", "one1").replace("four", "4 (agent)")
    assert body_of(desk, "B").hasFocus()

    QTest.keyClick(desk.source, Key.Key_Z, Modifier.ControlModifier)
    assert desk.text.text == THREE.decode().replace("four", "4 (agent)")
    assert not desk.text.can_undo


def test_what_was_typed_before_the_focus_left_is_its_own_step(open_desk: OpenDesk) -> None:
    desk = open_desk(b"## A\nx\n")
    activate(desk)
    body = body_of(desk, "A")
    body.setFocus()
    body.bridge.place(6)
    QTest.keyClicks(body, "a")
    body.clearFocus()
    body.setFocus()
    QTest.keyClicks(body, "b")

    desk.text.undo()

    assert desk.text.text == "## A\nxa\n"


# Keys


def test_arrows_go_on_in_the_next_open_card(open_desk: OpenDesk) -> None:
    desk = open_desk(THREE)
    activate(desk)
    card_of(desk, "B").set_folded(True)
    body_of(desk, "A").setFocus()
    body_of(desk, "A").bridge.place(desk.text.text.index("two") + 2)

    QTest.keyClick(body_of(desk, "A"), Key.Key_Down)
    assert body_of(desk, "C").hasFocus()
    assert desk.text.line_of(body_of(desk, "C").bridge.places()[0]) == desk.text.line_of(
        desk.text.text.index("four")
    )

    QTest.keyClick(body_of(desk, "C"), Key.Key_Up)
    assert body_of(desk, "A").hasFocus()
    assert desk.text.line_of(body_of(desk, "A").bridge.places()[0]) == 2


def test_arrows_stay_in_the_first_and_the_last_card(open_desk: OpenDesk) -> None:
    desk = open_desk(THREE)
    activate(desk)
    body_of(desk, "A").setFocus()
    QTest.keyClick(body_of(desk, "A"), Key.Key_Up)
    assert body_of(desk, "A").hasFocus()

    body_of(desk, "C").setFocus()
    body_of(desk, "C").bridge.place(len(desk.text.text))
    QTest.keyClick(body_of(desk, "C"), Key.Key_Down)
    assert body_of(desk, "C").hasFocus()


@pytest.mark.parametrize("key", [Key.Key_Up, Key.Key_PageUp])
def test_keys_that_leave_a_card_which_is_no_section_any_more(open_desk: OpenDesk, key: Qt.Key) -> None:
    desk = open_desk(b"before\n## A\none\n")
    activate(desk)
    body = desk.sections.stack.bodies[0]
    assert isinstance(body, CardBody)
    body.setFocus()
    QTest.keyClicks(body, "## ")

    QTest.keyClick(body, key)

    assert titles(desk) == ["before", "A"]


def test_pages_turn_across_cards(open_desk: OpenDesk) -> None:
    desk = open_desk(b"".join(b"## S%d\n" % i + b"line\n" * 12 + b"\n" for i in range(6)))
    activate(desk)
    body_of(desk, "S0").setFocus()

    for key, wanted in ((Key.Key_PageDown, "S1"), (Key.Key_PageUp, "S0")):
        for _ in range(2):
            body = desk.sections.body_in_use
            assert body is not None
            QTest.keyClick(body, key)
        assert body_of(desk, wanted).hasFocus()

    assert desk.sections.verticalScrollBar().value() <= 60


def test_tab_writes_a_tab_and_leaves_after_esc_or_with_ctrl(open_desk: OpenDesk) -> None:
    desk = open_desk(THREE)
    activate(desk)
    body = body_of(desk, "B")
    body.setFocus()

    QTest.keyClick(body, Key.Key_Tab)
    assert body.toPlainText() == "\tthree"
    assert body.hasFocus()

    QTest.keyClick(body, Key.Key_Escape)
    QTest.keyClick(body, Key.Key_Tab)
    assert not body.hasFocus()

    body.setFocus()
    QTest.keyClick(body, Key.Key_Tab, Modifier.ControlModifier)
    assert not body.hasFocus()

    body.setFocus()
    QTest.keyClick(body, Key.Key_Escape)
    QTest.keyClicks(body, "x")
    QTest.keyClick(body, Key.Key_Tab)
    assert body.hasFocus()


# Places on the page


def long_document(sections: int = 12, lines: int = 8) -> bytes:
    return b"".join(b"## S%d\n" % i + b"some line\n" * lines + b"\n" for i in range(sections))


def test_what_is_read_stays_in_place_when_text_comes_in_above(
    open_desk: OpenDesk, qapp: QApplication
) -> None:
    desk = open_desk(long_document())
    desk.sections.reveal(("S5", 0))
    before = body_of(desk, "S5").mapTo(desk.sections, QPoint(0, 0)).y()

    desk.rewrite("## New\n" + "x\n" * 30 + "\n" + desk.text.text.replace("## S2\n", "## S2\nmore\nmore\n"))
    qapp.processEvents()

    assert abs(body_of(desk, "S5").mapTo(desk.sections, QPoint(0, 0)).y() - before) <= 1


def test_the_line_of_the_caret_stays_in_place(open_desk: OpenDesk, qapp: QApplication) -> None:
    desk = open_desk(long_document())
    activate(desk)
    desk.sections.focus_section(("S6", 0))
    body = body_of(desk, "S6")
    before = body.mapTo(desk.sections, body.cursorRect().topLeft()).y()

    desk.rewrite(desk.text.text.replace("## S6\n", "more\nmore\n## S6\n"))
    qapp.processEvents()

    assert abs(body.mapTo(desk.sections, body.cursorRect().topLeft()).y() - before) <= 1


def test_revealing_scrolls_without_taking_the_focus(open_desk: OpenDesk) -> None:
    desk = open_desk(long_document())
    activate(desk)
    body_of(desk, "S0").setFocus()

    desk.sections.reveal(("S7", 0))

    top = card_of(desk, "S7").mapTo(desk.sections.viewport(), QPoint(0, 0)).y()
    assert 0 <= top <= 20
    assert body_of(desk, "S0").hasFocus()


def test_the_page_follows_the_caret_down(open_desk: OpenDesk, qapp: QApplication) -> None:
    desk = open_desk(long_document(sections=3))
    activate(desk)
    desk.sections.focus_section(("S2", 0))
    body = body_of(desk, "S2")
    body.bridge.place(len(desk.text.text))
    for _ in range(30):
        QTest.keyClick(body, Key.Key_Return)
    qapp.processEvents()

    caret = body.mapTo(desk.sections.viewport(), body.cursorRect().center())
    assert desk.sections.viewport().rect().contains(QPoint(10, caret.y()))


# What is said


def test_marks_are_shown_and_spoken(open_desk: OpenDesk) -> None:
    desk = open_desk(THREE)

    desk.sections.stack.set_marks(
        {("B", 0): SectionMark(True, True, 2, "evva · 2 h ago", "evva, 2 hours ago")}
    )

    facts = card_of(desk, "B").facts
    assert (
        facts.sentence
        == "B, 1 line, unsaved, changed here and on disk, 2 changes since you looked, evva, 2 hours ago"
    )
    assert not button(card_of(desk, "B"), "Revert").isHidden()
    assert card_of(desk, "B").property("clash") is True
    assert card_of(desk, "A").facts.sentence == "A, 2 lines"


def test_marks_stay_with_their_section(open_desk: OpenDesk) -> None:
    desk = open_desk(THREE)
    desk.sections.stack.set_marks({("B", 0): SectionMark(unsaved=True)})

    desk.rewrite("## New\nx\n" + desk.text.text)

    assert [card.facts.unsaved for card in desk.sections.stack.cards] == [False, False, True, False]


def test_requests_name_the_section(open_desk: OpenDesk) -> None:
    desk = open_desk(b"## A\nx\n## A\ny\n")
    asked: list[object] = []
    desk.requests.revert_requested.connect(lambda key, occurrence: asked.append(("revert", key, occurrence)))
    desk.requests.card_menu_requested.connect(
        lambda key, occurrence, _: asked.append(("menu", key, occurrence))
    )
    desk.sections.stack.set_marks({("A", 1): SectionMark(unsaved=True)})

    QTest.mouseClick(button(card_of(desk, "A", 1), "Revert"), Qt.MouseButton.LeftButton)
    QTest.mouseClick(button(card_of(desk, "A", 1), "More for A"), Qt.MouseButton.LeftButton)

    assert asked == [("revert", "A", 1), ("menu", "A", 1)]


def test_the_worst_loss_is_on_its_card_and_underlined(open_desk: OpenDesk) -> None:
    desk = open_desk(THREE)
    start = desk.text.text.index("three")
    worst = Said(Span(start, start + 5), "evva would drop this line", (Edit(start, "three", "3"),))
    lesser = Said(Span(start, start + 1), "evva would trim this")
    asked: list[object] = []
    desk.requests.repair_requested.connect(asked.append)
    desk.requests.why_requested.connect(asked.append)
    desk.requests.more_losses_requested.connect(lambda key, occurrence: asked.append((key, occurrence)))

    desk.sections.stack.set_losses([worst, lesser])

    strips = [strip for strip in desk.sections.findChildren(Strip) if not strip.isHidden()]
    selected = [selection.cursor.selectedText() for selection in body_of(desk, "B").extraSelections()]
    assert [strip.accessibleName() for strip in strips] == ["Warning: evva would drop this line"]
    assert selected == ["three", "t"]
    for text in ("Fix", "Why", "+1 more"):
        found = next(found for found in strips[0].findChildren(Button) if found.text() == text)
        QTest.mouseClick(found, Qt.MouseButton.LeftButton)
    assert asked == [worst, worst, ("B", 0)]

    card_of(desk, "B").set_folded(True)
    assert strips[0].isHidden()
    assert [card_of(desk, key).facts.warned for key in "ABC"] == [False, True, False]
    card_of(desk, "B").set_folded(False)
    assert not card_of(desk, "B").facts.warned

    desk.sections.stack.set_losses([])
    assert strips[0].isHidden()
    assert not body_of(desk, "B").extraSelections()


def test_a_closed_card_is_as_high_as_its_head_also_after_a_warning(open_desk: OpenDesk) -> None:
    desk = open_desk(THREE)
    card, other = card_of(desk, "B"), card_of(desk, "A")
    start = desk.text.text.index("three")
    desk.sections.stack.set_losses([Said(Span(start, start + 5), "evva would drop this line")])
    for one in (card, other):
        one.set_folded(True)
        one.settle_layout()
    assert card.sizeHint().height() == other.sizeHint().height()


def test_an_underline_goes_along_with_its_text(open_desk: OpenDesk) -> None:
    desk = open_desk(THREE)
    start = desk.text.text.index("three")
    desk.sections.stack.set_losses([Said(Span(start, start + 5), "x")])

    QTest.keyClicks(body_of(desk, "B"), "be")
    desk.rewrite("## New\nx\n" + desk.text.text)

    assert [found.cursor.selectedText() for found in body_of(desk, "B").extraSelections()] == ["three"]


def test_a_read_only_document_says_so_and_has_no_buttons_to_edit(open_desk: OpenDesk) -> None:
    desk = open_desk(Session(b"## A\n\n## B\nx\n", why_read_only="No permission to write."))
    loss = Said(Span(11, 12), "x", (Edit(11, "x", ""),))

    desk.sections.stack.set_losses([loss])

    card = card_of(desk, "B")
    assert "read-only" in card.facts.sentence
    assert card.property("locked") is True
    assert not [
        found for found in desk.sections.findChildren(Button) if found.text() in ("Add text", "Add section")
    ]
    assert all(found.isHidden() for found in card.findChildren(Button) if found.text() == "Fix")


def test_every_control_has_a_name(open_desk: OpenDesk) -> None:
    desk = open_desk(Session(b"pre\n" + THREE + b"## E\n", headings=("A", "Z")))
    desk.sections.stack.set_marks({("B", 0): SectionMark(unsaved=True)})
    desk.sections.stack.set_losses([Said(Span(10, 12), "x")])

    nameless = [
        type(widget).__name__
        for widget in [*desk.sections.findChildren(Button), *desk.sections.stack.bodies]
        if not widget.accessibleName() and not (isinstance(widget, Button) and widget.text())
    ]

    assert not nameless


# Adding


def test_a_section_is_added_by_its_heading(open_desk: OpenDesk) -> None:
    desk = open_desk(THREE)
    activate(desk)
    asked: list[str] = []
    desk.requests.section_add_requested.connect(asked.append)
    add = next(found for found in desk.sections.findChildren(Button) if found.text() == "Add section")

    QTest.mouseClick(add, Qt.MouseButton.LeftButton)
    field = QApplication.focusWidget()
    assert field is not None
    QTest.keyClicks(field, "  New notes ")
    QTest.keyClick(field, Key.Key_Return)

    assert asked == ["New notes"]
    assert not add.isHidden()


def test_adding_can_be_given_up(open_desk: OpenDesk) -> None:
    desk = open_desk(THREE)
    activate(desk)
    asked: list[str] = []
    desk.requests.section_add_requested.connect(asked.append)
    add = next(found for found in desk.sections.findChildren(Button) if found.text() == "Add section")

    QTest.mouseClick(add, Qt.MouseButton.LeftButton)
    field = QApplication.focusWidget()
    assert field is not None
    QTest.keyClicks(field, "x")
    QTest.keyClick(field, Key.Key_Escape)

    assert not asked
    assert not add.isHidden()


def test_closed_formats_offer_no_free_section(open_desk: OpenDesk) -> None:
    desk = open_desk(Session(b"## A\nx\n", headings=("A",)))

    assert not [found for found in desk.sections.findChildren(Button) if found.text() == "Add section"]


def test_a_text_is_called_by_the_heading_that_it_has_now(open_desk: OpenDesk) -> None:
    desk = open_desk(THREE)
    body = body_of(desk, "B")
    start = desk.text.text.index("## B")
    desk.text.replace_all([Edit(start, "## B", "## Bee")])
    assert body_of(desk, "Bee") is body
    assert body.accessibleName() == "Bee"


def test_a_section_is_named_as_it_is_called_now_though_the_text_is_to_be_read(open_desk: OpenDesk) -> None:
    desk = open_desk(b"## A\nx\n\n## N\ny\n")
    reverted: list[tuple[str, int]] = []
    desk.requests.revert_requested.connect(lambda *name: reverted.append(name))
    activate(desk)
    card, body = card_of(desk, "N"), body_of(desk, "A")
    card.set_mark(SectionMark(unsaved=True))
    body.setFocus()
    body.bridge.place(desk.text.text.index("x"))
    QTest.keyClicks(body, "## N")
    QTest.keyClick(body, Key.Key_Return)
    desk.session.is_read = False

    QTest.mouseClick(button(card, "Revert"), Qt.MouseButton.LeftButton)

    assert reverted == [("N", 1)]
    desk.session.is_read = True
