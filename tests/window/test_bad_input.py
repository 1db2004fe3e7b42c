"""Files that are not as they should be: the user reads what happened, and nothing is half done."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from memdesk.store.outcomes import Declined, Merged, Saved
from tests.window.agent import rewrite, with_body
from tests.window.conftest import Start
from tests.window.homes import MEMORY, make_home, memory_of
from tests.window.inside import ALT, CONTROL, InsideProgram, Key

KIB_64 = 64 * 1024


def sized(size_bytes: int) -> bytes:
    """A memory of exactly so many bytes."""
    head = b"## Project facts\nfirst\n\n## Decisions\n"
    line = b"- one more decision, of some length\n"
    lines = line * ((size_bytes - len(head)) // len(line) + 1)
    return (head + lines)[: size_bytes - 1] + b"\n"


ODD_TEXTS = {
    "invalid UTF-8": b"## Decisions\nUse \xff\xfe\xc3 npm.\n\n## Open issues\n\xed\xa0\x80\n",
    "NUL": b"## Decisions\nUse\x00npm, and never a byte that is no character.\n",
    "byte order mark": b"\xef\xbb\xbf## Decisions\nUse npm.\n",
    "CR": b"## Decisions\rUse npm.\r",
    "mixed line ends": b"## Decisions\r\nUse npm.\nnot yarn\rnor pnpm\r\n\n## Open issues\n",
    "no final newline": b"## Decisions\nUse npm.",
    "empty": b"",
    "white space": b" \n\t\n\n  \r\n",
    "64 KiB - 1": sized(KIB_64 - 1),
    "64 KiB": sized(KIB_64),
    "64 KiB + 1": sized(KIB_64 + 1),
    "duplicate headings": b"## Decisions\none\n\n## Decisions\ntwo\n\n## Decisions\n",
    "heading alone": b"## Decisions",
    "2 MB": sized(2_000_000),
    "1 MB in one line": b"## Decisions\n" + b"word " * 200_000 + b"\n",
}


@pytest.mark.parametrize("name", ODD_TEXTS)
def test_an_odd_text_takes_a_character_and_keeps_all_others(start: Start, home: Path, name: str) -> None:
    """In the source, and where it has the section, in its card."""
    text = ODD_TEXTS[name]
    memory = memory_of(make_home(home, text))
    program = start(memory.parents[2])
    program.show(memory)
    assert program.session.data == text
    has_cards = program.editor.mode == "sections"
    if has_cards:
        program.key(Key.Key_M, CONTROL | ALT)
        program.wait_until(lambda: program.editor.mode == "source", what="all of the source")
    program.editor.go_to(0, focus=True)
    program.key(Key.Key_End, CONTROL)
    program.type("x")
    assert program.session.data == text + b"x"
    assert isinstance(program.save(), Saved)
    assert memory.read_bytes() == text + b"x"
    program.key(Key.Key_Z, CONTROL)
    assert program.session.data == text
    assert isinstance(program.save(), Saved)
    assert memory.read_bytes() == text
    if b"## Decisions\n" not in text:
        return
    if has_cards:
        program.key(Key.Key_M, CONTROL | ALT)
        assert program.editor.mode == "sections"
    assert "Decisions" in {node.key for node in program.session.outline().nodes}, "the section is not seen"
    program.put_caret("Decisions")
    program.type("x")
    wanted = text.replace(b"## Decisions\n", b"## Decisions\nx", 1)
    assert program.session.data == wanted
    assert isinstance(program.save(), Saved)
    assert memory.read_bytes() == wanted


def test_a_file_without_sections_offers_them(start: Start, home: Path) -> None:
    memory = memory_of(make_home(home, b""))
    program = start(memory.parents[2])
    program.show(memory)
    program.click("Add text: Decisions")
    program.type("Use npm.")
    assert isinstance(program.save(), Saved)
    assert b"## Decisions\nUse npm." in memory.read_bytes()


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("UTF-16", MEMORY.decode().encode("utf-16")),
        ("binary", b"\x00\x01\x02" * 500),
    ],
)
def test_what_is_no_text_is_shown_and_not_edited(start: Start, home: Path, name: str, data: bytes) -> None:
    memory = memory_of(make_home(home, data))
    program = start(memory.parents[2])
    program.show(memory)
    state = program.memory.header.state
    assert state.text() == "Read-only"
    assert name in state.toolTip()
    program.editor.focus_text()
    program.type("x")
    program.key(Key.Key_S, CONTROL)
    program.settle()
    assert program.session.data == data
    assert memory.read_bytes() == data
    assert not program.saves


# Links


def test_a_link_inside_the_root_stays_a_link(start: Start, root: Path) -> None:
    memory, target = memory_of(root), root / "projects" / "shared.md"
    memory.rename(target)
    memory.symlink_to("../shared.md")
    program = start(root)
    program.show(memory)
    program.put_caret("Decisions")
    program.type("x")
    assert isinstance(program.save(), Saved)
    assert os.readlink(memory) == "../shared.md"
    assert target.read_bytes() == MEMORY.replace(b"Use npm", b"xUse npm")
    rewrite(target, "Open issues", "All solved.", "in place")
    program.wait_until(lambda: "All solved." in program.text, what="the change behind the link")


def test_a_link_out_of_the_root_is_not_followed_by_a_save(start: Start, root: Path, home: Path) -> None:
    memory, target = memory_of(root), home / "elsewhere.md"
    memory.rename(target)
    memory.symlink_to(target)
    program = start(root)
    program.show(memory)
    if not program.session.why_read_only:
        program.put_caret("Decisions")
        program.type("x")
        result = program.save()
        assert isinstance(result, Declined)
        assert program.said(result.sentence)
        assert "xUse npm" in program.text
        assert program.memory.header.state.text().startswith("Not saved")
    assert target.read_bytes() == MEMORY
    assert os.readlink(memory) == str(target)


def broken(root: Path, make: Callable[[Path], object]) -> Path:
    """Put something else in place of the project's memory."""
    memory = memory_of(root)
    memory.unlink()
    make(memory)
    return memory


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(lambda path: path.symlink_to(path), id="link to itself"),
        pytest.param(lambda path: path.symlink_to("nowhere"), id="dangling link"),
        pytest.param(os.mkfifo, id="pipe"),
        pytest.param(os.mkdir, id="folder"),
    ],
)
def test_what_is_no_file_is_left_alone_and_said(
    start: Start, root: Path, make: Callable[[Path], object]
) -> None:
    memory = broken(root, make)
    before = os.lstat(memory)
    program = start(root)
    known = program.desk.workspace.find_document(str(memory))
    if known is not None:
        shown = program.memory.show_document(str(memory))
        program.settle()
        if shown and not program.session.why_read_only:
            program.click("Add text: Decisions")
            program.type("x")
            result = program.save()
            assert isinstance(result, Declined), result
            assert program.said(result.sentence)
            assert "x" in program.text
        elif not shown:
            assert program.messages, "it could not be opened, and nobody was told"
    after = os.lstat(memory)
    assert (before.st_mode, before.st_ino) == (after.st_mode, after.st_ino)
    program.show(root / "USER_PROFILE.md")
    assert "Short answers." in program.text


