"""A workflow file opened beside ForestHub's records, from the window."""

from __future__ import annotations

import json
from pathlib import Path

from PySide6.QtWidgets import QLabel, QWidget

from memdesk.ui.opening import Opening
from tests.window.conftest import Start

RECORD = {"content": "x\n", "description": "d", "id": "u1", "label": "notes", "type": "MemoryFile"}
WORKFLOW = {
    "memory": [RECORD],
    "nodes": [
        {
            "id": "n1",
            "type": "Agent",
            "arguments": {"name": "Keeper", "memoryRefs": [{"id": "u1", "mode": "r"}]},
        }
    ],
}


def test_the_preview_knows_the_agents_of_a_workflow(start: Start, home: Path) -> None:
    root = home / "records"
    root.mkdir()
    (root / "u1.json").write_text(json.dumps(RECORD))
    beside = home / "flow.json"
    beside.write_text(json.dumps(WORKFLOW))
    program = start(root)
    program.show(root / "u1.json")
    assert "No workflow file is opened" in " ".join(shown_warnings(program.memory.preview))
    opening: Opening = program.program.opening
    opening.attach(str(root), "workflow", str(beside))
    program.settle()
    contexts = program.session.layout.contexts(program.desk.workspace.view, str(root))
    assert [context.title for context in contexts] == ["Keeper"]
    program.wait_until(
        lambda: "No workflow file" not in " ".join(shown_warnings(program.memory.preview)), what="the preview"
    )
    opening.detach(str(root))
    program.wait_until(
        lambda: "No workflow file" in " ".join(shown_warnings(program.memory.preview)), what="the preview"
    )


def shown_warnings(widget: QWidget) -> list[str]:
    return [label.text() for label in widget.findChildren(QLabel) if not label.isHidden()]
