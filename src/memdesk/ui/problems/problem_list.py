"""The list of problems: two lines each, with what can be done at the end of the row."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Hashable, Mapping, Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QPainter, QWheelEvent
from PySide6.QtWidgets import QAbstractItemView, QStyleOptionViewItem

from memdesk.layouts.contract import Severity
from memdesk.services.problems.listed import Listed
from memdesk.ui.i18n import tr
from memdesk.ui.plain import plain, plain_name
from memdesk.ui.problems.words import ICONS, more_words, place_of, quote_of, spoken, title_of
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.list_model import ListModel
from memdesk.ui.widgets.list_view import Index, ListDelegate, ListRow, ListView
from memdesk.ui.widgets.menus import PopupMenu
from memdesk.ui.widgets.steady_list import show_steadily

_ROW_PX = 46
_PAD_PX, _GAP_PX, _LINK_GAP_PX = 10, 8, 14
_INSET_PX = 4
_FOLD_FROM = 5
"""So many problems of one rule, and as bad, stand in one row until somebody unfolds it."""

_More = Mapping[tuple[str, str, int], int]
"""By the address of a row, how many problems are folded into it; 0 where they are unfolded below it."""


def folded(rows: Sequence[Listed], unfolded: Container[str]) -> tuple[Sequence[Listed], _More]:
    """The rows where many problems of one rule stand in one; those of the rules `unfolded` stand below it."""
    alike: defaultdict[tuple[Severity, str], list[Listed]] = defaultdict(list)
    for one in rows:
        alike[one.found.problem.severity, one.found.problem.rule].append(one)
    shown: list[Listed] = []
    more: dict[tuple[str, str, int], int] = {}
    for one in rows:
        members = alike[one.found.problem.severity, one.found.problem.rule]
        if len(members) < _FOLD_FROM:
            shown.append(one)
        elif one is members[0]:
            is_open = one.found.problem.rule in unfolded
            shown += members if is_open else members[:1]
            more[one.address] = 0 if is_open else len(members) - 1
    return shown, more


class ProblemModel(ListModel[Listed]):
    """Problems, and which of them are ignored. `home` is what paths are shortened by."""

    def __init__(self, home: str) -> None:
        super().__init__()
        self._home = home
        self.ignored: frozenset[tuple[str, str, int]] = frozenset()
        self.more: _More = {}
        self._named: Sequence[Listed] = ()
        self._addresses: Sequence[Hashable] = ()

    @property
    def addresses(self) -> Sequence[Hashable]:
        """What names each row; found once for the same rows, of which there may be thousands."""
        if self._named is not self.rows:
            self._named, self._addresses = self.rows, [one.address for one in self.rows]
        return self._addresses

    def show_problems(
        self, rows: Sequence[Listed], ignored: frozenset[tuple[str, str, int]], more: _More
    ) -> None:
        """Show these."""
        self.ignored, self.more = ignored, more
        self.show_rows(rows)

    def place(self, row: int) -> str:
        """Where a problem is, in words."""
        return place_of(self.rows[row], self._home)

    def is_ignored(self, row: int) -> bool:
        """Whether the user wants to see it no more."""
        return self.rows[row].address in self.ignored

    def title(self, row: Listed) -> str:
        return plain_name(title_of(row))

    def spoken(self, row: Listed) -> str:
        return plain_name(
            spoken(
                row, is_ignored=row.address in self.ignored, folds=more_words(self.more.get(row.address, 0))
            )
        )

    def tip(self, row: Listed) -> str:
        return f"{title_of(row)}\n{row.path}"


class ProblemList(ListView):
    """Shows a `ProblemModel`. New problems never move the row under the pointer.

    Signals:
        chosen_changed: another row is chosen.
        open_requested: go to the place of the row that is chosen.
        fix_requested: repair the row that is chosen.
        ignore_requested: ignore the row that is chosen, or heed it again.
        ignore_all_requested: ignore all that stand in the row that is chosen.
        fold_requested: unfold what stands in the row that is chosen, or fold it again.
    """

    chosen_changed = Signal()
    open_requested = Signal()
    fix_requested = Signal()
    ignore_requested = Signal()
    ignore_all_requested = Signal()
    fold_requested = Signal()

    def __init__(self, themes: ThemeManager, home: str) -> None:
        self.problems = ProblemModel(home)
        self._themes = themes
        self._shift_px = 0
        self._pressed: tuple[str, Hashable] | None = None
        super().__init__(themes, self.problems, tr("Problems, worst first"), delegate=_Delegate)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.activated.connect(lambda _index: self.open_requested.emit())
        themes.masks.changed.connect(self.viewport().update)

    @property
    def chosen(self) -> Listed | None:
        """The row that is chosen."""
        row = self.currentIndex().row()
        return self.problems.rows[row] if 0 <= row < len(self.problems.rows) else None

    def show_problems(
        self, rows: Sequence[Listed], ignored: frozenset[tuple[str, str, int]], more: _More
    ) -> None:
        """Show these: what was chosen stays so, and what is under the pointer, else what was chosen, stays there."""
        self._shift_px += show_steadily(
            self,
            lambda: self.problems.addresses,
            lambda: self.problems.show_problems(rows, ignored, more),
        )
        if not self.currentIndex().isValid():
            self._choose(0)
        self.viewport().update()

    def row_at(self, number: int) -> ListRow | None:
        if number >= len(self.problems.rows):
            return None
        one = self.problems.rows[number]
        return ListRow(ICONS[one.found.problem.severity][0], title_of(one), self.problems.place(number), "")

    def verticalOffset(self) -> int:
        return super().verticalOffset() + self._shift_px

    # What stays in place

    def _let_go(self) -> None:
        if self._shift_px:
            self._shift_px = 0
            self.viewport().update()

    def _choose(self, row: int) -> None:
        if 0 <= row < len(self.problems.rows):
            self.setCurrentIndex(self.problems.index(row))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._let_go()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self._let_go()
        super().wheelEvent(event)

    # Keys and mouse

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        keys = {
            Qt.Key.Key_Return: self.open_requested,
            Qt.Key.Key_Enter: self.open_requested,
            Qt.Key.Key_F: self.fix_requested,
            Qt.Key.Key_I: self.ignore_requested,
            Qt.Key.Key_Delete: self.ignore_requested,
        }
        if self.chosen is not None and self.chosen.address in self.problems.more:
            is_open = not self.problems.more[self.chosen.address]
            keys[Qt.Key.Key_Left if is_open else Qt.Key.Key_Right] = self.fold_requested
        wanted = keys.get(Qt.Key(event.key())) if is_plain else None
        if wanted is not None:
            wanted.emit()
            return
        self._let_go()
        super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer what can be done with all that stand in the current row; the press has made it current."""
        if self.chosen is None or self.chosen.address not in self.problems.more:
            return
        menu = PopupMenu(self._themes, self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(tr("Ignore all like this")).triggered.connect(self.ignore_all_requested)
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        below = self.visualRect(self.currentIndex()).bottomLeft()
        menu.popup(event.globalPos() if by_mouse else self.viewport().mapToGlobal(below))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed = self._link_at(event)
        super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """The second of two fast clicks on a link is none: another problem may have come under the pointer."""
        if self._link_at(event) is None:
            super().mouseDoubleClickEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed, self._pressed = self._pressed, None
        super().mouseReleaseEvent(event)
        if pressed is None or pressed != self._link_at(event):
            return
        # Rows may have come since; what is done is done with the current one.
        self._choose(self.indexAt(event.position().toPoint()).row())
        wanted = {"fix": self.fix_requested, "more": self.fold_requested}
        wanted.get(pressed[0], self.ignore_requested).emit()

    def _link_at(self, event: QMouseEvent) -> tuple[str, Hashable] | None:
        """The link that the left button is on, and the address of its problem."""
        at = event.position().toPoint()
        index, delegate = self.indexAt(at), self.itemDelegate()
        if event.button() != Qt.MouseButton.LeftButton or not index.isValid():
            return None
        assert isinstance(delegate, _Delegate)
        links = delegate.links(self.visualRect(index), index.row())
        name = next((name for name, _, part in links if part.contains(at)), "")
        return (name, self.problems.rows[index.row()].address) if name else None

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.chosen_changed.emit()


class _Words(NamedTuple):
    """What stands in a row, fit to be shown: finding secrets and hidden characters takes as long as painting."""

    title: str
    place: str
    quote: str


class _Delegate(ListDelegate):
    """An icon, what is wrong above where it is, and what can be done."""

    view: ProblemList

    def __init__(self, themes: ThemeManager, view: ProblemList, *, is_led: bool) -> None:
        super().__init__(themes, view, is_led=is_led)
        self._known: dict[int, _Words] = {}
        themes.masks.changed.connect(self._known.clear)
        view.problems.modelReset.connect(self._known.clear)

    def _words(self, number: int) -> _Words:
        known = self._known.get(number)
        if known is None:
            one = self.view.problems.rows[number]
            place, quote = self.view.problems.place(number), quote_of(one, self.themes.masks)
            known = self._known[number] = _Words(plain_name(title_of(one)), plain(place), plain(quote))
        return known

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: ARG002 - all are alike
        return QSize(0, self.themes.theme.row_height(_ROW_PX))

    def links(self, area: QRect, row: int) -> list[tuple[str, str, QRect]]:
        """The actions of a row: name, words and place, from the end of the row on."""
        names = [("ignore", tr("Stop ignoring") if self.view.problems.is_ignored(row) else tr("Ignore"))]
        if self.view.problems.rows[row].found.problem.repair:
            names.append(("fix", tr("Fix")))
        more = self.view.problems.more.get(self.view.problems.rows[row].address)
        if more is not None:
            names.append(("more", more_words(more) if more else tr("Fold")))
        found, end = [], area.width() - _PAD_PX
        for name, words in names:
            wide = self.width_of(words, "body")
            found.append((name, words, self.part(area, end - wide, wide)))
            end -= wide + _LINK_GAP_PX
        return found

    def paint_row(self, painter: QPainter, area: QRect, number: int) -> None:
        rows = self.view.problems
        if number >= len(rows.rows):
            return
        one, theme = rows.rows[number], self.themes.theme
        icon, ink = ICONS[one.found.problem.severity]
        is_ignored, size = rows.is_ignored(number), theme.icon_sizes.row
        half = (area.height() - 2 * _INSET_PX) // 2
        upper = QRect(area.x(), area.y() + _INSET_PX, area.width(), half)
        lower = upper.translated(0, half)
        self.themes.icons.draw(
            painter, self.part(upper, _PAD_PX, size), icon, "text3" if is_ignored else ink, size
        )
        links, left = self.links(area, number), _PAD_PX + size + _GAP_PX
        for _, words, part in links:
            self.draw(painter, part, words, "body", "accentText")
        taken = sum(part.width() + _LINK_GAP_PX for _, _, part in links) + _PAD_PX
        room = area.width() - taken - left
        title = self.texts.fitting(self._words(number).title, "body", room)
        self.draw(painter, self.part(upper, left, room), title, "body", "text3" if is_ignored else "text")
        self._paint_place(painter, lower, left, room, number)

    def _paint_place(self, painter: QPainter, area: QRect, left: int, room: int, number: int) -> None:
        """Where it is, and what stands there."""
        _, place, quote = self._words(number)
        wide = self.width_of(quote, "small")
        most = room if not quote else max(room // 2, room - wide - 2 * _GAP_PX)
        place = self.texts.fitting(place, "small", most, Qt.TextElideMode.ElideMiddle)
        self.draw(painter, self.part(area, left, most), place, "small", "text3")
        taken = self.width_of(place, "small") + 2 * _GAP_PX
        if quote and taken < room:
            said = self.texts.fitting(quote, "small", room - taken)
            self.draw(painter, self.part(area, left + taken, room - taken), said, "small", "text2")
