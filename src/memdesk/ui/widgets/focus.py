"""Where the focus can go, and how it comes back from what stood in front of it."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid


def focusable_in(widget: QWidget) -> Iterator[QWidget]:
    """`widget` and what is in it, as far as Tab comes there now."""
    for child in (widget, *widget.findChildren(QWidget)):
        takes_focus = bool(child.focusPolicy() & Qt.FocusPolicy.TabFocus)
        if takes_focus and child.isVisible() and child.isEnabled():
            yield child


class FocusBefore:
    """What had the focus before something came in front of it.

    It may be gone by the time the focus comes back: an agent removes a section, and the text of an entry closes as
    soon as it loses the focus.
    """

    def __init__(self) -> None:
        self._around: tuple[QWidget, ...] = ()
        """The widget itself, then what it stands in, from the inside out."""

    def keep(self, focused: QWidget | None) -> None:
        """Remember who has the focus; None for nobody."""
        around = []
        while focused is not None and not focused.isWindow():
            around.append(focused)
            focused = focused.parentWidget()
        self._around = tuple(around)

    def give_back(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> bool:
        """Give the focus back and forget who had it; whether that is still in sight."""
        around, self._around = self._around, ()
        if not around or not _is_in_sight(around[0]):
            return False
        around[0].setFocus(reason)
        return True

    def give_back_near(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        """The same; where it is gone, the nearest that is left of what it stood in takes the focus, where one looks."""
        around = self._around
        if self.give_back(reason):
            return
        for one in filter(_is_in_sight, around):
            inside = list(focusable_in(one))
            seen = (each for each in inside if not each.visibleRegion().isEmpty())
            target = next(seen, inside[0] if inside else None)
            if target is not None:
                target.setFocus(reason)
                return


def _is_in_sight(widget: QWidget) -> bool:
    return isValid(widget) and widget.isVisible()
