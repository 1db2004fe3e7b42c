"""Dragging a section by the head of its card to another place among the sections."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from memdesk.ui.editor.section_card import SectionCard
from memdesk.ui.editor.session import NodeId
from memdesk.ui.theme.manager import ThemeManager

_GAP_PX = 12


class CardDragging(QObject):
    """One drag on `page`. Between the cards a line shows where the section would be put."""

    dropped = Signal(object, object)
    """A section (`NodeId`) shall stand before another one, or behind all where that is None."""

    def __init__(self, themes: ThemeManager, page: QWidget) -> None:
        super().__init__(page)
        self._page = page
        self._line = _Line(themes, page)
        self._before: NodeId | None = None
        self._is_active = False

    def move(self, dragged: SectionCard, cards: Sequence[SectionCard], at: QPoint) -> None:
        """The pointer is `at` this place of the screen, with the head of `dragged` held."""
        y = self._page.mapFromGlobal(at).y()
        sections = [card for card in cards if card.section.has_heading]
        below = next((card for card in sections if self._middle(card) > y), None)
        self._before = below.node_id if below is not None else None
        self._is_active = True
        last = sections[-1] if sections else dragged
        top = self._top(below) if below is not None else self._top(last) + last.height() + _GAP_PX
        self._line.show_at(self._top(dragged, x=True), top - _GAP_PX // 2, dragged.width())

    def give_up(self) -> None:
        """Nothing is held any more; all stays where it is."""
        self._line.hide()
        self._is_active = False

    def end(self, dragged: SectionCard) -> None:
        """The button is up."""
        was_active = self._is_active
        self.give_up()
        if was_active and self._before != dragged.node_id:
            self.dropped.emit(dragged.node_id, self._before)

    def _top(self, card: SectionCard, *, x: bool = False) -> int:
        corner = card.mapTo(self._page, QPoint(0, 0))
        return corner.x() if x else corner.y()

    def _middle(self, card: SectionCard) -> int:
        return self._top(card) + card.height() // 2


class _Line(QWidget):
    """The line where a section would be put."""

    def __init__(self, themes: ThemeManager, page: QWidget) -> None:
        super().__init__(page)
        self._themes = themes
        self.hide()

    def show_at(self, left: int, y: int, width: int) -> None:
        """Be seen there."""
        height = self._themes.theme.lines.focus
        self.setGeometry(left, max(0, y - height // 2), width, height)
        self.raise_()
        self.show()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(event.rect(), self._themes.theme.brush("focus"))
