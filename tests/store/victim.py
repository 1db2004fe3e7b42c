"""Saves that meet a fault at a chosen system call, under `strace --inject`.

Each line of stdin names a call and a number and holds an `Order`; a child of its own carries it out. `strace` counts
each call in each process from one and strikes at number `STRUCK_AT`, so the child first makes as many of that call, to
no effect, as bring the wanted one there. What comes back is a line with its `Answer`, or an empty one.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict

from memdesk.store.linux_calls import exchange
from tests.store.saver import Order, answer_to, carry_out

STRUCK_AT = 100
_NO_FILE = 9999
_NOWHERE = "/nowhere/at/all"

# Each fails, and counts all the same.
CALLS: dict[str, Callable[[], object]] = {
    "write": lambda: os.write(_NO_FILE, b"."),
    "pwrite64": lambda: os.pwrite(_NO_FILE, b".", 0),
    "fsync": lambda: os.fsync(_NO_FILE),
    "fdatasync": lambda: os.fdatasync(_NO_FILE),
    "ftruncate": lambda: os.ftruncate(_NO_FILE, 0),
    "fchmod": lambda: os.fchmod(_NO_FILE, 0o600),
    "fchown": lambda: os.fchown(_NO_FILE, 0, 0),
    "renameat2": lambda: exchange(_NO_FILE, "a", "b"),
    "unlinkat": lambda: os.unlink("a", dir_fd=_NO_FILE),
    "mkdir": lambda: os.mkdir(_NOWHERE),
}


def _child(call: str, number: int, order: Order, answers: int) -> None:
    for _ in range(STRUCK_AT - number):
        with suppress(OSError):
            CALLS[call]()
    answer = answer_to(carry_out(order))
    os.writev(answers, [json.dumps(asdict(answer)).encode()])  # no call that is struck


def main() -> None:
    """Carry out order after order."""
    for line in sys.stdin:
        call, number, fields = json.loads(line)
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            _child(call, number, Order(**fields), writing)
            os._exit(0)
        os.close(writing)
        with open(reading, "rb") as answers:
            answer = answers.read()
        os.waitpid(child, 0)
        os.writev(sys.stdout.fileno(), [answer, b"\n"])  # as above, however many orders there are


if __name__ == "__main__":
    main()
