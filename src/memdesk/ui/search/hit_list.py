"""The hits as a list: documents as heads, their hits below with marked words; in a replace, the new text."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from functools import partial
from typing import cast

from PySide6.QtCore import QPointF, QRect, Qt, Signal
from PySide6.QtGui import (
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QTextCharFormat,
    QTextLayout,
    QTextLine,
    QTextOption,
)
from PySide6.QtWidgets import QWidget

from memdesk.ui import format as shown
from memdesk.ui.i18n import told, tr
from memdesk.ui.plain import plain_name
from memdesk.ui.search.rows import HeadRow, HitRow, Piece, Row, addresses_of
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.tokens import ColorRole
from memdesk.ui.widgets.list_model import ListModel
from memdesk.ui.widgets.list_view import Index, ListDelegate, ListRow, ListView
from memdesk.ui.widgets.paint import draw_check, draw_monogram
from memdesk.ui.widgets.steady_list import show_steadily
from memdesk.ui.widgets.ticks import WithTicks

_PAD_PX = 10
_GAP_PX = 8
_INDENT_PX = 24
_FACT_SHARE = 0.34
_ELLIPSIS = "…"


class HitModel(ListModel[Row]):
    """The rows. `checked` holds the numbers of the hits that are ticked, while `has_ticks`.

    At first everything is ticked that can be replaced. Once the user has chosen among it, nothing is ticked any more
    but by the user: neither what is unticked nor what is found anew, until something else is `asked` for.
    """

    def __init__(self) -> None:
        super().__init__()
        self.checked: set[int] = set()
        self.has_ticks = False
        self.asked: object = None
        self.addresses: Sequence[Hashable] = ()
        self._chosen: set[Hashable] | None = None

    def show_hits(
        self, rows: Sequence[Row], addresses: Sequence[Hashable], *, asked: object, has_ticks: bool
    ) -> None:
        """Show these, which answer `asked` and are called `addresses`."""
        if asked != self.asked:
            self.asked, self._chosen = asked, None
        self.has_ticks = has_ticks
        chosen = self._chosen
        self.checked = {
            number
            for number, row in enumerate(rows)
            if has_ticks and _can_tick(row) and (chosen is None or addresses[number] in chosen)
        }
        self.addresses = addresses
        self.show_rows(rows)

    def ticked(self) -> list[HitRow]:
        """The hits that are ticked, in order."""
        return [
            row for number, row in enumerate(self.rows) if number in self.checked and isinstance(row, HitRow)
        ]

    def members(self, number: int) -> list[int]:
        """The hits that can be ticked in a row: itself, or those below a head."""
        row = self.rows[number]
        if isinstance(row, HitRow):
            return [number] if _can_tick(row) else []
        below = range(number + 1, number + 1 + row.hits)
        return [hit for hit in below if _can_tick(self.rows[hit])]

    def state_of(self, number: int) -> Qt.CheckState:
        """Whether a row, or what is below it, is ticked."""
        members = self.members(number)
        ticked = sum(1 for member in members if member in self.checked)
        if not ticked:
            return Qt.CheckState.Unchecked
        return Qt.CheckState.Checked if ticked == len(members) else Qt.CheckState.PartiallyChecked

    def turn(self, number: int) -> None:
        """Tick a row, or all below a head, or take the ticks away."""
        members = set(self.members(number))
        if not members:
            return
        if self.state_of(number) is Qt.CheckState.Checked:
            self.checked -= members
        else:
            self.checked |= members
        self._note_choice(members)
        self.dataChanged.emit(self.index(0), self.index(len(self.rows) - 1))

    def _note_choice(self, members: set[int]) -> None:
        named = self.addresses
        ticked = {named[number] for number in self.checked}
        # What is not there at the moment, or cannot be replaced, stays as it was chosen.
        before = self._chosen or set()
        self._chosen = (before - {named[number] for number in members}) | ticked

    def title(self, row: Row) -> str:
        return plain_name(row.spoken)

    def tip(self, row: Row) -> str:
        return (isinstance(row, HitRow) and told(row.why_not)) or row.path

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role == Qt.ItemDataRole.CheckStateRole and self.has_ticks and self.at(index.row()) is not None:
            return self.state_of(index.row())
        return super().data(index, role)


def _can_tick(row: Row) -> bool:
    return isinstance(row, HitRow) and row.replacement is not None and row.replacement.is_possible


class HitList(WithTicks, ListView):
    """Shows a `HitModel`.

    Signals:
        opened: Enter or a double click on a row; argument: its `Row`.
        ticks_changed: other hits are ticked.
        left: Up was pressed in the first row, or Escape: the focus belongs into the field.
    """

    opened = Signal(object)
    ticks_changed = Signal()
    left = Signal()

    def __init__(self, themes: ThemeManager, parent: QWidget | None = None) -> None:
        self.found = HitModel()
        super().__init__(themes, self.found, tr("What was found"), delegate=_HitDelegate, parent=parent)
        self.doubleClicked.connect(lambda index: self._open(index.row()))

    def row_at(self, number: int) -> ListRow | None:  # noqa: ARG002 - the delegate paints rows of its own
        return None

    def show_rows(self, rows: Sequence[Row], asked: object = None, *, has_ticks: bool = False) -> None:
        """Show these rows, from the top; where they answer the same as those before, what one looks at stays."""
        found, now = self.found, addresses_of(rows)
        show = partial(found.show_hits, rows, now, asked=asked, has_ticks=has_ticks)
        if asked == found.asked:
            show_steadily(self, lambda: found.addresses, show)
        else:
            show()
        self.ticks_changed.emit()

    def choose_first(self) -> None:
        """Choose the first hit, if none is chosen."""
        if not self.currentIndex().isValid() and len(self.found.rows) > 1:
            self.setCurrentIndex(self.found.index(1))

    def step(self, by: int) -> None:
        """Go to the next (1) or previous (-1) hit, around the ends."""
        rows = self.found.rows
        hits = [number for number, row in enumerate(rows) if isinstance(row, HitRow)]
        if not hits:
            return
        here = self.currentIndex().row()
        ahead = [n for n in hits if n > here] if by > 0 else [n for n in reversed(hits) if n < here]
        self.setCurrentIndex(self.found.index((ahead or (hits if by > 0 else hits[::-1]))[0]))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, row = event.key(), self.currentIndex().row()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(row)
        elif key == Qt.Key.Key_Space and self.found.has_ticks and row >= 0:
            self.turn_tick(row)
        elif key == Qt.Key.Key_Escape or (key == Qt.Key.Key_Up and row <= 0):
            self.left.emit()
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._step_documents(1 if key == Qt.Key.Key_Right else -1)
        else:
            super().keyPressEvent(event)

    def is_on_tick(self, event: QMouseEvent, index: Index) -> bool:
        if not self.found.has_ticks:
            return False
        return self.tick_area(self.visualRect(index), index.row()).contains(event.position().toPoint())

    def tick_area(self, area: QRect, number: int) -> QRect:
        """Where the check box of a row is, in that row's `area`."""
        left = _PAD_PX if isinstance(self.found.rows[number], HeadRow) else _PAD_PX + _INDENT_PX
        delegate = self.itemDelegate()
        assert isinstance(delegate, ListDelegate)
        return delegate.part(area, left - 4, delegate.themes.theme.sizes.min_hit)

    def turn_tick(self, row: int) -> None:
        self.found.turn(row)
        self.ticks_changed.emit()

    def _open(self, number: int) -> None:
        if 0 <= number < len(self.found.rows):
            self.opened.emit(self.found.rows[number])

    def _step_documents(self, by: int) -> None:
        rows, here = self.found.rows, self.currentIndex().row()
        heads = [number for number, row in enumerate(rows) if isinstance(row, HeadRow)]
        ahead = [n for n in heads if n > here] if by > 0 else [n for n in reversed(heads) if n < here - 1]
        if ahead:
            self.setCurrentIndex(self.found.index(ahead[0] + 1))


