"""Clearing takes what was said and nothing else, and no byte of it stays."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from memdesk.errors import Refused
from memdesk.store.clearing import Amount, Clearing, Scope
from memdesk.store.erasing import Erasing
from memdesk.store.history import History
from tests.store.killing import in_a_child
from tests.store.leftovers import places_of
from tests.store.strikes import EVERY_STRIKE

ONE, TWO = "/roots/one/a.md", "/roots/two/b.md"


class Time:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def history(tmp_path: Path, time: Time) -> Iterator[History]:
    with closing(History(str(tmp_path / "history"), clock=time)) as made:
        for number in range(3):
            time.now = 1000.0 + 100 * number
            made.record_seen(ONE, b"one %d of the first root\n" % number)
            made.record_seen(TWO, b"two %d of the second root\n" % number)
        yield made


def texts(history: History, path: str) -> list[bytes]:
    return [history.data(version.id) for version in history.versions(path)]


def test_all_goes(history: History, tmp_path: Path) -> None:
    clearing = Clearing(history.place)
    said = clearing.amount(Scope())
    assert (said.versions, said.documents) == (6, 2)
    assert clearing.clear(Scope()) == said
    assert clearing.amount(Scope()) == Amount(0, 0, 0)
    assert texts(history, ONE) == texts(history, TWO) == []
    assert places_of("of the first root", [tmp_path]) == []
    assert clearing.clear(Scope()) == Amount(0, 0, 0)
    history.record_seen(ONE, b"goes on\n")
    assert texts(history, ONE) == [b"goes on\n"]


def test_one_folder_goes(history: History, tmp_path: Path) -> None:
    Clearing(history.place).clear(Scope("/roots/one"))
    assert (len(texts(history, ONE)), len(texts(history, TWO))) == (0, 3)
    assert places_of("of the first root", [tmp_path]) == []
    Clearing(history.place).clear(Scope("/roots/tw"))
    assert len(texts(history, TWO)) == 3
    Clearing(history.place).clear(Scope(TWO))
    assert texts(history, TWO) == []


def test_what_is_old_goes_but_for_the_newest(history: History) -> None:
    assert Clearing(history.place).clear(Scope(before=1150.0)).versions == 4
    assert [version.when for version in history.versions(ONE)] == [1200.0]
    assert Clearing(history.place).clear(Scope(before=9000.0)).versions == 0
    assert history.versions(ONE)[0].parent is None


def test_nothing_goes_while_a_change_is_open(history: History) -> None:
    save = history.record_save(ONE, None, None, b"new\n", "edit", file=ONE, temporary=".t")
    with pytest.raises(Refused, match="is not finished"):
        Clearing(history.place).clear(Scope())
    assert len(texts(history, ONE)) == 4
    assert Clearing(history.place).clear(Scope("/roots/two")).versions == 3
    history.finish(save, landed=True)
    change = history.open_change("move", [(TWO, b"x\n", b"y\n")])
    with pytest.raises(Refused, match=TWO):
        Clearing(history.place).clear(Scope())
    history.close_change(change)
    assert Clearing(history.place).clear(Scope()).versions == 4


def test_a_history_that_is_not_there_is_empty(tmp_path: Path) -> None:
    with closing(History(str(tmp_path / "none"))) as history:
        clearing = Clearing(history.place)
        assert clearing.clear(Scope()) == clearing.amount() == Amount(0, 0, 0)
        assert clearing.size_bytes() == 0
    assert list(tmp_path.iterdir()) == []


def test_a_kill_leaves_all_of_it_or_the_next_start_finishes(tmp_path: Path) -> None:
    outcomes, number = set(), 1
    while (True, True) not in outcomes:
        folder = tmp_path / str(number)
        with closing(History(str(folder))) as history:
            history.record_all((f"/m/{each}.md", b"a text of the past %d\n" % each) for each in range(40))
        has_ended = in_a_child(partial(Clearing(history.place).clear, Scope()), number) == 0
        with closing(history.place.database()) as database:
            assert Erasing(database).finish()
        left = Clearing(history.place).amount().versions
        assert left in (0, 40)
        if not left:
            assert places_of("a text of the past", [folder]) == []
        outcomes.add((has_ended, not left))
        number += 1 if EVERY_STRIKE else 9
    assert outcomes == {(False, False), (False, True), (True, True)}
