"""Busy agents, until their standard input is closed: `python -m memdesk.demo --agent NAME FOLDER ROOT`...

`FOLDER` is the throwaway copy of a sample, `ROOT` the memory-root in it. Each write is a line of JSON on standard
output.
"""

from __future__ import annotations

import argparse
import json
import os
import select
import sys
import time
from collections.abc import Iterator, Sequence
from random import Random

from memdesk.demo.agents import BusyAgent, facts_of
from memdesk.demo.habits import read_habits
from memdesk.demo.manners import Hand
from memdesk.layouts import discover
from memdesk.services.machine.machine import MachineView, Surroundings
from memdesk.services.roots.samples import sample_of

EVERY_S = 3.0
"""Mean time between two writes of all agents together, in seconds."""


def main(arguments: Sequence[str]) -> int:
    """Let the agents work."""
    options = _parse(arguments)
    random = Random(options.seed)
    agents = list(_agents(options.agent, options.project, random))
    while agents and not _is_over(random.uniform(0, 2 * options.every)):
        try:
            for write in random.choice(agents).act():
                sys.stdout.write(json.dumps(facts_of(write, time.time())) + "\n")
                sys.stdout.flush()
        except BrokenPipeError:
            break
        except OSError as error:
            # A real agent fails too where its file is gone or locked, and goes on with something else.
            sys.stderr.write(f"{error}\n")
    return 0


def _parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        "memdesk.demo", description="Agents that are busy on copies of the samples."
    )
    names = ("NAME", "FOLDER", "ROOT")
    parser.add_argument(
        "--agent", action="append", nargs=3, required=True, metavar=names, help="who, and where"
    )
    parser.add_argument("--project", action="append", default=[], help="a project folder that they know")
    parser.add_argument(
        "--every", type=float, default=EVERY_S, help="mean time between two writes, in seconds"
    )
    parser.add_argument("--seed", type=int, help="makes them do the same again")
    return parser.parse_args(arguments)


def _agents(named: Sequence[Sequence[str]], projects: Sequence[str], random: Random) -> Iterator[BusyAgent]:
    layouts = {layout.name: layout for layout in discover()}
    for name, folder, root in named:
        sample = sample_of(layouts[name])
        habits = read_habits(sample) if sample is not None else None
        if habits is not None:
            surroundings = Surroundings(os.path.join(folder, "home"), {})
            view = MachineView(surroundings, project_folders=lambda: projects)
            hand = Hand(folder, habits.manner, habits.temporary, random)
            yield BusyAgent(layouts[name], root, view, habits, hand)


def _is_over(seconds: float) -> bool:
    """Whether standard input was closed within so many seconds."""
    given = sys.stdin.fileno()
    readable, _, _ = select.select([given], [], [], seconds)
    return bool(readable) and not os.read(given, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
