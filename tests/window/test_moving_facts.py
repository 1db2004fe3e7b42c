"""Moving what one agent remembers to another in the real window: by keys and by the pointer, and back by undo."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from memdesk.layouts import discover
from memdesk.services.desk import Desk
from memdesk.services.documents.changes import Changes
from memdesk.services.machine.machine import Surroundings
from memdesk.store.folders import StateFolders
from memdesk.text.outline import NodeKind
from memdesk.ui.moving.dialog import MoveDialog
from memdesk.ui.widgets.labels import TextLabel
from tests.window.conftest import Start
from tests.window.inside import CONTROL, NONE, SHIFT, InsideProgram, Key
from tests.window.test_entries import Rows


class Samples:
    """All samples in one window, and every file of them."""

    def __init__(self, inside: InsideProgram, folder: Path) -> None:
        self.inside = inside
        self._folder = folder

    def files(self) -> dict[Path, bytes]:
        return {path: path.read_bytes() for path in self._folder.rglob("*") if path.is_file()}

    def path(self, ending: str) -> Path:
        found = [path for path in self._folder.rglob("*") if str(path).endswith(ending) and path.is_file()]
        assert len(found) == 1, found
        return found[0]

    def memory_about(self, word: str) -> Path:
        """The first of ub's memories that holds a word."""
        found = self.files().items()
        return next(path for path, data in found if path.name == "memory.md" and word.encode() in data)

    # The dialog

    @property
    def dialogs(self) -> list[MoveDialog]:
        return [one for one in self.inside.window.findChildren(MoveDialog) if one.isVisible()]

    @property
    def dialog(self) -> MoveDialog:
        (dialog,) = self.dialogs
        return dialog

    def open_dialog(self) -> MoveDialog:
        self.inside.key(Key.Key_M, CONTROL)
        popup = QApplication.activePopupWidget()
        if isinstance(popup, QMenu):
            # The pointer may be wherever the last test has left it.
            popup.setActiveAction(popup.actions()[0])
            QTest.keyClick(popup, Key.Key_Return)
        return self.dialog

    def choose(self, words: str, section: str = "") -> MoveDialog:
        """Type which document, and wait for what would come of it."""
        dialog = self.dialog
        QTest.keyClicks(dialog.field, words)
        target = dialog.target
        assert target is not None, f"no document is called {words}"
        if section:
            dialog.choose(target.document.path, section)
            dialog.look_again()
        self.inside.wait_until(dialog.copy_button.isEnabled, what="what would come of it")
        return dialog

    def accept(self) -> None:
        """Press Return in the dialog, and wait for the step."""
        QTest.keyClick(self.dialog.field, Key.Key_Return)
        # A window manager would do so.
        self.inside.window.activateWindow()
        self.inside.settle()

    # Back

    def undo(self) -> None:
        self.inside.key(Key.Key_Z, CONTROL)
        self.inside.settle()


@pytest.fixture
def samples(start: Start, home: Path) -> Callable[..., Samples]:
    def open_all(*agents: str, high_px: int = 900) -> Samples:
        desk = Desk(StateFolders.below(str(home / "copying")), Surroundings(str(home), {}), discover())
        roots = [
            Path(root.path)
            for root in desk.samples.make(str(home / "sample"))
            if root.layout.name in agents and not root.generation
        ]
        inside = start(*roots, window_size=(1440, high_px))
        inside.wait_until(lambda: len(inside.desk.workspace.roots) == len(agents), what="the roots")
        inside.settle()
        return Samples(inside, home / "sample")

    return open_all


Open = Callable[..., Samples]


def test_a_bullet_of_ub_becomes_a_fact_of_ok(samples: Open) -> None:
    all_of = samples("ub", "ok")
    inside, before = all_of.inside, all_of.files()
    memory = next(path for path in before if path.name == "memory.md" and b"pnpm" in before[path])
    inside.show(memory)
    rows = Rows(inside)
    rows.go_to("pnpm")
    words = rows.current
    all_of.open_dialog()
    dialog = all_of.choose("ok bakery memory")
    assert any(words in line.text for line in dialog.preview.lines)
    assert all_of.files() == before, "nothing is written before it is asked for"
    all_of.accept()
    after = all_of.files()
    changed = {path for path in after.keys() | before.keys() if after.get(path) != before.get(path)}
    index = all_of.path("bakery/memory/MEMORY.md")
    new = changed - {memory, index}
    assert changed > {memory, index}
    assert words.encode() not in after[memory]
    assert all(words.encode() in after[path] for path in new)
    assert inside.said("Moved 1 fact to OK.")
    assert words not in inside.text
    assert rows.view.current is not None
    assert rows.view.current.is_entry, "the next entry has the focus"
    assert rows.view.hasFocus()
    all_of.undo()
    assert all_of.files() == before
    assert inside.said("Undone: Moved 1 fact to OK.")
    assert words in inside.text
    inside.key(Key.Key_Z, CONTROL | SHIFT)
    inside.settle()
    assert all_of.files() == after


