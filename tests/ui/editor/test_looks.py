"""How text looks beside what it says."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QTextCharFormat, QTextCursor, QTextLayout
from PySide6.QtTest import QTest

from memdesk.ui.editor.card_body import CardBody
from memdesk.ui.editor.escapes import ESCAPED, NEEDED_BY_SOME, code_of
from memdesk.ui.editor.section_card import Body
from memdesk.ui.editor.source_view import SourceView
from memdesk.ui.theme.manager import Preferences, ThemeManager
from tests.hostile.characters import CASES
from tests.hostile.ordinary import ORDINARY
from tests.ui.base_lines import base_lines
from tests.ui.conftest import Show
from tests.ui.editor.conftest import OpenDesk
from tests.ui.editor.desk import Desk
from tests.ui.editor.test_sections_view import body_of


def styled(body: Body, line: int) -> list[tuple[int, int]]:
    """Start and length, in UTF-16 units, of what is styled in a line."""
    formats: list[QTextLayout.FormatRange] = body.document().findBlockByNumber(line).layout().formats()
    return [(found.start, found.length) for found in formats]


def card(desk: Desk) -> CardBody:
    return body_of(desk, "A")


def test_code_spans_are_set_in_the_mono_font(open_desk: OpenDesk, themes: ThemeManager) -> None:
    desk = open_desk("## A\nrun `make` and 😀 ``a ` b`` but not ` or ```\n".encode())

    formats = card(desk).document().firstBlock().layout().formats()

    assert styled(card(desk), 0) == [(4, 6), (18, 9)]
    assert {found.format.font().family() for found in formats} == {themes.theme.font("mono").family()}


@pytest.mark.parametrize(
    ("lines", "fenced"),
    [
        (["```", "x", "```", "y"], [True, True, True, False]),
        (["~~~~ text", "~~~", "````", "~~~~~", "y"], [True, True, True, True, False]),
        (["```", "```` not the end", "`````", "y"], [True, True, True, False]),
        (["``` `no`", "y"], [False, False]),
        (["    ```", "y"], [False, False]),
        (["```", "open to the end"], [True, True]),
    ],
)
def test_fenced_lines_are_set_in_the_mono_font(
    open_desk: OpenDesk, lines: list[str], fenced: list[bool]
) -> None:
    desk = open_desk(("## A\n" + "\n".join(lines) + "\n").encode())
    body = card(desk)

    assert [(0, len(text)) in styled(body, line) for line, text in enumerate(lines)] == fenced


def test_a_typed_fence_restyles_what_stands_behind_it(open_desk: OpenDesk) -> None:
    desk = open_desk(b"## A\none\ntwo\n")
    body = card(desk)

    QTest.keyClicks(body, "``` ")
    assert styled(body, 1) == [(0, 3)]
    desk.text.undo()

    assert styled(body, 1) == []


def place_of(body: Body, position: int) -> QPoint:
    cursor = QTextCursor(body.document())
    cursor.setPosition(position)
    return body.cursorRect(cursor).center() + QPoint(6, 0)


def test_hidden_characters_have_room_for_their_code_and_a_name(open_desk: OpenDesk) -> None:
    desk = open_desk("## A\nab\u202ecd\n".encode())
    for body in (card(desk), desk.source):
        start = 2 if body is not desk.source else 7
        left, right = place_of(body, start).x(), place_of(body, start + 1).x()

        assert right - left > 30
        assert body._hidden.name_at(place_of(body, start)) == "U+202E right-to-left override"
        assert body._hidden.name_at(place_of(body, start - 2)) == ""


def test_a_hidden_character_at_the_end_of_a_line_has_a_name_too(open_desk: OpenDesk) -> None:
    desk = open_desk(b"## A\nx\r\n\xff\n")
    body = card(desk)

    assert body._hidden.name_at(place_of(body, 2)) == "Byte FF, which is not UTF-8"


def test_each_escaped_character_has_a_code() -> None:
    codes = [code_of(character) for character in ESCAPED + NEEDED_BY_SOME]

    assert len(set(codes)) == len(ESCAPED + NEEDED_BY_SOME)
    assert {"CR", "NUL", "BOM", "U+2028", "U+202E", "x80", "xFF", "ZWJ", "VS16", "TAG i"} < set(codes)


def test_text_that_reads_backwards_is_shown_in_the_order_it_is_stored(open_desk: OpenDesk) -> None:
    desk = open_desk("## A\n\u202eabc\n".encode())
    body = card(desk)

    assert place_of(body, 1).x() < place_of(body, 2).x() < place_of(body, 3).x()


def test_all_lines_keep_one_height_whatever_stands_in_them(open_desk: OpenDesk) -> None:
    desk = open_desk("## A\nplain\n`code`\n日本 😀\n\xff\n".encode())
    body = card(desk)
    layout = body.document().documentLayout()

    tops = [layout.blockBoundingRect(body.document().findBlockByNumber(i)).top() for i in range(4)]

    assert tops == [0.0, 20.0, 40.0, 60.0]
    assert body.height() == 80


def test_lines_of_the_source_keep_one_distance_also_where_they_wrap(
    open_desk: OpenDesk, themes: ThemeManager, show: Show
) -> None:
    shown = open_desk(f"# T\n\n{'many words ' * 60}\nשלום 日本語 👩 x\n\nlast\n".encode()).shown
    view = SourceView(themes, shown, 0, shown.text.line_count)
    view.resize(300, 700)
    show(view)
    line_px = themes.theme.line_height("mono")
    bases = list(base_lines(view))
    assert len(bases) > view.blockCount() + 5
    assert bases == [bases[0] + number * line_px for number in range(len(bases))]
    themes.set_preferences(Preferences(scheme="dark"))
    assert list(base_lines(view)) == bases


def test_the_source_makes_room_for_longer_numbers_before_the_lines_come(
    open_desk: OpenDesk, themes: ThemeManager, show: Show
) -> None:
    shown = open_desk(b"one\n").shown
    view = SourceView(themes, shown, 0, shown.text.line_count)
    view.resize(300, 700)
    show(view)
    before = view.viewport().x()
    sides: list[int] = []
    view.document().contentsChange.connect(lambda *_: sides.append(view.viewport().x()))
    shown.text.apply_outside("a line\n" * 12_000)
    assert view.viewport().x() > before
    assert sides == [view.viewport().x()]


def test_a_card_shows_all_its_lines_at_any_width(open_desk: OpenDesk) -> None:
    desk = open_desk(b"## A\n" + b"some words that wrap " * 30 + b"\n")
    for width in (300, 700, 420):
        desk.sections.resize(width, 300)
        QTest.qWait(10)

        body = card(desk)
        assert body.verticalScrollBar().maximum() == 0
        assert body.height() >= body.document().size().height()


def test_every_hidden_character_has_its_box(open_desk: OpenDesk) -> None:
    desk = open_desk(("## A\n" + "\n".join(case.text for case in CASES) + "\n").encode())
    document, escapes = desk.source.document(), desk.source._shown.escapes

    for number, case in enumerate(CASES, start=1):
        boxes = "".join(character for _, character in escapes.find(document.findBlockByNumber(number).text()))
        assert case.hidden in boxes, ascii(case.text)


def test_ordinary_texts_have_no_boxes(open_desk: OpenDesk) -> None:
    desk = open_desk(("## A\n" + "\n".join(ORDINARY) + "\n").encode())
    body = card(desk)

    for number, text in enumerate(ORDINARY):
        assert body.document().findBlockByNumber(number).text() == text


def test_what_surrounds_a_character_decides_while_one_types(open_desk: OpenDesk) -> None:
    desk = open_desk("## A\nx\u200d💻\n".encode())
    body = card(desk)
    first = body.document().firstBlock()
    assert "\u200d" not in first.text()

    body.setTextCursor(QTextCursor(first))
    body.textCursor().insertText("👩")
    cursor = body.textCursor()
    cursor.setPosition(2)
    cursor.deleteChar()

    assert desk.text.text == "## A\n👩\u200d💻\n"
    assert body.document().firstBlock().text() == "👩\u200d💻"


def test_a_word_that_pretends_has_a_wave_below(open_desk: OpenDesk) -> None:
    desk = open_desk("## A\nto p\u0430ypal now\n".encode())
    formats = card(desk).document().firstBlock().layout().formats()
    wave = QTextCharFormat.UnderlineStyle.WaveUnderline

    assert [(found.start, found.length) for found in formats if found.format.underlineStyle() == wave] == [
        (3, 6)
    ]
