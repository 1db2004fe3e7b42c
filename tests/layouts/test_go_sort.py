"""Items that compare equal come out in the order in which Go's own `sort.Slice` leaves them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.layouts.shapes.go_sort import _Slice, sort_slice

Keyed = tuple[int, int]
"""A key, by which is sorted, and the place where the item stood."""


def is_less(one: Keyed, other: Keyed) -> bool:
    return one[0] < other[0]


def order(keys: list[int]) -> list[int]:
    return [place for _, place in sort_slice([(key, place) for place, key in enumerate(keys)], is_less)]


@given(st.lists(st.integers(0, 4), max_size=12))
def test_twelve_keep_their_order(keys: list[int]) -> None:
    assert order(keys) == sorted(range(len(keys)), key=lambda place: keys[place])


def test_more_do_not() -> None:
    assert order([place % 3 for place in range(20)]) == [
        *(9, 18, 15, 3, 12, 0, 6, 10, 7, 4),
        *(13, 16, 1, 19, 8, 5, 11, 14, 2, 17),
    ]


FAMILIES: dict[str, Callable[[int, int], int]] = {
    "equal": lambda place, count: 0,
    "three": lambda place, count: place % 3,
    "down": lambda place, count: -place // 4,
    "pipe": lambda place, count: min(place, count - place),
    "scattered": lambda place, count: place * 7919 % 101,
}


@pytest.mark.parametrize(
    ("family", "count", "answered"),
    [
        ("equal", 50, "c38e304ddfe01a06"),
        ("three", 50, "c390354de8191e99"),
        ("down", 50, "3b4c0dfcf216a9b3"),
        ("pipe", 50, "f7d38a9e726535e0"),
        ("scattered", 50, "323ef05ebb508d58"),
        ("equal", 200, "10708993c6b3cc58"),
        ("three", 200, "cd8cb6861822340b"),
        ("down", 200, "f8c2c814b49fee53"),
        ("pipe", 200, "b9486b958e754bdf"),
        ("scattered", 200, "6a5227d929b1e79d"),
        ("equal", 1000, "ebdfce5a8139c893"),
        ("three", 1000, "259f302e59221b3f"),
        ("down", 1000, "b3e80f7ff3491b38"),
        ("pipe", 1000, "4e0a0d0790a3c63b"),
        ("scattered", 1000, "aa50eeacf46da35f"),
    ],
)
def test_the_order_is_the_one_that_go_gives(family: str, count: int, answered: str) -> None:
    """The digests are of the places that Go's algorithm printed for the same keys."""
    places = order([FAMILIES[family](place, count) for place in range(count)])
    assert hashlib.sha256(" ".join(map(str, places)).encode()).hexdigest()[:16] == answered


@given(st.lists(st.integers(-5, 5), max_size=300), st.integers(0, 3))
def test_all_items_come_out_sorted_whatever_the_limit(keys: list[int], limit: int) -> None:
    run = _Slice([(key, place) for place, key in enumerate(keys)], is_less)
    run.sort(0, len(keys), limit)
    assert [key for key, _ in run.items] == sorted(keys)
    assert sorted(place for _, place in run.items) == list(range(len(keys)))
