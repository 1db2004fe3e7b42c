"""A start after a crash says what became of the change that it cut short."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from memdesk.store.folders import StateFolders
from memdesk.store.history import History
from tests.window.conftest import Start
from tests.window.homes import memory_of
from tests.window.test_status_messages import said


def test_a_change_that_is_finished_by_the_next_start_is_told(start: Start, home: Path, root: Path) -> None:
    path, other = memory_of(root), root / "USER_PROFILE.md"
    before, was = path.read_bytes(), other.read_bytes()
    files = [(str(path), before, before + b"- one more\n"), (str(other), was, was + b"- one more\n")]
    with closing(History(StateFolders.of_this_user().history)) as history:
        history.open_change("move", files)
    program = start(root)
    program.wait_until(lambda: "interrupted" in said(program), what="the message")
    assert said(program).startswith("A change of 2 files was interrupted, and is done now.")
    assert [path.read_bytes(), other.read_bytes()] == [after for _, _, after in files]
    session, keeper = program.program.memory.open.session, program.program.memory.keeper
    assert session is not None
    assert session.text.text.endswith("- one more\n")
    program.settle()
    assert keeper.writing == frozenset()
    assert not any(keeper.changed_nodes(str(one)) for one in (path, other))
    program.click("Show history")
    assert program.window.screen_name == "history"