def test_a_fact_of_ok_becomes_a_section_of_evva(samples: Open) -> None:
    all_of = samples("ok", "evva")
    inside, before = all_of.inside, all_of.files()
    fact = all_of.path("bakery/memory/oven-two.md")
    inside.show(fact)
    inside.memory.tree.focus_tree()
    all_of.open_dialog()
    dialog = all_of.choose("evva api memory.md")
    assert dialog.warnings.isVisible(), "evva keeps neither name nor type"
    all_of.accept()
    after = all_of.files()
    assert fact not in after
    assert inside.session.path != str(fact)
    all_of.undo()
    assert all_of.files() == before
    assert inside.session.path == str(fact), "what came back is shown again"


def test_a_section_of_evva_becomes_an_entry_of_ub(samples: Open) -> None:
    all_of = samples("ub", "evva")
    inside, before = all_of.inside, all_of.files()
    memory = next(path for path in before if path.name == "MEMORY.md" and "shop-frontend" in str(path))
    inside.show(memory)
    section = next(node for node in inside.session.outline().nodes if node.editable and node.title)
    inside.put_caret(section.key)
    all_of.open_dialog()
    dialog = all_of.choose("ub api memory", "pattern")
    assert dialog.preview.lines
    all_of.accept()
    after = all_of.files()
    assert {path.name for path in after if after[path] != before.get(path)} == {"MEMORY.md", "memory.md"}
    all_of.undo()
    assert all_of.files() == before


def test_a_fact_of_claude_code_becomes_an_entry_of_everos(samples: Open) -> None:
    all_of = samples("claude_code", "everos")
    inside, before = all_of.inside, all_of.files()
    index = next(path for path in before if path.name == "MEMORY.md" and "tide-tables/memory" in str(path))
    inside.show(index)
    rows = Rows(inside)
    row = next(row for row in rows.view.rows if row.node and row.node.kind is NodeKind.INDEX_LINE)
    rows.view.select(row.name)
    rows.view.take_focus()
    all_of.open_dialog()
    dialog = all_of.choose("nora episode-2026-05-11")
    assert dialog.move_button.isEnabled()
    all_of.accept()
    after = all_of.files()
    assert len(before) - len(after) == 1, "the fact has gone with its file"
    all_of.undo()
    assert all_of.files() == before


def test_a_record_of_foresthub_becomes_an_entry_of_ub(samples: Open) -> None:
    all_of = samples("foresthub", "ub")
    inside, before = all_of.inside, all_of.files()
    record = all_of.path("memory/9d22c6f4.json")
    inside.show(record)
    inside.editor.focus_text()
    all_of.open_dialog()
    all_of.choose("ub memory.md")
    all_of.accept()
    after = all_of.files()
    assert after[record] != before[record]
    all_of.undo()
    assert all_of.files() == before


def test_a_bullet_is_dragged_onto_the_tree(samples: Open) -> None:
    all_of = samples("ub", "ok")
    inside, before = all_of.inside, all_of.files()
    memory = next(path for path in before if path.name == "memory.md" and b"pnpm" in before[path])
    index = all_of.path("bakery/memory/MEMORY.md")
    inside.memory.tree.select(str(index))
    inside.show(memory)
    rows = Rows(inside)
    inside.memory.tree.select(str(index))
    tree = inside.memory.tree.view
    place = tree.viewport().mapToGlobal(tree.visualRect(inside.memory.model.index_of(str(index))).center())
    start, view = rows.place("pnpm"), rows.view.viewport()
    QTest.mousePress(view, Qt.MouseButton.LeftButton, NONE, start)
    for step in (start + QPoint(0, 14), view.mapFromGlobal(place)):
        QTest.mouseMove(view, step)
        QTest.qWait(5)
    assert tree._drop.index.isValid(), "the row is marked"
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, NONE, view.mapFromGlobal(place))
    inside.settle()
    dialog = all_of.dialog
    inside.wait_until(dialog.move_button.isEnabled, what="what would come of it")
    assert dialog.target is not None
    assert dialog.target.document.path == str(index), "the category is lost, so it asks"
    all_of.accept()
    assert inside.said("Moved 1 fact to OK.")
    all_of.undo()
    assert all_of.files() == before


