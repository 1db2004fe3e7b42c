"""The list of pages in the settings."""

from __future__ import annotations

from PySide6.QtGui import QColor

from tests.window.conftest import Start
from tests.window.inside import CONTROL, Key

LEAST_STEP = 12
"""In lightness, of 255: what the design has between a selected row and a side panel that has no focus."""


def test_the_page_in_front_stands_out_while_something_else_has_the_focus(start: Start) -> None:
    program = start()
    program.key(Key.Key_Comma, CONTROL)
    dialog = program.program.configuring.dialog
    assert dialog is not None
    program.wait_until(lambda: dialog.list.currentIndex().isValid(), what="a page")
    dialog.field.setFocus()
    program.settle()
    assert not dialog.list.hasFocus()
    picture = dialog.grab().toImage()

    def lightness(row: int) -> int:
        place = dialog.list.visualRect(dialog.list.model().index(row, 0)).center()
        place.setX(dialog.list.viewport().width() - 12)
        return QColor(picture.pixel(dialog.list.viewport().mapTo(dialog, place))).lightness()

    current = dialog.list.currentIndex().row()
    assert abs(lightness(current) - lightness(current + 1)) >= LEAST_STEP
