"""What is the same in the same order: between what stands once, each once, and never in quadratic time."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.text.same_order import aligned

ITEMS = st.text("aabbcdef", max_size=12)


@given(ITEMS, ITEMS)
def test_each_is_paired_once_with_its_like_in_order(one: str, other: str) -> None:
    pairs = sorted(aligned(one, other))
    assert all(one[at] == other[to] for at, to in pairs)
    assert [to for _, to in pairs] == sorted({to for _, to in pairs})
    assert len({at for at, _ in pairs}) == len(pairs)


@pytest.mark.parametrize(
    ("one", "other", "pairs"),
    [
        ("xaxbx", "axbx", [(1, 0), (2, 1), (3, 2), (4, 3)]),
        ("xaxbx", "xaxb", [(0, 0), (1, 1), (2, 2), (3, 3)]),
        ("axbxc", "axyzxc", [(0, 0), (1, 1), (3, 4), (4, 5)]),
        ("xaxxb", "yaxbx", [(1, 1), (2, 2), (4, 3)]),
        ("", "a", []),
        ("xx", "xxx", [(0, 0), (1, 1)]),
    ],
)
def test_what_stands_once_tells_which_of_several_went(
    one: str, other: str, pairs: list[tuple[int, int]]
) -> None:
    assert sorted(aligned(one, other)) == pairs


def test_too_many_of_the_same_are_paired_in_turn() -> None:
    words = [f"w{random.Random(1).randrange(3)}" for _ in range(600)]
    one, other = ["a", *words, "b"], ["c", *words[1:], "mid", "b"]
    pairs = list(aligned(one, other))
    assert all(one[at] == other[to] for at, to in pairs)
    assert len({at for at, _ in pairs}) == len({to for _, to in pairs}) == len(pairs) == 600
