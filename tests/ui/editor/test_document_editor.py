"""The editor as the window uses it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextFormat
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QVBoxLayout, QWidget
from shiboken6 import Shiboken

from memdesk.text.edits import Edit, Span
from memdesk.ui.editor.card_body import CardBody
from memdesk.ui.editor.document_editor import DocumentEditor, Mode
from memdesk.ui.editor.sections_view import SectionsView
from memdesk.ui.editor.session import SectionMark
from memdesk.ui.editor.source_view import SourceView
from memdesk.ui.editor.warnings import found_marks
from memdesk.ui.theme.manager import Preferences, ThemeManager
from memdesk.ui.widgets.buttons import Button
from memdesk.ui.widgets.found_mark import FoundMark
from tests.patience import wait_until
from tests.ui.conftest import Show
from tests.ui.editor.desk import Session
from tests.ui.editor.test_sections_view import THREE, Said

Key, Modifier = Qt.Key, Qt.KeyboardModifier

OpenEditor = Callable[[Session], DocumentEditor]


@pytest.fixture
def open_editor(themes: ThemeManager, show: Show) -> Iterator[OpenEditor]:
    editors: list[DocumentEditor] = []

    def open_one(session: Session) -> DocumentEditor:
        editor = DocumentEditor(themes)
        editor.resize(700, 500)
        editor.set_session(session)
        show(editor)
        editor.activateWindow()
        assert QTest.qWaitForWindowActive(editor)
        editors.append(editor)
        return editor

    yield open_one
    for editor in editors:
        editor.set_session(None)


def sections_of(editor: DocumentEditor) -> SectionsView:
    # The view of an earlier session is a child too, until it is deleted.
    assert editor._sections is not None
    return editor._sections


def source_of(editor: DocumentEditor) -> SourceView:
    return next(
        view for view in editor.findChildren(SourceView) if view.parent() is not None and view.isVisible()
    )


def body_of(editor: DocumentEditor, key: str) -> CardBody:
    card = sections_of(editor).stack.find((key, 0))
    assert card is not None
    assert isinstance(card.body, CardBody)
    return card.body


def _focused(editor: DocumentEditor) -> QWidget:
    found = editor.focusWidget()
    assert found is not None
    return found


def settle(app: QApplication) -> None:
    """Let the timers of the editor run."""
    QTest.qWait(150)
    app.processEvents()


def wait_for_cards(editor: DocumentEditor) -> None:
    """Let all cards be made, however busy the machine is."""
    wait_until(lambda: sections_of(editor).stack.is_complete, pause=lambda: QTest.qWait(1))


def test_one_undo_over_cards_source_and_another_program(open_editor: OpenEditor) -> None:
    session = Session(THREE)
    editor = open_editor(session)
    editor.focus_section("A")
    QTest.keyClicks(body_of(editor, "A"), "first ")
    editor.set_mode("source")
    source_of(editor).bridge.place(session.text.text.index("three"))
    QTest.keyClicks(source_of(editor), "second ")
    session.text.apply_outside(session.text.text.replace("four", "agent"))

    editor.undo()
    assert session.text.text == THREE.decode().replace("one", "first one").replace("four", "agent")
    editor.undo()
    assert session.text.text == THREE.decode().replace("four", "agent")
    editor.undo()
    assert b"agent" in session.data
    editor.redo()
    editor.redo()
    assert session.text.text.count("first one") == session.text.text.count("second three") == 1


def test_undo_brings_caret_and_focus_to_its_place(open_editor: OpenEditor) -> None:
    editor = open_editor(Session(THREE))
    editor.focus_section("A")
    QTest.keyClicks(body_of(editor, "A"), "x")
    editor.focus_section("C")

    editor.undo()

    assert body_of(editor, "A").hasFocus()
    assert editor.caret == len("## A\n")


def test_modes_keep_the_place(open_editor: OpenEditor) -> None:
    session = Session(b"".join(b"## S%d\n" % i + b"line\n" * 20 + b"\n" for i in range(9)))
    editor = open_editor(session)
    place = session.text.text.index("## S7") + 20
    editor.focus_section("S7")
    body_of(editor, "S7").bridge.place(place)

    editor.set_mode("source")
    assert editor.mode == "source"
    assert editor.caret == place
    assert source_of(editor).hasFocus()
    assert source_of(editor).viewport().rect().contains(source_of(editor).cursorRect().center())

    editor.set_mode("sections")
    assert editor.caret == place
    assert body_of(editor, "S7").hasFocus()


def test_a_mode_without_focus_leaves_the_focus_alone(themes: ThemeManager, show: Show) -> None:
    window, field, editor = QWidget(), QLineEdit(), DocumentEditor(themes)
    column = QVBoxLayout(window)
    column.addWidget(field)
    column.addWidget(editor)
    editor.set_session(Session(THREE))
    show(window)
    window.activateWindow()
    assert QTest.qWaitForWindowActive(window)
    field.setFocus()

    editor.set_mode("source")
    editor.reveal("B")

    assert field.hasFocus()
    editor.set_session(None)


def test_a_document_without_sections_is_shown_as_source(open_editor: OpenEditor) -> None:
    editor = open_editor(Session(b"just text\n"))

    assert editor.mode == "source"
    assert not editor.has_sections
    editor.set_mode("sections")
    assert editor.mode == "source"


def test_an_empty_file_of_a_closed_format_offers_its_sections(open_editor: OpenEditor) -> None:
    session = Session(b"", headings=("A", "B"))
    editor = open_editor(session)
    editor.section_add_requested.connect(
        lambda heading: session.text.replace_all([Edit(len(session.text.text), "", f"## {heading}\n")])
    )
    add = [found for found in editor.findChildren(Button) if found.text() == "Add text"]

    QTest.mouseClick(add[1], Qt.MouseButton.LeftButton)
    assert session.data == b"## B\n"
    focused = QApplication.focusWidget()
    assert focused is body_of(editor, "B")
    QTest.keyClicks(focused, "x")

    assert session.data == b"## B\nx"


def test_sections_are_revealed_and_entered_in_both_modes(open_editor: OpenEditor) -> None:
    session = Session(b"".join(b"## S%d\n" % i + b"line\n" * 20 + b"\n" for i in range(9)))
    editor = open_editor(session)
    for mode in ("sections", "source"):
        editor.set_mode("source" if mode == "source" else "sections")

        editor.focus_section("S5")

        line = session.text.line_of(editor.caret)
        assert session.text.line(line) == "line\n"
        assert session.text.line(line - 1) == "## S5\n"

    editor.reveal("S7")
    top = source_of(editor).firstVisibleBlock().blockNumber()
    assert session.text.line(top) == "## S7\n"
    editor.reveal("nowhere")


def test_the_section_of_the_caret_is_told(open_editor: OpenEditor, qapp: QApplication) -> None:
    editor = open_editor(Session(THREE))
    told: list[tuple[str, int]] = []
    editor.caret_section_changed.connect(lambda key, occurrence: told.append((key, occurrence)))

    editor.focus_section("B")
    editor.focus_section("C")
    editor.set_mode("source")
    source_of(editor).bridge.place(6)
    settle(qapp)

    assert told == [("B", 0), ("C", 0), ("A", 0)]


def test_changed_lines_are_marked_after_a_rest_and_cleared_by_a_save(
    open_editor: OpenEditor, qapp: QApplication
) -> None:
    session = Session(THREE)
    editor = open_editor(session)
    editor.focus_section("C")
    QTest.keyClicks(body_of(editor, "C"), "x")
    settle(qapp)
    marked = body_of(editor, "C").changed_lines

    session.base_text = session.text.text
    editor.update_changed_lines()

    assert (marked, body_of(editor, "C").changed_lines) == (((0, 1),), ())


def test_changes_are_told_whoever_makes_them(open_editor: OpenEditor) -> None:
    session = Session(THREE)
    editor = open_editor(session)
    told: list[int] = []
    editor.text_changed.connect(lambda: told.append(session.text.revision))

    QTest.keyClicks(body_of(editor, "A"), "x")
    session.text.apply_outside(session.text.text + "more\n")
    editor.undo()

    assert len(told) == 3


def test_losses_are_underlined_in_the_source_too(open_editor: OpenEditor) -> None:
    editor = open_editor(Session(THREE))
    editor.show_effects([Said(Span(5, 8), "evva would drop this line")])

    editor.set_mode("source")

    assert [found.cursor.selectedText() for found in source_of(editor).extraSelections()] == ["one"]
    editor.show_effects([])
    assert not source_of(editor).extraSelections()


def many_sections(said: str, sections: int = 60) -> str:
    return "".join(f"## S{number}\n{said}\n\n" for number in range(sections))


def test_cards_behind_the_source_wait_until_they_are_seen(
    open_editor: OpenEditor, qapp: QApplication
) -> None:
    session = Session(many_sections("old").encode())
    editor = open_editor(session)
    stack = sections_of(editor).stack
    settle(qapp)
    editor.set_mode("source")
    made = len(stack.cards)

    session.text.apply_outside("## New\nfirst\n\n" + many_sections("new"))
    at = session.text.text.index("## S0") + len("## S0\n")
    editor.show_marks({("S0", 0): SectionMark(unsaved=True)})
    editor.show_effects([Said(Span(at, at + 3), "evva would drop this line")])
    settle(qapp)
    assert [card.title for card in stack.cards[:2]] == ["S0", "S1"]
    assert len(stack.cards) == made

    editor.set_mode("sections")
    body, card = body_of(editor, "S0"), stack.find(("S0", 0))
    assert body.toPlainText().split() == ["new"]
    assert [found.cursor.selectedText() for found in body.extraSelections()] == ["new"]
    assert card is not None
    assert card.facts.unsaved
    settle(qapp)
    assert [card.title for card in stack.cards[:2]] == ["New", "S0"]


def test_cards_hear_of_hits_only_where_some_come_or_go(open_editor: OpenEditor) -> None:
    editor, told = open_editor(Session(THREE)), []
    editor._requests.found_shown.connect(lambda: told.append(len(editor._requests.found.spans)))
    editor.set_mode("source")
    editor.show_found([Span(5, 8)])
    editor.set_mode("sections")
    editor.show_found([])
    editor.show_found([])
    assert told == [1, 1, 0]


def test_losses_of_a_text_that_changed_behind_the_source_are_not_told(open_editor: OpenEditor) -> None:
    session = Session(THREE)
    editor = open_editor(session)
    editor.set_mode("source")
    editor.show_effects([Said(Span(5, 8), "evva would drop this line")])
    session.text.apply_outside("## New\n\n" + session.text.text)

    editor.set_mode("sections")

    assert not body_of(editor, "A").extraSelections()


@pytest.mark.parametrize("mode", ["sections", "source"])
def test_all_comes_back_that_was_written_over(
    open_editor: OpenEditor, qapp: QApplication, mode: Mode
) -> None:
    before = "before all\n\n" + many_sections("a line\n" * 20, 40)
    session = Session(before.encode())
    editor = open_editor(session)
    editor.set_mode(mode)
    session.text.edit([Edit(0, before, "x")])
    editor.undo()
    QTest.keyClicks(_focused(editor), "typed")
    editor.undo()
    assert session.text.text == before

    editor.set_mode("sections")
    settle(qapp)

    for card in sections_of(editor).stack.cards:
        assert isinstance(card.body, CardBody)
        assert not card.body.bridge.broken
        assert card.body.toPlainText() == session.text.text[slice(*card.body.bridge.shown)].rstrip("\n")


def test_another_session_takes_the_place(open_editor: OpenEditor, qapp: QApplication) -> None:
    first, second = Session(THREE), Session(b"## Other\nx\n")
    editor = open_editor(first)
    editor.show_marks({("A", 0): SectionMark(unsaved=True)})

    editor.set_session(second)
    qapp.processEvents()
    first.text.apply_outside("nothing is shown of this\n")

    assert [card.title for card in sections_of(editor).stack.cards] == ["Other"]
    editor.undo()
    assert first.data == b"nothing is shown of this\n"
    assert not first.text._observers


def test_folds_are_there_again_when_a_document_comes_back(open_editor: OpenEditor) -> None:
    first, second = Session(THREE), Session(b"## A\nx\n", path="/m/OTHER.md")
    editor = open_editor(first)
    card = sections_of(editor).stack.find(("A", 0))
    assert card is not None
    card.set_folded(True)

    editor.set_session(second)
    folded = [card.folded for card in sections_of(editor).stack.cards]
    editor.set_session(first)
    wait_for_cards(editor)

    assert folded == [False]
    assert [card.folded for card in sections_of(editor).stack.cards] == [True, False, False]


def test_nothing_to_show_takes_no_orders(open_editor: OpenEditor) -> None:
    editor = open_editor(Session(THREE))
    editor.set_session(None)

    editor.undo()
    editor.redo()
    editor.set_mode("source")
    editor.reveal("A")
    editor.focus_section("A")
    editor.focus_text()
    editor.show_marks({})
    editor.show_effects([])
    editor.update_changed_lines()

    assert editor.caret == 0
    assert not editor.has_sections


def test_the_menu_of_text_knows_what_can_be_undone(open_editor: OpenEditor, qapp: QApplication) -> None:
    session = Session(THREE)
    editor = open_editor(session)
    body = body_of(editor, "A")
    QTest.keyClicks(body, "x")

    body.menu_requested.emit(QPoint(0, 0))
    menu = editor.findChildren(QMenu)[-1]
    states = {action.text(): action.isEnabled() for action in menu.actions() if action.text()}
    next(action for action in menu.actions() if action.text() == "Undo").trigger()
    menu.close()
    qapp.processEvents()

    assert (states["Undo"], states["Redo"], states["Cut"]) == (True, False, False)
    assert session.data == THREE


def test_the_menu_of_text_goes_with_the_text(open_editor: OpenEditor) -> None:
    session = Session(THREE)
    editor = open_editor(session)
    body = body_of(editor, "A")
    body.selectAll()
    body.menu_requested.emit(QPoint(0, 0))
    menus = editor.findChildren(QMenu)
    assert menus
    Shiboken.delete(body)
    assert not any(map(Shiboken.isValid, menus))


def test_the_theme_changes_under_an_open_document(open_editor: OpenEditor, themes: ThemeManager) -> None:
    editor = open_editor(Session(THREE))
    editor.set_mode("source")
    editor.show_effects([Said(Span(5, 8), "x")])

    themes.set_preferences(Preferences(scheme="dark"))

    assert not editor.grab().isNull()
    assert [found.cursor.selectedText() for found in source_of(editor).extraSelections()] == ["one"]


@pytest.mark.parametrize("mode", ["sections", "source"])
def test_what_is_marked_in_a_text_takes_the_colours_of_another_theme(
    open_editor: OpenEditor, themes: ThemeManager, mode: Mode
) -> None:
    editor = open_editor(Session(THREE))
    editor.set_mode(mode)
    editor.show_effects([Said(Span(5, 8), "x")])
    editor.show_found([Span(5, 7)], Span(5, 7))
    body = source_of(editor) if mode == "source" else body_of(editor, "A")

    themes.set_preferences(Preferences(scheme="dark"))

    marks, theme = body.extraSelections(), themes.theme
    lost, found, current = (one.format for one in marks)
    assert lost.background().color() == theme.color("warnSoft")
    assert lost.underlineColor() == theme.color("warn")
    assert found.background().color() == theme.color("accentSoft")
    assert [mark for _, _, mark in found_marks(body)] == [FoundMark.FOUND, FoundMark.CURRENT]
    assert not current.hasProperty(QTextFormat.Property.BackgroundBrush)


def test_focus_goes_where_the_caret_is(open_editor: OpenEditor) -> None:
    editor = open_editor(Session(THREE))
    editor.focus_text()
    assert body_of(editor, "A").hasFocus()

    editor.set_mode("source")
    editor.focus_text()
    assert source_of(editor).hasFocus()


def test_ctrl_z_in_the_source_asks_the_document(open_editor: OpenEditor) -> None:
    session = Session(THREE)
    editor = open_editor(session)
    editor.set_mode("source")
    source_of(editor).bridge.place(0)
    QTest.keyClicks(source_of(editor), "x")

    QTest.keyClick(source_of(editor), Key.Key_Z, Modifier.ControlModifier)
    assert session.data == THREE
    QTest.keyClick(source_of(editor), Key.Key_Z, Modifier.ControlModifier | Modifier.ShiftModifier)
    assert session.data == b"x" + THREE
