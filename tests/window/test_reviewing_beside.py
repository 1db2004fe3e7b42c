"""The inbox while its agents write on: what stands under the fingers stays there, and what was typed is not lost."""

from __future__ import annotations

from pathlib import Path

from memdesk.ui.inbox.card_editor import CardEditor
from memdesk.ui.inbox.review_list import ReviewList
from memdesk.ui.inbox.review_model import Newer
from tests.window.conftest import Start
from tests.window.homes import memory_of
from tests.window.inside import CONTROL, InsideProgram, Key
from tests.window.test_inbox import recorded, show, titles, write_elsewhere


def say(root: Path, section: str, words: str) -> None:
    """An agent lets a section end with other words."""
    path = memory_of(root)
    head, _, rest = path.read_text().partition(f"## {section}\n")
    body, mark, behind = rest.partition("\n## ")
    first = body.split("\n", 1)[0]
    write_elsewhere(path, f"{head}## {section}\n{first}\n{words}\n{mark}{behind}".encode())


def at_open_issues(start: Start, root: Path) -> tuple[InsideProgram, ReviewList]:
    """Two changes, the second of them the current one."""
    program = recorded(start, root)
    say(root, "Decisions", "Keep the old client.")
    say(root, "Open issues", "It hangs once a day.")
    program.key(Key.Key_F5)
    program.wait_until(lambda: titles(program) == ["Decisions", "Open issues"], what="two changes")
    found = show(program)
    program.key(Key.Key_J)
    assert found.current is not None
    assert found.current.unit.title == "Open issues"
    return program, found


def said(found: ReviewList) -> str:
    item = found.current
    return f"{item.unit.title}: {item.unit.text}" if item is not None else ""


def test_a_card_stays_where_it_is_while_its_agent_writes_on(start: Start, root: Path) -> None:
    program, found = at_open_issues(start, root)
    row = found.currentIndex().row()
    say(root, "Open issues", "It hangs twice a day.")
    program.key(Key.Key_F5)
    program.wait_until(lambda: "twice a day" in said(found), what="what the agent says now")
    assert said(found).startswith("Open issues")
    assert found.currentIndex().row() == row
    assert not [one for one in found.changes.rows if isinstance(one, Newer)]
    program.key(Key.Key_Return)
    program.wait_until(lambda: titles(program) == ["Decisions"], what="one left")


def test_what_is_typed_outlives_what_the_agent_writes_meanwhile(start: Start, root: Path) -> None:
    program, found = at_open_issues(start, root)
    program.key(Key.Key_E)
    program.wait_until(lambda: isinstance(program.focus, CardEditor), what="the text")
    program.key(Key.Key_A, CONTROL)
    program.type("Mine.")
    say(root, "Open issues", "It hangs twice a day.")
    program.key(Key.Key_F5)
    program.wait_until(lambda: "twice a day" in said(found), what="what the agent says now")
    assert isinstance(program.focus, CardEditor)
    program.messages.clear()
    program.key(Key.Key_Return, CONTROL)
    program.wait_until(lambda: bool(program.messages), what="the refusal")
    assert "has changed since it was shown" in program.messages[-1].text
    program.wait_until(lambda: isinstance(program.focus, CardEditor), what="the text again")
    assert isinstance(program.focus, CardEditor)
    assert program.focus.toPlainText() == "Mine."
    assert b"twice a day" in memory_of(root).read_bytes()
    program.key(Key.Key_Return, CONTROL)
    program.wait_until(lambda: b"\nMine.\n" in memory_of(root).read_bytes(), what="the text in its file")


def test_what_an_agent_learns_again_waits_above(start: Start, root: Path) -> None:
    program, found = at_open_issues(start, root)
    path = memory_of(root)
    program.key(Key.Key_Delete)
    program.wait_until(lambda: b"once a day" not in path.read_bytes(), what="it to be forgotten")
    program.wait_until(lambda: titles(program) == ["Decisions"], what="one left")
    # In other words: the same ones again would be its old copy, which is not to come back by itself.
    say(root, "Open issues", "It hangs since the last release.")
    program.key(Key.Key_F5)
    program.wait_until(lambda: len(titles(program)) == 2, what="it once more")
    assert said(found).startswith("Decisions")
    assert [one for one in found.changes.rows if isinstance(one, Newer)] == [Newer(1)]
