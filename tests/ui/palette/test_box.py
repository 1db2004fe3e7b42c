"""Which row of the box is chosen while the answers to one text come in one after the other."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from memdesk.ui.palette.box import PaletteBox
from memdesk.ui.palette.choice import Answer, Choice, Group
from memdesk.ui.theme.manager import ThemeManager
from tests.ui.conftest import Enlarge, Heard, Show

_Key = Qt.Key


def choices(group: Group, *titles: str) -> tuple[Choice, ...]:
    return tuple(Choice(group, title, title, lambda: None) for title in titles)


COMMANDS = choices(Group.COMMANDS, "Copy path", "Copy name", "Compare")
MEMORY = choices(Group.MEMORY, "Deploys", "Decisions")
FIRST = Answer("co", COMMANDS, len(COMMANDS))
WHOLE = Answer("co", (*MEMORY, *COMMANDS), len(COMMANDS) + len(MEMORY))


@pytest.fixture
def box(themes: ThemeManager, show: Show) -> PaletteBox:
    """An open box that was asked something."""
    window = QWidget()
    window.resize(900, 700)
    box = PaletteBox(themes, window, ())
    show(window)
    box.open("", "Go to")
    box.field.setText("co")
    return box


@pytest.fixture
def chosen(box: PaletteBox) -> list[str]:
    """The titles of what was chosen, one after the other."""
    titles: list[str] = []
    box.chosen.connect(lambda choice: titles.append(choice.title))
    return titles


def current(box: PaletteBox) -> str:
    return box.list.current.title if box.list.current is not None else ""


def test_what_comes_above_the_first_row_is_chosen_instead(box: PaletteBox) -> None:
    box.show_answer(FIRST, is_reading=True)
    assert current(box) == "Copy path"
    box.show_answer(WHOLE)
    assert current(box) == "Deploys"


@pytest.mark.parametrize("is_still_reading", [False, True])
def test_where_the_user_has_gone_stays_chosen(box: PaletteBox, is_still_reading: bool) -> None:
    box.show_answer(FIRST, is_reading=True)
    QTest.keyClick(box.field, _Key.Key_Down)
    for _ in range(2):
        box.show_answer(WHOLE, is_reading=is_still_reading)
        assert current(box) == "Copy name"


def test_where_that_is_gone_the_first_row_is_chosen_again(box: PaletteBox) -> None:
    box.show_answer(WHOLE, is_reading=True)
    QTest.keyClick(box.field, _Key.Key_Down)
    box.show_answer(FIRST, is_reading=True)
    assert current(box) == "Copy path"
    box.show_answer(WHOLE)
    assert current(box) == "Deploys"


def test_another_text_begins_at_its_first_row(box: PaletteBox) -> None:
    box.show_answer(WHOLE)
    QTest.keyClick(box.field, _Key.Key_Down)
    box.note_typing()
    QTest.keyClick(box.field, _Key.Key_Down)
    box.show_answer(WHOLE)
    assert current(box) == "Deploys"


def test_enter_takes_no_command_that_memory_may_yet_come_above(box: PaletteBox, chosen: list[str]) -> None:
    box.show_answer(FIRST, is_reading=True)
    QTest.keyClick(box.field, _Key.Key_Return)
    assert chosen == []
    box.show_answer(WHOLE)
    assert chosen == ["Deploys"]


@pytest.mark.parametrize(
    ("answer", "keys", "title"), [(FIRST, [_Key.Key_Down], "Copy name"), (WHOLE, [], "Deploys")]
)
def test_enter_takes_at_once_what_the_user_went_to_and_what_nothing_comes_above(
    box: PaletteBox, chosen: list[str], answer: Answer, keys: list[Qt.Key], title: str
) -> None:
    box.show_answer(answer, is_reading=True)
    for key in keys:
        QTest.keyClick(box.field, key)
    QTest.keyClick(box.field, _Key.Key_Return)
    assert chosen == [title]


def test_who_hears_the_box_hears_the_row_and_which_it_is(box: PaletteBox, heard: Heard) -> None:
    box.show_answer(WHOLE)
    QTest.keyClick(box.field, _Key.Key_Down)
    QTest.keyClick(box.field, _Key.Key_Down)
    assert heard == ["Deploys", "Decisions", "Copy path"]
    row = QAccessible.queryAccessibleInterface(box.list).focusChild()
    assert row.text(QAccessible.Text.Name) == "Copy path"
    assert row.text(QAccessible.Text.Description) == "3 of 5"


def test_it_hears_one_row_for_each_answer(box: PaletteBox, heard: Heard) -> None:
    box.show_answer(WHOLE)
    QTest.keyClick(box.field, _Key.Key_Up)
    heard.clear()
    box.show_answer(WHOLE)
    assert heard == [], "the same once more"
    box.show_answer(WHOLE._replace())
    assert heard == ["Compare"]


def test_the_list_begins_with_its_heading_and_follows_the_user_as_answers_come(box: PaletteBox) -> None:
    many = choices(Group.MEMORY, *(f"Decision {number}" for number in range(40)))
    for _ in range(2):
        box.show_answer(Answer("de", (*many, *COMMANDS), 43))
        QApplication.processEvents()
        assert box.list.verticalScrollBar().value() == 0
    for _ in range(30):
        QTest.keyClick(box.field, _Key.Key_Down)
    for _ in range(2):
        box.show_answer(Answer("de", (*many, *COMMANDS), 43))
        QApplication.processEvents()
        assert current(box) == "Decision 30"
        assert box.list.viewport().rect().contains(box.list.visualRect(box.list.currentIndex()))


class Paints(QObject):
    """Counts how often a widget is painted."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__()
        self.count = 0
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - as Qt calls it
        self.count += event.type() == QEvent.Type.Paint
        return False


def test_rows_are_painted_once_and_those_of_the_last_time_not_again(box: PaletteBox) -> None:
    box.show_answer(WHOLE)
    QTest.qWait(200)
    box.close_box()
    QTest.qWait(200)
    paints = Paints(box.list.viewport())
    box.open("", "Go to")
    QTest.qWait(200)
    assert paints.count == 0, "neither with the box nor with the scrim behind it"
    box.show_answer(FIRST)
    QTest.qWait(200)
    assert paints.count == 1


def test_what_is_typed_is_as_large_as_the_system_has_letters(
    box: PaletteBox, themes: ThemeManager, show: Show, enlarge: Enlarge
) -> None:
    box.show_answer(WHOLE)
    enlarge(3.0)
    window = QWidget()
    window.resize(900, 700)
    fresh = PaletteBox(themes, window, ())
    show(window)
    fresh.open("co", "Go to")
    fresh.show_answer(WHOLE)
    assert box.field.font() == fresh.field.font()
    assert box.field.height() == fresh.field.height() >= box.field.fontMetrics().height()
    assert box.list.geometry().bottom() < box.height() - 1
    assert box.geometry().bottom() < box.window().height()
