"""`memdesk move` killed at one writing call after the other: the next command finishes it or takes it back."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from tests.cli.conftest import Ran
from tests.store.strikes import EVERY_STRIKE, needs_strace

pytestmark = needs_strace

FACT = b"---\nname: ports\ndescription: Which ports\n---\n\nThe API is on 8080.\n"
INDEX = b"# Memory\n- [ports](ports.md) \xe2\x80\x94 Which ports\n"
UB = b"## general\n\n- Logs rotate daily *(2026-05-01T10:00:00Z)*\n"


@pytest.fixture
def store(home: Path) -> Path:
    """A fact with its index line; and ub's memory."""
    for name, data in (
        (".local/state/ub/memory/0123456789abcdef/memory.md", UB),
        (".config/ok/projects/-srv-api/memory/ports.md", FACT),
        (".config/ok/projects/-srv-api/memory/MEMORY.md", INDEX),
    ):
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return home / ".config/ok/projects/-srv-api/memory"


def killed(call: str, number: int, *words: str) -> bool:
    """Whether the command with these words was killed at the call of this kind and number."""
    strace = ["strace", "-f", "-qqq", "-o", "/dev/null", "-e", f"trace={call}"]
    command = [sys.executable, "-B", "-m", "memdesk.cli", *words]
    injected = [*strace, "-e", f"inject={call}:signal=KILL:when={number}", *command]
    return subprocess.run(injected, check=False, capture_output=True, timeout=120).returncode != 0


@pytest.mark.parametrize(
    ("call", "stride"), [("renameat2", 1), ("unlinkat", 1), ("fdatasync", 1 if EVERY_STRIKE else 3)]
)
def test_the_next_command_finishes_it(
    home: Path, store: Path, memdesk_here: Callable[..., Ran], call: str, stride: int
) -> None:
    ub = home / ".local/state/ub/memory/0123456789abcdef/memory.md"
    ends = set()
    for number in count(1, stride):
        for path, data in ((ub, UB), (store / "ports.md", FACT), (store / "MEMORY.md", INDEX)):
            path.write_bytes(data)
        words = ["move", "ok:projects/-srv-api/memory/ports.md", "--entry", "ports"]
        was_killed = killed(call, number, *words, "--to", "ub:0123456789abcdef/memory.md")
        assert (store / "ports.md").exists() or b"8080" in ub.read_bytes()
        memdesk_here(
            "set", "ub:0123456789abcdef/memory.md", "--entry", "Logs rotate daily", "--body", f"Run {number}"
        )
        is_here, is_there = (store / "ports.md").exists(), b"8080" in ub.read_bytes()
        assert is_here != is_there, (call, number)
        assert is_here == (b"ports.md" in (store / "MEMORY.md").read_bytes())
        assert not list(home.rglob(".memdesk-*"))
        ends.add((was_killed, is_there))
        if not was_killed:
            break
    assert (True, True) in ends, "some kill came late enough to be finished"
    assert (False, True) in ends
