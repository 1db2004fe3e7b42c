"""An agent that knows nothing of Memdesk: `python -m tests.races.writer KIND PATH NAME FORM SEED`.

It writes entries of its own into one file until its standard input is closed, and then prints as JSON what it read and
wrote. It neither locks nor looks whether somebody else wrote meanwhile, and holds the file half-written for a moment.
"""

from __future__ import annotations

import os
import random
import select
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

from tests.races.acts import Act, as_text, to_json
from tests.races.forms import Form

PAUSE_S = (0.05, 0.3)
HELD_S = (0.002, 0.05)
LATE_S = (0.05, 1.2)
"""So long an agent that reads early thinks before it writes."""


class Writer:
    """One agent at work on `path`."""

    def __init__(self, path: str, name: str, form: Form, chance: random.Random) -> None:
        self._path = path
        self._name = name
        self._form = form
        self._chance = chance
        self._count = 0
        self.acts: list[Act] = []

    def append(self) -> None:
        """Add to the end; the file is open for a while before or between."""
        tag = self._tag()
        first, rest = self._form.entry(tag)
        began = time.monotonic()
        with open(self._path, "ab", buffering=0) as file:
            if self._chance.random() < 0.5:
                self._hold()
            file.write(first)
            self._hold()
            file.write(rest)
        self.acts.append(Act(self._name, "append", tag, began, time.monotonic()))

    def rename(self) -> None:
        """Write all that was read anew beside it, and rename."""
        self._rewrite("rename", 0.0, self._write_by_rename)

    def truncate(self) -> None:
        """Empty the file and write all that was read again, in two pieces."""
        self._rewrite("truncate", 0.0, self._write_in_place)

    def late(self) -> None:
        """Read early, and write late what was read then."""
        write = self._chance.choice((self._write_by_rename, self._write_in_place))
        self._rewrite("late", self._chance.uniform(*LATE_S), write)

    def _rewrite(self, kind: str, waits_s: float, write: Callable[[bytes], None]) -> None:
        tag, read_began = self._tag(), time.monotonic()
        with open(self._path, "rb") as file:
            read = file.read()
        read_ended = time.monotonic()
        is_over(waits_s)
        wrote = b"".join((read, *self._form.entry(tag)))
        began = time.monotonic()
        write(wrote)
        ended = time.monotonic()
        texts = (as_text(read), read_began, read_ended, as_text(wrote))
        self.acts.append(Act(self._name, kind, tag, began, ended, *texts, write == self._write_in_place))

    def _write_by_rename(self, data: bytes) -> None:
        beside = f"{self._path}.{self._name}.tmp"
        with open(beside, "wb") as file:
            file.write(data)
        os.replace(beside, self._path)

    def _write_in_place(self, data: bytes) -> None:
        with open(self._path, "wb", buffering=0) as file:
            file.write(data[: len(data) // 2])
            self._hold()
            file.write(data[len(data) // 2 :])

    def _hold(self) -> None:
        time.sleep(self._chance.uniform(*HELD_S))

    def _tag(self) -> str:
        self._count += 1
        return f"{self._name}.{self._count}"


KINDS: dict[str, Callable[[Writer], None]] = {
    "append": Writer.append,
    "rename": Writer.rename,
    "truncate": Writer.truncate,
    "late": Writer.late,
}


def is_over(within_s: float) -> bool:
    """Whether standard input was closed within so many seconds."""
    return bool(select.select([sys.stdin], [], [], within_s)[0])


def _pauses(chance: random.Random) -> Iterator[float]:
    while True:
        yield chance.uniform(*PAUSE_S)


def main(kind: str, path: str, name: str, form: str, seed: str) -> None:
    """Write until told to stop."""
    chance = random.Random(f"{seed} {name}")
    writer = Writer(path, name, Form(form), chance)
    for pause_s in _pauses(chance):
        if is_over(pause_s):
            break
        with suppress(FileNotFoundError):
            KINDS[kind](writer)
    sys.stdout.write(to_json(writer.acts))


if __name__ == "__main__":
    main(*sys.argv[1:])
