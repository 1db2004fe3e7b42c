"""The list of rows: what is seen of it is drawn, and what keys and the pointer do on it is told."""

from __future__ import annotations

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QPoint,
    QRect,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from memdesk.ui.editor.found import NOTHING_FOUND, Found
from memdesk.ui.entries.dragging import Dragging
from memdesk.ui.entries.found_marks import marks_of
from memdesk.ui.entries.keys import row_key
from memdesk.ui.entries.model import RowsModel
from memdesk.ui.entries.painter import RowPainter
from memdesk.ui.entries.row import RowKind
from memdesk.ui.entries.row_list import RowList
from memdesk.ui.entries.row_state import RowState
from memdesk.ui.theme.manager import ThemeManager

_Flag = QItemSelectionModel.SelectionFlag


class RowsView(RowList):
    """Shows a `RowsModel`. Heads fold, entries can be selected, dragged and acted on; all of it also by keys.

    Names of cells in `cell_pressed`: `edit`, `remove`, `why`, `fix`, `menu`; of a head also `handle`, its fold.
    """

    cell_pressed = Signal(str, int)
    """A cell with this name was pressed, in this row."""
    key_pressed = Signal(object)
    """A key with a meaning of its own was pressed (`RowKey`)."""
    menu_requested = Signal(int, QPoint)
    """The menu of a row is wanted at this place of the screen."""
    row_dropped = Signal(int, object)
    """A row was dragged to a `DropPlace`."""
    row_dragged = Signal(int, object)
    """A row is held by the pointer, at this `QPoint` of the screen."""
    row_let_go = Signal(int, object)
    """It was let go, or is gone (-1), at this `QPoint` of the screen.

    None where that is in the list, or the drag was given up.
    """

    def __init__(
        self, themes: ThemeManager, model: RowsModel, name: str, parent: QWidget | None = None
    ) -> None:
        self._dragging = Dragging(self._rects)
        super().__init__(themes, model, name, parent)
        self._painter = RowPainter(themes, self.layoutDirection(), self._warnings)
        self._found = NOTHING_FOUND
        themes.fonts_changed.connect(self._on_fonts_changed)

    def show_found(self, found: Found) -> None:
        """Mark in the rows what was found in the document."""
        if found is not self._found:
            self._found = found
            self.viewport().update()

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.rows:
            return
        with QPainter(self.viewport()) as painter:
            first, last = self._heights.at(event.rect().top()), self._heights.at(event.rect().bottom())
            selection = self.selectionModel()
            for place in range(first, last + 1):
                index = self._model.index(place, 0)
                state = self._state(place, selected=selection.isSelected(index))
                self._painter.paint(
                    painter, self.rows[place], self.rect_of_row(place), self.cells(place), state
                )
            if self._dragging.target is not None:
                self._painter.paint_insertion(painter, self.rect(), self._dragging.target.y)

    def _state(self, place: int, *, selected: bool) -> RowState:
        row = self.rows[place]
        held = self._held is not None and self._held[0] == row.name
        return RowState(
            selected=selected and not held,
            current=place == self.currentIndex().row() and not held,
            hovered=place == self._hover[0] and not held,
            focused=self.hasFocus(),
            over=self._hover[1] if place == self._hover[0] else "",
            holds=held,
            covered=held and self._covers_words,
            found=marks_of(row, self._found),
        )

    # Events

    def event(self, event: QEvent) -> bool:
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.ShortcutOverride
            and row_key(event) is not None
        ):
            # The window has actions of the same keys for sections.
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        meant = row_key(event)
        if self._dragging.is_active and event.key() == Qt.Key.Key_Escape:
            self._end_drag(None)
        elif meant is not None:
            self.key_pressed.emit(meant)
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down) and self._leads_out(event):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def _leads_out(self, event: QKeyEvent) -> bool:
        edge = 0 if event.key() == Qt.Key.Key_Up else len(self.rows) - 1
        return self.currentIndex().row() == edge and not event.modifiers()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._dragging.is_active:
            return
        place, cell = self._cell_at(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and place >= 0:
            row = self.rows[place]
            if (cell and cell != "handle") or row.kind in (RowKind.HEAD, RowKind.ADD):
                self.setFocus(Qt.FocusReason.MouseFocusReason)
                self.selectionModel().setCurrentIndex(self._model.index(place, 0), _Flag.NoUpdate)
                self.cell_pressed.emit(cell or "handle", place)
                return
            if self._can_edit and row.is_editable:
                self._dragging.press(row.name, event.position().toPoint())
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        place = event.position().toPoint()
        if event.buttons() & Qt.MouseButton.LeftButton:
            if self._dragging.move(place):
                self.setCursor(Qt.CursorShape.ClosedHandCursor)
                if self._is_beside(place):
                    self._dragging.leave()
                else:
                    self.rect_wanted.emit(QRect(0, place.y() - 20, 1, 40))
                if self._dragged >= 0:
                    self.row_dragged.emit(self._dragged, event.globalPosition().toPoint())
                self.viewport().update()
            # Otherwise Qt would select what the pointer passes.
            return
        if self._dragging.is_active:
            # Something else, such as a menu, has got the release.
            self._end_drag(None)
        self._hover_at(self._cell_at(place))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._dragging.is_active and event.button() != Qt.MouseButton.LeftButton:
            return
        at = event.position().toPoint()
        is_beside, was_active = self._is_beside(at), self._dragging.is_active
        if was_active and not is_beside:
            # Rows may have come or gone since the pointer moved.
            self._dragging.move(at)
        source, target = self._dragged, self._dragging.target
        self._end_drag(event.globalPosition().toPoint() if is_beside else None)
        if source >= 0 and target is not None:
            self.row_dropped.emit(source, target)
        elif not was_active:
            super().mouseReleaseEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Nothing is let go of in a list that is not there: what is dragged stays where it is."""
        super().hideEvent(event)
        if self._dragging.is_active:
            self._end_drag(None)

    @property
    def _dragged(self) -> int:
        """Where the row that is held is now; -1 where none is, or it is gone."""
        name = self._dragging.source
        return self._model.index_of(name).row() if name is not None else -1

    def _end_drag(self, at: QPoint | None) -> None:
        if self._dragging.is_active:
            self.row_let_go.emit(self._dragged, at)
        self._dragging.stop()
        self.unsetCursor()
        self.viewport().update()

    def _is_beside(self, place: QPoint) -> bool:
        """Whether a place is left or right of the list: what is dragged there leaves it."""
        return not 0 <= place.x() < self.width()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        place, cell = self._cell_at(event.position().toPoint())
        if cell in ("remove", "fix"):
            # The first of the two clicks did it, and another row may have come under the pointer.
            return
        is_click = event.button() == Qt.MouseButton.LeftButton
        if is_click and place >= 0 and not cell and self.rows[place].is_entry:
            self.cell_pressed.emit("edit", place)
            return
        super().mouseDoubleClickEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if self._dragging.is_active:
            # A menu would take the release.
            return
        place = self._row_at(event.pos().y())
        at = event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            place = self.currentIndex().row()
            at = self.viewport().mapToGlobal(self.visualRect(self.currentIndex()).center())
        if place >= 0:
            if not self.selectionModel().isSelected(self._model.index(place, 0)):
                self.setCurrentIndex(self._model.index(place, 0))
            self.menu_requested.emit(place, at)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if not self.currentIndex().isValid() and self.rows:
            first = next((place for place, row in enumerate(self.rows) if row.is_entry), 0)
            self.setCurrentIndex(self._model.index(first, 0))
        current = self.currentIndex()
        if current.isValid():
            self.row_entered.emit(current.row())
            if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
                self.rect_wanted.emit(self.visualRect(current))
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Leave, QEvent.Type.HoverLeave):
            self._hover_at((-1, ""))
        return super().viewportEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.lay_out()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LayoutDirectionChange:
            self._painter.set_direction(self.layoutDirection())

    def _hover_at(self, hover: tuple[int, str]) -> None:
        if hover != self._hover:
            self._hover = hover
            self.viewport().update()

    def _on_fonts_changed(self) -> None:
        self._painter.forget()
        self._warnings.forget()
        self.lay_out()
