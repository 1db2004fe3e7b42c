"""Small drawings that several widgets and delegates share. They draw into a rectangle and decide nothing."""

from __future__ import annotations

from typing import Literal, NamedTuple

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QPainter

from memdesk.ui.plain import plain
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.icons import IconCache
from memdesk.ui.theme.plates import draw_plate, draw_ring
from memdesk.ui.theme.theme import Theme
from memdesk.ui.theme.tokens import ColorRole

Tone = Literal["neutral", "accent", "add", "rem", "warn", "live"]

_CHIP_PAD_PX = 6
_CHIP_GAP_PX = 4
_COUNT_PAD_PX = 5
_COUNT_LEAST_PX = 16
_KEY_PAD_PX = 5
_KEY_LEAST_PX = 18
_MONOGRAM_PAD_PX = 3

CENTRE = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine


class ToneRoles(NamedTuple):
    """The colours of one tone: soft fill, its line, and the ink on it."""

    fill: ColorRole
    line: ColorRole
    ink: ColorRole


TONES: dict[Tone, ToneRoles] = {
    "neutral": ToneRoles("panel", "border", "text2"),
    "accent": ToneRoles("accentSoft", "accentLine", "accentText"),
    "add": ToneRoles("addSoft", "addLine", "add"),
    "rem": ToneRoles("remSoft", "remLine", "rem"),
    "warn": ToneRoles("warnSoft", "warnLine", "warn"),
    "live": ToneRoles("liveSoft", "liveLine", "live"),
}


def draw_dot(painter: QPainter, theme: Theme, area: QRect, role: ColorRole, diameter: float) -> None:
    """A filled dot in the middle of `area`."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.brush(role))
    centre = QRectF(area).center()
    painter.drawEllipse(centre, diameter / 2, diameter / 2)


def chip_height(theme: Theme) -> int:
    """Drawn height of a chip, in px."""
    return max(theme.sizes.chip, theme.metrics("meta", Weight.Medium).height() + 4)


def chip_width(theme: Theme, text: str, *, with_icon: bool) -> int:
    """Drawn width of a chip with `text`, in px."""
    icon = theme.icon_sizes.chip + _CHIP_GAP_PX if with_icon else 0
    return 2 * _CHIP_PAD_PX + icon + theme.metrics("meta", Weight.Medium).horizontalAdvance(plain(text))


def draw_chip(
    painter: QPainter, theme: Theme, icons: IconCache, area: QRect, text: str, icon: str, tone: Tone
) -> None:
    """A chip that fills `area`; the text is elided where it does not fit."""
    roles = TONES[tone]
    draw_plate(painter, theme, area, theme.radii.chip, roles.fill, roles.line)
    inner = area.adjusted(_CHIP_PAD_PX, 0, -_CHIP_PAD_PX, 0)
    rtl = painter.layoutDirection() == Qt.LayoutDirection.RightToLeft
    if icon:
        size = theme.icon_sizes.chip
        left = inner.right() - size + 1 if rtl else inner.left()
        icons.draw(painter, QRect(left, inner.top(), size, inner.height()), icon, roles.ink, size)
        taken = size + _CHIP_GAP_PX
        inner.adjust(*((0, 0, -taken, 0) if rtl else (taken, 0, 0, 0)))
    painter.setFont(theme.font("meta", Weight.Medium))
    painter.setPen(theme.pen(roles.ink))
    shown = theme.metrics("meta", Weight.Medium).elidedText(
        plain(text), Qt.TextElideMode.ElideRight, inner.width()
    )
    painter.drawText(inner, CENTRE, shown)


def count_width(theme: Theme, text: str) -> int:
    """Drawn width of a count capsule, in px."""
    wide = theme.metrics("meta", Weight.DemiBold).horizontalAdvance(text) + 2 * _COUNT_PAD_PX
    return max(count_height(theme), wide)


def count_height(theme: Theme) -> int:
    """Drawn height of a count capsule, in px."""
    return max(_COUNT_LEAST_PX, theme.metrics("meta", Weight.DemiBold).height() + 2)


def draw_count(painter: QPainter, theme: Theme, area: QRect, text: str, tone: Tone = "accent") -> None:
    """A count such as "+2" in an outlined capsule that fills `area`."""
    roles = TONES[tone]
    draw_plate(painter, theme, area, area.height() / 2, roles.fill, roles.line)
    _draw_count_text(painter, theme, area, text, roles.ink)


def draw_filled_count(painter: QPainter, theme: Theme, area: QRect, text: str) -> None:
    """A count on the accent, for what waits for the user."""
    draw_plate(painter, theme, area, area.height() / 2, "accent")
    _draw_count_text(painter, theme, area, text, "onAccent")


def _draw_count_text(painter: QPainter, theme: Theme, area: QRect, text: str, ink: ColorRole) -> None:
    painter.setFont(theme.font("meta", Weight.DemiBold))
    painter.setPen(theme.pen(ink))
    _draw_left_to_right(painter, area, text)


def _draw_left_to_right(painter: QPainter, area: QRect, text: str) -> None:
    """Draw what reads from left to right in every language: signed numbers, keys."""
    direction = painter.layoutDirection()
    painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    painter.drawText(area, CENTRE, text)
    painter.setLayoutDirection(direction)


def key_cap_width(theme: Theme, text: str) -> int:
    """Drawn width of a key cap, in px."""
    wide = theme.metrics("meta", Weight.Medium).horizontalAdvance(text) + 2 * _KEY_PAD_PX
    return max(_KEY_LEAST_PX, wide)


def key_cap_height(theme: Theme) -> int:
    """Drawn height of a key cap, in px."""
    return max(_KEY_LEAST_PX, theme.metrics("meta", Weight.Medium).height() + 2)


def draw_key_cap(painter: QPainter, theme: Theme, area: QRect, text: str, *, on_accent: bool = False) -> None:
    """A key's name on a cap that fills `area`; `on_accent` for the one in a primary button."""
    fill: ColorRole | None = None if on_accent else "panel"
    line: ColorRole = "onAccent" if on_accent else "border"
    draw_plate(painter, theme, area, 4, fill, line)
    painter.setFont(theme.font("meta", Weight.Medium))
    painter.setPen(theme.pen("onAccent" if on_accent else "text2"))
    _draw_left_to_right(painter, area, text)


