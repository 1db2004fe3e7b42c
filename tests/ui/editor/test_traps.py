"""What Qt's text widgets would do to a text, each in its smallest form."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt
from PySide6.QtGui import (
    QAccessible,
    QDropEvent,
    QGuiApplication,
    QInputMethodEvent,
    QKeyEvent,
    QTextCursor,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from memdesk.text.document import encode
from memdesk.text.undo import EditKind
from memdesk.ui.editor.escapes import ESCAPED
from memdesk.ui.editor.section_card import Body
from memdesk.ui.editor.shown_text import ShownText
from memdesk.ui.editor.source_view import SourceView
from memdesk.ui.editor.text_input import RAW_TYPE
from memdesk.ui.theme.manager import ThemeManager
from tests.ui.editor.conftest import OpenDesk
from tests.ui.editor.desk import Desk, Session

Key, Modifier = Qt.Key, Qt.KeyboardModifier


def first_body(desk: Desk) -> Body:
    body = desk.sections.stack.cards[0].body
    assert body is not None
    return body


def put_caret(view: Body, position: int, anchor: int | None = None) -> None:
    """Qt's own position in the widget."""
    cursor = view.textCursor()
    cursor.setPosition(position if anchor is None else anchor)
    cursor.setPosition(position, QTextCursor.MoveMode.KeepAnchor)
    view.setTextCursor(cursor)


def compose(view: Body, preedit: str, commit: str = "") -> None:
    event = QInputMethodEvent(preedit, [])
    if commit:
        event.setCommitString(commit)
    QApplication.sendEvent(view, event)


def undo(view: Body) -> None:
    QTest.keyClick(view, Key.Key_Z, Modifier.ControlModifier)


NASTY = (
    b"\xef\xbb\xbf# Notes\r\n## A\r\none\r\n\xff two\xe2\x80\xa9x \x00 \r\r\n"
    b"\r\n## B\nthree \xf0\x9f\x98\x80\n\xef\xbf\xbc"
)


@pytest.mark.parametrize("view_name", ["card", "source"])
def test_one_typed_character_changes_that_character_alone(open_desk: OpenDesk, view_name: str) -> None:
    desk = open_desk(NASTY)
    wanted = NASTY.replace(b"\xff two", b"\xff twoo")
    view: Body = desk.source
    if view_name == "card":
        card = desk.sections.stack.find(("A", 0))
        assert card is not None
        assert card.body is not None
        view = card.body
    view.bridge.place(desk.text.text.index("two") + 3)

    QTest.keyClicks(view, "o")

    assert desk.session.data == wanted


def test_every_special_character_is_shown_as_one_and_kept(open_desk: OpenDesk) -> None:
    data = encode("".join(f"a{character}b\n" for character in ESCAPED if character != "\r"))
    desk = open_desk(b"\r" + data)

    QTest.keyClicks(desk.source, "x")

    assert desk.session.data == b"x\r" + data
    assert {len(text) for text in desk.source.toPlainText().split("\n")[1:-1]} == {3}


# Line ends


def test_typing_at_the_end_of_a_crlf_line_stays_before_the_break(open_desk: OpenDesk) -> None:
    desk = open_desk(b"one\r\ntwo\r\n")

    QTest.keyClick(desk.source, Key.Key_End)
    QTest.keyClicks(desk.source, "!")

    assert desk.session.data == b"one!\r\ntwo\r\n"


def test_a_new_line_takes_the_line_end_of_its_neighbour(open_desk: OpenDesk) -> None:
    desk = open_desk(b"one\r\ntwo\nthree\nlast")
    put_caret(desk.source, 3)
    QTest.keyClick(desk.source, Key.Key_Return)
    assert desk.session.data == b"one\r\n\r\ntwo\nthree\nlast"

    desk.source.bridge.place(len(desk.text.text))
    QTest.keyClick(desk.source, Key.Key_Return)
    assert desk.session.data == b"one\r\n\r\ntwo\nthree\nlast\n"


def test_enter_behind_a_lone_carriage_return_makes_one_break(open_desk: OpenDesk) -> None:
    desk = open_desk(b"a\rb")
    assert desk.source.document().blockCount() == 1
    put_caret(desk.source, 2)

    QTest.keyClick(desk.source, Key.Key_Return)

    assert desk.session.data == b"a\r\nb"
    assert desk.source.toPlainText() == "a\nb"
    undo(desk.source)
    assert desk.session.data == b"a\rb"


def test_shift_enter_breaks_the_line_with_a_line_feed(open_desk: OpenDesk) -> None:
    desk = open_desk(b"ab")
    put_caret(desk.source, 1)

    QTest.keyClick(desk.source, Key.Key_Return, Modifier.ShiftModifier)

    assert desk.session.data == b"a\nb"


