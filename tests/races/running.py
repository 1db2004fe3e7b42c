"""Rounds one after the other for as long as is asked for, in a home of their own."""

from __future__ import annotations

import argparse
import itertools
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.races.rounds import Figures

RunRound = Callable[[Path, int, argparse.Namespace, Figures], object]
"""Gets the root, the number of the round, what is asked for, and the figures that it adds to."""


def run_rounds(program: str, run: RunRound, *, minutes: float, lasts_s: float) -> int:
    """Run, and print the figures; exit code 1 if a promise broke. `minutes` and `lasts_s` hold where none are given."""
    options = _options(program, minutes, lasts_s)
    figures, end = Figures(), time.monotonic() + 60 * options.minutes
    with tempfile.TemporaryDirectory(prefix="memdesk-races-") as folder:
        os.environ["HOME"] = folder
        for name in ("DATA", "STATE", "CONFIG", "CACHE"):
            os.environ[f"XDG_{name}_HOME"] = os.path.join(folder, name.lower())
        root = Path(folder) / ".evva"
        root.mkdir()
        for number in itertools.count():
            if time.monotonic() > end:
                break
            run(root, number, options, figures)
    sys.stdout.writelines(f"{line}\n" for line in figures.lines())
    return 0 if figures.is_well else 1


def _options(program: str, minutes: float, lasts_s: float) -> argparse.Namespace:
    parser = argparse.ArgumentParser(program)
    parser.add_argument("--minutes", type=float, default=minutes)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lasts", type=float, default=lasts_s, help="seconds of one round, in its own time")
    parser.add_argument("--writers", type=int, default=4, help="agents at work on one file")
    parser.add_argument(
        "--evidence", type=Path, help="folder for all that is known of a round that broke a promise"
    )
    return parser.parse_args()
