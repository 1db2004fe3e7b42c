"""The fewest row changes that turn one list of siblings into another: a view keeps what it knows of the rest."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple, TypeVar

from memdesk.text.rising import longest_rising

Name = TypeVar("Name", bound=Hashable)


class RowsGone(NamedTuple):
    """The rows `first` to `last` leave."""

    first: int
    last: int


class RowMoved(NamedTuple):
    """The row at `row` comes to stand at `to`, counted after it was taken out."""

    row: int
    to: int


class RowsCame(NamedTuple):
    """The rows `first` to `last` of the new list come in at these same rows."""

    first: int
    last: int


Step = RowsGone | RowMoved | RowsCame


def steps_between(old: Sequence[Name], new: Sequence[Name]) -> list[Step]:
    """The steps, each in rows as they are after the one before, that make `new` of `old`. Names are unique."""
    if old == new:
        return []
    arriving = set(new)
    kept = [name for name in old if name in arriving]
    present = set(kept)
    wanted = [name for name in new if name in present]
    return [*_leaving(old, arriving), *_moving(kept, wanted), *_coming(new, present)]


def _leaving(old: Sequence[Name], arriving: set[Name]) -> list[Step]:
    runs = _runs([row for row, name in enumerate(old) if name not in arriving])
    return [RowsGone(first, last) for first, last in reversed(runs)]


def _coming(new: Sequence[Name], present: set[Name]) -> list[Step]:
    return [RowsCame(*run) for run in _runs([row for row, name in enumerate(new) if name not in present])]


def _runs(rows: Sequence[int]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for row in rows:
        if runs and runs[-1][1] == row - 1:
            runs[-1] = (runs[-1][0], row)
        else:
            runs.append((row, row))
    return runs


def _moving(kept: list[Name], wanted: Sequence[Name]) -> list[Step]:
    if kept == wanted:
        return []
    rows = {name: row for row, name in enumerate(kept)}
    order_wanted = [rows[name] for name in wanted]
    staying = {order_wanted[place] for place in longest_rising(order_wanted)}
    steps: list[Step] = []
    order = list(kept)
    for place, name in enumerate(wanted):
        if rows[name] in staying:
            continue
        row = order.index(name)
        order.pop(row)
        to = order.index(wanted[place - 1]) + 1 if place else 0
        order.insert(to, name)
        if to != row:
            steps.append(RowMoved(row, to))
    return steps
