"""Spawn to first paint, ours over a home of 10,000 files against a bare window."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
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


def _starts(untils: Sequence[str], rounds: int, environment: dict[str, str]) -> list[list[Start]]:
    """Starts of ours until each of `untils`, then the floor's until the first, interleaved, after one that warms up."""
    programs = [
        *(("tests.bench.our_window", until) for until in untils),
        ("tests.bench.floor_window", untils[0]),
    ]
    starts: list[list[Start]] = [[] for _ in programs]
    for turn in range(rounds + 1):
        for (module, until), found in zip(programs, starts, strict=True):
            start = _spawn(module, [until] if until else [], environment)
            if turn:
                found.append(start)
    return starts


def measure(folder: Path) -> list[Figure]:
    """Time and memory at the first paint, and what comes after it, each the median of interleaved runs.

    The first paint is a picture of the window with the first rows as they are on the disk. Then the window itself is
    there with the first document; its preview, all rows of the tree and the word that the files are watched follow,
    each by a paint. What the window finds out beside that (problems, changes that wait) may show for much longer.
    """
    home = make_home(folder)
    configure(folder, home)
    environment = environment_of(folder)
    ours, floor = _starts([""], ROUNDS, environment)
    untils = ("--until-quiet", "--until-document", "--until-watched")
    later = _starts(untils, QUIET_ROUNDS, environment)
    note, editor = f"{FILES} files, {ours[0].rows} rows", "floor with an editor of 100 KB"
    quiet, document, watched, floor_quiet = (_median_ms(starts) for starts in later)
    return [
        Figure("first paint with rows", _median_ms(ours), _median_ms(floor), 1.25, note),
        Figure("memory at the first paint", _median_mib(ours), _median_mib(floor), 1.3, note, "MiB"),
        Figure("until the document is painted", document, floor_quiet, None, editor),
        Figure("until the files are watched", watched, floor_quiet, None, editor),
        Figure("until nothing is painted any more", quiet, floor_quiet, 1.3, editor),
        Figure("memory then", _median_mib(later[0]), _median_mib(later[-1]), None, editor, "MiB"),
    ]


def _median_ms(starts: Sequence[Start]) -> float:
    return statistics.median(start.taken_ms for start in starts)


def _median_mib(starts: Sequence[Start]) -> float:
    return statistics.median(start.memory_mib for start in starts)


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
