"""The candidates as a table that can be ticked."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Mapping, Sequence
from enum import IntEnum

from PySide6.QtCore import QAbstractTableModel, Qt, Signal

from memdesk.services.documents.taken import Address
from memdesk.services.prune.prune import Candidate
from memdesk.ui import format as shown
from memdesk.ui.i18n import told, tr
from memdesk.ui.plain import plain_name
from memdesk.ui.prune.listed import Listed
from memdesk.ui.prune.words import chip_of, next_of, shown_title, size_of, spoken, where_of
from memdesk.ui.theme.masks import SecretMasks
from memdesk.ui.widgets.list_view import NOWHERE, Index
from memdesk.ui.widgets.tips import plain_tip


class Column(IntEnum):
    """The columns of the table."""

    ENTRY = 0
    WHERE = 1
    NEXT = 2
    AGE = 3
    SIZE = 4


_FLAGS = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
# Put together once: Qt asks twice for each cell that it paints, and an operation on flags takes as long as a word.
_ENTRY_FLAGS = _FLAGS | Qt.ItemFlag.ItemIsUserCheckable


class PruneModel(QAbstractTableModel):
    """Rows are candidates; what is ticked stays so when other rows are shown. `now` gives Unix seconds.

    Signals:
        ticks_changed: other candidates are ticked.
    """

    ticks_changed = Signal()

    def __init__(self, now: Callable[[], float], masks: SecretMasks) -> None:
        super().__init__()
        self._now = now
        self._masks = masks
        masks.changed.connect(self._on_masks_changed)
        self._listed = Listed()
        self.ticked: frozenset[Address] = frozenset()
        """What is ticked, shown or not; only what is shown is acted on."""
        self.ticked_here: frozenset[Address] = frozenset()
        """What is ticked and shown."""
        self.ticked_rows: Sequence[int] = ()
        """The rows that are shown and ticked, in order."""

    @property
    def rows(self) -> tuple[Candidate, ...]:
        """The candidates that are shown."""
        return self._listed.rows

    @property
    def addresses(self) -> Sequence[Address]:
        """What the rows are called."""
        return self._listed.names

    @property
    def places(self) -> Mapping[Address, int]:
        """In which row each of them stands."""
        return self._listed.row_of

    def show_rows(self, listed: Listed) -> None:
        """Show these."""
        self.beginResetModel()
        self._listed = listed
        self._find_ticked_rows()
        self.endResetModel()

    def row_of(self, candidate: Candidate | None) -> int | None:
        """Where a candidate stands now; None where it does not."""
        return None if candidate is None else self._listed.row_of.get(candidate.address)

    def _find_ticked_rows(self) -> None:
        row_of, shown_rows = self._listed.row_of, self._listed.addresses
        self.ticked_here = self.ticked & shown_rows
        if len(self.ticked_here) == len(self.rows):
            self.ticked_rows = range(len(self.rows))
        else:
            self.ticked_rows = sorted(row_of[one] for one in self.ticked_here)

    def keep_ticks(self, addresses: Container[Address]) -> None:
        """Forget the ticks of all but these."""
        self._set_ticked(frozenset(one for one in self.ticked if one in addresses))

    def untick(self, addresses: Collection[Address]) -> None:
        """Forget the ticks of these, shown or not."""
        self._set_ticked(self.ticked.difference(addresses))

    def is_ticked(self, row: int) -> bool:
        """Whether a row is ticked."""
        return self.rows[row].address in self.ticked

    def tick(self, rows: Collection[int], *, on: bool) -> None:
        """Tick these rows, or not."""
        self._tick(frozenset(self.rows[row].address for row in rows), on=on)

    def _tick(self, addresses: frozenset[Address], *, on: bool) -> None:
        self._set_ticked(self.ticked | addresses if on else self.ticked - addresses)

    def _set_ticked(self, after: frozenset[Address]) -> None:
        if after != self.ticked:
            self.ticked = after
            self._tell()

    def turn(self, rows: Sequence[int]) -> None:
        """Tick these rows; where all of them are ticked, none."""
        if rows:
            self.tick(rows, on=not all(map(self.is_ticked, rows)))

    def turn_all(self) -> None:
        """Tick all rows that are shown; where all are ticked, none. Of very many this goes through none of them."""
        self._tick(self._listed.addresses, on=len(self.ticked_rows) < len(self.rows))

    @property
    def state(self) -> Qt.CheckState:
        """Whether all rows that are shown are ticked, none, or some."""
        ticked = len(self.ticked_rows)
        if ticked == 0:
            return Qt.CheckState.Unchecked
        return Qt.CheckState.Checked if ticked == len(self.rows) else Qt.CheckState.PartiallyChecked

    def _tell(self) -> None:
        self._find_ticked_rows()
        if self.rows:
            last = self.index(len(self.rows) - 1, Column.ENTRY)
            self.dataChanged.emit(self.index(0, Column.ENTRY), last, [Qt.ItemDataRole.CheckStateRole])
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, Column.ENTRY, Column.ENTRY)
        self.ticks_changed.emit()

    def _on_masks_changed(self) -> None:
        if self.rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.rows) - 1, len(Column) - 1))

    # What Qt asks

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(Column)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return _ENTRY_FLAGS if index.column() == Column.ENTRY else _FLAGS

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        candidate, column = self.rows[index.row()], Column(index.column())
        if role == Qt.ItemDataRole.DisplayRole:
            return self.words(candidate, column)
        if column is Column.ENTRY and role == Qt.ItemDataRole.CheckStateRole:
            return Qt.CheckState.Checked if self.is_ticked(index.row()) else Qt.CheckState.Unchecked
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return plain_name(
                spoken(candidate, self._now(), self._masks, is_ticked=self.is_ticked(index.row()))
            )
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(candidate)
        return None

    def _tip(self, candidate: Candidate) -> str:
        shown_now = self._masks.shown
        reasons = "\n".join(
            tr("{reason}: {evidence}", reason=chip_of(reason), evidence=shown_now(told(reason.evidence)))
            for reason in candidate.reasons
        )
        return plain_tip(f"{shown_title(candidate, self._masks)}\n{reasons}\n{candidate.entry.document.path}")

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.CheckStateRole:
            return False
        self.tick([index.row()], on=value in (Qt.CheckState.Checked, Qt.CheckState.Checked.value))
        return True

    def words(self, candidate: Candidate, column: Column) -> str:
        """What a column says of a candidate."""
        match column:
            case Column.ENTRY:
                return plain_name(shown_title(candidate, self._masks))
            case Column.WHERE:
                return " · ".join(where_of(candidate))
            case Column.NEXT:
                return next_of(candidate, self._now())
            case Column.AGE:
                return shown.age(candidate.since, self._now())
            case Column.SIZE:
                return size_of(candidate.size_bytes)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation is not Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return {
            Column.ENTRY: tr("Entry and reason"),
            Column.WHERE: tr("Where"),
            Column.NEXT: tr("Goes next"),
            Column.AGE: tr("Age"),
            Column.SIZE: tr("Size"),
        }[Column(section)]
