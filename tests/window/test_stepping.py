"""Changes of several files in the real window: one step each, one after the other, and one way back for all."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from memdesk.layouts.contract import Change, ChangeKind
from memdesk.text.edits import Edit
from memdesk.ui.editor.requests import ChangeRequest
from memdesk.ui.memory.stepping import Wanted
from tests.window.conftest import Start
from tests.window.inside import CONTROL, InsideProgram, Key
from tests.window.test_entries import Rows

NAMES = ("oven-two", "rye-days", "yeast-stock")


@pytest.fixture
def store(home: Path) -> Path:
    folder = home / ".config/ok/shared/memory"
    folder.mkdir(parents=True)
    for name in NAMES:
        text = f"---\nname: {name}\ndescription: About {name}\nmetadata:\n  type: project\n---\n\nText of {name}.\n"
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    lines = "".join(f"- [{name}]({name}.md) — About {name}\n" for name in NAMES)
    (folder / "MEMORY.md").write_text(f"# Memory\n{lines}--- freeze: 0\n", encoding="utf-8")
    return folder


def files(store: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in store.iterdir() if path.is_file()}


def opened(start: Start, store: Path) -> tuple[InsideProgram, Rows]:
    inside = start(store.parents[1])
    inside.show(store / "MEMORY.md")
    return inside, Rows(inside)


def test_facts_that_are_added_fast_come_one_after_the_other(start: Start, store: Path) -> None:
    inside, rows = opened(start, store)
    before = files(store)
    rows.go_to("oven-two")
    inside.key(Key.Key_Return, CONTROL)
    inside.type("first: The first one")
    inside.key(Key.Key_Return, CONTROL)
    inside.type("second: The second one")
    inside.key(Key.Key_Return)
    inside.settle()
    after = files(store)
    assert after.keys() == {*before, "first.md", "second.md"}
    assert after["MEMORY.md"].count(b"](") == len(NAMES) + 2
    for _ in range(2):
        inside.key(Key.Key_Z, CONTROL)
        inside.settle()
    assert files(store) == before


def test_what_was_typed_comes_back_where_the_disk_refuses_it(start: Start, store: Path) -> None:
    inside, rows = opened(start, store)
    rows.go_to("oven-two")
    inside.key(Key.Key_Return, CONTROL)
    inside.type("new-oven: Oven 3 comes in May")
    (store / "new-oven.md").mkdir()
    inside.key(Key.Key_Return)
    inside.settle()
    editor = rows.block.writing.editor
    assert editor is not None, "what was typed is open again"
    assert editor.value == "new-oven: Oven 3 comes in May"
    assert inside.messages
    assert "new-oven" in inside.messages[-1].text
    (store / "new-oven.md").rmdir()
    editor.focus_text()
    inside.key(Key.Key_Return)
    inside.settle()
    assert b"Oven 3 comes in May" in (store / "new-oven.md").read_bytes()


def add(inside: InsideProgram, rows: Rows, words: str) -> None:
    rows.go_to("oven-two")
    inside.key(Key.Key_Return, CONTROL)
    inside.type(words)
    inside.key(Key.Key_Return)
    inside.settle()


def test_undo_reaches_a_step_from_another_document(start: Start, store: Path) -> None:
    inside, rows = opened(start, store)
    before = files(store)
    add(inside, rows, "new-oven: Oven 3 comes in May")
    after = files(store)
    inside.show(store / "oven-two.md")
    inside.memory.tree.focus_tree()
    inside.key(Key.Key_Z, CONTROL)
    inside.settle()
    assert files(store) == before
    assert inside.said("Undone: Added “new-oven” to MEMORY.md.")
    assert [one.offer_icon for one in inside.messages if one.offer == "Redo"] == ["redo-2"]
    inside.click("Redo")
    assert files(store) == after
    inside.click("Undo")
    assert files(store) == before


def test_what_others_wrote_since_is_not_undone(start: Start, store: Path) -> None:
    inside, rows = opened(start, store)
    before = files(store)
    add(inside, rows, "new-oven: Oven 3 comes in May")
    index = store / "MEMORY.md"
    line = "- [agents-own](agents-own.md) — The agent was here\n".encode()
    index.write_bytes(index.read_bytes().replace(b"# Memory\n", b"# Memory\n" + line))
    inside.wait_until(lambda: "agents-own" in inside.text, what="what the agent wrote")
    inside.key(Key.Key_Z, CONTROL)
    inside.settle()
    assert files(store) == {**before, "MEMORY.md": before["MEMORY.md"].replace(b"y\n", b"y\n" + line, 1)}


def test_a_fact_with_unsaved_text_is_not_taken_away(start: Start, store: Path) -> None:
    inside, _ = opened(start, store)
    before = files(store)
    session = inside.show(store / "rye-days.md")
    inside.editor.focus_text()
    session.text.edit([Edit(len(session.text.text), "", "More.\n")])
    request = ChangeRequest((Change(ChangeKind.REMOVE, session.document, ""),))
    inside.memory.changing.carry_out(request)
    assert "“rye-days.md” has unsaved changes." in request.refusal
    inside.save()
    request = ChangeRequest((Change(ChangeKind.REMOVE, session.document, ""),))
    inside.memory.changing.carry_out(request)
    assert request.is_done
    inside.settle()
    assert files(store).keys() == before.keys() - {"rye-days.md"}
    assert b"rye-days" not in (store / "MEMORY.md").read_bytes()
    assert inside.session.path == str(store / "MEMORY.md"), "what is left of it is shown"
    inside.key(Key.Key_Z, CONTROL)
    inside.settle()
    assert files(store) == {**before, "rye-days.md": before["rye-days.md"] + b"More.\n"}
    assert inside.session.path == session.path


def test_a_change_that_nobody_typed_can_be_undone_at_once(start: Start, store: Path) -> None:
    inside, _ = opened(start, store)
    session = inside.show(store / "rye-days.md")
    before = inside.text
    assert not inside.window.actions_table["edit.undo"].isEnabled()
    session.text.replace_all([Edit(len(before), "", "More.\n")])
    QApplication.processEvents()
    assert inside.window.actions_table["edit.undo"].isEnabled()
    inside.key(Key.Key_Z, CONTROL)
    assert inside.text == before


def test_what_came_in_is_told_once(start: Start, store: Path) -> None:
    inside, rows = opened(start, store)
    rows.go_to("oven-two")
    inside.key(Key.Key_Return, CONTROL)
    inside.type("first: The first one")
    inside.key(Key.Key_Return)
    inside.settle()
    index = store / "MEMORY.md"
    index.write_bytes(index.read_bytes().replace(b"About oven-two", b"What oven two is"))
    inside.settle()
    inside.forget_messages()
    inside.key(Key.Key_Z, CONTROL)
    inside.settle()
    (undone,) = [message for message in inside.messages if message.text.startswith("Undone: ")]
    assert undone.said.count("together with what another program wrote there meanwhile") == 1
    assert b"What oven two is" in index.read_bytes()


def test_a_fact_whose_index_cannot_be_read_stays_and_the_index_is_named(start: Start, store: Path) -> None:
    inside, _ = opened(start, store)
    session = inside.show(store / "rye-days.md")
    index = store / "MEMORY.md"
    index.unlink()
    os.mkfifo(index)
    request = ChangeRequest((Change(ChangeKind.REMOVE, session.document, ""),))
    inside.memory.changing.carry_out(request)
    index.unlink()
    assert request.refusal == f"{index} cannot be read: not a regular file."
    assert not request.is_done
    assert (store / "rye-days.md").exists()


def test_of_a_step_that_a_file_stands_in_the_way_of_the_file_is_named(start: Start, store: Path) -> None:
    inside, _ = opened(start, store)
    path, restoring = store / "rye-days.md", inside.desk.restoring
    session = inside.show(path)
    session.text.edit([Edit(len(session.text.text), "", "More.\n")])
    inside.save()
    oldest = restoring.versions(str(path))[-1]
    inside.show(store / "MEMORY.md")
    path.unlink()
    os.mkfifo(path)
    prepare = partial(restoring.prepare, session.document, oldest)
    inside.memory.stepping.make(Wanted(prepare, "", str(path)))
    inside.wait_until(lambda: not inside.memory.stepping.is_busy, what="the step")
    path.unlink()
    assert inside.said(f"{path} cannot be read: not a regular file.")
