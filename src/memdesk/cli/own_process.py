"""How a process is set up that runs one command and nothing else."""

from __future__ import annotations

import gc

from memdesk.cli.interrupts import let_interrupts_end_the_process

_YOUNG, _OLDER, _OLDEST = 100_000, 50, 100
"""So many new objects, and looks of the kind before it, bring a look for cycles. Python itself says 700, 10, 10."""


def own_process() -> None:
    """Let an interrupt end the process, and look for reference cycles rarely.

    A command keeps what it has read to its end, which comes soon. To go through all of that again and again takes a
    tenth of its time where there is much.
    """
    let_interrupts_end_the_process()
    gc.set_threshold(_YOUNG, _OLDER, _OLDEST)
