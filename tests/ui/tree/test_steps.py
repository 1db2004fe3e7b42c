"""The fewest row changes between two lists of siblings."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memdesk.ui.tree.steps import RowMoved, RowsCame, RowsGone, Step, steps_between

names = st.lists(st.integers(0, 12), unique=True)


def apply(old: list[int], new: list[int], steps: list[Step]) -> list[int]:
    rows = list(old)
    for step in steps:
        if isinstance(step, RowsGone):
            del rows[step.first : step.last + 1]
        elif isinstance(step, RowMoved):
            rows.insert(step.to, rows.pop(step.row))
        else:
            rows[step.first : step.first] = new[step.first : step.last + 1]
    return rows


@given(names, names)
def test_the_steps_lead_from_one_list_to_the_other(old: list[int], new: list[int]) -> None:
    assert apply(old, new, steps_between(old, new)) == new


@given(names, names)
def test_a_row_that_is_in_both_never_leaves(old: list[int], new: list[int]) -> None:
    gone = sum(step.last - step.first + 1 for step in steps_between(old, new) if isinstance(step, RowsGone))
    assert gone == len(set(old) - set(new))


@given(names)
def test_nothing_changes_where_nothing_changed(rows: list[int]) -> None:
    assert steps_between(rows, list(rows)) == []


def test_one_row_that_changes_place_is_one_move() -> None:
    rows = list(range(1000))
    assert steps_between(rows, [*rows[1:], 0]) == [RowMoved(0, 999)]
    assert steps_between(rows, [999, *rows[:-1]]) == [RowMoved(999, 0)]


def test_neighbours_come_and_go_in_one_step() -> None:
    assert steps_between([1, 2, 3, 4, 5], [1, 5]) == [RowsGone(1, 3)]
    assert steps_between([1, 5], [1, 2, 3, 4, 5]) == [RowsCame(1, 3)]
