"""A document in UTF-16 in the window: shown, converted when asked, and back by undo."""

from __future__ import annotations

from pathlib import Path

from tests.window.conftest import Start

TEXT = "## One\nfirst\n"


def test_a_document_in_utf16_is_converted_and_back(start: Start, home: Path) -> None:
    path = home / "notes" / "a.md"
    path.parent.mkdir()
    before = TEXT.encode("utf-16")
    path.write_bytes(before)
    program = start(path.parent)
    session = program.show(path)
    bar = program.memory.encoding_bar
    assert not bar.isHidden()
    assert "a.md is UTF-16" in bar.accessibleName()
    assert session.why_read_only
    program.click("Convert to UTF-8")
    program.wait_until(lambda: path.read_bytes() == TEXT.encode(), what="the conversion")
    program.wait_until(lambda: program.text == TEXT, what="the text")
    assert bar.isHidden()
    assert not program.window.actions_table["memory.convert"].isEnabled()
    assert not session.why_read_only
    program.editor.undo()
    program.wait_until(lambda: path.read_bytes() == before, what="the bytes as they were")


def test_other_documents_are_not_offered_it(start: Start, home: Path) -> None:
    folder = home / "notes"
    folder.mkdir()
    (folder / "a.md").write_bytes(TEXT.encode())
    (folder / "b.md").write_bytes(b"\0" * 50)
    program = start(folder)
    for name in ("a.md", "b.md"):
        program.show(folder / name)
        assert program.memory.encoding_bar.isHidden()
        assert not program.window.actions_table["memory.convert"].isEnabled()
