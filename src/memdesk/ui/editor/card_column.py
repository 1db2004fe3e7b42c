"""The column of the page: cards and blocks under one another, with room for the cards that are not made yet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress

from PySide6.QtWidgets import QVBoxLayout, QWidget

from memdesk.ui.theme.manager import ThemeManager

CARD_GAP_PX = 12


class CardGap(QWidget):
    """Stands for the cards of sections `first` to `end - 1`; it is as high as these will be, as far as one can tell."""

    def __init__(self) -> None:
        super().__init__()
        self.first = self.end = 0
        self._heights: Sequence[int] = ()

    def stand_for(self, first: int, heights: Sequence[int]) -> None:
        """Stand for cards of these heights from section `first` on."""
        self.first, self.end = first, first + len(heights)
        self._heights = heights
        height = sum(heights) + CARD_GAP_PX * (len(heights) - 1)
        if height != self.height():
            self.setFixedHeight(height)

    def sections_in(self, top: int, bottom: int) -> Iterator[int]:
        """The sections whose cards will lie between `top` and `bottom`, in px from the top of the gap."""
        y = 0
        for section, height in enumerate(self._heights, self.first):
            if y + height > top and y < bottom:
                yield section
            y += height + CARD_GAP_PX


class CardColumn:
    """Keeps what lies in `column` in order. Gaps take the room of sections without a card."""

    def __init__(self, themes: ThemeManager, column: QVBoxLayout) -> None:
        self._themes = themes
        self._column = column
        self._standing: list[QWidget] = []
        """What was put in, in its order: for the place of one the layout goes through all of them."""
        self._fitted_px = 0
        self.gaps: list[CardGap] = []

    @property
    def is_fitted(self) -> bool:
        """Whether the gaps are as high as the width of the column asks for."""
        return not self.gaps or self._fitted_px == self._width_px

    @property
    def _width_px(self) -> int:
        return self._column.geometry().width() or self._themes.theme.sizes.card_max_text

    def arrange(
        self,
        slots: Iterable[QWidget | range],
        behind: Sequence[QWidget],
        heights_in: Callable[[int], Sequence[int]],
    ) -> bool:
        """Let these stand under one another, `behind` behind the others; whether something came between what stood.

        Numbers stand for the cards of these sections, which are not made yet; `heights_in` tells how high the cards of
        all sections will be in a column of this width, in px.
        """
        self._fitted_px = self._width_px
        with self._at_once():
            return self._arrange(slots, behind, heights_in)

    @contextmanager
    def _at_once(self) -> Iterator[None]:
        """Lay out once, behind all: with each single step what stays where it is would be moved and painted again."""
        self._column.setEnabled(False)
        try:
            yield
        finally:
            self._column.setEnabled(True)
            if self._is_in_view:
                self._column.activate()

    @property
    def _is_in_view(self) -> bool:
        page = self._column.parentWidget()
        return page is not None and page.isVisible()

    def _arrange(
        self,
        slots: Iterable[QWidget | range],
        behind: Sequence[QWidget],
        heights_in: Callable[[int], Sequence[int]],
    ) -> bool:
        old, self.gaps = self.gaps, []
        widgets = [*self._filled(slots, iter(old), heights_in), *behind]
        comes_between = False
        for at, widget in enumerate(widgets):
            if at >= len(self._standing) or self._standing[at] is not widget:
                self._put(at, widget)
                comes_between = comes_between or at + 1 < len(widgets)
        for gap in old[len(self.gaps) :]:
            self.drop(gap)
        return comes_between

    def _put(self, at: int, widget: QWidget) -> None:
        self._take_out(widget)
        self._column.insertWidget(at, widget)
        self._standing.insert(at, widget)
        # A layout shows what is put into it at the next event only; until then it takes no room.
        if self._is_in_view and not widget.isVisible():
            # Above the page, and as wide as it will be: until all is laid out it would cover what is in view.
            height = max(widget.sizeHint().height(), widget.minimumHeight())
            widget.setGeometry(0, -height, self._fitted_px, height)
            widget.show()

    def drop(self, widget: QWidget) -> None:
        """Take `widget` out, for good."""
        self._take_out(widget)
        widget.hide()
        widget.deleteLater()

    def _take_out(self, widget: QWidget) -> None:
        self._column.removeWidget(widget)
        with suppress(ValueError):  # a new one stood nowhere
            self._standing.remove(widget)

    def _filled(
        self,
        slots: Iterable[QWidget | range],
        old: Iterator[CardGap],
        heights_in: Callable[[int], Sequence[int]],
    ) -> Iterator[QWidget]:
        """The widgets, with gaps where numbers stand; those there were are used again."""
        for slot in slots:
            if isinstance(slot, QWidget):
                yield slot
            else:
                gap = next(old, None) or CardGap()
                gap.stand_for(slot.start, heights_in(self._fitted_px)[slot.start : slot.stop])
                self.gaps.append(gap)
                yield gap
