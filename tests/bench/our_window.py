"""Our start: the real program over the roots of its settings, until the window has painted real rows.

Prints the monotonic time of that paint, the memory in MiB and how many rows were in it, and ends. `--until-quiet` goes
on until nothing was painted for a while, and prints when the last paint was. `--profile` tells what took the time.
"""

from __future__ import annotations

import cProfile
import os
import pstats
import sys
import time

from memdesk.store.folders import StateFolders
from memdesk.ui.start.compiled import CompiledSupport
from memdesk.ui.start.haste import load_qt
from tests.bench.watching import memory_mib, watch_paints

_MOST_CALLS = 10


def _tell(rows: int) -> None:
    sys.stdout.write(f"{time.monotonic()} {memory_mib()} {rows}\n")
    sys.stdout.flush()
    os._exit(0)


def main(arguments: list[str]) -> int:
    """Start as `memdesk` does without arguments."""
    support = CompiledSupport(StateFolders.of_this_user().cache)
    profile = cProfile.Profile() if "--profile" in arguments else None
    if profile is not None:
        profile.enable()
    load_qt(support)
    support.keep()
    from memdesk.ui.app import run

    def tell_profile(_rows: int) -> None:
        if profile is not None:
            profile.disable()
            pstats.Stats(profile).sort_stats("tottime").print_stats(_MOST_CALLS)
            sys.stdout.flush()
        os._exit(0)

    if profile is not None:
        return run([], painted=tell_profile)
    if "--until-quiet" in arguments:
        return run([], shown=lambda _program: watch_paints())
    return run([], painted=_tell)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
