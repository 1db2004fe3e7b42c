"""Our start: the real program over the roots of its settings, until the window has painted real rows.

Prints the monotonic time of that paint, the memory in MiB and how many rows were in it, and ends. `--until-quiet` goes
on until nothing was painted for a while, and prints when the last paint was; `--until-document` and `--until-watched`
until the first document is painted, and until the status bar says that its files are watched. `--profile` tells what
took the time.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from memdesk.store.folders import StateFolders
from memdesk.store.instance import Instance
from memdesk.ui.start.compiled import CompiledSupport
from memdesk.ui.start.haste import load_qt
from memdesk.ui.start.options import Options

if TYPE_CHECKING:
    from memdesk.ui.program import Program

_MOST_CALLS = 10

Run = Callable[..., int]


def _tell(rows: int) -> None:
    painted_s = time.monotonic()
    from tests.bench.watching import memory_mib

    sys.stdout.write(f"{painted_s} {memory_mib()} {rows}\n")
    sys.stdout.flush()
    os._exit(0)


def main(arguments: list[str]) -> int:
    """Start as `memdesk` does without arguments: nothing loads Qt before `load_qt`, and nothing else is loaded."""
    if "--profile" in arguments:
        return _profiled()
    run = _loaded()
    if "--until-quiet" in arguments:
        from tests.bench.watching import watch_paints

        return run(Options(), shown=lambda _program: watch_paints())
    if "--until-document" in arguments:
        return run(Options(), shown=_until_document)
    if "--until-watched" in arguments:
        return run(Options(), shown=_until_watched)
    return run(Options(), painted=_tell)


def _until_document(program: Program) -> None:
    from tests.bench.watching import watch_for_paint

    memory = program.memory
    watch_for_paint(memory.editor, lambda: memory.open.session is not None)


def _until_watched(program: Program) -> None:
    from memdesk.watch.state import WatchMode
    from tests.bench.watching import watch_for_paint

    def is_watched() -> bool:
        state = program.watching.state
        return state is not None and state.mode is WatchMode.WATCHING

    watch_for_paint(program.window.status, is_watched)


def _loaded() -> Run:
    folders = StateFolders.of_this_user()
    Instance(folders.state).claim()
    support = CompiledSupport(folders.cache)
    load_qt(support)
    support.keep()
    from memdesk.ui.app import run

    return run


def _profiled() -> int:
    import cProfile
    import pstats

    profile = cProfile.Profile()

    def tell(_rows: int) -> None:
        profile.disable()
        pstats.Stats(profile).sort_stats("tottime").print_stats(_MOST_CALLS)
        sys.stdout.flush()
        os._exit(0)

    profile.enable()
    return _loaded()(Options(), painted=tell)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
