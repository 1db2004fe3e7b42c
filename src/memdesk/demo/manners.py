"""How agents put a text on the disk: over what is there, at its end, or beside it and renamed.

None of them waits for the disk, locks, or looks whether somebody else wrote meanwhile, because the real ones do not.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from enum import Enum
from random import Random
from typing import NamedTuple

_HALF_WRITTEN_S = (0.002, 0.05)
"""So long a file stays half-written, in seconds: what was seen of agents that stream what they write."""


class Manner(Enum):
    """How an agent writes a file that is there."""

    RENAME = "rename"
    """Beside it under another name, then over it."""
    IN_PLACE = "in place"
    """Empties it and writes it anew; what only grew at its end is appended."""


class Hand(NamedTuple):
    """Writes as one agent does, and only below `folder`.

    `temporary` is the name of its temporary files, with `{name}` for the file's own and `{digits}` for eight digits.
    """

    folder: str
    manner: Manner
    temporary: str
    random: Random
    pause: Callable[[float], None] = time.sleep

    def write(self, path: str, data: bytes) -> None:
        """Make `data` what `path` holds. Raises `OSError`."""
        self._require_inside(path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if self.manner is Manner.RENAME:
            self._write_beside(path, data)
        else:
            self._write_over(path, data)

    def delete(self, path: str) -> None:
        """Take a file away, without a copy. Raises `OSError`."""
        self._require_inside(path)
        os.unlink(path)

    def _require_inside(self, path: str) -> None:
        real, folder = os.path.realpath(path), os.path.realpath(self.folder)
        if os.path.commonpath((real, folder)) != folder:
            raise PermissionError(f"{path} lies outside the copy that this agent works on")

    def _write_beside(self, path: str, data: bytes) -> None:
        folder, name = os.path.split(path)
        digits = f"{self.random.randrange(10**8):08d}"
        beside = os.path.join(folder, self.temporary.format(name=name, digits=digits))
        with open(beside, "wb") as file:
            self._write_in_two(file.write, file.flush, data)
        os.replace(beside, path)

    def _write_over(self, path: str, data: bytes) -> None:
        old = _present(path)
        if old and data.startswith(old):
            with open(path, "ab") as file:
                self._write_in_two(file.write, file.flush, data[len(old) :])
        else:
            with open(path, "wb") as file:
                self._write_in_two(file.write, file.flush, data)

    def _write_in_two(self, write: Callable[[bytes], object], flush: Callable[[], None], data: bytes) -> None:
        """Write a part, often half a line, and the rest a moment later."""
        middle = self.random.randint(0, len(data))
        write(data[:middle])
        flush()
        self.pause(self.random.uniform(*_HALF_WRITTEN_S))
        write(data[middle:])


def _present(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return b""
