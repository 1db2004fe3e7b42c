"""Layouts find themselves: modules of the package, then installed plug-ins."""

from __future__ import annotations

import logging
import sys
from pathlib import Path

import pytest

from memdesk.layouts import discover

PLUG_IN = b"""
from memdesk.layouts.shapes.quiet import Quiet

class Diary(Quiet):
    name = "diary"
    title = "Diary"
    monogram = "di"

    def documents(self, view, root):
        yield from ()

    def injected(self, view, root, context):
        raise NotImplementedError

class Evva(Diary):
    name = "evva"
    title = "not evva"

class Unfinished(Quiet):
    name = "unfinished"

LAYOUT = Diary()
OTHER_EVVA = Evva()
"""


def install(folder: Path, entry_points: str) -> None:
    """A package on the path that names entry points, as installers leave one."""
    (folder / "diary_layout.py").write_bytes(PLUG_IN)
    facts = folder / "diary-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_bytes(b"Metadata-Version: 2.1\nName: diary\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_bytes(f"[memdesk.layouts]\n{entry_points}".encode())


@pytest.fixture(autouse=True)
def forget_plug_in() -> None:
    sys.modules.pop("diary_layout", None)


def names(*, installed: bool = True) -> list[str]:
    return [layout.name for layout in discover(installed=installed)]


def test_the_layouts_of_the_package_are_found() -> None:
    found = names(installed=False)
    assert {"evva", "plain"} <= set(found)
    assert len(set(found)) == len(found)


def test_a_plug_in_is_found_by_its_entry_point(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, "diary = diary_layout:LAYOUT\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert names() == [*names(installed=False), "diary"]
    assert "diary" not in names(installed=False)


def test_a_plug_in_takes_nobodys_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, "evva = diary_layout:OTHER_EVVA\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert [layout.title for layout in discover() if layout.name == "evva"] == ["evva"]


def test_a_plug_in_that_fails_is_left_out_and_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    install(tmp_path, "diary = diary_layout:MISSING\ngone = no_such_module:LAYOUT\n")
    monkeypatch.syspath_prepend(tmp_path)
    with caplog.at_level(logging.WARNING):
        assert names() == names(installed=False)
    assert len(caplog.records) == 2
    assert "The layout diary (diary_layout:MISSING) cannot be loaded: AttributeError in " in caplog.text
    assert "has no attribute" not in caplog.text, "the text of an error may quote memory"


def test_a_plug_in_that_is_no_layout_is_left_out_and_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    install(tmp_path, "module = diary_layout\nunfinished = diary_layout:Unfinished\n")
    monkeypatch.syspath_prepend(tmp_path)
    with caplog.at_level(logging.WARNING):
        assert names() == names(installed=False)
    module, unfinished = (record.getMessage() for record in caplog.records)
    assert "The layout module (diary_layout) cannot be loaded: it has no name, title, monogram" in module
    assert unfinished.endswith("it has no title, monogram, documents, injected")
