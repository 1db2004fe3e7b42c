"""`python -m tests.machine --lives 500`: so many random lives of a document of each agent, none of them seen before."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time

from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

STEPS = 60


def main() -> int:
    """Raise what was lost, with the shortest life in which it was; else say how many there were."""
    parser = argparse.ArgumentParser("tests.machine")
    parser.add_argument("--lives", type=int, default=500)
    lives = parser.parse_args().lives
    with tempfile.TemporaryDirectory(prefix="memdesk-lives-") as folder:
        os.environ["HOME"] = tempfile.tempdir = folder
        import tests.conftest  # noqa: F401 - its profiles of hypothesis
        from tests.machine.test_machine import LifeOfEvva, LifeOfNotes, ReturnsInNotes

        long = settings(
            settings.get_profile("deep"), max_examples=lives, stateful_step_count=STEPS, database=None
        )
        for life in (LifeOfNotes, LifeOfEvva, ReturnsInNotes):
            began = time.monotonic()
            run_state_machine_as_test(life, settings=long)
            sys.stdout.write(
                f"{life.__name__}: {lives} lives of up to {STEPS} steps, nothing lost, nothing twice, "
                f"{time.monotonic() - began:.0f} s\n"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
