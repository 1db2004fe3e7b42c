"""An agent that writes one file all the time and knows nothing of Memdesk: `python -m tests.store.writer PATH WAY`.

It adds one line at a time, `agent-N: text`, until its stdin is closed, and then prints how many it has written.
"""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Callable

PAUSE_S = 0.008
HALF_WRITTEN_S = 0.002


def append(path: str, line: bytes) -> None:
    """Add to the end, as loggers do."""
    with open(path, "ab") as file:
        file.write(line)


def rename(path: str, line: bytes) -> None:
    """Write the whole anew and rename, as careful programs do."""
    text = _read(path) + line
    temporary = path + ".agent"
    with open(temporary, "wb") as file:
        file.write(text)
    os.replace(temporary, path)


def truncate(path: str, line: bytes) -> None:
    """Empty the file and write it again, in two pieces, as most programs do."""
    text = _read(path) + line
    with open(path, "wb") as file:
        file.write(text[: len(text) // 2])
        file.flush()
        time.sleep(HALF_WRITTEN_S)
        file.write(text[len(text) // 2 :])


WAYS: dict[str, Callable[[str, bytes], None]] = {"append": append, "rename": rename, "truncate": truncate}


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def main(path: str, way: str) -> None:
    """Write until told to stop."""
    written = 0
    while not select.select([sys.stdin], [], [], PAUSE_S)[0]:
        WAYS[way](path, b"agent-%d: learned this\n" % written)
        written += 1
    sys.stdout.write(str(written))


if __name__ == "__main__":
    main(*sys.argv[1:])
