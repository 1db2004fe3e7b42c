"""Unsaved text outlives whatever ends the program, and meets what happened to its file meanwhile."""

from __future__ import annotations

import re
import shutil
import signal
from pathlib import Path

import pytest
from PySide6.QtWidgets import QPushButton

from memdesk.services.workspace import drafts as draft_service
from memdesk.store.drafts import Drafts
from memdesk.store.folders import StateFolders
from memdesk.store.outcomes import Saved
from tests.patience import wait_until
from tests.window.agent import with_body
from tests.window.conftest import Begin, Start
from tests.window.homes import MEMORY, make_home, memory_of
from tests.window.inside import InsideProgram, Key

WORD = re.compile(rb"word\d{4}")


def words_in(data: bytes) -> set[bytes]:
    return set(WORD.findall(data))


def test_killed_in_the_midst_of_typing_into_two_documents(begin: Begin, start: Start, root: Path) -> None:
    one, other = memory_of(root), root / "projects" / "-other" / "MEMORY.md"
    other.parent.mkdir()
    other.write_bytes(MEMORY)
    process = begin(root, one, other, module="tests.window.typist")
    drafts = Drafts(StateFolders.of_this_user().drafts)
    wait_until(lambda: len([draft for draft in drafts.all() if words_in(draft.text)]) == 2, what="two drafts")
    process.send_signal(signal.SIGKILL)
    process.communicate()
    kept = {draft.path: draft.text for draft in drafts.all()}
    assert one.read_bytes() == other.read_bytes() == MEMORY, "nothing is written that nobody saved"
    assert {file.name.rpartition(".")[2] for file in Path(StateFolders.of_this_user().drafts).iterdir()} <= {
        "draft",
        "tmp~",
    }
    one.write_bytes(with_body(MEMORY, b"Open issues", b"All solved."))
    other.write_bytes(with_body(MEMORY, b"Decisions", b"Use pnpm."))
    again = start(root)
    again.wait_until(lambda: again.said("Unsaved text in 2 files is back."), what="both")
    again.show(one)
    assert words_in(again.session.data) == words_in(kept[str(one)])
    assert "All solved." in again.text, "what the disk holds now is merged in"
    assert any("unsaved text from" in words and "changed since" in words for words in again.bars)
    assert isinstance(again.save(), Saved)
    assert words_in(one.read_bytes()) == words_in(kept[str(one)])
    again.show(other)
    assert words_in(again.session.data) == words_in(kept[str(other)])
    assert any("Decisions changed here and on disk." in words for words in again.bars)


@pytest.fixture
def program(start: Start, root: Path) -> InsideProgram:
    """The program with unsaved text in the project's memory."""
    program = start(root)
    program.show(memory_of(root))
    program.put_caret("Decisions")
    program.type("MINE ")
    return program


def test_its_bar_offers_three_ways_and_using_it_is_one(
    program: InsideProgram, start: Start, root: Path
) -> None:
    program.close()
    again = start(root)
    again.wait_until(lambda: any("You have unsaved text from " in words for words in again.bars))
    (bar,) = [bar for bar in again.memory.bars.in_sight if "unsaved text" in bar.accessibleName()]
    offers = [button.text() for button in bar.findChildren(QPushButton) if button.text()]
    assert offers == ["Compare", "Use it", "Discard"]
    assert "changed since" not in bar.accessibleName()
    again.click("Use it")
    assert not again.memory.bars.in_sight
    assert "MINE Use npm" in again.text
    assert isinstance(again.save(), Saved)


def test_that_it_clashes_is_not_said_to_be_written_now(
    program: InsideProgram, start: Start, root: Path
) -> None:
    program.close()
    memory_of(root).write_bytes(with_body(MEMORY, b"Decisions", b"Use pnpm."))
    again = start(root)
    again.wait_until(lambda: any("Decisions changed here and on disk." in words for words in again.bars))
    again.key(Key.Key_F5)
    again.settle()
    assert not again.memory.keeper.writing
    assert not again.said("evva changed")
    assert any("Decisions changed here and on disk." in words for words in again.bars)


