"""What stands above the columns of the compare view, and above the pieces of one node."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from memdesk.ui.compare.side_lines import COLUMNS
from memdesk.ui.compare.words import Sides, column_words
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.chips import Monogram
from memdesk.ui.widgets.labels import ElidedLabel, Hairline

_HEAD_PX = 40
_PAD_PX = 14


class ColumnTitles(QWidget):
    """Who wrote each column, and what is known of it."""

    def __init__(self, themes: ThemeManager) -> None:
        super().__init__()
        self._themes = themes
        self._names = [ElidedLabel(themes, weight=Weight.DemiBold) for _ in COLUMNS]
        self._notes = [ElidedLabel(themes, role="small", tone="text2") for _ in COLUMNS]
        self._cells = [QWidget() for _ in COLUMNS]
        self._edges = [Hairline(themes, upright=True) for _ in COLUMNS[1:]]
        self._agent = Monogram(themes, "", "", edge_px=themes.theme.sizes.avatar)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        edges = (None, *self._edges)
        for edge, cell, name, note in zip(edges, self._cells, self._names, self._notes, strict=True):
            inner = QHBoxLayout(cell)
            inner.setContentsMargins(_PAD_PX, 0, _PAD_PX, 0)
            inner.setSpacing(8)
            if edge is not None:
                row.addWidget(edge)
            if cell is self._cells[-1]:
                inner.addWidget(self._agent)
            name.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
            inner.addWidget(name)
            inner.addWidget(note, 1)
            cell.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            row.addWidget(cell, 1)
        self._beside = QWidget()
        self._beside.setFixedWidth(0)
        row.addWidget(self._beside)
        self.setFixedHeight(_HEAD_PX)

    def show_sides(self, sides: Sides) -> None:
        """Name the versions."""
        notes = (sides.mine_note, sides.before_note, sides.their_note)
        for take, name, note, words in zip(COLUMNS, self._names, self._notes, notes, strict=True):
            name.set_text(column_words(take, sides.other))
            note.set_text(words)
        self._agent.show_letters(sides.monogram)
        self._agent.setVisible(bool(sides.monogram))

    def leave_room(self, wide_px: int) -> None:
        """Leave so much free at the end, where the scroll bar of the columns is below."""
        self._beside.setFixedWidth(wide_px)

    def show_before(self, *, shown: bool) -> None:
        """Stand above all columns, or above the two sides only."""
        self._cells[1].setVisible(shown)
        self._edges[0].setVisible(shown)


class NodeTitle(QWidget):
    """Which node the pieces below belong to, where there are several."""

    def __init__(self, themes: ThemeManager, title: str) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(_PAD_PX, 12, _PAD_PX, 8)
        row.addWidget(ElidedLabel(themes, title, weight=Weight.DemiBold))
