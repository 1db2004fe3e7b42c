"""What takes long says so, with a way to stop it, and a stop leaves everything as it was."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from memdesk.store.clearing import Scope
from memdesk.store.history_place import FILE_NAME
from memdesk.store.locks import DocumentLocks
from memdesk.store.progress import Progress
from memdesk.store.several_files import _LOCK
from memdesk.ui.search.screen import SearchScreen
from memdesk.ui.settings.purge_dialog import PurgeDialog
from memdesk.ui.widgets.status_bar import StatusPart
from tests.window.conftest import Start
from tests.window.homes import memory_of
from tests.window.inside import CONTROL, SHIFT, InsideProgram, Key
from tests.window.test_settings import opened


def part(program: InsideProgram, text: str) -> StatusPart | None:
    parts = program.window.status.findChildren(StatusPart)
    return next((one for one in parts if one.isVisible() and one.text() == text), None)


def told(program: InsideProgram) -> list[str]:
    return [message.text for message in program.messages]


def ready_to_replace(program: InsideProgram) -> SearchScreen:
    """The search screen, with what is found and what shall stand there instead."""
    program.key(Key.Key_F, CONTROL | SHIFT)
    searching, screen = program.program.searching, program.program.searching.screen
    program.type("make")
    screen.show_replace(shown=True)
    screen.new_field.setText("brew")
    program.wait_until(lambda: not searching.is_busy and screen.replace_button.isEnabled(), what="the hits")
    return screen


def test_replacing_is_stopped(start: Start, root: Path) -> None:
    program = start(root, window_size=(900, 600))
    before = {path: path.read_bytes() for path in root.rglob("*.md")}
    screen = ready_to_replace(program)
    with DocumentLocks(program.desk.folders.locks).held(_LOCK):
        screen.replace_button.click()
        program.wait_until(lambda: part(program, "Stop"), what="the way to stop it")
        assert part(program, "Working…")
        stop = part(program, "Stop")
        assert stop is not None
        stop.click()
        assert part(program, "Stopping…")
        assert not part(program, "Stop")
    program.wait_until(lambda: "Stopped: nothing was changed." in told(program), what="the end")
    program.settle()
    assert not part(program, "Stopping…")
    assert {path: path.read_bytes() for path in root.rglob("*.md")} == before
    screen.replace_button.click()
    program.wait_until(lambda: any("Replaced in" in text for text in told(program)), what="the replacement")
    assert b"brew" in memory_of(root).read_bytes()


def test_quitting_waits_for_a_change_of_files_and_says_so(start: Start, root: Path) -> None:
    program = start(root, window_size=(900, 600))
    screen = ready_to_replace(program)
    with DocumentLocks(program.desk.folders.locks).held(_LOCK):
        screen.replace_button.click()
        assert not program.window.close()
        program.wait_until(lambda: part(program, "Stop"), what="the way to stop it")
        assert program.said("quits as soon as")
    program.wait_until(lambda: not program.window.isVisible(), what="the end")
    assert b"brew" in memory_of(root).read_bytes()


def test_who_starts_it_again_while_it_waits_to_quit_gets_a_window(start: Start, root: Path) -> None:
    program = start(root, window_size=(900, 600))
    screen = ready_to_replace(program)
    with DocumentLocks(program.desk.folders.locks).held(_LOCK):
        screen.replace_button.click()
        assert not program.window.close()
        program.program.show_folders(())
        assert program.said("stays open")
    program.wait_until(lambda: any("Replaced in" in text for text in told(program)), what="the replacement")
    program.settle()
    assert program.window.isVisible()
    assert program.window.close()


def test_clearing_is_stopped_on_the_page_and_without_it(start: Start, root: Path) -> None:
    program = start(root)
    path = memory_of(root)
    program.program.recording.keep([str(root)])
    history = program.desk.history
    program.wait_until(lambda: history.versions(str(path)), what="the first copy")
    page, work, dialog = opened(program), program.program.history_work, program.program.configuring.dialog
    assert dialog is not None
    dialog.show_page("History")
    with closing(sqlite3.connect(Path(history.place.folder) / FILE_NAME)) as other:
        other.execute("BEGIN IMMEDIATE")
        work.clear(Scope())
        program.wait_until(page.stop_button.isVisible, what="the way to stop it")
        assert page.note.text() == "Clearing…"
        page.stop_button.click()
        assert (page.note.text(), page.stop_button.isVisible()) == ("Stopping…", False)
        other.execute("ROLLBACK")
        program.wait_until(lambda: page.note.text() == "Stopped: nothing was cleared.", what="the end")
        other.execute("BEGIN IMMEDIATE")
        work.clear(Scope())
        dialog.close()
        program.wait_until(lambda: part(program, "Stop"), what="the way to stop it")
        stop = part(program, "Stop")
        assert stop is not None
        stop.click()
        other.execute("ROLLBACK")
    program.wait_until(lambda: "Stopped: nothing was cleared." in told(program), what="the end")
    assert history.versions(str(path))
    assert not part(program, "Stop")


def test_a_purge_is_stopped_where_it_is_asked_for(start: Start, root: Path) -> None:
    program = start(root)
    opened(program).purge_button.click()
    [dialog] = program.window.findChildren(PurgeDialog)
    progress = Progress()
    program.program.history_work.purging.working.begin(progress)
    program.wait_until(dialog.stop_button.isVisible, what="the way to stop it")
    dialog.stop_button.click()
    assert not progress.is_wanted
    assert dialog._kept.text() == "Stopping…"
    program.program.history_work.purging.working.end()
    assert not dialog.stop_button.isVisible()
