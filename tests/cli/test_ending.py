"""How the command line tells the end of a save."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from memdesk.cli.ending import ending_of_save
from memdesk.services.documents.changes import Arrived, Changes
from memdesk.services.documents.taken import Arrival, Taken
from memdesk.store.outcomes import Merged
from tests.cli.conftest import memdesk
from tests.patience import PATIENCE_S

needs_full_device = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")


def test_what_was_to_go_and_stays_is_named() -> None:
    taken = Taken(Arrival.RELOADED, (("Decisions", 0),), returned=("Decisions",))
    changes = Changes(arrived=(Arrived("/m/MEMORY.md", taken),))
    ending = ending_of_save("/m/MEMORY.md", Merged(b"a", b"b"), changes)

    assert ending.merged
    assert ending.message.endswith("Another program had edited “Decisions” meanwhile, so that stays.")


def unheard(*words: str | Path) -> tuple[int, str]:
    """The exit code of a command whose answer nobody can write, and what it says."""
    with Path("/dev/full").open("wb") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "memdesk.cli", *words],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            timeout=PATIENCE_S,
        )
    return ran.returncode, ran.stderr.decode()


@needs_full_device
@pytest.mark.parametrize("words", [(), ("--json",)])
def test_what_went_is_said_where_the_list_cannot_be_written(
    sample: Callable[[str], Path], words: Sequence[str]
) -> None:
    root = sample("ub")
    before = {path: path.read_bytes() for path in root.rglob("memory.md")}
    code, said = unheard("prune", root, "--apply", *words)
    assert {path: path.read_bytes() for path in before} != before
    assert code == 0
    assert " less: " in said
    assert "The answer could not be written: " in said


@needs_full_device
@pytest.mark.parametrize("words", [(), ("--json",), ("--sarif",)])
def test_what_was_repaired_is_said_where_the_list_cannot_be_written(evva: Path, words: Sequence[str]) -> None:
    path = evva / "USER_PROFILE.md"
    path.write_bytes(b"## Preferences\n```\n## Build\n```\n")
    before = path.read_bytes()
    code, said = unheard("check", "evva", "--fix", *words)
    assert path.read_bytes() != before
    assert code in (0, 1)
    assert said.count("Repaired ") == 1
    assert "The answer could not be written: " in said


@needs_full_device
def test_what_became_of_changes_and_versions_is_said_where_json_cannot_be_written(evva: Path) -> None:
    path = evva / "USER_PROFILE.md"
    memdesk("inbox")
    path.write_bytes(path.read_bytes() + b"\n## Mine\nNew.\n")
    (change,) = json.loads(memdesk("inbox", "--json").out)["changes"]
    code, said = unheard("inbox", "forget", change["key"], "--json")
    assert b"Mine" not in path.read_bytes()
    assert (code, "The answer could not be written: " in said, str(path) in said) == (0, True, True)
    code, said = unheard("history", "--clear", "--json")
    assert (code, said.startswith("Cleared ")) == (0, True)


@needs_full_device
def test_an_answer_that_is_all_there_is_names_what_could_not_be_written(evva: Path) -> None:
    assert evva.exists()
    code, said = unheard("tree", "--json")
    assert code == 5
    assert said.startswith("Standard output: ")
