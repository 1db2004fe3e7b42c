"""A private key that was pasted into a list: its lines are entries, and no screen that shows one by itself shows it."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget

from memdesk.layouts.contract import ChangeKind
from memdesk.services.steps.move_targets import Fact
from memdesk.text.edits import Edit
from memdesk.text.masking import MASK
from memdesk.ui.entries.row_list import RowList
from memdesk.ui.history.screen import HistoryScreen
from memdesk.ui.moving.dialog import MoveDialog
from memdesk.ui.widgets.lines.view import LinesView
from tests.window.inside import CONTROL, SHIFT, InsideProgram, Key
from tests.window.test_inbox import write_elsewhere
from tests.window.test_inbox_deeds import Inbox, inbox
from tests.window.test_privacy_everywhere import said_by

__all__ = ["inbox"]

LINES = [f"MIIEpAIB{number}" + "bXyZ09ab" * 6 for number in range(3)]
KEY = ["-----BEGIN RSA PRIVATE KEY-----", *LINES, LINES[0], "-----END RSA PRIVATE KEY-----"]
SECRET = LINES[0][:8]


def shown_by(program: InsideProgram, widget: QWidget) -> list[tuple[str, str]]:
    """What of the key is to be read or heard; something else of `widget` is masked."""
    program.settle()
    said = list(said_by(widget))
    assert any(MASK * 8 in text for _, text in said), "the key is not looked for where it stands"
    return [(kind, text) for kind, text in said if SECRET in text]


@pytest.fixture
def program(inbox: Inbox) -> InsideProgram:
    inbox.learn(*KEY)
    return inbox.program


def test_the_list_of_entries_shows_none_of_it_until_it_is_revealed(
    inbox: Inbox, program: InsideProgram
) -> None:
    program.show(inbox.path)
    assert not shown_by(program, program.editor)
    rows = next(one for one in program.editor.findChildren(RowList) if one.isVisible())
    rows.select(next(row.name for row in rows.rows if row.text.startswith(SECRET)))
    rows.setFocus()
    program.key(Key.Key_R, CONTROL | SHIFT)
    assert any(LINES[1] in text for _, text in said_by(program.editor)), "it is revealed as one"
    program.key(Key.Key_R, CONTROL | SHIFT)
    assert not shown_by(program, program.editor)


def test_the_inbox_shows_none_of_it(inbox: Inbox, program: InsideProgram) -> None:
    inbox.come()
    assert not shown_by(program, inbox.reviewing.screen)


def test_prune_and_the_merge_editor_show_none_of_it(inbox: Inbox, program: InsideProgram) -> None:
    pruning, merging = program.program.pruning, program.program.duplicates
    program.key(Key.Key_3, CONTROL)
    program.wait_until(
        lambda: pruning.is_true and any(SECRET in one.entry.text for one in pruning.screen.candidates.rows),
        what="the candidates",
    )
    assert not shown_by(program, pruning.screen)
    program.key(Key.Key_M, CONTROL | SHIFT)
    program.wait_until(lambda: merging.dialog is not None and merging.dialog.cards, what="a group")
    assert merging.dialog is not None
    assert not shown_by(program, merging.dialog)
    merging.dialog.reject()


def test_what_is_said_of_a_line_that_an_agent_took_out_shows_none_of_it(
    inbox: Inbox, program: InsideProgram
) -> None:
    program.show(inbox.path)
    program.forget_messages()
    write_elsewhere(inbox.path, inbox.path.read_bytes().replace(LINES[2].encode(), b"something else"))
    program.program.taking_up.look_again()
    program.wait_until(lambda: program.said("ub changed "), what="who wrote")
    assert not program.said(SECRET)


def test_the_palette_shows_none_of_it(inbox: Inbox, program: InsideProgram) -> None:
    program.show(inbox.path)
    program.key(Key.Key_P, CONTROL)
    box = program.program.choosing.box
    program.wait_until(lambda: not program.program.choosing.is_busy, what="the places")
    program.type("MIIE")
    program.wait_until(lambda: len(box.model.lines) > 1, what="an answer")
    assert not shown_by(program, box)
    program.key(Key.Key_Escape)


def test_a_note_that_says_the_same_as_a_line_of_it_shows_none_of_it(
    inbox: Inbox, program: InsideProgram
) -> None:
    program.show(inbox.path)
    program.program.noting.show()
    note = program.program.noting.dialog
    assert note is not None
    note.text.setPlainText(LINES[1])
    program.wait_until(lambda: note.preview is not None and note.preview.alike, what="what is alike")
    assert not [text for kind, text in shown_by(program, note) if text != note.line.text()]
    note.reject()


def test_the_preview_of_a_move_and_the_trash_show_none_of_it(inbox: Inbox, program: InsideProgram) -> None:
    program.show(inbox.path)
    nodes = program.session.outline().leaves()
    node = next(one for one in nodes if one.body_text(program.text) == LINES[1])
    program.memory.moving.ask(Fact(program.session.document, node.key, node.occurrence), str(inbox.other))
    dialog = next(one for one in program.window.findChildren(MoveDialog) if one.isVisible())
    program.wait_until(dialog.copy_button.isEnabled, what="what would come of it")
    assert not shown_by(program, dialog)
    dialog.reject()
    program.window.activateWindow()
    program.memory.open.change(ChangeKind.REMOVE, (node.key, node.occurrence))
    program.save()
    program.settle()
    program.window.actions_table["view.trash"].trigger()
    history: HistoryScreen = program.program.history.screen
    program.wait_until(lambda: history.trash.trash.rows, what="what was removed")
    assert not shown_by(program, history)
    history.trash.choose([0])
    program.wait_until(lambda: history.removed.findChildren(LinesView), what="what it said")
    assert not shown_by(program, history)
    assert not [one.text for one in program.messages if SECRET in f"{one.text} {one.advice}"]


def test_what_two_versions_have_otherwise_shows_none_of_it(inbox: Inbox, program: InsideProgram) -> None:
    program.show(inbox.path)
    node = next(one for one in program.session.outline().leaves() if LINES[1] in one.body_text(program.text))
    text = program.session.text
    text.replace_all([Edit(node.body.start, LINES[1], f"{LINES[1]}x")])
    write_elsewhere(inbox.path, inbox.path.read_bytes().replace(LINES[1].encode(), f"{LINES[1]}y".encode()))
    program.program.taking_up.look_again()
    program.wait_until(lambda: program.bars, what="the bar")
    assert not [words for words in program.bars if SECRET in words]
    program.window.actions_table["memory.compare"].trigger()
    program.settle()
    program.wait_until(
        lambda: any(
            LINES[1] in line.text
            for view in program.window.findChildren(LinesView)
            for line in view.lines
            if view.isVisible()
        ),
        what="the versions",
    )
    assert not shown_by(program, program.window)