def draw_monogram(painter: QPainter, theme: Theme, area: QRect, letters: str) -> None:
    """The two letters of an agent in an outlined square that fills `area`."""
    draw_plate(painter, theme, area, theme.radii.avatar, "panel", "border")
    font = theme.font("mono", Weight.Medium)
    painter.save()
    painter.setFont(font)
    painter.setPen(theme.pen("text2"))
    wide = theme.metrics("mono", Weight.Medium).horizontalAdvance(letters)
    room = area.width() - 2 * _MONOGRAM_PAD_PX
    if wide > room:
        # Two letters of any font fit the square; the font itself stays the one of the theme.
        scale = room / wide
        painter.translate(area.center().x() + 0.5, area.center().y() + 0.5)
        painter.scale(scale, scale)
        painter.translate(-area.center().x() - 0.5, -area.center().y() - 0.5)
    painter.drawText(area, CENTRE | Qt.TextFlag.TextDontClip, letters)
    painter.restore()


def draw_check(
    painter: QPainter,
    theme: Theme,
    icons: IconCache,
    area: QRect,
    state: Qt.CheckState,
    *,
    enabled: bool = True,
    focused: bool = False,
) -> None:
    """A check box of the token size in the middle of `area`; its ring, where `focused`, lies 2 px around it."""
    edge = theme.sizes.check
    box = QRect(area.x() + (area.width() - edge) // 2, area.y() + (area.height() - edge) // 2, edge, edge)
    radius = theme.radii.check
    if not enabled:
        draw_plate(painter, theme, box, radius, None, "hairline")
        ink: ColorRole = "disabled"
    elif state == Qt.CheckState.Unchecked:
        draw_plate(painter, theme, box, radius, "surface", "control")
        ink = "control"
    else:
        draw_plate(painter, theme, box, radius, "accent")
        ink = "onAccent"
    if state == Qt.CheckState.Checked:
        icons.draw(painter, box, "check", ink, edge - 4)
    elif state == Qt.CheckState.PartiallyChecked:
        icons.draw(painter, box, "minus", ink, edge - 4)
    if focused:
        draw_ring(painter, theme, box.adjusted(-4, -4, 4, 4), radius + 4)
