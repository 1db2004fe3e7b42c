"""Duplicates merged by keys, in the running program: one stays, the rest goes, and one undo brings all of it back."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtTest import QTest

from memdesk.text.similar import Kind
from memdesk.ui.duplicates.dialog import DuplicatesDialog
from memdesk.ui.duplicates.words import without_marker
from tests.window.inside import CONTROL, NONE, SHIFT, InsideProgram, Key, words_in

SAID = "The tide table of the harbour is fetched at six each morning."


class Editing:
    """A claude memory with two facts that say the same, one that names one of them, and one that says the contrary."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / ".claude" / "projects" / "-harbour" / "memory"
        self.folder.mkdir(parents=True)
        (self.folder / "MEMORY.md").write_text("")
        self.one = self.fact("tide_one", SAID)
        self.two = self.fact("tide_two", SAID.replace("fetched", "fecthed"))
        self.naming = self.fact("naming", "Before sailing see [[tide_two]] and the weather of the day.")
        self.contrary = self.fact("later", SAID.replace("six", "seven"))
        self.inside = InsideProgram(folder / ".claude")
        self.before = self.files()

    def fact(self, name: str, body: str) -> Path:
        path = self.folder / f"{name}.md"
        path.write_text(f"---\nname: {name}\ndescription: About {name}.\ntype: project\n---\n\n{body}\n")
        with (self.folder / "MEMORY.md").open("a") as index:
            index.write(f"- [{name}]({name}.md) — About {name}.\n")
        return path

    def files(self) -> dict[str, bytes]:
        """The memory; what a save under way has beside it comes and goes."""
        return {path.name: path.read_bytes() for path in sorted(self.folder.glob("*.md"))}

    def open(self) -> DuplicatesDialog:
        self.inside.key(Key.Key_M, CONTROL | SHIFT)
        dialog = self.inside.program.duplicates.dialog
        assert dialog is not None
        self.inside.wait_until(lambda: bool(dialog.model.rows), what="the groups")
        self.wait_for_files(dialog)
        return dialog

    def wait_for_files(self, dialog: DuplicatesDialog) -> None:
        self.inside.wait_until(dialog.merge_button.isEnabled, what="what would change")


@pytest.fixture
def editing(tmp_path: Path, qapp: object) -> Iterator[Editing]:
    assert qapp is not None
    made = Editing(tmp_path)
    yield made
    made.inside.close()


def _files_named(dialog: DuplicatesDialog) -> str:
    return "\n".join(line.text for line in dialog.files.lines)


def test_merged_by_keys_and_taken_back_at_once(editing: Editing) -> None:
    dialog = editing.open()
    group = dialog.group
    assert group is not None
    assert group.kind is Kind.NEAR
    assert dialog.list.hasFocus()
    assert len(dialog.cards) == 2
    kept = next(at for at, card in enumerate(dialog.cards) if card.entry.document.path == str(editing.one))
    QTest.keyClick(dialog.list, Key(Key.Key_1 + kept), NONE)
    dialog.text.setFocus()
    dialog.text.selectAll()
    QTest.keyClicks(dialog.text, "Fetched at six, by the script.")
    editing.inside.settle()
    editing.wait_for_files(dialog)
    for name in ("tide_one.md", "tide_two.md goes", "naming.md", "MEMORY.md"):
        assert name in _files_named(dialog)
    QTest.keyClick(dialog.text, Key.Key_Return, CONTROL)
    editing.inside.wait_until(lambda: not editing.two.exists(), what="the merge")
    assert "Fetched at six, by the script." in editing.one.read_text()
    assert "[[tide_one]]" in editing.naming.read_text()
    assert "tide_two" not in (editing.folder / "MEMORY.md").read_text()
    editing.inside.wait_until(lambda: dialog.group != group, what="the groups after it")
    QTest.keyClick(dialog, Key.Key_Escape)
    editing.inside.settle()
    # A window manager would do so.
    editing.inside.window.activateWindow()
    editing.inside.settle()
    editing.inside.key(Key.Key_Z, CONTROL)
    editing.inside.wait_until(lambda: editing.files() == editing.before, what="the undo")


