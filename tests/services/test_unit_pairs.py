"""Which unit is which, in documents whose entries have the same words."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from types import FrameType
from typing import Any

import pytest

from memdesk.services.remembered.unit_pairs import renumbered
from memdesk.services.remembered.units import Unit, UnitId
from memdesk.text.outline import NodeKind


def units(keys: Iterable[str]) -> dict[UnitId, Unit]:
    """Entries that say their key."""
    seen = Counter[str]()
    found: dict[UnitId, Unit] = {}
    for key in keys:
        unit_id = ("", key, seen[key])
        found[unit_id] = Unit(unit_id, (key, seen[key]), NodeKind.ENTRY, key, "", key)
        seen[key] += 1
    return found


def lines_run(then: dict[UnitId, Unit], now: dict[UnitId, Unit]) -> int:
    """How many lines of Python it takes to tell them apart."""
    count = 0

    def step(_frame: FrameType, event: str, _: object) -> Any:
        nonlocal count
        count += event == "line"
        return step

    before = sys.gettrace()
    sys.settrace(step)
    try:
        renumbered(then, now)
    finally:
        sys.settrace(before)
    return count


def same(many: int) -> list[str]:
    return ["same"] * many


def each_second_the_same(many: int) -> list[str]:
    return [key for number in range(many // 2) for key in ("same", f"k{number}")]


def one_of_few(many: int) -> list[str]:
    return [f"k{number * number % 7}" for number in range(many)]


@pytest.mark.parametrize("of_many", [same, each_second_the_same, one_of_few])
def test_twice_as_many_take_about_twice_as_much(of_many: Any) -> None:
    half, whole = (
        lines_run(units(["old", *keys, "end"]), units(["new", *keys[: many // 2], "mid", *keys[many // 2 :]]))
        for many in (600, 1200)
        for keys in [of_many(many)]
    )
    assert whole < 3 * half


def test_what_stands_between_others_keeps_its_number_among_them() -> None:
    then, now = units(["x", "a", "x", "b", "x"]), units(["a", "x", "b", "x"])
    assert renumbered(then, now) == {
        ("", "x", 1): ("", "x", 0),
        ("", "x", 2): ("", "x", 1),
        ("", "x", 0): ("", "x", 2),
    }
