"""The lines of one piece of a comparison, in every column."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from memdesk.services.comparing.comparing import Piece
from memdesk.ui.compare.side_lines import COLUMNS, lines_of
from memdesk.ui.compare.words import column_words
from memdesk.ui.i18n import tr, trn
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import Button, LinkButton
from memdesk.ui.widgets.lines.line import Line
from memdesk.ui.widgets.lines.view import LinesView

_LONGEST_RUN = 3
"""Unchanged lines above this fold, but for one beside each difference."""


class PieceRow(QWidget):
    """One piece in every column; a long unchanged one is folded. `around` tells what of it is a secret."""

    def __init__(
        self,
        themes: ThemeManager,
        piece: Piece,
        name: str,
        *,
        other: str = "",
        around: str = "",
        is_edge: tuple[bool, bool] = (False, False),
    ) -> None:
        super().__init__()
        self._themes, self._around = themes, around
        self._lines = [lines_of(piece, column) for column in COLUMNS]
        self._cells: list[tuple[LinesView, ...]] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._names = [f"{column_words(column, other)}, {name}" if name else "" for column in COLUMNS]
        self._has_before = True
        self._fold: Button | None = None
        count = len(self._lines[0])
        first, last = (0 if is_edge[0] else 1), (count if is_edge[1] else count - 1)
        if name or count <= _LONGEST_RUN or last - first < 1:
            self._add(0, count)
            return
        self._hidden = (first, last)
        self._add(0, first)
        self._add_fold(last - first)
        self._add(last, count)

    def _add(self, first: int, end: int, at: int = -1) -> None:
        if first >= end and first:
            return
        row = QWidget()
        cells = QHBoxLayout(row)
        cells.setContentsMargins(0, 0, 0, 0)
        cells.setSpacing(self._themes.theme.lines.hairline)
        views = tuple(
            self._view(lines, first, end, name) for lines, name in zip(self._lines, self._names, strict=True)
        )
        for view in views:
            cells.addWidget(view, 1, Qt.AlignmentFlag.AlignTop)
        self._cells.append(views)
        self._column.insertWidget(at, row)
        self.show_before(shown=self._has_before)

    def _view(self, lines: Sequence[Line], first: int, end: int, name: str) -> LinesView:
        # The whole of a piece is compared by lines of one count where nothing differs; else by its own.
        shown = lines[first:end] if not name else lines
        view = LinesView(self._themes, name or tr("Unchanged lines"), framed=False)
        view.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        view.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        if not name:
            view.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        view.set_lines(shown, around=self._around)
        return view

    def _add_fold(self, hidden: int) -> None:
        words = trn("{n} more line", "{n} more lines", hidden)
        self._fold = LinkButton(self._themes, words)
        self._fold.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._fold.clicked.connect(self._on_fold_clicked)
        self._column.addWidget(self._fold, 0, Qt.AlignmentFlag.AlignLeading)

    def _on_fold_clicked(self) -> None:
        if self._fold is None:
            return
        at = self._column.indexOf(self._fold)
        self._fold.hide()
        self._fold.deleteLater()
        self._fold = None
        self._add(*self._hidden, at)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - two lines
        # Between the columns, where the layout leaves room for it.
        theme = self._themes.theme
        thick = theme.lines.hairline
        with QPainter(self) as painter:
            for view in self._cells[0][1:]:
                if view.isHidden():
                    continue
                edge = -thick if self.layoutDirection() == Qt.LayoutDirection.LeftToRight else view.width()
                x = view.mapTo(self, QPoint(edge, 0)).x()
                painter.fillRect(x, 0, thick, self.height(), theme.brush("hairline"))

    @property
    def is_difference(self) -> bool:
        """Whether there is something to take."""
        return any(self._names)

    @property
    def views(self) -> tuple[LinesView, ...]:
        """Its lines in every column."""
        return tuple(view for views in self._cells for view in views)

    def show_before(self, *, shown: bool) -> None:
        """Show all columns, or the two sides only."""
        self._has_before = shown
        for views in self._cells:
            views[1].setVisible(shown)