# Things that happen while it is open


@pytest.fixture
def program(start: Start, root: Path) -> InsideProgram:
    """The program with unsaved text in the project's memory."""
    program = start(root)
    program.show(memory_of(root))
    program.put_caret("Decisions")
    program.type("MINE ")
    program.forget_messages()
    return program


def test_a_file_that_becomes_a_folder_keeps_the_text(program: InsideProgram, root: Path) -> None:
    memory = memory_of(root)
    memory.unlink()
    memory.mkdir()
    program.wait_until(lambda: program.bars, what="a bar that says so")
    assert any("is a folder" in words for words in program.bars), program.bars
    assert "MINE Use npm" in program.text
    program.key(Key.Key_S, CONTROL)
    program.wait_until(lambda: program.said("Not saved"), what="the reason why it is not saved")
    program.settle()
    assert memory.is_dir()
    assert "MINE Use npm" in program.text
    memory.rmdir()
    memory.write_bytes(with_body(MEMORY, b"Open issues", b"All solved."))
    program.wait_until(lambda: "All solved." in program.text, what="the file that came back")
    assert "MINE Use npm" in program.text
    assert not program.bars
    assert isinstance(program.save(), Saved)
    assert b"MINE Use npm" in memory.read_bytes()


def test_a_root_that_is_deleted_and_made_anew_keeps_the_text(program: InsideProgram, root: Path) -> None:
    memory = memory_of(root)
    shutil.rmtree(root)
    program.wait_until(lambda: program.bars, what="a bar that says so")
    assert any("is gone" in words for words in program.bars), program.bars
    assert "MINE Use npm" in program.text
    make_home(root.parent, with_body(MEMORY, b"Open issues", b"All solved."))
    program.wait_until(lambda: "All solved." in program.text, what="the file that came back")
    assert "MINE Use npm" in program.text
    assert isinstance(program.save(), Saved | Merged)
    assert b"MINE Use npm" in memory.read_bytes()
    assert b"All solved." in memory.read_bytes()
    rewrite(memory, "References", "docs/plan.md")
    program.wait_until(lambda: "docs/plan.md" in program.text, what="a change in the new root")


