"""Dragging a row to another place of its list, which other programs may change meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication

from memdesk.ui.entries.row import Row, RowKind, RowName


class DropPlace(NamedTuple):
    """Where a row would be put: into a group, behind `above` of its other rows. `y` is where the line is drawn."""

    group: str
    above: int
    y: int


Rects = Callable[[], Sequence[tuple[Row, QRect]]]


class Dragging:
    """One drag: begins where the pointer has moved far enough with a row held. `rects` tells where rows are."""

    def __init__(self, rects: Rects) -> None:
        self._rects = rects
        self._pressed_at = QPoint()
        self.source: RowName | None = None
        self.target: DropPlace | None = None
        self.is_active = False
        """Whether a row is on its way."""

    def press(self, row: RowName, at: QPoint) -> None:
        """The pointer is down on `row`."""
        self.source, self._pressed_at, self.target = row, at, None
        self.is_active = False

    def move(self, at: QPoint) -> bool:
        """The pointer moved with its button down; whether that is a drag."""
        if self.source is None:
            return False
        far = (at - self._pressed_at).manhattanLength() >= QApplication.startDragDistance()
        if not self.is_active and not far:
            return False
        self.is_active = True
        self.target = self._place_at(at.y())
        return True

    def leave(self) -> None:
        """The pointer is outside the list."""
        self.target = None

    def stop(self) -> None:
        """The drag is over."""
        self.source = self.target = None
        self.is_active = False

    def _place_at(self, y: int) -> DropPlace | None:
        """The nearest boundary between rows, and what that means."""
        rects = self._rects()
        moving = next((row for row, _ in rects if row.name == self.source), None)
        if moving is None:
            return None
        places = _places(rects, moving)
        return min(places, key=lambda place: abs(place.y - y), default=None)


def _places(rects: Sequence[tuple[Row, QRect]], moving: Row) -> Sequence[DropPlace]:
    found = []
    index = 0
    for row, rect in rects:
        if row.kind is RowKind.HEAD:
            index = 0
            if row.folded:
                found.append(DropPlace(row.group.key, 0, rect.center().y()))
        elif row.is_entry or row.kind is RowKind.LINE:
            found.append(DropPlace(row.group.key, index, rect.top()))
            index += row.name != moving.name
            found.append(DropPlace(row.group.key, index, rect.bottom() + 1))
        elif row.kind is RowKind.ADD:
            found.append(DropPlace(row.group.key, index, rect.top()))
    return found
