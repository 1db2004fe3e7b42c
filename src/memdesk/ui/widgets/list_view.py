"""A list whose rows are painted here, all of one height: an icon, a title, more about it, and a fact at the end."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from memdesk.ui.theme.fonts import FontRole
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.tokens import ColorRole
from memdesk.ui.widgets.paint import draw_plate, draw_ring

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
_PAD_PX = 10
_GAP_PX = 8
_BAR_INSET_PX = 6


class ListRow(NamedTuple):
    """What a row shows. Where there is no room, `more` gives way first, then `title`, elided by `title_mode`."""

    icon: str
    title: str
    more: str
    fact: str
    title_mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight


class ListView(QListView):
    """Shows what `row_at` says of the rows of `model`.

    `is_led` tells a list whose keys come from a field beside it: the chosen row looks as if it had the focus.
    """

    def __init__(
        self,
        themes: ThemeManager,
        model: QAbstractListModel,
        name: str,
        *,
        is_led: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setModel(model)
        self.setItemDelegate(_Delegate(themes, self, is_led=is_led))
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)

    def row_at(self, number: int) -> ListRow | None:
        """What row `number` shows; None where there is none any more."""
        raise NotImplementedError


class _Delegate(QStyledItemDelegate):
    def __init__(self, themes: ThemeManager, view: ListView, *, is_led: bool) -> None:
        super().__init__(view)
        self._themes = themes
        self._view = view
        self._is_led = is_led

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: ARG002 - all are alike
        theme = self._themes.theme
        return QSize(0, theme.row_height(theme.sizes.tree_row))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = self._view.row_at(index.row())
        if row is None:
            return
        painter.save()
        area = option.rect.adjusted(0, 0, -1, 0)
        self._paint_plate(painter, area, option)
        size = self._themes.theme.icon_sizes.row
        self._themes.icons.draw(painter, self._part(area, _PAD_PX, size), row.icon, "text2", size)
        left, end = _PAD_PX + size + _GAP_PX, area.width() - _PAD_PX
        wide = self._width(row.fact, "meta")
        self._draw(painter, self._part(area, end - wide, wide), row.fact, "meta", "text3")
        self._paint_words(painter, area, left, end - wide - 2 * _GAP_PX - left, row)
        painter.restore()

    def _paint_words(self, painter: QPainter, area: QRect, left: int, room: int, row: ListRow) -> None:
        theme = self._themes.theme
        title = theme.metrics("body").elidedText(row.title, row.title_mode, room)
        taken = self._width(title, "body")
        self._draw(painter, self._part(area, left, taken), title, "body", "text")
        rest = room - taken - _GAP_PX
        if rest > 0:
            more = theme.metrics("small").elidedText(row.more, Qt.TextElideMode.ElideRight, rest)
            self._draw(painter, self._part(area, left + taken + _GAP_PX, rest), more, "small", "text3")

    def _paint_plate(self, painter: QPainter, area: QRect, option: QStyleOptionViewItem) -> None:
        theme, has_focus = self._themes.theme, self._view.hasFocus()
        if option.state & QStyle.StateFlag.State_Selected:
            is_active = has_focus or self._is_led
            draw_plate(painter, theme, area, theme.radii.row, "accentSoft" if is_active else "selInactive")
            if is_active:
                bar = self._part(area, 0, theme.lines.edge).adjusted(0, _BAR_INSET_PX, 0, -_BAR_INSET_PX)
                draw_plate(painter, theme, bar, theme.lines.edge / 2, "focus")
            if has_focus:
                draw_ring(painter, theme, area, theme.radii.row)
        elif option.state & QStyle.StateFlag.State_MouseOver:
            draw_plate(painter, theme, area, theme.radii.row, "hover")

    def _width(self, text: str, role: FontRole) -> int:
        return self._themes.theme.metrics(role).horizontalAdvance(text)

    def _draw(self, painter: QPainter, area: QRect, text: str, role: FontRole, ink: ColorRole) -> None:
        painter.setFont(self._themes.theme.font(role))
        painter.setPen(self._themes.theme.pen(ink))
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine | Qt.TextFlag.TextDontClip
        painter.drawText(area, flags, text)

    def _part(self, area: QRect, left: int, width: int) -> QRect:
        """`width` px of a row from `left` on, mirrored where one reads from right to left."""
        part = QRect(area.x() + left, area.y(), width, area.height())
        return QStyle.visualRect(self._view.layoutDirection(), area, part)
