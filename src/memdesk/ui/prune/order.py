"""In which order candidates are listed, and the menu in which that is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from memdesk.services.prune.prune import Candidate
from memdesk.ui.i18n import tr
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import QuietButton
from memdesk.ui.widgets.menus import PopupMenu


class Order(Enum):
    """What stands first."""

    STRONGEST = "strongest"
    OLDEST = "oldest"
    LARGEST = "largest"
    PLACE = "place"


def in_order(found: Sequence[Candidate], order: Order) -> tuple[Candidate, ...]:
    """Candidates, given the strongest first, in another order; those that are equal there stay as they are."""
    if order is Order.OLDEST:
        return tuple(sorted(found, key=lambda one: one.since))
    if order is Order.LARGEST:
        return tuple(sorted(found, key=lambda one: -one.size_bytes))
    if order is Order.PLACE:
        return tuple(sorted(found, key=_place))
    return tuple(found)


def _place(one: Candidate) -> tuple[str, str, str, int]:
    entry = one.entry
    return entry.root.agent, entry.root.path, entry.document.path, entry.span.start


class OrderButton(QuietButton):
    """Says the order, and offers the others.

    Signals:
        chosen: another order is wanted.
    """

    chosen = Signal()

    def __init__(self, themes: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(themes, "", icon="arrow-up-down", chevron=True, parent=parent)
        self.order = Order.STRONGEST
        self._words = {
            Order.STRONGEST: tr("Strongest reason"),
            Order.OLDEST: tr("Oldest"),
            Order.LARGEST: tr("Largest"),
            Order.PLACE: tr("By document"),
        }
        menu = self._menu = PopupMenu(themes, self)
        menu.aboutToShow.connect(self._fill)
        self.setMenu(menu)
        self._say()

    def _fill(self) -> None:
        self._menu.clear()
        for order, words in self._words.items():
            action = self._menu.addAction(words)
            action.setCheckable(True)
            action.setChecked(order is self.order)
            action.triggered.connect(partial(self._choose, order))

    def _choose(self, order: Order, _checked: bool = False) -> None:
        if order is not self.order:
            self.order = order
            self._say()
            self.chosen.emit()

    def _say(self) -> None:
        words = self._words[self.order]
        self.setText(words)
        self.setAccessibleName(tr("Order: {order}", order=words))
        self.updateGeometry()
