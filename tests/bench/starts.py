"""Spawn to first paint, ours over a home of 10,000 files against a bare window."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

from tests.bench.report import Figure

ROUNDS = 9
FILES = 10_000


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


def _spawn(module: str, arguments: list[str], environment: dict[str, str]) -> tuple[float, str]:
    begin = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    painted, *rest = done.stdout.split()
    return (float(painted) - begin) * 1000, " ".join(rest)


def measure(folder: Path) -> Figure:
    """The ratio of the two starts, each the median of interleaved runs after one warm-up."""
    home = make_home(folder)
    environment = {**os.environ, "HOME": str(folder), "XDG_CONFIG_HOME": str(folder / "config")}
    environment |= {
        name: str(folder / name) for name in ("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")
    }
    ours: list[float] = []
    floor: list[float] = []
    rows = ""
    for turn in range(ROUNDS + 1):
        floor_ms, _ = _spawn("tests.bench.floor_window", [], environment)
        ours_ms, rows = _spawn("tests.bench.our_window", [str(home)], environment)
        if turn:
            floor.append(floor_ms)
            ours.append(ours_ms)
    note = f"{FILES} files, {rows} rows painted"
    return Figure("first paint with rows", statistics.median(ours), statistics.median(floor), 1.25, note)


def profile(folder: Path, most: int = 12) -> str:
    """The modules whose import costs most on the way to the first rows, as Python itself measures it."""
    environment = {**os.environ, "HOME": str(folder)}
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", "import memdesk.ui.app"],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    rows = [line.split("|") for line in done.stderr.split("\n") if line.count("|") == 2]
    costs = sorted(((int(row[0].split(":")[1]), row[2].strip()) for row in rows[1:]), reverse=True)
    lines = (f"    {microseconds / 1000:7.1f} ms  {name}\n" for microseconds, name in costs[:most])
    return "  imported before the first paint, dearest first:\n" + "".join(lines)
