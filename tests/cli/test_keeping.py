"""`memdesk history` with `--export`, `--move`, `--clear` and `--purge`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from memdesk.store.folders import StateFolders
from tests.cli.conftest import MEMORY, Ran, memdesk
from tests.store.leftovers import places_of

SECRET = "-tok3n-of-the-importer"


@pytest.fixture(autouse=True)
def own_temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sample copies of other programs are none of ours."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))


@pytest.fixture
def memory(evva: Path) -> Path:
    path = evva / "projects" / "-srv-api" / "MEMORY.md"
    assert memdesk("set", path, "--section", "Decisions", "--body", f"Key {SECRET}.\n").code == 0
    return path


Here = Callable[..., Ran]


def versions(memdesk_here: Here, path: Path) -> list[dict[str, object]]:
    found: list[dict[str, object]] = memdesk_here("history", path, "--json").json["versions"]
    return found


def purge(*more: str) -> Ran:
    return memdesk("history", "--purge", "-", "--json", *more, body=f"{SECRET}\n".encode())


def test_a_secret_is_purged(memory: Path, memdesk_here: Here) -> None:
    ours = [Path(folder) for folder in StateFolders.of_this_user().each if Path(folder).is_dir()]
    assert places_of(SECRET, ours)
    ran = purge("--dry-run")
    assert (ran.code, ran.json["status"], ran.json["versions"]) == (1, "found", 1)
    ran = purge()
    assert (ran.code, ran.json["status"]) == (1, "purged")
    assert [one["path"] for one in ran.json["standing"]] == [str(memory)]
    assert places_of(SECRET, ours) == []
    assert [one["purged"] for one in versions(memdesk_here, memory)] == [True, False]
    assert b", purged" in memdesk_here("history", memory).out
    assert memdesk_here("set", memory, "--section", "Decisions", "--body", "None.\n").code == 0
    ran = memdesk_here("history", "--purge", SECRET)
    assert (ran.code, ran.sentence) == (0, "Purged from 1 version of 1 document.")
    ran = memdesk_here("history", "--purge", SECRET)
    assert (ran.code, ran.sentence) == (1, "The history holds nothing of that.")
    assert places_of(SECRET, ours) == []
    newest = versions(memdesk_here, memory)[1]
    ran = memdesk_here("restore", memory, "--version", str(newest["id"]))
    assert (ran.code, "was purged" in ran.sentence) == (3, True)


def test_one_version_is_purged(memory: Path, memdesk_here: Here) -> None:
    newest = versions(memdesk_here, memory)[0]
    ran = memdesk_here("history", memory, "--purge-version", str(newest["id"]))
    assert (ran.code, ran.sentence) == (0, f"Purged version {newest['id']} of {memory}.")
    emptied = versions(memdesk_here, memory)[0]
    assert (emptied["purged"], emptied["bytes"]) == (True, 0)
    assert memdesk_here("history", memory, "--purge-version", "4711").code == 1
    assert memdesk_here("history", "--purge-version", "1").code == 2


def test_a_dry_run_counts_every_version_that_a_purge_empties(memory: Path, memdesk_here: Here) -> None:
    for body in ("Something else.", "Use Postgres.", "Something else."):
        memdesk_here("set", memory, "--section", "Decisions", "--body", body)
    newest = versions(memdesk_here, memory)[0]
    command = ("history", memory, "--purge-version", str(newest["id"]))
    would = memdesk_here(*command, "--dry-run").sentence
    foretold = memdesk_here(*command, "--dry-run", "--json").json
    purged = memdesk_here(*command, "--json").json
    assert (foretold["status"], foretold["versions"]) == ("found", 2)
    assert (purged["status"], purged["versions"]) == ("purged", 2)
    assert would == (
        f"The text of version {newest['id']} of {memory} would go, "
        "and so would that of 1 other version with the same text."
    )


def test_it_is_exported_moved_and_cleared(memory: Path, memdesk_here: Here, tmp_path: Path) -> None:
    ran = memdesk_here("history", "--export", tmp_path / "out")
    assert (ran.code, ran.sentence) == (0, f"Exported 2 versions to {tmp_path / 'out'}.")
    assert len(json.loads((tmp_path / "out" / "index.json").read_bytes())["documents"][0]["versions"]) == 2
    assert memdesk_here("history", "--export", tmp_path / "out").code == 3
    assert memdesk_here("history", memory, "--export", tmp_path / "one.zip", "--json").json["versions"] == 2
    ran = memdesk_here("history", "--move", tmp_path / "disk")
    assert (ran.code, ran.sentence) == (0, f"The history lies in {tmp_path}/disk/memdesk-history now.")
    assert memdesk_here("history", "--move", memory.parent).code == 3
    assert len(versions(memdesk_here, memory)) == 2
    assert memdesk_here("history", "--clear", "--older", "1").code == 1
    ran = memdesk_here("history", memory.parent, "--clear", "--dry-run")
    assert (ran.code, ran.sentence) == (0, "2 versions of 1 document would go.")
    ran = memdesk_here("history", "evva", "--clear")
    assert (ran.code, ran.sentence) == (0, "Cleared 2 versions of 1 document.")
    assert memdesk_here("history", "evva", "--clear", "--json").json["versions"] == 0
    assert versions(memdesk_here, memory) == []
    assert memory.read_bytes() != MEMORY


@pytest.mark.parametrize(
    "words",
    [("--purge", "abc"), ("--clear", "--purge", "abcdef"), ("--older", "3"), ("x.md", "--purge", "abcdef")],
)
def test_what_makes_no_sense_is_told(evva: Path, memdesk_here: Here, words: tuple[str, ...]) -> None:
    ran = memdesk_here("history", *words)
    assert (ran.code, bool(ran.sentence)) == (2, True)


@pytest.mark.parametrize(
    "words",
    [
        ("--move", "elsewhere", "--dry-run"),
        ("--move", "elsewhere", "{memory}"),
        ("--export", "elsewhere", "--dry-run"),
        ("--clear", "--removed"),
        ("--clear", "--limit", "1"),
        ("{memory}", "--clear", "--diff", "1"),
    ],
)
def test_a_word_that_a_verb_takes_no_notice_of_is_refused(
    memory: Path, tmp_path: Path, words: tuple[str, ...]
) -> None:
    before = memdesk("history", "--json").json["versions"]
    ran = memdesk("history", *(word.format(memory=memory) for word in words), cwd=tmp_path)
    assert (ran.code, ran.sentence[:2]) == (2, "--")
    assert not (tmp_path / "elsewhere").exists()
    assert memdesk("history", "--json").json["versions"] == before
    assert Path(StateFolders.of_this_user().history).is_dir()
