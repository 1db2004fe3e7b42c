"""What other programs do while Memdesk is closed, and between a list and its last key, in the real window."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from memdesk.store.folders import StateFolders
from memdesk.store.marks import MarkKind
from tests.acceptance.person import Person
from tests.acceptance.shell import Shell
from tests.patience import wait_until
from tests.window.agent import rewrite
from tests.window.display import Display
from tests.window.homes import make_home, memory_of
from tests.window.real import RealProgram

STAMP = "*(2026-01-08T07:10:00Z)*"
OLD = f"## debug\n\n- The worker leaked file handles {STAMP}\n- The port was taken {STAMP}\n"
OTHER = f"## debug\n\n- Totals differed by a cent {STAMP}\n"
A_MOMENT_S = 0.3
LEARNED = "- Learned meanwhile *(2026-11-20T09:00:00Z)*\n"


def keep_copies(person: Person) -> None:
    """Answer the question whether copies are wanted, which stands in a bar over the page."""
    program = person.program
    program.wait_for_report("state")

    def go_on() -> bool:
        person.press("F6")
        program.settle(A_MOMENT_S)
        return program.focus == "Keep copies"

    wait_until(go_on, what="the question")
    person.press("Return")


def test_what_was_written_while_closed_stands_in_the_inbox(
    display: Display, home: Path, tmp_path: Path
) -> None:
    root = make_home(home)
    shell = Shell([str(root)])
    with RealProgram(display, tmp_path, root, reporting=True) as program:
        person = Person(program, shell)
        keep_copies(person)
        wait_until(lambda: str(root) in roots_seen(person), what="the first look")
        person.press("ctrl+2")
        person.wait_for_title("Inbox – Memdesk")
    rewrite(memory_of(root), "Decisions", "Use pnpm.")
    rewrite(memory_of(root), "Open issues", "The importer is slow.\nIt hangs once a day.")
    with RealProgram(display, tmp_path, root, reporting=True) as program:
        person = Person(program, shell)
        person.press("ctrl+2")
        person.wait_for_title("Inbox, 2 to review – Memdesk")
        assert [change.entry for change in shell.inbox()] == ["Decisions", "Open issues"]
        person.press("Return")
        person.wait_for_title("Inbox, 1 to review – Memdesk")
        assert [change.entry for change in shell.inbox()] == ["Open issues"]


def roots_seen(person: Person) -> list[str]:
    """Where the inbox has looked; nothing before there are marks."""
    if not Path(StateFolders.of_this_user().marks).exists():
        return []
    return [path for path, _, _ in person.marked(MarkKind.BASELINE)]


def two_memories(home: Path) -> Sequence[Path]:
    """Two files of ub's with entries that are old."""
    root = home / ".local/state/ub/memory"
    paths = [root / (name * 16) / "memory.md" for name in ("1", "2")]
    for path, text in zip(paths, (OLD, OTHER), strict=True):
        path.parent.mkdir(parents=True)
        path.write_text(text)
    return paths


def test_a_file_that_changed_since_the_list_is_left_alone_and_undo_merges(
    display: Display, home: Path, tmp_path: Path
) -> None:
    first, second = two_memories(home)
    with RealProgram(display, tmp_path, first.parent.parent, reporting=True) as program:
        person = Person(program, Shell([str(first.parent.parent)]))
        # Without it the list would be another one before the next key.
        person.press("ctrl+F5", "ctrl+3")
        person.wait_for_title("Prune, 3 candidates")
        person.press("ctrl+a")
        second.write_text(OTHER + LEARNED)
        person.press("Delete")
        wait_until(lambda: "leaked" not in first.read_text(), what="the first file to be pruned")
        wait_until(lambda: has_said(program, "2 of 3 moved."), what="what was left alone")
        assert has_said(program, "memory.md (ub, 2222222222222222) changed, look again")
        assert second.read_text() == OTHER + LEARNED
        assert "port" not in first.read_text()
        first.write_text(first.read_text() + LEARNED)
        person.press("ctrl+z")
        wait_until(lambda: "leaked" in first.read_text(), what="the undo")
        assert LEARNED in first.read_text()
        assert "The port was taken" in first.read_text()
        assert second.read_text() == OTHER + LEARNED


def has_said(program: RealProgram, words: str) -> bool:
    """Whether the window has told this."""
    return any(words in str(report["text"]) for report in program.reports("message"))
