"""A ring around what scrolls and has the focus, where nothing that it shows would tell."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractScrollArea

from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.plates import draw_ring

RING_PX = 4
"""So much room an area leaves around what it shows: the ring, and air inside it."""

_Type = QEvent.Type
_COMES_OR_GOES = frozenset({_Type.FocusIn, _Type.FocusOut})


def show_focus(area: QAbstractScrollArea, themes: ThemeManager, kind: QEvent.Type) -> None:
    """Draw the ring as `area` has the focus; for its `event`, once it has dealt with one of this kind."""
    if kind in _COMES_OR_GOES:
        area.update()
    elif kind == _Type.Paint and area.hasFocus():
        with QPainter(area) as painter:
            draw_ring(painter, themes.theme, area.rect(), themes.theme.radii.card)