# Characters


def test_bytes_that_fuse_become_the_character_in_every_view(open_desk: OpenDesk) -> None:
    desk = open_desk(b"## A\n\xc3x\xa9\n")
    body = first_body(desk)
    put_caret(body, 1)

    QTest.keyClick(body, Key.Key_Delete)

    assert body.toPlainText() == "é"
    assert desk.session.data == "## A\né\n".encode()
    undo(body)
    assert desk.session.data == b"## A\n\xc3x\xa9\n"
    assert len(body.toPlainText()) == 3


def test_a_letter_typed_into_equal_letters_goes_where_the_caret_is(open_desk: OpenDesk) -> None:
    desk = open_desk(b"aaaa")
    put_caret(desk.source, 1)

    QTest.keyClicks(desk.source, "a")

    assert desk.text.undo() == 1


def test_half_of_a_surrogate_pair_never_stays(open_desk: OpenDesk) -> None:
    desk = open_desk("a😀b".encode())
    put_caret(desk.source, 2)

    QTest.keyClicks(desk.source, "y")

    assert desk.text.text == "ayb"
    undo(desk.source)
    assert desk.text.text == "a😀b"


def test_columns_count_characters_behind_astral_ones(open_desk: OpenDesk) -> None:
    desk = open_desk("😀😀x\n".encode())
    QTest.keyClick(desk.source, Key.Key_End)

    QTest.keyClicks(desk.source, "!")

    assert desk.text.text == "😀😀x!\n"


def test_private_use_characters_of_the_text_are_never_taken_for_escapes(open_desk: OpenDesk) -> None:
    text = "\r" + "".join(map(chr, range(0xE000, 0xF900))) + "\U0010f000"
    desk = open_desk(text.encode())

    QTest.keyClicks(desk.source, "x")

    assert desk.text.text == "x" + text


def paste(view: Body, text: str) -> None:
    data = QMimeData()
    data.setText(text)
    view.insertFromMimeData(data)


@pytest.mark.parametrize("way", ["paste", "compose", "key", "outside"])
def test_escapes_make_room_for_what_comes_in_literally(open_desk: OpenDesk, way: str) -> None:
    desk = open_desk(b"## A\na\xffb\n")
    body = first_body(desk)
    literal = desk.shown.escapes.shown("\udcff")
    put_caret(body, 3)

    if way == "paste":
        paste(body, literal)
    elif way == "compose":
        compose(body, "", commit=literal)
    elif way == "key":
        press = QKeyEvent(QKeyEvent.Type.KeyPress, 0, Modifier.NoModifier, literal)
        QApplication.sendEvent(body, press)
    else:
        desk.rewrite(desk.text.text.replace("b", "b" + literal))

    assert desk.text.text == f"## A\na\udcffb{literal}\n"
    assert desk.shown.escapes.shown("\udcff") != literal


def test_undo_makes_room_too(open_desk: OpenDesk) -> None:
    desk = open_desk(b"a\xffb")
    view = desk.source
    first = desk.shown.escapes.shown("\udcff")
    paste(view, first)
    second = desk.shown.escapes.shown("\udcff")
    QTest.keyClick(view, Key.Key_Backspace)
    paste(view, second)
    assert desk.shown.escapes.shown("\udcff") == first

    undo(view)
    undo(view)

    assert desk.text.text == f"{first}a\udcffb"
    assert view.bridge.places() == (1, 1)


# Compositions


def test_a_composition_goes_along_when_text_comes_in_before_it(open_desk: OpenDesk) -> None:
    desk = open_desk(b"## A\nword\n")
    body = first_body(desk)
    body.setFocus()
    put_caret(body, 4)
    compose(body, "に")

    desk.rewrite("## A\nagent, word\n")

    layout = body.textCursor().block().layout()
    assert (layout.preeditAreaText(), layout.preeditAreaPosition()) == ("に", 11)
    compose(body, "にほ")
    compose(body, "", commit="日本")
    assert desk.text.text == "## A\nagent, word日本\n"
    undo(body)
    assert desk.text.text == "## A\nagent, word\n"


def test_a_composition_goes_along_into_another_block(open_desk: OpenDesk) -> None:
    desk = open_desk(b"word\n")
    view = desk.source
    view.setFocus()
    put_caret(view, 4)
    compose(view, "に")

    desk.rewrite("above\nword\n")

    assert view.document().firstBlock().layout().preeditAreaText() == ""
    assert view.textCursor().block().layout().preeditAreaText() == "に"
    compose(view, "", commit="二")
    assert desk.text.text == "above\nword二\n"


