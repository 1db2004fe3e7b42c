"""A list whose rows are painted here, all of one height: an icon, a title, more about it, and a fact at the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QAccessible, QAccessibleEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from memdesk.ui.plain import plain, plain_name
from memdesk.ui.theme.fonts import FontRole, Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.plates import draw_plate, draw_ring
from memdesk.ui.theme.tokens import ColorRole
from memdesk.ui.widgets.fitting import FittingTexts
from memdesk.ui.widgets.paint import draw_monogram

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
_PAD_PX = 10
_GAP_PX = 8
_BAR_INSET_PX = 6
# Put together once: to join flags of Qt takes as long as to draw a word.
_ONE_LINE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine | Qt.TextFlag.TextDontClip


class ListRow(NamedTuple):
    """What a row shows. Where there is no room, `more` gives way first, then `title`, elided by `title_mode`.

    A `monogram`, two letters that stand for an agent, is in the place of the icon, which is drawn in `ink`. A heading
    shows its title alone.
    """

    icon: str
    title: str
    more: str
    fact: str
    title_mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight
    monogram: str = ""
    is_heading: bool = False
    ink: ColorRole = "text2"


class ListView(QListView):
    """Shows what `row_at` says of the rows of `model`.

    Keys may come from a field beside it, the `leader`: the chosen row then looks, and is told to a screen reader, as if
    it had the focus that the field keeps. `delegate` makes what paints the rows, from the same arguments as a
    `ListDelegate`.
    """

    def __init__(
        self,
        themes: ThemeManager,
        model: QAbstractListModel,
        name: str,
        *,
        leader: QWidget | None = None,
        delegate: Callable[..., ListDelegate] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._leader = leader
        self.setModel(model)
        self.setItemDelegate((delegate or ListDelegate)(themes, self, is_led=leader is not None))
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        # Qt itself tells only of rows in a list that has the focus.
        is_led = self._leader is not None and self._leader.hasFocus()
        if is_led and current.isValid() and QAccessible.isActive():
            event = QAccessibleEvent(self, QAccessible.Event.Focus)
            event.setChild(current.row())
            QAccessible.updateAccessibility(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """As what stands below the list takes room from it, the current row stays in view."""
        row = self.visualRect(self.currentIndex())
        was_seen = not row.isEmpty() and row.top() >= 0 and row.bottom() < event.oldSize().height()
        super().resizeEvent(event)
        if was_seen and row.bottom() >= event.size().height():
            self.scrollTo(self.currentIndex())

    def row_at(self, number: int) -> ListRow | None:
        """What row `number` shows; None where there is none any more."""
        raise NotImplementedError


class ListDelegate(QStyledItemDelegate):
    """Paints the rows of a `ListView`. One that shows more than a `ListRow` overrides `paint_row`."""

    def __init__(self, themes: ThemeManager, view: ListView, *, is_led: bool) -> None:
        super().__init__(view)
        self.themes = themes
        self.view = view
        self.texts = FittingTexts(themes)
        self._is_led = is_led

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: ARG002 - all are alike
        theme = self.themes.theme
        return QSize(0, theme.row_height(theme.sizes.tree_row))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        area = option.rect.adjusted(0, 0, -1, 0)
        self._paint_plate(painter, area, option)
        self.paint_row(painter, area, index.row())
        painter.restore()

    def paint_row(self, painter: QPainter, area: QRect, number: int) -> None:
        """Paint what row `number` says, on its plate."""
        row = self.view.row_at(number)
        if row is None:
            return
        if row.is_heading:
            self.paint_heading(painter, area, row.title)
            return
        size = self._paint_icon(painter, area, row)
        left, end = _PAD_PX + size + _GAP_PX, area.width() - _PAD_PX
        wide = self.width_of(row.fact, "meta")
        self.draw(painter, self.part(area, end - wide, wide), row.fact, "meta", "text3")
        self._paint_words(painter, area, left, end - wide - _GAP_PX - left, row)

    def paint_heading(self, painter: QPainter, area: QRect, words: str) -> None:
        """Paint what stands over the rows below it."""
        painter.setFont(self.themes.theme.font("small", Weight.DemiBold))
        painter.setPen(self.themes.theme.pen("text2"))
        place = self.part(area, _PAD_PX, area.width() - 2 * _PAD_PX)
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, words)

    def _paint_icon(self, painter: QPainter, area: QRect, row: ListRow) -> int:
        """The icon, or the monogram; how wide it is."""
        theme = self.themes.theme
        if not row.monogram:
            size = theme.icon_sizes.row
            self.themes.icons.draw(painter, self.part(area, _PAD_PX, size), row.icon, row.ink, size)
            return size
        edge = theme.sizes.avatar
        cell, top = self.part(area, _PAD_PX, edge), area.y() + (area.height() - edge) // 2
        draw_monogram(painter, theme, QRect(cell.x(), top, edge, edge), row.monogram)
        return edge

    def _paint_words(self, painter: QPainter, area: QRect, left: int, room: int, row: ListRow) -> None:
        title = self.texts.fitting(plain_name(row.title), "body", room, row.title_mode)
        taken = self.width_of(title, "body")
        self.draw(painter, self.part(area, left, taken), title, "body", "text")
        # Twice as far from the fact as a title need be: both are small print.
        rest = room - taken - 2 * _GAP_PX
        if rest > 0:
            more = self.texts.fitting(plain(row.more), "small", rest)
            self.draw(painter, self.part(area, left + taken + _GAP_PX, rest), more, "small", "text3")

    def _paint_plate(self, painter: QPainter, area: QRect, option: QStyleOptionViewItem) -> None:
        theme = self.themes.theme
        if option.state & QStyle.StateFlag.State_Selected:
            is_active = self.view.hasFocus() or self._is_led
            draw_plate(painter, theme, area, theme.radii.row, "accentSoft" if is_active else "selInactive")
            if is_active:
                bar = self.part(area, 0, theme.lines.edge).adjusted(0, _BAR_INSET_PX, 0, -_BAR_INSET_PX)
                draw_plate(painter, theme, bar, theme.lines.edge / 2, "focus")
        elif (
            option.state & QStyle.StateFlag.State_MouseOver and option.state & QStyle.StateFlag.State_Enabled
        ):
            draw_plate(painter, theme, area, theme.radii.row, "hover")
        # Of several chosen rows, or beside them, the keys work on one.
        if option.state & QStyle.StateFlag.State_HasFocus:
            draw_ring(painter, theme, area, theme.radii.row)

    def width_of(self, text: str, role: FontRole) -> int:
        """How wide a text is in this font, in px."""
        return self.texts.width(text, role)

    def draw(self, painter: QPainter, area: QRect, text: str, role: FontRole, ink: ColorRole) -> None:
        """Write one line of text."""
        painter.setFont(self.themes.theme.font(role))
        painter.setPen(self.themes.theme.pen(ink))
        painter.drawText(area, _ONE_LINE, text)

    def part(self, area: QRect, left: int, width: int) -> QRect:
        """`width` px of a row from `left` on, mirrored where one reads from right to left."""
        part = QRect(area.x() + left, area.y(), width, area.height())
        return QStyle.visualRect(self.view.layoutDirection(), area, part)
