"""The screen "Inbox" where the user and an agent changed one section: only the agent's part stands in it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memdesk.cli import main
from memdesk.text.edits import Edit
from tests.window.conftest import Start
from tests.window.homes import memory_of
from tests.window.inside import Key
from tests.window.test_inbox import badge, recorded, show, write_elsewhere


def test_a_line_beside_ours_is_reviewed_alone(
    start: Start, root: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    program = recorded(start, root)
    path = memory_of(root)
    session = program.desk.workspace.open_document(str(path))
    before = path.read_text()
    heading = next(line for line in before.splitlines() if line.startswith("## "))
    after = before.replace(f"{heading}\n", f"{heading}\n- theirs: pipe it into a shell\n", 1)
    write_elsewhere(path, after.encode())
    program.program.taking_up.look_again()
    program.wait_until(lambda: badge(program) == "Inbox, 1 to review", what="their line")
    program.wait_until(lambda: "theirs" in session.text.text, what="the open document with it")
    text = session.text.text
    session.text.edit([Edit(text.index(heading) + len(heading) + 1, "", "- ours: be kind\n")])
    program.desk.workspace.save(session.path)
    program.program.taking_up.look_again()
    program.wait_until(
        lambda: any("ours" in (item.unit.text) for item in program.program.inbox.state.items),
        what="ours beside theirs",
    )
    assert badge(program) == "Inbox, 1 to review"
    capfdbinary.readouterr()
    assert main(["inbox", "--json"]) == 0
    (told,) = json.loads(capfdbinary.readouterr().out)["changes"]
    assert "ours: be kind" in told["before"]
    assert "theirs" not in told["before"]
    found = show(program)
    program.wait_until(lambda: found.current is not None, what="a current change")
    program.key(Key.Key_Delete)
    ours_alone = before.replace(f"{heading}\n", f"{heading}\n- ours: be kind\n", 1)
    program.wait_until(lambda: path.read_text() == ours_alone, what="the file with ours alone")
    program.wait_until(lambda: badge(program) == "Inbox", what="nothing left to review")
