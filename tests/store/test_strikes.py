"""The program is killed where another one has just written, and saves on file systems that cannot do much.

What a kill or a failing call does while nobody else writes is tested on the whole program: `tests/faults`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from memdesk.store.sweep import Ending
from memdesk.text.document import decode, encode
from tests.store.saver import Answer, Order, asked
from tests.store.strikes import kill_at_each, left_beside, needs_strace, striking

pytestmark = needs_strace


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


def in_turns(order: Order) -> Callable[[], Order]:
    """Saves of a long and a short text, each from what the file holds."""
    texts = (b"%d: " % n + b"text\r\n" * (300 if n % 2 else 10) for n in count())
    return lambda: replace(order, base=decode(Path(order.path).read_bytes()), mine=decode(next(texts)))


def test_a_kill_between_swap_and_look_gives_the_other_text_back(order: Order) -> None:
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
            assert data != b"a: mine\nb: 2\n" or theirs in left_beside(order)

    kills = kill_at_each(anew, look)
    assert Ending.GIVEN_BACK in kills.endings
    assert kills.struck["renameat2"] == 3  # there, back, and there again


NO_EXCHANGE = "renameat2:error=EINVAL"
NO_LINK = "linkat:error=EPERM"


@pytest.mark.parametrize("lacks", [(NO_EXCHANGE,), (NO_EXCHANGE, NO_LINK)], ids=["no exchange", "nor links"])
def test_file_systems_that_cannot_do_much(order: Order, lacks: tuple[str, ...]) -> None:
    next_order = in_turns(order)
    with striking(*lacks) as carry_out:
        for _ in range(3):
            each = next_order()
            assert carry_out("write", 1, each) == Answer("Saved", data=each.mine)
            assert Path(each.path).read_bytes() == encode(each.mine)
            assert left_beside(each) == []
        if NO_LINK not in lacks:  # a file is created under a second name where a rename may not replace
            new = replace(order, path=f"{order.root}/new.md", mine="new\n", create=True)
            assert carry_out("write", 1, new) == Answer("Saved", data="new\n")
            assert carry_out("write", 1, new) == Answer("Unchanged", data="new\n")
            assert left_beside(new) == []


def test_without_an_exchange_a_lost_race_is_still_noticed(order: Order) -> None:
    Path(order.path).write_bytes(b"a: 1\nb: 2\n")
    order = replace(order, base="a: 1\n", mine="a: mine\n", sneak_in="a: 1\nb: 3\n")
    with striking(NO_EXCHANGE) as carry_out:
        assert carry_out("write", 1, order) == Answer("Merged", data="a: mine\nb: 3\n")
    assert Path(order.path).read_bytes() == b"a: mine\nb: 3\n"
    assert left_beside(order) == []
