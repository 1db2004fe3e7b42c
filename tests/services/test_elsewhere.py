"""What another process of ours wrote is told from what programs wrote, by the history that both record in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from memdesk.services.history.elsewhere import Elsewhere
from memdesk.services.steps.step import Was
from memdesk.store.database import HistoryError
from memdesk.store.history import History
from memdesk.store.versions import Author

PATH = "/notes/PROFILE.md"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "history"


@pytest.fixture
def history(folder: Path) -> Iterator[History]:
    history = History(str(folder))
    yield history
    history.close()


@pytest.fixture
def shown() -> dict[str, bytes]:
    """What open documents hold."""
    return {}


@pytest.fixture
def elsewhere(history: History, shown: dict[str, bytes]) -> Elsewhere:
    return Elsewhere(lambda: history, shown.get)


def by_program(history: History, data: bytes) -> None:
    history.record_seen(PATH, data)


def by_command(history: History, data: bytes) -> None:
    history.record_seen(PATH, data, Author.YOU, "saved")


def test_a_closed_document_is_ours_where_nobody_else_wrote_since(
    elsewhere: Elsewhere, history: History
) -> None:
    by_program(history, b"one")
    elsewhere.note([PATH])
    assert not elsewhere.is_noted(PATH)
    for number in range(3):
        by_command(history, b"two %d" % number)
    elsewhere.note([PATH])
    assert elsewhere.is_ours(PATH, b"two 2")
    assert not elsewhere.is_ours(PATH, b"two 1")
    by_program(history, b"three")
    by_command(history, b"four")
    elsewhere.note([PATH])
    assert not elsewhere.is_noted(PATH)


def test_an_open_document_is_ours_where_nobody_else_wrote_since_what_it_shows(
    elsewhere: Elsewhere, history: History, shown: dict[str, bytes]
) -> None:
    by_program(history, b"one")
    by_command(history, b"two")
    shown[PATH] = b"two"
    by_command(history, b"three")
    elsewhere.note([PATH])
    assert elsewhere.is_ours(PATH, b"three")
    shown[PATH] = b"nowhere recorded"
    elsewhere.note([PATH])
    assert not elsewhere.is_noted(PATH)


def test_what_was_known_and_let_go_of_leaves_the_next_command_yours(
    elsewhere: Elsewhere, history: History
) -> None:
    by_program(history, b"one")
    by_program(history, b"two")
    elsewhere.note([PATH])
    noted = history.versions(PATH)[0].id
    by_command(history, b"three")
    with history._writing() as rows:
        rows.let_go([noted])
    elsewhere.note([PATH])
    assert elsewhere.is_ours(PATH, b"three")


def test_nobody_is_said_to_have_written_what_the_history_cannot_tell(
    elsewhere: Elsewhere, history: History, folder: Path
) -> None:
    by_command(history, b"one")
    elsewhere.note([PATH])
    assert elsewhere.is_noted(PATH)
    history.close()
    for file in folder.iterdir():
        file.write_bytes(b"no database" * 100)
    with pytest.raises(HistoryError):
        elsewhere.note(["/notes/other.md", PATH])
    assert not elsewhere.is_noted(PATH)


def test_the_save_of_a_command_is_known_with_what_it_changed(elsewhere: Elsewhere, history: History) -> None:
    by_program(history, b"one")
    by_command(history, b"two")
    assert elsewhere.save_of(PATH, b"two") == Was(b"one", b"two")
    by_program(history, b"three")
    assert elsewhere.save_of(PATH, b"three") is None
    assert elsewhere.save_of("/notes/other.md", b"two") is None
    elsewhere.note_own_landed(PATH, b"two")
    assert elsewhere.save_of(PATH, b"two") is None, "what this process wrote is none of another one"