def test_what_was_typed_is_there_when_its_group_is_chosen_again(editing: Editing) -> None:
    dialog = editing.open()
    assert len(dialog.model.rows) > 1
    dialog.text.setFocus()
    dialog.text.selectAll()
    QTest.keyClicks(dialog.text, "Fetched at six, by the script.")
    QTest.keyClick(dialog.text, Key.Key_Escape)
    assert dialog.isVisible()
    assert dialog.list.hasFocus()
    QTest.keyClick(dialog.list, Key.Key_Down)
    assert dialog.text.toPlainText() != "Fetched at six, by the script."
    QTest.keyClick(dialog.list, Key.Key_Up)
    assert dialog.text.toPlainText() == "Fetched at six, by the script."
    QTest.keyClick(dialog.list, Key.Key_Escape)
    assert editing.inside.program.duplicates.dialog is None


def test_typed_text_outlives_other_keys_and_the_editor_itself(editing: Editing) -> None:
    dialog, typed = editing.open(), "Fetched at six, by the script."
    dialog.text.setFocus()
    dialog.text.selectAll()
    QTest.keyClicks(dialog.text, typed)
    QTest.keyClick(dialog.text, Key.Key_2, CONTROL)
    assert dialog.text.toPlainText() == typed
    for key in (Key.Key_C, Key.Key_2):
        QTest.keyClick(dialog.list, key)
        assert dialog.text.toPlainText() != typed
        QTest.keyClick(dialog.text, Key.Key_Z, CONTROL)
        assert dialog.text.toPlainText() == typed
    QTest.keyClick(dialog.text, Key.Key_Escape)
    QTest.keyClick(dialog.list, Key.Key_Escape)
    assert editing.inside.program.duplicates.dialog is None
    # No window manager gives the focus back when a dialog has closed.
    editing.inside.window.activateWindow()
    assert editing.open().text.toPlainText() == typed


def test_a_contradiction_shows_its_values_and_may_be_dismissed(editing: Editing) -> None:
    dialog = editing.open()
    row = next(n for n, group in enumerate(dialog.model.rows) if group.kind is Kind.CONTRADICTION)
    for _ in range(row):
        QTest.keyClick(dialog.list, Key.Key_Down)
    group = dialog.group
    assert group is not None
    assert "7 (in " in dialog._evidence.text()
    assert "–" not in dialog._evidence.text()
    count = len(dialog.model.rows)
    QTest.keyClick(dialog.list, Key.Key_D)
    editing.inside.wait_until(lambda: len(dialog.model.rows) == count - 1, what="the dismissal")
    assert editing.inside.messages[-1].offer == "Undo"
    assert editing.inside.messages[-1].accept is not None
    editing.inside.messages[-1].accept()
    editing.inside.wait_until(lambda: len(dialog.model.rows) == count, what="the group again")
    dialog.list.setFocus()
    QTest.keyClick(dialog.list, Key.Key_D)
    editing.inside.wait_until(lambda: len(dialog.model.rows) == count - 1, what="the dismissal")
    QTest.keyClick(dialog.windowHandle(), Key.Key_Z, CONTROL)
    editing.inside.wait_until(lambda: len(dialog.model.rows) == count, what="the group by the key")


def test_combined_by_key_and_what_changed_meanwhile_is_named(editing: Editing) -> None:
    dialog = editing.open()
    QTest.keyClick(dialog.list, Key.Key_C)
    assert dialog.text.toPlainText().count("\n") == 1
    editing.inside.settle()
    editing.wait_for_files(dialog)
    editing.inside.program.duplicates.stop()
    shown = dialog.union
    assert shown is not None
    gone = Path(shown.removed[0].document.path)
    gone.write_text(gone.read_text().replace("harbour", "port"))
    dialog.merge_chosen.emit(shown)
    editing.inside.wait_until(
        lambda: any("has changed since" in message.text for message in editing.inside.messages),
        what="the refusal",
    )
    assert gone.exists()


