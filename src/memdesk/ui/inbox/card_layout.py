"""Lays the cards of the inbox out: those in view at once, the others a few at a time, and none moves for it."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, QPoint

from memdesk.ui.inbox.card_delegate import CardDelegate
from memdesk.ui.timers import repeating
from memdesk.ui.widgets.stacked_rows import StackedRows

_MOST_PASSES = 4
"""Cards that turn out lower than guessed bring others into view, which have to be measured too."""

_IN_A_TURN = 20
"""So many cards out of view are measured in a turn."""


class CardLayout(QObject):
    """Where the rows of a list stand whose heights `cards` tells, some of them by a guess.

    All rows are laid out whenever the height of one changes, and a card has to be laid out for its own.
    """

    def __init__(self, view: StackedRows, cards: CardDelegate) -> None:
        super().__init__(view)
        self._view = view
        self._cards = cards
        self._is_busy = False
        self._laid_out: list[int] = []
        self._laid_out_px = -1
        self._measuring = repeating(self, 0, self._measure_slice)

    def row_heights(self) -> list[int]:
        """The heights by which the rows stand until this is asked again."""
        self._laid_out, self._laid_out_px = self._cards.heights(), self._view.viewport().width()
        return self._laid_out

    def renew(self) -> None:
        """Lay all rows out again, where any is another height; the first in view stays where it is."""
        if self._is_busy:
            return
        if self._cards.heights() != self._laid_out or self._view.viewport().width() != self._laid_out_px:
            self._lay_out(self._first())
        self.settle()

    def settle(self) -> None:
        """Give the cards in view the heights that they need; the current one, else one that had its own, stays."""
        if self._is_busy or not self._view.isVisible():
            return
        for _ in range(_MOST_PASSES):
            rows = self._view.rows_in_view()
            for row in rows:
                self._cards.measure(row)
            steady = [row for row in rows if self._laid_out[row] == self._cards.height_of(row)]
            if len(steady) == len(rows):
                break
            current = self._view.currentIndex().row()
            kept = current if current in rows else next(iter(steady), rows[0])
            self._measure_about(kept)
            self._lay_out(kept)
        if self._cards.is_guessing:
            self._measuring.start()

    def _measure_about(self, kept: int) -> None:
        """Measure what will be in view once all is laid out and row `kept` stays where it is."""
        top, bottom = self._view.rect_of(kept).top(), self._view.viewport().height()
        self._measure_for(range(kept, self._view.model().rowCount()), bottom - top)
        self._measure_for(range(kept - 1, -1, -1), top)

    def _measure_for(self, rows: Iterable[int], room: int) -> None:
        """Measure as many of `rows` as fill `room`, in px."""
        for row in rows:
            if room <= 0:
                return
            self._cards.measure(row)
            room -= self._cards.height_of(row)

    def _lay_out(self, steady: int) -> None:
        """Lay all rows out; row `steady` stays where it is, as far as the list reaches."""
        self._is_busy = True
        self._view.place_rows(steady)
        self._is_busy = False

    def _measure_slice(self) -> None:
        guesses = self._cards.guesses if self._view.isVisible() else []
        for row in guesses[:_IN_A_TURN]:
            self._cards.measure(row, is_seen=False)
        if len(guesses) <= _IN_A_TURN:
            self._measuring.stop()
            self.renew()

    def _first(self) -> int:
        return self._view.indexAt(QPoint(1, 1)).row()
