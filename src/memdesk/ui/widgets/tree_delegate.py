"""Paints tree rows. Fonts, pens and icons come from the theme, layouts are kept by width: a paint allocates nothing."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QHelpEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QToolTip

from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.marks import draw_mark
from memdesk.ui.widgets.paint import draw_monogram
from memdesk.ui.widgets.tips import plain_tip
from memdesk.ui.widgets.tree_layout import RowLayout, lay_out_row
from memdesk.ui.widgets.tree_row import TreeRole, TreeRow

Index = QModelIndex | QPersistentModelIndex

TWISTY_PX = 24
"""Width of the cell that holds the twisty, in front of a row's content."""
_MOST_LAYOUTS = 4096
_LTR, _RTL = Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft
# The cells are as wide as their text, so that it stands at the same place in either direction.
_IN_PLACE = (
    Qt.AlignmentFlag.AlignLeft
    | Qt.AlignmentFlag.AlignVCenter
    | Qt.AlignmentFlag.AlignAbsolute
    | Qt.TextFlag.TextSingleLine
    | Qt.TextFlag.TextDontClip
)
_EMPTY = TreeRow("")


class TreeDelegate(QStyledItemDelegate):
    """Paints `TreeRow`s into a `TreeView`, which draws the plate behind them and the twisties before them."""

    def __init__(self, themes: ThemeManager, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._compact = False
        self._layouts: dict[tuple[TreeRow, int], RowLayout] = {}
        self.painted = _EMPTY
        """The row that was painted last."""
        themes.fonts_changed.connect(self._on_fonts_changed)

    def set_compact(self, compact: bool) -> None:
        """Hide the meta column and put marks at the trailing edge, for a narrow panel."""
        self._compact = compact
        self._layouts.clear()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: ARG002 - rows are alike
        theme = self._themes.theme
        return QSize(0, theme.row_height(theme.sizes.tree_row))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = self.painted = row_of(index)
        rect, direction = option.rect, option.direction
        content = _behind_twisty(rect)
        layout = self._layout(row, content.width())
        theme = self._themes.theme
        painter.save()
        self._paint_leading(painter, row, _placed(direction, rect, self._leading_cell(content, row)))
        self._paint_name(painter, _NamePlace(direction, rect, content), row, layout)
        for mark, left, wide in layout.marks:
            cell = _placed(direction, rect, _at(content, left, wide))
            draw_mark(painter, theme, self._themes.icons, self._themes.pulse, cell, mark)
        if layout.meta:
            painter.setFont(theme.font("meta"))
            painter.setPen(theme.pen("text3"))
            cell = _placed(direction, rect, _at(content, layout.meta_left, layout.meta_width))
            painter.drawText(cell, _IN_PLACE, layout.meta)
        painter.restore()

    def helpEvent(
        self, event: QHelpEvent, view: QAbstractItemView, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        if event.type() == QEvent.Type.ToolTip and index.isValid():
            row = row_of(index)
            if self._layout(row, _behind_twisty(option.rect).width()).elided:
                QToolTip.showText(event.globalPos(), plain_tip(row.name), view)
                return True
        return super().helpEvent(event, view, option, index)

    def _on_fonts_changed(self) -> None:
        self._layouts.clear()

    def _layout(self, row: TreeRow, width: int) -> RowLayout:
        key = (row, width)
        found = self._layouts.get(key)
        if found is None:
            if len(self._layouts) >= _MOST_LAYOUTS:
                self._layouts.clear()
            found = self._layouts[key] = lay_out_row(self._themes.theme, row, width, compact=self._compact)
        return found

    def _leading_cell(self, content: QRect, row: TreeRow) -> QRect:
        theme = self._themes.theme
        edge = theme.sizes.avatar if row.monogram else theme.icon_sizes.row
        return QRect(content.x(), content.y() + (content.height() - edge) // 2, edge, edge)

    def _paint_leading(self, painter: QPainter, row: TreeRow, cell: QRect) -> None:
        if row.monogram:
            draw_monogram(painter, self._themes.theme, cell, row.monogram)
        elif row.icon:
            self._themes.icons.draw(painter, cell, row.icon, "text2", cell.width())

    def _paint_name(self, painter: QPainter, place: _NamePlace, row: TreeRow, layout: RowLayout) -> None:
        theme = self._themes.theme
        painter.setPen(theme.pen(row.ink))
        direction, inside = painter.layoutDirection(), _RTL if layout.name_rtl else _LTR
        painter.setLayoutDirection(inside)
        for piece, cell in zip(layout.pieces, place.cells(layout, inside), strict=True):
            painter.setFont(theme.font("body", piece.weight))
            painter.drawText(cell, _IN_PLACE, piece.text)
        painter.setLayoutDirection(direction)


class _NamePlace(NamedTuple):
    """Where the name of a row goes: the direction of the window, the row, and its content as from left to right."""

    direction: Qt.LayoutDirection
    row: QRect
    content: QRect

    def cells(self, layout: RowLayout, inside: Qt.LayoutDirection) -> list[QRect]:
        """Where the pieces of a name are drawn: the name as a whole is mirrored, its pieces only if it is RTL."""
        if not layout.pieces:
            return []
        first, last = layout.pieces[0], layout.pieces[-1]
        whole = _at(self.content, first.left, last.left + last.width - first.left)
        shown = _placed(self.direction, self.row, whole)
        return [
            _placed(
                inside,
                shown,
                QRect(shown.x() + piece.left - first.left, shown.y(), piece.width, shown.height()),
            )
            for piece in layout.pieces
        ]


def _behind_twisty(row: QRect) -> QRect:
    """The content of a row behind its twisty, as from left to right."""
    return row.adjusted(TWISTY_PX // 2, 0, 0, 0)


def _at(content: QRect, left: int, width: int) -> QRect:
    return QRect(content.x() + left, content.y(), width, content.height())


def _placed(direction: Qt.LayoutDirection, row: QRect, cell: QRect) -> QRect:
    """`cell` as it stands in a row of this direction; to ask Qt for it takes as long as to draw a line."""
    return cell if direction is _LTR else QStyle.visualRect(direction, row, cell)


def row_of(index: Index) -> TreeRow:
    """The `TreeRow` that the model gives for `index`; a row of its display text where it gives none."""
    row = index.data(TreeRole.ROW)
    if isinstance(row, TreeRow):
        return row
    model: QAbstractItemModel | None = index.model()
    return TreeRow(str(index.data() or "")) if model is not None else _EMPTY
