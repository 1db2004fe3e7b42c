"""`python -m tests.races --minutes 10 --seed 1 --writers 4`: figures of a long run, exit code 1 if a promise broke."""

from __future__ import annotations

import argparse
import itertools
import os
import sys
import tempfile
import time
from pathlib import Path

from tests.races.forms import Form
from tests.races.rounds import Figures, Round, run_round

_LASTS_S = 6.0
_FIRSTS = ("append", "rename", "truncate", "late")


def main() -> int:
    """Run in a home of its own and print the figures."""
    parser = argparse.ArgumentParser("tests.races")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lasts", type=float, default=_LASTS_S, help="seconds of one round")
    parser.add_argument("--writers", type=int, default=4, help="agents at work on one file")
    parser.add_argument(
        "--evidence", type=Path, help="folder for all that is known of a round that broke a promise"
    )
    options = parser.parse_args()
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
            run_round(
                root,
                number,
                round_of(number, options.writers, options.lasts),
                options.seed,
                figures,
                sys.maxsize,
                options.evidence,
            )
    sys.stdout.writelines(f"{line}\n" for line in figures.lines())
    return 0 if figures.is_well else 1


def round_of(number: int, writers: int, lasts_s: float) -> Round:
    """One kind of agent among others that append, then all kinds at once; by turns in either form."""
    form = tuple(Form)[number % len(Form)]
    turn = number // len(Form) % (len(_FIRSTS) + 1)
    if turn == len(_FIRSTS):
        return Round([_FIRSTS[n % len(_FIRSTS)] for n in range(writers)], form, lasts_s)
    return Round([_FIRSTS[turn], *["append"] * (writers - 1)], form, lasts_s)


if __name__ == "__main__":
    sys.exit(main())
