"""An agent that comes as one file and one sample folder, in the real window: tree, editor, preview, losses, sample."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from memdesk.ui.widgets.lines.line import LineKind
from memdesk.ui.widgets.lines.view import LinesView
from tests.toys.install import install_magpie, magpie_home
from tests.window.inside import CONTROL, InsideProgram, Key

Start = Callable[..., InsideProgram]


@pytest.fixture
def magpie(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Magpie's roots, with its layout installed."""
    install_magpie(tmp_path / "site")
    monkeypatch.syspath_prepend(tmp_path / "site")
    roots = magpie_home(home)
    os.utime(roots / "nest" / "spoon.md", (1_000, 1_000))
    yield roots
    sys.modules.pop("toy_magpie", None)


def test_a_find_is_listed_edited_and_saved(magpie: Path, start: Start) -> None:
    program = start(magpie / "nest", magpie / "attic")
    roots = [root.title for root in program.desk.workspace.roots]
    assert roots == ["Magpie", "Magpie"]
    path = magpie / "nest" / "key.md"
    before = path.read_bytes()
    session = program.show(path)
    assert session.layout.name == "magpie"
    program.put_caret("Tried", at_end=True)
    program.type(" and no luck")
    program.key(Key.Key_S, CONTROL)
    program.wait_until(lambda: program.saves, what="the save")
    assert path.read_bytes() == before.replace(b"the boat house", b"the boat house and no luck")


def test_tree_preview_and_losses_speak_of_it(magpie: Path, start: Start) -> None:
    program = start(magpie / "nest")
    program.show(magpie / "nest" / "spoon.md")
    listed = [document.title for document in program.desk.workspace.documents(str(magpie / "nest"))]
    assert listed[-2:] == ["spoon.md", "spoon.line"]
    rows = program.memory.tree.view.model()
    assert "Magpie" in str(rows.index(0, 0).data())
    program.wait_until(lambda: program.memory.open.losses, what="the survival check")
    [loss] = program.memory.open.losses
    assert "to keep another find" in loss.message
    program.wait_until(lambda: shown(program), what="the preview")
    assert len(shown(program).encode()) <= 400 + len("\n")
    assert "a brass button with four holes" in shown(program)
    assert "a silver spoon" not in shown(program)


def shown(program: InsideProgram) -> str:
    """The exact text that the preview shows."""
    views = [view for view in program.memory.preview.findChildren(LinesView) if view.isVisible()]
    return "\n".join(line.text for view in views for line in view.lines if line.kind is not LineKind.LOST)


def test_its_sample_is_opened_with_the_others(
    magpie: Path, qapp: QApplication, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert qapp is QApplication.instance()
    assert magpie.is_dir()
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    program = InsideProgram(sample=True)
    try:
        opened = {
            os.path.basename(root.path) for root in program.desk.workspace.roots if root.agent == "magpie"
        }
        assert opened == {"nest", "attic"}
    finally:
        program.close()
