"""Puts new rows into a list so that the row one looks at stays where it is on screen."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import QItemSelectionModel
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QAbstractItemView

from memdesk.ui.widgets.selected_rows import selection_of

_Flag = QItemSelectionModel.SelectionFlag


class _Stand(NamedTuple):
    """A row, and where its upper edge is in the view, in px."""

    row: int
    top: int


def show_steadily(
    view: QAbstractItemView,
    addresses: Callable[[], Sequence[Hashable]],
    show: Callable[[], object],
    *,
    fallback: int | None = None,
    row_of: Callable[[], Mapping[Any, int]] | None = None,
) -> int:
    """Let `show` give `view` other rows, and keep what the user looks at where it is.

    Rows with the same entry in `addresses` before and after are the same row. The current row and the selected ones
    stay so. One row keeps its place on screen: the one under the pointer, else the current one, else the first in view;
    if it is gone, the next that is left. If the current row is gone, row `fallback` becomes current; without a
    `fallback`, the row that took its place. Returns by how many px the rows miss their place, because the list ends.
    A list that nobody has seen yet is not laid out. `row_of` gives the row of each address where that is known without
    going through them all.
    """
    is_unseen = not view.isVisible() and not view.verticalScrollBar().maximum()
    before = addresses()
    current, column = view.currentIndex().row(), max(0, view.currentIndex().column())
    chosen = [before[index.row()] for index in view.selectionModel().selectedRows()]
    stand, bar = None if is_unseen else _stand_of(view), view.verticalScrollBar()
    value = bar.value()
    show()
    if not is_unseen:
        view.doItemsLayout()
    now = addresses()
    places = row_of() if row_of is not None else {address: row for row, address in enumerate(now)}
    if current >= 0 and now:
        place = places.get(before[current])
        if place is None:
            place = min(current, len(now) - 1) if fallback is None else fallback
        _choose(view, place, column, [places[one] for one in chosen if one in places])
    bar.setValue(value)
    return _hold(view, stand, before, places) if stand is not None else 0


def is_pointed_at(view: QAbstractItemView) -> bool:
    """Whether the pointer is over the rows."""
    viewport = view.viewport()
    return viewport.underMouse() and viewport.rect().contains(viewport.mapFromGlobal(QCursor.pos()))


def _stand_of(view: QAbstractItemView) -> _Stand | None:
    """The row that must not move."""
    viewport, current = view.viewport(), view.currentIndex()
    under = view.indexAt(viewport.mapFromGlobal(QCursor.pos())) if is_pointed_at(view) else None
    if under is not None and under.isValid():
        index = under
    elif current.isValid() and viewport.rect().intersects(view.visualRect(current)):
        index = current
    else:
        index = view.indexAt(viewport.rect().topLeft())
    return _Stand(index.row(), view.visualRect(index).top()) if index.isValid() else None


def _choose(view: QAbstractItemView, place: int, column: int, chosen: Sequence[int]) -> None:
    model, selection = view.model(), view.selectionModel()
    index = model.index(place, column)
    if view.currentIndex() == index and len(selection.selectedRows()) == len(chosen):
        return
    if len(chosen) < 2:
        view.setCurrentIndex(index)
        return
    selection.select(selection_of(model, chosen, column), _Flag.ClearAndSelect | _Flag.Rows)
    selection.setCurrentIndex(index, _Flag.NoUpdate)


def _hold(
    view: QAbstractItemView, stand: _Stand, before: Sequence[Hashable], places: Mapping[Any, int]
) -> int:
    """Scroll until the row of `stand`, or the first row below it that is left, is where `stand` was."""
    row = next((places[address] for address in before[stand.row :] if address in places), None)
    if row is None:
        return 0
    index, bar = view.model().index(row, 0), view.verticalScrollBar()
    is_by_row = view.verticalScrollMode() is QAbstractItemView.ScrollMode.ScrollPerItem
    step_px = max(1, view.visualRect(index).height()) if is_by_row else 1
    wanted = bar.value() + (view.visualRect(index).top() - stand.top) // step_px
    bar.setValue(wanted)
    return (wanted - bar.value()) * step_px
