"""The settings in the running window: they hold at once, and what they do to the history is done."""

from __future__ import annotations

import json
import tempfile
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from memdesk.store.folders import StateFolders
from memdesk.store.outcomes import Saved
from memdesk.ui.settings.agents_page import AgentsPage
from memdesk.ui.settings.clear_dialog import ClearDialog
from memdesk.ui.settings.folders_page import FoldersPage
from memdesk.ui.settings.history_page import HistoryPage
from memdesk.ui.settings.look_page import LookPage
from memdesk.ui.settings.purge_dialog import PurgeDialog
from memdesk.ui.widgets.status_bar import StatusPart
from tests.cli.conftest import memdesk
from tests.store.leftovers import places_of
from tests.window.conftest import Start
from tests.window.homes import MEMORY, memory_of
from tests.window.inside import CONTROL, InsideProgram, Key, words_in

SECRET = "hunter2-hunter2"


@pytest.fixture(autouse=True)
def own_temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sample copies of other programs are none of ours."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))


def settings_file() -> dict[str, object]:
    found: dict[str, object] = json.loads(Path(StateFolders.of_this_user().settings_file).read_bytes())
    return found


def opened(program: InsideProgram) -> HistoryPage:
    """Open the settings by their key."""
    program.key(Key.Key_Comma, CONTROL)
    dialog = program.program.configuring.dialog
    assert dialog is not None
    program.wait_until(dialog.isVisible, what="the settings")
    program.settle()
    return next(page for page in dialog.pages if isinstance(page, HistoryPage))


def written_by_an_agent(program: InsideProgram, path: Path, text: bytes) -> None:
    path.write_bytes(text)
    history = program.desk.history
    program.wait_until(
        lambda: text in [history.data(one.id) for one in history.versions(str(path))], what="the version"
    )


def test_what_is_chosen_holds_at_once(start: Start, root: Path) -> None:
    program = start(root)
    page = opened(program)
    page.numbers["daily_days"].field.setText("400")
    page.numbers["daily_days"].field.editingFinished.emit()
    assert settings_file()["history_limits"] == {"daily_days": 400}
    [row] = page._roots
    row.box.click()
    assert settings_file()["recorded"] == {str(root): True}
    page.also_system_trash.box.click()
    assert settings_file()["also_system_trash"] is True
    program.settle()
    assert not program.memory.recording_bar.isVisible(), "it was answered here"
    assert program.desk.history.versions(str(memory_of(root))), "the first copy is kept"
    assert program.program.configuring.dialog is not None
    look = program.program.configuring.dialog.findChildren(LookPage)[0]
    look.theme.switch.set_current("dark")
    look.animations.switch.set_current("on")
    preferences = program.program.themes.preferences
    assert (preferences.scheme, preferences.animations) == ("dark", "on")
    assert (settings_file()["theme"], settings_file()["animations"]) == ("dark", "on")
    program.window.actions_table["view.theme_light"].trigger()
    assert look.theme.switch.current == "light"


def test_when_another_language_takes_effect_is_said_once_it_is_chosen(start: Start, root: Path) -> None:
    program = start(root)
    opened(program)
    assert program.program.configuring.dialog is not None
    look = program.program.configuring.dialog.findChildren(LookPage)[0]
    program.program.configuring.dialog.show_page(look.title)
    assert "takes effect at the next start" in words_in(look.language)
    look.language.switch.set_current("de")
    words = "Quit Memdesk and start it again: then it speaks this language: Deutsch."
    assert words in words_in(look.language)
    assert [message.text for message in program.messages][-1] == words
    assert settings_file()["language"] == "de"
    program.forget_messages()
    look.language.switch.set_current("system")
    assert "takes effect at the next start" in words_in(look.language)
    assert not program.messages


def test_settings_that_are_closed_while_their_pages_are_made_are_made_no_more(
    start: Start, root: Path, caplog: pytest.LogCaptureFixture
) -> None:
    program, busy = start(root), threading.Event()
    for _ in range(2):
        program.program.tasks.run(busy.wait, lambda _: None)
    configuring = program.program.configuring
    for _ in range(2):
        configuring.show()
    assert configuring.dialog is not None
    configuring.dialog.close()
    program.unlock()
    busy.set()
    program.settle()
    assert "unexpected" not in caplog.text


