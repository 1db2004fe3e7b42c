"""Moving what one agent remembers to another in the real window: by keys and by the pointer, and back by undo."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from memdesk.layouts import discover
from memdesk.services.desk import Desk
from memdesk.services.machine import Surroundings
from memdesk.store.folders import StateFolders
from memdesk.text.outline import NodeKind
from memdesk.ui.moving.dialog import MoveDialog
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

    # The dialog

    @property
    def dialog(self) -> MoveDialog:
        found = [one for one in self.inside.window.findChildren(MoveDialog) if one.isVisible()]
        assert len(found) == 1
        return found[0]

    def open_dialog(self) -> MoveDialog:
        self.inside.key(Key.Key_M, CONTROL)
        popup = QApplication.activePopupWidget()
        if popup is not None:
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
    def open_all(*agents: str) -> Samples:
        desk = Desk(StateFolders.below(str(home / "copying")), Surroundings(str(home), {}), discover())
        roots = [
            Path(root.path)
            for root in desk.copy_sample(str(home / "sample"))
            if root.layout.name in agents and not root.generation
        ]
        inside = start(*roots)
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


def drag_row(all_of: Samples, start: QPoint, target: str, section: str = "") -> None:
    """Drag in the tree from a place of it to the row of a document."""
    tree = all_of.inside.memory.tree.view
    model = all_of.inside.memory.model
    index = model.index_of(target, section or None)
    all_of.inside.memory.tree.select(target, section or None)
    tree.scrollTo(index)
    end = tree.visualRect(index).center()
    view = tree.viewport()
    QTest.mousePress(view, Qt.MouseButton.LeftButton, NONE, start)
    for step in (start + QPoint(0, 14), (start + end) / 2, end):
        QTest.mouseMove(view, step)
        QTest.qWait(5)
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, NONE, end)
    all_of.inside.settle()


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
