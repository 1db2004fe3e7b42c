"""A conflict with an agent, settled side by side: by keyboard alone, while the agent goes on, down to the bytes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QResizeEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QPlainTextEdit, QWidget

from memdesk.services.comparing.comparing import Take
from memdesk.store.drafts import Drafts
from memdesk.store.folders import StateFolders
from memdesk.store.outcomes import Conflicted, Saved
from memdesk.ui.compare.column_titles import ColumnTitles
from memdesk.ui.compare.difference_head import DifferenceHead
from memdesk.ui.compare.view import CompareView
from memdesk.ui.editor.card_head import CardHead
from memdesk.ui.widgets.buttons import Button
from memdesk.ui.widgets.labels import ElidedLabel
from tests.window.agent import rewrite
from tests.window.conftest import Start
from tests.window.homes import MEMORY, memory_of
from tests.window.inside import ALT, CONTROL, SHIFT, InsideProgram, Key

AGENTS = "Use npm, never yarn.\n- Retry with jitter\n"
AGENT_LINE = "Use npm, never yarn."


@pytest.fixture
def memory(root: Path) -> Path:
    """The memory that is open."""
    return memory_of(root)


@pytest.fixture
def program(start: Start, root: Path, memory: Path) -> InsideProgram:
    """The program with the project's memory on screen."""
    program = start(root)
    program.show(memory)
    program.forget_messages()
    return program


def view_of(program: InsideProgram) -> CompareView:
    return program.program.comparing.view


def clash(program: InsideProgram, memory: Path, body: str = AGENTS) -> None:
    """Type into a section that a second process then rewrites."""
    program.put_caret("Decisions")
    program.type("Always ")
    rewrite(memory, "Decisions", body)
    program.wait_until(lambda: program.session.conflict is not None, what="the conflict")
    program.settle()


def press_bar_button(program: InsideProgram, text: str) -> None:
    """Reach a button of a bar with F6 and Tab, and press it."""
    for _ in range(8):
        program.key(Key.Key_F6)
        focus = program.focus
        if program.memory.bars.isAncestorOf(focus):
            break
    for _ in range(8):
        focus = program.focus
        if isinstance(focus, QAbstractButton) and focus.text() == text:
            program.key(Key.Key_Space)
            program.settle()
            return
        program.key(Key.Key_Tab)
    raise AssertionError(f"no button {text!r} can be reached")


def tab_to_result(program: InsideProgram) -> QPlainTextEdit:
    """Reach the result's text with Tab."""
    for _ in range(30):
        focus = program.focus
        if isinstance(focus, QPlainTextEdit):
            return focus
        program.key(Key.Key_Tab)
    raise AssertionError("the result cannot be reached")


def versions_in_history(program: InsideProgram, path: Path) -> list[bytes]:
    history = program.desk.history
    return [history.data(version.id) for version in history.versions(str(path))]


def test_a_conflict_is_settled_by_keyboard_alone(program: InsideProgram, memory: Path) -> None:
    clash(program, memory)
    mine = program.text
    assert any("Decisions changed here and on disk" in bar for bar in program.bars)
    theirs = memory.read_bytes()
    press_bar_button(program, "Compare")
    view = view_of(program)
    assert view.isVisible()
    assert program.focus.accessibleName() == "Difference 1 of 2: Take mine"
    program.key(Key.Key_3)
    assert view.settling is not None
    assert view.settling.taken(0) is Take.THEIRS
    program.key(Key.Key_2)
    program.key(Key.Key_1)
    program.key(Key.Key_4)
    assert view.settling.taken(0) is Take.BOTH
    program.key(Key.Key_F7)
    assert program.focus.accessibleName().startswith("Difference 2 of 2")
    assert view.settling.taken(1) is Take.THEIRS
    program.key(Key.Key_F7, SHIFT)
    assert program.focus.accessibleName().startswith("Difference 1 of 2")

    text = tab_to_result(program)
    assert "Use npm, never yarn.\nAlways Use npm, not yarn.\n- Retry with jitter" in text.toPlainText()
    assert view.result.names[1:4] == ("evva’s", "yours", "evva’s")
    program.key(Key.Key_Home, CONTROL)
    program.key(Key.Key_Down)
    program.key(Key.Key_End)
    program.type(" 1 2 3")
    assert view.result.names[1] == "edited here"
    assert isinstance(program.save(), Saved)

    both = b"Use npm, never yarn. 1 2 3\nAlways Use npm, not yarn.\n"
    expected = theirs.replace(b"Use npm, never yarn.\n", both)
    assert memory.read_bytes() == expected
    assert not view.isVisible()
    assert not program.session.is_dirty
    assert {MEMORY, mine.encode(), theirs, expected} <= set(versions_in_history(program, memory))


