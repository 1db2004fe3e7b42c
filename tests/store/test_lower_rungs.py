"""Faults on the rungs below the exchange: every save here runs where renameat2(2) is not to be had."""

from __future__ import annotations

import itertools
from contextlib import closing
from pathlib import Path

import pytest

from memdesk.store.folders import StateFolders
from memdesk.store.history import History
from memdesk.text.document import encode
from tests.store.saver import Answer, Order
from tests.store.strikes import left_beside, needs_strace, striking, sweep
from tests.store.victim import STRUCK_AT

pytestmark = needs_strace

NO_EXCHANGE = "renameat2:error=EINVAL"
NO_LINK = "linkat:error=EPERM"
BEFORE, AFTER = "one\nagent\n", "two\nagent\n"
_numbers = itertools.count()


def saved_under(tmp_path: Path, *injections: str) -> tuple[Order, Answer | None]:
    """A save of one file with these faults, and its answer; None where it was killed."""
    root = tmp_path / f"memory-{next(_numbers)}"
    root.mkdir()
    path = root / "a.md"
    path.write_bytes(encode(BEFORE))
    order = Order(str(tmp_path / f"own-{root.name}"), str(root), str(path), BEFORE, AFTER)
    with striking(NO_EXCHANGE, *injections) as strike:
        return order, strike("mkdir", STRUCK_AT, order)


def texts(order: Order) -> list[bytes]:
    with closing(History(StateFolders.below(order.state).history)) as history:
        return [history.data(version.id) for version in history.versions(order.path)]


def settled(order: Order) -> bytes:
    """What the file holds before and after the next start has cleared up, which is one text and never a third."""
    found = Path(order.path).read_bytes()
    assert found in (encode(BEFORE), encode(AFTER))
    sweep(order)
    assert left_beside(order) == []
    assert Path(order.path).read_bytes() == found
    return found


@pytest.mark.parametrize("others", [(), (NO_LINK,)])
def test_a_save_gets_through(tmp_path: Path, others: tuple[str, ...]) -> None:
    order, answer = saved_under(tmp_path, *others)
    assert answer == Answer("Saved", data=AFTER)
    assert settled(order) == encode(AFTER)


@pytest.mark.parametrize(
    "strikes",
    [
        ("linkat:signal=KILL:when=1",),
        ("renameat:signal=KILL:when=1",),
        ("unlinkat:signal=KILL:when=1",),
        (NO_LINK, "renameat:signal=KILL:when=1"),
    ],
)
def test_a_kill_leaves_one_text_or_the_other(tmp_path: Path, strikes: tuple[str, ...]) -> None:
    order, answer = saved_under(tmp_path, *strikes)
    assert answer is None
    settled(order)
    assert {encode(BEFORE), encode(AFTER)} <= set(texts(order))


@pytest.mark.parametrize(
    "strikes",
    [
        ("linkat:error=EIO:when=1",),
        ("renameat:error=EIO:when=1",),
        ("renameat:error=EACCES:when=1",),
        ("unlinkat:error=EIO:when=1",),
        (NO_LINK, "renameat:error=ENOSPC:when=1"),
        (NO_LINK, "renameat:error=EACCES:when=1"),
    ],
)
def test_an_error_is_told_and_never_half_a_save(tmp_path: Path, strikes: tuple[str, ...]) -> None:
    order, answer = saved_under(tmp_path, *strikes)
    assert answer is not None
    assert answer.result in ("Saved", "Declined")
    is_saved = answer.result == "Saved"
    assert settled(order) == encode(AFTER if is_saved else BEFORE)
    assert not is_saved or {encode(BEFORE), encode(AFTER)} <= set(texts(order))
