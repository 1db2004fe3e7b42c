"""Which rows of a table are selected, and more of them at once."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QAbstractItemModel, QItemSelection, QItemSelectionModel


def selected_rows(selection: QItemSelectionModel) -> list[int]:
    """The selected rows, in order, where whole rows are and any can be: `selectedRows` looks at each of their cells."""
    chosen = selection.selection()
    parts = [chosen.at(number) for number in range(chosen.count())]
    return sorted({row for part in parts for row in range(part.top(), part.bottom() + 1)})


def selection_of(model: QAbstractItemModel, rows: Iterable[int], column: int) -> QItemSelection:
    """These rows, in one column; one range for those below one another: Qt goes through all for each."""
    found, runs = QItemSelection(), list[list[int]]()
    for row in sorted(rows):
        if runs and row == runs[-1][1] + 1:
            runs[-1][1] = row
        else:
            runs.append([row, row])
    for first, end in runs:
        found.select(model.index(first, column), model.index(end, column))
    return found