def test_a_save_waits_until_everything_is_settled(program: InsideProgram, memory: Path) -> None:
    clash(program, memory)
    theirs = memory.read_bytes()
    program.key(Key.Key_D, CONTROL | ALT)
    button = program.memory.header.save_button
    assert not button.isEnabled()
    assert "Settle 1 difference in Decisions first" in button.toolTip()
    program.key(Key.Key_S, CONTROL)
    program.settle()
    assert program.said("Not saved. Settle 1 difference in Decisions first.")
    assert memory.read_bytes() == theirs
    program.key(Key.Key_2)
    program.settle()
    assert button.isEnabled()


def test_the_result_is_used_without_a_save(program: InsideProgram, memory: Path) -> None:
    clash(program, memory)
    program.key(Key.Key_D, CONTROL | ALT)
    program.key(Key.Key_Return, CONTROL)
    assert view_of(program).isVisible(), "not everything is settled"
    program.key(Key.Key_1)
    theirs = memory.read_bytes()
    program.key(Key.Key_Return, CONTROL)
    program.settle()

    assert not view_of(program).isVisible()
    assert "Always Use npm, not yarn.\n- Retry with jitter" in program.text
    assert program.session.conflict is None
    assert memory.read_bytes() == theirs
    assert isinstance(program.save(), Saved)
    assert memory.read_bytes() == program.text.encode()


def test_undo_takes_back_what_was_taken_and_leaves_the_document(program: InsideProgram, memory: Path) -> None:
    clash(program, memory)
    program.key(Key.Key_D, CONTROL | ALT)
    settling = view_of(program).settling
    assert settling is not None
    mine, before = program.text, settling.text.text
    program.key(Key.Key_3)
    assert settling.text.text != before
    program.settle()
    program.key(Key.Key_Z, CONTROL)
    assert settling.text.text == before
    program.settle()
    program.key(Key.Key_Z, CONTROL | SHIFT)
    assert settling.taken(0) is Take.THEIRS
    assert program.text == mine


def test_what_is_decided_later_is_still_there(program: InsideProgram, memory: Path) -> None:
    clash(program, memory)
    mine = program.text
    program.key(Key.Key_D, CONTROL | ALT)
    program.key(Key.Key_3)
    program.click("Decide later")
    assert not view_of(program).isVisible()
    assert program.session.conflict is not None
    assert (program.text, program.session.is_dirty) == (mine, True)
    program.click("Compare")
    settling = view_of(program).settling
    assert settling is not None
    assert settling.taken(0) is Take.THEIRS


def test_what_merged_by_itself_is_worked_out_beside_the_window(program: InsideProgram, memory: Path) -> None:
    clash(program, memory)
    rewrite(memory, "References", "docs/other.md\n")
    comparing, note = program.program.comparing, view_of(program).note

    def opened_in_one_turn() -> bool:
        comparing.open()
        said = note.words
        comparing.leave()
        program.settle()
        return bool(said)

    program.settle()
    assert not opened_in_one_turn()
    assert note.words == "", "what was left has nothing more to say"
    comparing.open()
    program.wait_until(lambda: "References" in note.words, what="what merged by itself")


def test_the_view_follows_the_agent(program: InsideProgram, memory: Path) -> None:
    clash(program, memory)
    program.key(Key.Key_D, CONTROL | ALT)
    settling = view_of(program).settling
    assert settling is not None
    program.key(Key.Key_3)
    rewrite(memory, "References", "docs/other.md\n")
    program.wait_until(lambda: "docs/other.md" in settling.text.text, what="the other section")
    program.settle()
    assert settling.taken(0) is Take.THEIRS
    assert "References" in view_of(program).note.words

    rewrite(memory, "Decisions", AGENTS.replace("never", "hardly"))
    program.wait_until(lambda: not settling.is_settled(0), what="the open difference")
    program.settle()
    assert view_of(program).isVisible()
    assert "Use npm, hardly yarn." in settling.differences[0].theirs
    program.key(Key.Key_3)
    program.key(Key.Key_Return, CONTROL)
    assert "Use npm, hardly yarn." in program.text


