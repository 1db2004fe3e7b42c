"""`memdesk history` and `memdesk restore`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import MEMORY, memdesk


@pytest.fixture
def memory(evva: Path) -> Path:
    return evva / "projects" / "-srv-api" / "MEMORY.md"


def ids(path: Path) -> list[int]:
    return [version["id"] for version in memdesk("history", path, "--json").json["versions"]]


def test_a_document_that_was_never_saved_has_no_history(memory: Path) -> None:
    ran = memdesk("history", memory)
    assert ran.code == 1
    assert "No version of" in ran.sentence
    assert memdesk("history", memory, "--json").json == {"versions": []}


def test_a_save_can_be_taken_back(memory: Path) -> None:
    assert memdesk("set", memory, "--section", "Decisions", "--body", "Use Postgres.\n").code == 0
    versions = memdesk("history", memory, "--json").json["versions"]
    assert [version["by"] for version in versions] == ["you", "program"]
    assert [version["bytes"] for version in versions] == [memory.stat().st_size, len(MEMORY)]
    ran = memdesk("restore", memory, "--version", str(versions[-1]["id"]), "--json")
    assert ran.code == 0
    assert ran.json["status"] == "saved"
    assert memory.read_bytes() == MEMORY
    assert b"restore" in memdesk("history", memory).out


def test_one_section_is_taken_back(memory: Path) -> None:
    memdesk("set", memory, "--section", "Decisions", "--body", "Use Postgres.\n")
    memdesk("set", memory, "--section", "Open issues", "--body", "Slow.\n")
    first = ids(memory)[-1]
    assert memdesk("restore", memory, "--version", str(first), "--section", "Decisions").code == 0
    assert memory.read_bytes() == MEMORY.replace(b"## Open issues\n", b"## Open issues\nSlow.\n")


def test_a_file_that_is_gone_comes_back(memory: Path) -> None:
    memdesk("set", memory, "--section", "Decisions", "--body", "Use Postgres.\n")
    data = memory.read_bytes()
    memory.unlink()
    newest = ids(memory)[0]
    assert memdesk("restore", memory, "--version", str(newest)).code == 0
    assert memory.read_bytes() == data


def test_what_is_not_there_is_said(memory: Path) -> None:
    memdesk("set", memory, "--section", "Decisions", "--body", "Use Postgres.\n")
    ran = memdesk("restore", memory, "--version", "4711")
    assert (ran.code, "has no version 4711" in ran.sentence) == (1, True)
    ran = memdesk("restore", memory, "--version", str(ids(memory)[0]), "--section", "Nothing")
    assert (ran.code, "has no section “Nothing”" in ran.sentence) == (1, True)
    assert memdesk("history", memory.parent / "other.md").code == 1
