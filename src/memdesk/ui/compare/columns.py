"""The three versions side by side, piece by piece; all of them scroll as one."""

from __future__ import annotations

import time
from collections.abc import Sequence
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
from memdesk.ui.timers import repeating
from memdesk.ui.turn import Turn
from memdesk.ui.widgets.buttons import LinkButton
from memdesk.ui.widgets.gone import Gone
from memdesk.ui.widgets.growing import keep_painted
from memdesk.ui.widgets.labels import Hairline

FIRST_PIECES = 60
AT_ONCE = 8
"""So many pieces, more than can be seen, take the place of others in one go, so that nothing goes out of sight."""

MORE_PIECES = 120
"""So many more pieces are shown when they are asked for; each takes time to make."""

_SLICE_S = 0.002
"""Pieces are made for so long in a turn; to lay out those that are there already takes several times as long."""

_FOOT_PX = 8
_BAR_ALWAYS, _BAR_AS_NEEDED = Qt.ScrollBarPolicy.ScrollBarAlwaysOn, Qt.ScrollBarPolicy.ScrollBarAsNeeded


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
        self._awaited: int | None = None
        self._is_headed = False
        """Whether what stands above the next row is there already."""
        self._is_first = True
        self._turn = Turn()
        self._making = repeating(self, 0, self._make_slice)
        self._gone = Gone(self)
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
        # It grows with each row at once: the area sees to that a turn later, and until then all are squeezed.
        rows.setSizeConstraint(QLayout.SizeConstraint.SetMinimumSize)
        # What is in view already is not painted again when a row comes below it.
        keep_painted(self._page)
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
        """Show the pieces of a comparison; `titles` name its nodes.

        Where nothing is shown yet they follow one by one, those up to a difference that is revealed first.
        """
        shown = (settling.comparison.nodes, tuple(titles), sides.other)
        is_new, is_other = settling is not self._settling, shown != self._shown
        self._settling, self._titles, self._other = settling, titles, sides.other
        self._titles_row.show_sides(sides)
        if is_new:
            self._most = FIRST_PIECES
        if is_new or is_other:
            self._shown = shown
            self._page.show()
            self._rebuild(0 if is_new else AT_ONCE)

    def close_settling(self) -> None:
        """Show nothing any more."""
        self._settling, self._shown = None, None
        # All at once: else the focus would go from row to row.
        self._page.hide()
        self._clear()

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

    def _rebuild(self, at_once: int) -> None:
        self._clear()
        if self._settling is None:
            return
        nodes = enumerate(self._settling.comparison.nodes)
        self._places = [_Place(number, node, piece) for number, node in nodes for piece in node.pieces]
        self._show_more_link()
        self._column.addWidget(self._more, 0, Qt.AlignmentFlag.AlignLeading)
        # Else it comes once some rows are there, and those are laid out anew.
        is_long = len(self._places) > AT_ONCE
        self._area.setVerticalScrollBarPolicy(_BAR_ALWAYS if is_long else _BAR_AS_NEEDED)
        while len(self._rows) < at_once and self._make_next():
            pass
        self._is_first = True
        self._making.start()

    def _show_more_link(self) -> None:
        left = sum(place.piece.differs for place in self._places[self._most :])
        self._more.setText(trn("{n} more difference", "{n} more differences", left))
        self._more.setVisible(left > 0)

    def _make_next(self) -> bool:
        """Make what stands above the row of one more piece, or the row; whether there was one to be made."""
        settling, made = self._settling, len(self._rows)
        if settling is None or made >= min(self._most, len(self._places)):
            return False
        place = self._places[made]
        is_first, is_last = place.piece is place.node.pieces[0], place.piece is place.node.pieces[-1]
        if not self._is_headed:
            if is_first and len(settling.comparison.nodes) > 1:
                self._add(NodeTitle(self._themes, self._titles[place.number]))
            if place.piece.differs:
                self._add_head(settling, place.piece)
                # Both together would take half a frame.
                self._is_headed = True
                return True
        self._is_headed = False
        around = settling.comparison.keys_around(place.piece)
        if place.piece.differs:
            name = tr("difference {n} of {count}", n=len(self._heads), count=len(settling.differences))
            self._add_row(PieceRow(self._themes, place.piece, name, other=self._other, around=around))
        else:
            # Nothing stands beside the first and the last of a node.
            edges = (is_first, is_last)
            self._add_row(PieceRow(self._themes, place.piece, "", around=around, is_edge=edges))
        return True

    def _make_slice(self) -> None:
        # What the focus waits for comes at once, but not in the turn that paints the view for the first time.
        is_awaited, self._is_first = self._awaited is not None and not self._is_first, False
        if not is_awaited and not self._turn.has_room():
            return
        end_s = time.monotonic() + _SLICE_S
        while time.monotonic() < end_s:
            if not self._make_next():
                self._making.stop()
                self._area.setVerticalScrollBarPolicy(_BAR_AS_NEEDED)
                break
        self.made.emit()
        self._focus_awaited()

    def _add(self, widget: QWidget) -> None:
        """Put it below what is made, above what offers more."""
        self._column.insertWidget(self._column.count() - 1, widget)

    def _clear(self) -> None:
        """Take all rows out of sight."""
        self._making.stop()
        self._awaited = None
        self._heads, self._rows, self._is_headed = [], [], False
        gone: list[QWidget] = []
        while item := self._column.takeAt(0):
            widget = item.widget()
            if widget is not None and widget is not self._more:
                widget.hide()
                gone.append(widget)
        self._gone.take(gone)

    def _add_head(self, settling: Settling, piece: Piece) -> None:
        number, count = len(self._heads), len(settling.differences)
        head = DifferenceHead(self._themes, number, count, piece, self._other)
        head.take_requested.connect(lambda take, number=number: self.take_requested.emit(number, take))
        self._heads.append(head)
        self._add(head)
        head.show_before(shown=self._has_before, is_narrow=self._is_narrow)
        head.show_taken(settling.taken(number))
        # A layout shows what it gets in a moment only; until then nothing of it can have the focus.
        head.show()

    def _add_row(self, row: PieceRow) -> None:
        self._rows.append(row)
        self._add(row)
        row.show_before(shown=self._has_before)

    def _on_more_clicked(self) -> None:
        self._most += MORE_PIECES
        self._show_more_link()
        self._making.start()

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
        """The difference whose head or lines have the focus, or get it once they are made."""
        # What was made a moment ago has the focus before it is in sight.
        focused = self.window().focusWidget()
        if self._awaited is not None and focused is self._area:
            return self._awaited
        for head in self._heads:
            if focused in head.buttons:
                return head.number
        for number, row in enumerate(row for row in self._rows if row.is_difference):
            if focused in row.views:
                return number
        return None

    def reveal(self, number: int) -> None:
        """Bring a difference into view, and the focus to it; as soon as it is made, where that takes long."""
        if number < len(self._heads):
            self._focus_head(number)
            return
        while self._awaits_more(number):
            self._on_more_clicked()
        self._awaited = number
        self._area.setFocus(Qt.FocusReason.TabFocusReason)

    def _awaits_more(self, number: int) -> bool:
        """Whether a difference is among those that are not asked for yet."""
        asked_for = sum(place.piece.differs for place in self._places[: self._most])
        return number >= asked_for and self._most < len(self._places)

    def _focus_head(self, number: int) -> None:
        self._awaited = None
        head = self._heads[number]
        self._area.ensureWidgetVisible(head, 0, 120)
        head.first_stop.setFocus(Qt.FocusReason.TabFocusReason)

    def _focus_awaited(self) -> None:
        """Where the focus went elsewhere meanwhile, it stays there."""
        if self._awaited is None or self._awaited >= len(self._heads):
            return
        if self.window().focusWidget() is self._area:
            self._focus_head(self._awaited)
        self._awaited = None

    def can_take(self, number: int, take: Take) -> bool:
        """Whether a version of a difference can be taken."""
        differences = self._settling.differences if self._settling is not None else ()
        return number < len(differences) and take in differences[number].takes
