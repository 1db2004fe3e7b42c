"""`python -m tests.faults --all`: an attack by links, then every fault at every writing call.

The exit code is 1 where anything is wrong.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

from tests.faults.attack import attack
from tests.faults.calls import CALLS
from tests.faults.files import KINDS
from tests.faults.matrix import HEAD, Figures, Matrix
from tests.faults.targets import TARGETS, Target
from tests.faults.tracer import ERRORS, FOR_GOOD, KILL, Programs
from tests.store.strikes import strace_works


def main() -> int:
    """Go through the matrix, or the rows that are named, and print the figures."""
    options = _parser().parse_args()
    wrong = _attack(options.attack_s)
    if not strace_works():
        sys.stdout.write("skipped: strace is missing or not permitted (apt-get install strace)\n")
        return 1 if wrong else 0
    for_good = FOR_GOOD * options.for_good
    effects = [KILL if name == "kill" else f"error={name}{for_good}" for name in options.faults]
    sys.stdout.write(f"{HEAD}\n")
    began = time.monotonic()
    with (
        tempfile.TemporaryDirectory(prefix="memdesk-faults-") as folder,
        closing(Programs(Path(folder))) as programs,
    ):
        for target in TARGETS:
            if target.name in options.targets:
                for figures in _rows(target, programs, options, effects):
                    _print(figures)
                    wrong += len(figures.found)
    sys.stdout.write(f"{wrong} findings in {time.monotonic() - began:.0f} s\n")
    return 1 if wrong else 0


def _attack(seconds: float) -> int:
    """Save under attack; how much is wrong."""
    if not seconds:
        return 0
    with tempfile.TemporaryDirectory(prefix="memdesk-attack-") as folder:
        escapes = attack(Path(folder), seconds)
    answers = ", ".join(f"{answer}: {count}" for answer, count in escapes.answers.most_common())
    sys.stdout.write(f"{seconds:g} s of swapping: {len(escapes.outside)} writes outside  {answers}\n")
    return len(escapes.outside) + len(escapes.litter)


def _rows(
    target: Target, programs: Programs, options: argparse.Namespace, effects: Sequence[str]
) -> Iterator[Figures]:
    strides = dict.fromkeys(CALLS, options.stride)
    with tempfile.TemporaryDirectory(prefix="memdesk-faults-") as folder:
        yield from Matrix(target, programs, Path(folder), strides, first=options.first).rows(
            options.files, effects
        )


def _print(figures: Figures) -> None:
    codes = ", ".join(
        f"{'killed' if code is None else code}: {count}" for code, count in figures.codes.items()
    )
    sys.stdout.write(f"{figures.row}  {codes}\n")
    for place, finding in figures.found:
        sys.stdout.write(f"  {finding.wrong.value} at {place}\n    {finding.what}\n")
    sys.stdout.flush()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("tests.faults")
    names = [target.name for target in TARGETS]
    parser.add_argument("--all", action="store_true", help="everything, which is what happens anyway")
    parser.add_argument("--attack-s", type=float, default=60, help="seconds of swapping folders and links")
    parser.add_argument("--targets", nargs="+", choices=names, default=names)
    parser.add_argument("--files", nargs="+", choices=list(KINDS), default=list(KINDS))
    parser.add_argument("--faults", nargs="+", choices=["kill", *ERRORS], default=["kill", *ERRORS])
    parser.add_argument(
        "--stride", type=int, default=1, help="strike only every so-manieth call of each kind"
    )
    parser.add_argument("--for-good", action="store_true", help="let all later calls of that kind fail, too")
    parser.add_argument(
        "--first", action="store_true", help="let it be the first run ever, which makes the history"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
