"""An agent that comes as one file and one sample folder, through every command, as a real process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.toys.install import install_magpie, magpie_home

Run = Callable[..., subprocess.CompletedProcess[bytes]]


@pytest.fixture
def magpie(home: Path) -> Path:
    """Magpie's two roots."""
    return magpie_home(home)


@pytest.fixture
def run(tmp_path: Path, magpie: Path) -> Run:
    """Runs one command with the plug-in installed."""
    install_magpie(tmp_path / "site")
    assert magpie.is_dir()

    def run_command(*words: str | Path) -> subprocess.CompletedProcess[bytes]:
        command = [sys.executable, "-m", "memdesk.cli", *(os.fspath(word) for word in words)]
        environment = os.environ | {"PYTHONPATH": str(tmp_path / "site")}
        return subprocess.run(
            command, check=False, capture_output=True, env=environment, stdin=subprocess.DEVNULL
        )

    return run_command


def told(ran: subprocess.CompletedProcess[bytes]) -> Any:
    assert b"Traceback" not in ran.stderr
    return json.loads(ran.stdout)


def test_its_two_roots_are_found(run: Run, magpie: Path) -> None:
    roots = [root for root in told(run("--json", "roots")) if root["agent"] == "magpie"]
    assert [(root["path"], root["found"]) for root in roots] == [
        (f"{magpie}/nest", True),
        (f"{magpie}/attic", True),
    ]


def test_its_tree_has_finds_with_their_index_files(run: Run, magpie: Path) -> None:
    [root] = told(run("--json", "tree", magpie / "nest"))
    titles = [document["title"] for document in root["documents"]]
    assert titles[:4] == ["button.md", "button.line", "key.md", "key.line"]
    key = next(document for document in root["documents"] if document["title"] == "key.md")
    assert [node["key"] for node in key["nodes"]] == ["A key", "Tried"]


def test_its_preview_is_cut_at_its_cap(run: Run, magpie: Path) -> None:
    preview = told(run("--json", "preview", magpie / "nest"))
    assert {piece["path"].rpartition("/")[2] for piece in preview["pieces"]} < {
        f"{name}.line" for name in ("spoon", "marble", "key", "ribbon", "button")
    }
    assert {meter["name"]: meter["cap"] for meter in preview["meters"]} == {
        "total": None,
        "index files": 400,
        "finds": 5,
    }
    assert preview["cut"]
    assert all(cut["why"] == "past 400 bytes" for cut in preview["cut"])


def test_a_section_is_set_and_nothing_else_moves(run: Run, magpie: Path) -> None:
    path = magpie / "nest" / "key.md"
    before = path.read_bytes()
    done = run("set", path, "--section", "Tried", "--body", "- the fountain")
    assert done.returncode == 0
    assert path.read_bytes() == before.replace(b"- the gate\n- the boat house", b"- the fountain")


def test_what_is_evicted_next_is_said(run: Run, magpie: Path) -> None:
    oldest, youngest = magpie / "nest" / "spoon.md", magpie / "nest" / "button.md"
    os.utime(oldest, (1_000, 1_000))
    lost = run("--json", "survive", oldest)
    assert lost.returncode == 1
    [loss] = told(lost)["losses"]
    assert loss["message"] == "Magpie would delete spoon.md to keep another find: it keeps 5"
    assert run("survive", youngest).returncode == 0


def test_its_checks_are_run(run: Run, magpie: Path) -> None:
    ran = run("--json", "check", magpie / "attic")
    assert ran.returncode == 1
    found = {(problem["rule"], problem["path"]) for problem in told(ran)["problems"]}
    assert found == {("no-line", f"{magpie}/attic/foil.md"), ("no-find", f"{magpie}/attic/lost.line")}
