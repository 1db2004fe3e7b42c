"""A list with a field in a menu: what is typed narrows it down, keys move in it, Enter chooses."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.labels import TextLabel
from memdesk.ui.widgets.many_choices import ManyChoices, fill_with_many
from memdesk.ui.widgets.menus import PopupMenu

TITLES = [f"Project {number}" for number in range(2_000)]
Key = Qt.Key


class Menu:
    """An open menu of many choices, and what was chosen in it."""

    def __init__(self, themes: ThemeManager) -> None:
        self.menu = PopupMenu(themes)
        self.chosen: list[int] = []
        self.choices: ManyChoices = fill_with_many(
            self.menu, themes, "Scope", TITLES, "Project 1500", self.chosen.append
        )
        self.menu.popup(QPoint(0, 0))

    def key(self, key: Key) -> None:
        QTest.keyClick(self.choices.field, key)

    @property
    def current(self) -> object:
        return self.choices.list.currentIndex().data()


@pytest.fixture
def menu(qapp: QApplication, themes: ThemeManager) -> Iterator[Menu]:
    menu = Menu(themes)
    qapp.processEvents()
    yield menu
    menu.menu.close()


def test_it_begins_at_the_choice_which_is_in_view(menu: Menu) -> None:
    rows = menu.choices.list
    assert menu.current == "Project 1500"
    assert rows.viewport().rect().contains(rows.visualRect(rows.currentIndex()))
    focused: QWidget | None = menu.menu.focusWidget()
    assert focused is menu.choices.field


def test_keys_move_in_the_list_and_enter_chooses(menu: Menu) -> None:
    menu.key(Key.Key_Down)
    menu.key(Key.Key_Down)
    menu.key(Key.Key_Up)
    assert menu.current == "Project 1501"
    menu.key(Key.Key_Return)
    assert menu.chosen == [1501]
    assert not menu.menu.isVisible()


def test_what_is_typed_narrows_it_down(menu: Menu) -> None:
    QTest.keyClicks(menu.choices.field, "77 PRO")
    assert all("77" in menu.choices.list.model().index(row, 0).data() for row in range(5))
    menu.key(Key.Key_Home)
    menu.key(Key.Key_Enter)
    assert menu.chosen == [77]


def test_without_a_hit_enter_chooses_nothing(menu: Menu) -> None:
    QTest.keyClicks(menu.choices.field, "nowhere")
    menu.key(Key.Key_Return)
    assert menu.chosen == []
    assert menu.menu.isVisible()


def test_escape_takes_back_what_was_typed_then_closes(menu: Menu) -> None:
    QTest.keyClicks(menu.choices.field, "77")
    menu.key(Key.Key_Escape)
    assert menu.menu.isVisible()
    assert menu.choices.field.text() == ""
    menu.key(Key.Key_Escape)
    assert not menu.menu.isVisible()
    assert menu.chosen == []


def test_a_click_chooses(menu: Menu) -> None:
    rows = menu.choices.list
    place = rows.visualRect(rows.model().index(1502, 0)).center()
    QTest.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert menu.chosen == [1502]


def test_tab_and_a_click_beside_leave_the_keys_where_they_are(menu: Menu) -> None:
    menu.key(Key.Key_Tab)
    menu.key(Key.Key_Backtab)
    QTest.mouseClick(menu.choices, Qt.MouseButton.LeftButton, pos=QPoint(2, 2))
    focused: QWidget | None = menu.menu.focusWidget()
    assert menu.menu.isVisible()
    assert focused is menu.choices.field


def test_who_only_hears_the_field_hears_what_enter_would_choose(menu: Menu) -> None:
    field, said = menu.choices.field, list[str]()
    said.append(field.accessibleDescription())
    menu.key(Key.Key_Down)
    said.append(field.accessibleDescription())
    QTest.keyClicks(field, "77")
    said.append(field.accessibleDescription())
    QTest.keyClicks(field, " nowhere")
    said.append(field.accessibleDescription())
    assert said == ["Project 1500", "Project 1501", "Project 77", "Nothing matches this."]


def test_a_menu_without_a_hit_says_so_and_stays_as_large(menu: Menu) -> None:
    size = menu.menu.size()
    QTest.keyClicks(menu.choices.field, "nowhere")
    label = menu.choices.findChild(TextLabel)
    assert label is not None
    assert label.isVisible()
    assert not menu.choices.list.isVisible()
    menu.key(Key.Key_Escape)
    assert menu.choices.list.isVisible()
    assert menu.menu.size() == size
