"""The page about the keys, and giving actions other ones."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMainWindow

from memdesk.services.settings.settings import Settings
from memdesk.ui.actions import ACTIONS, ActionTable, own_keys
from memdesk.ui.keyboard.document import keyboard_page
from memdesk.ui.keyboard.page import KeyboardPage
from memdesk.ui.keyboard.rebinding import Rebinding, is_needed_elsewhere, opens_menu, sound_keys
from memdesk.ui.memory.bars import DocumentBars
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import Button
from tests.ui.conftest import Show

PAGE = Path(__file__).parents[3] / "docs" / "keyboard.md"
Bound = tuple[Rebinding, ActionTable, Settings]


@pytest.fixture
def bound(qapp: QApplication) -> Bound:
    window = QMainWindow()
    actions = ActionTable(window)
    for spec in ACTIONS:
        actions.connect_handler(spec.id, lambda: None)
    settings = Settings()
    rebinding = Rebinding(actions, settings, lambda: None, window)
    rebinding.kept = window  # type: ignore[attr-defined]  # the window has to outlive the fixture
    return rebinding, actions, settings


def shown(actions: ActionTable, action_id: str) -> list[str]:
    return [keys.toString() for keys in actions[action_id].shortcuts()]


def test_the_page_in_the_documentation_is_that_of_the_table(qapp: QApplication) -> None:
    made = keyboard_page().encode()
    assert PAGE.read_bytes() == made, "run python3 packaging/dev.py keyboard"


def test_the_enter_key_has_one_name_on_the_page(qapp: QApplication) -> None:
    assert "Return" not in keyboard_page()


@pytest.mark.skipif(sys.platform == "darwin", reason="Apple's keyboards call the main Enter key Return")
def test_menus_name_the_enter_key_as_its_cap_does(bound: Bound) -> None:
    rebinding, actions, _ = bound
    assert shown(actions, "memory.use_result") == ["Ctrl+Enter", "Ctrl+Return"]
    rebinding.give("view.trash", QKeySequence("Ctrl+Alt+Return"))
    assert shown(actions, "view.trash") == ["Ctrl+Alt+Enter", "Ctrl+Alt+Return"]


@pytest.mark.skipif(sys.platform == "darwin", reason="Apple's keyboards call the main Enter key Return")
@pytest.mark.parametrize("keys", [("Return", "Ctrl+Alt+Enter"), ("P", "Ctrl+Alt+P")])
def test_the_field_names_what_is_pressed_as_it_is_named_elsewhere(
    bound: Bound, themes: ThemeManager, show: Show, keys: tuple[str, str]
) -> None:
    key, name = keys
    page = KeyboardPage(themes, bound[0])
    show(page)
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
    QTest.keyClick(page.field, getattr(Qt.Key, f"Key_{key}"), both)
    (line,) = page.field.findChildren(QLineEdit)
    assert line.text().startswith(name)


def test_every_part_of_the_field_has_a_name(bound: Bound, themes: ThemeManager) -> None:
    field = KeyboardPage(themes, bound[0]).field
    assert [part.accessibleName() for part in (field, *field.findChildren(QLineEdit))] == ["New keys"] * 2
    assert [line.placeholderText() for line in field.findChildren(QLineEdit)] == ["New keys"]


def test_an_action_has_the_icon_of_its_siblings_and_of_its_button(themes: ThemeManager) -> None:
    for spec in ACTIONS:
        if spec.text.startswith(("Copy", "Next", "Previous")) and not spec.text.endswith("region"):
            assert spec.icon, spec.id
            assert not themes.icons.pixmap(spec.icon, "text", 16, 1.0).isNull()
    [compare] = [spec for spec in ACTIONS if spec.id == "memory.compare"]
    buttons = [one for one in DocumentBars(themes).findChildren(Button) if one.text() == "Compare"]
    assert compare.icon in {button._icon for button in buttons}


@pytest.mark.parametrize("keys", ["Ctrl+Return", "Ctrl+Enter"])
def test_both_enter_keys_are_one(bound: Bound, keys: str) -> None:
    rebinding, actions, settings = bound
    rebinding.give("view.trash", QKeySequence(keys))
    assert shown(actions, "memory.use_result") == []
    assert len(settings.keys["view.trash"]) == 2
    rebinding.reset("memory.use_result")
    assert shown(actions, "view.trash") == []


def test_the_screens_are_listed_in_the_order_of_their_keys() -> None:
    first_keys = (spec.keys[0] for spec in ACTIONS if spec.keys)
    screens = [
        keys for keys in first_keys if isinstance(keys, str) and keys[-1].isdigit() and keys[:-1] == "Ctrl+"
    ]
    assert screens == [f"Ctrl+{n}" for n in range(1, 7)]


def test_no_two_actions_have_the_same_keys(bound: Bound) -> None:
    rebinding, _, _ = bound
    clashes = [
        (spec.id, rebinding.holder(spec.id, keys))
        for spec in rebinding.specs
        for keys in rebinding.keys(spec.id)
        if rebinding.holder(spec.id, keys)
    ]
    assert clashes == []


def test_new_keys_are_in_force_and_kept(bound: Bound) -> None:
    rebinding, actions, settings = bound
    rebinding.give("view.trash", QKeySequence("Ctrl+Alt+7"))
    assert shown(actions, "view.trash") == ["Ctrl+Alt+7"]
    assert settings.keys == {"view.trash": ["Ctrl+Alt+7"]}
    rebinding.reset("view.trash")
    assert shown(actions, "view.trash") == []
    assert settings.keys == {}


def test_taken_keys_are_lost_by_who_had_them(bound: Bound) -> None:
    rebinding, actions, _ = bound
    keys = QKeySequence("Ctrl+T")
    assert rebinding.holder("view.trash", keys) == "go.filter"
    rebinding.give("view.trash", keys)
    assert shown(actions, "go.filter") == []
    rebinding.reset("go.filter")
    assert (shown(actions, "go.filter"), shown(actions, "view.trash")) == (["Ctrl+T"], [])


def test_the_begin_of_a_chord_gets_in_its_way(bound: Bound) -> None:
    rebinding, _, _ = bound
    assert rebinding.holder("view.trash", QKeySequence("Ctrl+K")) == "help.keys"
    assert rebinding.holder("view.trash", QKeySequence("Ctrl+K, Ctrl+X")) == ""


def test_all_are_reset_at_once(bound: Bound) -> None:
    rebinding, actions, settings = bound
    rebinding.give("view.trash", QKeySequence("Ctrl+T"))
    rebinding.clear("file.look_again")
    rebinding.reset_all()
    assert settings.keys == {}
    assert shown(actions, "file.look_again") == ["F5"]


@pytest.mark.parametrize(
    "keys",
    [
        "A",
        "Shift+A",
        "Return",
        "Up",
        "7",
        "PgUp",
        "Ctrl+PgDown",
        "Shift+Home",
        "Ctrl+Shift+End",
        "Ctrl+Left",
        "Shift+Tab",
        "Ctrl+Tab",
        "Ctrl+C",
        "Ctrl+V",
        "Ctrl+X",
        "Ctrl+A",
        "Ctrl+A, Ctrl+B",
    ],
)
def test_what_one_types_with_is_no_shortcut(qapp: QApplication, keys: str) -> None:
    assert is_needed_elsewhere(QKeySequence(keys))


@pytest.mark.parametrize(
    "keys", ["F9", "Ctrl+Y, Ctrl+A", "Alt+Up", "Alt+PgDown", "Ctrl+Alt+C", "Ctrl+Shift+C"]
)
def test_what_nobody_types_with_may_be_one(qapp: QApplication, keys: str) -> None:
    assert not is_needed_elsewhere(QKeySequence(keys))


@pytest.mark.parametrize("keys", ["F10", "Shift+F10", "F10, Ctrl+A"])
def test_what_opens_a_menu_is_no_shortcut(qapp: QApplication, keys: str) -> None:
    assert opens_menu(QKeySequence(keys))


@pytest.mark.parametrize("keys", ["Ins", "F11", "Alt+F10", "Ctrl+F10"])
def test_what_opens_none_may_be_one(qapp: QApplication, keys: str) -> None:
    assert not opens_menu(QKeySequence(keys))


def test_what_actions_come_with_is_needed_by_nobody_else(qapp: QApplication) -> None:
    needed = {spec.id for spec in ACTIONS if any(map(is_needed_elsewhere, own_keys(spec)))}
    assert needed == set()


def test_no_action_has_keys_that_are_none(bound: Bound) -> None:
    _, actions, _ = bound
    actions.set_keys({"view.trash": ["", "F9"], "file.look_again": []})
    assert not any(keys.isEmpty() for action in actions for keys in action.shortcuts())
    assert "Ctrl+Q" in shown(actions, "file.quit")
    assert shown(actions, "view.trash") == ["F9"]
    assert shown(actions, "file.look_again") == []


@pytest.mark.parametrize(
    ("key", "modifiers"),
    [
        (Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier),
    ],
)
def test_the_field_is_left_by_keys(
    bound: Bound, themes: ThemeManager, show: Show, key: Qt.Key, modifiers: Qt.KeyboardModifier
) -> None:
    page = KeyboardPage(themes, bound[0])
    show(page)
    page.field.setFocus()
    QTest.keyClick(page.field, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(page.field, key, modifiers)
    assert page.list.hasFocus()
    assert page.field.keySequence().isEmpty()


@pytest.mark.parametrize("keys", ["Alt+C", "Alt+W", "Alt+R", "Alt+R, Ctrl+P"])
def test_what_turns_a_switch_of_the_search_is_no_shortcut(
    bound: Bound, themes: ThemeManager, show: Show, keys: str
) -> None:
    page = KeyboardPage(themes, bound[0])
    show(page)
    page.field.setKeySequence(QKeySequence(keys))
    assert not page.give_button.isEnabled()
    assert page.chosen.problem == f"{keys} turns a switch of the search."


@pytest.mark.parametrize(
    ("chosen", "sound"),
    [
        pytest.param({}, {}, id="nothing"),
        pytest.param({"view.trash": ["Ctrl+Alt+T"]}, {"view.trash": ["Ctrl+Alt+T"]}, id="as given"),
        pytest.param({"file.save": []}, {"file.save": []}, id="none at all"),
        pytest.param({"file.save": ["A"], "view.trash": ["no such key", "F10"]}, {}, id="no good"),
        pytest.param(
            {"view.trash": ["Alt+R", "Ctrl+Alt+T"]}, {"view.trash": ["Ctrl+Alt+T"]}, id="the good of several"
        ),
        pytest.param(
            {"view.trash": ["Ctrl+E"]},
            {"view.trash": ["Ctrl+E"], "go.editor": []},
            id="before its own holder",
        ),
        pytest.param(
            {"view.trash": ["Ctrl+K"]},
            {"view.trash": ["Ctrl+K"], "help.keys": ["F1"]},
            id="the begin of two in a row",
        ),
        pytest.param(
            {"view.trash": ["Ctrl+Alt+T"], "view.index": ["Ctrl+Alt+T"]},
            {"view.trash": ["Ctrl+Alt+T"], "view.index": []},
            id="given twice",
        ),
        pytest.param({"of.later": ["A"]}, {"of.later": ["A"]}, id="an action of another version"),
    ],
)
def test_keys_of_a_file_hold_as_far_as_they_can(
    qapp: QApplication, chosen: dict[str, list[str]], sound: dict[str, list[str]]
) -> None:
    assert sound_keys(chosen) == sound