def test_a_removed_file_is_written_again_on_wish(program: InsideProgram, root: Path) -> None:
    memory = memory_of(root)
    memory.unlink()
    program.wait_until(lambda: program.bars, what="a bar that says so")
    program.click("Write it again")
    program.wait_until(memory.exists, what="the file")
    program.settle()
    assert memory.read_bytes() == MEMORY.replace(b"Use npm", b"MINE Use npm")
    assert not program.bars
    assert not program.session.is_dirty


def test_unsaved_text_of_a_removed_file_is_found_again(program: InsideProgram, root: Path) -> None:
    memory = memory_of(root)
    shutil.rmtree(memory.parent)
    program.wait_until(lambda: program.bars, what="a bar that says so")
    program.key(Key.Key_F5)
    program.settle()
    program.show(root / "USER_PROFILE.md")
    assert program.memory.model.index_of(str(memory)).isValid(), "it is no more in the tree"
    program.key(Key.Key_Left, ALT)
    program.settle()
    assert program.session.path == str(memory)
    assert "MINE Use npm" in program.text
    assert program.bars
    program.click("Write it again")
    program.wait_until(memory.exists, what="the file")
    assert memory.read_bytes() == MEMORY.replace(b"Use npm", b"MINE Use npm")


def test_a_folder_that_is_gone_is_said_and_the_text_kept(program: InsideProgram, root: Path) -> None:
    shutil.rmtree(memory_of(root).parent)
    program.wait_until(lambda: program.bars, what="a bar that says so")
    program.save()
    assert "MINE Use npm" in program.text
    program.settle()
    on_disk = memory_of(root)
    assert program.session.is_dirty != on_disk.exists()


@pytest.mark.parametrize("mode", ["sections", "source"])
def test_a_file_that_becomes_no_text_takes_no_keys_until_it_is_text_again(
    start: Start, root: Path, mode: str
) -> None:
    memory, binary = memory_of(root), MEMORY.decode().encode("utf-16")
    program = start(root)
    program.show(memory)
    if mode == "source":
        program.key(Key.Key_M, CONTROL | ALT)
    program.editor.focus_text()
    memory.write_bytes(binary)
    program.wait_until(lambda: program.session.data == binary, what="the other text")
    program.settle()
    program.editor.focus_text()
    program.type("x")
    assert program.session.data == binary
    assert not program.memory.header.save_button.isVisible()

    memory.write_bytes(MEMORY)
    program.wait_until(lambda: program.session.data == MEMORY, what="the text that came back")
    program.settle()
    assert program.editor.mode == mode
    program.editor.focus_text()
    program.type("x")
    assert isinstance(program.save(), Saved)
    assert len(memory.read_bytes()) == len(MEMORY) + 1
