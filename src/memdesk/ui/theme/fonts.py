"""Fonts by role, in sizes relative to the system's own: nothing is shipped, the text scale of the user holds."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Literal

from PySide6.QtGui import QFont, QFontDatabase, QFontInfo

FontRole = Literal["title", "heading", "body", "small", "meta", "mono"]
Weight = QFont.Weight

_LEAST_META_PX = 11
_LEAST_CHINESE_PX = 12
"""Smaller ones close up: the strokes of a character need more room than those of a letter."""
_TABULAR: tuple[FontRole, ...] = ("title", "heading", "small", "meta", "mono")
_WEIGHTS: dict[FontRole, Weight] = {"title": Weight.DemiBold, "heading": Weight.DemiBold}
_SIMPLIFIED_CHINESE: Mapping[str, Sequence[str]] = {
    "darwin": ("PingFang SC", "Hiragino Sans GB"),
    "win32": ("Microsoft YaHei UI", "Microsoft YaHei"),
    "linux": ("Noto Sans CJK SC", "Source Han Sans SC", "WenQuanYi Micro Hei", "WenQuanYi Zen Hei"),
}


def font_for_language(font: QFont, language: str, platform: str = sys.platform) -> QFont:
    """`font` with the families that spell what it lacks itself in `language`, such as `zh_CN`.

    Of Chinese characters the systems have several shapes, and take the Japanese ones where nothing else is asked for:
    Unicode gives both one code. English and German need no other family.
    """
    wanted = _SIMPLIFIED_CHINESE.get(platform, ()) if language == "zh_CN" else ()
    there = [family for family in wanted if QFontDatabase.hasFamily(family)]
    spelled = QFont(font)
    if there:
        # A family that stands for others, such as “Sans Serif”, would leave the whole text to the one behind it.
        spelled.setFamilies([QFontInfo(font).family(), *there])
    return spelled


def build_fonts(body: QFont, mono_family: str = "") -> dict[FontRole, QFont]:
    """The font of every role over the system font `body`; `mono_family` is the user's choice, else the system's."""
    size_px = QFontInfo(body).pixelSize()
    least_px = _LEAST_CHINESE_PX if body.families()[1:] else 0
    sizes: dict[FontRole, int] = {
        "title": round(size_px * 1.7),
        "heading": round(size_px * 1.15),
        "small": max(least_px, size_px - 1),
        "meta": max(least_px, _LEAST_META_PX, size_px - 2),
        "mono": max(least_px, size_px - 1),
    }
    fonts: dict[FontRole, QFont] = {"body": QFont(body)}
    for role, pixels in sizes.items():
        fonts[role] = _sized(_mono(body, mono_family) if role == "mono" else body, pixels)
        fonts[role].setWeight(_WEIGHTS.get(role, Weight.Normal))
    for role in _TABULAR:
        # Columns and counters keep their width while the digits change.
        fonts[role].setFeature(QFont.Tag("tnum"), 1)
    return fonts


def _mono(body: QFont, family: str) -> QFont:
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    if family:
        font.setFamily(family)
    if others := body.families()[1:]:
        font.setFamilies([QFontInfo(font).family(), *others])
    font.setStyleHint(QFont.StyleHint.Monospace)
    return font


def _sized(font: QFont, pixels: int) -> QFont:
    sized = QFont(font)
    sized.setPixelSize(max(1, pixels))
    return sized
