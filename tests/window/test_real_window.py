"""The program in a window of its own, driven by keys from outside, known by its title bar and by the disk."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from memdesk.store.drafts import Drafts
from memdesk.store.folders import StateFolders
from memdesk.store.history import History
from tests.patience import wait_until
from tests.window.agent import Written, rewrite, rewriting, with_body
from tests.window.display import Display
from tests.window.homes import MEMORY, entries_below, make_home, memory_of
from tests.window.real import RealProgram, Report

HOSTILE = (
    b"\xef\xbb\xbf## Project facts\r\n"
    b"Go service \xff\xfe with two\xc2\xa0workers.\r\n"
    b"- a paragraph\xe2\x80\xa9separator, a lone \xc3 and a NUL \x00\r\n"
    b"\r\n"
    b"## Decisions\r\n"
    b"Use npm\xe2\x80\xa8not yarn.\r\n"
    b"only LF here\n"
    b"a lone CR\rhere \xf0\x9f\x98\x80\r\n"
    b"\r\n"
    b"## Open issues\r\n"
    b"The importer\xe2\x80\xa9 is slow \xff.\r\n"
    b"\r\n"
    b"## References\r\n"
    b"docs/design.md \xed\xa0\x80 no newline at the end"
)
SECTIONS = ("Project facts", "Decisions", "Open issues", "References")


def go_to_memory(program: RealProgram) -> None:
    """Show the project's memory and put the focus on its row of the tree, by the filter."""
    program.keys("ctrl+t")
    program.type("MEMORY")
    for _ in range(5):
        program.keys("Down")
        # A busy machine may take that long to show the document, and one row too far is another section.
        for _ in range(20):
            program.settle(0.1)
            if "MEMORY" in program.title:
                return
    program.wait_for_title("MEMORY")


def go_to_section(program: RealProgram, name: str, row: int) -> None:
    """Put the caret into the section in this row below the project's memory."""
    go_to_memory(program)
    program.keys("Right", *["Down"] * row, "Return")
    program.wait_for_focus(name)


def only_inserted(before: bytes, after: bytes) -> tuple[int, bytes]:
    """Where what was put in stands, if nothing else differs."""
    start = next(
        (n for n, (old, new) in enumerate(zip(before, after, strict=False)) if old != new), len(before)
    )
    length = len(after) - len(before)
    assert before[:start] + after[start : start + length] + before[start:] == after, "more than that differs"
    return start, after[start : start + length]


# One character


@pytest.mark.parametrize(("section", "row"), [("Decisions", 2), ("Open issues", 3), ("References", 4)])
def test_one_character_typed_into_a_card_changes_that_character_alone(
    display: Display, home: Path, tmp_path: Path, section: str, row: int
) -> None:
    root = make_home(home, HOSTILE)
    memory = memory_of(root)
    with RealProgram(display, tmp_path, root, reporting=True) as program:
        go_to_section(program, section, row)
        program.keys("ctrl+Home", "Right", "x")
        program.wait_for_dirty(dirty=True)
        program.keys("ctrl+s")
        program.wait_for_dirty(dirty=False)
        assert [report["result"] for report in program.wait_for_report("save")] == ["Saved"]
    heading = b"## " + section.encode() + b"\r\n"
    begin = HOSTILE.index(heading) + len(heading)
    assert only_inserted(HOSTILE, memory.read_bytes()) == (begin + 1, b"x")


def test_one_character_deleted_in_source_deletes_that_character_alone(
    display: Display, home: Path, tmp_path: Path
) -> None:
    root = make_home(home, HOSTILE)
    memory = memory_of(root)
    with RealProgram(display, tmp_path, root, reporting=True) as program:
        go_to_section(program, "Open issues", 3)
        program.keys("ctrl+alt+m")
        program.wait_for_focus("Source of MEMORY.md")
        program.keys("ctrl+Home", "Down", "Delete", "ctrl+s")
        program.wait_for_report("save")
    assert memory.read_bytes() == HOSTILE.replace(b"Go service", b"o service")


# One undo


def test_either_key_redoes(display: Display, home: Path, tmp_path: Path) -> None:
    with RealProgram(display, tmp_path, make_home(home), reporting=True) as program:
        go_to_section(program, "Decisions", 2)
        program.keys("ctrl+Home", "x")
        program.wait_for_dirty(dirty=True)
        program.keys("ctrl+z")
        program.wait_for_dirty(dirty=False)
        for redo in ("ctrl+y", "ctrl+shift+z"):
            program.keys(redo)
            program.wait_for_dirty(dirty=True)
            program.keys("ctrl+z")
            program.wait_for_dirty(dirty=False)