def test_a_cancelled_composition_changes_nothing(open_desk: OpenDesk) -> None:
    desk = open_desk(b"word")
    compose(desk.source, "に")
    compose(desk.source, "")

    assert desk.session.data == b"word"
    assert not desk.text.can_undo


def test_undo_waits_until_a_composition_is_over(open_desk: OpenDesk) -> None:
    desk = open_desk(b"")
    QTest.keyClicks(desk.source, "a")
    compose(desk.source, "に")
    undo(desk.source)
    assert desk.text.text == "a"

    compose(desk.source, "")
    undo(desk.source)
    assert desk.text.text == ""


# Steps


def test_a_tab_over_a_selection_is_one_step(open_desk: OpenDesk) -> None:
    desk = open_desk(b"one two")
    put_caret(desk.source, 3, anchor=0)

    QTest.keyClick(desk.source, Key.Key_Tab)

    assert desk.text.text == "\t two"
    undo(desk.source)
    assert desk.text.text == "one two"


def test_overwrite_mode_is_one_step_per_key(open_desk: OpenDesk) -> None:
    desk = open_desk(b"abc")
    desk.source.setOverwriteMode(True)

    QTest.keyClicks(desk.source, "x")

    assert desk.text.text == "xbc"
    undo(desk.source)
    assert desk.text.text == "abc"


def test_a_screen_reader_can_edit(open_desk: OpenDesk) -> None:
    desk = open_desk(b"## A\r\none two\r\n")
    body = first_body(desk)
    editable = QAccessible.queryAccessibleInterface(body).editableTextInterface()

    editable.replaceText(0, 3, "1\n1")
    editable.insertText(0, "<")

    assert desk.session.data == b"## A\r\n<1\r\n1 two\r\n"


def drop(view: Body, text: str, position: int) -> None:
    cursor = view.textCursor()
    cursor.setPosition(position)
    place = QPointF(view.cursorRect(cursor).center())
    data = QMimeData()
    data.setText(text)
    copy = Qt.DropAction.CopyAction
    event = QDropEvent(place, copy, data, Qt.MouseButton.LeftButton, Modifier.NoModifier)
    view.dropEvent(event)


def test_a_drop_from_elsewhere_is_one_step(open_desk: OpenDesk) -> None:
    desk = open_desk(b"## A\none\n")
    body = first_body(desk)

    drop(body, "x\r\ny", 3)

    assert desk.text.text == "## A\nonex\ny\n"
    undo(body)
    assert desk.text.text == "## A\none\n"


def test_a_move_from_card_to_card_is_one_step(open_desk: OpenDesk) -> None:
    """Qt drops into the one while the mouse handler of the other still runs, and takes the text away after."""
    desk = open_desk(b"## A\none\n## B\ntwo\n")
    there, here = desk.sections.stack.bodies
    put_caret(here, 3, anchor=0)

    with here.input.step(EditKind.DRAG):
        drop(there, "two", 3)
        here.textCursor().removeSelectedText()

    assert desk.text.text == "## A\nonetwo\n## B\n\n"
    undo(here)
    assert desk.text.text == "## A\none\n## B\ntwo\n"
    assert not desk.text.can_undo


# The clipboard


def test_copies_carry_the_exact_bytes_and_readable_text(open_desk: OpenDesk) -> None:
    desk = open_desk(b"a\xff\r\nb\xe2\x80\xa9")
    desk.source.selectAll()

    data = desk.source.createMimeDataFromSelection()

    assert bytes(data.data(RAW_TYPE).data()) == b"a\xff\r\nb\xe2\x80\xa9"
    assert data.text() == "a\ufffd\r\nb\u2029"


def test_an_exact_copy_pastes_exactly(open_desk: OpenDesk) -> None:
    desk = open_desk(b"a\xff\x00\xe2\x80\xa9\r\n\xc3\xa9\r\n")
    desk.source.selectAll()
    data = desk.source.createMimeDataFromSelection()
    desk.source.moveCursor(QTextCursor.MoveOperation.End)

    desk.source.insertFromMimeData(data)

    assert desk.session.data == b"a\xff\x00\xe2\x80\xa9\r\n\xc3\xa9\r\n" * 2


def test_a_paste_takes_the_line_ends_of_the_text(open_desk: OpenDesk) -> None:
    desk = open_desk(b"## A\r\none\r\n")
    body = first_body(desk)
    put_caret(body, 3)

    paste(body, "\nunix\rmac\r\nwin\u2028\ufdd0")

    assert desk.text.text == "## A\r\none\r\nunix\r\nmac\r\nwin\u2028\ufdd0\r\n"


