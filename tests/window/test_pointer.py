"""What the pointer does beside plain clicks: other buttons, fast clicks, and what it holds while that goes."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QTextEdit, QWidget

from memdesk.ui.editor.card_dragging import _Line
from memdesk.ui.editor.card_head import CardHead
from memdesk.ui.inbox.review_model import Head
from memdesk.ui.problems.problem_list import ProblemList
from memdesk.ui.prune.model import Column
from memdesk.ui.screens import PROBLEMS, PRUNE, SEARCH
from tests.window.conftest import Start
from tests.window.homes import MEMORY, memory_of
from tests.window.inside import ALT, CONTROL, SHIFT, InsideProgram, Key
from tests.window.test_inbox import wait_for, write_elsewhere
from tests.window.test_inbox_deeds import Inbox
from tests.window.test_problems import come as come_to_problems
from tests.window.test_pruning import ENTRIES, Pruning
from tests.window.test_section_order import SWAPPED, card_of

LEFT, RIGHT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton
_TEXTS = (QTextEdit, QPlainTextEdit)
_OF_OTHER = "- Of the other *(2026-11-12T16:42:09Z)*\n"


@pytest.fixture
def pruning(start: Start, home: Path) -> Pruning:
    path = home / ".local/state/ub/memory/1111111111111111/memory.md"
    path.parent.mkdir(parents=True)
    path.write_text(ENTRIES)
    screen = Pruning(start(path.parent.parent))
    screen.come()
    return screen


def check_of(pruning: Pruning) -> QPoint:
    """Where the first row is ticked."""
    area = pruning.table.visualRect(pruning.table.candidates.index(0, Column.ENTRY))
    return QPoint(area.x() + 14, area.center().y())


@pytest.mark.parametrize("button", [RIGHT, MIDDLE])
def test_only_the_left_button_ticks_a_candidate(pruning: Pruning, button: Qt.MouseButton) -> None:
    QTest.mouseClick(pruning.table.viewport(), button, pos=check_of(pruning))
    assert not pruning.screen.candidates.ticked


def test_of_two_fast_clicks_on_a_tick_each_is_one(pruning: Pruning) -> None:
    view, at = pruning.table.viewport(), check_of(pruning)
    QTest.mouseClick(view, LEFT, pos=at + QPoint(150, 0))
    QTest.mouseClick(view, LEFT, pos=at)
    assert pruning.screen.candidates.ticked
    click_again(view, at)
    assert not pruning.screen.candidates.ticked
    assert pruning.program.window.screen_name == PRUNE


def test_of_two_fast_clicks_on_the_tick_of_all_each_is_one(pruning: Pruning) -> None:
    head = pruning.table.horizontalHeader().viewport()
    at = QPoint(14, head.height() // 2)
    QTest.mouseClick(head, LEFT, pos=at)
    assert len(pruning.screen.candidates.ticked) == len(pruning.rows)
    click_again(head, at)
    assert not pruning.screen.candidates.ticked


def click_again(widget: QWidget, at: QPoint) -> None:
    """Click so soon after another click that both are a double click."""
    QTest.mouseDClick(widget, LEFT, pos=at)
    QTest.mouseRelease(widget, LEFT, pos=at)


def test_ticks_of_hits_take_the_left_button_and_fast_clicks(start: Start, root: Path) -> None:
    inside = start(root)
    inside.key(Key.Key_F, CONTROL | SHIFT)
    inside.type("e")
    inside.key(Key.Key_H, CONTROL)
    inside.wait_until(lambda: not inside.program.searching.is_busy, what="the search")
    hits = inside.program.searching.screen.hits
    number = min(hits.found.checked)
    area = hits.visualRect(hits.found.index(number))
    at = hits.tick_area(area, number).center()
    QTest.mouseClick(hits.viewport(), RIGHT, pos=at)
    assert number in hits.found.checked
    QTest.mouseClick(hits.viewport(), LEFT, pos=area.center())
    QTest.mouseClick(hits.viewport(), LEFT, pos=at)
    assert number not in hits.found.checked
    click_again(hits.viewport(), at)
    assert number in hits.found.checked
    assert inside.window.screen_name == SEARCH


# The inbox


def keep_all_of(inbox: Inbox) -> QPoint:
    """Where all changes of the first document can be kept."""
    view = inbox.list
    assert isinstance(view.changes.rows[0], Head)
    area = view.visualRect(view.changes.index(0))
    return QPoint(area.left() + 20 if view.isRightToLeft() else area.right() - 30, area.center().y())


def test_keep_all_takes_one_click_of_the_left_button(start: Start, home: Path) -> None:
    inbox = Inbox(start, home)
    inbox.learn("A first", "A second")
    write_elsewhere(inbox.other, (inbox.other.read_text() + _OF_OTHER).encode())
    inbox.program.program.taking_up.look_again()
    wait_for(inbox.program, "A first", "A second", "Of the other")
    inbox.come()
    view, at = inbox.list, keep_all_of(inbox)
    before = len(view.changes.rows)
    QTest.mouseClick(view.viewport(), RIGHT, pos=at)
    inbox.program.settle()
    assert len(view.changes.rows) == before
    QTest.mouseClick(view.viewport(), LEFT, pos=at)
    inbox.program.settle()
    left = len(view.changes.rows)
    assert 0 < left < before
    click_again(view.viewport(), at)
    inbox.program.settle()
    assert len(view.changes.rows) == left, "another document has come under the pointer"


# The problems


def ignore_of(view: ProblemList, row: int) -> QPoint:
    """Where a problem can be ignored."""
    delegate = view.itemDelegate()
    links = delegate.links(view.visualRect(view.problems.index(row)), row)  # type: ignore[attr-defined]  # our own
    return next(QPoint(area.center()) for name, _, area in links if name == "ignore")


def test_a_problem_is_ignored_only_where_that_was_pressed(start: Start, home: Path) -> None:
    program = come_to_problems(start, home)
    view = program.program.problems.screen.list
    before, at = view.problems.rows, ignore_of(view, 0)
    QTest.mousePress(view.viewport(), LEFT, pos=view.visualRect(view.problems.index(0)).center())
    QTest.mouseMove(view.viewport(), at)
    QTest.mouseRelease(view.viewport(), LEFT, pos=at)
    program.settle()
    assert view.problems.rows == before


def test_the_second_of_two_fast_clicks_ignores_no_other_problem(start: Start, home: Path) -> None:
    program = come_to_problems(start, home)
    view = program.program.problems.screen.list
    before, at = view.problems.rows, ignore_of(view, 0)
    QTest.mouseClick(view.viewport(), LEFT, pos=at)
    program.wait_until(lambda: len(view.problems.rows) == len(before) - 1, what="the mark")
    program.settle()
    click_again(view.viewport(), at)
    program.settle()
    assert len(view.problems.rows) == len(before) - 1
    assert program.window.screen_name == PROBLEMS


# What is dragged


def hold(widget: QWidget, *places: QPoint) -> None:
    """Press the left button at the first of these places, and move over the others."""
    QTest.mousePress(widget, LEFT, pos=places[0])
    for place in places[1:]:
        QTest.mouseMove(widget, place)


class HeldHead:
    """A section held by its head, over the place in front of another one."""

    def __init__(self, inside: InsideProgram) -> None:
        self.inside = inside
        self.head = card_of(inside, "Decisions").findChildren(CardHead)[0]
        target = card_of(inside, "Project facts").mapToGlobal(QPoint(40, 4))
        middle, self.at = self.head.rect().center(), self.head.mapFromGlobal(target)
        hold(self.head, middle, middle - QPoint(0, 12), self.at)
        assert self.shows_where

    @property
    def shows_where(self) -> bool:
        """Whether a line shows where the section would be put."""
        return any(line.isVisible() for line in self.inside.editor.findChildren(_Line))

    def let_go(self) -> None:
        """Release the button where it is."""
        QTest.mouseRelease(self.head, LEFT, pos=self.at)


@pytest.fixture
def held(start: Start, root: Path) -> HeldHead:
    inside = start(root)
    inside.show(memory_of(root))
    return HeldHead(inside)


def test_escape_gives_the_drag_of_a_section_up(held: HeldHead) -> None:
    held.inside.key(Key.Key_Escape)
    assert not held.shows_where
    held.let_go()
    assert held.inside.text.encode() == MEMORY
    held.inside.key(Key.Key_F, CONTROL)
    held.inside.key(Key.Key_Escape)
    assert not held.inside.memory.find_bar.isVisible(), "Escape is itself again"


def test_another_button_ends_no_drag_of_a_section(held: HeldHead) -> None:
    QTest.mouseClick(held.head, RIGHT, pos=held.at)
    assert held.shows_where
    held.let_go()
    assert held.inside.text.encode() == SWAPPED


def test_the_drag_of_a_section_that_an_agent_removes_leaves_nothing(held: HeldHead, root: Path) -> None:
    memory_of(root).write_bytes(MEMORY.replace(b"## Decisions\nUse npm, not yarn.\n\n", b""))
    held.inside.wait_until(lambda: "npm" not in held.inside.text, what="the agent's change")
    held.inside.settle()
    assert not held.shows_where


def test_the_drag_of_a_section_ends_where_the_source_comes(held: HeldHead) -> None:
    for _ in range(2):
        held.inside.key(Key.Key_M, CONTROL | ALT)
        held.inside.settle()
    assert not held.shows_where
    held.let_go()
    assert held.inside.text.encode() == MEMORY


def hold_row(inside: InsideProgram, path: Path) -> QPoint:
    """Hold the row of a document in the tree, and give the place where it is held."""
    tree = inside.memory.tree
    tree.select(str(path))
    begin = tree.view.visualRect(inside.memory.model.index_of(str(path))).center()
    at = begin + QPoint(0, 30)
    hold(tree.view.viewport(), begin, begin + QPoint(0, 14), at)
    assert QApplication.overrideCursor() is not None
    return at


def test_the_drag_of_a_row_ends_where_another_screen_comes(start: Start, root: Path) -> None:
    inside = start(root)
    hold_row(inside, memory_of(root))
    inside.key(Key.Key_2, CONTROL)
    assert QApplication.overrideCursor() is None


def test_another_button_ends_no_drag_of_a_row(start: Start, root: Path) -> None:
    inside = start(root)
    at, view = hold_row(inside, memory_of(root)), inside.memory.tree.view
    QTest.mouseClick(view.viewport(), RIGHT, pos=at)
    where = view.viewport().mapToGlobal(at)
    QApplication.sendEvent(view.viewport(), QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, where))
    assert QApplication.activePopupWidget() is None, "it would take the release"
    assert QApplication.overrideCursor() is not None
    QTest.mouseRelease(view.viewport(), LEFT, pos=at)
    assert QApplication.overrideCursor() is None


def test_a_drag_ends_where_something_else_got_the_release(start: Start, root: Path) -> None:
    inside = start(root)
    at, view = hold_row(inside, memory_of(root)), inside.memory.tree.view.viewport()
    move_freely(view, at)
    assert QApplication.overrideCursor() is None


def move_freely(widget: QWidget, at: QPoint) -> None:
    """Move the pointer with no button down."""
    place, no = QPointF(at), Qt.MouseButton.NoButton
    kind, plain = QEvent.Type.MouseMove, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(widget, QMouseEvent(kind, place, widget.mapToGlobal(place), no, no, plain))


# The wheel


def test_ctrl_and_the_wheel_change_no_size_of_letters(start: Start, root: Path) -> None:
    memory_of(root).write_bytes(MEMORY.decode().encode("utf-16"))
    inside = start(root)
    inside.show(memory_of(root))
    inside.window.actions_table["view.rendered"].trigger()
    inside.settle()
    for _ in range(2):
        texts = [one for one in inside.window.findChildren(QWidget) if isinstance(one, _TEXTS)]
        read_only = [one for one in texts if one.isVisible() and one.isReadOnly()]
        assert len(read_only) > 1
        before = [one.font() for one in read_only]
        for one in read_only:
            turn_wheel(one.viewport(), CONTROL)
        assert [one.font() for one in read_only] == before
        inside.key(Key.Key_M, CONTROL | ALT)
        inside.settle()


def turn_wheel(widget: QWidget, modifiers: Qt.KeyboardModifier) -> None:
    """Turn the wheel away by one notch."""
    at = QPointF(widget.rect().center())
    phase, none = Qt.ScrollPhase.NoScrollPhase, Qt.MouseButton.NoButton
    turned = QPoint(0, 120)
    event = QWheelEvent(at, widget.mapToGlobal(at), QPoint(), turned, none, modifiers, phase, False)
    QApplication.sendEvent(widget, event)