def test_undo_by_keys_takes_back_own_edits_alone(display: Display, home: Path, tmp_path: Path) -> None:
    root = make_home(home)
    memory = memory_of(root)
    with RealProgram(display, tmp_path, root, reporting=True) as program:
        go_to_section(program, "Project facts", 1)
        program.keys("ctrl+Home")
        program.type("one ")
        program.keys("ctrl+alt+m")
        program.wait_for_focus("Source of MEMORY.md")
        program.keys("ctrl+End")
        program.type("two")
        rewrite(memory, "Open issues", "All solved.", "in place")
        wait_until(lambda: any("Open issues" in str(said["text"]) for said in program.reports("message")))
        program.keys("ctrl+s")
        program.wait_for_report("save")
        theirs = with_body(MEMORY, b"Open issues", b"All solved.")
        assert memory.read_bytes() == theirs.replace(b"Go service", b"one Go service") + b"two"
        program.keys(*["ctrl+z"] * 12)
        program.keys("ctrl+s")
        program.wait_for_report("save", 2)
        assert memory.read_bytes() == theirs
        program.keys(*["ctrl+shift+z"] * 12)
        program.keys("ctrl+s")
        program.wait_for_report("save", 3)
    assert memory.read_bytes() == theirs.replace(b"Go service", b"one Go service") + b"two"


# Two writers

SAVES = int(os.environ.get("MEMDESK_TEST_SAVES", "40"))
"""So many saves by keys while another process writes; the full measure is 200."""

PERIOD_S = 0.05


def test_nothing_is_lost_between_two_writers(display: Display, home: Path, tmp_path: Path) -> None:
    root = make_home(home)
    memory = memory_of(root)
    with RealProgram(display, tmp_path, root, reporting=True) as program:
        go_to_section(program, "Decisions", 2)
        results: list[tuple[str, Report]] = []
        with rewriting(memory, "Open issues", PERIOD_S) as written:
            for number in range(SAVES):
                program.keys("ctrl+End")
                own = f"own{number}."
                program.type(f" {own}")
                program.keys("ctrl+s")
                done = program.wait_for_report("save", len(results) + 1)
                results.append((own, done[-1]))
                if done[-1]["result"] == "Conflicted":
                    keep_mine(program)
                    program.keys("ctrl+s")
                    results.append((own, program.wait_for_report("save", len(results) + 1)[-1]))
        program.settle(1.0)
        assert len(program.reports("save")) == len(results)
        assert not program.is_dirty or results[-1][1]["result"] == "Conflicted"
    disk, known = memory.read_bytes(), texts_of(memory)
    assert len(written) > SAVES / 4, "the two hardly met"
    # It always writes what it found and one line more, so only a save of ours can have taken a line away.
    lost = [write.line for write in written if write.line not in disk]
    assert not lost, f"lines of the other process are gone: {lost}"
    overwritten = check_own_texts(results, disk, known, written)
    sys.stdout.write(
        f"{len(results)} saves {outcomes(results)}, {len(written)} writes by another process;"
        f" it wrote over {overwritten} texts of ours that it had not read\n"
    )


def keep_mine(program: RealProgram) -> None:
    """Settle a conflict by the bar over the page, and go back to where the caret was."""
    program.keys("shift+F6")
    program.wait_for_focus("Compare")
    program.keys("Tab")
    program.wait_for_focus("Keep mine")
    program.keys("space", "ctrl+e", "ctrl+Home")
    for _ in range(60):
        # A busy machine takes a while to say where it is, and one key too many goes past it.
        program.settle(0.1)
        if program.focus == "Decisions":
            program.settle(0.3)
        if program.focus == "Decisions":
            return
        program.keys("Up" if program.focus in ("Open issues", "References") else "Down")
    program.wait_for_focus("Decisions")


def outcomes(results: Sequence[tuple[str, Report]]) -> dict[str, int]:
    """How often each result came."""
    names = [str(save["result"]) for _, save in results]
    return {name: names.count(name) for name in sorted(set(names))}


def texts_of(memory: Path) -> list[bytes]:
    """Every text of a document that the history has."""
    history = History(StateFolders.of_this_user().history)
    try:
        return [history.data(version.id) for version in history.versions(str(memory))]
    finally:
        history.close()


def check_own_texts(
    results: Sequence[tuple[str, Report]], disk: bytes, known: Sequence[bytes], written: Sequence[Written]
) -> int:
    """Every text that was reported as saved is on disk; else the other process wrote over it, and it is in the history.

    It may have read the file before a save and written it after: nobody can keep it from that. Returns how often.
    """
    overwritten = 0
    for word, save in results:
        own = word.encode()
        if save["result"] == "Conflicted" or own in disk:
            continue
        assert any(own in text for text in known), f"{word} is nowhere, after {save['result']}"
        saved_at = float(str(save["at"]))
        stale = [
            write for write in written if own not in write.text and write.began < saved_at <= write.ended + 1
        ]
        assert stale, f"{word} is not on disk, and nobody wrote over it"
        overwritten += 1
    return overwritten


