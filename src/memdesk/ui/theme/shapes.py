"""The shapes of frames: planes of the window, cards, notes and fields, told apart by object name and properties.

A frame says what it is: by the property `plane`, or by the object name `card`, `strip`, `bar`, `field`, `entry` or
`overlay`. Its states are properties too: `locked`, `caret`, `clash`, `invalid`, `tone`, `edge`, `round`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import NamedTuple

from PySide6.QtCore import QMargins, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath
from PySide6.QtWidgets import QFrame

from memdesk.ui.theme.plates import draw_plate, draw_ring
from memdesk.ui.theme.theme import Theme
from memdesk.ui.theme.tokens import ColorRole

_HAIR_PX = 1


class Edge(Enum):
    """Where a plane has its line."""

    NONE = QMargins()
    LEFT = QMargins(_HAIR_PX, 0, 0, 0)
    TOP = QMargins(0, _HAIR_PX, 0, 0)
    RIGHT = QMargins(0, 0, _HAIR_PX, 0)
    BOTTOM = QMargins(0, 0, 0, _HAIR_PX)


class Plane(NamedTuple):
    """A fill from edge to edge with a line on one side; with `is_round` its lower corners follow those of a box."""

    fill: ColorRole
    line: ColorRole = "hairline"
    edge: Edge = Edge.NONE
    is_round: bool = False

    @property
    def margins(self) -> QMargins:
        """What it takes of the room of the frame, in px: none, its line lies under what stands there."""
        return QMargins()

    def draw(self, painter: QPainter, theme: Theme, area: QRect) -> None:
        """Draw it over all of `area`."""
        if self.is_round:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setClipPath(_round_below(area, theme.radii.popup))
        painter.fillRect(area, theme.brush(self.fill))
        line = _line_of(area, self.edge)
        if not line.isEmpty():
            painter.fillRect(line, theme.brush(self.line))


class Plate(NamedTuple):
    """A rounded fill with a line around it, which is the focus ring while what is in it `has_ring`."""

    fill: ColorRole
    line: ColorRole
    is_card: bool = False
    has_ring: bool = False
    pad_px: int = 0

    @property
    def margins(self) -> QMargins:
        """What it takes of the room of the frame, in px."""
        px = _HAIR_PX + self.pad_px
        return QMargins(px, px, px, px)

    def draw(self, painter: QPainter, theme: Theme, area: QRect) -> None:
        """Draw it over all of `area`."""
        radius = theme.radii.card if self.is_card else theme.radii.control
        if self.has_ring:
            draw_plate(painter, theme, area, radius, self.fill)
            draw_ring(painter, theme, area, radius)
        else:
            draw_plate(painter, theme, area, radius, self.fill, self.line)


Shape = Plane | Plate

_PLANES: Mapping[str, Shape] = {
    "window": Plane("window"),
    "rail": Plane("rail", edge=Edge.RIGHT),
    "panel": Plane("panel"),
    "side": Plane("panel", edge=Edge.RIGHT),
    "header": Plane("panel", edge=Edge.BOTTOM),
    "footer": Plane("panel", edge=Edge.TOP),
    "status": Plane("rail", edge=Edge.TOP),
    "surface": Plane("surface"),
}


def shape_of(frame: QFrame) -> Shape | None:
    """What `frame` looks like in the state it is in; None for a frame that has no look of ours."""
    named = _NAMED.get(frame.objectName())
    if named is not None:
        return named(frame)
    plane = frame.property("plane")
    if plane is None:
        return None
    shape = _PLANES[plane]
    return shape._replace(is_round=True) if isinstance(shape, Plane) and frame.property("round") else shape


def _card(frame: QFrame) -> Shape:
    fill: ColorRole = "sunken" if frame.property("locked") else "surface"
    line: ColorRole = (
        "warn" if frame.property("clash") else "focus" if frame.property("caret") else "hairline"
    )
    return Plate(fill, line, is_card=True)


def _strip(frame: QFrame) -> Shape:
    return Plate("panel", "hairline") if _is_neutral(frame) else Plate("warnSoft", "warnLine")


def _bar(frame: QFrame) -> Shape:
    if _is_neutral(frame):
        return Plane("panel", "hairline", Edge.BOTTOM)
    return Plane("warnSoft", "warnLine", Edge.BOTTOM)


def _field(frame: QFrame) -> Shape:
    line: ColorRole = "border"
    if frame.property("invalid"):
        line = "rem"
    elif frame.property("locked"):
        line = "hairline"
    elif frame.underMouse():
        line = "control"
    fill: ColorRole = "sunken" if frame.property("locked") else "surface"
    return Plate(fill, line, has_ring=bool(frame.property("caret")), pad_px=1)


def _entry(frame: QFrame) -> Shape:
    """A text that is edited where it stands in a list."""
    return Plate("surface", "border", has_ring=frame.hasFocus(), pad_px=1)


def _overlay(frame: QFrame) -> Shape:
    return Plane("panel", "border", Edge.RIGHT if frame.property("edge") == "leading" else Edge.LEFT)


_NAMED: Mapping[str, Callable[[QFrame], Shape]] = {
    "card": _card,
    "strip": _strip,
    "bar": _bar,
    "field": _field,
    "entry": _entry,
    "overlay": _overlay,
}


def _is_neutral(frame: QFrame) -> bool:
    return str(frame.property("tone")) == "neutral"


def _line_of(area: QRect, edge: Edge) -> QRect:
    inner, margins = area.marginsRemoved(edge.value), edge.value
    if margins.left():
        return QRect(area.left(), area.top(), margins.left(), area.height())
    if margins.right():
        return QRect(inner.right() + 1, area.top(), margins.right(), area.height())
    if margins.top():
        return QRect(area.left(), area.top(), area.width(), margins.top())
    if margins.bottom():
        return QRect(area.left(), inner.bottom() + 1, area.width(), margins.bottom())
    return QRect()


def _round_below(area: QRect, radius: int) -> QPainterPath:
    path, rect = QPainterPath(), QRectF(area)
    path.setFillRule(Qt.FillRule.WindingFill)
    path.addRoundedRect(rect, radius, radius)
    path.addRect(rect.adjusted(0, 0, 0, -radius))
    return path
