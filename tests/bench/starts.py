"""Spawn to first paint, ours over a home of 10,000 files against a bare window."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

from tests.bench.report import Figure

ROUNDS = 11
QUIET_ROUNDS = 3
FILES = 10_000


class Start(NamedTuple):
    """One start: milliseconds from spawn, memory in MiB, rows that were painted."""

    taken_ms: float
    memory_mib: float
    rows: int


def make_home(folder: Path, files: int = FILES) -> Path:
    """An evva home with `files` project memories; returns its path."""
    home = folder / ".evva"
    for number in range(files):
        project = home / "projects" / f"-srv-team-{number % 40:02d}-service-{number:05d}"
        project.mkdir(parents=True)
        text = f"## Project facts\nService {number}.\n\n## Decisions\n\n## Open issues\n\n## References\n"
        (project / "MEMORY.md").write_bytes(text.encode())
    (home / "USER_PROFILE.md").write_bytes(
        b"## Preferences\nShort answers.\n\n## Working style\n\n## Recurring topics\n"
    )
    return home


def environment_of(folder: Path) -> dict[str, str]:
    """The environment of a user whose home is `folder`. Python may keep bytecode, as an installed program has it."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    folders = {name: str(folder / name) for name in ("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")}
    return {**environment, **folders, "HOME": str(folder), "XDG_CONFIG_HOME": str(folder / "config")}


def configure(folder: Path, home: Path) -> None:
    """Settings as the last quit left them, with `home` open."""
    settings = folder / "config" / "memdesk"
    settings.mkdir(parents=True)
    remembered = {str(home): {"agent": "evva", "generation": ""}}
    facts = {"is_first_run": False, "open_roots": remembered}
    (settings / "settings.json").write_bytes(json.dumps(facts).encode())


def _spawn(module: str, arguments: list[str], environment: dict[str, str]) -> Start:
    begin = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    painted, memory, rows = done.stdout.split()[-3:]
    return Start((float(painted) - begin) * 1000, float(memory), int(rows))


def _starts(
    arguments: list[str], rounds: int, environment: dict[str, str]
) -> tuple[list[Start], list[Start]]:
    """Our starts and the floor's, interleaved, after one of each that warms up."""
    ours: list[Start] = []
    floor: list[Start] = []
    for turn in range(rounds + 1):
        pair = (
            _spawn("tests.bench.our_window", arguments, environment),
            _spawn("tests.bench.floor_window", arguments, environment),
        )
        if turn:
            ours.append(pair[0])
            floor.append(pair[1])
    return ours, floor


def measure(folder: Path) -> list[Figure]:
    """Time and memory at the first paint, and when everything is painted, each the median of interleaved runs.

    The first paint is a picture of the window with the first rows as they are on the disk; the tree itself, the
    document and the preview are there when nothing is painted any more.
    """
    home = make_home(folder)
    configure(folder, home)
    environment = environment_of(folder)
    ours, floor = _starts([], ROUNDS, environment)
    quiet_ours, quiet_floor = _starts(["--until-quiet"], QUIET_ROUNDS, environment)
    note = f"{FILES} files, {ours[0].rows} rows"
    runs = (ours, floor, quiet_ours, quiet_floor)
    taken = [statistics.median(start.taken_ms for start in starts) for starts in runs]
    memory = [statistics.median(start.memory_mib for start in starts) for starts in runs]
    return [
        Figure("first paint with rows", taken[0], taken[1], 1.25, note),
        Figure("memory at the first paint", memory[0], memory[1], 1.3, note, "MiB"),
        Figure(
            "until nothing is painted any more", taken[2], taken[3], 1.3, "floor with an editor of 100 KB"
        ),
        Figure("memory then", memory[2], memory[3], None, "floor with an editor of 100 KB", "MiB"),
    ]


def profile(folder: Path) -> str:
    """The calls that take most of our first paint."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.our_window", "--profile"],
        env=environment_of(folder),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return done.stdout
