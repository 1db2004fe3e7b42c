"""Two hundred hostile documents are shown in a real tab: nothing is asked for, from the network or from the disk."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hostile.documents import HOST, documents
from tests.hostile.render import BEGUN

_CALL = re.compile(r"(?:\[pid +\d+\] )?(\w+)\(")
_NETWORK = {"socket", "connect", "sendto", "sendmsg", "bind", "getaddrinfo"}
_PATIENCE_S = 120
_NAMES = ("picture.png", "page.html", "style.css")


def test_there_are_two_hundred(tmp_path: Path) -> None:
    assert len(set(documents(str(tmp_path)))) >= 200


@pytest.mark.skipif(
    shutil.which("strace") is None, reason="strace, which sees every system call, is not installed"
)
def test_nothing_is_asked_for(tmp_path: Path) -> None:
    planted, trace = tmp_path / "planted", tmp_path / "trace"
    planted.mkdir()
    for name in _NAMES:
        (planted / name).write_bytes(b"planted")
    command = ["strace", "-f", "-qq", "-s", "4096", "-e", "trace=%network,%file,execve", "-o", str(trace)]
    done = subprocess.run(
        [*command, sys.executable, "-m", "tests.hostile.render", str(planted)],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": os.getcwd()},
        cwd=os.getcwd(),
        capture_output=True,
        timeout=_PATIENCE_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    shown = done.stdout.decode().count("\n")
    calls = trace.read_bytes().decode("utf-8", "replace").split("\n")
    begin = next(at for at, call in enumerate(calls) if f"/{BEGUN}" in call)

    assert shown == len(documents(str(planted)))
    assert [call for call in calls if _name(call) in _NETWORK] == []
    assert [call for call in calls[begin:] if _name(call) == "execve"] == []
    assert [
        call for call in calls[begin:] if any(name in call for name in (*_NAMES, HOST, "/etc/hostname"))
    ] == []
    assert not (planted / "ran").exists()


def _name(call: str) -> str:
    found = _CALL.match(call.partition(" ")[2].strip()) or _CALL.match(call)
    return found[1] if found else ""
