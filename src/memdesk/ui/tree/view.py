"""The tree on screen: which row is current, what is open, and the filter, which gives both back when it is cleared."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, QRect, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QHideEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QStyleOptionViewItem, QWidget

from memdesk.layouts.documents import Document, Scope
from memdesk.ui.i18n import tr
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.plates import draw_ring
from memdesk.ui.timers import single_shot
from memdesk.ui.tree.dragging import DropRow, RowDrag
from memdesk.ui.tree.filter import TreeFilter
from memdesk.ui.tree.model import MemoryTreeModel
from memdesk.ui.tree.nodes import DocumentNode, SectionRow
from memdesk.ui.tree.row_place import RowPlace
from memdesk.ui.widgets.tree_delegate import Index
from memdesk.ui.widgets.tree_view import INSET_PX, TreeView

_NOTHING = 0


class Target(NamedTuple):
    """A row of the tree: the root it belongs to and, as far as it goes down, scope, document and section."""

    root_path: str
    scope: Scope | None = None
    document: Document | None = None
    section: SectionRow | None = None


class MemoryTreeView(TreeView):
    """Shows a `MemoryTreeModel`, or its filter while there is one.

    Signals:
        row_changed: another row is current, or none; the user need not have moved there.
        target_selected: the user moved to a row of a document; argument: a `Target`.
        target_opened: the user pressed Enter on such a row, or clicked it twice; argument: a `Target`.
        menu_requested: a menu for a row; arguments: where on the screen, a `Target` or None.
        drag_moved: a row is held by the pointer; arguments: its `Target`, where on the screen.
        drag_ended: it was let go; arguments: its `Target`, where on the screen, None where the drag was given up.
    """

    row_changed = Signal()
    target_selected = Signal(object)
    target_opened = Signal(object)
    menu_requested = Signal(QPoint, object)
    drag_moved = Signal(object, object)
    drag_ended = Signal(object, object)

    def __init__(
        self, themes: ThemeManager, model: MemoryTreeModel, *, parent: QWidget | None = None
    ) -> None:
        self._place, self._lays_out = RowPlace(self), False  # Qt lays the rows out while it makes the view
        super().__init__(themes, tr("Memory"), parent=parent)
        self._nodes = model
        self._filter = TreeFilter(model, self)
        self._quiet = False
        self._selected = _NOTHING
        self._selected_path = ""
        """The document whose own row is the selected one; empty where it is another kind of row."""
        self._open_before: list[int] = []
        self._drag = RowDrag()
        self._held: Target | None = None
        self._laying_out = single_shot(self, 0, self._lay_out)
        self._drop = DropRow(self, self.viewport().update)
        self.verticalScrollBar().valueChanged.connect(self._on_rolled)
        self.activated.connect(self._on_activated)
        self.expanded.connect(lambda index: self._on_opened(index, True))
        self.collapsed.connect(lambda index: self._on_opened(index, False))
        self._use(model)
        model.rowsInserted.connect(self._on_rows_came)

    @property
    def target(self) -> Target | None:
        """The current row."""
        return self._target_at(self.currentIndex())

    @property
    def is_filtering(self) -> bool:
        """Whether a filter stands between the tree and its rows."""
        return self.model() is self._filter

    @property
    def has_hits(self) -> bool:
        """Whether the filter found a name."""
        return self._filter.has_hits

    def select(self, index: QModelIndex, *, reveal: bool) -> None:
        """Make a row of the model current without saying so; `reveal` opens the rows above and scrolls to it."""
        self._note_selected(index)
        self._go_to_selected(reveal=reveal)

    def bring_into_view(self, index: QModelIndex) -> None:
        """Open the rows above a row of the model and scroll to it; one that is in view stays where it is."""
        self._bring_into_view(self._to_view(index))

    def open(self, index: QModelIndex) -> None:
        """Open a row of the model."""
        self.expand(self._to_view(index))

    def set_filter(self, text: str) -> None:
        """Show only rows with `text` in their name; for an empty text all, opened and selected as before."""
        if text:
            self._start_filter(text)
        elif self.is_filtering:
            self._end_filter()

    def _use(self, model: MemoryTreeModel | TreeFilter) -> None:
        self.setModel(model)
        # Qt keeps the ones it had before, which would go on to tell of rows of the model that is left.
        for one in self.findChildren(QItemSelectionModel):
            if one is not self.selectionModel():
                one.blockSignals(True)
                one.deleteLater()
        self.selectionModel().currentChanged.connect(self._on_current_changed)

    def _start_filter(self, text: str) -> None:
        self._quiet = True
        # What was there before stays on screen until the rows are laid out, in a turn of its own.
        self.setUpdatesEnabled(False)
        self._laying_out.start()
        if not self.is_filtering:
            self._open_before = self._nodes.open_numbers()
            self._filter.set_text(text)
            self._use(self._filter)
        else:
            self._filter.set_text(text)
        for index in self._filter.rows_to_open():
            self.expand(index)
        self._quiet = False
        # Qt lays out at once whenever it is told of another current row.
        with QSignalBlocker(self.selectionModel()):
            self._go_to_selected(reveal=False)
        self.row_changed.emit()

    def _lay_out(self) -> None:
        """Lay out what the filter found, and show it."""
        self.executeDelayedItemsLayout()
        self.setUpdatesEnabled(True)

    def _end_filter(self) -> None:
        self._quiet = True
        self._laying_out.stop()
        self.setUpdatesEnabled(True)
        for number in self._nodes.open_numbers():
            self._nodes.set_open(self._numbered(number), False)
        self._use(self._nodes)
        self._filter.clear()
        for number in self._open_before:
            self.expand(self._numbered(number))
        self._quiet = False
        self._go_to_selected(reveal=True)

    def _go_to_selected(self, *, reveal: bool) -> None:
        place = self._to_view(self._numbered(self._selected))
        self._quiet = True
        # Else Qt opens every row above the current one by itself.
        self.setAutoScroll(False)
        self.setCurrentIndex(place)
        self.setAutoScroll(True)
        self._quiet = False
        if reveal:
            self._bring_into_view(place)

    def _bring_into_view(self, place: QModelIndex) -> None:
        if not place.isValid():
            return
        above = place.parent()
        while above.isValid():
            self.expand(above)
            above = above.parent()
        if not self.viewport().rect().contains(self.visualRect(place)):
            # At an edge, nothing of what lies around it would be seen.
            self.scrollTo(place, QAbstractItemView.ScrollHint.PositionAtCenter)
            self._place.note()

    def _numbered(self, number: int) -> QModelIndex:
        return self._nodes.index_of_node(self._nodes.numbered(number))

    def _to_view(self, index: QModelIndex) -> QModelIndex:
        return self._filter.mapFromSource(index) if self.is_filtering else index

    def _to_nodes(self, index: QModelIndex) -> QModelIndex:
        return self._filter.mapToSource(index) if index.model() is self._filter else index

    def _target_at(self, index: QModelIndex) -> Target | None:
        index, nodes = self._to_nodes(index), self._nodes
        root = nodes.root_at(index)
        if root is None:
            return None
        return Target(root, nodes.scope_at(index), nodes.document_at(index), nodes.section_at(index))

    def _on_current_changed(self, index: QModelIndex) -> None:
        target = None if self._quiet else self._target_at(index)
        if target is not None and target.document is not None:
            self._note_selected(self._to_nodes(index))
            self.target_selected.emit(target)
        self.row_changed.emit()

    def _note_selected(self, index: QModelIndex) -> None:
        node = self._nodes.node(index)
        self._selected = node.number
        self._selected_path = node.document.path if isinstance(node, DocumentNode) else ""

    def _on_activated(self, index: QModelIndex) -> None:
        target = self._target_at(index)
        if target is not None and target.document is not None:
            self.target_opened.emit(target)
        else:
            self.setExpanded(index, not self.isExpanded(index))

    def _on_opened(self, index: QModelIndex, is_open: bool) -> None:
        self._nodes.set_open(self._to_nodes(index), is_open)

    def _on_rows_came(self, parent: QModelIndex, first: int, last: int) -> None:
        """Open again what was open when it went: a folder that was unmounted comes back as it was.

        A selected row that comes back is selected again, unless somebody goes through the tree by keys.
        """
        for node in self._nodes.take_reopened(parent, first, last):
            if self.is_filtering:
                self._open_before.append(node.number)
            else:
                self.expand(self._nodes.index_of_node(node))
        is_gone = bool(self._selected_path) and not self._numbered(self._selected).isValid()
        index = (
            self._nodes.index_of(self._selected_path) if is_gone and not self.hasFocus() else QModelIndex()
        )
        if index.isValid():
            self.select(index, reveal=False)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for a menu: by mouse where the pointer is, by key below the current row."""
        if self._drag.is_active:
            # A menu would take the release.
            return
        viewport = self.viewport()
        index, place = self.currentIndex(), event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            index = self.indexAt(viewport.mapFromGlobal(place))
        else:
            place = viewport.mapToGlobal(self.visualRect(index).bottomLeft())
        self.menu_requested.emit(place, self._target_at(index))

    # Rows that come and go

    def rowsAboutToBeRemoved(self, parent: Index, start: int, end: int) -> None:
        """Where the current row goes, the next one is current, but not chosen: the document on screen stays there.

        It says by itself that it was removed.
        """
        was_quiet, self._quiet = self._quiet, True
        super().rowsAboutToBeRemoved(parent, start, end)
        self._quiet = was_quiet

    def doItemsLayout(self) -> None:
        """Lay the rows out; one that the user looks at stays where it is, whatever came or went above it."""
        self._lays_out = True
        super().doItemsLayout()
        self._place.give_back()
        self._lays_out = False

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        self._place.note()

    def _on_rolled(self) -> None:
        if not self._lays_out:
            self._place.forget()

    # Dragging

    def target_under(self, at: QPoint) -> Target | None:
        """The row at a place of the screen; None where there is none, or the tree is not seen."""
        place = self.viewport().mapFromGlobal(at)
        if not self.isVisible() or not self.viewport().rect().contains(place):
            return None
        return self._target_at(self.indexAt(place))

    def show_drop(self, at: QPoint, *, is_allowed: bool) -> None:
        """Something is held at a place of the screen: mark the row where it would be dropped."""
        place = self.viewport().mapFromGlobal(at)
        self._drop.scroll(place)
        self._drop.show(place, is_allowed=is_allowed)

    def clear_drop(self) -> None:
        """Nothing is held any more."""
        self._drop.clear()

    def drawRow(self, painter: QPainter, options: QStyleOptionViewItem, index: Index) -> None:
        super().drawRow(painter, options, index)
        if self._drop.index.isValid() and index == self._drop.index:
            row = QRect(0, options.rect.y(), self.viewport().width(), options.rect.height())
            draw_ring(
                painter, self._themes.theme, row.adjusted(0, 0, -INSET_PX, 0), self._themes.theme.radii.row
            )

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._drag.is_active:
            return
        super().mousePressEvent(event)
        index = self.indexAt(event.position().toPoint())
        target = self._target_at(index)
        if event.button() == Qt.MouseButton.LeftButton and target is not None and target.document is not None:
            self._held = target
            self._drag.press(event.position().toPoint())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the row that is held; Qt would select what the pointer passes."""
        if not event.buttons() & Qt.MouseButton.LeftButton:
            # Something else, such as a menu, has got the release.
            self._give_up()
        if not self._drag.is_held:
            super().mouseMoveEvent(event)
            return
        if self._drag.move(event.position().toPoint()):
            self.drag_moved.emit(self._held, event.globalPosition().toPoint())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._drag.is_active and event.button() != Qt.MouseButton.LeftButton:
            return
        if self._drag.stop():
            self.drag_ended.emit(self._held, event.globalPosition().toPoint())
            return
        super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape gives a drag up."""
        if not (event.key() == Qt.Key.Key_Escape and self._give_up()):
            super().keyPressEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """What is out of sight gets no release."""
        super().hideEvent(event)
        self._give_up()

    def _give_up(self) -> bool:
        """Hold nothing any more, and let it be where it was; whether something was dragged."""
        was_dragged = self._drag.stop()
        if was_dragged:
            self.drag_ended.emit(self._held, None)
        return was_dragged

    def step_in(self) -> None:
        """Take the focus, on the first row where none is current."""
        self.setFocus(Qt.FocusReason.TabFocusReason)
        if not self.currentIndex().isValid():
            self.setCurrentIndex(self.model().index(0, 0))
