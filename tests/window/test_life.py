"""From one start to the next: drafts, conflicts, folders, the sample, and errors nobody foresaw."""

from __future__ import annotations

import gc
import os
import sqlite3
import sys
import tempfile
import threading
import weakref
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QMessageBox

from memdesk.store.folders import StateFolders
from memdesk.store.history import History
from memdesk.store.outcomes import Declined, Saved
from memdesk.ui.tree.defaults import FIRST_DOCUMENTS
from tests.window.agent import rewrite, with_body
from tests.window.conftest import Start
from tests.window.homes import MEMORY, PROFILE, make_home, memory_of
from tests.window.inside import ALT, CONTROL, InsideProgram, Key


@pytest.fixture
def program(start: Start, root: Path) -> InsideProgram:
    """The program with unsaved text in the project's memory."""
    program = start(root)
    program.show(memory_of(root))
    program.put_caret("Decisions")
    program.type("MINE ")
    program.forget_messages()
    return program


# Drafts


def test_a_conflict_outlives_the_program(program: InsideProgram, start: Start, root: Path) -> None:
    memory = memory_of(root)
    program.close()
    rewrite(memory, "Decisions", "Use pnpm.")
    again = start(root)
    again.wait_until(lambda: again.bars, what="the bar")
    assert again.session.path == str(memory)
    assert "MINE Use npm" in again.text
    assert any("Decisions changed here and on disk." in words for words in again.bars)
    again.click("Keep both")
    assert isinstance(again.save(), Saved)
    assert b"MINE Use npm" in memory.read_bytes()
    assert b"Use pnpm." in memory.read_bytes()


def test_a_draft_is_given_up_on_wish_and_never_comes_back(
    program: InsideProgram, start: Start, root: Path
) -> None:
    program.close()
    again = start(root)
    again.wait_until(lambda: any("unsaved text from" in words for words in again.bars), what="the bar")
    again.click("Discard")
    assert again.session.data == MEMORY
    assert not again.bars
    again.close()
    third = start(root)
    assert not third.session.is_dirty
    assert third.session.data == MEMORY


def test_a_draft_of_a_file_that_is_gone_is_told_and_comes_back_with_the_file(
    program: InsideProgram, start: Start, root: Path
) -> None:
    memory = memory_of(root)
    program.close()
    memory.unlink()
    again = start(root)
    again.wait_until(lambda: again.said("is kept, but there is no such file"), what="a word on the draft")
    memory.write_bytes(with_body(MEMORY, b"Open issues", b"All solved."))
    again.wait_until(lambda: again.said("is back"), what="the draft")
    again.show(memory)
    assert "MINE Use npm" in again.text
    assert "All solved." in again.text
    assert any("The file changed since." in words for words in again.bars)
    assert isinstance(again.save(), Saved)
    assert b"MINE Use npm" in memory.read_bytes()


def test_the_draft_is_gone_once_its_text_is_saved(program: InsideProgram, start: Start, root: Path) -> None:
    assert isinstance(program.save(), Saved)
    program.close()
    assert not os.listdir(program.desk.folders.drafts) if os.path.isdir(program.desk.folders.drafts) else True
    again = start(root)
    assert not again.session.is_dirty
    assert not again.said("is back")


def test_unsaved_text_waits_while_its_folder_is_closed(program: InsideProgram, root: Path) -> None:
    program.memory.tree.select(str(memory_of(root)))
    program.window.actions_table["file.close_root"].trigger()
    program.settle()
    assert not program.desk.workspace.roots
    assert memory_of(root).read_bytes() == MEMORY
    program.program.opening.open_folder(str(root))
    program.settle()
    program.show(memory_of(root))
    assert "MINE Use npm" in program.text
    assert program.session.is_dirty


def test_without_a_history_nothing_is_saved(start: Start, root: Path) -> None:
    history = Path(StateFolders.of_this_user().history)
    history.parent.mkdir(parents=True)
    history.write_bytes(b"in the way")
    program = start(root)
    program.show(memory_of(root))
    program.put_caret("Decisions")
    program.type("MINE ")
    result = program.save()
    assert isinstance(result, Declined), result
    assert program.said(result.sentence)
    assert program.memory.header.state.text().startswith("Not saved")
    assert memory_of(root).read_bytes() == MEMORY
    assert "MINE Use npm" in program.text


# Several documents


def test_save_all_saves_all(program: InsideProgram, root: Path) -> None:
    program.show(root / "USER_PROFILE.md")
    program.put_caret("Preferences")
    program.type("ME TOO ")
    program.key(Key.Key_S, CONTROL | ALT)
    program.wait_until(lambda: len(program.saves) == 2, what="two saves")
    program.settle()
    assert memory_of(root).read_bytes() == MEMORY.replace(b"Use npm", b"MINE Use npm")
    assert (root / "USER_PROFILE.md").read_bytes() == PROFILE.replace(b"Short", b"ME TOO Short")