def drag_row(
    all_of: Samples, source: Path, target: Path, section: str = "", *, give_up: bool = False
) -> None:
    """Drag in the tree from the row of one document, or of a section of it, to that of another."""
    panel, model = all_of.inside.memory.tree, all_of.inside.memory.model
    panel.select(str(source), section or None)
    panel.select(str(target))
    panel.select(str(source), section or None)
    view, tree = panel.view.viewport(), panel.view
    start = tree.visualRect(model.index_of(str(source), section or None)).center()
    end = tree.visualRect(model.index_of(str(target))).center()
    assert view.rect().contains(start)
    assert view.rect().contains(end)
    QTest.mousePress(view, Qt.MouseButton.LeftButton, NONE, start)
    for step in (start + QPoint(0, 14), (start + end) / 2, end):
        QTest.mouseMove(view, step)
        QTest.qWait(5)
    if give_up:
        QTest.keyClick(tree, Key.Key_Escape)
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, NONE, end)
    all_of.inside.settle()
    assert QApplication.overrideCursor() is None


def shared_and_project(all_of: Samples) -> tuple[Path, Path]:
    """A fact of all projects, and the index of one project."""
    fact = next(path for path in all_of.files() if path.name == "python-versions.md")
    return fact, all_of.path("greenhouse/memory/MEMORY.md")


def test_a_fact_is_dragged_to_another_project_and_asks_nothing(samples: Open) -> None:
    all_of = samples("ok", high_px=1800)
    fact, index = shared_and_project(all_of)
    before = all_of.files()
    all_of.inside.show(index)
    drag_row(all_of, fact, index)
    assert not all_of.dialogs, "nothing is lost and nothing is there twice"
    assert not fact.exists()
    assert (index.parent / fact.name).read_bytes() == before[fact]
    assert all_of.inside.said("Moved 1 fact to OK.")
    elsewhere = all_of.inside.program.desk.elsewhere
    all_of.inside.wait_until(lambda: elsewhere.is_noted(str(fact)), what="the watcher to tell of it")
    all_of.inside.memory.take_up(Changes(written=frozenset({str(fact)})))
    assert not all_of.inside.memory.keeper.writing, "what one does oneself is no news"
    all_of.inside.click("Undo")
    assert all_of.files() == before
    assert all_of.inside.said("Undone: Moved 1 fact to OK.")


def test_a_drag_that_is_given_up_moves_nothing(samples: Open) -> None:
    all_of = samples("ok", high_px=1800)
    fact, index = shared_and_project(all_of)
    before = all_of.files()
    drag_row(all_of, fact, index, give_up=True)
    drag_row(all_of, fact, fact.with_name("MEMORY.md"))
    assert all_of.inside.said("It is in MEMORY.md already.")
    assert all_of.files() == before


def test_a_copy_leaves_the_fact_where_it_was(samples: Open) -> None:
    all_of = samples("ok")
    fact, index = shared_and_project(all_of)
    before = all_of.files()
    all_of.inside.show(fact)
    all_of.inside.memory.tree.focus_tree()
    all_of.open_dialog()
    dialog = all_of.choose("ok greenhouse memory.md")
    QTest.keyClick(dialog.copy_button, Key.Key_Space)
    all_of.inside.window.activateWindow()
    all_of.inside.settle()
    after = all_of.files()
    assert after[fact] == after[index.parent / fact.name] == before[fact]
    assert all_of.inside.said("Copied 1 fact to OK.")
    all_of.open_dialog()
    dialog = all_of.choose("ok greenhouse memory.md")
    assert dialog.warnings.isVisible()
    assert any("It is there already" in label.text() for label in dialog.warnings.findChildren(TextLabel))
    QTest.keyClick(dialog.field, Key.Key_Escape)
    QTest.keyClick(dialog.field, Key.Key_Escape)
    assert not all_of.dialogs
    assert all_of.files() == after
    all_of.inside.window.activateWindow()
    all_of.undo()
    assert all_of.files() == before


def test_what_is_unsaved_is_saved_first(samples: Open) -> None:
    all_of = samples("ub", "ok")
    inside = all_of.inside
    memory = all_of.memory_about("pnpm")
    inside.show(memory)
    rows = Rows(inside)
    rows.go_to("pnpm")
    inside.key(Key.Key_Return)
    inside.type(" and so on")
    inside.key(Key.Key_Return)
    all_of.open_dialog()
    dialog = all_of.dialog
    QTest.keyClicks(dialog.field, "ok bakery memory")
    inside.wait_until(dialog.save_button.isVisible, what="the word of what is unsaved")
    assert not dialog.move_button.isEnabled()
    assert not dialog.copy_button.isEnabled()
    QTest.keyClick(dialog.save_button, Key.Key_Space)
    inside.wait_until(dialog.move_button.isEnabled, what="what would come of it now")
    assert b"and so on" in memory.read_bytes()
    assert any("and so on" in line.text for line in dialog.preview.lines)
    all_of.accept()
    assert b"and so on" not in memory.read_bytes()


