"""A start that failed: one sentence instead of a traceback."""

from __future__ import annotations

import sys

_SYSTEM_SAID_NO = 5


def give_up(error: BaseException) -> int:
    """Say what happened and where the report lies; the exit code."""
    from memdesk.services.faults.failing import sentence_of_failure

    words = sentence_of_failure(error)
    if sys.stderr is not None:  # a desktop may start the program without one
        sys.stderr.write(words + "\n")
    return _SYSTEM_SAID_NO
