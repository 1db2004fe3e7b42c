from __future__ import annotations

import pytest
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QMessageBox, QTableWidget

from memdesk.ui.theme.manager import Choice, Preferences, ThemeManager
from memdesk.ui.theme.style import MemdeskStyle
from tests.ui.conftest import Show


@pytest.fixture
def changes(themes: ThemeManager) -> list[str]:
    """The scheme at each change of the theme."""
    seen: list[str] = []
    themes.theme_changed.connect(lambda: seen.append(themes.theme.scheme))
    return seen


def test_dresses_the_application(qapp: QApplication, themes: ThemeManager) -> None:
    assert isinstance(qapp.style(), MemdeskStyle)
    assert qapp.palette().color(QPalette.ColorRole.Window) == themes.theme.color("window")


def test_switches_in_one_pass(qapp: QApplication, themes: ThemeManager, changes: list[str]) -> None:
    themes.set_preferences(Preferences(scheme="dark"))
    assert changes == ["dark"]
    assert qapp.palette().color(QPalette.ColorRole.Window) == themes.theme.color("window")
    assert themes.theme.color("window").lightness() < 64


def test_other_colours_leave_all_room_as_it_is(themes: ThemeManager) -> None:
    told: list[None] = []
    themes.fonts_changed.connect(lambda: told.append(None))
    metrics = themes.theme.metrics("body")
    themes.set_preferences(Preferences(scheme="dark"))
    assert not told
    assert themes.theme.metrics("body") is metrics


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
    told: list[int] = []
    themes.fonts_changed.connect(lambda: told.append(themes.theme.row_height(28)))
    try:
        qapp.setFont(larger)
        assert changes == ["light"]
        assert told == [themes.theme.row_height(28)]
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
