"""What an agent does when it is told to, done in its place from the window."""

from __future__ import annotations

import json
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPlainTextEdit

from memdesk.ui.entries.block import RowsBlock
from memdesk.ui.memory.deed_dialog import DeedDialog
from tests.window.conftest import Start
from tests.window.inside import InsideProgram

RECORD = {"content": "- one\n", "id": "u1", "label": "notes", "maxSizeBytes": 20, "type": "MemoryFile"}
INDEX = "# Memory\n- [a](a.md) — one\n--- freeze: 0123\n- [b](b.md) — two\n"


def dialog() -> DeedDialog:
    [found] = [widget for widget in QApplication.topLevelWidgets() if isinstance(widget, DeedDialog)]
    return found


def type_into(program: InsideProgram, asked: DeedDialog, *words: str) -> None:
    for box, text in zip(asked.findChildren(QPlainTextEdit), words, strict=True):
        box.setFocus()
        QTest.keyClicks(box, text)
    QTest.keyClick(asked, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    program.settle()


def ok_root(home: Path) -> Path:
    root = home / "ok"
    for name in ("a.md", "b.md"):
        path = root / "shared" / "memory" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"---\nname: {path.stem}\n---\n\nBody.\n")
    (root / "shared" / "memory" / "MEMORY.md").write_text(INDEX)
    (root / "AGENTS.md").write_text("# Mine\n\n## Notes\n- one\n\n## More\n")
    return root


def test_a_quick_note_is_one_step_of_undo(start: Start, home: Path) -> None:
    root = ok_root(home)
    program = start(root)
    program.show(root / "AGENTS.md")
    program.wait_until(program.memory.header.deeds_button.isVisible, what="the quick note")
    program.click("Quick note")
    type_into(program, dialog(), "two")
    program.window.activateWindow()
    assert program.text == "# Mine\n\n## Notes\n- one\n- two\n\n## More\n"
    program.save()
    assert (root / "AGENTS.md").read_text() == program.text
    program.editor.undo()
    assert program.text == "# Mine\n\n## Notes\n- one\n\n## More\n"


def test_the_freeze_of_an_index_is_lifted_by_a_click(start: Start, home: Path) -> None:
    root = ok_root(home)
    program = start(root)
    program.show(root / "shared" / "memory" / "MEMORY.md")
    button = program.memory.header.deeds_button
    [block] = [found for found in program.editor.findChildren(RowsBlock) if found.isVisible()]
    notes = [row.note for row in block.view.rows if row.note]
    assert notes == ["what stands below is not shown", "below the line"]
    program.wait_until(button.isVisible, what="the offer")
    program.click("Unfreeze")
    assert program.text == "# Memory\n- [a](a.md) — one\n- [b](b.md) — two\n--- freeze: 0123\n"
    program.wait_until(lambda: not button.isVisible(), what="the end of the offer")
    assert not program.window.actions_table["memory.deeds"].isEnabled()


def test_what_the_engine_refuses_stays_in_the_dialog_with_the_reason(start: Start, home: Path) -> None:
    root = home / "records"
    root.mkdir()
    (root / "u1.json").write_text(json.dumps(RECORD))
    program = start(root)
    program.show(root / "u1.json")
    program.wait_until(program.memory.header.deeds_button.isVisible, what="the tools")
    deeds = program.memory.deeds
    append, edit = (offered.deed for offered in deeds.offered())
    deeds.begin(edit)
    asked = dialog()
    type_into(program, asked, "three", "four")
    assert any("old_string not found" in label.text() for label in asked.findChildren(QLabel))
    asked.findChildren(QPlainTextEdit)[0].clear()
    type_into(program, asked, "one", "")
    assert json.loads(program.text)["content"] == "- four\n"
    program.editor.undo()
    deeds.begin(append)
    type_into(program, dialog(), "- two")
    assert json.loads(program.text)["content"] == "- one\n- two"


def test_a_document_of_two_agents_offers_what_either_does(start: Start, home: Path) -> None:
    project = home / "api"
    project.mkdir()
    (project / "CLAUDE.md").write_text("# Api\n")
    for folder in ("rules", "projects"):
        (home / ".claude" / folder).mkdir(parents=True)
    (home / ".claude" / "settings.json").write_text("{}")
    program = start(home / ".claude", ok_root(home))
    program.program.taking_up.take_up(program.desk.add_project_folder(str(project)))
    program.settle()
    session = program.show(project / "CLAUDE.md")
    assert session.layout.name == "claude_code"
    program.wait_until(program.memory.header.deeds_button.isVisible, what="OK's quick note")
    program.click("Quick note")
    type_into(program, dialog(), "two")
    assert program.text == "# Api\n\n## Notes\n\n- two\n"