def test_why_a_file_cannot_be_read_is_said(editing: Editing) -> None:
    dialog = editing.open()
    editing.inside.program.duplicates.stop()
    shown = dialog.union
    assert shown is not None
    broken = Path(shown.removed[0].document.path)
    broken.unlink()
    os.mkfifo(broken)
    failed: list[object] = []
    editing.inside.program.tasks.failed.connect(failed.append)
    dialog.preview_wanted.emit(shown)
    editing.inside.wait_until(
        lambda: f"{broken} cannot be read: not a regular file." in words_in(dialog) or failed,
        what="the reason",
    )
    broken.unlink()
    assert not failed


def test_what_is_pinned_stays_and_its_pin_goes_with_it(editing: Editing) -> None:
    program = editing.inside
    program.show(editing.two)
    program.memory.editor.pin_requested.emit("\nbody", 0)
    program.wait_until(lambda: bool(program.desk.inbox.pins()), what="the pin")
    dialog = editing.open()
    pinned = next(at for at, card in enumerate(dialog.cards) if card.is_pinned)
    assert dialog.cards[pinned].entry.document.path == str(editing.two)
    assert dialog.cards[pinned].pick.isChecked()
    QTest.keyClick(dialog.list, Key(Key.Key_1 + 1 - pinned), NONE)
    assert not dialog.cards[pinned].goes.isChecked(), "nothing that is pinned is chosen to go"
    dialog.cards[pinned].goes.click()
    program.settle()
    editing.wait_for_files(dialog)
    QTest.keyClick(dialog.list, Key.Key_Return, CONTROL)
    program.wait_until(lambda: not editing.two.exists(), what="the merge")
    program.wait_until(
        lambda: str(editing.one) in [path for path, _, _ in program.desk.inbox.pins()], what="the pin there"
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [("- one", "one"), ("* two\nmore", "two\nmore"), ("12. three", "three"), ("-five", "-five"), ("- ", "-")],
)
def test_a_title_goes_without_the_mark_of_its_list(text: str, said: str) -> None:
    assert without_marker(text) == said


def test_a_long_look_says_so_and_stop_stops_it(editing: Editing) -> None:
    inside = editing.inside
    with inside.desk.duplicates._finding:
        inside.key(Key.Key_M, CONTROL | SHIFT)
        dialog = inside.program.duplicates.dialog
        assert dialog is not None
        inside.wait_until(dialog.stop_button.isVisible, what="the button that stops")
        QTest.keyClick(dialog.stop_button, Key.Key_Space)
    inside.wait_until(lambda: not dialog.stop_button.isVisible(), what="the end of the look")
    assert dialog.model.rows == ()
    assert editing.files() == editing.before
    QTest.keyClick(dialog, Key.Key_Escape)
    inside.window.activateWindow()
    inside.settle()
    editing.open()


def test_undo_in_the_editor_leaves_the_document_behind_it_alone(editing: Editing) -> None:
    inside = editing.inside
    inside.show(editing.one)
    inside.editor.focus_text()
    before = inside.text
    inside.type("x")
    typed = inside.text
    assert typed != before
    table = inside.window.actions_table
    inside.wait_until(table["edit.undo"].isEnabled, what="a step of undo")
    dialog = editing.open()
    dialog.activateWindow()
    for field in (dialog.list, dialog.text):
        field.setFocus()
        inside.settle()
        assert not table["edit.undo"].isEnabled()
        QTest.keyClick(dialog.windowHandle(), Key.Key_Z, CONTROL)
        inside.settle()
        assert inside.text == typed
    dialog.list.setFocus()
    count = len(dialog.model.rows)
    QTest.keyClick(dialog.list, Key.Key_D)
    inside.wait_until(lambda: len(dialog.model.rows) == count - 1, what="the dismissal")
    for _ in range(2):
        QTest.keyClick(dialog.windowHandle(), Key.Key_Z, CONTROL)
        inside.wait_until(lambda: len(dialog.model.rows) == count, what="the group again")
        inside.settle()
    assert inside.text == typed
    dialog.close()
    inside.window.activateWindow()
    inside.settle()
    inside.key(Key.Key_Z, CONTROL)
    assert inside.text == before
