"""Entries as rows in the real window, by keys and mouse alone: what reaches the disk is the change and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from memdesk.services.documents.conflict import Choice
from memdesk.store.outcomes import Merged, Saved
from memdesk.ui.entries import writing
from memdesk.ui.entries.block import RowsBlock
from memdesk.ui.entries.reading import Order
from memdesk.ui.entries.row import Row, RowKind, Sent
from memdesk.ui.entries.view import RowsView
from memdesk.ui.widgets.menus import PopupMenu
from tests.window.conftest import Start
from tests.window.inside import ALT, CONTROL, SHIFT, InsideProgram, Key

LIST = b"""Kept by hand.

## preference

- Prefer pnpm over npm *(2026-05-30T09:21:37Z)*
- Answer in short sentences *(2026-05-12T15:48:01Z)*

## project

- The worker is started with make *(2026-05-28T08:44:05Z)*
- Staging is reset every Monday *(2026-05-14T17:26:33Z)*
- check the flaky test again

## debug

- A 502 comes from Caddy *(2026-04-05T11:13:05Z)*
"""


@pytest.fixture
def memory(home: Path) -> Path:
    folder = home / "state" / "0123456789abcdef"
    folder.mkdir(parents=True)
    path = folder / "memory.md"
    path.write_bytes(LIST)
    return path


Open = Callable[[Path, Path], "Rows"]


class Rows:
    """The rows of the document on screen."""

    def __init__(self, inside: InsideProgram) -> None:
        self.inside = inside

    @property
    def block(self) -> RowsBlock:
        found = [block for block in self.inside.editor.findChildren(RowsBlock) if block.isVisible()]
        assert len(found) == 1
        return found[0]

    @property
    def view(self) -> RowsView:
        return self.block.view

    @property
    def texts(self) -> list[str]:
        return [row.text for row in self.view.rows if row.is_entry]

    def row(self, words: str) -> Row:
        return next(row for row in self.view.rows if words in row.text or words in row.lead)

    def go_to(self, words: str) -> None:
        self.view.select(self.row(words).name)
        self.view.take_focus()

    @property
    def current(self) -> str:
        row = self.view.current
        assert row is not None
        return row.text

    def place(self, words: str, cell: str = "text") -> QPoint:
        at = list(self.view.rows).index(self.row(words))
        rect = getattr(self.view.cells(at), cell)
        assert not rect.isEmpty(), f"{words} has no {cell}"
        return QPoint(rect.center())

    def click(self, words: str, cell: str = "text") -> None:
        QTest.mouseMove(self.view.viewport(), self.place(words))
        QTest.mouseClick(
            self.view.viewport(),
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
            self.place(words, cell),
        )
        QTest.qWait(5)

    def drag(self, words: str, to: QPoint) -> None:
        start, window = self.place(words), self.view.viewport()
        QTest.mousePress(window, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start)
        for step in (start + QPoint(0, 12), (start + to) / 2, to):
            QTest.mouseMove(window, step)
            QTest.qWait(5)
        QTest.mouseRelease(window, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, to)
        QTest.qWait(5)


@pytest.fixture
def rows(start: Start, memory: Path) -> Rows:
    inside = start(memory.parent.parent)
    inside.show(memory)
    return Rows(inside)


def saved(rows: Rows, path: Path) -> bytes:
    assert isinstance(rows.inside.save(), Saved)
    return path.read_bytes()


# Editing in place


def test_enter_edits_a_row_and_enter_accepts_it(rows: Rows, memory: Path) -> None:
    rows.go_to("Staging is reset")
    rows.inside.key(Key.Key_Return)
    rows.inside.type(" at six")
    rows.inside.key(Key.Key_Return)

    assert rows.current == "Staging is reset every Monday at six"
    assert rows.view.hasFocus()
    assert saved(rows, memory) == LIST.replace(b"every Monday *", b"every Monday at six *")


def test_what_is_typed_is_in_the_document_before_it_is_accepted(rows: Rows, memory: Path) -> None:
    rows.go_to("Staging is reset")
    rows.inside.key(Key.Key_Return)
    rows.inside.type("!")
    rows.inside.wait_until(lambda: "Monday!" in rows.inside.text, what="the text")

    assert saved(rows, memory) == LIST.replace(b"every Monday *", b"every Monday! *")


def test_ctrl_s_takes_what_was_typed_just_now(rows: Rows, memory: Path) -> None:
    rows.go_to("Staging is reset")
    rows.inside.key(Key.Key_Return)
    rows.inside.type("!")

    assert saved(rows, memory) == LIST.replace(b"every Monday *", b"every Monday! *")


@pytest.mark.parametrize("is_slow", [False, True])
def test_ctrl_s_takes_what_was_typed_since_the_last_one(rows: Rows, memory: Path, is_slow: bool) -> None:
    rows.go_to("Staging is reset")
    rows.inside.key(Key.Key_Return)
    rows.inside.type("!")
    assert saved(rows, memory) == LIST.replace(b"every Monday *", b"every Monday! *")
    # It waits for a rest of the keys, which is a long one in a document that takes long to write.
    rows.block.writing._is_slow = is_slow
    rows.inside.type("?")

    assert saved(rows, memory) == LIST.replace(b"every Monday *", b"every Monday!? *")


def test_what_is_slow_to_write_is_kept_without_enter(rows: Rows, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "_SLOW_REST_MS", 300)
    rows.go_to("Staging is reset")
    rows.inside.key(Key.Key_Return)
    rows.block.writing._is_slow = True
    rows.inside.type("!")
    assert rows.inside.text.encode() == LIST

    rows.inside.wait_until(lambda: "Monday!" in rows.inside.text, what="the text")
    assert rows.inside.session.is_dirty, "so it is kept as a draft"


def test_esc_takes_an_edit_back(rows: Rows) -> None:
    rows.go_to("Staging is reset")
    rows.inside.key(Key.Key_Return)
    rows.inside.type("!")
    rows.inside.wait_until(lambda: "Monday!" in rows.inside.text, what="the text")
    rows.inside.key(Key.Key_Escape)

    assert rows.inside.text.encode() == LIST
    assert not rows.inside.session.text.can_undo
    assert rows.view.hasFocus()
    assert rows.current == "Staging is reset every Monday"


def test_an_edit_is_one_step_of_undo_also_from_the_source(rows: Rows) -> None:
    rows.go_to("Staging is reset")
    rows.inside.key(Key.Key_Return)
    for word in (" at", " six", " sharp"):
        rows.inside.type(word)
        QTest.qWait(150)
    rows.inside.key(Key.Key_Return)
    rows.inside.memory.toggle_mode()
    rows.inside.key(Key.Key_Z, CONTROL)
    assert rows.inside.text.encode() == LIST
    rows.inside.key(Key.Key_Z, CONTROL | SHIFT)
    rows.inside.memory.toggle_mode()

    assert "Staging is reset every Monday at six sharp" in rows.texts


def test_an_empty_text_is_refused_and_nothing_is_lost(rows: Rows) -> None:
    rows.go_to("Staging is reset")
    rows.inside.key(Key.Key_Return)
    rows.inside.key(Key.Key_A, CONTROL)
    rows.inside.key(Key.Key_Delete)
    rows.inside.key(Key.Key_Return)

    assert rows.inside.said("An entry needs a text")
    assert rows.block.writing.editor is not None
    rows.inside.key(Key.Key_Escape)
    assert rows.inside.text.encode() == LIST


@pytest.mark.parametrize("way", ["key", "menu"])
def test_text_that_waits_for_enter_is_undone_alike_by_key_and_menu(
    rows: Rows, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "_SLOW_REST_MS", 600_000)
    actions = rows.inside.window.actions_table
    rows.go_to("Staging is reset")
    rows.inside.key(Key.Key_Return)
    # As in a document that takes long to write.
    rows.block.writing._is_slow = True
    editor = rows.block.writing.editor
    assert editor is not None
    before = editor.value
    for action_id, keys, after in (
        ("edit.undo", CONTROL, before),
        ("edit.redo", CONTROL | SHIFT, f"{before}x"),
    ):
        if action_id == "edit.undo":
            rows.inside.type("x")
        action = actions[action_id]
        rows.inside.wait_until(action.isEnabled, what="what was typed")
        assert action.text().endswith(": typing")
        if way == "key":
            rows.inside.key(Key.Key_Z, keys)
        else:
            action.trigger()
        assert editor.value == after
        assert rows.inside.text.encode() == LIST
    assert rows.block.writing.editor is editor


def test_a_row_without_a_stamp_gets_one(rows: Rows, memory: Path) -> None:
    assert rows.row("flaky").lacks_stamp
    rows.go_to("flaky")
    rows.inside.key(Key.Key_Return)
    rows.inside.type("!")
    rows.inside.key(Key.Key_Return)

    assert b"- check the flaky test again! *(20" in saved(rows, memory)
    assert not rows.row("flaky").lacks_stamp


# Adding, moving, removing


def test_ctrl_enter_adds_an_entry_with_a_stamp(rows: Rows, memory: Path) -> None:
    rows.go_to("Staging is reset")
    rows.inside.key(Key.Key_Return, CONTROL)
    rows.inside.type("Money is integer cents")
    rows.inside.key(Key.Key_Return, CONTROL)
    rows.inside.type("Ports are in docs/ports.md")
    rows.inside.key(Key.Key_Return)

    after = saved(rows, memory)
    assert b"\n- Money is integer cents *(20" in after
    assert b"\n- Ports are in docs/ports.md *(20" in after
    lines = after.split(b"\n")
    assert b"\n".join(line for line in lines if b"Money" not in line and b"Ports" not in line) == LIST
    assert rows.current == "Ports are in docs/ports.md"


def test_a_new_entry_stays_where_it_was_begun_until_it_is_accepted(rows: Rows) -> None:
    rows.go_to("Staging is reset")
    rows.inside.key(Key.Key_Return, CONTROL)
    rows.inside.type("Money is integer cents")
    rows.inside.wait_until(lambda: "Money" in rows.inside.text, what="the text")

    kinds = [row.kind for row in rows.view.rows]
    at = kinds.index(RowKind.NEW)
    assert rows.view.rows[at - 1].text == "Staging is reset every Monday"
    assert "Money is integer cents" not in rows.texts
    rows.inside.key(Key.Key_Escape)
    assert rows.inside.text.encode() == LIST


def test_the_entry_that_the_agent_would_overwrite_is_named(rows: Rows) -> None:
    rows.go_to("Staging is reset")
    rows.inside.key(Key.Key_Return, CONTROL)
    rows.inside.type("Staging is reset every Tuesday")
    editor = rows.block.writing.editor
    assert editor is not None
    rows.inside.wait_until(
        lambda: "Staging is reset every Monday" in editor.body.accessibleDescription(), what="the name"
    )


def test_del_removes_all_selected_in_one_step(rows: Rows, memory: Path) -> None:
    rows.go_to("Answer in short")
    rows.inside.key(Key.Key_Down, SHIFT)
    rows.inside.key(Key.Key_Down, SHIFT)
    rows.inside.key(Key.Key_Down, SHIFT)
    assert [row.text for row in rows.view.selected] == [
        "Answer in short sentences",
        "The worker is started with make",
    ]
    rows.inside.key(Key.Key_Delete)

    assert rows.current == "Staging is reset every Monday"
    after = saved(rows, memory)
    gone = (b"Answer in", b"The worker")
    assert after == b"".join(
        line for line in LIST.splitlines(keepends=True) if not any(words in line for words in gone)
    )
    rows.inside.key(Key.Key_Z, CONTROL)
    assert rows.inside.text.encode() == LIST


def test_ctrl_a_selects_all_entries_and_no_head(rows: Rows) -> None:
    rows.go_to("Answer in short")
    rows.inside.key(Key.Key_A, CONTROL)

    assert [row.text for row in rows.view.selected] == rows.texts


def test_alt_down_moves_an_entry(rows: Rows) -> None:
    rows.go_to("Prefer pnpm")
    rows.inside.key(Key.Key_Down, ALT)

    assert rows.texts[0:2] == ["Answer in short sentences", "Prefer pnpm over npm"]
    assert rows.current == "Prefer pnpm over npm"
    rows.inside.key(Key.Key_Z, CONTROL)
    assert rows.inside.text.encode() == LIST


def test_a_row_is_dragged_to_another_place_and_to_another_group(rows: Rows) -> None:
    rows.drag("Staging is reset", rows.place("The worker is started") - QPoint(0, 12))
    assert rows.texts[2:4] == ["Staging is reset every Monday", "The worker is started with make"]
    rows.drag("Prefer pnpm", rows.place("A 502") + QPoint(0, 12))

    assert rows.row("Prefer pnpm").group.key == "debug"
    assert b"Prefer pnpm over npm *(2026-05-30T09:21:37Z)*" in rows.inside.session.data


def half_dragged(rows: Rows, words: str, to: QPoint) -> None:
    """A row that is held over another place."""
    window = rows.view.viewport()
    QTest.mousePress(window, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, rows.place(words))
    for step in (rows.place(words) + QPoint(0, 12), to):
        QTest.mouseMove(window, step)
        QTest.qWait(5)
    assert QApplication.overrideCursor() is not None


def let_go(rows: Rows, at: QPoint) -> None:
    window = rows.view.viewport()
    QTest.mouseRelease(window, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
    QTest.qWait(5)
    assert QApplication.overrideCursor() is None


def test_what_is_dragged_is_the_row_that_was_pressed_though_an_agent_adds_one_above(
    rows: Rows, memory: Path
) -> None:
    half_dragged(rows, "Staging is reset", rows.place("The worker is started") - QPoint(0, 12))
    memory.write_bytes(LIST.replace(b"## project\n\n", b"## project\n\n- from an agent\n"))
    rows.inside.wait_until(lambda: "from an agent" in rows.texts, what="the agent's row")
    let_go(rows, rows.place("The worker is started") - QPoint(0, 12))
    at = rows.texts.index("from an agent")
    assert rows.texts[at:][:3] == [
        "from an agent",
        "Staging is reset every Monday",
        "The worker is started with make",
    ]


def test_a_drag_ends_where_an_agent_removes_what_is_dragged(rows: Rows, memory: Path) -> None:
    to = rows.place("The worker is started") - QPoint(0, 12)
    half_dragged(rows, "A 502", to)
    left = LIST[: LIST.index(b"- A 502")]
    memory.write_bytes(left)
    rows.inside.wait_until(lambda: not any("A 502" in text for text in rows.texts), what="the end of the row")
    QTest.mouseMove(rows.view.viewport(), to + QPoint(3, 3))
    QTest.qWait(5)
    let_go(rows, to)
    assert rows.inside.session.data == left


def test_a_drag_ends_where_its_list_goes_out_of_sight(rows: Rows) -> None:
    view, at = rows.view, rows.place("The worker is started")
    half_dragged(rows, "A 502", at)
    rows.inside.key(Key.Key_M, CONTROL | ALT)
    QTest.qWait(5)
    assert not view.isVisible()
    assert QApplication.overrideCursor() is None
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
    assert rows.inside.text.encode() == LIST


def test_the_trash_of_a_row_removes_it(rows: Rows, memory: Path) -> None:
    rows.click("A 502", "remove")

    assert b"A 502" not in saved(rows, memory)


def test_the_second_of_two_fast_clicks_on_the_trash_removes_no_other_row(rows: Rows) -> None:
    rows.click("The worker", "remove")
    rows.inside.settle()
    left, at = rows.texts, rows.place("Staging is reset", "remove")
    assert not any("The worker" in text for text in left)
    QTest.mouseDClick(rows.view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    QTest.mouseRelease(rows.view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    rows.inside.settle()
    assert rows.texts == left


# What is seen


def test_counts_filter_the_rows(rows: Rows) -> None:
    rows.inside.wait_until(lambda: rows.row("Prefer pnpm").sent is Sent.SENT, what="the preview")
    rows.inside.click("5 injected")
    assert all(row.sent is Sent.SENT for row in rows.view.rows if row.is_entry)
    rows.inside.click("5 injected")
    assert len(rows.texts) == 6


def test_newest_first_and_no_moving_then(rows: Rows) -> None:
    rows.go_to("Prefer pnpm")
    rows.block.filters._choose(order=Order.NEWEST)
    rows.inside.key(Key.Key_Down, ALT)
    assert rows.inside.said("file order")


def test_a_known_category_that_is_missing_is_there_closed(rows: Rows) -> None:
    heads = {row.group.key: row for row in rows.view.rows if row.kind is RowKind.HEAD}

    assert list(heads) == ["preference", "project", "pattern", "decision", "general", "debug"]
    assert heads["pattern"].folded
    rows.view.select(heads["pattern"].name)
    rows.view.take_focus()
    rows.inside.key(Key.Key_Return, CONTROL)
    rows.inside.type("Handlers only translate")
    rows.inside.key(Key.Key_Return)
    assert rows.row("Handlers only").group.key == "pattern"


def test_a_warning_names_the_line_and_can_be_mended(rows: Rows, memory: Path) -> None:
    rows.inside.wait_until(lambda: rows.row("flaky").losses, what="the survey")
    rows.click("flaky", "fix")

    rows.inside.wait_until(lambda: not rows.row("flaky").losses, what="the mending")
    assert b"- check the flaky test again *(20" in saved(rows, memory)


# Others write


def test_an_edit_goes_on_while_the_agent_adds_a_line_above(rows: Rows, memory: Path) -> None:
    rows.go_to("Staging is reset")
    rows.inside.key(Key.Key_Return)
    rows.inside.type("!")
    line = b"- Ask before adding a package *(2026-06-01T08:00:00Z)*\n"
    memory.write_bytes(LIST.replace(b"- Prefer pnpm", line + b"- Prefer pnpm"))
    rows.inside.wait_until(lambda: "Ask before" in rows.inside.text, what="the agent's line")
    rows.inside.type("?")
    rows.inside.key(Key.Key_Return)

    assert isinstance(rows.inside.save(), Saved | Merged)
    assert memory.read_bytes() == LIST.replace(b"- Prefer pnpm", line + b"- Prefer pnpm").replace(
        b"every Monday *", b"every Monday!? *"
    )


def test_an_entry_that_is_removed_while_it_is_edited_is_kept_as_text(rows: Rows, memory: Path) -> None:
    rows.go_to("Staging is reset")
    rows.inside.key(Key.Key_Return)
    rows.inside.type("!")
    memory.write_bytes(b"".join(line for line in LIST.splitlines(keepends=True) if b"Staging" not in line))
    rows.inside.wait_until(lambda: len(rows.inside.messages) > 0, what="a word")
    rows.inside.settle()

    typed = "Staging is reset every Monday!"
    editor = rows.block.writing.editor
    assert (editor is not None and editor.value == typed) or typed in rows.inside.text


def test_leaving_the_document_accepts_what_is_typed(rows: Rows, memory: Path) -> None:
    other = memory.parent.parent / "fedcba9876543210" / "memory.md"
    rows.go_to("Staging is reset")
    rows.inside.key(Key.Key_Return)
    rows.inside.type("!")
    rows.inside.memory.open.close()
    rows.inside.show(memory)

    assert not other.exists()
    assert "Staging is reset every Monday!" in rows.texts


def test_a_refused_text_comes_back_with_its_document(rows: Rows, memory: Path) -> None:
    rows.go_to("Staging is reset")
    rows.inside.key(Key.Key_Return)
    rows.inside.type(" *(2026-05-14T17:26:33Z)*")
    rows.inside.memory.open.close()
    rows.inside.show(memory)
    rows.inside.wait_until(lambda: rows.block.writing.editor is not None, what="the text")

    editor = rows.block.writing.editor
    assert editor is not None
    assert editor.value == "Staging is reset every Monday *(2026-05-14T17:26:33Z)*"


def test_source_opens_at_the_current_row_and_back(rows: Rows) -> None:
    rows.go_to("A 502")
    rows.inside.memory.toggle_mode()
    assert rows.inside.text[rows.inside.editor.caret :].startswith("A 502")
    rows.inside.memory.toggle_mode()

    assert rows.current == "A 502 comes from Caddy"


def test_closing_the_window_keeps_what_is_typed_as_a_draft(rows: Rows, memory: Path, start: Start) -> None:
    rows.go_to("Staging is reset")
    rows.inside.key(Key.Key_Return)
    rows.inside.type(" at six")
    rows.inside.close()
    assert memory.read_bytes() == LIST
    again = start(memory.parent.parent)
    again.show(memory)

    assert "Staging is reset every Monday at six" in Rows(again).texts


def test_ctrl_m_moves_an_entry_to_another_category(rows: Rows, memory: Path) -> None:
    rows.go_to("Prefer pnpm")
    rows.inside.key(Key.Key_M, CONTROL)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, PopupMenu)
    names = [action.text() for action in menu.actions()]
    assert names[-5:] == ["project", "pattern", "decision", "general", "debug"]
    menu.actions()[names.index("debug")].trigger()
    menu.close()

    assert rows.row("Prefer pnpm").group.key == "debug"
    assert rows.current == "Prefer pnpm over npm"
    after = saved(rows, memory)
    moved = b"- Prefer pnpm over npm *(2026-05-30T09:21:37Z)*\n"
    assert after == LIST.replace(moved, b"").replace(b"- A 502", moved + b"- A 502")


def test_the_menu_of_a_row_has_all_that_keys_do(rows: Rows) -> None:
    rows.go_to("Prefer pnpm")
    place = list(rows.view.rows).index(rows.row("Prefer pnpm"))
    rows.view.menu_requested.emit(place, QPoint(0, 0))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, PopupMenu)
    words = [action.text().partition("\t")[0] for action in menu.actions() if action.text()]
    menu.close()

    assert words == [
        "Copy",
        "Show history",
        "Pin",
        "Edit",
        "New entry below",
        "Move up",
        "Move down",
        "Move to",
        "Remove",
    ]


def test_the_same_entry_changed_here_and_by_the_agent_loses_nothing(rows: Rows, memory: Path) -> None:
    rows.go_to("Staging is reset")
    rows.inside.key(Key.Key_Return)
    rows.inside.type("!")
    rows.inside.wait_until(lambda: "Monday!" in rows.inside.text, what="the text")
    theirs = LIST.replace(b"every Monday", b"every Tuesday at noon")
    memory.write_bytes(theirs)
    rows.inside.wait_until(lambda: rows.inside.session.conflict is not None, what="the conflict")
    rows.inside.type("?")
    rows.inside.key(Key.Key_Return)

    assert "Staging is reset every Monday!?" in rows.texts
    assert memory.read_bytes() == theirs
    rows.inside.memory.open.resolve(Choice.MINE)
    assert saved(rows, memory) == LIST.replace(b"every Monday *", b"every Monday!? *")


def test_an_untouched_entry_that_is_open_takes_what_the_agent_makes_of_it(rows: Rows, memory: Path) -> None:
    rows.go_to("Staging is reset")
    rows.inside.key(Key.Key_Return)
    memory.write_bytes(LIST.replace(b"every Monday", b"every Tuesday"))
    editor = rows.block.writing.editor
    assert editor is not None
    rows.inside.wait_until(lambda: "Tuesday" in editor.value, what="the agent's words")

    assert editor.body.accessibleDescription() == "This entry was changed meanwhile."
    rows.inside.type("!")
    rows.inside.key(Key.Key_Return)
    assert saved(rows, memory) == LIST.replace(b"every Monday *", b"every Tuesday! *")


def test_a_row_at_the_lower_edge_stays_in_view_as_a_warning_makes_it_higher(
    start: Start, memory: Path
) -> None:
    line = b"- Fact %d of many *(2026-05-14T17:26:33Z)*\n"
    text = b"## project\n\n" + b"".join(line % number for number in range(60))
    memory.write_bytes(text)
    inside = start(memory.parent.parent, window_size=(900, 600))
    inside.show(memory)
    rows = Rows(inside)
    rows.go_to("Fact 5 ")
    for _ in range(30):
        inside.key(Key.Key_Down)
    inside.settle()
    here, before = rows.current, rows.view.visualRect(rows.view.currentIndex())

    memory.write_bytes(text.replace(f"{here} *(2026-05-14T17:26:33Z)*".encode(), here.encode()))
    inside.wait_until(
        lambda: rows.view.visualRect(rows.view.currentIndex()).height() > before.height(), what="the warning"
    )
    inside.settle()
    rect = rows.view.visualRect(rows.view.currentIndex())
    assert rows.view.viewport().visibleRegion().boundingRect().contains(rect)
