"""Print the figures of planted sets: `python -m tests.similar --texts 10000 --seed 7 --all`."""

from __future__ import annotations

import argparse
import sys

from tests.similar.figures import measured
from tests.similar.planted import planted


def main() -> int:
    """A line per seed; the exit code is 1 where recall or precision is too low."""
    parser = argparse.ArgumentParser(prog="python -m tests.similar")
    parser.add_argument("--texts", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--all", action="store_true", help="ten seeds")
    parser.add_argument("--show", type=int, default=0, help="print so many of the pairs that went wrong")
    arguments = parser.parse_args()
    is_good = True
    for seed in range(arguments.seed, arguments.seed + (10 if arguments.all else 1)):
        made = planted(seed, arguments.texts)
        found = measured(made)
        is_good &= found.recall >= 0.99 and found.precision >= 0.95
        print(found.line(f"{arguments.texts} texts, seed {seed}"))  # noqa: T201
        for name, pairs in (("missed", found.missed), ("wrong", found.wrong)):
            for pair in sorted(pairs)[: arguments.show]:
                print(name, *(made.texts[number] for number in pair), sep="\n  ")  # noqa: T201
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
