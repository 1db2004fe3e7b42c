"""`python -m tests.races --minutes 10 --seed 1 --writers 4`: figures of a long run, exit code 1 if a promise broke."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.races.forms import Form
from tests.races.rounds import Figures, Round, run_round
from tests.races.running import run_rounds

_LASTS_S = 6.0
_FIRSTS = ("append", "rename", "truncate", "late")


def main() -> int:
    """Run in a home of its own and print the figures."""
    return run_rounds("tests.races", _run, minutes=10, lasts_s=_LASTS_S)


def _run(root: Path, number: int, options: argparse.Namespace, figures: Figures) -> None:
    round_ = round_of(number, options.writers, options.lasts)
    run_round(root, number, round_, options.seed, figures, sys.maxsize, options.evidence)


def round_of(number: int, writers: int, lasts_s: float) -> Round:
    """One kind of agent among others that append, then all kinds at once; by turns in either form."""
    form = tuple(Form)[number % len(Form)]
    turn = number // len(Form) % (len(_FIRSTS) + 1)
    if turn == len(_FIRSTS):
        return Round([_FIRSTS[n % len(_FIRSTS)] for n in range(writers)], form, lasts_s)
    return Round([_FIRSTS[turn], *["append"] * (writers - 1)], form, lasts_s)


if __name__ == "__main__":
    sys.exit(main())
