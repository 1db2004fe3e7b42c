"""When cards are made: those that are seen and those that soon may be, as soon as it is known where they lie."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from memdesk.ui.editor.card_page import CardPage
from memdesk.ui.editor.card_stack import CardStack
from memdesk.ui.timers import repeating

_AT_LEAST = 40
"""So many cards are made in any case, so that most documents are there as a whole, for screen readers above all."""


class CardMaking(QObject):
    """Makes cards of `stack` as the view comes near them.

    `seen` tells top and bottom of what can be seen of `page`; `follow` lets the cards show the text as it is now and
    tells whether they do, since none is made before; `hold` keeps what is read where it is on screen, until what it
    gave is called.
    """

    def __init__(
        self,
        stack: CardStack,
        page: CardPage,
        seen: Callable[[], tuple[int, int]],
        follow: Callable[[], bool],
        hold: Callable[[], Callable[[], object]],
    ) -> None:
        super().__init__(page)
        self._stack = stack
        self._page = page
        self._seen = seen
        self._follow = follow
        self._hold = hold
        self._timer = repeating(self, 0, self._on_timer)
        page.fitted.connect(self.wake)

    def wake(self) -> None:
        """Look whether cards are to be made: other cards are in view now, or there are other ones."""
        if not self._stack.is_complete:
            self._timer.start()

    def stop(self) -> None:
        """Make no more."""
        self._timer.stop()

    def fill(self) -> None:
        """Make now what can be seen."""
        self._make(self._unmade_in(*self._seen()))

    def _on_timer(self) -> None:
        if not self._follow():
            self._timer.stop()
            return
        self._stack.fit()
        wanted = self._wanted()
        if wanted:
            # They may turn out lower than they were taken for, and then others are near as well.
            self._make(wanted)
        elif not self._stack.offer():
            self._timer.stop()

    def _wanted(self) -> list[int]:
        """The sections whose cards are to be made, the most urgent first."""
        top, bottom = self._seen()
        height = bottom - top
        seen = self._unmade_in(top, bottom)
        near = [*self._unmade_in(bottom, bottom + height), *self._unmade_in(top - height, top)]
        few = self._stack.unmade[: max(0, _AT_LEAST - len(self._stack.cards))]
        return list(dict.fromkeys([*seen, *near, *few]))

    def _unmade_in(self, top: int, bottom: int) -> list[int]:
        """The sections without a card whose room lies, if only in part, between these places of the page."""
        found: list[int] = []
        for gap in self._stack.gaps:
            y = self._page.top_of(gap)
            found += gap.sections_in(top - y, bottom - y)
        return found

    def _make(self, sections: list[int]) -> None:
        above = self._unmade_in(0, self._seen()[0])
        if above and not set(above).isdisjoint(sections):
            release = self._hold()
            self._stack.make(sections)
            release()
        else:
            self._stack.make(sections)
