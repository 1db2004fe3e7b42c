"""EverOS as another process, with its state database open."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.layouts.everos_texts import CANONICAL

BELOW = "default_app/default_project/users/alice/episodes/episode-2026-06-01.md"
"""The log whose state it notes, below the memory-root."""


def made_root(folder: Path) -> Path:
    """A memory-root in `folder`, with that log in it."""
    root = folder / "memory"
    log = root / BELOW
    log.parent.mkdir(parents=True)
    log.write_bytes(CANONICAL.encode())
    return root


@contextmanager
def everos_at_work(root: Path) -> Iterator[EverOSAtWork]:
    """EverOS, until the end of the block."""
    at_work = EverOSAtWork(root)
    yield at_work
    with at_work.process as process:
        process.communicate()


class EverOSAtWork:
    """Another process that has the state database of `root` open."""

    def __init__(self, root: Path) -> None:
        program = Path(__file__).with_name("everos_writer.py")
        self.process = subprocess.Popen(
            [sys.executable, str(program), str(root)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._wait()

    def note(self, status: str, path: Path, error: str = "") -> None:
        assert self.process.stdin is not None
        line = "\t".join((status, BELOW, repr(path.stat().st_mtime), error))
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()
        self._wait()

    def _wait(self) -> None:
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == b"done\n"
