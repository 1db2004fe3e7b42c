"""Everything by keyboard, and every control with a name."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QAction, QDesktopServices, QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QLabel,
    QMenu,
    QMenuBar,
    QSplitterHandle,
    QToolButton,
    QWidget,
)

from memdesk.store.outcomes import Saved
from memdesk.ui.actions import ACTIONS
from memdesk.ui.frame import RESIZE_STEP_PX, Frame
from memdesk.ui.i18n import listed
from memdesk.ui.keyboard.list_keys import list_keys
from memdesk.ui.keys import KeysDialog
from memdesk.ui.panel_widths import LEFT_NARROW_WIDTH, LEFT_WIDTH, RIGHT_RANGE
from memdesk.ui.settings.privacy_page import PrivacyPage
from memdesk.ui.widgets.buttons import IconButton
from memdesk.ui.widgets.fields import FilterField
from memdesk.ui.widgets.rail import RailButton
from memdesk.ui.widgets.tips import native_keys
from tests.window.conftest import Start
from tests.window.homes import MEMORY, make_home, memory_of
from tests.window.inside import ALT, CONTROL, SHIFT, InsideProgram, Key, words_in

FENCED = MEMORY.replace(b"Use npm, not yarn.", b"Use npm.\n```text\n## 2026 cut\n```\nNot yarn.\n")


@pytest.fixture
def program(start: Start, root: Path) -> InsideProgram:
    return start(root)


def name_of(widget: QWidget) -> str:
    """What a screen reader says of it."""
    return QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)


def holder(program: InsideProgram) -> str:
    """Which part of the window has the focus."""
    memory, focus = program.memory, program.focus
    parts = {
        "tree": memory.tree,
        "header": memory.header,
        "question": memory.recording_bar,
        "bars": memory.bars,
        "editor": memory.editor,
        "preview": memory.preview,
        "status": program.window.status,
    }
    return next(name for name, part in parts.items() if part is focus or part.isAncestorOf(focus))


def test_from_the_filter_to_a_saved_character(program: InsideProgram, root: Path) -> None:
    program.key(Key.Key_T, CONTROL)
    assert name_of(program.focus) == "Filter the tree"
    program.type("MEMORY")
    program.key(Key.Key_Down)
    assert holder(program) == "tree"
    for _ in range(5):
        if program.session.path == str(memory_of(root)):
            break
        program.key(Key.Key_Down)
        program.settle()
    assert program.session.path == str(memory_of(root))
    assert holder(program) == "tree", "moving in the tree shows the document and keeps the focus"
    program.key(Key.Key_Return)
    assert name_of(program.focus) == "Project facts"
    program.type("x")
    assert isinstance(program.save(), Saved)
    assert memory_of(root).read_bytes() == MEMORY.replace(b"Go service", b"xGo service")
    program.key(Key.Key_T, CONTROL)
    program.key(Key.Key_Escape)
    assert program.memory.tree.target is not None


def test_f6_goes_round_all_regions_and_back(program: InsideProgram) -> None:
    program.wait_until(program.memory.recording_bar.isVisible, what="the question")
    program.memory.tree.focus_tree()
    order = []
    for _ in range(10):
        order.append(holder(program))
        program.key(Key.Key_F6)
        if holder(program) == order[0]:
            break
    assert order == ["tree", "header", "question", "editor", "preview", "status"]
    back = []
    for _ in order:
        program.key(Key.Key_F6, SHIFT)
        back.append(holder(program))
    assert back == ["status", "preview", "editor", "question", "header", "tree"]


def test_f6_comes_round_on_every_screen_also_where_nothing_is_to_be_done(program: InsideProgram) -> None:
    for digit in (Key.Key_2, Key.Key_3, Key.Key_4, Key.Key_5, Key.Key_6):
        program.key(digit, CONTROL)
        # A screen looks once it is shown, and has other regions when it has found something.
        QTest.qWait(300)
        program.settle()
        reached = []
        for _ in range(12):
            program.key(Key.Key_F6)
            reached.append(program.focus)
            assert program.focus.focusPolicy() & Qt.FocusPolicy.TabFocus, name_of(program.focus)
            assert name_of(program.focus)
        times = [sum(other is one for other in reached) for one in reached]
        assert max(times) - min(times) <= 1, "one region keeps the focus, or another is never come to"
        assert any(program.window.status.isAncestorOf(one) for one in reached)


def test_tab_goes_from_the_rail_over_the_settings_into_the_screen(program: InsideProgram) -> None:
    inside = program.program
    screens = {Key.Key_1: inside.memory, Key.Key_2: inside.inbox.screen, Key.Key_6: inside.history.screen}
    for digit, screen in screens.items():
        program.key(digit, CONTROL)
        program.settle()
        rail = next(one for one in program.window.findChildren(RailButton) if one.isChecked())
        rail.setFocus()
        program.key(Key.Key_Tab)
        assert name_of(program.focus).startswith("Settings")
        program.key(Key.Key_Tab)
        assert screen.isAncestorOf(program.focus), name_of(program.focus)


def test_back_and_forward(program: InsideProgram, root: Path) -> None:
    first = program.session.path
    program.show(memory_of(root))
    program.put_caret("Decisions")
    program.key(Key.Key_Left, ALT)
    program.settle()
    assert program.session.path == first
    program.key(Key.Key_Right, ALT)
    program.settle()
    assert program.session.path == str(memory_of(root))
    assert not program.window.menuBar().isVisible(), "a shortcut with Alt opened the menus"


def test_alt_that_is_let_go_of_before_the_key_of_a_list_opens_no_menus(start: Start, home: Path) -> None:
    path = home / ".local/state/ub/memory/0123456789abcdef/memory.md"
    path.parent.mkdir(parents=True)
    path.write_text("## project\n\n- one *(2026-11-01T09:00:00Z)*\n- two *(2026-11-01T09:00:00Z)*\n")
    program = start(path.parent.parent)
    program.show(path)
    program.editor.focus_section("project")
    program.key(Key.Key_Down)
    handle, bar = program.window.windowHandle(), program.window.menuBar()
    QTest.keyPress(handle, Key.Key_Alt)
    QTest.keyPress(handle, Key.Key_Down, ALT)
    QTest.keyRelease(handle, Key.Key_Alt)
    QTest.keyRelease(handle, Key.Key_Down)
    assert program.text.index("two") < program.text.index("one"), "the entry moved"
    assert not bar.isVisible()
    program.key(Key.Key_Alt)
    assert bar.isVisible()


def test_the_right_panel_goes_and_comes(program: InsideProgram) -> None:
    def in_sight() -> tuple[bool, bool]:
        memory = program.memory
        assert memory.frame.right_shown == memory.preview.isVisible()
        return memory.preview.isVisible(), memory.header.right_toggle.isVisible()

    assert in_sight() == (True, False)
    program.key(Key.Key_Backslash, CONTROL)
    assert in_sight() == (False, True)
    program.key(Key.Key_Backslash, CONTROL)
    assert in_sight() == (True, False)


def test_the_tick_of_the_right_panel_is_that_of_the_screen_in_front(program: InsideProgram) -> None:
    tick = program.window.actions_table["view.right_panel"]
    inbox = program.program.inbox.screen.frame
    assert tick.isChecked()
    program.key(Key.Key_2, CONTROL)
    program.key(Key.Key_Backslash, CONTROL)
    assert (inbox.right_shown, tick.isChecked()) == (False, False)
    program.key(Key.Key_1, CONTROL)
    assert tick.isChecked(), "the panel of this screen is there"
    program.key(Key.Key_2, CONTROL)
    assert not tick.isChecked()
    program.key(Key.Key_Backslash, CONTROL)
    assert (inbox.right_shown, tick.isChecked()) == (True, True)


def test_what_prune_says_of_undo_names_the_keys_that_it_has(program: InsideProgram) -> None:
    table = program.window.actions_table

    def words() -> str:
        labels = program.program.pruning.screen.detail.findChildren(QLabel)
        return next(one.text() for one in labels if "takes back the whole step" in one.text())

    assert f"; {native_keys(table['edit.undo'].shortcut())} takes back" in words()
    table.set_keys({"edit.undo": ["Ctrl+Alt+9"]})
    assert "; Ctrl+Alt+9 takes back" in words()
    table.set_keys({"edit.undo": []})
    assert "; Undo takes back" in words()


def test_f5_finds_what_came_and_what_changed(program: InsideProgram, root: Path) -> None:
    memory = memory_of(root)
    program.show(memory)
    memory.write_bytes(MEMORY.replace(b"Use npm", b"Use pnpm"))
    new = root / "projects" / "-srv-shop" / "MEMORY.md"
    new.parent.mkdir()
    new.write_bytes(MEMORY)
    program.key(Key.Key_F5)
    program.wait_until(lambda: "Use pnpm" in program.text, what="the change")
    program.wait_until(lambda: program.memory.model.index_of(str(new)).isValid(), what="the new document")


def test_f8_goes_to_what_the_agent_would_change_and_the_key_repairs_it(start: Start, home: Path) -> None:
    memory = memory_of(make_home(home, FENCED))
    program = start(memory.parents[2])
    program.show(memory)
    program.wait_until(lambda: program.memory.open.losses, what="what evva would change")
    program.settle()
    program.key(Key.Key_F8)
    assert holder(program) == "editor"
    spans = [loss.span for loss in program.memory.open.losses]
    assert any(span.start <= program.editor.caret <= span.end for span in spans)
    if any(loss.repair for loss in program.memory.open.losses):
        before = program.text
        program.key(Key.Key_Period, CONTROL)
        program.settle()
        assert program.text != before
        program.key(Key.Key_Z, CONTROL)
        assert program.text == before


def test_alt_alone_shows_the_menus_and_puts_them_away(program: InsideProgram) -> None:
    program.show(Path(program.session.path))
    program.editor.focus_text()
    bar = program.window.menuBar()
    program.key(Key.Key_Alt)
    assert bar.isVisible()
    assert isinstance(program.focus, QMenuBar)
    program.key(Key.Key_Escape)
    program.key(Key.Key_F10)
    assert not bar.isVisible()
    program.editor.focus_text()
    program.type("x")
    assert "x" in program.text
    program.key(Key.Key_Z, CONTROL)


def test_every_action_works_or_is_disabled(program: InsideProgram, root: Path) -> None:
    program.show(memory_of(root))
    table = program.window.actions_table
    unbound = [spec.id for spec in ACTIONS if not is_bound(table[spec.id])]
    assert not unbound, "nothing happens at these"
    keys = [key.toString() for action in table for key in action.shortcuts()]
    assert len(keys) == len(set(keys)), "two actions have one key"


NEED_A_DOCUMENT = {
    *("file.save", "edit.undo", "edit.redo", "edit.revert_section", "edit.add_section", "edit.rename"),
    *("edit.remove", "edit.move_up", "edit.move_down", "edit.copy_section", "edit.copy_injected"),
    *("view.mode", "go.next_problem", "go.previous_problem", "memory.repair", "memory.why"),
    *("memory.compare", "memory.keep_mine", "memory.take_theirs", "memory.keep_both"),
}


def test_what_needs_a_document_is_disabled_without_one(start: Start, root: Path) -> None:
    program = start()
    table = program.window.actions_table

    def enabled() -> set[str]:
        return {name for name in NEED_A_DOCUMENT if table[name].isEnabled()}

    assert enabled() == set()
    assert not table["go.back"].isEnabled()
    program.program.opening.open_folder(str(root))
    program.settle()
    program.show(memory_of(root))
    program.put_caret("Decisions")
    program.type("x")
    program.wait_until(table["edit.undo"].isEnabled, what="a step of undo")
    assert enabled() >= {"file.save", "view.mode", "memory.why", "edit.copy_section"}
    program.key(Key.Key_Z, CONTROL)
    program.wait_until(table["edit.redo"].isEnabled, what="a step of redo")
    assert not table["edit.undo"].isEnabled()
    program.memory.open.close()
    assert enabled() == set()


def test_a_path_is_copied_of_the_row_or_of_the_document(program: InsideProgram, root: Path) -> None:
    program.show(memory_of(root))
    copied = QGuiApplication.clipboard()
    program.window.actions_table["edit.copy_path"].trigger()
    assert copied.text() == str(memory_of(root))
    program.memory.tree.focus_tree()
    program.key(Key.Key_Home)
    program.window.actions_table["edit.copy_path"].trigger()
    assert copied.text() == str(root)
    program.editor.focus_text()
    program.window.actions_table["edit.copy_path"].trigger()
    assert copied.text() == str(memory_of(root))


def test_why_a_document_is_read_only_is_said_of_that_document_alone(start: Start, root: Path) -> None:
    (root / "USER_PROFILE.md").write_bytes(b"\xff\xfea\0")
    program = start(root)
    program.show(root / "USER_PROFILE.md")
    assert "UTF-16" in program.memory.header.state.toolTip()
    program.show(memory_of(root))
    assert program.memory.header.state.toolTip() == ""


def is_bound(action: QAction) -> bool:
    """Whether something happens when it is triggered."""
    return action.receivers("2triggered(bool)") > 0


def test_every_action_is_in_a_menu_with_its_key(program: InsideProgram) -> None:
    bar = program.window.menuBar()
    menus = [menu for menu in bar.findChildren(QMenu) if menu.menuAction() in bar.actions()]
    in_menus = [action for menu in menus for action in menu.actions()]
    for spec in ACTIONS:
        assert program.window.actions_table[spec.id] in in_menus, spec.id


def test_the_list_of_keys_opens_once_and_closes(program: InsideProgram, qapp: QApplication) -> None:
    for _ in range(3):
        program.window.actions_table["help.keys"].trigger()
        program.settle()
    dialogs = [widget for widget in qapp.topLevelWidgets() if isinstance(widget, KeysDialog)]
    assert len(dialogs) == 1
    QTest.keyClick(dialogs[0], Key.Key_Escape)
    program.settle()
    assert not any(isinstance(widget, KeysDialog) and widget.isVisible() for widget in qapp.topLevelWidgets())


def test_the_list_of_keys_shows_which_row_the_keys_are_on_and_is_left_by_one_tab(
    program: InsideProgram,
) -> None:
    program.window.actions_table["help.keys"].trigger()
    program.settle()
    dialog = program.window.findChild(KeysDialog)
    assert dialog is not None
    rows = dialog.list
    assert rows.hasFocus()
    assert rows.selectionModel().isSelected(rows.currentIndex())
    before = rows.grab().toImage()
    QTest.keyClick(rows, Key.Key_Down)
    assert rows.currentIndex().row() == 1
    assert rows.grab().toImage() != before
    QTest.keyClick(rows, Key.Key_Tab)
    button = QApplication.focusWidget()
    assert isinstance(button, QAbstractButton)
    button.click()
    program.settle()
    assert program.window.findChild(KeysDialog) is None


def test_what_stands_over_the_keys_of_a_list_is_passed_over(program: InsideProgram) -> None:
    program.window.actions_table["help.keys"].trigger()
    program.settle()
    dialog = program.window.findChild(KeysDialog)
    assert dialog is not None
    rows = dialog.list
    said = [rows.model().index(row, 0).data() for row in range(rows.model().rowCount())]
    above = said.index(list_keys()[0].title)
    rows.setCurrentIndex(rows.model().index(above - 1, 0))
    QTest.keyClick(rows, Key.Key_Down)
    assert rows.currentIndex().row() == above + 1
    spoken = rows.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == listed(
        ("Next change", native_keys(QKeySequence("J")), native_keys(QKeySequence("Down")))
    )


def controls(top: QWidget) -> list[QWidget]:
    """Every control in sight that takes the focus by Tab or by a click, or is a button."""
    return [
        widget
        for widget in (top, *top.findChildren(QWidget))
        if widget.isVisible() and (widget.focusPolicy().value & 0x3 or widget.inherits("QAbstractButton"))
    ]


@pytest.mark.parametrize("size", [(1440, 900), (900, 600)])
@pytest.mark.parametrize("mode", ["sections", "source"])
def test_every_control_in_sight_has_a_name(
    start: Start, home: Path, size: tuple[int, int], mode: str
) -> None:
    memory = memory_of(make_home(home, FENCED))
    program = start(memory.parents[2], window_size=size)
    program.show(memory)
    if mode == "source":
        program.key(Key.Key_M, CONTROL | ALT)
    program.window.toggle_menu_bar()
    program.put_caret("Decisions")
    program.type("x")
    memory.write_bytes(FENCED.replace(b"Use npm.", b"Use pnpm."))
    program.wait_until(lambda: program.bars, what="the bar")
    program.wait_until(lambda: program.memory.open.losses, what="the warnings")
    program.settle()
    found = controls(program.window)
    assert len(found) > 15
    nameless = [describe(widget) for widget in found if not name_of(widget).strip()]
    assert not nameless


def test_every_control_of_the_first_screen_has_a_name(start: Start, home: Path) -> None:
    program = start()
    program.wait_until(lambda: not program.program.tasks.busy)
    program.settle()
    nameless = [describe(widget) for widget in controls(program.window) if not name_of(widget).strip()]
    assert not nameless


def describe(widget: QWidget) -> str:
    """Which widget it is, for who has to name it."""
    above = widget.parentWidget()
    return f"{type(widget).__name__} in {type(above).__name__} {widget.geometry().getRect()}"


def test_panels_get_wider_and_narrower(program: InsideProgram) -> None:
    frame, before = program.memory.frame, program.memory.frame.widths
    program.key(Key.Key_E, CONTROL)
    program.key(Key.Key_Right, ALT | SHIFT)
    assert frame.widths == {**before, "left": before["left"] + RESIZE_STEP_PX}
    assert frame.left.width() == frame.widths["left"]
    program.key(Key.Key_E, CONTROL | SHIFT)
    program.key(Key.Key_Left, ALT | SHIFT)
    assert frame.widths["right"] == before["right"] - RESIZE_STEP_PX
    for _ in range(50):
        program.key(Key.Key_Left, ALT | SHIFT)
    assert frame.widths["right"] == RIGHT_RANGE[0]


def test_f6_comes_to_the_bar_that_finds_and_goes_on_from_it(program: InsideProgram) -> None:
    program.memory.show_first()
    program.memory.editor.focus_text()
    program.key(Key.Key_F, CONTROL)
    bar = program.memory.find_bar
    assert bar.isAncestorOf(program.focus)
    program.key(Key.Key_F6)
    assert holder(program) == "editor"
    program.key(Key.Key_F6, SHIFT)
    assert bar.isAncestorOf(program.focus)


def test_a_click_in_the_rail_does_what_its_key_does(program: InsideProgram) -> None:
    for button in program.window.findChildren(RailButton):
        if button.isCheckable() and button.isVisible():
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
            program.settle()
            assert button.isChecked()
            assert not isinstance(program.focus, RailButton), button.accessibleName()


def test_keys_that_were_changed_are_shown_as_they_are(program: InsideProgram, root: Path) -> None:
    keys = {
        "go.filter": ["Ctrl+Alt+F"],
        "go.next_hit": ["Ctrl+G"],
        "edit.undo": ["Ctrl+Alt+Z"],
        "edit.reveal_secret": [],
    }
    for screen in (Key.Key_5, Key.Key_6, Key.Key_1):
        program.key(screen, CONTROL)
    program.key(Key.Key_Comma, CONTROL)
    program.window.actions_table.set_keys(keys)
    tips = [field.toolTip() for field in program.window.findChildren(FilterField)]
    assert sum("Ctrl+Alt+F" in tip for tip in tips) == 3, tips
    dialog = program.program.configuring.dialog
    assert dialog is not None
    [page] = [page for page in dialog.pages if isinstance(page, PrivacyPage)]
    page.set_filter(["show or mask the secret"])
    assert not page.masks.isHidden()
    dialog.close()
    # A window manager would do so.
    program.window.activateWindow()
    program.show(memory_of(root))
    program.key(Key.Key_H, CONTROL)
    bar = program.memory.find_bar
    assert any("Ctrl+G" in button.toolTip() for button in bar.findChildren(IconButton))
    bar.field.setText("npm")
    bar.new_field.setText("pnpm")
    program.settle()
    program.wait_until(lambda: "1 of 1" in words_in(bar), what="the place")
    bar.replace_all_button.click()
    program.settle()
    assert program.said("Ctrl+Alt+Z takes it back")


def test_each_screen_keeps_the_widths_of_its_panels(start: Start, root: Path) -> None:
    first = start(root)
    for key, presses in ((Key.Key_1, 1), (Key.Key_2, 2), (Key.Key_3, 3), (Key.Key_6, 4)):
        first.key(key, CONTROL)
        frame = next(one for one in first.window.findChildren(Frame) if one.isVisible())
        frame.resize_panel(presses * RESIZE_STEP_PX)
    first.close()
    second = start(root)
    widths = []
    for key in (Key.Key_1, Key.Key_2, Key.Key_3, Key.Key_6):
        second.key(key, CONTROL)
        frame = next(one for one in second.window.findChildren(Frame) if one.isVisible())
        widths.append(frame.widths["left"] - LEFT_WIDTH)
    assert widths == [presses * RESIZE_STEP_PX for presses in (1, 2, 3, 4)]


@pytest.mark.parametrize("width", [1440, 1050, 900, 720])
def test_a_panel_is_made_wider_by_the_pointer(start: Start, root: Path, width: int) -> None:
    program = start(root, window_size=(width, 700))
    frame = next(one for one in program.window.findChildren(Frame) if one.isVisible())
    before = dict(frame.widths)
    for handle in frame.findChildren(QSplitterHandle):
        if handle.isVisible():
            drag(handle, 40)
    assert frame.left.isVisible() == (width != 720)
    seen = {"left": frame.left.width(), "right": frame.right.width()}
    remembered = {1440: seen, 1050: before | {"left": seen["left"]}}.get(width, before)
    assert frame.widths == remembered
    assert width == 720 or seen["left"] > (before["left"] if width > 1000 else LEFT_NARROW_WIDTH) + 30


def drag(handle: QSplitterHandle, by: int) -> None:
    """Hold a handle, and let it go so many px to the right."""
    begin = handle.rect().center()
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=begin)
    QTest.mouseMove(handle, begin + QPoint(by, 0))
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=begin + QPoint(by, 0))


def test_the_path_in_the_status_bar_has_a_menu(
    program: InsideProgram, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toLocalFile()))
    program.show(memory_of(root))
    part = next(
        one for one in program.window.status.findChildren(QToolButton) if name_of(one).startswith("Path")
    )
    part.setFocus()
    part.customContextMenuRequested.emit(part.rect().center())
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    action = next(one for one in menu.actions() if one.text() == "Open in my editor")
    assert action.isEnabled()
    menu.close()
    action.trigger()
    assert opened == [str(memory_of(root))]
    assert program.said("No program on this computer opens")
