"""What the status bar says of the screens, the inbox's own lines, and the way to all that is pinned."""

from __future__ import annotations

import re
from pathlib import Path

from memdesk.services.inbox.items import listing_of
from memdesk.ui import screens
from memdesk.ui.widgets.status_bar import StatusPart
from tests.window.conftest import Start
from tests.window.homes import MEMORY, memory_of
from tests.window.inside import CONTROL, SHIFT, InsideProgram, Key


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
    assert any("candidate" in fact and fact.endswith(" checked") for fact in facts(program))
    program.key(Key.Key_5, CONTROL)
    program.wait_until(
        lambda: any(", 2 files checked" in fact for fact in facts(program)), what="the problems"
    )
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
        lambda: any("Decisions" in str(row) for row in searching.screen.hits.found.rows),
        what="the entry",
    )
    assert searching.screen.text == "pinned:yes"


def test_search_history_and_trash_say_how_much_there_is(start: Start, root: Path) -> None:
    program, path = start(root, window_size=(900, 600)), memory_of(root)
    program.program.recording.keep([str(root)])
    program.wait_until(lambda: len(program.desk.history.versions(str(path))) == 1, what="the first copy")
    program.key(Key.Key_F, CONTROL | SHIFT)
    program.type("go")
    program.wait_until(lambda: "2 hits in 2 documents" in facts(program), what="the hits")
    program.key(Key.Key_6, CONTROL)
    program.wait_until(lambda: "2 versions" in facts(program), what="the versions")
    path.write_bytes(MEMORY.replace(b"Use npm", b"Use pnpm"))
    program.wait_until(lambda: "3 versions" in facts(program), what="the new version")
    program.program.history.focus_on(str(path))
    program.wait_until(lambda: "2 versions" in facts(program), what="those of one document")
    assert "Filters leave the others out" in facts(program)
    program.program.history.screen.clear_filters()
    (root / "USER_PROFILE.md").unlink()
    program.program.history.screen.show_mode("trash")
    program.wait_until(
        lambda: any(fact.startswith("Trash: 1 entr") for fact in facts(program)), what="the trash"
    )
    program.wait_until(lambda: "Still looking" not in facts(program), what="the end of the look")
    program.key(Key.Key_1, CONTROL)
    assert not any("Trash: " in fact for fact in facts(program))


def test_a_file_that_several_scopes_name_counts_once(start: Start, root: Path) -> None:
    program = start(root)
    program.program.opening.open_sample()
    workspace = program.desk.workspace
    program.wait_until(lambda: len(workspace.roots) > 2, what="the sample")
    program.settle()
    listed = [document for one in workspace.roots for document in workspace.listed_documents(one.path) or ()]
    there = [document.path for document in listed if document.exists]
    assert len(set(there)) < len(there)
    assert program.memory.keeper.document_count == len(set(there))
    assert program.desk.inbox.look(listing_of(workspace)).files == len(set(there))


def test_where_nothing_is_open_nothing_is_watched(start: Start) -> None:
    program = start()
    program.settle()
    assert "Not watching yet" in facts(program)
    program.program.opening.open_sample()
    program.wait_until(lambda: "Not watching yet" not in facts(program), what="the sample")


def test_the_first_screen_says_where_was_looked_and_what_is_open(start: Start) -> None:
    program = start()
    program.wait_until(
        lambda: any(re.fullmatch(r"Looked in \d+ places", fact) for fact in facts(program)), what="the look"
    )
    assert "No files open" in facts(program)
    program.program.opening.open_sample()
    program.wait_until(lambda: program.window.screen_name == screens.MEMORY, what="the sample")
    program.window.actions_table["file.first_run"].trigger()
    program.wait_until(lambda: program.window.screen_name == screens.FIRST_RUN, what="the first screen")
    assert any(fact.startswith("Looked in ") for fact in facts(program))
    assert "No files open" not in facts(program)


def test_how_many_changes_there_are_does_not_delay_what_is_said(start: Start, root: Path) -> None:
    program = start(root)
    program.key(Key.Key_3, CONTROL)
    program.wait_until(lambda: any("candidate" in fact for fact in facts(program)), what="the candidates")
    inbox = program.program.inbox
    # It counts no changes of its own beside these.
    program.wait_until(lambda: inbox.page.is_filled, what="the screen")
    inbox.stop()
    program.settle()
    inbox.counted.emit(3_600_000)
    program.key(Key.Key_6, CONTROL)
    program.wait_until(lambda: not any("candidate" in fact for fact in facts(program)), what="the history")
