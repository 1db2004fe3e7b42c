from __future__ import annotations

import pytest
from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF
from PySide6.QtWidgets import QApplication

from memdesk.ui.theme.fonts import FontRole, build_fonts


def at(pixels: int) -> QFont:
    font = QFont()
    font.setPixelSize(pixels)
    return font


@pytest.mark.parametrize(
    ("role", "pixels"),
    [("title", 22), ("heading", 15), ("body", 13), ("small", 12), ("meta", 11), ("mono", 12)],
)
def test_sizes_of_the_design(qapp: QApplication, role: FontRole, pixels: int) -> None:
    assert build_fonts(at(13))[role].pixelSize() == pixels


@pytest.mark.parametrize("pixels", [9, 12, 20, 30])
def test_sizes_follow_the_system_and_stay_readable(qapp: QApplication, pixels: int) -> None:
    fonts = build_fonts(at(pixels))
    assert fonts["meta"].pixelSize() == max(11, pixels - 2)
    assert fonts["title"].pixelSize() == round(pixels * 1.7)


def test_the_system_font_is_the_body(qapp: QApplication) -> None:
    assert build_fonts(qapp.font())["body"] == qapp.font()


def test_mono_is_the_fixed_font_of_the_system(qapp: QApplication) -> None:
    fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    mono = build_fonts(at(13))["mono"]
    assert mono.family() == fixed.family()
    assert QFontMetricsF(mono).horizontalAdvance("iiii") == QFontMetricsF(mono).horizontalAdvance("WWWW")


def test_the_user_may_choose_the_mono_font(qapp: QApplication) -> None:
    assert build_fonts(at(13), "DejaVu Sans Mono")["mono"].family() == "DejaVu Sans Mono"


@pytest.mark.parametrize("role", ["small", "meta", "mono"])
def test_counters_have_tabular_figures(qapp: QApplication, role: FontRole) -> None:
    assert build_fonts(at(13))[role].featureValue(QFont.Tag("tnum")) == 1
