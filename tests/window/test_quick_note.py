"""A quick note by keyboard, in the running window: the line, the warning, the save, the way back."""

from __future__ import annotations

import shutil
from pathlib import Path

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest

from memdesk.bundled import bundled_path
from memdesk.services.workspace.note_draft import NAME
from memdesk.store.drafts import Drafts
from memdesk.store.folders import StateFolders
from memdesk.ui.i18n import ENGLISH, install_language
from memdesk.ui.noting.dialog import NoteDialog
from memdesk.ui.widgets.choice_button import ChoiceButton
from memdesk.ui.widgets.many_choices import MANY, ManyChoices
from memdesk.ui.widgets.menus import PopupMenu
from tests.window.conftest import Start
from tests.window.homes import memory_of
from tests.window.inside import CONTROL, SHIFT, InsideProgram, Key, words_in
from tests.window.test_moving_facts import Open, samples

__all__ = ("samples",)


def dialog_of(program: InsideProgram) -> NoteDialog:
    """The dialog, which is open."""
    dialog = program.program.noting.dialog
    assert dialog is not None
    return dialog


def asked(program: InsideProgram) -> NoteDialog:
    program.window.activateWindow()
    program.key(Key.Key_A, CONTROL | SHIFT)
    dialog = dialog_of(program)
    program.settle()
    return dialog


def typed(program: InsideProgram, words: str) -> None:
    dialog = dialog_of(program)
    dialog.text.setPlainText(words)
    program.wait_until(lambda: dialog.preview is not None, what="the preview")


def add(program: InsideProgram) -> None:
    dialog = dialog_of(program)
    dialog.add_button.click()
    program.wait_until(lambda: program.program.noting.dialog is None, what="the note")
    program.settle()


def test_the_very_line_is_shown_then_written_and_taken_back(start: Start, root: Path) -> None:
    program = start(root)
    path = memory_of(root)
    program.show(path)
    before = path.read_bytes()
    asked(program)
    typed(program, "Deploys wait for the smoke test.")
    dialog = dialog_of(program)
    assert dialog.place.document.path == str(path)
    line = dialog.line.text()
    assert "Deploys wait for the smoke test." in line
    assert path.read_bytes() == before
    add(program)
    assert line in path.read_text().split("\n")
    assert program.said("Added “Deploys wait for the smoke test.”")
    assert "Deploys wait for the smoke test." in program.text
    program.window.activateWindow()
    program.key(Key.Key_Z, CONTROL)
    program.wait_until(lambda: path.read_bytes() == before, what="the undo")


def test_a_note_in_a_folder_that_closes_meanwhile_gets_a_preview_too(start: Start, root: Path) -> None:
    program = start(root)
    program.show(memory_of(root))
    asked(program)
    program.program.opening.close_root(program.memory.tree.target)
    program.settle()
    assert not program.desk.workspace.roots
    typed(program, "Deploys wait for the smoke test.")
    assert "Deploys wait for the smoke test." in dialog_of(program).line.text()


def test_a_file_that_cannot_be_read_gets_no_note_and_is_named(start: Start, root: Path) -> None:
    program = start(root)
    program.show(memory_of(root))
    memory_of(root).unlink()
    memory_of(root).mkdir()
    asked(program)
    typed(program, "Deploys wait for the smoke test.")
    dialog = dialog_of(program)
    assert f"{memory_of(root)}: Is a directory." in words_in(dialog)
    assert not dialog.add_button.isEnabled()


def test_the_text_keeps_its_room_however_much_is_said_below_it(start: Start, root: Path) -> None:
    program = start(root)
    program.show(memory_of(root))
    asked(program)
    dialog = dialog_of(program)
    for words in ("Deploys wait.", "Deploys wait for the smoke test in each of the regions. " * 4):
        typed(program, words)
        program.settle()
        assert dialog.text.frame.height() >= dialog.text.frame.minimumSizeHint().height()
        assert dialog.height() >= dialog.heightForWidth(dialog.width())


