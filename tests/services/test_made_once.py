"""A part that several threads ask for at once is made once."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from memdesk.services.made_once import made_once

THREADS = 4


class Whole:
    """Something with a part that takes a moment to make."""

    @made_once
    def part(self) -> object:
        """Another one each time it is made."""
        time.sleep(0.01)
        return object()


def test_all_threads_get_the_same_part() -> None:
    whole, barrier = Whole(), Barrier(THREADS)

    def ask() -> object:
        barrier.wait()
        return whole.part

    with ThreadPoolExecutor(THREADS) as pool:
        parts = list(pool.map(lambda _: ask(), range(THREADS)))
    assert {id(part) for part in parts} == {id(whole.part)}
    assert vars(whole) == {"part": whole.part}, "whoever closes it can tell that it is there"


def test_each_whole_has_a_part_of_its_own() -> None:
    one, other = Whole(), Whole()
    assert one.part is not other.part
