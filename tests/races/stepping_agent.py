"""The agents of a race as iterators, for a race in virtual time; what they do is what `writer` does in a process."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

from tests.races.acts import Act, as_text
from tests.races.forms import Form
from tests.races.virtual_time import VirtualTime
from tests.races.writer import HELD_S, LATE_S, PAUSE_S

_RENAME_S = 0.002
_WAIT_S = 0.02
_BLOCKED_S = 0.001

Steps = Iterator[float]


class SteppingAgent:
    """One agent at work on `path`; `is_over` ends it before its next write. `wrote_at` is the time of its last one."""

    def __init__(self, clock: VirtualTime, path: Path, name: str, form: Form, chance: random.Random) -> None:
        self._clock = clock
        self._path = str(path)
        self._name = name
        self._form = form
        self._chance = chance
        self._count = 0
        self.acts: list[Act] = []
        self.is_over = False
        self.wrote_at = 0.0

    def work(self, kind: str) -> Steps:
        """Write until it is over."""
        kinds: dict[str, Callable[[], Steps]] = {
            "append": self._append,
            "rename": lambda: self._rewrite("rename", 0.0, self._by_rename),
            "truncate": lambda: self._rewrite("truncate", 0.0, self._in_place),
            "late": self._late,
        }
        while True:
            yield self._chance.uniform(*PAUSE_S)
            if self.is_over:
                return
            yield from kinds[kind]()

    def _append(self) -> Steps:
        tag, began = self._tag(), self._clock.now_s
        first, rest = self._form.entry(tag)
        file = yield from self._open(os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        if self._chance.random() < 0.5:
            yield self._chance.uniform(*HELD_S)
        self._write(file, first)
        yield self._chance.uniform(*HELD_S)
        self._write(file, rest)
        os.close(file)
        self.acts.append(Act(self._name, "append", tag, began, self._clock.now_s))

    def _late(self) -> Steps:
        write = self._chance.choice((self._by_rename, self._in_place))
        return self._rewrite("late", self._chance.uniform(*LATE_S), write)

    def _rewrite(self, kind: str, waits_s: float, write: Callable[[bytes], Steps]) -> Steps:
        tag, read_began = self._tag(), self._clock.now_s
        file = yield from self._open(os.O_RDONLY)
        read = os.read(file, os.fstat(file).st_size)
        os.close(file)
        read_ended = self._clock.now_s
        while waits_s > 0 and not self.is_over:
            yield min(waits_s, _WAIT_S)
            waits_s -= _WAIT_S
        yield self._chance.uniform(0, _RENAME_S)
        wrote, began = b"".join((read, *self._form.entry(tag))), self._clock.now_s
        yield from write(wrote)
        texts = (as_text(read), read_began, read_ended, as_text(wrote))
        ended, in_place = self._clock.now_s, write == self._in_place
        self.acts.append(Act(self._name, kind, tag, began, ended, *texts, in_place))

    def _by_rename(self, data: bytes) -> Steps:
        beside = f"{self._path}.{self._name}.tmp"
        Path(beside).write_bytes(data)
        yield self._chance.uniform(0, _RENAME_S)
        os.replace(beside, self._path)
        self.wrote_at = self._clock.now_s

    def _in_place(self, data: bytes) -> Steps:
        file = yield from self._open(os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        yield self._chance.uniform(0, _BLOCKED_S)
        self._write(file, data[: len(data) // 2])
        yield self._chance.uniform(*HELD_S)
        self._write(file, data[len(data) // 2 :])
        os.close(file)

    def _open(self, flags: int) -> Generator[float, None, int]:
        """The open file; whoever would have to wait for a lease waits in virtual time."""
        while True:
            try:
                return os.open(self._path, flags | os.O_NONBLOCK, 0o600)
            except BlockingIOError:
                pass
            yield _BLOCKED_S

    def _write(self, file: int, data: bytes) -> None:
        os.write(file, data)
        self.wrote_at = self._clock.now_s

    def _tag(self) -> str:
        self._count += 1
        return f"{self._name}.{self._count}"
