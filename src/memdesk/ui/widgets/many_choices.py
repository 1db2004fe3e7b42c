"""A list in a menu with a field over it, for choices of which there may be thousands: a menu measures each of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QVBoxLayout, QWidget, QWidgetAction

from memdesk.ui.i18n import tr
from memdesk.ui.plain import plain_name
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.fields import FilterField
from memdesk.ui.widgets.labels import TextLabel
from memdesk.ui.widgets.list_model import ListModel
from memdesk.ui.widgets.list_view import Index, ListDelegate, ListRow, ListView
from memdesk.ui.widgets.menus import PopupMenu

MANY = 30
"""More choices than this are too many to be read in a menu."""

_WIDE_PX, _ROWS = 300, 12
_PAD_PX = 8
_GAP_PX = 8
_Key = Qt.Key
_STEPS = {_Key.Key_Up: -1, _Key.Key_Down: 1, _Key.Key_PageUp: -_ROWS, _Key.Key_PageDown: _ROWS}


class _Choice(NamedTuple):
    number: int
    title: str


class _Model(ListModel[_Choice]):
    def __init__(self) -> None:
        super().__init__()
        self._all: tuple[_Choice, ...] = ()
        self._said: tuple[str, ...] = ()

    def offer(self, titles: Sequence[str]) -> None:
        """Show these."""
        self._all = tuple(map(_Choice, range(len(titles)), titles))
        self._said = tuple(map(str.casefold, titles))
        self.show_rows(self._all)

    def set_filter(self, text: str) -> None:
        """Show those that hold all words of `text`."""
        words = text.casefold().split()
        said = zip(self._all, self._said, strict=True)
        self.show_rows(tuple(one for one, title in said if all(word in title for word in words)))

    def title(self, row: _Choice) -> str:
        return plain_name(row.title)


class _Delegate(ListDelegate):
    """Paints rows as a menu does: a check before the one that was chosen."""

    def paint_row(self, painter: QPainter, area: QRect, number: int) -> None:
        row, theme = self.view.row_at(number), self.themes.theme
        if row is None:
            return
        size = theme.icon_sizes.button
        if row.icon:
            self.themes.icons.draw(painter, self.part(area, _PAD_PX, size), row.icon, "text", size)
        left = _PAD_PX + size + _GAP_PX
        room = area.width() - left - _PAD_PX
        words = theme.metrics("body").elidedText(plain_name(row.title), row.title_mode, room)
        self.draw(painter, self.part(area, left, room), words, "body", "text")


class _List(ListView):
    moved = Signal()
    """Another row is current, or none."""

    def __init__(self, themes: ThemeManager, name: str, model: _Model, field: QWidget) -> None:
        super().__init__(themes, model, name, leader=field, delegate=_Delegate)
        self._choices = model
        self.chosen_title = ""
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def row_at(self, number: int) -> ListRow | None:
        choice = self._choices.at(number)
        if choice is None:
            return None
        return ListRow("check" if choice.title == self.chosen_title else "", choice.title, "", "")

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.moved.emit()

    def step(self, by: int) -> None:
        """Go `by` rows down."""
        row = min(max(0, self.currentIndex().row() + by), len(self._choices.rows) - 1)
        if row >= 0:
            self.setCurrentIndex(self._choices.index(row))


class ManyChoices(QWidget):
    """The list and its field, which keeps the focus: what moves in the list moves there, and Enter chooses.

    Signals:
        chosen: argument: the number of the title.
    """

    chosen = Signal(int)

    def __init__(self, themes: ThemeManager, name: str) -> None:
        super().__init__()
        self._model = _Model()
        self.field = FilterField(themes, name, placeholder=name)
        self.list = _List(themes, name, self._model, self.field)
        self._nothing = TextLabel(themes, tr("Nothing matches this."), tone="text2")
        self._nothing.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(_PAD_PX, _PAD_PX, _PAD_PX, _PAD_PX)
        column.setSpacing(_PAD_PX)
        column.addWidget(self.field)
        column.addWidget(self.list)
        column.addWidget(self._nothing)
        column.addStretch(1)
        theme = themes.theme
        self.list.setFixedSize(QSize(_WIDE_PX, _ROWS * theme.row_height(theme.sizes.tree_row)))
        # Also while there is nothing to be listed: the menu does not follow.
        self.setFixedSize(self.sizeHint())
        # A menu gives the focus to what is active in it, where that takes it.
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFocusProxy(self.field)
        self.field.installEventFilter(self)
        self.field.textChanged.connect(self._on_text_changed)
        self.list.clicked.connect(self._choose)
        self.list.moved.connect(self._say_current)

    def offer(self, titles: Sequence[str], current: str) -> None:
        """Show these titles, of which `current` was chosen."""
        self.list.chosen_title = current
        self._model.offer(titles)
        row = self._model.index(titles.index(current) if current in titles else 0)
        self.list.setCurrentIndex(row)
        self.list.scrollTo(row, QAbstractItemView.ScrollHint.PositionAtCenter)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The keys of the list; Escape closes the menu where nothing is typed."""
        if watched is self.field and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            key = _Key(event.key())
            if key in _STEPS:
                self.list.step(_STEPS[key])
                return True
            if key in (_Key.Key_Return, _Key.Key_Enter):
                self._choose()
                return True
            if key == _Key.Key_Escape and not self.field.text():
                self.window().close()
                return True
            if key in (_Key.Key_Tab, _Key.Key_Backtab):
                # The menu would take the focus, and with it all keys that follow.
                return True
        return super().eventFilter(watched, event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click beside field and list is no choice: the menu would close for it."""
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """The same."""
        event.accept()

    def _on_text_changed(self, text: str) -> None:
        self._model.set_filter(text)
        has_hits = bool(self._model.rows)
        self.list.setVisible(has_hits)
        self._nothing.setVisible(not has_hits)
        self.list.step(0)
        self._say_current()

    def _say_current(self) -> None:
        """Let who hears the field, which keeps the focus, hear what Enter would choose."""
        choice = self._model.at(self.list.currentIndex().row())
        words = self._nothing.text() if choice is None else self._model.title(choice)
        self.field.setAccessibleDescription(words)

    def _choose(self) -> None:
        choice = self._model.at(self.list.currentIndex().row())
        if choice is not None:
            self.window().close()
            self.chosen.emit(choice.number)


def fill_with_many(
    menu: PopupMenu,
    themes: ThemeManager,
    name: str,
    titles: Sequence[str],
    current: str,
    choose: Callable[[int], object],
) -> ManyChoices:
    """Let `menu` show titles, of which `current` is the choice, in a list of its own; `choose` gets a number."""
    choices = ManyChoices(themes, name)
    choices.chosen.connect(choose)
    action = QWidgetAction(menu)
    action.setDefaultWidget(choices)
    menu.addAction(action)
    # Not before: Qt lays all rows out whenever the list gets another parent.
    choices.offer(titles, current)
    menu.setActiveAction(action)
    choices.field.setFocus()
    return choices