def test_undo_belongs_to_its_document(program: InsideProgram, root: Path) -> None:
    program.show(root / "USER_PROFILE.md")
    program.put_caret("Preferences")
    program.type("x")
    program.key(Key.Key_Z, CONTROL)
    program.key(Key.Key_Z, CONTROL)
    assert program.session.data == PROFILE
    program.show(memory_of(root))
    assert "MINE Use npm" in program.text
    program.put_caret("Decisions")
    while program.session.text.can_undo:
        program.key(Key.Key_Z, CONTROL)
    assert program.session.data == MEMORY


# The preview


def test_the_preview_follows_what_is_typed(program: InsideProgram) -> None:
    program.wait_until(program.memory.preview.isVisible)
    program.wait_until(lambda: "Decisions — MINE Use npm" in injected(program), what="the unsaved text")
    program.put_caret("Decisions")
    program.type("now ")
    program.wait_until(lambda: "Decisions — now MINE Use npm" in injected(program), what="the typed text")


def injected(program: InsideProgram) -> str:
    """What the panel says the agent will see."""
    program.key(Key.Key_C, CONTROL | ALT)
    return QGuiApplication.clipboard().text()


# Narrow roots


def test_the_rules_of_a_project_are_edited_and_watched_and_nothing_beside_them(
    start: Start, home: Path
) -> None:
    project = home / "code" / "api"
    project.mkdir(parents=True)
    rules, source = project / "EVVA.md", project / "main.go"
    rules.write_bytes(b"# Rules\n\nUse tabs.\n")
    source.write_bytes(b"package main\n")
    root = make_home(home)
    (root / "projects" / str(project).replace("/", "-")).mkdir()
    program = start(root)
    program.wait_until(lambda: program.desk.workspace.find_document(str(rules)), what="the rules")
    program.wait_until(lambda: program.memory.model.index_of(str(rules)).isValid(), what="their row")
    program.settle()
    program.show(rules)
    program.editor.focus_text()
    program.key(Key.Key_End, CONTROL)
    program.type("x")
    assert isinstance(program.save(), Saved)
    saved = rules.read_bytes()
    assert saved.replace(b"x", b"") == b"# Rules\n\nUse tabs.\n"
    assert sorted(os.listdir(project)) == ["EVVA.md", "main.go"]
    program.wait_until(lambda: program.watches)
    rules.write_bytes(b"# Rules\n\nUse spaces.\n")
    program.wait_until(lambda: "Use spaces." in program.text, what="the change of the rules")
    assert source.read_bytes() == b"package main\n"


# Starting


def test_what_was_opened_by_hand_is_open_at_the_next_start(start: Start, home: Path) -> None:
    root = make_home(home / "elsewhere")
    first = start()
    first.settle()
    first.program.opening.open_folder(str(root))
    first.settle()
    assert first.session.path.startswith(str(root))
    first.close()
    second = start()
    second.settle()
    assert str(root) in [opened.path for opened in second.desk.workspace.roots]
    second.close()


def test_a_folder_that_is_not_there_is_said(start: Start, home: Path) -> None:
    program = start(home / "nowhere")
    program.settle()
    assert program.said("nowhere")
    assert not (home / "nowhere").exists()


def test_a_folder_of_ours_is_refused(start: Start, home: Path) -> None:
    program = start(home)
    program.settle()
    assert program.said("cannot be opened as memory")
    assert not program.desk.workspace.roots


def test_the_sample_is_a_copy_that_goes_with_the_program(start: Start, home: Path) -> None:
    program = start()
    program.settle()
    program.program.opening.open_sample()
    program.settle()
    path = Path(program.session.path)
    assert path.exists()
    assert not path.is_relative_to(home / ".evva")
    program.editor.focus_text()
    program.type("x")
    assert isinstance(program.save(), Saved)
    program.close()
    assert not path.exists()
    assert sorted(os.listdir(home)) == sorted({".local", ".config", ".cache"} & set(os.listdir(home)))