def test_settings_that_cannot_be_kept_are_told(start: Start, root: Path) -> None:
    program = start(root)
    page = opened(program)
    file = Path(StateFolders.of_this_user().settings_file)
    file.unlink(missing_ok=True)
    (file / "in the way").mkdir(parents=True)
    assert program.program.configuring.dialog is not None
    look = program.program.configuring.dialog.findChildren(LookPage)[0]
    ways = (
        page.numbers["daily_days"].field.editingFinished.emit,
        page._roots[0].box.click,
        lambda: look.animations.switch.set_current("on"),
        program.window.actions_table["view.theme_light"].trigger,
    )
    page.numbers["daily_days"].field.setText("400")
    for way in ways:
        program.forget_messages()
        way()
        assert [one.text for one in program.messages if "The settings could not be kept" in one.text]
    (file / "in the way").rmdir()
    file.rmdir()
    assert program.program.themes.preferences.animations == "on"


def test_the_history_is_exported_moved_and_cleared(
    start: Start, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = start(root)
    written_by_an_agent(program, memory_of(root), MEMORY + b"- one\n")
    page = opened(program)
    holder = page.note.parentWidget()
    assert holder is not None
    assert holder.isHidden(), "it would keep room for nothing"
    # The system's own dialog cannot be driven: it answers with a folder.
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path / "disk"))
    page.export_requested.emit(False)
    program.settle()
    [exported] = (tmp_path / "disk").iterdir()
    assert json.loads((exported / "index.json").read_bytes())["documents"][0]["path"] == str(memory_of(root))
    assert "1 version is in" in page.note.text()
    assert (holder.isHidden(), page.note.isHidden()) == (False, False)
    page.move_button.click()
    program.settle()
    assert page.note.text() == f"The history lies in {tmp_path}/disk/memdesk-history now."
    written_by_an_agent(program, memory_of(root), MEMORY + b"- two\n")
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(root))
    page.move_button.click()
    program.settle()
    assert "lies in the memory of evva" in page.note.text()
    page.clear_button.click()
    program.settle()
    dialog = program.window.findChildren(ClearDialog)[0]
    assert dialog.clear_button.text() == "Clear 2 versions"
    dialog.clear_button.click()
    program.settle()
    assert program.desk.history.versions(str(memory_of(root))) == ()
    assert page.note.text() == "2 versions are gone."


def test_a_secret_is_taken_out_of_memory_and_purged(start: Start, root: Path, home: Path) -> None:
    program = start(root)
    path = memory_of(root)
    written_by_an_agent(program, path, MEMORY + b"- key " + SECRET.encode() + b"\n")
    program.show(path)
    opened(program).purge_button.click()
    dialog = program.window.findChildren(PurgeDialog)[0]
    dialog.field.setText(SECRET)
    dialog.look_button.click()
    program.wait_until(dialog.remove_button.isVisible, what="where it stands")
    dialog.remove_button.click()
    program.wait_until(lambda: path.read_bytes() == MEMORY + b"- key \n", what="the save")
    program.wait_until(lambda: dialog.purge_button.isEnabled() and not dialog.remove_button.isVisible())
    dialog.purge_button.click()
    program.wait_until(lambda: dialog.field.text() == "", what="the end of the purge")
    assert dialog._kept.text() == "Purged from 1 version."
    versions = program.desk.history.versions(str(path))
    assert [version.purged for version in versions] == [False, True]
    assert not program.session.text.can_undo
    dialog.close()
    program.close()
    assert places_of(SECRET, [home]) == []


def test_another_process_purges_and_moves_while_the_window_is_open(
    start: Start, root: Path, home: Path, tmp_path: Path
) -> None:
    program = start(root)
    path = memory_of(root)
    written_by_an_agent(program, path, MEMORY + b"- key " + SECRET.encode() + b"\n")
    written_by_an_agent(program, path, MEMORY)
    assert (
        memdesk("history", "--purge", "-", body=SECRET.encode()).sentence
        == "Purged from 1 version of 1 document."
    )
    assert places_of(SECRET, [home]) == []
    assert memdesk("history", "--move", tmp_path / "disk").code == 0
    program.show(path)
    program.put_caret("Decisions")
    program.type("Since May: ")
    assert isinstance(program.save(), Saved)
    versions = program.desk.history.versions(str(path))
    assert [(version.why, version.purged) for version in versions] == [
        ("edit", False),
        ("found on disk", False),
        ("first seen", True),
    ]
    assert program.desk.keeping.folder == str(tmp_path / "disk" / "memdesk-history")


