"""The privacy mode and keys of one's own, in the running window."""

from __future__ import annotations

import json
from pathlib import Path

from PySide6.QtGui import QGuiApplication, QKeySequence

from memdesk.store.folders import StateFolders
from memdesk.text.private import BAR
from memdesk.ui.keyboard.page import KeyboardPage
from memdesk.ui.settings.privacy_page import PrivacyPage
from memdesk.ui.widgets.lines.line import REMARKS
from memdesk.ui.widgets.lines.masked import MaskedLines
from memdesk.ui.widgets.lines.view import LinesView
from memdesk.ui.widgets.rail import RailButton
from tests.window.conftest import Start
from tests.window.homes import memory_of
from tests.window.inside import ALT, CONTROL, SHIFT, InsideProgram, Key


def settings_file() -> dict[str, object]:
    found: dict[str, object] = json.loads(Path(StateFolders.of_this_user().settings_file).read_bytes())
    return found


def page_of(program: InsideProgram, title: str) -> object:
    program.program.configuring.show(title)
    dialog = program.program.configuring.dialog
    assert dialog is not None
    program.settle()
    return dialog.page


def test_it_hides_what_is_remembered_and_leaves_the_file_alone(start: Start, root: Path) -> None:
    program = start(root)
    path = memory_of(root)
    before = path.read_bytes()
    program.show(path)
    masks = program.program.window._themes.masks
    program.key(Key.Key_H, CONTROL | SHIFT)
    program.settle()
    assert masks.is_private
    assert program.program.window.actions_table["view.private"].isChecked()
    assert settings_file()["hides_bodies"] is True
    assert set(masks.shown("Prefer pnpm.")) == {BAR}
    assert masks.shown_title("Decisions") == "Decisions"
    lines = next(view.lines for view in program.memory.preview.findChildren(LinesView) if view.lines)
    hidden = [line.text for line in MaskedLines(masks).shown(lines) if line.kind not in REMARKS]
    assert hidden
    assert not {*"".join(hidden)} - {BAR, " "}
    assert path.read_bytes() == before
    program.key(Key.Key_H, CONTROL | SHIFT)
    assert not masks.is_private


def test_copies_stay_as_they_are(start: Start, root: Path) -> None:
    program = start(root)
    program.show(memory_of(root))
    program.key(Key.Key_H, CONTROL | SHIFT)
    program.key(Key.Key_C, CONTROL | ALT)
    program.settle()
    assert BAR not in QGuiApplication.clipboard().text()


def test_it_holds_at_the_next_start_and_the_page_says_so(start: Start, root: Path) -> None:
    first = start(root)
    page = page_of(first, "Privacy")
    assert isinstance(page, PrivacyPage)
    page.private.box.click()
    assert first.program.window.actions_table["view.private"].isChecked()
    first.close()
    second = start(root)
    assert second.program.window._themes.masks.is_private
    assert second.program.window.actions_table["view.private"].isChecked()


def test_new_keys_hold_at_once_and_at_the_next_start(start: Start, root: Path) -> None:
    program = start(root)
    page = page_of(program, "Keyboard")
    assert isinstance(page, KeyboardPage)
    page.show_action("view.right_panel")
    page.field.setKeySequence(QKeySequence("Ctrl+T"))
    assert "Filter the tree" in page.chosen.problem
    assert page.give_button.text() == "Take them from there"
    page.give_button.click()
    assert settings_file()["keys"] == {"view.right_panel": ["Ctrl+T"], "go.filter": []}
    dialog = program.program.configuring.dialog
    assert dialog is not None
    dialog.close()
    program.window.activateWindow()
    was = program.program.window.actions_table["view.right_panel"].isChecked()
    program.key(Key.Key_T, CONTROL)
    assert program.program.window.actions_table["view.right_panel"].isChecked() is not was
    program.close()
    again = start(root).program.window
    assert again.actions_table["view.right_panel"].shortcut().toString() == "Ctrl+T"


def test_the_tips_of_the_rail_name_the_new_keys(start: Start, root: Path) -> None:
    program = start(root)
    page = page_of(program, "Keyboard")
    assert isinstance(page, KeyboardPage)
    page.show_action("view.timeline")
    page.field.setKeySequence(QKeySequence("Ctrl+Alt+9"))
    page.give_button.click()
    tips = [button.toolTip() for button in program.window.findChildren(RailButton)]
    assert "History (Ctrl+Alt+9)" in tips


def test_letters_alone_are_refused_with_what_to_do(start: Start, root: Path) -> None:
    program = start(root)
    page = page_of(program, "Keyboard")
    assert isinstance(page, KeyboardPage)
    page.field.setKeySequence(QKeySequence("J"))
    assert "with Alt it would be free" in page.chosen.problem
    assert not page.give_button.isEnabled()


def test_the_search_of_the_settings_finds_actions_and_keys(start: Start, root: Path) -> None:
    program = start(root)
    page = page_of(program, "Keyboard")
    assert isinstance(page, KeyboardPage)
    dialog = program.program.configuring.dialog
    assert dialog is not None
    dialog.field.setText("look again")
    assert [spec.id for spec in page.model.rows] == ["file.look_again"]
    dialog.field.setText("ctrl+alt+s")
    assert "file.save_all" in [spec.id for spec in page.model.rows]
