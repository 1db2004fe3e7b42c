"""The rows of a list, and what Qt asks of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import QModelIndex, QStringListModel, Qt

from memdesk.ui.widgets.list_view import NOWHERE, Index
from memdesk.ui.widgets.tips import plain_tip

Row = TypeVar("Row")
_Role = Qt.ItemDataRole


_FLAGS = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren


class ListModel(QStringListModel, Generic[Row]):
    """Holds `rows`. A subclass says what a row is called, and what more there is to hear and to read of it.

    Of Qt's list of strings it has nothing but how many there are: a view that lays thousands of rows out asks for that
    twice for each of them, and need not ask Python.
    """

    def __init__(self, rows: Sequence[Row] = ()) -> None:
        super().__init__([""] * len(rows))
        self.rows = rows

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show these instead. Rows that are the same are painted anew, and nothing else happens to them."""
        if rows is not self.rows and rows == self.rows:
            self.tell_changed()
            return
        self.rows = rows
        self.setStringList([""] * len(rows))

    def renew(self, rows: Sequence[Row]) -> None:
        """Each row says something else now, and is the same."""
        self.rows = rows
        self.tell_changed()

    def tell_changed(self) -> None:
        """The rows are called otherwise now."""
        if self.rows:
            self.dataChanged.emit(self.index(0), self.index(len(self.rows) - 1))

    def at(self, number: int) -> Row | None:
        """Row `number`; None where there is none, or none any more."""
        return self.rows[number] if 0 <= number < len(self.rows) else None

    def title(self, row: Row) -> str:
        """What a row is called."""
        raise NotImplementedError

    def spoken(self, row: Row) -> str:
        """What a screen reader says of a row."""
        return self.title(row)

    def tip(self, row: Row) -> str:  # noqa: ARG002 - most have none
        """What more there is to read of a row, in plain text; empty for nothing."""
        return ""

    def is_heading(self, row: Row) -> bool:  # noqa: ARG002 - most lists have none
        """Whether a row stands over others, and cannot be chosen."""
        return False

    # What Qt asks

    def flags(self, index: Index) -> Qt.ItemFlag:
        row = self.at(index.row())
        return Qt.ItemFlag.NoItemFlags if row is None or self.is_heading(row) else _FLAGS

    def data(self, index: Index, role: int = _Role.DisplayRole) -> object:
        row = self.at(index.row())
        if row is None:
            return None
        if role == _Role.DisplayRole:
            return self.title(row)
        if role == _Role.AccessibleTextRole:
            return self.spoken(row)
        tip = self.tip(row) if role == _Role.ToolTipRole else ""
        return plain_tip(tip) if tip else None


class GrowingModel(ListModel[Row]):
    """Rows that also come and go one by one; it tells how many there are by itself."""

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def sibling(self, row: int, column: int, idx: Index) -> QModelIndex:  # noqa: ARG002 - all have one parent
        """By this a selection gives its rows; Qt's list of strings knows only as many as were there first."""
        return self.index(row, column)