def test_a_difference_that_the_agent_takes_back_leaves_the_others(
    program: InsideProgram, memory: Path
) -> None:
    for section in ("Decisions", "References"):
        program.put_caret(section)
        program.type("Always ")
    theirs = MEMORY.replace(b"Use npm", b"Use bun").replace(b"docs/", b"text/")
    memory.write_bytes(theirs)
    program.wait_until(lambda: program.session.conflict is not None, what="the conflict")
    program.settle()
    program.key(Key.Key_D, CONTROL | ALT)
    program.key(Key.Key_3)
    program.key(Key.Key_F7)
    settling = view_of(program).settling
    assert settling is not None
    assert len(settling.differences) == 2
    memory.write_bytes(theirs.replace(b"text/", b"docs/"))
    program.wait_until(lambda: len(settling.differences) == 1, what="the end of a difference")
    program.settle()
    text = view_of(program).result.text
    assert text is not None
    assert "Use bun" in text.toPlainText()
    assert program.focus.accessibleName().startswith("Difference 1 of 1")
    assert settling.taken(0) is Take.THEIRS


def test_a_file_that_comes_to_hold_the_unsaved_text_closes_the_view(
    program: InsideProgram, memory: Path
) -> None:
    program.put_caret("Decisions")
    program.type("Always ")
    program.program.comparing.open()
    assert view_of(program).isVisible()
    memory.write_bytes(program.text.encode())
    program.wait_until(lambda: not program.session.is_dirty, what="the same text on disk")
    program.settle()
    assert not view_of(program).isVisible()


def test_a_conflict_that_the_agent_takes_back_closes_the_view(program: InsideProgram, memory: Path) -> None:
    clash(program, memory)
    mine = program.text
    program.key(Key.Key_D, CONTROL | ALT)
    memory.write_bytes(MEMORY)
    program.wait_until(lambda: program.session.conflict is None, what="the end of the conflict")
    program.settle()
    assert not view_of(program).isVisible()
    assert (program.text, program.session.is_dirty) == (mine, True)


def test_most_of_a_file_that_is_gone_is_compared_as_a_whole(program: InsideProgram, memory: Path) -> None:
    program.put_caret("Decisions")
    program.type("Always ")
    mine = program.text
    memory.write_bytes(b"## Project facts\n")
    program.wait_until(lambda: program.session.conflict is not None, what="the conflict")
    program.settle()
    program.click("Compare")
    view = view_of(program)
    assert view.settling is not None
    count = len(view.settling.differences)
    for _ in range(count):
        program.key(Key.Key_1)
        program.key(Key.Key_F7)
    assert isinstance(program.save(), Saved)
    assert memory.read_bytes() == mine.encode()


def test_a_file_that_is_gone_is_compared_with_what_it_was(program: InsideProgram, memory: Path) -> None:
    program.put_caret("Decisions")
    program.type("Always ")
    mine = program.text
    memory.unlink()
    program.wait_until(lambda: program.session.is_removed, what="the removal")
    program.settle()
    program.click("Compare")
    assert view_of(program).isVisible()
    assert program.memory.header.save_button.isEnabled()
    assert isinstance(program.save(), Saved)
    assert memory.read_bytes() == mine.encode()


def test_a_choice_for_all_closes_the_view(program: InsideProgram, memory: Path) -> None:
    clash(program, memory)
    mine = program.text.encode()
    program.key(Key.Key_D, CONTROL | ALT)
    program.click("Take theirs")
    assert not view_of(program).isVisible()
    assert program.text.encode() == memory.read_bytes()
    assert mine in versions_in_history(program, memory)


def test_another_document_closes_the_view(program: InsideProgram, root: Path, memory: Path) -> None:
    clash(program, memory)
    program.key(Key.Key_D, CONTROL | ALT)
    program.show(root / "USER_PROFILE.md")
    assert not view_of(program).isVisible()
    assert program.memory.header.save_button.toolTip() == ""
    program.show(memory)
    assert not program.memory.header.save_button.isEnabled()


