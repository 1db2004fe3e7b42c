from __future__ import annotations

import pytest
from PySide6.QtGui import QFont, QFontDatabase, QFontInfo, QFontMetricsF
from PySide6.QtWidgets import QApplication

from memdesk.ui.theme import fonts as module
from memdesk.ui.theme.fonts import FontRole, build_fonts, font_for_language


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


def test_chinese_comes_from_the_first_families_that_are_there(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = QFontInfo(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)).family()
    monkeypatch.setattr(module, "_SIMPLIFIED_CHINESE", {"here": ("No Such Family", there)})
    font = font_for_language(at(13), "zh_CN", "here")
    assert font.families() == [QFontInfo(at(13)).family(), there]
    assert font.pixelSize() == 13
    fonts = build_fonts(font, "Serif")
    assert all(fonts[role].families()[1:] == [there] for role in fonts)
    assert {fonts[role].pixelSize() for role in ("small", "meta", "mono")} == {12}
    assert font_for_language(at(13), "de", "here") == at(13)


def test_a_system_without_chinese_families_keeps_its_font(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_SIMPLIFIED_CHINESE", {"here": ("No Such Family",)})
    assert font_for_language(at(13), "zh_CN", "here") == at(13)
    assert font_for_language(at(13), "zh_CN", "elsewhere") == at(13)


def test_letters_come_from_the_systems_own_family_where_there_is_a_chinese_one(qapp: QApplication) -> None:
    font = font_for_language(at(13), "zh_CN")
    if font == at(13):
        pytest.skip("no family of Chinese characters is installed: apt-get install fonts-wqy-microhei")
    assert all(QFontDatabase.hasFamily(family) for family in font.families()[1:])
    assert QFontInfo(font).family() == QFontInfo(at(13)).family()
