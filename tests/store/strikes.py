"""Have a save of the store killed, or a system call of it fail, while another program writes as one likes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path

import pytest

from memdesk.store.confine import Root
from memdesk.store.folders import StateFolders
from memdesk.store.history import History
from memdesk.store.save import Store
from memdesk.store.sweep import Ending
from tests.store.lines import merge_lines
from tests.store.saver import CHECKOUT, Answer, Order
from tests.store.victim import CALLS, STRUCK_AT

Strike = Callable[[str, int, Order], Answer | None]
"""Carries an order out, with a strike at the call of that kind and number; None where there was no answer."""
Look = Callable[[Order, Answer | None], None]


EVERY_STRIKE = bool(os.environ.get("MEMDESK_TEST_EVERY_STRIKE"))
"""Whether to leave out no strike, which takes minutes."""
STRIDES = {} if EVERY_STRIKE else {"pwrite64": 5}
"""Of which calls only every so-manieth is struck. SQLite writes its pages by `pwrite64`, some ten for each of its
transactions, and whichever of them is the last makes no difference to who reads the database again."""


def numbers_of(call: str, last: int) -> Iterable[int]:
    """The numbers of the calls of a kind to strike, from the first one up to `last`."""
    return range(1, last + 1, STRIDES.get(call, 1))


def each_once(effect: str) -> Sequence[str]:
    """A strike at each call, of which orders choose one."""
    return [f"{call}:{effect}:when={STRUCK_AT}" for call in CALLS]


def strace_works() -> bool:
    """Whether this system lets one process meddle with the calls of another."""
    if shutil.which("strace") is None:
        return False
    tried = subprocess.run(["strace", "-e", "trace=none", "true"], capture_output=True, check=False)
    return tried.returncode == 0


needs_strace = pytest.mark.skipif(
    not strace_works(), reason="strace is missing or not permitted: apt-get install strace"
)


@contextmanager
def striking(*injections: str) -> Iterator[Strike]:
    """A process under `strace` that carries orders out."""
    strace = [
        "strace",
        "-f",
        "-qqq",
        "-o",
        "/dev/null",
        "-e",
        f"trace={','.join((*CALLS, 'linkat', 'renameat'))}",
    ]
    inject = [part for injection in injections for part in ("-e", f"inject={injection}")]
    with subprocess.Popen(
        [*strace, *inject, sys.executable, "-m", "tests.store.victim"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=CHECKOUT,
        bufsize=0,
    ) as victims:
        assert victims.stdin is not None
        assert victims.stdout is not None
        orders, answers = victims.stdin, victims.stdout

        def strike(call: str, number: int, order: Order) -> Answer | None:
            orders.write(json.dumps([call, number, asdict(order)]).encode() + b"\n")
            line = answers.readline()
            assert line.endswith(b"\n"), "the process that forks the victims was struck itself"
            return Answer(**json.loads(line)) if line.strip() else None

        yield strike


def sweep(order: Order) -> set[Ending]:
    """Clear up as the next start does; nothing may be left."""
    folders = StateFolders.below(order.state)
    with closing(History(folders.history)) as history:
        swept = Store(
            folders, history, lambda: [Root(order.root)], lambda paths: [merge_lines] * len(paths)
        ).sweep()
        assert history.pending() == ()
        assert history.pending_changes() == ()
    assert left_beside(order) == []
    return {each.ending for each in swept}


def left_beside(order: Order) -> list[bytes]:
    """What the temporary files beside a file hold."""
    return [left.read_bytes() for left in Path(order.root).glob(".memdesk-*")]


@dataclass
class Kills:
    """What the kills came to: the last number of each call that was struck, and how the sweeps ended."""

    struck: Counter[str] = field(default_factory=Counter)
    endings: set[Ending] = field(default_factory=set)


def kill_at_each(next_order: Callable[[], Order], look: Look) -> Kills:
    """Kill at the first, second, third... call of each kind, until one comes through untouched.

    `look` sees what is left, before the sweep and after it.
    """
    kills = Kills()
    with striking(*each_once("signal=KILL")) as kill:
        for call in CALLS:
            for number in numbers_of(call, STRUCK_AT - 1):
                order = next_order()
                answer = kill(call, number, order)
                look(order, answer)
                kills.endings |= sweep(order)
                look(order, answer)
                if answer is not None:
                    break
                kills.struck[call] = number
    return kills