def test_undo_takes_back_what_was_typed_or_moved_newest_first(samples: Open) -> None:
    all_of = samples("ub", "ok")
    inside, before = all_of.inside, all_of.files()
    memory = next(path for path in before if path.name == "memory.md" and b"pnpm" in before[path])
    inside.show(memory)
    rows = Rows(inside)
    rows.go_to("CSS grid")
    inside.key(Key.Key_Return)
    inside.type("!")
    inside.key(Key.Key_Return)
    inside.save()
    saved = all_of.files()
    rows.go_to("pnpm")
    all_of.open_dialog()
    all_of.choose("ok bakery memory")
    all_of.accept()
    moved = all_of.files()
    rows.go_to("Name components")
    inside.key(Key.Key_Return)
    inside.type("?")
    inside.key(Key.Key_Return)
    assert "stand?" in inside.text
    all_of.undo()
    assert "stand?" not in inside.text
    assert all_of.files() == moved
    all_of.undo()
    assert all_of.files() == saved
    all_of.undo()
    assert "rows!" not in inside.text
    for _ in range(3):
        inside.key(Key.Key_Z, CONTROL | SHIFT)
        inside.settle()
    assert all_of.files() == moved
    assert "stand?" in inside.text
    assert "rows!" in inside.text


def test_what_another_program_writes_meanwhile_stays(samples: Open) -> None:
    all_of = samples("ub", "ok")
    inside, before = all_of.inside, all_of.files()
    memory = next(path for path in before if path.name == "memory.md" and b"pnpm" in before[path])
    index = all_of.path("bakery/memory/MEMORY.md")
    inside.show(memory)
    rows = Rows(inside)
    rows.go_to("pnpm")
    all_of.open_dialog()
    all_of.choose("ok bakery memory")
    lines = index.read_bytes().split(b"\n")
    line = b"- [new-scale](new-scale.md) \xe2\x80\x94 The agent was here"
    index.write_bytes(b"\n".join([lines[0], line, *lines[1:]]))
    entry = b"- The agent was here too *(2026-06-02T00:00:00Z)*\n"
    memory.write_bytes(before[memory].rstrip(b"\n") + b"\n" + entry)
    all_of.accept()
    assert inside.said("Moved 1 fact to OK.")
    assert line in index.read_bytes()
    assert entry in memory.read_bytes()
    assert b"BRAND=nordlicht pnpm dev" not in memory.read_bytes()
    inside.wait_until(lambda: "The agent was here too" in inside.text, what="what the agent wrote")
    all_of.undo()
    assert line in index.read_bytes()
    assert entry in memory.read_bytes()
    assert before[memory].split(b"\n")[0] in memory.read_bytes()
    assert b"BRAND=nordlicht pnpm dev" in memory.read_bytes()


def test_an_entry_that_its_agent_changed_meanwhile_stays_where_it_is(samples: Open) -> None:
    all_of = samples("ub", "ok")
    inside, before = all_of.inside, all_of.files()
    memory = next(path for path in before if path.name == "memory.md" and b"pnpm" in before[path])
    inside.show(memory)
    rows = Rows(inside)
    rows.go_to("pnpm")
    all_of.open_dialog()
    all_of.choose("ok bakery memory")
    memory.write_bytes(before[memory].replace(b"without BRAND all four", b"without BRAND no one"))
    changed = memory.read_bytes()
    all_of.accept()
    assert inside.said("What another program has changed meanwhile stays where it was")
    assert memory.read_bytes() == changed
    all_of.undo()
    assert all_of.files() == before | {memory: changed}


def test_what_the_disk_refuses_is_said_and_changes_nothing(samples: Open) -> None:
    all_of = samples("ub", "ok")
    inside = all_of.inside
    memory = all_of.memory_about("pnpm")
    inside.show(memory)
    rows = Rows(inside)
    rows.go_to("pnpm")
    all_of.open_dialog()
    all_of.choose("ok bakery memory")
    index = all_of.path("bakery/memory/MEMORY.md")
    index.unlink()
    index.mkdir()
    before = all_of.files()
    all_of.accept()
    assert all_of.files() == before
    assert inside.said("is a folder, not a file")
    assert not inside.said("Moved")
    assert not inside.window.actions_table["edit.undo"].isEnabled()


def test_who_moved_the_fact_on_screen_goes_on_in_what_it_has_become(samples: Open) -> None:
    all_of = samples("ok", "evva")
    inside = all_of.inside
    inside.show(all_of.path("bakery/memory/gift-cards.md"))
    inside.editor.focus_text()
    all_of.open_dialog()
    all_of.choose("evva you")
    all_of.accept()
    assert inside.session.document.title == "USER_PROFILE.md"
    assert inside.editor.isAncestorOf(inside.focus)
    all_of.undo()
    inside.unlock()
    assert inside.session.document.title == "gift-cards.md"
    assert inside.editor.isAncestorOf(inside.focus)
