"""The machine as layouts see it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from memdesk.layouts.documents import FileKind
from memdesk.services.machine.machine import MachineView, Surroundings


@pytest.fixture
def view(home: Path, tmp_path: Path) -> MachineView:
    buffers = {str(tmp_path / "a.md"): b"unsaved", str(tmp_path / "new.md"): b"fresh"}
    (tmp_path / "a.md").write_bytes(b"on disk")
    return MachineView(Surroundings(str(home), {"X": "1"}, "linux"), buffers=lambda: buffers)


def test_unsaved_buffers_lie_over_the_disk(view: MachineView, tmp_path: Path) -> None:
    assert view.read(str(tmp_path / "a.md")) == b"unsaved"
    assert view.on_disk().read(str(tmp_path / "a.md")) == b"on disk"
    assert view.info(str(tmp_path / "a.md")).size_bytes == len(b"unsaved")
    assert view.info(str(tmp_path / "new.md")).kind is FileKind.FILE
    assert [info.name for info in view.entries(str(tmp_path))] == ["a.md", "new.md"]
    with pytest.raises(FileNotFoundError):
        view.on_disk().read(str(tmp_path / "new.md"))


def test_what_is_no_regular_file_is_never_read(view: MachineView, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "nowhere").symlink_to(tmp_path / "missing")
    kinds = {info.name: info.kind for info in view.entries(str(tmp_path))}
    assert kinds["pipe"] is FileKind.OTHER
    assert kinds["folder"] is FileKind.FOLDER
    assert kinds["loop"] is kinds["nowhere"] is FileKind.MISSING
    assert view.info(str(tmp_path / "nowhere")).kind is FileKind.MISSING
    for name in ("pipe", "folder", "loop", "nowhere", "missing", "a.md/below"):
        with pytest.raises(OSError, match=r"Errno"):
            view.read(str(tmp_path / name))
    with pytest.raises(FileNotFoundError):
        view.info(str(tmp_path / "missing"))


def test_a_name_no_file_can_have_is_an_os_error(view: MachineView) -> None:
    for call in (view.read, view.info, view.entries):
        with pytest.raises(OSError, match="null"):
            call("/tmp/a\0b")


def test_links_are_followed_and_named(view: MachineView, tmp_path: Path) -> None:
    (tmp_path / "link.md").symlink_to(tmp_path / "a.md")
    info = view.info(str(tmp_path / "link.md"))
    assert (info.kind, info.is_link, info.size_bytes) == (FileKind.FILE, True, len(b"on disk"))
    assert view.real_path(str(tmp_path / "link.md")) == str(tmp_path / "a.md")


def test_an_unsaved_buffer_leaves_a_link_its_own_time(home: Path, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"on disk")
    link = tmp_path / "link.md"
    link.symlink_to(tmp_path / "a.md")
    os.utime(link, (1_000, 1_000), follow_symlinks=False)
    view = MachineView(Surroundings(str(home), {}), buffers=lambda: {str(link): b"unsaved"})
    assert view.info(str(link)) == view.on_disk().info(str(link))
    assert view.info(str(link)).link_modified == 1_000


def test_names_that_are_not_utf_8_are_kept(view: MachineView, tmp_path: Path) -> None:
    with open(os.fsencode(tmp_path) + b"/\xff.md", "wb") as file:
        file.write(b"x")
    name = view.entries(str(tmp_path))[-1].name
    assert view.read(f"{tmp_path}/{name}") == b"x"