# Unsaved text


def test_unsaved_text_comes_back_after_quitting(display: Display, home: Path, tmp_path: Path) -> None:
    root = make_home(home)
    memory = memory_of(root)
    with RealProgram(display, tmp_path, root, reporting=True) as program:
        go_to_section(program, "Decisions", 2)
        program.keys("ctrl+Home")
        program.type("UNSAVED ")
        program.wait_for_dirty(dirty=True)
        assert program.quit() == 0
    assert memory.read_bytes() == MEMORY
    with RealProgram(display, tmp_path, root, reporting=True) as program:
        program.wait_for_title("MEMORY")
        # It is the document on screen, whose bar says so: no message tells of it besides.
        program.wait_for_dirty(dirty=True)
        program.keys("ctrl+s")
        program.wait_for_report("save")
    assert memory.read_bytes() == MEMORY.replace(b"Use npm", b"UNSAVED Use npm")


def test_unsaved_text_comes_back_after_kill_9_merged_with_the_disk(
    display: Display, home: Path, tmp_path: Path
) -> None:
    root = make_home(home)
    memory = memory_of(root)
    drafts = Drafts(StateFolders.of_this_user().drafts)
    with RealProgram(display, tmp_path, root, reporting=True) as program:
        go_to_section(program, "Decisions", 2)
        program.keys("ctrl+Home")
        program.type("UNSAVED ")
        wait_until(lambda: any(b"UNSAVED " in draft.text for draft in drafts.all()), what="the draft")
        assert program.kill() == -signal.SIGKILL
    assert memory.read_bytes() == MEMORY
    rewrite(memory, "Open issues", "All solved.")
    with RealProgram(display, tmp_path, root, reporting=True) as program:
        program.wait_for_title("MEMORY")
        program.wait_for_dirty(dirty=True)
        program.keys("ctrl+s")
        program.wait_for_report("save")
        program.wait_for_dirty(dirty=False)
    wanted = with_body(MEMORY, b"Open issues", b"All solved.").replace(b"Use npm", b"UNSAVED Use npm")
    assert memory.read_bytes() == wanted
    assert not drafts.all()


# Nothing done


@pytest.mark.parametrize("way", ["ctrl+q", "signal"])
def test_opened_and_closed_without_an_edit_nothing_in_the_home_has_changed(
    display: Display, home: Path, tmp_path: Path, way: str
) -> None:
    root = make_home(home)
    (root / "config").mkdir()
    (root / "config" / "evva-config.yml").write_bytes(b"model: x\n")
    os.chmod(memory_of(root), 0o640)
    os.utime(memory_of(root), (1_600_000_000, 1_600_000_000))
    ours = [path for path in vars_of_ours() if path.startswith(str(home))]
    before = entries_below(root)
    with RealProgram(display, tmp_path, root, reporting=True) as program:
        go_to_section(program, "Decisions", 2)
        program.keys("ctrl+End", "Up", "ctrl+alt+m", "F6", "F6", "F5", "F8")
        program.settle(2.5)
        assert program.quit() == 0 if way == "ctrl+q" else program.kill(signal.SIGTERM) == 0
    assert entries_below(root) == before
    names = set(os.listdir(home))
    assert names <= {".evva", *(Path(path).relative_to(home).parts[0] for path in ours)}


def vars_of_ours() -> tuple[str, ...]:
    """The folders that are Memdesk's own."""
    folders = StateFolders.of_this_user()
    return folders.data, folders.state, folders.config, folders.cache


def test_in_the_demonstration_agents_write_until_the_end(
    display: Display, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copies = tmp_path / "temporary"
    copies.mkdir()
    monkeypatch.setenv("TMPDIR", str(copies))
    with RealProgram(display, home, "--demo") as program:
        wait_until(lambda: program.title not in ("", "Memdesk"), what="a document")
        texts = texts_below(copies)
        assert len(texts) > 20
        wait_until(lambda: texts_below(copies) != texts, what="an agent that writes")
        assert program.quit() == 0
    assert texts_below(copies) == {}, "the copies are thrown away with the agents"


def texts_below(folder: Path) -> dict[Path, bytes]:
    """What every file below a folder holds."""
    found = {}
    for path in folder.rglob("*"):
        with suppress(OSError):
            found[path] = path.read_bytes()
    return found