def test_what_is_assumed_of_an_agent_holds_at_once_everywhere(start: Start, root: Path) -> None:
    program = start(root)
    program.show(memory_of(root))
    opened(program)
    dialog = program.program.configuring.dialog
    assert dialog is not None
    page = dialog.findChildren(AgentsPage)[0]
    [row] = [one for one in page.assumptions if one.assumption[:2] == ("evva", "file_bytes")]
    row.field.setText("1024")
    row.field.editingFinished.emit()
    assert settings_file()["assumptions"] == {"evva": {"file_bytes": 1024}}
    memory_of(root).write_bytes(MEMORY + b"- " + b"x" * 1100 + b"\n")
    program.wait_until(
        lambda: "over-cap" in [one.found.problem.rule for one in program.program.problems.report.problems],
        what="a file longer than evva is said to read",
    )
    said = json.loads(memdesk("check", "--json", root).out)
    assert "over-cap" in [one["rule"] for one in said["problems"]], "the shell goes by the same settings"
    row.reset.click()
    assert "assumptions" not in settings_file() or settings_file()["assumptions"] == {}
    program.wait_until(
        lambda: (
            "over-cap" not in [one.found.problem.rule for one in program.program.problems.report.problems]
        ),
        what="nothing over the cap",
    )


def test_a_folder_is_named_paused_and_closed(start: Start, root: Path) -> None:
    program = start(root)
    opened(program)
    dialog = program.program.configuring.dialog
    assert dialog is not None
    page = dialog.findChildren(FoldersPage)[0]
    [row] = page.folders
    row.field.setText("Work")
    row.field.editingFinished.emit()
    model = program.memory.keeper._model
    assert model.index(0, 0).data() == "Work"
    assert program.desk.workspace.root(str(root)).label == "Work"
    row.watched.click()
    program.settle()
    # Places where other agents would keep memory are looked at all the same.
    watched = program.desk.workspace.watch_roots()
    assert [one.path for one in watched if not one.is_expected] == []
    assert str(root) not in [one.path for one in watched]
    status = [part.text() for part in program.window.status.findChildren(StatusPart)]
    assert "No folder is watched" in status
    said = model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "not watched" in said
    assert "paused here" in model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert settings_file()["paused_roots"] == [str(root)]
    memory_of(root).write_bytes(MEMORY + b"- told while nobody looked\n")
    row.watched.click()
    status = [part.text() for part in program.window.status.findChildren(StatusPart)]
    assert "Watching 2 files" in status
    assert "not watched" not in model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole) == str(root)
    path = str(memory_of(root))
    program.wait_until(lambda: len(program.desk.history.versions(path)) > 0, what="what came meanwhile")
    row.close_button.click()
    program.settle()
    assert page.folders == []
    assert program.desk.workspace.roots == ()


def test_a_name_is_typed_on_while_the_look_changes_and_folders_come(
    start: Start, root: Path, home: Path
) -> None:
    program = start(root)
    opened(program)
    dialog = program.program.configuring.dialog
    assert dialog is not None
    page, history = dialog.findChildren(FoldersPage)[0], dialog.findChildren(HistoryPage)[0]
    dialog.show_page(page.title)
    dialog.activateWindow()
    field = page.folders[0].field
    field.setFocus()
    QTest.keyClicks(field, "My na")
    program.program.commands.choose_theme("dark")
    (home / "notes").mkdir()
    program.program.opening.open_folder(str(home / "notes"))
    program.settle()
    assert [Path(row.path).name for row in page.folders] == [".evva", "notes"]
    assert dialog.focusWidget() is field
    QTest.keyClicks(field, "me")
    QTest.keyClick(field, Key.Key_Return)
    assert program.desk.workspace.root(str(root)).label == "My name"
    assert "My name" in [row.title for row in history.rows]
    dialog.field.setText("no such thing")
    program.program.opening.close_path(str(home / "notes"))
    program.program.opening.open_folder(str(home / "notes"))
    program.settle()
    assert [row.title for row in page.rows if not row.isHidden()] == []
    assert [row.title for row in history.rows if not row.isHidden()] == []


@pytest.mark.parametrize(("first", "then"), [((1440, 900), (760, 520)), ((760, 520), (1440, 900))])
def test_the_dialog_made_ahead_is_as_large_as_the_window_of_now_allows(
    start: Start, root: Path, first: tuple[int, int], then: tuple[int, int]
) -> None:
    program = start(root, window_size=first)
    configuring = program.program.configuring
    program.wait_until(lambda: configuring.dialog is not None, what="the dialog")
    made_ahead = configuring.made_dialog()
    program.window.resize(*then)
    configuring.show()
    assert made_ahead.isVisible()
    size = made_ahead.size()
    made_ahead.close()
    configuring.show()
    assert configuring.made_dialog() is not made_ahead
    assert configuring.made_dialog().size() == size
