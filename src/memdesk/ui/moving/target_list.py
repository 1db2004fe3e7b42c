"""The documents that something can be moved to, as a list that a field filters."""

from __future__ import annotations

from collections.abc import Sequence

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

from memdesk.services.move_targets import MoveTarget
from memdesk.ui import format as shown
from memdesk.ui.i18n import tr
from memdesk.ui.memory.crumbs import scope_title
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.tokens import ColorRole
from memdesk.ui.tree.defaults import document_icon
from memdesk.ui.widgets.paint import draw_plate, draw_ring
from memdesk.ui.widgets.tips import plain_tip

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_PAD_PX = 10
_GAP_PX = 8
_BAR_INSET_PX = 6


class TargetModel(QAbstractListModel):
    """The targets that are shown."""

    def __init__(self, targets: Sequence[MoveTarget]) -> None:
        super().__init__()
        self._all = tuple(targets)
        self.shown = self._all

    def set_filter(self, text: str) -> None:
        """Show those that answer to all words of `text`."""
        words = text.casefold().split()
        self.beginResetModel()
        self.shown = tuple(target for target in self._all if target.answers(words))
        self.endResetModel()

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.shown)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        target = self.shown[index.row()] if index.row() < len(self.shown) else None
        if target is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return target.document.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join((target.document.title, where(target), target.agent))
        return plain_tip(target.document.path) if role == Qt.ItemDataRole.ToolTipRole else None


def where(target: MoveTarget) -> str:
    """The scope of a target, and whether it is there yet."""
    scope = scope_title(target.document)
    return scope if target.document.exists else tr("{scope}, not there yet", scope=scope)


class TargetList(QListView):
    """Shows a `TargetModel`; keys that a field beside it passes on move in it."""

    def __init__(self, themes: ThemeManager, model: TargetModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self.setModel(model)
        self.setItemDelegate(_TargetDelegate(themes, self))
        self.setAccessibleName(tr("Where to"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)

    def step(self, by: int) -> None:
        """Go `by` rows down."""
        last = self.model().rowCount() - 1
        row = min(max(0, self.currentIndex().row() + by), last)
        if row >= 0:
            self.setCurrentIndex(self.model().index(row, 0))


class _TargetDelegate(QStyledItemDelegate):
    """One row: what the document is, its title, its scope, and the agent at the trailing edge."""

    def __init__(self, themes: ThemeManager, view: TargetList) -> None:
        super().__init__(view)
        self._themes = themes
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: ARG002 - all are alike
        theme = self._themes.theme
        return QSize(0, theme.row_height(theme.sizes.tree_row))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = self._view.model()
        if not isinstance(model, TargetModel) or index.row() >= len(model.shown):
            return
        painter.save()
        theme, target = self._themes.theme, model.shown[index.row()]
        area = option.rect.adjusted(0, 0, -1, 0)
        self._paint_plate(painter, area, option)
        size = theme.icon_sizes.row
        icon = self._part(area, _PAD_PX, size)
        self._themes.icons.draw(painter, icon, document_icon(target.document.kind), "text2", size)
        wide = theme.metrics("meta").horizontalAdvance(target.agent)
        left = _PAD_PX + size + _GAP_PX
        room = area.width() - left - _PAD_PX - wide - 2 * _GAP_PX
        painter.setFont(theme.font("meta"))
        self._draw(painter, area, area.width() - _PAD_PX - wide, wide, target.agent, "text3")
        painter.setFont(theme.font("body"))
        title = theme.metrics("body").elidedText(target.document.title, Qt.TextElideMode.ElideMiddle, room)
        taken = theme.metrics("body").horizontalAdvance(title)
        self._draw(painter, area, left, taken, title, "text")
        painter.setFont(theme.font("small"))
        rest = room - taken - _GAP_PX
        said = theme.metrics("small").elidedText(where(target), Qt.TextElideMode.ElideRight, rest)
        self._draw(painter, area, left + taken + _GAP_PX, rest, shown.isolated(said), "text3")
        painter.restore()

    def _paint_plate(self, painter: QPainter, area: QRect, option: QStyleOptionViewItem) -> None:
        theme = self._themes.theme
        if option.state & QStyle.StateFlag.State_Selected:
            draw_plate(painter, theme, area, theme.radii.row, "accentSoft")
            height = area.height() - 2 * _BAR_INSET_PX
            bar = QRect(area.x(), area.y() + _BAR_INSET_PX, theme.lines.edge, height)
            bar = QStyle.visualRect(self._view.layoutDirection(), area, bar)
            draw_plate(painter, theme, bar, theme.lines.edge / 2, "focus")
            if self._view.hasFocus():
                draw_ring(painter, theme, area, theme.radii.row)
        elif option.state & QStyle.StateFlag.State_MouseOver:
            draw_plate(painter, theme, area, theme.radii.row, "hover")

    def _draw(self, painter: QPainter, area: QRect, left: int, width: int, text: str, ink: ColorRole) -> None:
        painter.setPen(self._themes.theme.pen(ink))
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine | Qt.TextFlag.TextDontClip
        painter.drawText(self._part(area, left, width), flags, text)

    def _part(self, area: QRect, left: int, width: int) -> QRect:
        part = QRect(area.x() + left, area.y(), width, area.height())
        return QStyle.visualRect(self._view.layoutDirection(), area, part)
