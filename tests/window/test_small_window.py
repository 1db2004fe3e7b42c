"""Windows smaller than the design's: panels give way, nothing is cut off."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QWidget

from memdesk.ui.frame import Frame
from memdesk.ui.screens import HISTORY
from memdesk.ui.screens import MEMORY as MEMORY_SCREEN
from memdesk.ui.widgets.buttons import Button, IconButton
from memdesk.ui.widgets.overlay_close import OverlayClose
from tests.window.conftest import Start
from tests.window.homes import memory_of
from tests.window.inside import CONTROL, SHIFT, InsideProgram, Key

SIZES = [(900, 600), (720, 480)]


@pytest.fixture(params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def program(request: pytest.FixtureRequest, start: Start, root: Path) -> InsideProgram:
    size: tuple[int, int] = request.param
    program = start(root, window_size=size)
    program.show(memory_of(root))
    assert (program.window.width(), program.window.height()) == size
    return program


def area_of(widget: QWidget, within: QWidget) -> QRect:
    return QRect(widget.mapTo(within, QPoint(0, 0)), widget.size())


def cut_off(top: QWidget) -> list[str]:
    """Controls that reach beyond the window, or are too narrow for what they say. What scrolls may."""
    found = []
    for widget in top.findChildren(QWidget):
        is_control = isinstance(widget, QAbstractButton | QLineEdit)
        if not widget.isVisible() or not is_control or in_scroll_area(widget):
            continue
        area = area_of(widget, top)
        if not top.rect().contains(area):
            found.append(f"{widget.accessibleName() or type(widget).__name__} at {area.getRect()}")
        elif widget.width() < (widget.minimumWidth() or widget.minimumSizeHint().width()):
            found.append(f"{widget.accessibleName() or type(widget).__name__} is {widget.width()} px wide")
    return found


def in_scroll_area(widget: QWidget) -> bool:
    above = widget.parentWidget()
    while above is not None:
        if above.inherits("QAbstractScrollArea"):
            return True
        above = above.parentWidget()
    return False


def test_the_right_panel_is_behind_its_toggle(program: InsideProgram) -> None:
    memory = program.memory
    assert not memory.frame.right_shown
    assert not memory.preview.isVisible()
    toggle = memory.header.right_toggle
    assert toggle.isVisible()
    assert program.window.rect().contains(area_of(toggle, program.window))
    program.click("Show what the agent will see")
    assert memory.preview.isVisible()
    area = area_of(memory.preview, program.window)
    assert program.window.rect().contains(area)
    assert area.width() >= 300
    assert memory.preview.isAncestorOf(program.focus) or memory.preview is program.focus
    program.key(Key.Key_Escape)
    assert not memory.preview.isVisible()
    assert not memory.frame.right_shown
    program.editor.focus_text()
    program.type("x")
    assert program.session.is_dirty


def test_the_overlay_is_closed_by_its_button_too(program: InsideProgram) -> None:
    memory = program.memory
    program.click("Show what the agent will see")
    (close,) = memory.preview.findChildren(OverlayClose)
    assert program.window.rect().contains(area_of(close, program.window))
    assert program.focus is not close
    close.click()
    assert not memory.preview.isVisible()
    assert memory.header.right_toggle.isVisible()
    program.window.resize(1440, 900)
    program.settle()
    assert memory.preview.isVisible()
    assert not close.isVisible()


@pytest.mark.parametrize("screen", [MEMORY_SCREEN, HISTORY])
@pytest.mark.parametrize("by_key", [True, False])
def test_what_the_filter_stands_in_is_put_away_again(
    start: Start, root: Path, screen: str, by_key: bool
) -> None:
    program = start(root, window_size=(720, 480))
    program.show(memory_of(root))
    program.key(Key.Key_6 if screen == HISTORY else Key.Key_1, CONTROL)
    program.settle()
    program.key(Key.Key_T, CONTROL)
    panel = next(one for one in program.window.findChildren(Frame) if one.isVisible()).left
    assert panel.isVisible()
    assert panel.isAncestorOf(program.focus)
    program.type("x")
    (close,) = panel.findChildren(OverlayClose)
    if by_key:
        program.key(Key.Key_Escape)
        assert panel.isVisible(), "it takes back what was typed first"
        program.key(Key.Key_Escape)
    else:
        QTest.mouseClick(close, Qt.MouseButton.LeftButton)
    assert not panel.isVisible()
    program.window.resize(1440, 900)
    program.settle()
    assert panel.isVisible()
    assert not close.isVisible()


def test_an_overlay_does_not_begin_at_the_way_out_of_it(start: Start, root: Path) -> None:
    program = start(root, window_size=(900, 600))
    program.show(memory_of(root))
    screen = program.program.history.screen
    program.program.navigation.show_history(mode="trash")
    program.settle()
    screen.frame.show_right(shown=True)
    assert screen.frame.right.isAncestorOf(program.focus) or program.focus is screen.frame.right
    assert not isinstance(program.focus, OverlayClose)


def test_the_overlay_comes_and_goes_by_key_and_gives_the_focus_back(program: InsideProgram) -> None:
    program.put_caret("Decisions")
    body = program.focus
    program.key(Key.Key_E, CONTROL | SHIFT)
    assert program.memory.preview.isVisible()
    program.key(Key.Key_Escape)
    assert not program.memory.preview.isVisible()
    program.key(Key.Key_E, CONTROL)
    assert program.focus is body
    program.key(Key.Key_Backslash, CONTROL)
    assert program.memory.preview.isVisible()
    program.key(Key.Key_Backslash, CONTROL)
    assert not program.memory.preview.isVisible()


def test_the_filter_is_reached_where_the_tree_is_put_away(program: InsideProgram) -> None:
    program.key(Key.Key_T, CONTROL)
    assert program.memory.tree.isVisible()
    assert program.window.rect().contains(area_of(program.memory.tree, program.window))
    assert program.focus.accessibleName() == "Filter the tree"
    program.type("USER")
    program.key(Key.Key_Down)
    for _ in range(5):
        if program.session.path.endswith("USER_PROFILE.md"):
            break
        program.key(Key.Key_Down)
        program.settle()
    program.key(Key.Key_Return)
    assert program.editor.isAncestorOf(program.focus)
    if program.window.width() < 760:
        assert not program.memory.tree.isVisible()


def test_nothing_is_cut_off(program: InsideProgram) -> None:
    assert not cut_off(program.window)
    program.put_caret("Decisions")
    program.type("x")
    program.settle()
    assert not cut_off(program.window), "with unsaved text"
    memory = Path(program.session.path)
    memory.write_bytes(memory.read_bytes().replace(b"Use npm", b"Use pnpm"))
    program.wait_until(lambda: program.bars, what="the bar")
    program.settle()
    assert not cut_off(program.window), "with the bar of a conflict"
    program.click("Take theirs")
    program.memory.frame.show_right(shown=True)
    program.settle()
    assert not cut_off(program.window), "with the right panel"


def test_the_title_is_whole_beside_two_docked_panels(start: Start, root: Path) -> None:
    program = start(root, window_size=(1440, 900))
    program.show(memory_of(root))
    program.put_caret("Decisions")
    program.type("x")
    program.settle()
    state = program.memory.header.state
    assert state.text() == "1 section unsaved"
    program.window.resize(1150, 800)
    program.settle()
    assert state.text() == "1 unsaved"
    title = next(one for one in program.memory.header.findChildren(Button) if one.text() == "MEMORY.md")
    assert title.width() >= title.sizeHint().width()


def test_the_window_grows_and_shrinks_with_its_panels(start: Start, root: Path) -> None:
    program = start(root)
    program.show(memory_of(root))
    program.put_caret("Decisions")
    program.type("x")
    for size in [(1000, 700), (720, 480), (900, 600), (1440, 900), (720, 480), (1440, 900)]:
        program.window.resize(*size)
        program.settle()
        assert not cut_off(program.window), size
        assert program.memory.frame.right_shown == (size[0] >= 1120), size
        assert program.memory.tree.isVisible() == (size[0] >= 760), size
    assert program.memory.preview.isVisible()


def test_the_first_screen_fits(start: Start, home: Path) -> None:
    for size in SIZES:
        program = start(window_size=size)
        program.settle()
        assert not cut_off(program.window), size
        program.close()


def test_the_overlay_of_a_screen_gives_the_focus_to_its_button(start: Start, root: Path) -> None:
    program = start(root, window_size=(900, 600))
    for key in (Key.Key_2, Key.Key_3, Key.Key_6):
        program.key(key, CONTROL)
        program.settle()
        [frame] = [one for one in program.window.findChildren(Frame) if one.isVisible()]
        buttons = [one for one in frame.centre.findChildren(IconButton) if one.isVisible()]
        [toggle] = [one for one in buttons if one.accessibleName().startswith("Show ")]
        toggle.setFocus()
        shown = []
        for press in (Key.Key_Space, Key.Key_Escape):
            program.key(press)
            shown.append(frame.right_shown)
        assert shown == [True, False]
        assert program.focus is toggle


def test_where_nothing_had_the_focus_something_in_the_centre_gets_it(start: Start, root: Path) -> None:
    program = start(root, window_size=(900, 600))
    program.key(Key.Key_6, CONTROL)
    [frame] = [one for one in program.window.findChildren(Frame) if one.isVisible()]
    program.focus.clearFocus()
    frame.show_right(shown=True)
    program.key(Key.Key_Escape)
    assert frame.centre.isAncestorOf(program.focus)
    assert program.focus.focusPolicy() != Qt.FocusPolicy.NoFocus
