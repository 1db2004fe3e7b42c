"""Agents as processes, started and stopped together."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.races.acts import Act, from_json
from tests.races.forms import Form

CHECKOUT = Path(__file__).parents[2]
_NAMES = "abcdefg"


@contextmanager
def working(path: Path, kinds: Sequence[str], form: Form, seed: int) -> Iterator[list[Act]]:
    """Agents of these kinds at work on one file; at the end the list holds what they did."""
    done: list[Act] = []
    agents = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.races.writer", kind, str(path), name, form.value, str(seed)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=CHECKOUT,
        )
        for kind, name in zip(kinds, _NAMES, strict=False)
    ]
    try:
        yield done
    finally:
        for agent in agents:
            assert agent.stdin is not None
            agent.stdin.close()
        for agent in agents:
            assert agent.stdout is not None
            done += from_json(agent.stdout.read())
            agent.stdout.close()
            agent.wait()