def test_why_there_is_no_sample_is_said_in_a_sentence(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = start()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    program.program.opening.open_sample()
    assert program.said("The sample could not be opened: No such file or directory.")


# Drafts that cannot be kept


@pytest.fixture
def no_drafts(home: Path) -> Path:
    """Something else stands where the folder of drafts would be."""
    folder = Path(StateFolders.of_this_user().drafts)
    folder.parent.mkdir(parents=True)
    folder.write_bytes(b"")
    return folder


def test_quitting_without_drafts_is_asked_about_once(
    no_drafts: Path, start: Start, root: Path, qapp: QApplication
) -> None:
    program = start(root)
    program.show(memory_of(root))
    assert program.said("Unsaved text of earlier starts cannot be read")
    program.put_caret("Decisions")
    program.type("x")
    answers: list[str] = []

    def answer() -> None:
        box = qapp.activeModalWidget()
        assert isinstance(box, QMessageBox)
        answers.append(box.text())
        assert box.defaultButton() is box.button(QMessageBox.StandardButton.Cancel), "Enter loses nothing"
        kind = QMessageBox.StandardButton.Cancel if len(answers) == 1 else QMessageBox.StandardButton.Discard
        box.button(kind).click()

    QTimer.singleShot(0, answer)
    program.window.close()
    assert program.window.isVisible(), "quitting was called off"
    QTimer.singleShot(0, answer)
    program.close()
    assert len(answers) == 2
    assert "could not be kept as a draft" in answers[0]
    assert memory_of(root).read_bytes() == MEMORY
    assert no_drafts.read_bytes() == b""


# Errors nobody foresaw


@pytest.fixture
def expected_warnings(request: pytest.FixtureRequest) -> list[str]:
    return ["unexpected ZeroDivisionError"] if "unforeseen" in request.node.name else []


def test_an_unforeseen_error_keeps_the_text_and_says_so(
    program: InsideProgram, qapp: QApplication, root: Path
) -> None:
    program.program.tasks.run(lambda: 1 // 0, lambda _result: None)
    program.wait_until(lambda: boxes(qapp), what="the box")
    assert "kept as a draft" in boxes(qapp)[0].informativeText()
    drafts = Path(program.desk.folders.drafts)
    assert any(b"MINE" in file.read_bytes() for file in drafts.iterdir() if file.is_file())
    program.window.activateWindow()
    program.type("more ")
    assert "MINE more Use npm" in program.text
    program.close()
    assert not boxes(qapp), "the box outlives the window, and the program with it"


def boxes(qapp: QApplication) -> list[QMessageBox]:
    return [box for box in qapp.topLevelWidgets() if isinstance(box, QMessageBox) and box.isVisible()]


def test_a_closed_window_is_let_go(qapp: QApplication, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One signal that keeps anything of it keeps all: some thousand objects, among which every look for cycles goes."""

    def open_and_close() -> weakref.ref[object]:
        opened = InsideProgram(root)
        opened.close()
        return weakref.ref(opened.program)

    with monkeypatch.context() as hooks:  # which the program takes over, and which know it
        for module, name in ((sys, "excepthook"), (sys, "unraisablehook"), (threading, "excepthook")):
            hooks.setattr(module, name, getattr(module, name))
        closed = open_and_close()
    gc.collect()
    assert closed() is None, "something still holds the program of a closed window"


def test_a_save_that_nobody_can_settle_any_more_is_named_and_holds_nothing_up(
    start: Start, root: Path
) -> None:
    memory = memory_of(root)
    before = memory.read_bytes()
    after = before.replace(b"Use npm", b"Use the package manager that is called npm")
    history = History(StateFolders.of_this_user().history)
    entry = history.record_save(
        str(memory), before, before, after, "edit", file=str(memory), temporary=".memdesk-0.tmp~"
    )
    history.mark_in_place(entry)
    history.close()
    with closing(sqlite3.connect(history.place.file)) as rows, rows:
        rows.execute("UPDATE texts SET packed = x'00'")
    half = after[: after.index(b"package")]
    memory.write_bytes(half)
    program = start(root)
    program.wait_until(lambda: program.said("its record is damaged"), what="what became of it")
    assert memory.read_bytes() == half
    program.show(memory)
    program.put_caret("Decisions")
    program.type("MINE ")
    assert isinstance(program.save(), Saved)


@pytest.mark.parametrize("is_far", [False, True], ids=["near", "far"])
def test_a_start_shows_what_was_on_screen_at_the_last_quit(start: Start, home: Path, is_far: bool) -> None:
    root = make_home(home)
    last = memory_of(root)
    # Behind so many that only a worker lists it.
    for number in range(2 * FIRST_DOCUMENTS * is_far):
        last = root / f"projects/-srv-{number:03}/MEMORY.md"
        last.parent.mkdir()
        last.write_bytes(MEMORY)
    first = start(root)
    first.wait_until(lambda: not first.memory.keeper.is_listing, what="the list")
    first.show(last)
    first.close()
    second = start(root)
    second.wait_until(lambda: second.memory.open.session is not None, what="a document")
    assert second.session.path == str(last)
    assert second.memory.tree.target is not None
    assert second.memory.tree.target.document is not None
    assert second.memory.tree.target.document.path == str(last)
    second.close()
    last.unlink()
    third = start(root)
    third.wait_until(lambda: third.memory.open.session is not None, what="another document")
