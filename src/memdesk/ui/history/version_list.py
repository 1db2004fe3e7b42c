"""The versions of a document as a list, newest first, painted row by row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from memdesk.store.versions import FIRST_SEEN, Author, Version
from memdesk.ui.history.words import facts_of, spoken_version, tip_of, who_wrote, why_kept
from memdesk.ui.i18n import tr
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.tokens import ColorRole
from memdesk.ui.widgets.paint import draw_plate, draw_ring
from memdesk.ui.widgets.tips import plain_tip

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_PAD_PX = 10
_GAP_PX = 8
_BAR_INSET_PX = 6
_MOST_ROWS = 7
_LEAST_ROWS = 3


class VersionRow(NamedTuple):
    """One version as it is shown; `agent` is who rewrites the document, `is_present` marks the present text."""

    version: Version
    agent: str
    is_present: bool


class VersionModel(QAbstractListModel):
    """The versions that are shown."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: tuple[VersionRow, ...] = ()

    def set_rows(self, rows: Sequence[VersionRow]) -> None:
        """Show these, newest first. Rows of the same versions stay where they are."""
        new = tuple(rows)
        if [row.version.id for row in new] == [row.version.id for row in self.rows]:
            self.rows = new
            if new:
                self.dataChanged.emit(self.index(0), self.index(len(new) - 1))
            return
        self.beginResetModel()
        self.rows = new
        self.endResetModel()

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if index.row() >= len(self.rows):
            return None
        version, agent, is_present = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return who_wrote(version, agent)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return spoken_version(version, agent, is_present=is_present)
        return plain_tip(tip_of(version, agent)) if role == Qt.ItemDataRole.ToolTipRole else None


class VersionList(QListView):
    """Shows a `VersionModel`.

    Signals:
        version_chosen: the keyboard or the mouse is at another version; argument: a `Version`, or None.
    """

    version_chosen = Signal(object)

    def __init__(self, themes: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._model = VersionModel()
        self.setModel(self._model)
        self.setItemDelegate(_VersionDelegate(themes, self))
        self.setAccessibleName(tr("Versions, newest first"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.viewport().setAutoFillBackground(False)
        themes.theme_changed.connect(self.updateGeometry)

    @property
    def rows(self) -> Sequence[VersionRow]:
        """What is shown."""
        return self._model.rows

    @property
    def current(self) -> Version | None:
        """The version that is chosen."""
        row = self.currentIndex().row()
        return self.rows[row].version if 0 <= row < len(self.rows) else None

    def set_rows(self, rows: Sequence[VersionRow], preferred: int) -> None:
        """Show these; the version that was chosen stays so, else that in row `preferred` becomes it."""
        before = self.current
        self._model.set_rows(rows)
        ids = [row.version.id for row in rows]
        row = ids.index(before.id) if before is not None and before.id in ids else preferred
        self.updateGeometry()
        if row != self.currentIndex().row():
            self.setCurrentIndex(self._model.index(row))

    def sizeHint(self) -> QSize:
        return QSize(320, self._height_of(min(len(self.rows), _MOST_ROWS)))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self._height_of(min(len(self.rows), _LEAST_ROWS)))

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.version_chosen.emit(self.current)

    def _height_of(self, rows: int) -> int:
        theme = self._themes.theme
        return rows * theme.row_height(theme.sizes.tree_row)


class _VersionDelegate(QStyledItemDelegate):
    """One row: what it is, who wrote it, why it is there, and size and age at the trailing edge."""

    def __init__(self, themes: ThemeManager, view: VersionList) -> None:
        super().__init__(view)
        self._themes = themes
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: ARG002 - all are alike
        theme = self._themes.theme
        return QSize(0, theme.row_height(theme.sizes.tree_row))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        if index.row() >= len(self._view.rows):
            return
        painter.save()
        theme, row = self._themes.theme, self._view.rows[index.row()]
        area = option.rect.adjusted(0, 0, -1, 0)
        self._paint_plate(painter, area, option)
        size = theme.icon_sizes.row
        icons = self._themes.icons
        icons.draw(painter, self._part(area, _PAD_PX, size), _icon_of(row.version), "text2", size)
        left, end = _PAD_PX + size + _GAP_PX, area.width() - _PAD_PX
        facts = facts_of(row.version, is_present=row.is_present)
        wide = theme.metrics("meta").horizontalAdvance(facts)
        painter.setFont(theme.font("meta"))
        self._draw(painter, area, end - wide, wide, facts, "text3")
        room = end - wide - 2 * _GAP_PX - left
        self._paint_words(painter, area, left, room, row)
        painter.restore()

    def _paint_words(self, painter: QPainter, area: QRect, left: int, room: int, row: VersionRow) -> None:
        theme = self._themes.theme
        painter.setFont(theme.font("body"))
        who = theme.metrics("body").elidedText(
            who_wrote(row.version, row.agent), Qt.TextElideMode.ElideRight, room
        )
        taken = theme.metrics("body").horizontalAdvance(who)
        self._draw(painter, area, left, taken, who, "text")
        rest = room - taken - _GAP_PX
        if rest <= 0:
            return
        painter.setFont(theme.font("small"))
        why = theme.metrics("small").elidedText(why_kept(row.version), Qt.TextElideMode.ElideRight, rest)
        self._draw(painter, area, left + taken + _GAP_PX, rest, why, "text3")

    def _paint_plate(self, painter: QPainter, area: QRect, option: QStyleOptionViewItem) -> None:
        theme, has_focus = self._themes.theme, self._view.hasFocus()
        if option.state & QStyle.StateFlag.State_Selected:
            fill: ColorRole = "accentSoft" if has_focus else "selInactive"
            draw_plate(painter, theme, area, theme.radii.row, fill)
            if has_focus:
                bar = self._part(area, 0, theme.lines.edge).adjusted(0, _BAR_INSET_PX, 0, -_BAR_INSET_PX)
                draw_plate(painter, theme, bar, theme.lines.edge / 2, "focus")
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


def _icon_of(version: Version) -> str:
    if version.removed:
        return "file-x"
    if version.author is Author.YOU:
        return "user"
    return "eye" if version.why == FIRST_SEEN else "bot"
