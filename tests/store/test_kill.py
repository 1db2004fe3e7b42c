"""The program is killed at its first, second, third... call of each writing kind, until it comes through untouched.

After each kill the file must be old or new, and a sweep must leave nothing behind.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, field, replace
from itertools import count
from pathlib import Path

import pytest

from memdesk.store.confine import Root
from memdesk.store.folders import StateFolders
from memdesk.store.history import History
from memdesk.store.save import Store
from memdesk.store.sweep import Ending
from memdesk.text.document import decode, encode
from tests.store.saver import CHECKOUT, Answer, Order, asked
from tests.store.victim import CALLS, KILLED_AT

MOST_CALLS = KILLED_AT - 1

Kill = Callable[[str, int, Order], Answer | None]


def strace_works() -> bool:
    """Whether this system lets one process meddle with the calls of another."""
    if shutil.which("strace") is None:
        return False
    tried = subprocess.run(["strace", "-e", "trace=none", "true"], capture_output=True, check=False)
    return tried.returncode == 0


pytestmark = pytest.mark.skipif(
    not strace_works(), reason="strace is missing or not permitted: apt-get install strace"
)


@pytest.fixture
def kill() -> Iterator[Kill]:
    """Carries an order out and kills it at the n-th call of a kind; the answer if it came to its end before."""
    calls = ",".join(CALLS)
    strace = ["strace", "-f", "-qqq", "-o", "/dev/null", "-e", f"trace={calls}"]
    inject = ["-e", f"inject={calls}:signal=KILL:when={KILLED_AT}"]
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

        def kill(call: str, number: int, order: Order) -> Answer | None:
            orders.write(json.dumps([call, number, asdict(order)]).encode() + b"\n")
            line = answers.readline()
            assert line.endswith(b"\n"), "the program that forks the victims was killed itself"
            return Answer(**json.loads(line)) if line.strip() else None

        yield kill


@pytest.fixture
def order(tmp_path: Path) -> Order:
    """A file that has been saved once, so that the history is there."""
    root = tmp_path / "memory"
    root.mkdir()
    path = root / "a.md"
    path.write_bytes(b"\xef\xbb\xbfhead: 1\r\n")
    path.chmod(0o640)
    order = Order(
        state=str(tmp_path / "own"), root=str(root), path=str(path), base="\ufeffhead: 1\r\n", mine="x\n"
    )
    assert asked(order).result == "Saved"
    return order


@contextmanager
def history_of(order: Order) -> Iterator[History]:
    with closing(History(StateFolders.below(order.state).history)) as history:
        yield history


def sweep(order: Order) -> set[Ending]:
    """Clear up as the next start does; nothing may be left."""
    with history_of(order) as history:
        roots = [Root(order.root)]
        swept = Store(StateFolders.below(order.state), history, lambda: roots).sweep()
        assert history.pending() == ()
    assert not list(Path(order.root).glob(".memdesk-*"))
    return {each.ending for each in swept}


@dataclass
class Kills:
    """What the kills came to: how often each call was struck, and how the sweeps ended."""

    struck: Counter[str] = field(default_factory=Counter)
    endings: set[Ending] = field(default_factory=set)


def each_kill(
    kill: Kill, next_order: Callable[[], Order], look: Callable[[Order, Answer | None], None]
) -> Kills:
    """Kill at each call of each kind. `look` sees what is left before and after the sweep."""
    kills = Kills()
    for call in CALLS:
        for number in range(1, MOST_CALLS):
            order = next_order()
            answer = kill(call, number, order)
            look(order, answer)
            kills.endings |= sweep(order)
            look(order, answer)
            if answer is not None:
                break
            kills.struck[call] += 1
    return kills


def test_the_file_is_old_or_new(kill: Kill, order: Order) -> None:
    path = Path(order.path)

    def look(order: Order, answer: Answer | None) -> None:
        texts = encode(order.base), encode(order.mine)
        assert path.read_bytes() in (texts if answer is None else texts[1:])
        assert answer in (None, Answer("Saved", data=order.mine))

    kills = each_kill(kill, in_turns(order), look)
    assert kills.endings == {Ending.CLEARED}
    assert {"write", "pwrite64", "fsync", "fdatasync", "fchmod", "renameat2", "unlinkat"} <= set(kills.struck)
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_file_written_in_place_is_mended(kill: Kill, order: Order) -> None:
    path = Path(order.path)
    path.with_name("b.md").hardlink_to(path)
    long, short = b"before\r\n" * 300, b"after\n"
    is_swept = False

    def anew() -> Order:
        path.write_bytes(long)
        return replace(order, base=decode(long), mine=decode(short))

    def look(order: Order, answer: Answer | None) -> None:
        nonlocal is_swept
        data = path.read_bytes()
        assert data == short if answer is not None else data in (long, short) or not is_swept
        is_swept = not is_swept

    kills = each_kill(kill, anew, look)
    assert kills.endings == {Ending.CLEARED, Ending.MENDED}
    assert {"write", "fsync", "ftruncate"} <= set(kills.struck)


def in_turns(order: Order) -> Callable[[], Order]:
    """Saves of a long and a short text, each from what the file holds."""
    texts = (b"%d: " % n + b"text\r\n" * (300 if n % 2 else 10) for n in count())
    return lambda: replace(order, base=decode(Path(order.path).read_bytes()), mine=decode(next(texts)))


def test_a_kill_between_swap_and_look_gives_the_other_text_back(kill: Kill, order: Order) -> None:
    """Another program wrote unseen, so the swap displaced what nobody had read, and then the lights went out."""
    path = Path(order.path)
    unwritten, theirs, merged = b"a: 1\nb: 2\n", b"a: 1\nb: 3\n", b"a: mine\nb: 3\n"

    def anew() -> Order:
        path.write_bytes(unwritten)
        # The base is not what is on the disk, so a merge is called, and in it the other program writes.
        return replace(order, base="a: 1\n", mine="a: mine\n", sneak_in=decode(theirs))

    def look(order: Order, answer: Answer | None) -> None:
        data = path.read_bytes()
        if answer is not None:
            assert data == merged == encode(answer.data)
        else:
            assert data != b"a: mine\nb: 2\n" or theirs in left_beside(path)

    kills = each_kill(kill, anew, look)
    assert Ending.GIVEN_BACK in kills.endings
    assert kills.struck["renameat2"] == 3  # there, back, and there again


def left_beside(path: Path) -> list[bytes]:
    """What the temporary files beside a file hold."""
    return [left.read_bytes() for left in path.parent.glob(".memdesk-*")]
