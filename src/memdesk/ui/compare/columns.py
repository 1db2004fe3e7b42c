"""The three versions side by side, piece by piece; all of them scroll as one."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from itertools import islice

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from memdesk.services.comparing import ComparedNode, Piece, Take
from memdesk.services.settling import Settling
from memdesk.ui.compare.column_titles import ColumnTitles, NodeTitle
from memdesk.ui.compare.difference_head import DifferenceHead
from memdesk.ui.compare.piece_row import PieceRow
from memdesk.ui.compare.words import Sides
from memdesk.ui.i18n import tr, trn
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.timers import repeating
from memdesk.ui.widgets.buttons import LinkButton
from memdesk.ui.widgets.labels import Hairline

FIRST_PIECES = 60
AT_ONCE = 8
"""So many pieces, more than can be seen, are made in one go, the others for `_SLICE_S` in a turn."""

MORE_PIECES = 120
"""So many more pieces are shown when they are asked for; each takes time to make."""

_SLICE_S = 0.004


class CompareColumns(QFrame):
    """A card with a head for each column and the pieces below it.

    Signals:
        take_requested: take a version of a difference; arguments: its number, a `Take`.
        made: there are more rows, and with them `tab_stops`.
    """

    take_requested = Signal(int, object)
    made = Signal()

    def __init__(self, themes: ThemeManager) -> None:
        super().__init__()
        self.setObjectName("card")
        self._themes = themes
        self._heads: list[DifferenceHead] = []
        self._rows: list[PieceRow] = []
        self._settling: Settling | None = None
        self._titles: Sequence[str] = ()
        self._other = ""
        self._most = FIRST_PIECES
        self._unmade: Iterator[None] = iter(())
        self._making = repeating(self, 0, self._make_slice)
        self._has_before, self._is_narrow = True, False
        self._titles_row = ColumnTitles(themes)
        self._more = LinkButton(themes, "")
        self._more.clicked.connect(self._on_more_clicked)
        self._page = QWidget()
        self._column = QVBoxLayout(self._page)
        self._area = QScrollArea()
        self._lay_out()

    def _lay_out(self) -> None:
        self._column.setContentsMargins(0, 0, 0, 6)
        self._column.setSpacing(0)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setAccessibleName(tr("Versions side by side"))
        self._area.setWidget(self._page)
        self._page.setAutoFillBackground(False)
        self._area.viewport().setAutoFillBackground(False)
        box = QVBoxLayout(self)
        box.setContentsMargins(1, 1, 1, 1)
        box.setSpacing(0)
        box.addWidget(self._titles_row)
        box.addWidget(Hairline(self._themes))
        box.addWidget(self._area, 1)

    # What is shown

    def show_settling(self, settling: Settling, titles: Sequence[str], sides: Sides) -> None:
        """Show the pieces of a comparison; `titles` name its nodes."""
        self._settling, self._titles, self._other = settling, titles, sides.other
        self._titles_row.show_sides(sides)
        self._rebuild()

    def show_sides(self, sides: Sides) -> None:
        """What is known of the versions is told otherwise now."""
        self._titles_row.show_sides(sides)

    def show_taken(self) -> None:
        """What is taken of the differences has changed."""
        if self._settling is not None:
            for head in self._heads:
                head.show_taken(self._settling.taken(head.number))

    def show_before(self, *, shown: bool, is_narrow: bool) -> None:
        """Show all columns, or the two sides only."""
        self._has_before, self._is_narrow = shown, is_narrow
        self._titles_row.show_before(shown=shown)
        for head in self._heads:
            head.show_before(shown=shown, is_narrow=is_narrow)
        for row in self._rows:
            row.show_before(shown=shown)

    def _rebuild(self) -> None:
        self._clear()
        settling = self._settling
        if settling is None:
            return
        pieces = [piece for node in settling.comparison.nodes for piece in node.pieces][: self._most]
        left = len(settling.differences) - sum(piece.differs for piece in pieces)
        self._more.setText(trn("{n} more difference", "{n} more differences", left))
        self._more.setVisible(left > 0)
        self._column.addWidget(self._more, 0, Qt.AlignmentFlag.AlignLeading)
        self._column.addStretch(1)
        self._unmade = self._make_rows(settling)
        for _ in islice(self._unmade, AT_ONCE):
            pass
        self._making.start()

    def _make_rows(self, settling: Settling) -> Iterator[None]:
        """Make the rows, one with each step."""
        number, pieces = 0, 0
        for place, node in enumerate(settling.comparison.nodes):
            if pieces >= self._most:
                break
            if len(settling.comparison.nodes) > 1:
                self._add(NodeTitle(self._themes, self._titles[place]))
            for piece in node.pieces[: self._most - pieces]:
                if piece.differs:
                    self._add_difference(settling, number, piece)
                    number += 1
                else:
                    self._add_row(PieceRow(self._themes, piece, "", is_edge=_is_edge(node, piece)))
                yield
            pieces += len(node.pieces)

    def _make_slice(self) -> None:
        end_s = time.monotonic() + _SLICE_S
        while time.monotonic() < end_s:
            if next(self._unmade, self) is self:
                self._making.stop()
                break
        self.made.emit()

    def _add(self, widget: QWidget) -> None:
        """Put it below what is made, above what offers more."""
        self._column.insertWidget(self._column.count() - 2, widget)

    def _clear(self) -> None:
        self._heads, self._rows, self._unmade = [], [], iter(())
        self._making.stop()
        while item := self._column.takeAt(0):
            widget = item.widget()
            if widget is not None and widget is not self._more:
                widget.hide()
                widget.deleteLater()

    def _add_difference(self, settling: Settling, number: int, piece: Piece) -> None:
        count = len(settling.differences)
        head = DifferenceHead(self._themes, number, count, piece, self._other)
        head.take_requested.connect(lambda take, number=number: self.take_requested.emit(number, take))
        self._heads.append(head)
        self._add(head)
        head.show_before(shown=self._has_before, is_narrow=self._is_narrow)
        head.show_taken(settling.taken(number))
        # A layout shows what it gets in a moment only; until then nothing of it can have the focus.
        head.show()
        name = tr("difference {n} of {count}", n=number + 1, count=count)
        self._add_row(PieceRow(self._themes, piece, name, other=self._other))

    def _add_row(self, row: PieceRow) -> None:
        self._rows.append(row)
        self._add(row)
        row.show_before(shown=self._has_before)

    def _make_more(self) -> bool:
        """Make a row now, or let there be more of them; whether there was anything to be made."""
        if next(self._unmade, self) is not self:
            return True
        has_more = self._more.isVisibleTo(self._page)
        if has_more:
            self._on_more_clicked()
        return has_more

    def _on_more_clicked(self) -> None:
        self._most += MORE_PIECES
        self._rebuild()

    # The keyboard

    @property
    def tab_stops(self) -> tuple[QWidget, ...]:
        """What takes the keyboard, in order."""
        rows = [row for row in self._rows if row.is_difference]
        stops: list[QWidget] = []
        for head, row in zip(self._heads, rows, strict=True):
            stops += (*head.buttons, *row.views)
        return (*stops, self._more)

    @property
    def focused_number(self) -> int | None:
        """The difference whose head or lines have the focus."""
        # What was made a moment ago has the focus before it is in sight.
        focused = self.window().focusWidget()
        for head in self._heads:
            if focused in head.buttons:
                return head.number
        for number, row in enumerate(row for row in self._rows if row.is_difference):
            if focused in row.views:
                return number
        return None

    def reveal(self, number: int, *, focus: bool) -> None:
        """Bring a difference into view, and the focus to it where that is wanted."""
        while number >= len(self._heads) and self._make_more():
            pass
        if number < len(self._heads):
            head = self._heads[number]
            self._area.ensureWidgetVisible(head, 0, 120)
            if focus:
                head.first_stop.setFocus(Qt.FocusReason.TabFocusReason)

    def can_take(self, number: int, take: Take) -> bool:
        """Whether a version of a difference can be taken."""
        return number < len(self._heads) and self._heads[number].takes(take)


def _is_edge(node: ComparedNode, piece: Piece) -> tuple[bool, bool]:
    """Whether a piece is the first, and the last of its node: then nothing stands beside it there."""
    return piece is node.pieces[0], piece is node.pieces[-1]
