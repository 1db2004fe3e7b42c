"""Fonts by role, in sizes relative to the system's own: nothing is shipped, the text scale of the user holds."""

from __future__ import annotations

from typing import Literal

from PySide6.QtGui import QFont, QFontDatabase, QFontInfo

FontRole = Literal["title", "heading", "body", "small", "meta", "mono"]
Weight = QFont.Weight

_LEAST_META_PX = 11
_TABULAR: tuple[FontRole, ...] = ("title", "heading", "small", "meta", "mono")
_WEIGHTS: dict[FontRole, Weight] = {"title": Weight.DemiBold, "heading": Weight.DemiBold}


def build_fonts(body: QFont, mono_family: str = "") -> dict[FontRole, QFont]:
    """The font of every role over the system font `body`; `mono_family` is the user's choice, else the system's."""
    size_px = QFontInfo(body).pixelSize()
    sizes: dict[FontRole, int] = {
        "title": round(size_px * 1.7),
        "heading": round(size_px * 1.15),
        "small": size_px - 1,
        "meta": max(_LEAST_META_PX, size_px - 2),
        "mono": size_px - 1,
    }
    fonts: dict[FontRole, QFont] = {"body": QFont(body)}
    for role, pixels in sizes.items():
        fonts[role] = _sized(_mono(mono_family) if role == "mono" else body, pixels)
        fonts[role].setWeight(_WEIGHTS.get(role, Weight.Normal))
    for role in _TABULAR:
        # Columns and counters keep their width while the digits change.
        fonts[role].setFeature(QFont.Tag("tnum"), 1)
    return fonts


def _mono(family: str) -> QFont:
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    if family:
        font.setFamily(family)
    font.setStyleHint(QFont.StyleHint.Monospace)
    return font


def _sized(font: QFont, pixels: int) -> QFont:
    sized = QFont(font)
    sized.setPixelSize(max(1, pixels))
    return sized
