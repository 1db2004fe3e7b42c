"""A list of rows as high as they are: where rows are, which are selected, what lies in one of them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QRegion
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QSizePolicy, QStyle, QWidget

from memdesk.ui.entries.geometry import Cells, Heights, cells_of, heights_of, marks_px, warning_px
from memdesk.ui.entries.model import Index, RowsModel
from memdesk.ui.entries.row import Row, RowName
from memdesk.ui.entries.warning_words import WarningWords
from memdesk.ui.theme.manager import ThemeManager

_PRESSABLE = ("edit", "remove", "why", "fix", "menu", "opens", "handle")
_Flag = QItemSelectionModel.SelectionFlag
_Cursor = QAbstractItemView.CursorAction
_STEPS = {_Cursor.MoveUp: -1, _Cursor.MovePrevious: -1, _Cursor.MoveDown: 1, _Cursor.MoveNext: 1}
_PAGE_PX = 400


class RowList(QListView):
    """A `QListView` for the sake of screen readers, which know it as a list; where its rows are is told here."""

    row_entered = Signal(int)
    """The keyboard is at this row now."""
    rect_wanted = Signal(QRect)
    """This part of the list shall be seen."""
    height_changed = Signal()
    laid_out = Signal()
    """Rows and their marks may stand elsewhere than before."""

    def __init__(
        self, themes: ThemeManager, model: RowsModel, name: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._themes = themes
        self._model = model
        self._heights = Heights(())
        self._warnings = WarningWords(themes)
        self._hover: tuple[int, str] = (-1, "")
        self._held: tuple[RowName, QWidget] | None = None
        self._covers_words = self._is_placing = False
        self._can_edit = True
        self.setModel(model)
        self.setAccessibleName(name)
        self._configure()
        for changed in (model.rowsInserted, model.rowsRemoved, model.rowsMoved):
            changed.connect(self.lay_out)
        model.dataChanged.connect(self._on_rows_changed)
        self.lay_out()
        themes.masks.changed.connect(self.lay_out)

    def _configure(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)
        self.viewport().setAutoFillBackground(False)

    def set_editable(self, can_edit: bool) -> None:
        """Offer what changes an entry, or do not."""
        self._can_edit = can_edit
        self.lay_out()

    # Rows and their places

    @property
    def rows(self) -> Sequence[Row]:
        """The rows there are."""
        return self._model.rows

    @property
    def current(self) -> Row | None:
        """The row with the keyboard."""
        place = self.currentIndex().row()
        return self.rows[place] if 0 <= place < len(self.rows) else None

    @property
    def selected(self) -> list[Row]:
        """The selected entries, in the order of the list; the current one where none is selected."""
        places = sorted(index.row() for index in self.selectionModel().selectedIndexes())
        found = [self.rows[place] for place in places if self.rows[place].is_entry]
        current = self.current
        return found or ([current] if current is not None and current.is_entry else [])

    def turn_secrets(self) -> bool:
        """Show the secrets in the current row, or mask them again; whether there are any."""
        row = self.current
        masks = self._themes.masks
        if row is None:
            return False
        found = masks.values(f"{row.shown_lead}\n{row.shown_text}")
        return masks.turn_values(found if masks.is_private else found | masks.values(row.around))

    def rows_from(self, y: int) -> Sequence[Row]:
        """The rows that begin at `y` or below."""
        first = max(0, self._row_at(y))
        return self.rows[first:]

    def select(self, name: RowName) -> None:
        """Make a row the current and the only selected one."""
        index = self._model.index_of(name)
        if index.isValid():
            # Qt would add it to the selection while Ctrl is down, as it is for the key that led here.
            self.selectionModel().setCurrentIndex(index, _Flag.ClearAndSelect)

    def select_all(self, names: Sequence[RowName], current: RowName) -> None:
        """Select these rows and `current`, which is the current one."""
        self.select(current)
        for name in names:
            self.selectionModel().select(self._model.index_of(name), _Flag.Select)

    def take_focus(self) -> None:
        """Have the keyboard, at the current row."""
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        if self.currentIndex().isValid():
            self.rect_wanted.emit(self.visualRect(self.currentIndex()))

    def hold_widget(self, name: RowName, widget: QWidget, *, covers_words: bool) -> None:
        """Show `widget` in the row of this name, which is as high as that from now on; it may cover its words."""
        self.release_widget()
        widget.setParent(self.viewport())
        self._held, self._covers_words = (name, widget), covers_words
        self.lay_out()
        widget.show()

    def release_widget(self) -> None:
        """Show no widget any more."""
        if self._held is not None:
            self._held[1].hide()
        self._held = None
        self.lay_out()

    def rename_held(self, name: RowName) -> None:
        """The row that holds the widget is called so now."""
        if self._held is not None and self._held[0] != name:
            self._held = (name, self._held[1])
            self.lay_out()

    def show_held(self) -> None:
        """Ask for the widget in its row to be seen."""
        if self._held is not None:
            self.rect_wanted.emit(self._held[1].geometry())

    @property
    def held_marks_px(self) -> int:
        """What the marks of the row that holds the widget take at its trailing end, also once it is unsaved."""
        place = self._model.index_of(self._held[0]).row() if self._held is not None else -1
        return marks_px(self.cells(place), self.width()) if place >= 0 else 0

    def lay_out(self, *_: object) -> None:
        """Take the heights of the rows there are now."""
        if self._is_placing:
            # What is held tells how high it gets while it lays itself out. It is asked after that.
            return
        before = self._heights.total
        self._heights = heights_of(self._themes.theme, self.rows, self._held_height, self._warning_lines)
        if self._heights.total != before:
            self.setFixedHeight(self._heights.total)
            self.height_changed.emit()
        self._place_held()
        self.viewport().update()
        self.laid_out.emit()

    def _on_rows_changed(self) -> None:
        """Lay out what rows say now; one that the keyboard is at, and that could be seen, still can as it grows."""
        before = self.visualRect(self.currentIndex())
        is_seen = self.hasFocus() and self.viewport().visibleRegion().boundingRect().contains(before)
        self.lay_out()
        now = self.visualRect(self.currentIndex())
        if is_seen and now.height() > before.height():
            self.rect_wanted.emit(now)

    def _warning_lines(self, row: Row) -> int:
        wide = warning_px(self._themes.theme, row, self.width(), editable=self._can_edit)
        return len(self._warnings.lines(row, wide))

    def _held_height(self, row: Row) -> int | None:
        if self._held is None or row.name != self._held[0]:
            return None
        widget = self._held[1]
        # It knows how high it gets once it is as wide as it will be.
        self._place(widget, QRect(widget.pos(), QSize(self.width(), widget.height())))
        wanted = (
            widget.heightForWidth(self.width()) if widget.hasHeightForWidth() else widget.sizeHint().height()
        )
        return max(wanted, 0)

    def _place_held(self) -> None:
        if self._held is None:
            return
        index = self._model.index_of(self._held[0])
        if index.isValid():
            self._place(self._held[1], self.visualRect(index))

    def _place(self, widget: QWidget, area: QRect) -> None:
        self._is_placing = True
        widget.setGeometry(area)
        self._is_placing = False

    def _rects(self) -> Sequence[tuple[Row, QRect]]:
        return [(row, self.rect_of_row(place)) for place, row in enumerate(self.rows)]

    def rect_of_row(self, place: int) -> QRect:
        """Where a row is."""
        return QRect(0, self._heights.top(place), self.viewport().width(), self._heights.height(place))

    def cells(self, place: int) -> Cells:
        """The cells of a row as from left to right."""
        row = self.rows[place]
        active = place in (self._hover[0], self.currentIndex().row() if self.hasFocus() else -1)
        # What is being written is not to be opened once more.
        is_covered = self._covers_words and self._held is not None and self._held[0] == row.name
        return cells_of(
            self._themes.theme,
            row,
            self.rect_of_row(place),
            active=active and not is_covered,
            editable=self._can_edit,
        )

    def _cell_at(self, place: QPoint) -> tuple[int, str]:
        row = self._row_at(place.y())
        if row < 0:
            return -1, ""
        cells = self.cells(row)
        area = self.rect_of_row(row)
        for name in _PRESSABLE:
            cell: QRect = getattr(cells, name)
            if not cell.isEmpty() and QStyle.visualRect(self.layoutDirection(), area, cell).contains(place):
                return row, name
        return row, ""

    def _row_at(self, y: int) -> int:
        return self._heights.at(y) if 0 <= y < self._heights.total else -1

    # What Qt asks of a view

    def visualRect(self, index: Index) -> QRect:
        return self.rect_of_row(index.row()) if 0 <= index.row() < len(self.rows) else QRect()

    def indexAt(self, point: QPoint) -> QModelIndex:
        row = self._row_at(point.y())
        return self._model.index(row, 0) if row >= 0 else QModelIndex()

    def scrollTo(self, index: Index, hint: QAbstractItemView.ScrollHint | None = None) -> None:  # noqa: ARG002
        # The page scrolls, and only for what the keyboard does: see `currentChanged`.
        return

    def doItemsLayout(self) -> None:
        """Nothing: `lay_out` knows all heights."""

    def updateGeometries(self) -> None:
        """Nothing: the list has no scroll bars."""

    def horizontalOffset(self) -> int:
        return 0

    def verticalOffset(self) -> int:
        return 0

    def isIndexHidden(self, index: Index) -> bool:  # noqa: ARG002 - none is
        return False

    def setSelection(self, rect: QRect, command: QItemSelectionModel.SelectionFlag) -> None:
        first, last = (
            self._row_at(max(0, rect.top())),
            self._row_at(min(rect.bottom(), self._heights.total - 1)),
        )
        picked = QItemSelection()
        if first >= 0 and last >= first:
            picked.select(self._model.index(first, 0), self._model.index(last, 0))
        self.selectionModel().select(picked, command)

    def visualRegionForSelection(self, selection: QItemSelection) -> QRegion:
        region = QRegion()
        for index in selection.indexes():
            region |= QRegion(self.visualRect(index))
        return region

    def moveCursor(
        self,
        action: QAbstractItemView.CursorAction,
        modifiers: Qt.KeyboardModifier,  # noqa: ARG002 - what they select is for Qt
    ) -> QModelIndex:
        at, last = self.currentIndex().row(), len(self.rows) - 1
        if last < 0:
            return QModelIndex()
        if action == _Cursor.MoveHome:
            at = 0
        elif action == _Cursor.MoveEnd:
            at = last
        elif action in (_Cursor.MovePageUp, _Cursor.MovePageDown):
            way = -1 if action == _Cursor.MovePageUp else 1
            at = self._heights.at(
                min(max(0, self._heights.top(max(0, at)) + way * _PAGE_PX), self._heights.total - 1)
            )
        else:
            at = min(max(0, at + _STEPS.get(action, 0)), last)
        return self._model.index(at, 0)

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.viewport().update()
        if current.isValid() and self.hasFocus():
            self.row_entered.emit(current.row())
            self.rect_wanted.emit(self.visualRect(current))
