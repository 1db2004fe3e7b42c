"""What the first screen says of each agent's memory is what its screens say once it is open."""

from __future__ import annotations

from pathlib import Path

from memdesk.layouts.contract import Severity
from memdesk.ui.first_run.rows import AgentRow
from memdesk.ui.screens import FIRST_RUN, PROBLEMS
from tests.window.conftest import Start
from tests.window.homes import make_home
from tests.window.inside import CONTROL, InsideProgram, Key
from tests.window.test_problems import FENCED, badge, screen


def row_of(program: InsideProgram, agent: str) -> AgentRow:
    (row,) = [row for row in program.window.findChildren(AgentRow) if row.agent.name == agent]
    return row


def test_it_counts_the_problems_that_their_badge_counts(start: Start, home: Path) -> None:
    make_home(home, FENCED)
    program = start()
    assert program.window.screen_name == FIRST_RUN
    row = row_of(program, "evva")
    program.wait_until(lambda: "problem" in row.agent.health_text, what="the check")
    counted = row.agent.health_text
    program.click("Open this one")
    program.wait_until(lambda: badge(program) != "Problems", what="the badge")
    program.key(Key.Key_5, CONTROL)
    assert program.window.screen_name == PROBLEMS
    notes = [one for one in screen(program).rows if one.found.problem.severity is Severity.NOTE]
    assert notes, "a note is listed and asks for nothing"
    assert counted == f"{len(screen(program).rows) - len(notes)} problems"
    assert badge(program) == f"Problems, {counted}"


def test_memory_without_problems_is_said_to_have_none_once_it_is_checked(start: Start, home: Path) -> None:
    profile = home / ".evva" / "USER_PROFILE.md"
    profile.parent.mkdir()
    profile.write_bytes(b"## Preferences\nShort answers.\n\n## Working style\n\n## Recurring topics\n")
    program = start()
    row = row_of(program, "evva")
    program.wait_until(lambda: row.agent.health_text == "No problems", what="the check")
    assert row.stops[0].accessibleName().endswith("No problems")


def test_what_the_user_does_while_it_is_checked_stays(start: Start, home: Path) -> None:
    make_home(home, FENCED)
    program = start()
    row = row_of(program, "evva")
    row.set_ticked(False)
    row.setFocus()
    program.wait_until(lambda: "problem" in row.agent.health_text, what="the check")
    assert not row.is_ticked
    assert program.focus is row.stops[0]


def test_it_counts_every_file_there_is(start: Start, home: Path) -> None:
    store = home / ".claude" / "projects" / "-srv-api" / "memory"
    store.mkdir(parents=True)
    for number in range(2_100):
        (store / f"fact_{number}.md").write_bytes(b"A fact.\n")
    row = row_of(start(), "claude_code")
    assert row.agent.files == 2_100
