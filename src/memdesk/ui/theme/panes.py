"""Paints windows pane by pane where much of them changes at once: as a whole that takes longer than a frame."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QSplitter, QWidget
from shiboken6 import Shiboken

from memdesk.ui.timers import repeating_in_turn


class PaintingByPanes(QObject):
    """Leaves panes as they are on screen while they change; after that each is painted in a turn of its own.

    Panes are what stands side by side in a splitter. The one with the focus comes first. What takes most of the time of
    a pane can be painted behind it, and in two steps, see `part`.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._parts: list[tuple[QWidget, Callable[[], Sequence[QWidget]]]] = []
        self._held: list[QWidget] = []
        self._lower: Sequence[QWidget] = ()
        """What of the part that was painted last is still to be painted."""
        self._timer = repeating_in_turn(self, 0, self._paint_one)

    def part(self, widget: QWidget, lower: Callable[[], Sequence[QWidget]] = lambda: ()) -> None:
        """Paint `widget` in a turn of its own as well, behind the pane that it is a part of.

        What `lower` tells of the widgets in it, once it is their turn, is painted in the turn behind that.
        """
        self._parts.append((widget, lower))

    @contextmanager
    def parted(self) -> Iterator[None]:
        """Paint the panes in view one by one, in the turns after the one in which they change."""
        splitters = _splitters_in_view()
        held = self._hold_back(splitters)
        try:
            yield
        finally:
            if not splitters or not all(map(_is_in_view, splitters)):
                # Another screen has come, with panes of its own.
                held += self._hold_back(_splitters_in_view())
            # What waits already stays in front: who changes all in each turn must see the last pane as well.
            self._held += sorted(filter(Shiboken.isValid, held), key=_has_no_focus)
            if self._held:
                self._timer.start()

    def _hold_back(self, splitters: Sequence[QSplitter]) -> list[QWidget]:
        """The panes of these that are painted at once otherwise, hidden ones included: they may come into view.

        Each is followed by its parts.
        """
        self._parts = [(part, lower) for part, lower in self._parts if Shiboken.isValid(part)]
        parts = [part for part, _ in self._parts if part not in self._held]
        held: list[QWidget] = []
        for pane in (one.widget(number) for one in splitters for number in range(one.count())):
            if pane is not None and pane.updatesEnabled():
                held += pane, *filter(pane.isAncestorOf, parts)
        _hold(held)
        return held

    def _paint_one(self) -> None:
        is_painted = False
        while (self._lower or self._held) and not is_painted:
            if self._lower:
                wanted, self._lower = self._lower, ()
            else:
                wanted = [self._held.pop(0)]
                self._lower = self._lower_in(wanted[0])
            is_painted = _paint([one for one in wanted if Shiboken.isValid(one)])
        if not self._lower and not self._held:
            self._timer.stop()

    def _lower_in(self, pane: QWidget) -> Sequence[QWidget]:
        """What of `pane` waits for another turn, held back by now."""
        is_seen = Shiboken.isValid(pane) and pane.isVisible()
        found = [one for part, lower in self._parts if part is pane and is_seen for one in lower()]
        _hold(found)
        return found


def _hold(widgets: Iterable[QWidget]) -> None:
    for one in widgets:
        one.setUpdatesEnabled(False)
        # Else what stands below it would be painted in its place.
        one.setAutoFillBackground(True)


def _paint(widgets: Sequence[QWidget]) -> bool:
    """Paint what was held back; whether any of it can be seen."""
    for one in widgets:
        one.setAutoFillBackground(False)
        one.setUpdatesEnabled(True)
    for one in widgets[-1:]:
        # Qt gathers what is to be painted for some milliseconds, in which the next pane would join these.
        one.repaint()
    return any(one.isVisible() for one in widgets)


def _splitters_in_view() -> list[QSplitter]:
    windows = [window for window in QApplication.topLevelWidgets() if window.isVisible()]
    return [splitter for window in windows for splitter in _splitters_below(window)]


def _splitters_below(widget: QWidget) -> Iterator[QSplitter]:
    """Those in view: a window has thousands of widgets, most of them on screens that are not."""
    for child in widget.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
        if not child.isVisible() or child.isWindow():
            continue
        if isinstance(child, QSplitter):
            yield child
        else:
            yield from _splitters_below(child)


def _is_in_view(splitter: QSplitter) -> bool:
    return Shiboken.isValid(splitter) and splitter.isVisible()


def _has_no_focus(pane: QWidget) -> bool:
    focused: QWidget | None = pane.window().focusWidget()
    return focused is None or not pane.isAncestorOf(focused)
