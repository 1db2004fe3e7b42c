"""A start after a crash says what became of the change that it cut short."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from memdesk.store.folders import StateFolders
from memdesk.store.history import History
from tests.window.conftest import Start
from tests.window.homes import memory_of
from tests.window.inside import CONTROL, SHIFT, Key
from tests.window.test_status_messages import said


def left_open(root: Path) -> dict[Path, tuple[bytes, bytes]]:
    """A change of two files of which an earlier run did nothing but the record; what each holds and is to hold."""
    files = {}
    for path in (memory_of(root), root / "USER_PROFILE.md"):
        before = path.read_bytes()
        files[path] = before, before + b"- one more\n"
    with closing(History(StateFolders.of_this_user().history)) as history:
        history.open_change("move", [(str(path), *texts) for path, texts in files.items()])
    return files


def on_disk(paths: Iterable[Path]) -> list[bytes]:
    return [path.read_bytes() for path in paths]


def test_a_change_that_is_finished_by_the_next_start_is_told(start: Start, root: Path) -> None:
    files = left_open(root)
    program = start(root)
    program.wait_until(lambda: "interrupted" in said(program), what="the message")
    assert said(program).startswith("A change of 2 files was interrupted, and is done now.")
    assert on_disk(files) == [after for _, after in files.values()]
    session, keeper = program.program.memory.open.session, program.program.memory.keeper
    assert session is not None
    assert session.text.text.endswith("- one more\n")
    program.settle()
    assert keeper.writing == frozenset()
    assert not any(keeper.changed_nodes(str(path)) for path in files)


def test_it_can_be_undone_and_made_again_as_one(start: Start, root: Path) -> None:
    files = left_open(root)
    program = start(root)
    program.wait_until(lambda: "interrupted" in said(program), what="the message")
    undo = program.window.actions_table["edit.undo"]
    assert undo.text() == "Undo: Finished a change of 2 files that was in…"
    program.key(Key.Key_Z, CONTROL)
    program.wait_until(
        lambda: on_disk(files) == [before for before, _ in files.values()], what="both files as they were"
    )
    program.settle()
    assert program.said("Undone: Finished a change of 2 files that was interrupted.")
    assert not undo.isEnabled()
    program.key(Key.Key_Z, CONTROL | SHIFT)
    program.wait_until(lambda: on_disk(files) == [after for _, after in files.values()], what="both again")


def test_what_a_command_left_half_done_beside_the_window_is_finished_and_told(
    start: Start, root: Path
) -> None:
    program = start(root)
    program.settle()
    files = left_open(root)
    path = memory_of(root)
    (before, after), (other, _) = files.values()
    path.write_bytes(before.replace(b"two workers", b"three workers"))
    program.wait_until(lambda: "interrupted" in said(program), what="the message")
    assert path.read_bytes() == after.replace(b"two workers", b"three workers")
    program.click("Undo")
    as_it_was = [before.replace(b"two workers", b"three workers"), other]
    program.wait_until(lambda: on_disk(files) == as_it_was, what="both files as they were")


def test_agents_that_write_all_the_time_do_not_put_that_off(start: Start, root: Path) -> None:
    program = start(root)
    program.settle()
    files = left_open(root)

    def is_done_while_they_write() -> bool:
        program.program.recovering.look_soon()  # as each of their writes does
        return on_disk(files) == [after for _, after in files.values()]

    program.wait_until(is_done_while_they_write, what="the end of the change")


def test_what_agents_wrote_since_stays_when_it_is_undone_by_its_message(start: Start, root: Path) -> None:
    files = left_open(root)
    path = memory_of(root)
    before, _ = files[path]
    path.write_bytes(before.replace(b"two workers", b"three workers"))
    program = start(root)
    program.wait_until(lambda: "interrupted" in said(program), what="the message")
    assert on_disk([path]) == [before.replace(b"two workers", b"three workers") + b"- one more\n"]
    program.click("Undo")
    program.wait_until(lambda: program.said("Undone: "), what="the way back")
    assert on_disk([path]) == [before.replace(b"two workers", b"three workers")]


def test_what_could_not_be_finished_is_told_with_the_way_to_the_history(start: Start, root: Path) -> None:
    left_open(root)
    (root / "USER_PROFILE.md").unlink()
    before = memory_of(root).read_bytes()
    program = start(root)
    program.wait_until(lambda: "interrupted" in said(program), what="the message")
    assert "What was done is taken back." in said(program)
    assert on_disk([memory_of(root)]) == [before]
    assert not program.window.actions_table["edit.undo"].isEnabled()
    program.click("Show history")
    assert program.window.screen_name == "history"
