"""The three versions side by side, piece by piece; all of them scroll as one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLayout, QScrollArea, QVBoxLayout, QWidget

from memdesk.services.comparing.comparing import ComparedNode, Piece, Take
from memdesk.services.comparing.settling import Settling
from memdesk.ui.compare.column_titles import ColumnTitles, NodeTitle
from memdesk.ui.compare.difference_head import DifferenceHead
from memdesk.ui.compare.piece_row import PieceRow
from memdesk.ui.compare.words import Sides
from memdesk.ui.i18n import tr, trn
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import LinkButton
from memdesk.ui.widgets.growing import show_within
from memdesk.ui.widgets.labels import Hairline

FIRST_PIECES = 20
"""So many pieces, more than can be seen, are made as the view is opened."""
MORE_PIECES = 60
"""So many more pieces are shown when they are asked for; each takes time to make."""

_FOOT_PX = 8


class _Place(NamedTuple):
    """A piece, and the node it belongs to, by its number."""

    number: int
    node: ComparedNode
    piece: Piece


class _Area(QScrollArea):
    """Tells of the room that its scroll bar takes beside what it shows.

    Signals:
        beside_changed: the room may be another one; argument: how wide it is, in px.
    """

    beside_changed = Signal(int)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.beside_changed.emit(self.width() - self.viewport().width())


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
        self._shown: tuple[object, ...] | None = None
        self._places: list[_Place] = []
        self._most = FIRST_PIECES
        self._has_before, self._is_narrow = True, False
        self._titles_row = ColumnTitles(themes)
        self._more = LinkButton(themes, "")
        self._more.setParent(self)  # where it is a stop of the keyboard before the first piece is there
        self._more.hide()
        self._more.clicked.connect(self._on_more_clicked)
        self._page = QWidget()
        self._column, self._foot = QVBoxLayout(), QVBoxLayout()
        self._area = _Area()
        self._lay_out()

    def _lay_out(self) -> None:
        rows = QVBoxLayout(self._page)
        rows.setContentsMargins(0, 0, 0, 6)
        rows.setSpacing(0)
        rows.addLayout(self._column)
        rows.addLayout(self._foot)
        rows.addStretch(1)
        # It grows with its rows at once: the area sees to that a turn later, and until then all are squeezed.
        rows.setSizeConstraint(QLayout.SizeConstraint.SetMinimumSize)
        self._foot.setContentsMargins(_FOOT_PX, 0, _FOOT_PX, 0)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setAccessibleName(tr("Versions side by side"))
        self._area.beside_changed.connect(self._titles_row.leave_room)
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
        shown = (settling.comparison.nodes, tuple(titles), sides.other)
        is_new, is_other = settling is not self._settling, shown != self._shown
        self._settling, self._titles, self._other = settling, titles, sides.other
        self._titles_row.show_sides(sides)
        if is_new:
            self._most = FIRST_PIECES
        if is_new or is_other:
            self._shown = shown
            self._rebuild()

    def close_settling(self) -> None:
        """Show nothing any more."""
        self._settling, self._shown = None, None
        self._rebuild()

    def show_sides(self, sides: Sides) -> None:
        """What is known of the versions is told otherwise now."""
        self._titles_row.show_sides(sides)

    def add_foot(self, widget: QWidget) -> None:
        """Let `widget` stand below all pieces, and scroll with them."""
        self._foot.addWidget(widget)

    def show_taken(self) -> None:
        """What is taken of the differences has changed."""
        if self._settling is not None:
            for head in self._heads:
                head.show_taken(self._settling.taken(head.number))

    def show_before(self, *, shown: bool, is_narrow: bool) -> None:
        """Show all columns, or the two sides only."""
        if (shown, is_narrow) == (self._has_before, self._is_narrow):
            return
        self._has_before, self._is_narrow = shown, is_narrow
        self._titles_row.show_before(shown=shown)
        for head in self._heads:
            head.show_before(shown=shown, is_narrow=is_narrow)
        for row in self._rows:
            row.show_before(shown=shown)

    # Making and removing rows

    def _rebuild(self) -> None:
        # All at once: else the focus would go from row to row, and each row would be laid out by itself.
        self._page.hide()
        self._clear()
        if self._settling is None:
            return
        nodes = enumerate(self._settling.comparison.nodes)
        self._places = [_Place(number, node, piece) for number, node in nodes for piece in node.pieces]
        self._column.addWidget(self._more, 0, Qt.AlignmentFlag.AlignLeading)
        self._make_more()
        self._page.show()

    def _make_more(self) -> None:
        """Make the rows that are asked for and not there yet, with what stands above them."""
        if self._settling is None:
            return
        places = self._places[len(self._rows) : self._most]
        new = [widget for place in places for widget in self._made_for(self._settling, place)]
        for widget in new:
            # Above what offers more.
            self._column.insertWidget(self._column.count() - 1, widget)
        show_within(self._page, new)
        left = sum(place.piece.differs for place in self._places[self._most :])
        self._more.setText(trn("{n} more difference", "{n} more differences", left))
        self._more.setVisible(left > 0)
        self.made.emit()

    def _made_for(self, settling: Settling, place: _Place) -> Iterator[QWidget]:
        """Make the row of a piece, and what stands above it."""
        is_first, is_last = place.piece is place.node.pieces[0], place.piece is place.node.pieces[-1]
        if is_first and len(settling.comparison.nodes) > 1:
            yield NodeTitle(self._themes, self._titles[place.number])
        around = settling.comparison.keys_around(place.piece)
        if place.piece.differs:
            yield self._new_head(settling, place.piece)
            name = tr("difference {n} of {count}", n=len(self._heads), count=len(settling.differences))
            row = PieceRow(self._themes, place.piece, name, other=self._other, around=around)
        else:
            # Nothing stands beside the first and the last of a node.
            row = PieceRow(self._themes, place.piece, "", around=around, is_edge=(is_first, is_last))
        self._rows.append(row)
        row.show_before(shown=self._has_before)
        yield row

    def _clear(self) -> None:
        """Take all rows out of sight."""
        self._heads, self._rows = [], []
        while item := self._column.takeAt(0):
            widget = item.widget()
            if widget is not None and widget is not self._more:
                widget.hide()
                widget.deleteLater()

    def _new_head(self, settling: Settling, piece: Piece) -> DifferenceHead:
        number, count = len(self._heads), len(settling.differences)
        head = DifferenceHead(self._themes, number, count, piece, self._other)
        head.take_requested.connect(lambda take, number=number: self.take_requested.emit(number, take))
        self._heads.append(head)
        head.show_before(shown=self._has_before, is_narrow=self._is_narrow)
        head.show_taken(settling.taken(number))
        return head

    def _on_more_clicked(self) -> None:
        self._most += MORE_PIECES
        self._make_more()

    # The keyboard

    @property
    def tab_stops(self) -> tuple[QWidget, ...]:
        """What takes the keyboard, in order."""
        rows = (row for row in self._rows if row.is_difference)
        stops: list[QWidget] = []
        for head in self._heads:
            row = next(rows, None)
            stops += (*head.buttons, *(row.views if row is not None else ()))
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

    def reveal(self, number: int) -> None:
        """Bring a difference into view, and the focus to it."""
        while number >= len(self._heads) and len(self._rows) < len(self._places):
            self._on_more_clicked()
        if number < len(self._heads):
            head = self._heads[number]
            self._area.ensureWidgetVisible(head, 0, 120)
            head.first_stop.setFocus(Qt.FocusReason.TabFocusReason)

    def can_take(self, number: int, take: Take) -> bool:
        """Whether a version of a difference can be taken."""
        differences = self._settling.differences if self._settling is not None else ()
        return number < len(differences) and take in differences[number].takes