def test_it_stands_in_the_frame_of_the_palette(start: Start, root: Path) -> None:
    program = start(root)
    program.show(memory_of(root))
    dialog = asked(program)
    assert dialog.windowFlags() & Qt.WindowType.FramelessWindowHint
    picture = dialog.grab().toImage()
    corners = [QPoint(0, 0), QPoint(dialog.width() - 1, 0), QPoint(0, dialog.height() - 1)]
    assert [picture.pixelColor(place).alpha() for place in corners] == [0, 0, 0]
    edge = picture.pixelColor(dialog.width() // 2, 0)
    assert edge == program.program.themes.theme.color("border")


def test_the_cross_keeps_what_was_typed(start: Start, root: Path) -> None:
    program = start(root)
    program.show(memory_of(root))
    dialog = asked(program)
    typed(program, "Deploys wait.")
    dialog.close_button.click()
    program.settle()
    assert program.program.noting.dialog is None
    assert asked(program).words == "Deploys wait."


def test_the_next_note_goes_where_the_last_one_went(start: Start, root: Path) -> None:
    program = start(root)
    program.show(memory_of(root))
    asked(program)
    dialog = dialog_of(program)
    last = dialog._sections[-1]
    dialog._on_section_chosen(len(dialog._sections))
    typed(program, "One more thing to know.")
    add(program)
    asked(program)
    again = program.program.noting.dialog
    assert again is not None
    assert again.section == last


def test_what_says_nearly_the_same_is_shown_before_it_is_written(start: Start, root: Path) -> None:
    program = start(root)
    program.show(memory_of(root))
    asked(program)
    typed(program, "The slow tests run before every release of the service")
    add(program)
    asked(program)
    typed(program, "The slow tests run before every release of the service, always")
    dialog = dialog_of(program)
    assert dialog.preview is not None
    assert dialog.preview.alike is not None
    assert not dialog._alike.isHidden()
    dialog.change_button.click()
    assert program.program.noting.dialog is None
    assert program.editor.isAncestorOf(program.focus)


def test_that_ub_refuses_what_looks_like_a_secret_is_said_before_it_is_written(samples: Open) -> None:
    program = samples("ub").inside
    asked(program)
    typed(program, "Log in with ghp_" + "a1B2" * 9)
    dialog = dialog_of(program)
    program.wait_until(lambda: dialog.preview is not None and dialog.preview.remarks, what="the preview")
    assert "ub v0.5.1 and later refuses what looks like a secret, and this holds a GitHub token." in words_in(
        dialog
    )


def test_what_is_unsaved_stays_unsaved(start: Start, root: Path) -> None:
    program = start(root)
    path = memory_of(root)
    section = program.show(path).outline().nodes[-1].title
    program.put_caret(section, at_end=True)
    program.type(" halfway")
    asked(program)
    typed(program, "A note beside what is typed.")
    add(program)
    assert " halfway" not in path.read_text()
    assert "A note beside what is typed." in path.read_text()
    assert " halfway" in program.text
    assert "A note beside what is typed." in program.text


def test_what_could_not_be_written_is_typed_on(start: Start, root: Path) -> None:
    program = start(root)
    path = memory_of(root)
    program.show(path)
    asked(program)
    typed(program, "Deploys wait.")
    dialog = dialog_of(program)
    dialog.activateWindow()
    shutil.rmtree(path.parent)
    path.parent.write_bytes(b"")
    dialog.add_button.setFocus()
    dialog.add_button.click()
    program.wait_until(dialog.isEnabled, what="the refusal")
    program.settle()
    assert dialog.focusWidget() is dialog.text


def menu_of(button: ChoiceButton) -> PopupMenu:
    """What a button offers, as it is filled when it is shown."""
    menu = button.menu()
    assert isinstance(menu, PopupMenu)
    menu.aboutToShow.emit()
    return menu


def test_a_preview_makes_no_new_menus(start: Start, root: Path) -> None:
    program = start(root)
    asked(program)
    typed(program, "Deploys wait.")
    dialog = dialog_of(program)
    menu = menu_of(dialog.agent_button)
    before = len(dialog.findChildren(PopupMenu))
    for number in range(3):
        typed(program, f"Deploys wait {number}.")
    assert len(dialog.findChildren(PopupMenu)) == before
    assert menu_of(dialog.agent_button) is menu
    assert [action.isChecked() for action in menu.actions()] == [True]


def test_a_menu_is_filled_once_it_is_asked_for(start: Start, root: Path) -> None:
    program = start(root)
    asked(program)
    button = dialog_of(program).scope_button
    assert not button.menu().actions(), "there may be thousands"
    button.setFocus()
    closing = QTimer(button, singleShot=True, interval=300)
    closing.timeout.connect(button.menu().close)
    closing.start()
    QTest.keyClick(button, Key.Key_Space)
    closing.stop()  # the menu may have gone before
    assert [action.text() for action in button.menu().actions() if action.isChecked()] == [button.text()]


def test_of_many_scopes_one_is_typed(start: Start, root: Path) -> None:
    for number in range(MANY):
        path = root / "projects" / f"-srv-more-{number}" / "MEMORY.md"
        path.parent.mkdir(parents=True)
        path.write_text("## Section\nA line.\n")
    program = start(root)
    asked(program)
    dialog = dialog_of(program)
    button, focused = dialog.scope_button, list[bool]()

    def type_one() -> None:
        (choices,) = button.menu().findChildren(ManyChoices)
        focused.append(button.menu().focusWidget() is choices.field)
        QTest.keyClicks(choices.field, "more-7")
        QTest.keyClick(choices.field, Key.Key_Return)

    button.setFocus()
    # The menu has an event loop of its own.
    QTimer.singleShot(300, button, type_one)
    QTest.keyClick(button, Key.Key_Space)
    program.wait_until(lambda: focused, what="the menu")
    assert focused == [True], "what is typed goes into the field"
    assert "-srv-more-7" in dialog.place.document.path
    assert "more-7" in dialog.scope_button.text()


def test_two_folders_of_one_agent_are_told_apart(start: Start, root: Path) -> None:
    program = start(root)
    other = root.parent / "other" / ".evva"
    shutil.copytree(root, other)
    program.program.opening.open_folder(str(other))
    program.wait_until(lambda: len(program.desk.workspace.roots) == 2, what="the other folder")
    program.settle()
    asked(program)
    dialog = dialog_of(program)
    names = [action.text() for action in menu_of(dialog.agent_button).actions()]
    assert len(names) == len(set(names)) == 2
    (number,) = [number for number, name in enumerate(names) if name.endswith(str(other))]
    dialog.agent_button.menu().actions()[number].trigger()
    assert dialog.place.root.path == str(other)
    scopes = [action.text() for action in menu_of(dialog.scope_button).actions()]
    assert len(scopes) == len(set(scopes))
    typed(program, "Deploys wait for the other folder.")
    add(program)
    assert any("other folder" in path.read_text() for path in other.rglob("*.md"))
    assert not any("other folder" in path.read_text() for path in root.rglob("*.md"))


def escape(program: InsideProgram) -> None:
    dialog = dialog_of(program)
    QTest.keyClick(dialog.text, Key.Key_Escape)
    program.wait_until(lambda: program.program.noting.dialog is None, what="the dialog to close")


def words_of(program: InsideProgram) -> str:
    return dialog_of(program).typed_text


def test_what_is_typed_outlives_its_dialog_and_goes_once_it_is_written(start: Start, root: Path) -> None:
    program = start(root)
    path = memory_of(root)
    program.show(path)
    asked(program)
    typed(program, "Deploys wait for the")
    escape(program)
    assert program.said("What you wrote is kept; Ctrl+Shift+A brings it back.")
    asked(program)
    assert words_of(program) == "Deploys wait for the"
    dialog = dialog_of(program)
    QTest.keyClicks(dialog.text, " smoke test.")
    program.wait_until(lambda: dialog.preview is not None, what="the preview")
    add(program)
    assert "Deploys wait for the smoke test." in path.read_text()
    asked(program)
    assert not words_of(program)
    program.forget_messages()
    escape(program)
    assert not program.messages


def test_what_is_typed_is_there_at_the_next_start_with_its_place(start: Start, root: Path) -> None:
    program = start(root)
    program.show(memory_of(root))
    asked(program)
    dialog = dialog_of(program)
    other = next(place for place in dialog._places if place.document.path == str(root / "USER_PROFILE.md"))
    dialog.choose(other, "Preferences")
    typed(program, "Short words,\nplease.")
    before = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    drafts = Drafts(StateFolders.of_this_user().drafts)
    program.wait_until(lambda: drafts.get(NAME) is not None, what="the draft, without anything being closed")
    [file] = Path(StateFolders.of_this_user().drafts).iterdir()
    assert file.stat().st_mode & 0o777 == 0o600
    typed(program, "Short words,\nplease. Always.")
    program.close()
    assert {path: path.read_bytes() for path in root.rglob("*") if path.is_file()} == before

    again = start(root)
    again.settle()
    assert not [one for one in again.messages if "nsaved" in one.text], "it is no text of a file"
    asked(again)
    assert words_of(again) == "Short words,\nplease. Always."
    dialog = dialog_of(again)
    assert (dialog.place.document.path, dialog.section) == (str(root / "USER_PROFILE.md"), "Preferences")


def test_what_is_given_up_is_gone_and_can_be_had_back(start: Start, root: Path) -> None:
    program = start(root)
    program.show(memory_of(root))
    asked(program)
    typed(program, "Deploys wait.")
    dialog = dialog_of(program)
    dialog.cancel_button.click()
    [message] = [one for one in program.messages if one.text == "The quick note was discarded."]
    asked(program)
    assert not words_of(program)
    escape(program)
    assert message.accept is not None
    message.accept()
    assert words_of(program) == "Deploys wait."


def test_the_scope_is_named_in_the_language_of_the_user(start: Start, root: Path) -> None:
    install_language(bundled_path("translations"), ["de"])
    try:
        program = start(root)
        program.show(root / "USER_PROFILE.md")
        dialog = asked(program)
        actions = [action.text() for action in menu_of(dialog.scope_button).actions()]
    finally:
        install_language(bundled_path("translations"), [ENGLISH])
    assert dialog.scope_button.text() == "Sie"
    assert "Sie" in actions


def test_at_first_it_goes_to_the_record_on_screen(samples: Open) -> None:
    all_of = samples("foresthub", "evva")
    inside, log = all_of.inside, all_of.path("memory/5e0f9a31.json")
    inside.show(log)
    dialog = asked(inside)
    assert dialog.place.document.path == str(log)
    assert dialog.scope_button.text() == "watering_log"
    dialog.close()


def test_at_first_it_goes_to_the_scope_on_screen(samples: Open) -> None:
    all_of = samples("claude_code", "evva")
    inside = all_of.inside
    inside.show(all_of.path("claude/CLAUDE.md"))
    dialog = asked(inside)
    assert (dialog.place.root.agent, dialog.place.document.title) == ("claude_code", "CLAUDE.md")
    dialog.close()
