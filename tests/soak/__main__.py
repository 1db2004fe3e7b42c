"""`python -m tests.soak --minutes 30`: every promise of the save for long, each part as a program of its own.

First the window among busy agents, beside it whatever a hand can do in another one, and agents that race one file, all
for as long as asked for; then what goes through all there is: faults at every call, links that change places, files of
any bytes, lives of a document.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple


class Part(NamedTuple):
    """A program of the soak. Those with `lasts` run side by side for the minutes asked for, the others one by one."""

    name: str
    command: Sequence[str]
    lasts: bool = False


def parts(minutes: float, writers: int, seed: int, evidence: Path) -> Sequence[Part]:
    """All parts, in the order of their start; what is known of a race that broke a promise goes below `evidence`."""
    seeded, timed = ("--seed", str(seed)), ("--minutes", str(minutes))
    raced = ("--writers", str(writers), "--evidence", str(evidence))
    return (
        Part("window", ("tests.soak.window", *timed, *seeded), lasts=True),
        Part("anything", ("tests.soak.anything", *timed, *seeded), lasts=True),
        Part("races", ("tests.races", *timed, *seeded, *raced), lasts=True),
        Part("bytes", ("tests.round_trip", "--first", str(seed * 100_000))),
        Part("lives", ("tests.machine", "--lives", "500")),
        Part("edits", ("tests.edit_law", "--first", str(seed * 100_000))),
        Part("faults", ("tests.faults", "--all")),
    )


def main() -> int:
    """Run what is asked for, print what it said, and last how each part ended; 1 where one found something."""
    evidence = Path(tempfile.gettempdir()) / "memdesk-evidence"
    names = [part.name for part in parts(0, 0, 0, evidence)]
    parser = argparse.ArgumentParser("tests.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--writers", type=int, default=4, help="agents that race one file")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="+", choices=names, default=names)
    parser.add_argument(
        "--evidence",
        type=Path,
        default=evidence,
        help="folder for all that is known of a race that broke a promise",
    )
    options = parser.parse_args()
    everything = parts(options.minutes, options.writers, options.seed, options.evidence)
    chosen = [part for part in everything if part.name in options.only]
    ended = _side_by_side([part for part in chosen if part.lasts])
    for part in chosen:
        if not part.lasts:
            ended |= _side_by_side([part])
    for name, exit_code in ended.items():
        sys.stdout.write(f"{name}: {'well' if exit_code == 0 else f'exit code {exit_code}'}\n")
    return int(any(ended.values()))


def _side_by_side(together: Sequence[Part]) -> dict[str, int]:
    """Run these at once; their exit codes. What each says is printed when it has ended."""
    began = time.monotonic()
    running = [
        (
            part,
            subprocess.Popen(
                [sys.executable, "-m", *part.command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT
            ),
        )
        for part in together
    ]
    ended = {}
    for part, process in running:
        said, _ = process.communicate()
        seconds = time.monotonic() - began
        sys.stdout.write(f"== {part.name}, {seconds:.0f} s\n{said.decode(errors='backslashreplace')}\n")
        sys.stdout.flush()
        ended[part.name] = process.returncode
    return ended


if __name__ == "__main__":
    sys.exit(main())
