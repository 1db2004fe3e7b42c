from __future__ import annotations

import sys

import pytest
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QLineEdit, QMessageBox, QTableWidget

from memdesk.bundled import bundled_path
from memdesk.ui.theme.manager import Choice, Preferences, SchemeChoice, ThemeManager
from memdesk.ui.theme.sheet import compile_sheet
from tests.ui.conftest import Show


@pytest.fixture
def changes(themes: ThemeManager) -> list[str]:
    """The scheme at each change of the theme."""
    seen: list[str] = []
    themes.theme_changed.connect(lambda: seen.append(themes.theme.scheme))
    return seen


def test_dresses_the_application(qapp: QApplication, themes: ThemeManager) -> None:
    assert qapp.style().objectName() == "fusion" or qapp.styleSheet()
    assert qapp.palette().color(QPalette.ColorRole.Window) == themes.theme.color("window")
    assert "@" not in qapp.styleSheet().split("*/", 1)[1]


def test_switches_in_one_pass(qapp: QApplication, themes: ThemeManager, changes: list[str]) -> None:
    themes.set_preferences(Preferences(scheme="dark"))
    assert changes == ["dark"]
    assert qapp.palette().color(QPalette.ColorRole.Window) == themes.theme.color("window")
    assert themes.theme.color("window").lightness() < 64


def test_the_same_choice_changes_nothing(themes: ThemeManager, changes: list[str]) -> None:
    themes.set_preferences(Preferences(scheme="light"))
    assert changes == []


def test_without_a_preference_the_system_decides(qapp: QApplication, themes: ThemeManager) -> None:
    themes.set_preferences(Preferences(scheme="system"))
    assert themes.theme.scheme == "light"
    assert qapp.styleHints().colorScheme().name in ("Unknown", "Light")


def test_a_report_of_the_system_that_changes_nothing_is_quiet(
    qapp: QApplication, themes: ThemeManager, changes: list[str]
) -> None:
    hints = qapp.styleHints()
    hints.colorSchemeChanged.emit(hints.colorScheme())
    assert changes == []


def test_follows_the_text_size_of_the_system(
    qapp: QApplication, themes: ThemeManager, changes: list[str]
) -> None:
    before = qapp.font()
    larger = qapp.font()
    larger.setPixelSize(24)
    row = themes.theme.row_height(28)
    try:
        qapp.setFont(larger)
        assert changes == ["light"]
        assert themes.theme.font("small").pixelSize() == 23
        assert themes.theme.row_height(28) > row
    finally:
        qapp.setFont(before)


def test_high_contrast_strengthens_lines(themes: ThemeManager) -> None:
    themes.set_preferences(Preferences(scheme="light", high_contrast="on"))
    assert themes.theme.high_contrast
    assert themes.theme.color("hairline") == themes.theme.color("control")


@pytest.mark.parametrize(("choice", "may_move"), [("system", True), ("on", True), ("off", False)])
def test_motion_is_a_choice(themes: ThemeManager, choice: Choice, *, may_move: bool) -> None:
    themes.set_preferences(Preferences(scheme="light", animations=choice))
    assert themes.theme.animated is may_move


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_every_placeholder_has_a_value(themes: ThemeManager, scheme: SchemeChoice, platform: str) -> None:
    themes.set_preferences(Preferences(scheme=scheme))
    source = bundled_path("themes", "memdesk.qss").read_bytes().decode()
    compiled = compile_sheet(source, themes.theme, platform)
    assert themes.theme.color("accent").name() in compiled
    assert ("QScrollBar" in compiled) == (platform != "darwin")


def test_an_unknown_placeholder_is_an_error(themes: ThemeManager) -> None:
    with pytest.raises(KeyError, match="chartreuse"):
        compile_sheet("QLabel { color: @chartreuse; }", themes.theme, sys.platform)


def test_an_opacity_is_kept(themes: ThemeManager) -> None:
    assert "40%)" in compile_sheet("QLabel { color: @control/40; }", themes.theme, sys.platform)


def test_the_style_sheet_reaches_qt(themes: ThemeManager, show: Show) -> None:
    field = QLineEdit()
    show(field)
    image = field.grab().toImage()
    assert image.pixelColor(image.width() // 2, image.height() // 2) == themes.theme.color("surface")
    # An error in the sheet would make Qt warn, and the test would fail for the stray message.


def test_pens_and_fonts_are_made_once(themes: ThemeManager) -> None:
    theme = themes.theme
    assert theme.pen("text") is theme.pen("text")
    assert theme.font("meta") is theme.font("meta")
    assert theme.metrics("meta") is theme.metrics("meta")


def test_text_fits_the_width_measured_for_it(themes: ThemeManager) -> None:
    from PySide6.QtCore import Qt

    metrics = themes.theme.metrics("small")
    for text in ("Watching 41 files", "evva is writing", "2.1 KB of 64 KB", "日本語 é́"):
        assert metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, metrics.horizontalAdvance(text)) == text


def test_the_focus_stays_where_it_is(qapp: QApplication, themes: ThemeManager, show: Show) -> None:
    box = QMessageBox()
    box.addButton("Purge", QMessageBox.ButtonRole.DestructiveRole)
    cancel = box.addButton(QMessageBox.StandardButton.Cancel)
    box.addButton("Copy", QMessageBox.ButtonRole.ActionRole)
    show(box)
    box.activateWindow()
    cancel.setFocus()
    themes.set_preferences(Preferences(scheme="dark"))
    qapp.processEvents()
    assert qapp.focusWidget() is cancel


def test_what_is_scrolled_to_its_end_stays_there(themes: ThemeManager, show: Show) -> None:
    table = QTableWidget(50, 2)
    table.setVerticalScrollMode(QTableWidget.ScrollMode.ScrollPerPixel)
    table.setHorizontalHeaderLabels(["Name", "Size"])
    show(table)
    bar = table.verticalScrollBar()
    bar.setValue(bar.maximum())
    end = bar.value()
    themes.set_preferences(Preferences(scheme="dark"))
    assert bar.value() == end
