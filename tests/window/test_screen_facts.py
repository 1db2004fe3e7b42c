"""What the status bar says of the screens, the inbox's own lines, and the way to all that is pinned."""

from __future__ import annotations

from pathlib import Path

from memdesk.ui.widgets.status_bar import StatusPart
from tests.window.conftest import Start
from tests.window.homes import MEMORY, memory_of
from tests.window.inside import CONTROL, InsideProgram, Key


def facts(program: InsideProgram) -> list[str]:
    program.settle()
    return [part.text() for part in program.window.status.findChildren(StatusPart) if part.isVisible()]


def test_each_screen_says_how_much_there_is_to_be_done(start: Start, root: Path) -> None:
    program, path = start(root), memory_of(root)
    program.program.recording.keep([str(root)])
    program.wait_until(lambda: program.desk.history.versions(str(path)), what="the first copy")
    path.write_bytes(MEMORY.replace(b"Use npm", b"Use pnpm"))
    inbox = program.program.inbox
    program.wait_until(lambda: len(inbox.waiting) == 1, what="the change")
    program.key(Key.Key_2, CONTROL)
    assert {"1 change to review in 1 file", "No agent is waiting"} <= set(facts(program))
    program.key(Key.Key_3, CONTROL)
    program.wait_until(lambda: program.program.pruning.is_true, what="the candidates")
    assert "Nothing is removed until you apply" in facts(program)
    assert any("candidate" in fact for fact in facts(program))
    program.key(Key.Key_5, CONTROL)
    program.wait_until(lambda: any(" in 2 files" in fact for fact in facts(program)), what="the problems")
    program.key(Key.Key_1, CONTROL)
    assert not any("until you apply" in fact for fact in facts(program))
    # The inbox was left: it says when, and leads to what is pinned.
    program.show(path)
    program.memory.editor.pin_requested.emit("Decisions", 0)
    program.wait_until(lambda: program.memory.open.pins, what="the pin")
    program.key(Key.Key_2, CONTROL)
    sources = inbox.screen.sources
    program.settle()
    assert "Since you last looked: today, " in sources._foot.text()
    assert sources.pinned_button.text() == "Show the pinned entry"
    sources.pinned_button.click()
    searching = program.program.searching
    program.wait_until(
        lambda: any("Decisions" in str(row) for row in searching.screen.results.results.rows),
        what="the entry",
    )
    assert searching.screen.text == "pinned:yes"
