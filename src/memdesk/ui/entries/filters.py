"""The line over the rows: how many there are, which are shown, in which order, and adding one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from memdesk.ui import format as shown
from memdesk.ui.entries.reading import Choice, Order
from memdesk.ui.entries.row import Sent
from memdesk.ui.i18n import tr, trn
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import Button, IconButton, QuietButton
from memdesk.ui.widgets.chips import ChipButton
from memdesk.ui.widgets.labels import TextLabel
from memdesk.ui.widgets.menus import PopupMenu
from memdesk.ui.widgets.tips import set_tip

_GAP_PX = 8
_ORDER_ICON = "arrow-up-down"


class _Words(NamedTuple):
    """What is said in words: the keys that add, the order, the counts on the chips, what adds."""

    keys: bool = True
    order: bool = True
    chips: bool = True
    adding: bool = True


_LESS_AND_LESS = (
    _Words(),
    _Words(keys=False),
    _Words(keys=False, order=False),
    _Words(keys=False, order=False, chips=False),
    _Words(keys=False, order=False, chips=False, adding=False),
)


class Counts(NamedTuple):
    """How many entries there are, and how many of them the agent gets."""

    entries: int = 0
    sent: int = 0
    left_out: int = 0


class EntryFilters(QWidget):
    """Filters, order and the button that adds. What is chosen is `choice`."""

    choice_changed = Signal(object)
    """Another `Choice` is wanted."""
    add_requested = Signal()

    def __init__(self, themes: ThemeManager, *, can_add: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._can_add = can_add
        self._groups: Sequence[tuple[str, str]] = ()
        self.choice = Choice()
        self._counts = Counts()
        self._count = TextLabel(themes, role="small", tone="text2")
        self._sent = ChipButton(themes, "", icon="eye")
        self._left_out = ChipButton(themes, "", icon="eye-off")
        self._order = QuietButton(themes, "", icon=_ORDER_ICON, chevron=True)
        self._order_short = IconButton(themes, _ORDER_ICON, "")
        self._group = QuietButton(themes, "", icon="list-filter", chevron=True)
        self._add = Button(themes, tr("Add entry"), icon="plus", keys=QKeySequence("Ctrl+Return"))
        self._add_short = Button(themes, tr("Add entry"), icon="plus")
        self._add_short.setAccessibleName(tr("Add entry"))
        self._lay_out()
        self._connect()
        self.set_counts(Counts())
        self._say()

    def _lay_out(self) -> None:
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(_GAP_PX)
        for widget in (self._count, self._sent, self._left_out):
            row.addWidget(widget)
        row.addStretch(1)
        for button in (self._order, self._order_short, self._group, self._add, self._add_short):
            row.addWidget(button)

    def _connect(self) -> None:
        self._sent.setCheckable(True)
        self._left_out.setCheckable(True)
        self._sent.clicked.connect(lambda: self._choose_sent(Sent.SENT))
        self._left_out.clicked.connect(lambda: self._choose_sent(Sent.LEFT_OUT))
        self._add.clicked.connect(self.add_requested)
        self._add_short.clicked.connect(self.add_requested)
        self._order_menu = PopupMenu(self._themes, self)
        for order, words in _orders():
            action = self._order_menu.addAction(words)
            action.triggered.connect(lambda _checked=False, order=order: self._choose(order=order))
        self._order.setMenu(self._order_menu)
        self._order_short.setMenu(self._order_menu)
        self._group_menu = PopupMenu(self._themes, self)
        self._group.setMenu(self._group_menu)

    def set_counts(self, counts: Counts) -> None:
        """Say how many there are. What cannot be told is not shown."""
        self._count.setText(trn("{n} entry", "{n} entries", counts.entries, n=shown.number(counts.entries)))
        self._counts = counts
        for chip, count, is_on in (
            (self._sent, counts.sent, self.choice.sent is Sent.SENT),
            (self._left_out, counts.left_out, self.choice.sent is Sent.LEFT_OUT),
        ):
            chip.setVisible(bool(count) or is_on)
        self._fit(self.width())

    def set_groups(self, groups: Sequence[tuple[str, str]]) -> None:
        """The groups there are, as pairs of key and title; a choice is offered among several only."""
        if list(groups) == list(self._groups):
            return
        self._groups = groups
        self._group_menu.clear()
        self._group_menu.addAction(tr("All")).triggered.connect(lambda: self._choose(group=None))
        for key, title in groups:
            action = self._group_menu.add_literal(title)
            action.triggered.connect(lambda _checked=False, key=key: self._choose(group=key))
        self._say()

    def _choose_sent(self, sent: Sent) -> None:
        choice = self.choice
        self._take(Choice(choice.order, None if choice.sent is sent else sent, choice.group))

    def _choose(self, *, order: Order | None = None, group: str | None = "\0") -> None:
        choice = self.choice
        self._take(Choice(order or choice.order, choice.sent, choice.group if group == "\0" else group))

    def clear(self) -> None:
        """Show all rows, in the order that was chosen."""
        self._take(Choice(self.choice.order))

    def _take(self, choice: Choice) -> None:
        self.choice = choice
        self._say()
        self.choice_changed.emit(choice)

    def _say(self) -> None:
        choice = self.choice
        self._sent.setChecked(choice.sent is Sent.SENT)
        self._left_out.setChecked(choice.sent is Sent.LEFT_OUT)
        order = dict(_orders())[choice.order]
        group = dict(self._groups).get(choice.group, tr("All")) if choice.group is not None else tr("All")
        name = tr("Order: {order}", order=order)
        self._order.setText(order)
        self._order.setAccessibleName(name)
        self._order_short.set_name(name)
        self._group.setText(group)
        self._group.setAccessibleName(tr("Shown: {group}", group=group))
        self._group.setVisible(len(self._groups) > 1)
        self._fit(self.width())

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def _fit(self, width: int) -> None:
        """Where it gets narrow, first the keys go, then the words: of the order, of the chips, of what adds."""
        for level in _LESS_AND_LESS:
            self._word_chips(in_words=level.chips)
            self._add_short.setText(tr("Add entry") if level.adding else "")
            set_tip(self._add_short, "" if level.adding else tr("Add entry"))
            if self._wanted_px(level) <= width:
                break
        # Shown once the level is found: a button that is hidden on the way would lose the focus.
        self._add.setVisible(self._can_add and level.keys)
        self._add_short.setVisible(self._can_add and not level.keys)
        self._order.setVisible(level.order)
        self._order_short.setVisible(not level.order)

    def _word_chips(self, *, in_words: bool) -> None:
        sent, left_out = shown.number(self._counts.sent), shown.number(self._counts.left_out)
        for chip, number, words in (
            (self._sent, sent, tr("{n} injected", n=sent)),
            (self._left_out, left_out, tr("{n} left out", n=left_out)),
        ):
            chip.setText(words if in_words else number)
            chip.setAccessibleName(words)
            set_tip(chip, "" if in_words else words)
            chip.updateGeometry()

    def _wanted_px(self, level: _Words) -> int:
        """How wide all is that is shown at `level`."""
        parts: list[QWidget] = [self._count, self._order if level.order else self._order_short]
        parts += [one for one in (self._sent, self._left_out, self._group) if not one.isHidden()]
        if self._can_add:
            parts.append(self._add if level.keys else self._add_short)
        return sum(part.sizeHint().width() for part in parts) + _GAP_PX * (len(parts) - 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit(event.size().width())


def _orders() -> tuple[tuple[Order, str], ...]:
    return ((Order.FILE, tr("File order")), (Order.NEWEST, tr("Newest")))