class _HitDelegate(ListDelegate):
    """Paints heads and hits."""

    def paint_row(self, painter: QPainter, area: QRect, number: int) -> None:
        assert isinstance(self.view, HitList)
        found = self.view.found
        if number >= len(found.rows):
            return
        row = found.rows[number]
        left = _PAD_PX if isinstance(row, HeadRow) else _PAD_PX + _INDENT_PX
        if found.has_ticks:
            left += self._paint_tick(painter, area, left, number)
        if isinstance(row, HeadRow):
            self._paint_head(painter, area, left, row)
        else:
            self._paint_hit(painter, area, left, row)

    def _paint_tick(self, painter: QPainter, area: QRect, left: int, number: int) -> int:
        assert isinstance(self.view, HitList)
        theme, found = self.themes.theme, self.view.found
        box = self.part(area, left, theme.sizes.check)
        is_enabled = bool(found.members(number))
        draw_check(painter, theme, self.themes.icons, box, found.state_of(number), enabled=is_enabled)
        return theme.sizes.check + _GAP_PX

    def _paint_head(self, painter: QPainter, area: QRect, left: int, row: HeadRow) -> None:
        theme = self.themes.theme
        edge = theme.sizes.avatar
        cell = self.part(area, left, edge)
        top = area.y() + (area.height() - edge) // 2
        draw_monogram(painter, theme, QRect(cell.x(), top, edge, edge), row.monogram)
        left += edge + _GAP_PX
        count = shown.number(row.hits)
        end = area.width() - _PAD_PX - self.width_of(count, "meta")
        self.draw(painter, self.part(area, end, area.width() - _PAD_PX - end), count, "meta", "text3")
        metrics = theme.metrics("body", Weight.DemiBold)
        title = metrics.elidedText(
            plain_name(row.title), Qt.TextElideMode.ElideMiddle, max(0, end - left - _GAP_PX)
        )
        painter.setFont(theme.font("body", Weight.DemiBold))
        painter.setPen(theme.pen("text"))
        wide = metrics.horizontalAdvance(title)
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        painter.drawText(self.part(area, left, wide), flags, title)
        left += wide + _GAP_PX
        more = " · ".join(part for part in (plain_name(row.scope), row.note) if part)
        room = max(0, end - left - _GAP_PX)
        more = theme.metrics("small").elidedText(more, Qt.TextElideMode.ElideRight, room)
        self.draw(painter, self.part(area, left, room), more, "small", "text3")

    def _paint_hit(self, painter: QPainter, area: QRect, left: int, row: HitRow) -> None:
        theme = self.themes.theme
        said = told(row.why_not) or row.fact
        room = int((area.width() - left) * _FACT_SHARE)
        fact = theme.metrics("small").elidedText(plain_name(said), Qt.TextElideMode.ElideRight, room)
        wide = self.width_of(fact, "small")
        end = area.width() - _PAD_PX
        ink: ColorRole = "warn" if row.why_not else "text3"
        self.draw(painter, self.part(area, end - wide, wide), fact, "small", ink)
        self._paint_pieces(painter, self.part(area, left, end - wide - 2 * _GAP_PX - left), row.pieces)

    def _paint_pieces(self, painter: QPainter, area: QRect, pieces: Sequence[Piece]) -> None:
        """One line by Qt's own layout, which reads every script the way it is read."""
        layout = QTextLayout("".join(piece.text for piece in pieces), self.themes.theme.font("body"))
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.NoWrap)
        layout.setTextOption(option)
        layout.setFormats(self._formats(pieces))
        layout.beginLayout()
        line = layout.createLine()
        line.setLineWidth(1_000_000.0)
        layout.endLayout()
        is_mirrored = self.view.layoutDirection() == Qt.LayoutDirection.RightToLeft
        left = area.right() - line.naturalTextWidth() if is_mirrored else area.x()
        painter.save()
        if line.naturalTextWidth() > area.width():
            dots = self.width_of(_ELLIPSIS, "body")
            if is_mirrored:
                cut = math.floor(left + _edges_at(line, area.x() + dots - left)[1])
                seen, rest = area.adjusted(cut - area.x(), 0, 0, 0), cut - dots
            else:
                rest = math.ceil(left + _edges_at(line, area.width() - dots)[0])
                seen = QRect(area.x(), area.y(), rest - area.x(), area.height())
            self.draw(painter, QRect(rest, area.y(), dots, area.height()), _ELLIPSIS, "body", "text")
            area = seen
        painter.setClipRect(area)
        painter.setPen(self.themes.theme.pen("text"))
        layout.draw(painter, QPointF(left, area.y() + (area.height() - line.height()) / 2))
        painter.restore()

    def _formats(self, pieces: Sequence[Piece]) -> list[QTextLayout.FormatRange]:
        theme, formats, at = self.themes.theme, [], 0
        is_replaced = any(piece.is_new for piece in pieces)
        for piece in pieces:
            length = len(piece.text.encode("utf-16-le", "surrogatepass")) // 2
            if piece.is_marked or piece.is_new:
                look = QTextCharFormat()
                fill: ColorRole = "addWord" if piece.is_new else "remWord" if is_replaced else "warnSoft"
                look.setBackground(theme.brush(fill))
                look.setFontStrikeOut(piece.is_marked and is_replaced)
                look.setFontWeight(int(Weight.Medium))
                one = QTextLayout.FormatRange()
                one.start, one.length, one.format = at, length, look
                formats.append(one)
            at += length
        return formats


def _edges_at(line: QTextLine, x: float) -> tuple[float, float]:
    """Where the character at `x` begins and ends on the screen: a cut through it would make it another one."""
    at = line.xToCursor(x, QTextLine.CursorPosition.CursorOnCharacter)
    edges = (line.cursorToX(at, edge) for edge in (QTextLine.Edge.Leading, QTextLine.Edge.Trailing))
    begin, end = sorted(cast("tuple[float, int]", place)[0] for place in edges)
    return begin, end