def test_rich_text_is_pasted_as_plain_text_in_lines_of_one_height(open_desk: OpenDesk) -> None:
    desk = open_desk(b"## A\none\n")
    body = first_body(desk)
    data = QMimeData()
    data.setHtml("<ul><li>x</li><li>y</li></ul>")
    data.setText("x\ny")

    body.insertFromMimeData(data)

    document = body.document()
    heights = {document.findBlockByNumber(i).blockFormat().lineHeight() for i in range(document.blockCount())}
    assert desk.text.text == "## A\nx\nyone\n"
    assert heights == {20.0}


def test_cut_and_paste_by_keys(open_desk: OpenDesk, qapp: QApplication) -> None:
    desk = open_desk(b"one two")
    put_caret(desk.source, 4, anchor=0)
    QTest.keyClick(desk.source, Key.Key_X, Modifier.ControlModifier)
    QTest.keyClick(desk.source, Key.Key_End)
    QTest.keyClick(desk.source, Key.Key_V, Modifier.ControlModifier)
    QGuiApplication.clipboard().clear()

    assert desk.text.text == "twoone "
    undo(desk.source)
    undo(desk.source)
    assert desk.text.text == "one two"


# Empty bodies


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"## A\n\n## B\n", b"## A\nx\n\n## B\n"),
        (b"## A\r\n## B\r\n", b"## A\r\nx\r\n## B\r\n"),
        (b"## A", b"## A\nx"),
        (b"## A\n", b"## A\nx"),
        (b"", b"x"),
        (b"\xef\xbb\xbf", b"\xef\xbb\xbfx"),
    ],
)
def test_the_first_character_of_an_empty_body_makes_its_line(
    open_desk: OpenDesk, before: bytes, after: bytes
) -> None:
    desk = open_desk(before)
    card = desk.sections.stack.cards[0]
    card.set_folded(False)
    body = first_body(desk)

    QTest.keyClicks(body, "x")

    assert desk.session.data == after
    undo(body)
    assert desk.session.data == before
    assert not desk.text.can_undo


# Large texts


def test_a_line_of_a_megabyte_can_be_edited(open_desk: OpenDesk) -> None:
    desk = open_desk(b"## A\n" + b"x" * 1_000_000 + b"\n")
    desk.source.bridge.place(5 + 500_000)

    QTest.keyClicks(desk.source, "!")

    assert len(desk.text.text) == 1_000_007
    assert desk.text.text[500_005] == "!"


def test_a_file_of_five_megabytes_opens_as_source(themes: ThemeManager, qapp: QApplication) -> None:
    data = b"- a line of memory that says something\r\n" * 125_000
    session = Session(data)
    view = SourceView(themes, ShownText(session.text), 0, session.text.line_count)

    QTest.keyClicks(view, "x")

    assert session.data == b"x" + data
    view.deleteLater()


# Read-only


def test_a_read_only_document_cannot_be_changed_by_any_way(open_desk: OpenDesk) -> None:
    desk = open_desk(Session(b"## A\none\n", why_read_only="no permission"))
    body = first_body(desk)

    QTest.keyClicks(body, "x")
    QAccessible.queryAccessibleInterface(body).editableTextInterface().insertText(1, "y\nz")
    QTextCursor(body.document()).insertText("w")
    drop(body, "v", 0)

    assert desk.session.data == b"## A\none\n"
    assert body.toPlainText() == "one"


# Places in the source


def test_what_is_read_in_the_source_stays_in_place(open_desk: OpenDesk, qapp: QApplication) -> None:
    lines = [f"line {i}\n" for i in range(300)]
    desk = open_desk("".join(lines).encode())
    view = desk.source
    view.verticalScrollBar().setValue(150)
    qapp.processEvents()

    desk.rewrite(
        "new\n" * 40 + "".join(lines).replace("line 20\n", "").replace("line 200", "line two hundred")
    )
    qapp.processEvents()

    assert view.firstVisibleBlock().text() == "line 150"


def test_a_selection_stays_with_its_text(open_desk: OpenDesk) -> None:
    desk = open_desk(b"one two three\n")
    put_caret(desk.source, 7, anchor=4)

    desk.rewrite("zero\none, two three\n")

    assert desk.source.textCursor().selectedText() == "two"


def test_a_rewrite_in_many_places_is_shown_once_and_right(open_desk: OpenDesk) -> None:
    desk = open_desk(b"## A\n" + b"a word here\n" * 200 + b"\n## B\nx\n")
    put_caret(desk.source, 30)
    before = desk.text.text[30:41]

    desk.rewrite(desk.text.text.replace("word", "term"))

    desk.check()
    assert desk.text.text[desk.source.bridge.places()[0] :][:11] == before.replace("word", "term")
