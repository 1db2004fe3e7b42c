"""What the window needs later is imported ahead: modules with classes of Qt in the UI thread alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from memdesk.ui.importing import import_around
from memdesk.ui.parts import BOXES

SCREEN = "memdesk.ui.prune.screen"

AHEAD = f"""
import sys
from importlib import import_module
import PySide6.QtWidgets
import pytest

from memdesk.ui.importing import import_around

def of_the_window():
    return {{
        name for name, module in sys.modules.items()
        if name.startswith("memdesk.ui.") and not hasattr(module, "__path__")
    }}

before = of_the_window()
missing = import_around({[SCREEN, *BOXES]!r})
assert of_the_window() == before, of_the_window() - before
assert "memdesk.services.prune.prune" in sys.modules
assert {SCREEN!r} in missing and set({list(BOXES)!r}) <= {{*missing}}
for name in missing:
    before = of_the_window()
    import_module(name)
    assert len(of_the_window() - before) <= 1, (name, of_the_window() - before)
"""


def test_only_others_are_imported_and_each_that_is_named_brings_no_second_one(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", AHEAD], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_what_is_imported_is_not_named() -> None:
    assert import_around((__name__, "memdesk.ui.importing")) == []


@pytest.mark.parametrize("count", [1, 60])
def test_what_is_there_for_types_alone_is_not_imported(
    count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [f"    from nowhere.m{number} import Nothing" for number in range(count)]
    text = "\n".join(["from typing import TYPE_CHECKING", "if TYPE_CHECKING:", *lines, ""])
    (tmp_path / "typed_only.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    assert import_around(["typed_only"]) == ["typed_only"]