def test_the_buttons_show_the_keys_that_do_the_same(program: InsideProgram, memory: Path) -> None:
    clash(program, memory)
    program.key(Key.Key_D, CONTROL | ALT)
    view = view_of(program)
    shown = {
        button.text(): button.keys
        for button in view.findChildren(Button)
        if button.text() in ("Previous", "Next", "Use this result")
    }
    assert shown == {"Previous": "Shift+F7", "Next": "F7", "Use this result": "Ctrl+Enter"}
    program.key(Key.Key_2)
    assert view.use.toolTip() == "Make this the text of the document (Ctrl+Enter)"

    table = program.window.actions_table
    table.set_keys({"go.next_difference": ["Ctrl+Alt+8"], "memory.use_result": ["F12"]})
    assert [button.keys for button in view.findChildren(Button) if button.text() == "Next"] == ["Ctrl+Alt+8"]
    assert view.use.keys == "F12"
    assert view.use.toolTip() == "Make this the text of the document (F12)"
    program.key(Key.Key_F12)
    assert not view.isVisible()
    table.set_keys({"memory.use_result": []})
    assert view.use.keys == ""


def test_the_columns_fold_in_a_small_window(start: Start, root: Path, memory: Path) -> None:
    program = start(root, window_size=(900, 600))
    program.show(memory)
    clash(program, memory)
    program.key(Key.Key_D, CONTROL | ALT)
    view = view_of(program)
    assert view.before_button.isVisible()
    head = view.columns.findChildren(DifferenceHead)[0]
    assert [button.text() for button in head.buttons] == ["Mine", "Before", "Both", "evva’s"]
    program.click("Show before")
    assert [button.text() for button in head.buttons][1] == "Before"
    for button in head.buttons:
        assert button.width() >= button.sizeHint().width()


@pytest.mark.parametrize("opened_at", [1000, 1440])
def test_the_columns_have_the_room_of_the_right_panel_at_any_width(
    start: Start, root: Path, memory: Path, opened_at: int
) -> None:
    program = start(root)
    program.show(memory)
    frame = program.program.memory.frame
    program.window.resize(1440, 900)
    assert frame.right_shown
    clash(program, memory)
    program.window.resize(opened_at, 900)
    program.program.comparing.compare()
    for width in (1000, 1440):
        program.window.resize(width, 900)
        program.settle()
        assert (frame.right_shown, view_of(program).isVisible()) == (False, True)
    program.program.comparing.leave()
    program.settle()
    assert frame.right_shown


def test_the_document_keeps_its_width_behind_a_comparison(start: Start, root: Path, memory: Path) -> None:
    memory.write_bytes(MEMORY + b"".join(b"\n## Note %d\n- Something.\n" % number for number in range(20)))
    program = start(root)
    program.show(memory)
    clash(program, memory)
    sections, frame = program.memory.editor._sections, program.memory.frame
    assert sections is not None
    assert sections.verticalScrollBar().isVisible()
    heads = sections.findChildren(CardHead)
    width, centre = heads[0].width(), frame.centre.width()
    widths = _Widths(heads)
    for _ in range(2):
        program.program.comparing.compare()
        program.wait_until(lambda: frame.centre.width() > centre, what="the room of the right panel")
        whole = frame.centre.width()
        program.settle()
        assert frame.centre.width() == whole
        program.program.comparing.leave()
        program.wait_until(lambda: frame.right_shown, what="the right panel")
        assert frame.centre.width() == centre
        program.settle()
    assert widths.given <= {width}


def test_who_leaves_is_in_the_text_and_the_right_panel_is_back(program: InsideProgram, memory: Path) -> None:
    clash(program, memory)
    pages, frame = program.memory.pages, program.memory.frame
    program.program.comparing.compare()
    program.settle()
    program.program.comparing.leave()
    focused: QWidget | None = program.window.focusWidget()
    assert focused is not None
    assert program.memory.editor.isAncestorOf(focused)
    assert frame.right_shown
    program.settle()
    assert program.memory.editor.size() == pages.size()


def test_who_comes_back_before_the_right_panel_does_has_its_room(
    program: InsideProgram, memory: Path
) -> None:
    clash(program, memory)
    pages, frame, comparing = program.memory.pages, program.memory.frame, program.program.comparing
    comparing.compare()
    program.settle()
    whole = pages.width()
    comparing.leave()
    comparing.compare()
    program.settle()
    assert (frame.right_shown, pages.width()) == (False, whole)
    assert view_of(program).size() == pages.size()


