from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton

from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.fields import Field, FilterField
from tests.ui.conftest import Show


def filter_field(themes: ThemeManager) -> FilterField:
    return FilterField(themes, "Filter memory", placeholder="Filter", keys=QKeySequence("Ctrl+T"))


def test_escape_clears_and_gives_the_focus_away(themes: ThemeManager, show: Show) -> None:
    field = filter_field(themes)
    show(field)
    dismissed: list[str] = []
    field.dismissed.connect(lambda: dismissed.append(field.text()))
    QTest.keyClicks(field, "dec")
    assert field.text() == "dec"
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert dismissed == [""]


def test_down_asks_for_the_list(themes: ThemeManager, show: Show) -> None:
    field = filter_field(themes)
    show(field)
    asked: list[bool] = []
    field.list_requested.connect(lambda: asked.append(True))
    QTest.keyClick(field, Qt.Key.Key_Down)
    assert asked


def test_a_button_clears_too(themes: ThemeManager, show: Show) -> None:
    field = filter_field(themes)
    show(field)
    clear = field.findChild(QAbstractButton)
    assert isinstance(clear, QAbstractButton)
    assert not clear.isVisible()
    field.setText("dec")
    assert clear.isVisible()
    assert clear.accessibleName() == "Clear filter"
    assert min(clear.width(), clear.height()) >= 28
    clear.click()
    assert field.text() == ""


def test_keys_give_way_to_text_and_to_width(themes: ThemeManager, show: Show) -> None:
    field = filter_field(themes)
    show(field)
    field.resize(220, 28)
    wide = field.textMargins().right()
    field.resize(110, 28)
    assert field.textMargins().right() < wide


def test_an_error_is_said_and_shown(themes: ThemeManager, show: Show) -> None:
    field = Field(themes, "Folder")
    show(field)
    field.clearFocus()
    field.set_invalid("No such folder")
    assert field.accessibleDescription() == "No such folder"
    assert field.grab().toImage().pixelColor(60, 0) == themes.theme.color("rem")
    field.set_invalid("")
    assert field.grab().toImage().pixelColor(60, 0) != themes.theme.color("rem")


def test_is_28_px_high_with_and_without_focus(themes: ThemeManager, show: Show) -> None:
    field = filter_field(themes)
    show(field)
    assert field.sizeHint().height() == 28
    field.setFocus()
    assert field.sizeHint().height() == 28


def test_room_for_icon_and_keys_is_mirrored(themes: ThemeManager, show: Show) -> None:
    field = filter_field(themes)
    show(field)
    before = field.textMargins()
    field.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    assert (field.textMargins().left(), field.textMargins().right()) == (before.right(), before.left())


def test_the_keys_that_are_shown_are_those_of_the_action(themes: ThemeManager, show: Show) -> None:
    field = FilterField(themes, "Filter memory", placeholder="Filter")
    action = QAction()
    action.setShortcut(QKeySequence("Ctrl+T"))
    field.follow(action)
    field.resize(300, field.sizeHint().height())
    show(field)
    before, room = field.grab().toImage(), field.textMargins().right()
    assert "Ctrl+T" in field.toolTip()
    action.setShortcut(QKeySequence("Ctrl+Alt+F"))
    assert "Ctrl+Alt+F" in field.toolTip()
    assert field.textMargins().right() > room
    assert field.grab().toImage() != before
