"""Starts `memdesk` as a process of its own without loading it each time: a server has it loaded, and forks.

What runs is what `python -m memdesk.cli` runs, with a working folder, an environment, an input and an end of its own.
Loading it takes four times as long as most commands, and the tests of the shell start some hundreds.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import runpy
import socket
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.loading import COMMANDS, load_all

_LONGEST_REQUEST = 1 << 20
_TIMEOUT_S = 120.0
_READ_AT_THE_START = ("LC_", "LANG", "PYTHON")
"""Variables that an interpreter reads once: where one differs, only another interpreter will do."""


class Forks:
    """The server of this test process: begun when it is first wanted, ended with the process."""

    def __init__(self) -> None:
        self._server: subprocess.Popen[bytes] | None = None
        self._line: socket.socket | None = None
        self._read_at_the_start: dict[str, str] = {}

    def can_run(self) -> bool:
        """Whether the server's interpreter is one as this environment asks for."""
        if sys.platform != "linux":
            return False
        if self._line is None:
            self._begin()
        return self._read_at_the_start == _read_at_the_start()

    def _begin(self) -> None:
        self._line, its_end = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._line.settimeout(_TIMEOUT_S)
        self._read_at_the_start = _read_at_the_start()
        with its_end:
            self._server = subprocess.Popen(
                [sys.executable, "-m", "tests.cli.forking", str(its_end.fileno())],
                pass_fds=[its_end.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                cwd=Path(__file__).parents[2],
            )
        atexit.register(self._end)

    def _end(self) -> None:
        if self._line is not None and self._server is not None:
            self._line.close()
            self._server.wait(_TIMEOUT_S)

    def run(self, words: Sequence[str], body: bytes, cwd: Path | None) -> subprocess.CompletedProcess[bytes]:
        """Run `memdesk` with these words in a process of its own."""
        assert self._line is not None
        with (
            tempfile.TemporaryFile() as given,
            tempfile.TemporaryFile() as out,
            tempfile.TemporaryFile() as err,
        ):
            given.write(body)
            given.seek(0)
            request = json.dumps([list(words), os.fspath(cwd or Path.cwd()), dict(os.environ)]).encode()
            streams = [given.fileno(), out.fileno(), err.fileno()]
            socket.send_fds(self._line, [request], streams)
            code = int(self._line.recv(_LONGEST_REQUEST))
            out.seek(0)
            err.seek(0)
            return subprocess.CompletedProcess(list(words), code, out.read(), err.read())


def _read_at_the_start() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name.startswith(_READ_AT_THE_START)}


def _serve(line: socket.socket) -> None:
    """Fork for each request and say how the fork ended. Returns in each fork, ready to run; ends in the server."""
    load_all(COMMANDS)
    gc.collect()
    gc.freeze()
    while True:
        request, streams, _flags, _address = socket.recv_fds(line, _LONGEST_REQUEST, 3)
        if not request:
            sys.exit()
        process = os.fork()
        if not process:
            line.close()
            _become(streams, *json.loads(request))
            return
        for stream in streams:
            os.close(stream)
        _process, status = os.waitpid(process, 0)
        line.send(str(os.waitstatus_to_exitcode(status)).encode())


def _become(streams: list[int], words: list[str], cwd: str, environment: dict[str, str]) -> None:
    for target, stream in enumerate(streams):
        os.dup2(stream, target)
        os.close(stream)
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv[1:] = words


if __name__ == "__main__":
    _serve(socket.socket(fileno=int(sys.argv[1])))
    runpy.run_module("memdesk.cli", run_name="__main__", alter_sys=True)
