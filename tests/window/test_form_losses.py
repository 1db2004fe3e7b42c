"""What an agent would do to a header or a record is said on its form, with the reason and a safe repair."""

from __future__ import annotations

import json
from pathlib import Path

from memdesk.ui.widgets.notices import Strip
from tests.window.conftest import Start
from tests.window.inside import InsideProgram

FACT = "---\nname: a\ndescription: one\ntags: x\nmetadata:\n  type: user\n---\n\nBody.\n"


def said(program: InsideProgram) -> list[str]:
    return [strip.accessibleName() for strip in program.editor.findChildren(Strip) if strip.isVisible()]


def test_a_field_that_the_agent_drops_is_named_on_the_form(start: Start, home: Path) -> None:
    fact = home / "ok" / "shared" / "memory" / "a.md"
    fact.parent.mkdir(parents=True)
    fact.write_text(FACT)
    program = start(home / "ok")
    program.show(fact)
    program.wait_until(lambda: said(program), what="the warning")
    assert said(program) == ["Warning: OK would drop “tags” when it next saves this fact"]


def test_the_content_that_a_copy_replaces_is_named_and_many_warnings_are_counted(
    start: Start, home: Path
) -> None:
    root = home / "records"
    root.mkdir()
    record = {"content": "x\n", "id": "u1", "label": "notes", "type": "MemoryFile"}
    (root / "u1.json").write_text(json.dumps(record | {f"own{number}": 1 for number in range(6)}))
    (root / "u1_copy.json").write_text(json.dumps(record | {"content": "y\n"}))
    program = start(root)
    program.show(root / "u1.json")
    program.wait_until(lambda: len(said(program)) == 4, what="the warnings")
    assert "replace this content by that of u1_copy.json" in said(program)[0]
    assert any("more" in button for button in texts(program))


def texts(program: InsideProgram) -> list[str]:
    strips = [strip for strip in program.editor.findChildren(Strip) if strip.isVisible()]
    return [strip._more.text() for strip in strips if strip._more.isVisible()]


def test_a_repair_is_done_from_the_form(start: Start, home: Path) -> None:
    root = home / "records"
    root.mkdir()
    (root / "u1.json").write_text('{"content":"x","label":"notes","maxSizeBytes":50,"type":"MemoryFile"}')
    (root / "u2.json").write_text('{"content":"x","id":"u2","label":"more","type":"MemoryFile"}')
    program = start(root)
    program.show(root / "u2.json")
    program.wait_until(lambda: said(program), what="the warning")
    count = len(said(program))
    worst = next(
        strip for strip in program.editor.findChildren(Strip) if "last line" in strip.accessibleName()
    )
    worst._fix.click()
    program.settle()
    assert json.loads(program.text)["content"] == "x\n"
    program.wait_until(lambda: len(said(program)) < count, what="the end of the warning")
