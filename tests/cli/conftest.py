"""The command line as a real process, in a home of its own with an evva memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from memdesk.bundled import bundled_path
from memdesk.cli import main
from memdesk.layouts import discover
from memdesk.services.machine.machine import MachineView, Surroundings
from memdesk.store.copies import copy_sample
from memdesk.store.folders import StateFolders
from memdesk.store.history import History
from tests.cli.forking import Forks
from tests.patience import PATIENCE_S

PROFILE = (
    b"## Preferences\nShort answers.\n\n## Working style\nTests first.\n\n## Recurring topics\nSQLite.\n"
)
MEMORY = (
    b"## Project facts\nRuns on port 8080.\n\n## Decisions\nUse SQLite.\n\n## Open issues\n\n## References\n"
)

_FORKS = Forks()


@dataclass(frozen=True)
class Ran:
    """How one command ended."""

    code: int
    out: bytes
    err: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.out.decode("utf-8"))

    @property
    def sentence(self) -> str:
        """The one sentence on stderr."""
        assert self.err.count(b"\n") == 1, self.err
        assert b"Traceback" not in self.err
        return self.err.decode().rstrip("\n")


def memdesk(*arguments: str | Path, body: bytes = b"", cwd: Path | None = None) -> Ran:
    """Run `memdesk` with these words, `body` on its stdin."""
    words = [os.fspath(word) for word in arguments]
    if _FORKS.can_run():
        ran = _FORKS.run(words, body, cwd)
    else:
        command = [sys.executable, "-m", "memdesk.cli", *words]
        ran = subprocess.run(
            command, input=body, capture_output=True, check=False, cwd=cwd, timeout=PATIENCE_S
        )
    return Ran(ran.returncode, ran.stdout, ran.stderr)


@pytest.fixture
def memdesk_here(capfdbinary: pytest.CaptureFixture[bytes]) -> Callable[..., Ran]:
    """The same as `memdesk`, in this process: where a test asks dozens of times."""

    def run(*arguments: str | Path) -> Ran:
        code = main([os.fspath(word) for word in arguments])
        told = capfdbinary.readouterr()
        return Ran(code, told.out, told.err)

    return run


def versions_of(path: str | Path) -> list[bytes]:
    """What the history knows that a document once held."""
    history = History(StateFolders.of_this_user().history)
    try:
        return [history.data(version.id) for version in history.versions(os.fspath(path))]
    finally:
        history.close()


@pytest.fixture
def sample(tmp_path: Path) -> Callable[[str], Path]:
    """Copies the sample memory of an agent, and gives its root."""
    layouts = {layout.name: layout for layout in discover()}

    def copy(agent: str) -> Path:
        view = MachineView(Surroundings.of_this_process())
        folder = tmp_path / agent
        folder.mkdir()
        key_of = partial(layouts[agent].project_key, view)
        return Path(copy_sample(bundled_path("samples", agent), key_of, str(folder)).root)

    return copy


@pytest.fixture
def evva(home: Path) -> Path:
    """Evva's home: a profile, and the memory of one project."""
    evva = home / ".evva"
    (evva / "projects" / "-srv-api").mkdir(parents=True)
    (evva / "USER_PROFILE.md").write_bytes(PROFILE)
    (evva / "projects" / "-srv-api" / "MEMORY.md").write_bytes(MEMORY)
    return evva
