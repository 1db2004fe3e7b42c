"""Lets what lies in a scroll area grow without touching what of it is in view already."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QWidget


def show_within(block: QWidget, new: Sequence[QWidget]) -> None:
    """Show all of `new`, which stand in layouts somewhere in `block`, and lay out all that `block` stands in once.

    Left alone, Qt lays out all above a widget each time that one is shown, with those that are still hidden left out:
    what stands there already is moved for each of them, and moved back.
    """
    above = {parent for widget in new for parent in _laid_out_above(widget)}
    layouts = [layout for widget in above if (layout := widget.layout()) is not None]
    for layout in layouts:
        layout.setEnabled(False)
    for widget in new:
        # What it covers as it is shown would be painted again.
        widget.move(0, -widget.height())
        widget.show()
    for layout in layouts:
        layout.setEnabled(True)
    _lay_out_from_outside(block)


def _laid_out_above(widget: QWidget) -> Iterator[QWidget]:
    """All that `widget` stands in as far as layouts go, from the innermost on."""
    while (parent := widget.parentWidget()) is not None and parent.layout() is not None:
        yield parent
        widget = parent


def _lay_out_from_outside(widget: QWidget) -> None:
    """Lay out all that `widget` stands in, after something came into it, from the page of the scroll area on.

    Left alone, Qt begins with `widget`: what stands in it is squeezed into the old height, moved back once the page has
    grown, and painted again.
    """
    for parent in _laid_out_above(widget):
        widget.updateGeometry()
        widget = parent
    QApplication.sendEvent(widget, QEvent(QEvent.Type.LayoutRequest))
