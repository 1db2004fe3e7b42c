"""What the status bar says stays for as long as it matters, and an offer never gives its focus to another button."""

from __future__ import annotations

from pathlib import Path

from memdesk.ui.messages import Message, Tone
from memdesk.ui.widgets.status_bar import StatusPart
from tests.window.conftest import Start
from tests.window.homes import memory_of
from tests.window.inside import InsideProgram, Key


def said(program: InsideProgram) -> str:
    (part,) = [
        part
        for part in program.window.status.findChildren(StatusPart)
        if part.accessibleName().startswith("Message")
    ]
    return part.text()


def opened(start: Start, root: Path) -> InsideProgram:
    program = start(root)
    program.show(memory_of(root))
    program.put_caret("Decisions")
    program.settle()
    return program


def test_a_remark_about_something_else_waits_behind_a_warning(start: Start, root: Path) -> None:
    program = opened(start, root)
    tell = program.program.messages.tell
    tell(Message("Not saved: it changed.", Tone.WARNING, "a.md"))
    tell(Message("Saved.", subject="b.md"))
    assert said(program) == "Not saved: it changed."
    program.wait_until(lambda: said(program) == "Saved.", what="the remark")


def test_a_warning_gives_way_to_what_is_said_of_the_same(start: Start, root: Path) -> None:
    program = opened(start, root)
    tell = program.program.messages.tell
    tell(Message("Not saved: it changed.", Tone.WARNING, "a.md"))
    tell(Message("Saved.", subject="a.md"))
    assert said(program) == "Saved."


def test_an_offer_that_has_the_focus_stays_and_gives_it_back(start: Start, root: Path) -> None:
    program = opened(start, root)
    text, taken = program.focus, list[str]()
    tell = program.program.messages.tell
    tell(Message("Removed it.", offer="Undo", accept=lambda: taken.append("undone")))
    program.button("Undo").setFocus()
    tell(Message("evva changed it."))
    assert said(program) == "Removed it."
    program.key(Key.Key_Space)
    assert taken == ["undone"]
    assert program.focus is text
    tell(Message("evva changed it."))
    assert said(program) == "evva changed it."
