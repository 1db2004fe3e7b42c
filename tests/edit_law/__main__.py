"""Run the edit law: `python -m tests.edit_law [--documents N] [--first SEED] [LAYOUT...]`."""

from __future__ import annotations

import argparse
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from memdesk.layouts import discover
from memdesk.layouts.contract import Layout
from tests.edit_law.repairs import RepairRun
from tests.edit_law.run import LawRun


def main(words: list[str]) -> int:
    """Print what is broken, then the figures of each layout; 1 where something is."""
    parser = argparse.ArgumentParser(prog="python -m tests.edit_law", description=__doc__)
    parser.add_argument("layouts", nargs="*", metavar="LAYOUT", help="the layouts to check; all without any")
    parser.add_argument("--documents", type=int, default=1000, help="documents for each layout")
    parser.add_argument("--first", type=int, default=0, help="seed of the first document")
    parser.add_argument("--refusals", action="store_true", help="count what was refused, by reason")
    arguments = parser.parse_args(words)
    found = [layout for layout in discover(installed=False) if layout.name != "plain"]
    chosen = [layout for layout in found if not arguments.layouts or layout.name in arguments.layouts]
    seeds = range(arguments.first, arguments.first + arguments.documents)
    broken = [_is_broken(layout, seeds, with_refusals=arguments.refusals) for layout in chosen]
    return int(any(broken))


def _is_broken(layout: Layout, seeds: range, *, with_refusals: bool) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        broken = 0
        with closing(LawRun(layout, Path(folder))) as run:
            for one in run.run(seeds):
                sys.stdout.write(f"{layout.name} {one}\n")
                broken += 1
    figures = run.figures
    sys.stdout.write(
        f"{layout.name}: {len(seeds)} documents, {figures.made} changes made ({figures.on_disk} on the disk), "
        f"{figures.unchanged} without effect, {figures.refused} refused, {broken} broken\n"
    )
    with tempfile.TemporaryDirectory() as folder, closing(RepairRun(layout, Path(folder))) as repairs:
        for law in repairs.run_repairs(seeds):
            sys.stdout.write(f"{layout.name} {law}\n")
            broken += 1
    offered = ", ".join(f"{count} of {what}" for what, count in repairs.offered.most_common())
    sys.stdout.write(f"{layout.name}: {repairs.offered.total()} repairs offered ({offered})\n")
    if with_refusals:
        for reason, count in figures.reasons.most_common():
            sys.stdout.write(f"  {count:6} {reason}\n")
    return broken > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
