"""The program under `strace`, which lets one of its system calls fail or kills it there."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.faults.calls import CALLS, TRACED, Call, calls_in, struck_at, struck_in
from tests.faults.loaded import Order

CHECKOUT = Path(__file__).parents[2]
KILL = "signal=KILL"
ERRORS = ("EIO", "ENOSPC", "EDQUOT", "EACCES", "EROFS", "EINTR", "EBUSY", "EXDEV")
"""What the calls fail with."""
FOR_GOOD = "+"
_PAUSE_S = 0.01


@dataclass(frozen=True, slots=True)
class Ran:
    """How an order ended: its exit code, None where it was killed, what it said, and what it was struck at."""

    code: int | None
    out: str
    err: str
    struck: str = ""
    calls: tuple[Call, ...] = ()


class Program:
    """The loaded program, carrying out one order after the other; `struck` has `strace` look on, and strike."""

    def __init__(self, folder: Path, *, window: bool = False) -> None:
        self._window = window
        self._out, self._err, self._log = (folder / name for name in ("out", "err", "log"))
        answers, for_answers = os.pipe()
        command = [sys.executable, "-B", "-m", "tests.faults.loaded", str(for_answers)]
        with open(self._out, "wb") as out, open(self._err, "wb") as err:
            self._process = subprocess.Popen(
                [*command, *(("--window",) if window else ())],
                stdin=subprocess.PIPE,
                stdout=out,
                stderr=err,
                cwd=CHECKOUT,
                env=_environment(),
                pass_fds=[for_answers],
                bufsize=0,
            )
        os.close(for_answers)
        self._answers = open(answers, "rb")  # noqa: SIM115  # closed with the program
        assert self._answers.readline() == b"ready\n", self._err.read_text()

    def close(self) -> None:
        """End the program."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()
        self._answers.close()

    @contextmanager
    def struck(self, effect: str) -> Iterator[None]:
        """Within the block `strace` is attached, and `effect` is what happens at the call that is struck.

        An effect is `KILL` or `error=NAME`, with `FOR_GOOD` behind it if all later calls of that kind fail as well; ""
        traces only. It is not attached before: to load the program takes more calls than are counted.
        """
        self._log.unlink(missing_ok=True)
        tracer = _trace(self._process.pid, self._log, effect, window=self._window)
        try:
            yield
        finally:
            tracer.terminate()
            tracer.wait()

    def run(self, order: Order) -> Ran:
        """Carry the order out."""
        assert self._process.stdin is not None
        files = self._out, self._err, self._log
        begins = [file.stat().st_size if file.exists() else 0 for file in files]
        self._process.stdin.write(order.line())
        line = self._answers.readline()
        assert line, "the process that forks the victims was struck itself"
        code = int(line)
        out, err, log = (_from(file, begin) for file, begin in zip(files, begins, strict=True))
        calls = () if order.kind else calls_in(log)
        return Ran(None if code < 0 else code, out, err, struck_in(log), calls)


class Programs:
    """The programs that a matrix needs, each loaded when it is first asked for: to load one takes more than a run."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._loaded: dict[str, Program] = {}

    def victim(self, *, window: bool) -> Program:
        """The one to strike at: that of the window, or of the shell."""
        return self._load("window" if window else "shell", window=window)

    @property
    def later(self) -> Program:
        """The one of the shell that is never struck."""
        return self._load("later", window=False)

    def _load(self, name: str, *, window: bool) -> Program:
        if name not in self._loaded:
            folder = self._folder / name
            folder.mkdir(parents=True)
            self._loaded[name] = Program(folder, window=window)
        return self._loaded[name]

    def close(self) -> None:
        """End them all."""
        for program in self._loaded.values():
            program.close()


def _environment() -> dict[str, str]:
    kept = {
        name: os.environ[name] for name in ("PATH", "PYTHONPATH", "LD_LIBRARY_PATH") if name in os.environ
    }
    return kept | {"PYTHONHASHSEED": "0", "QT_QPA_PLATFORM": "offscreen", "LC_ALL": "C.UTF-8"}


def _from(file: Path, begin: int) -> str:
    if not file.exists():
        return ""
    with open(file, "rb") as stream:
        stream.seek(begin)
        return stream.read().decode(errors="replace")


def _trace(process: int, log: Path, effect: str, *, window: bool) -> subprocess.Popen[bytes]:
    """Attach `strace` to a process and those it forks from now on."""
    command = ["strace", "-f", "-y", "-s", "16", "-o", str(log), "-p", str(process)]
    command += ["-e", f"trace={','.join(TRACED)}"]
    if effect:
        numbers = {kind: struck_at(kind, window=window) for kind in CALLS}
        once, for_good = effect.removesuffix(FOR_GOOD), FOR_GOOD * effect.endswith(FOR_GOOD)
        faults = (f"inject={kind}:{once}:when={number}{for_good}" for kind, number in numbers.items())
        command += [part for fault in faults for part in ("-e", fault)]
    said = log.with_suffix(".attached")
    with open(said, "wb") as messages:
        tracer = subprocess.Popen(command, stderr=messages)
    while b"attached" not in said.read_bytes():
        assert tracer.poll() is None, said.read_bytes().decode()
        time.sleep(_PAUSE_S)
    return tracer
