"""What is typed into a card of the inbox is not lost, whatever closes the card."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox

from memdesk.store.drafts import Drafts
from memdesk.store.folders import StateFolders
from memdesk.ui.inbox.card_editor import CardEditor
from memdesk.ui.screens import MEMORY
from tests.window.conftest import Start
from tests.window.inside import CONTROL, NONE, SHIFT, Key
from tests.window.test_inbox import wait_for, write_elsewhere
from tests.window.test_inbox_deeds import Inbox


@pytest.fixture
def inbox(start: Start, home: Path) -> Inbox:
    inbox = Inbox(start, home)
    inbox.learn("alpha", "beta")
    inbox.come()
    return inbox


def editor_of(inbox: Inbox) -> CardEditor:
    """Press E, and wait for the text."""
    inbox.list.setFocus()
    inbox.program.key(Key.Key_E)
    inbox.program.wait_until(lambda: isinstance(inbox.program.focus, CardEditor), what="the text")
    editor = inbox.program.focus
    assert isinstance(editor, CardEditor)
    return editor


def write(inbox: Inbox, words: str) -> str:
    """Type in front of the current card's text; gives the entry's name."""
    assert inbox.list.current is not None
    name = inbox.list.current.unit.title
    editor = editor_of(inbox)
    inbox.program.key(Key.Key_Home, CONTROL)
    inbox.program.type(words)
    assert editor.toPlainText().startswith(words)
    return name


def test_a_click_on_another_card_keeps_it_for_the_next_time(inbox: Inbox) -> None:
    name = write(inbox, "Typed ")
    before = inbox.list.currentIndex()
    other = inbox.list.changes.index(before.row() + 1)
    place = inbox.list.visualRect(other).topLeft() + QPoint(200, 12)
    QTest.mouseClick(inbox.list.viewport(), Qt.MouseButton.LeftButton, NONE, place)
    assert not inbox.list.is_editing
    assert inbox.program.said(f"What you wrote in “{name}” is kept.")
    inbox.list.setCurrentIndex(before)
    assert editor_of(inbox).toPlainText().startswith("Typed ")
    inbox.program.key(Key.Key_Return, CONTROL)
    inbox.program.wait_until(lambda: "- Typed " in inbox.path.read_text(), what="the text in its file")


def test_escape_gives_it_up(inbox: Inbox) -> None:
    write(inbox, "Typed ")
    inbox.program.key(Key.Key_Escape)
    assert not inbox.list.is_editing
    assert not editor_of(inbox).toPlainText().startswith("Typed ")
    assert not inbox.program.messages[-1].offer


def test_an_entry_that_its_agent_takes_away_meanwhile_leaves_what_was_typed(inbox: Inbox) -> None:
    program = inbox.program
    name = write(inbox, "Typed ")
    lines = inbox.path.read_text().splitlines(keepends=True)
    write_elsewhere(inbox.path, "".join(line for line in lines if f"- {name} " not in line).encode())
    program.program.taking_up.look_again()
    wait_for(program, *({"alpha", "beta"} - {name}))
    program.wait_until(lambda: program.said(f"What you wrote in “{name}” is kept."), what="the message")
    told = next(one for one in program.messages if one.offer == "Copy")
    assert told.accept is not None
    told.accept()
    assert QGuiApplication.clipboard().text().startswith("Typed ")
    asked: list[str] = []
    QTimer.singleShot(300, program.window, lambda: answer(asked))
    assert not program.window.close()
    assert asked == [f"What you wrote in “{name}” has no place in its file any more."]
    inbox.list.close_editor()
    QTimer.singleShot(300, program.window, lambda: answer(asked, QMessageBox.StandardButton.Discard))
    program.close()


def answer(asked: list[str], button: QMessageBox.StandardButton = QMessageBox.StandardButton.Cancel) -> None:
    """Press a button of the question that is asked."""
    box = QApplication.activeModalWidget()
    assert isinstance(box, QMessageBox)
    asked.append(box.text())
    box.button(button).click()


def test_at_a_quit_it_becomes_unsaved_text_of_its_document(inbox: Inbox, start: Start) -> None:
    write(inbox, "Typed ")
    saved = inbox.path.read_text()
    inbox.program.close()
    assert inbox.path.read_text() == saved
    again = start(inbox.path.parent.parent)
    assert again.window.screen_name == MEMORY
    assert again.session.is_dirty
    assert "- Typed " in again.text


def test_it_comes_back_after_a_crash_and_what_is_given_up_does_not(
    inbox: Inbox, start: Start, tmp_path: Path
) -> None:
    program, saved = inbox.program, inbox.path.read_bytes()
    drafts = Drafts(StateFolders.of_this_user().drafts)

    def draft() -> bytes:
        found = drafts.get(str(inbox.path))
        return b"" if found is None else found.text

    write(inbox, "Typed ")
    program.wait_until(lambda: b"- Typed " in draft(), what="the draft of what stands in the card")
    assert not program.desk.workspace.sessions[str(inbox.path)].is_dirty
    program.key(Key.Key_Home, CONTROL)
    program.type("Thus ")
    program.program.drafts.keep_all()
    assert b"- Thus Typed " in draft(), "an unforeseen error keeps it at once"
    left = shutil.copytree(StateFolders.of_this_user().drafts, tmp_path / "left by a crash")
    program.key(Key.Key_Escape)
    program.wait_until(lambda: not draft(), what="no draft of what was given up")
    program.close()
    shutil.copytree(left, StateFolders.of_this_user().drafts, dirs_exist_ok=True)
    again = start(inbox.path.parent.parent)
    again.show(inbox.path)
    assert any("unsaved text from" in words for words in again.bars)
    assert "- Thus Typed " in again.text
    assert inbox.path.read_bytes() == saved


def test_what_nobody_is_to_read_is_covered_while_it_is_written(inbox: Inbox) -> None:
    themes = inbox.program.program.themes
    editors = [CardEditor(themes, f"{word}\n\nend", inbox.reviewing.screen) for word in ("secret", "tercse")]
    for editor in editors:
        editor.resize(300, 120)
        editor.show()
    themes.masks.set_private(True)
    first, second = (editor.grab().toImage() for editor in editors)
    themes.masks.set_private(False)
    assert first == second
    assert editors[0].grab().toImage() != editors[1].grab().toImage()


def test_what_cannot_be_seen_is_edited_where_it_has_labels(inbox: Inbox) -> None:
    program = inbox.program
    lines = inbox.path.read_text() + "- hid\u200bden *(2026-11-12T16:42:09Z)*\n"
    write_elsewhere(inbox.path, lines.encode())
    program.program.taking_up.look_again()
    program.wait_until(lambda: len(inbox.reviewing.state.items) == 3, what="the third")
    inbox.reviewing.screen.list.newer_wanted.emit()
    rows = inbox.list.changes
    row = next(n for n in range(len(rows.rows)) if (item := rows.item_at(n)) and "hid" in item.unit.text)
    inbox.list.setCurrentIndex(rows.index(row))
    inbox.list.setFocus()
    program.key(Key.Key_E)
    program.wait_until(lambda: program.window.screen_name == MEMORY, what="its document")


def test_a_file_that_is_new_as_a_whole_is_typed_into_at_once(start: Start, home: Path) -> None:
    facts = home / ".claude/projects/-srv-api/memory"
    facts.mkdir(parents=True)
    (facts / "MEMORY.md").write_text("# Memory\n")
    program = start(home / ".claude")
    program.wait_until(program.memory.recording_bar.isVisible, what="the question")
    program.click("Keep copies")
    program.wait_until(lambda: program.desk.marks.of("baseline"), what="the first look")
    head = "---\nname: port\ndescription: where it listens\nmetadata:\n  type: project\n---\n\n"
    write_elsewhere(facts / "port.md", f"{head}It listens on 8080.\n".encode())
    program.program.taking_up.look_again()
    wait_for(program, "port")
    program.key(Key.Key_2, CONTROL)
    found = program.program.inbox.screen.list
    program.wait_until(lambda: found.current is not None, what="a current change")
    found.setFocus()
    program.key(Key.Key_E)
    program.wait_until(lambda: program.window.screen_name == MEMORY, what="its document")
    program.settle()
    program.type("Typed ")
    assert "\n\nTyped It listens on 8080.\n" in program.text


def test_the_editor_stays_inside_its_card_when_it_makes_a_scroll_bar_come(inbox: Inbox) -> None:
    shown, bar = inbox.list, inbox.list.verticalScrollBar()
    last = shown.changes.index(shown.changes.rowCount() - 1)
    window = shown.window()
    window.setMinimumHeight(0)
    window.resize(900, window.height() - shown.viewport().height() + shown.visualRect(last).bottom() + 1)
    inbox.program.settle()
    assert not bar.isVisible()
    editor = editor_of(inbox)
    assert bar.isVisible()
    area = shown.visualRect(shown.currentIndex()).intersected(shown.viewport().rect())
    expected = shown.cards.lines_area(area)
    assert (editor.x(), editor.width()) == (expected.x(), expected.width())


def test_undo_ends_at_what_was_written_in_the_card(inbox: Inbox) -> None:
    inbox.list.setFocus()
    inbox.program.key(Key.Key_Delete)
    inbox.program.wait_until(lambda: len(inbox.reviewing.waiting) == 1, what="the entry is gone")
    inbox.program.settle()
    table = inbox.program.window.actions_table
    assert table["edit.undo"].isEnabled()
    on_disk = inbox.path.read_bytes()
    editor = editor_of(inbox)
    said = editor.toPlainText()
    assert not table["edit.undo"].isEnabled()
    inbox.program.type("x")
    assert table["edit.undo"].text() == "Undo: typing"
    for _ in range(3):
        inbox.program.key(Key.Key_Z, CONTROL)
        inbox.program.settle()
        assert editor.hasFocus()
        assert editor.toPlainText() == said
    assert not table["edit.undo"].isEnabled()
    for _ in range(3):
        inbox.program.key(Key.Key_Z, CONTROL | SHIFT)
    assert editor.toPlainText() != said
    assert inbox.path.read_bytes() == on_disk
