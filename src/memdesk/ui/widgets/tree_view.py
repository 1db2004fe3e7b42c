"""The tree of memory: a `QTreeView` whose rows, plates and twisties are all painted here."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QItemSelection, QModelIndex, QPoint, QRect, Qt
from PySide6.QtGui import (
    QFocusEvent,
    QHoverEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QFrame, QStyle, QStyleOptionViewItem, QTreeView, QWidget

from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.plates import draw_plate, draw_ring
from memdesk.ui.widgets.tree_delegate import TWISTY_PX, Index, TreeDelegate

INSET_PX = 6
_BAR_INSET_PX = 6
_KEYBOARD_REASONS = frozenset(
    {Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason, Qt.FocusReason.ShortcutFocusReason}
)


class TreeView(QTreeView):
    """Shows a model that gives `TreeRow`s. Put it into a layout with margins 6, 6, 0, 6.

    A selected row whose parent is closed shows its selection on the nearest row that can be seen.
    """

    def __init__(self, themes: ThemeManager, name: str, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._delegate = TreeDelegate(themes, self)
        self._shown = QModelIndex()
        self._hover_y: int | None = None
        self._by_keyboard = False
        self._pulsing: list[QRect] = []
        self.setItemDelegate(self._delegate)
        self.setAccessibleName(name)
        self._configure()
        themes.pulse.ticked.connect(self._on_ticked)
        themes.fonts_changed.connect(self._on_fonts_changed)
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)

    def set_compact(self, compact: bool) -> None:
        """Hide the meta column and put marks at the trailing edge, for a narrow panel."""
        self._delegate.set_compact(compact)
        self.viewport().update()

    def drawRow(self, painter: QPainter, options: QStyleOptionViewItem, index: Index) -> None:
        row = QRect(0, options.rect.y(), self.viewport().width(), options.rect.height())
        inset = (INSET_PX, 0, 0, 0) if self.isRightToLeft() else (0, 0, -INSET_PX, 0)
        self._paint_plate(painter, row.adjusted(*inset), index)
        super().drawRow(painter, options, index)
        if self._delegate.painted.marks.writing:
            self._pulsing.append(row)

    def drawBranches(self, painter: QPainter, rect: QRect, index: Index) -> None:
        if not self.model().hasChildren(index):
            return
        # Qt gives the room in front of the row: its end is the twisty's middle. To ask for it takes as long as a name.
        middle = rect.x() if self.isRightToLeft() else rect.x() + rect.width()
        cell = QRect(middle - TWISTY_PX // 2, rect.y(), TWISTY_PX, rect.height())
        name = "chevron-down" if self.isExpanded(index) else "chevron-right"
        self._themes.icons.draw(painter, cell, name, "text3", self._themes.theme.icon_sizes.mark)

    def paintEvent(self, event: QPaintEvent) -> None:
        self._shown = self._nearest_visible(self.currentIndex())
        super().paintEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._by_keyboard = False
        if not self._toggle_at(event.position().toPoint()):
            super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if not self._toggle_at(event.position().toPoint()):
            super().mouseDoubleClickEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._by_keyboard = True
        super().keyPressEvent(event)
        self.viewport().update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._by_keyboard = event.reason() in _KEYBOARD_REASONS
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHoverEvent) and event.type() == QEvent.Type.HoverMove:
            self._hover_at(event.position().toPoint().y())
        elif event.type() in (QEvent.Type.HoverLeave, QEvent.Type.Leave):
            self._hover_at(None)
        return super().viewportEvent(event)

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        super().selectionChanged(selected, deselected)
        # The selection may be shown on another row than the one Qt knows to repaint.
        self.viewport().update()

    def _configure(self) -> None:
        self.setHeaderHidden(True)
        self.setUniformRowHeights(True)
        self.setIndentation(self._themes.theme.sizes.tree_indent)
        self.setAnimated(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_Hover)

    def _paint_plate(self, painter: QPainter, plate: QRect, index: Index) -> None:
        theme = self._themes.theme
        radius = theme.radii.row
        hovered = self._hover_y is not None and plate.top() <= self._hover_y <= plate.bottom()
        if index == self._shown and self.selectionModel().hasSelection():
            focused = self.hasFocus()
            draw_plate(painter, theme, plate, radius, "accentSoft" if focused else "selInactive")
            if focused:
                self._paint_bar(painter, plate)
        elif hovered:
            draw_plate(painter, theme, plate, radius, "hover")
        if index == self._shown and self.hasFocus() and self._by_keyboard:
            draw_ring(painter, theme, plate, radius)

    def _paint_bar(self, painter: QPainter, plate: QRect) -> None:
        theme = self._themes.theme
        bar = QRect(
            plate.x(), plate.y() + _BAR_INSET_PX, theme.lines.edge, plate.height() - 2 * _BAR_INSET_PX
        )
        bar = QStyle.visualRect(self.layoutDirection(), plate, bar)
        draw_plate(painter, theme, bar, theme.lines.edge / 2, "focus")

    def _twisty_cell(self, index: Index, width: int) -> QRect:
        """The cell of the twisty of `index`, `width` px wide, centred on where the row's indentation ends."""
        item = self.visualRect(index)
        row = QRect(0, item.y(), self.viewport().width(), item.height())
        start = QStyle.visualRect(self.layoutDirection(), row, item).x()
        cell = QRect(start - width // 2, item.y(), width, item.height())
        return QStyle.visualRect(self.layoutDirection(), row, cell)

    def _toggle_at(self, place: QPoint) -> bool:
        index = self.indexAt(place)
        if not index.isValid() or not self.model().hasChildren(index):
            return False
        if not self._twisty_cell(index, self._themes.theme.sizes.min_hit).contains(place):
            return False
        self.setExpanded(index, not self.isExpanded(index))
        return True

    def _nearest_visible(self, index: QModelIndex) -> QModelIndex:
        visible, parent = index, index.parent()
        while parent.isValid():
            if not self.isExpanded(parent):
                visible = parent
            parent = parent.parent()
        return visible

    def _hover_at(self, y: int | None) -> None:
        if y == self._hover_y:
            return
        height = self._themes.theme.row_height(self._themes.theme.sizes.tree_row)
        for edge in (self._hover_y, y):
            if edge is not None:
                self.viewport().update(0, edge - height, self.viewport().width(), 2 * height)
        self._hover_y = y

    def _on_ticked(self) -> None:
        rows, self._pulsing = self._pulsing, []
        for row in rows:
            self.viewport().update(row)

    def _on_scrolled(self) -> None:
        if self._pulsing:
            # Scrolling moves painted pixels without painting: the places of the marks have to be learned anew.
            self._pulsing.clear()
            self.viewport().update()

    def _on_fonts_changed(self) -> None:
        self.setIndentation(self._themes.theme.sizes.tree_indent)
        self.scheduleDelayedItemsLayout()
