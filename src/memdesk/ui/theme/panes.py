"""Paints windows pane by pane where all of them changes at once: as a whole that takes longer than a frame."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QSplitter, QWidget
from shiboken6 import Shiboken

from memdesk.ui.timers import single_shot

_FRAME_MS = 16
"""Qt gathers what is to be painted for a few milliseconds."""


class PaintingByPanes(QObject):
    """Leaves panes as they are on screen from `hold_back` on; after `let_go` one of them is painted in each frame.

    Panes are what stands side by side in a splitter. The first one is not held back, nor what is in none.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._held: list[QWidget] = []
        self._timer = single_shot(self, _FRAME_MS, self._paint_one)

    def hold_back(self) -> None:
        """Paint the panes in view later, but for the first one of each window."""
        if self._held:
            return
        self._held = [pane for pane in _further_panes() if pane.updatesEnabled()]
        for pane in self._held:
            pane.setUpdatesEnabled(False)

    def let_go(self) -> None:
        """Paint what was held back, from the next frame on."""
        if self._held:
            self._timer.start()

    def _paint_one(self) -> None:
        pane = self._held.pop(0)
        if Shiboken.isValid(pane):
            pane.setUpdatesEnabled(True)
        self.let_go()


def _further_panes() -> Iterator[QWidget]:
    for window in QApplication.topLevelWidgets():
        for splitter in window.findChildren(QSplitter) if window.isVisible() else ():
            if splitter.isVisible() and not _is_in_pane(splitter):
                panes = [splitter.widget(number) for number in range(splitter.count())]
                yield from [pane for pane in panes if pane is not None and pane.isVisible()][1:]


def _is_in_pane(splitter: QSplitter) -> bool:
    above = splitter.parentWidget()
    while above is not None:
        if isinstance(above, QSplitter):
            return True
        above = above.parentWidget()
    return False