class _Widths(QObject):
    """Notes how wide widgets become."""

    def __init__(self, widgets: Sequence[QWidget]) -> None:
        super().__init__()
        self.given: set[int] = set()
        for widget in widgets:
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - overrides Qt
        if isinstance(event, QResizeEvent):
            self.given.add(event.size().width())
        return super().eventFilter(watched, event)


def test_a_save_that_meets_the_agent_opens_nothing_by_itself(program: InsideProgram, memory: Path) -> None:
    program.put_caret("Decisions")
    program.type("Always ")
    program.program.outside.stop()
    rewrite(memory, "Decisions", AGENTS)
    assert isinstance(program.save(), Conflicted)
    assert not view_of(program).isVisible()
    assert any("Decisions changed here and on disk" in bar for bar in program.bars)


def test_an_edit_stays_where_the_agent_deleted_the_section(program: InsideProgram, memory: Path) -> None:
    program.put_caret("Decisions")
    program.type("Always ")
    gone = memory.read_bytes().replace(b"## Decisions\nUse npm, not yarn.\n\n", b"")
    memory.write_bytes(gone)
    program.wait_until(lambda: program.session.base == gone, what="the deletion")
    program.settle()
    assert "## Decisions\nAlways Use npm, not yarn.\n" in program.text
    assert program.said("evva removed Decisions in MEMORY.md, which you had changed. It is kept.")


def test_every_control_says_what_it_is(program: InsideProgram, memory: Path) -> None:
    clash(program, memory)
    program.key(Key.Key_D, CONTROL | ALT)
    names = []
    for _ in range(40):
        names.append(program.focus.accessibleName() or getattr(program.focus, "text", lambda: "")())
        if names[-1] == "Use this result" or names[-1].startswith("Decide later"):
            break
        if isinstance(program.focus, QPlainTextEdit):
            program.key(Key.Key_Tab, CONTROL)
        else:
            program.key(Key.Key_Tab)
    assert all(names), names
    order = ["Difference 1 of 2: Take mine", "Difference 2 of 2: Take mine", "Result, you can edit this text"]
    assert [name for name in names if name in order] == order
    assert QApplication.focusWidget() is not None
    QTest.qWait(1)


@pytest.mark.parametrize("disk", [MEMORY, MEMORY.replace(b"Use npm", b"Use bun")], ids=["same", "changed"])
def test_unsaved_text_of_an_earlier_start_is_compared(start: Start, root: Path, disk: bytes) -> None:
    memory = memory_of(root)
    mine = MEMORY.replace(b"Use npm", b"Take npm")
    folders = StateFolders.of_this_user()
    Drafts(folders.drafts).put(str(memory), MEMORY, mine)
    memory.write_bytes(disk)
    program = start(root)
    program.show(memory)
    press_bar_button(program, "Compare")
    view = view_of(program)
    assert view.isVisible()
    program.key(Key.Key_2)
    program.key(Key.Key_Return, CONTROL)
    program.settle()
    assert not view.isVisible()
    assert program.text.encode() == MEMORY


def columns(program: InsideProgram) -> list[str]:
    (titles,) = [one for one in view_of(program).findChildren(ColumnTitles) if one.isVisible()]
    return [one.text for one in titles.findChildren(ElidedLabel)][::2]


def test_every_column_begins_with_a_capital_but_for_a_name(program: InsideProgram, memory: Path) -> None:
    clash(program, memory)
    program.key(Key.Key_D, CONTROL | ALT)
    assert columns(program) == ["Yours", "Before", "evva’s"]
    program.key(Key.Key_Escape)
    memory.unlink()
    program.wait_until(lambda: program.session.is_removed, what="that it is gone")
    program.key(Key.Key_D, CONTROL | ALT)
    assert columns(program) == ["Yours", "Before", "The disk’s"]


def test_what_was_compared_ahead_leaves_nothing_to_undo(program: InsideProgram, memory: Path) -> None:
    clash(program, memory)
    program.wait_until(lambda: str(memory) in program.program.comparing._kept, what="the comparison")
    program.type("really ")
    program.key(Key.Key_D, CONTROL | SHIFT)
    program.program.comparing.open()
    settling = view_of(program).settling
    assert settling is not None
    assert "Always really " in settling.text.text
    assert not settling.text.can_undo
