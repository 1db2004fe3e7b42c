"""What may be told of an error that nobody foresaw: its kind and its places in our code, never what it says.

The message of an error may quote memory text, and so may the values of variables: neither is looked at. The system's
own words for an error of its own are known, and help.
"""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Iterator

from memdesk import __version__
from memdesk.errors import MemdeskError, places_of
from memdesk.text.redaction import redacted

_MOST_CAUSES = 5


def report_of(error: BaseException, home: str, when: float) -> str:
    """A report on `error`, raised at `when` (Unix seconds)."""
    return "\n".join((*_circumstances(when), *_told(error, home), ""))


def report_of_fault(said: str, home: str, when: float) -> str:
    """A report on a process that died in the middle of something; `said` is what the interpreter wrote then."""
    lines = [redacted(line, home) for line in said.split("\n")]
    return "\n".join((*_circumstances(when), "The process died:", *lines, ""))


def _circumstances(when: float) -> tuple[str, ...]:
    moment = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(when))
    return (
        f"Memdesk {__version__}, Python {platform.python_version()}, {platform.system()} {platform.release()}",
        moment,
        "",
    )


def _told(error: BaseException, home: str) -> Iterator[str]:
    next_one: BaseException | None = error
    for depth in range(_MOST_CAUSES):
        if next_one is None:
            return
        words = ("caused by " if depth else "") + type(next_one).__name__
        yield redacted(f"{words}{_known_words(next_one)}", home)
        yield from (redacted(f"  {place}", home) for place in places_of(next_one))
        next_one = next_one.__cause__ or next_one.__context__


def _known_words(error: BaseException) -> str:
    """What is known to quote nothing: the system's words, and sentences of ours without their facts."""
    if isinstance(error, OSError) and error.errno is not None:
        return f": {os.strerror(error.errno)}"
    return f": {error.template}" if isinstance(error, MemdeskError) else ""
