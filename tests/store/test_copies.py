"""Samples are opened as throwaway copies, whose folders are named as the agent would name them."""

from __future__ import annotations

import json
import tempfile
import time
from pathlib import Path

import pytest

from memdesk.bundled import bundled_path
from memdesk.store.copies import copy_sample


def key_of(folder: str) -> str:
    return folder.replace("/", "-")


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    source = tmp_path / "sample"
    for name in ("home/projects/api/MEMORY.md", "home/projects/gone/MEMORY.md", "projects/api/EVVA.md"):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_bytes(name.encode() + b"\r\n")
    manifest = {
        "root": "home",
        "keyed": {"home/projects/api": "projects/api", "home/projects/gone": "projects/gone"},
        "age_hours": {"projects/api/EVVA.md": 48},
    }
    (source / "sample.json").write_bytes(json.dumps(manifest).encode())
    return source


def test_a_copy_is_keyed_by_where_it_lies(sample: Path, tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    copy = copy_sample(sample, key_of, str(folder))
    assert (copy.folder, copy.root) == (str(folder), str(folder / "home"))
    assert copy.projects == (str(folder / "projects" / "api"),)
    memory = folder / "home" / "projects" / key_of(str(folder / "projects" / "api")) / "MEMORY.md"
    assert memory.read_bytes() == b"home/projects/api/MEMORY.md\r\n"
    assert sorted(path.name for path in folder.iterdir()) == ["home", "projects"]


def test_files_look_as_old_as_the_sample_says(sample: Path, tmp_path: Path) -> None:
    copy_sample(sample, key_of, str(tmp_path / "copy"))
    modified = (tmp_path / "copy" / "projects" / "api" / "EVVA.md").stat().st_mtime
    assert abs(time.time() - modified - 48 * 3600) < 600


def test_copies_do_not_share_anything(sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    first, second = (copy_sample(sample, key_of) for _ in range(2))
    assert first.folder != second.folder
    Path(first.projects[0], "EVVA.md").write_bytes(b"changed")
    assert Path(second.projects[0], "EVVA.md").read_bytes() == b"projects/api/EVVA.md\r\n"


@pytest.mark.parametrize("name", [path.name for path in bundled_path("samples").iterdir()])
def test_what_ships_can_be_copied(name: str, tmp_path: Path) -> None:
    copy = copy_sample(bundled_path("samples", name), key_of, str(tmp_path))
    manifest = json.loads((bundled_path("samples", name) / "sample.json").read_bytes())
    assert Path(copy.root).is_dir()
    assert bool(copy.projects) == bool(manifest.get("keyed")), "not every agent names folders by projects"


def test_only_a_temporary_copy_is_thrown_away(sample: Path, tmp_path: Path) -> None:
    kept = copy_sample(sample, key_of, str(tmp_path / "copy"))
    kept.remove()
    assert Path(kept.root).is_dir()
    thrown_away = copy_sample(sample, key_of)
    thrown_away.remove()
    assert not Path(thrown_away.folder).exists()
