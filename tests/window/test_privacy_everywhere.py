"""In the privacy mode nothing that is remembered is read anywhere: painted, spoken, in tips or in messages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractTableModel, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QLabel, QWidget

from memdesk.layouts.contract import ChangeKind
from memdesk.services.steps.move_targets import Fact
from memdesk.services.steps.restoring import Kept
from memdesk.text.edits import Edit
from memdesk.ui.history.bringing_back import BringingBack
from memdesk.ui.history.screen import HistoryScreen
from memdesk.ui.moving.dialog import MoveDialog
from memdesk.ui.widgets.labels import ElidedLabel
from memdesk.ui.widgets.lines.view import LinesView
from tests.window.conftest import Start
from tests.window.inside import CONTROL, SHIFT, InsideProgram, Key
from tests.window.test_inbox import write_elsewhere
from tests.window.test_inbox_deeds import Inbox

_CANARY = "quokka"
_ROLES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.AccessibleDescriptionRole,
)
_TEXT = f"""## project

- Staging {_CANARY} is reset every Monday at six, ask before *(2026-11-08T07:10:00Z)*
- Staging {_CANARY} is reset each Monday at six, ask before *(2026-10-11T16:42:09Z)*
- TBD {_CANARY} *(2026-01-11T16:42:09Z)*
"""


def said_by_model(model: QAbstractItemModel) -> Iterator[str]:
    """What all rows of a list or a table are called, in all roles."""
    # Of a list, the number of columns is private.
    columns = model.columnCount() if isinstance(model, QAbstractTableModel) else 1
    for row in range(model.rowCount()):
        for column in range(columns):
            yield from (str(model.data(model.index(row, column), role)) for role in _ROLES)


def said_by(widget: QWidget) -> Iterator[tuple[str, str]]:
    """All that is to be read or heard of what is in sight, with the kind of control that says it."""
    for one in (widget, *widget.findChildren(QWidget)):
        if not one.isVisibleTo(widget):
            continue
        kind = type(one).__name__
        texts = [one.toolTip(), one.accessibleName(), one.accessibleDescription(), one.windowTitle()]
        if isinstance(one, QLabel):
            texts.append(one.text())
        if isinstance(one, ElidedLabel):
            texts.append(one.text)
        if isinstance(one, QAbstractButton):
            texts.append(one.text())
        if isinstance(one, LinesView):
            texts += [one.shown_text(line) for line in range(len(one.lines))]
        if isinstance(one, QAbstractItemView) and one.model() is not None:
            texts += said_by_model(one.model())
        yield from ((kind, text) for text in texts)


def told_by(program: InsideProgram, widget: QWidget) -> list[tuple[str, str]]:
    """What of the canary is to be read or heard."""
    program.settle()
    return [(kind, text) for kind, text in said_by(widget) if _CANARY in text]


@pytest.fixture
def inbox(start: Start, home: Path) -> Inbox:
    return Inbox(start, home)


def test_the_inbox_tells_nothing(inbox: Inbox) -> None:
    program = inbox.program
    inbox.learn(f"{_CANARY} one", f"{_CANARY} two")
    inbox.come()
    assert told_by(program, inbox.reviewing.screen), "the canary is not looked for where it stands"
    program.key(Key.Key_H, CONTROL | SHIFT)
    assert not told_by(program, inbox.reviewing.screen)
    program.forget_messages()
    for key in (Key.Key_P, Key.Key_Return, Key.Key_Delete):
        program.key(key)
        program.settle()
    assert len(program.messages) >= 3
    assert not [one.text for one in program.messages if _CANARY in one.text]
    assert not told_by(program, inbox.reviewing.screen)
    program.forget_messages()
    lines = inbox.path.read_text() + f"- {_CANARY} three *(2026-11-12T16:42:09Z)*\n"
    write_elsewhere(inbox.path, lines.encode())
    program.program.taking_up.look_again()
    program.wait_until(lambda: program.said("ub changed "), what="who wrote")
    assert not program.said(_CANARY)
    program.key(Key.Key_H, CONTROL | SHIFT)


def test_an_entry_that_is_pinned_in_its_document_is_not_named(inbox: Inbox) -> None:
    program = inbox.program
    inbox.learn(f"{_CANARY} one")
    program.key(Key.Key_H, CONTROL | SHIFT)
    nodes = program.show(inbox.path).outline().leaves()
    key = next(node.key for node in nodes if _CANARY in node.body_text(program.text))
    program.forget_messages()
    program.memory.editor.pin_requested.emit(key, 0)
    program.wait_until(lambda: program.said("Pinned"), what="the message")
    assert not program.said(_CANARY)
    program.key(Key.Key_H, CONTROL | SHIFT)


def test_prune_the_merge_editor_and_the_trash_tell_nothing(inbox: Inbox) -> None:
    program, pruning = inbox.program, inbox.program.program.pruning
    inbox.other.write_text(_TEXT)
    program.program.taking_up.look_again()
    program.key(Key.Key_3, CONTROL)
    program.wait_until(
        lambda: pruning.is_true and len(pruning.screen.candidates.rows) > 1, what="the candidates"
    )
    assert told_by(program, pruning.screen)
    program.key(Key.Key_H, CONTROL | SHIFT)
    assert not told_by(program, pruning.screen)
    merging = program.program.duplicates
    program.key(Key.Key_M, CONTROL | SHIFT)
    program.wait_until(lambda: merging.dialog is not None and merging.dialog.cards, what="a group")
    assert merging.dialog is not None
    assert not told_by(program, merging.dialog)
    merging.dialog.reject()
    program.window.activateWindow()
    table = pruning.screen.table
    table.setFocus()
    table.choose(0)
    QTest.keyClick(table, Key.Key_Space)
    pruning.remove_ticked()
    program.settle()
    program.window.actions_table["view.trash"].trigger()
    history: HistoryScreen = program.program.history.screen
    program.wait_until(lambda: history.trash.trash.rows, what="what was removed")
    program.settle()
    assert not told_by(program, history)
    program.key(Key.Key_H, CONTROL | SHIFT)
    assert not program.program.themes.masks.is_private
    assert told_by(program, history)


def open_list(inbox: Inbox) -> InsideProgram:
    """The list of entries in front, which name the canary, in the privacy mode."""
    program = inbox.program
    inbox.learn(f"{_CANARY} one", f"{_CANARY} two")
    program.show(inbox.path)
    program.settle()
    assert _CANARY in program.text
    program.forget_messages()
    program.key(Key.Key_H, CONTROL | SHIFT)
    assert not told_by(program, program.window)
    return program


def key_of(program: InsideProgram, words: str) -> tuple[str, int]:
    """What an entry of the document in front is known by."""
    node = next(one for one in program.session.outline().leaves() if words in one.span.of(program.text))
    return node.key, node.occurrence


def test_a_clash_and_the_versions_beside_each_other_tell_nothing(inbox: Inbox) -> None:
    program = open_list(inbox)
    text = program.session.text
    at = text.text.index(f"{_CANARY} two") + len(_CANARY)
    text.replace_all([Edit(at, " two", " for me")])
    write_elsewhere(inbox.path, inbox.path.read_bytes().replace(b" two", b" for them"))
    program.program.taking_up.look_again()
    program.wait_until(lambda: program.bars, what="the bar")
    assert not told_by(program, program.window)
    program.window.actions_table["memory.compare"].trigger()
    program.settle()
    assert program.program.comparing.is_open
    assert not told_by(program, program.window)
    assert not program.said(_CANARY)
    program.key(Key.Key_H, CONTROL | SHIFT)
    program.settle()
    assert any(_CANARY in words for words in program.bars), "the bar does not follow"
    assert told_by(program, program.window)


def test_moving_noting_and_going_to_a_place_tell_nothing(inbox: Inbox) -> None:
    program = open_list(inbox)
    fact = Fact(program.session.document, *key_of(program, f"{_CANARY} one"))
    program.memory.moving.ask(fact, str(inbox.other))
    dialog = next(one for one in program.window.findChildren(MoveDialog) if one.isVisible())
    program.wait_until(dialog.copy_button.isEnabled, what="what would come of it")
    assert not told_by(program, dialog)
    dialog.move_button.click()
    program.wait_until(lambda: _CANARY in inbox.other.read_text(), what="the move")
    program.window.activateWindow()
    program.settle()
    program.memory.moving.ask(
        Fact(program.session.document, *key_of(program, f"{_CANARY} two")), str(inbox.other)
    )
    dialog = next(one for one in program.window.findChildren(MoveDialog) if one.isVisible())
    program.wait_until(dialog.copy_button.isEnabled, what="what would come of it")
    assert not told_by(program, dialog)
    dialog.reject()
    program.program.noting.show()
    note = program.program.noting.dialog
    assert note is not None
    note.text.setPlainText(f"{_CANARY} two")
    program.wait_until(lambda: note.preview is not None, what="the preview")
    assert not told_by(program, note)
    note.reject()
    program.window.activateWindow()
    program.key(Key.Key_P, CONTROL)
    box = program.program.choosing.box
    program.wait_until(lambda: not program.program.choosing.is_busy, what="the places")
    assert not told_by(program, box)
    program.key(Key.Key_Escape)
    assert not told_by(program, program.window)
    assert not [one.text for one in program.messages if _CANARY in f"{one.text} {one.advice}"]


def test_a_note_that_is_being_written_tells_nothing_of_others(inbox: Inbox) -> None:
    program = inbox.program
    inbox.learn(f"{_CANARY} one")
    program.show(inbox.path)
    program.program.noting.show()
    note = program.program.noting.dialog
    assert note is not None
    note.text.setPlainText(f"{_CANARY} one")
    program.wait_until(lambda: note.preview is not None, what="the preview")
    assert told_by(program, note)
    program.program.secrecy.set_private(True)
    assert not told_by(program, note)
    program.program.secrecy.set_private(False)
    assert told_by(program, note)
    note.reject()


def test_what_was_told_before_is_not_told_again(inbox: Inbox) -> None:
    program = inbox.program
    inbox.learn(f"{_CANARY} one")
    inbox.come()
    program.key(Key.Key_Delete)
    program.wait_until(lambda: program.said("is in the trash"), what="the message")
    assert program.said(_CANARY)
    program.key(Key.Key_H, CONTROL | SHIFT)
    program.forget_messages()
    program.key(Key.Key_U)
    program.wait_until(lambda: program.said("Undone"), what="the way back")
    assert not program.said(_CANARY)
    program.settle()
    assert not told_by(program, program.window)


def test_saving_removing_and_bringing_back_tell_nothing(inbox: Inbox) -> None:
    program = open_list(inbox)
    key = key_of(program, f"{_CANARY} two")
    version = program.desk.history.versions(str(inbox.path))[0]
    document = program.session.document
    program.memory.open.change(ChangeKind.REMOVE, key)
    program.save()
    program.settle()
    bringing = BringingBack(lambda: program.desk.restoring, program.memory.stepping, program.program.messages)
    bringing.bring(lambda: [Kept(document, version, key)])
    program.wait_until(lambda: program.said("Restored"), what="the restore")
    program.settle()
    assert not program.said(_CANARY)
    assert not told_by(program, program.window)
