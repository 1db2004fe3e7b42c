"""The rows of a block as Qt's views and screen readers see them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from memdesk.ui.entries.row import Row, RowKind, RowName, Sent
from memdesk.ui.i18n import listed, tr
from memdesk.ui.theme.masks import SecretMasks
from memdesk.ui.tree.steps import RowMoved, RowsCame, RowsGone, steps_between
from memdesk.ui.widgets.tips import plain_tip

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_Role = Qt.ItemDataRole
_OURS = frozenset({RowKind.HEAD, RowKind.ADD})
"""What these rows say is a title, or no memory at all."""
_SELECTABLE = frozenset({RowKind.ENTRY, RowKind.TEXT})


class RowsModel(QAbstractListModel):
    """Never reset: a change takes out, moves and puts in the fewest rows, so that a view keeps what it knows."""

    def __init__(self, masks: SecretMasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._masks = masks
        self._rows: list[Row] = []
        self._places: dict[RowName, int] = {}

    @property
    def rows(self) -> Sequence[Row]:
        """The rows there are now."""
        return self._rows

    @property
    def has_stamps(self) -> bool:
        """Whether entries carry the time they are from."""
        return any(row.time_s is not None for row in self._rows)

    def row_at(self, index: Index) -> Row:
        """The row of an index."""
        return self._rows[index.row()]

    def index_of(self, name: RowName) -> QModelIndex:
        """The index of a row; an invalid one where there is none of this name."""
        place = self._places.get(name)
        return self.index(place, 0) if place is not None else QModelIndex()

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Have `rows`, whose names are unique."""
        old, new = self._rows, list(rows)
        names = [row.name for row in new]
        for step in steps_between([row.name for row in old], names):
            self._take(step, new)
        changed = [place for place, row in enumerate(new) if self._rows[place] != row]
        self._rows = new
        self._places = {name: place for place, name in enumerate(names)}
        if changed:
            self.dataChanged.emit(self.index(changed[0], 0), self.index(changed[-1], 0))

    def _take(self, step: RowsGone | RowMoved | RowsCame, new: Sequence[Row]) -> None:
        if isinstance(step, RowsGone):
            self.beginRemoveRows(_NOWHERE, step.first, step.last)
            del self._rows[step.first : step.last + 1]
            self.endRemoveRows()
        elif isinstance(step, RowMoved):
            # Qt counts the target before the row is taken out.
            to = step.to if step.to < step.row else step.to + 1
            self.beginMoveRows(_NOWHERE, step.row, step.row, _NOWHERE, to)
            self._rows.insert(step.to, self._rows.pop(step.row))
            self.endMoveRows()
        else:
            self.beginInsertRows(_NOWHERE, step.first, step.last)
            self._rows[step.first : step.first] = new[step.first : step.last + 1]
            self.endInsertRows()

    # What Qt asks

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """How many rows there are."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = _Role.DisplayRole) -> object:
        """The words of a row, its sentence for a reader, and all its words as a tool tip."""
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        shown = self._masks.shown_title_in if row.kind in _OURS else self._masks.shown_in
        if role == _Role.DisplayRole:
            return shown(row.shown_text, row.around)
        if role == _Role.AccessibleTextRole:
            return shown(row.sentence, row.around)
        if role != _Role.ToolTipRole or not row.is_entry:
            return None
        # In a narrow row its chips are cut or left out.
        beside = listed((row.note, tr("left out") if row.sent is Sent.LEFT_OUT else ""))
        words = self._masks.shown_in(row.text, row.around)
        return plain_tip(f"{words}\n{beside}" if beside else words)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Heads and buttons take the focus, entries can be selected too."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        is_selectable = self._rows[index.row()].kind in _SELECTABLE
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemNeverHasChildren
        return flags | Qt.ItemFlag.ItemIsSelectable if is_selectable else flags