def test_it_waits_for_its_folder(program: InsideProgram, start: Start, root: Path, tmp_path: Path) -> None:
    program.close()
    away = tmp_path / "unmounted"
    root.rename(away)
    elsewhere = make_home(tmp_path / "elsewhere")
    second = start(elsewhere)
    assert not second.said("Unsaved text")
    assert not second.session.is_dirty
    second.close()
    assert len(Drafts(StateFolders.of_this_user().drafts).all()) == 1
    away.rename(root)
    third = start(elsewhere)
    third.program.opening.open_folder(str(root))
    third.settle()
    third.show(memory_of(root))
    assert "MINE Use npm" in third.text
    assert any("unsaved text from" in words for words in third.bars)


def test_a_damaged_draft_is_no_text(program: InsideProgram, start: Start, root: Path) -> None:
    program.close()
    (file,) = Path(StateFolders.of_this_user().drafts).glob("*.draft")
    file.write_bytes(file.read_bytes()[:-5])
    again = start(root)
    assert not again.said("is back")
    again.show(memory_of(root))
    assert again.session.data == MEMORY
    assert list(file.parent.glob("*.broken")), "what it holds is kept"


def test_that_it_cannot_be_kept_is_said_once(program: InsideProgram, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draft_service, "DELAY_S", 0.0)
    folder = Path(StateFolders.of_this_user().drafts)
    keeping = program.program.drafts
    # It also looks by itself, and would be writing one as the folder comes back.
    keeping.stop()

    def keep() -> None:
        program.type("x")
        keeping.keep_due()
        program.settle()

    keep()
    for file in folder.iterdir():
        file.unlink()
    folder.rmdir()
    folder.write_bytes(b"in the way")
    program.forget_messages()
    for _ in range(3):
        keep()
    said = [message.text for message in program.messages if "could not be kept as a draft" in message.text]
    assert len(said) == 1
    folder.unlink()
    keep()
    assert any(b"MINE" in file.read_bytes() for file in folder.iterdir())
    for file in folder.iterdir():
        file.unlink()
    folder.rmdir()
    folder.write_bytes(b"in the way")
    keep()
    said = [message.text for message in program.messages if "could not be kept as a draft" in message.text]
    assert len(said) == 2, "it went well in between"
    folder.unlink()


def test_one_that_can_be_kept_does_not_have_it_said_again_of_another(
    program: InsideProgram, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(draft_service, "DELAY_S", 0.0)
    keeping, drafts = program.program.drafts, program.program.desk.workspace.drafts
    keeping.stop()
    keeping.keep_due()
    program.settle()
    (file,) = Path(StateFolders.of_this_user().drafts).glob("*.draft")
    file.unlink()
    file.mkdir()
    (file / "in the way").touch()
    other = root / "projects" / "-other" / "MEMORY.md"
    other.parent.mkdir()
    other.write_bytes(MEMORY)
    program.key(Key.Key_F5)
    program.forget_messages()
    for _ in range(3):
        program.show(memory_of(root))
        program.type("x")
        program.show(other)
        program.put_caret("Decisions")
        program.type("x")
        keeping.keep_due()
        program.settle()
    (file / "in the way").unlink()
    file.rmdir()
    assert drafts is not None
    assert drafts.unsaved == {str(other), str(memory_of(root))}
    said = [message.text for message in program.messages if "could not be kept as a draft" in message.text]
    assert len(said) == 1


def test_a_save_that_fails_says_whether_the_text_is_kept_as_a_draft(program: InsideProgram) -> None:
    folders = StateFolders.of_this_user()
    program.program.drafts.stop()
    locks, drafts = Path(folders.locks), Path(folders.drafts)
    shutil.rmtree(locks, ignore_errors=True)
    locks.parent.mkdir(parents=True, exist_ok=True)
    locks.write_bytes(b"in the way")
    program.type("x")
    program.save()
    assert program.said("Your text is kept as a draft.")
    assert any(b"x" in file.read_bytes() for file in drafts.glob("*.draft")), "before anybody is told"
    shutil.rmtree(drafts)
    drafts.write_bytes(b"in the way")
    program.forget_messages()
    program.type("y")
    program.save()
    assert program.said("Your text is only in this window.")
    assert not program.said("as a draft.")
    drafts.unlink()
