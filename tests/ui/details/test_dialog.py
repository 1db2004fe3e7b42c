"""The details of a document on screen."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from memdesk.services.details.details import Detail, Standing
from memdesk.ui.details.dialog import DetailsDialog, words_of
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.labels import TextLabel
from tests.ui.conftest import Show

LONG = "The text is written into the file itself, because it has {names} names. " * 6
DETAILS = (
    Detail("Where", "{path}", {"path": "/m/\udcff/a{b}.md"}),
    Detail("Reading", "The system grants a read lease.", standing=Standing.BEST),
    Detail("Putting in place", LONG, {"names": 2}, Standing.LESS),
    *(Detail(f"Line {number}", "There is more to know than fits.") for number in range(20)),
)


@pytest.fixture
def dialog(qapp: QApplication, themes: ThemeManager, show: Show) -> DetailsDialog:
    window = QWidget()
    window.resize(900, 600)
    show(window)
    made = DetailsDialog(themes, "a.md", DETAILS, window)
    made.open()
    qapp.processEvents()
    return made


def test_each_line_has_its_title_and_its_sentence(dialog: DetailsDialog) -> None:
    labels = [label.text() for label in dialog.findChildren(TextLabel)]
    assert labels[:4] == ["Where", "/m/�/a{b}.md", "Reading", "The system grants a read lease."]
    assert words_of(DETAILS[2]) in labels


def test_it_fits_into_a_small_window_and_wraps(dialog: DetailsDialog) -> None:
    assert dialog.width() <= 860
    assert dialog.height() <= 560
    label = next(label for label in dialog.findChildren(TextLabel) if label.text() == words_of(DETAILS[2]))
    assert label.height() > 2 * label.fontMetrics().height()
    assert dialog.area.horizontalScrollBar().maximum() == 0
    assert dialog.area.verticalScrollBar().maximum() > 0


def test_keys_scroll_copy_and_close(qapp: QApplication, dialog: DetailsDialog) -> None:
    assert dialog.area.hasFocus()
    QTest.keyClick(dialog.area, Qt.Key.Key_PageDown)
    assert dialog.area.verticalScrollBar().value() > 0
    QTest.keyClick(dialog.area, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    copied = QGuiApplication.clipboard().text()
    assert copied == dialog.text
    assert "Reading: The system grants a read lease.\n" in copied
    QTest.keyClick(dialog.area, Qt.Key.Key_Tab)
    assert qapp.focusWidget() is dialog.copy_button
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_a_screen_reader_is_told_all_of_it(dialog: DetailsDialog) -> None:
    described = QAccessible.queryAccessibleInterface(dialog.area).text(QAccessible.Text.Description)
    assert "Putting in place: The text is written into the file itself" in described


def test_the_focus_is_seen_around_what_scrolls(qapp: QApplication, dialog: DetailsDialog) -> None:
    ringed = dialog.area.grab().toImage()
    dialog.close_button.setFocus()
    qapp.processEvents()
    assert dialog.area.grab().toImage() != ringed
    dialog.area.setFocus()
    qapp.processEvents()
    assert dialog.area.grab().toImage() == ringed
