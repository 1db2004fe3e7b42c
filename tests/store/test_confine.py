"""Which paths may be written, and that no trick with links leads elsewhere."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from memdesk.errors import Refused
from memdesk.store.confine import Root, _walk, find_target
from memdesk.store.linux_calls import exchange
from memdesk.store.open_folder import OpenFolder


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "memory"
    (folder / "projects" / "one").mkdir(parents=True)
    (folder / "projects" / "one" / "a.md").write_bytes(b"a\n")
    return folder


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    folder = tmp_path / "outside"
    folder.mkdir()
    (folder / "a.md").write_bytes(b"outside\n")
    return folder


def found(path: Path, *roots: Root) -> tuple[str, bytes]:
    """Where a path leads, and what a name in the folder that was found holds."""
    with find_target(str(path), roots) as target:
        descriptor = target.folder.open(target.name, os.O_RDONLY)
        try:
            return target.path, os.read(descriptor, 100)
        finally:
            os.close(descriptor)


def refusal(path: Path | str, *roots: Root) -> str:
    with pytest.raises(Refused) as refused, find_target(str(path), roots):
        pass
    return refused.value.sentence


def test_a_file_in_a_root_is_found(root: Path) -> None:
    path = root / "projects" / "one" / "a.md"
    assert found(path, Root(str(root))) == (str(path), b"a\n")


def test_a_step_up_is_taken_before_the_root_is_asked(root: Path, outside: Path) -> None:
    assert found(root / "projects" / "two" / ".." / "one" / "a.md", Root(str(root)))[1] == b"a\n"
    sentence = refusal(f"{root}/../outside/a.md", Root(str(root)))
    assert sentence == f"{outside}/a.md lies outside every open memory folder, so it is not written."


@pytest.mark.parametrize("path", ["a.md", "", "/x\0/a.md"])
def test_only_full_paths_count(root: Path, path: str) -> None:
    assert refusal(path, Root(str(root))).endswith("is not a full path of a file.")


def test_a_sibling_with_the_same_beginning_is_outside(root: Path) -> None:
    assert "outside every" in refusal(Path(f"{root}-2") / "a.md", Root(str(root)))


def test_the_root_itself_is_no_file(root: Path) -> None:
    assert "outside every" in refusal(root, Root(str(root)))


def test_a_narrow_root_holds_its_one_file(root: Path) -> None:
    narrow = Root(str(root / "projects" / "one"), "a.md")
    assert found(root / "projects" / "one" / "a.md", narrow)[1] == b"a\n"
    for other in ("b.md", "a.md/b", ".git/config"):
        assert "outside every" in refusal(root / "projects" / "one" / other, narrow)


def test_a_whole_root_goes_before_a_narrow_one(root: Path) -> None:
    roots = Root(str(root / "projects" / "one"), "a.md"), Root(str(root))
    with find_target(str(root / "projects" / "one" / "a.md"), roots) as target:
        assert not target.narrow


@pytest.mark.parametrize("kind", ["file", "folder"])
def test_a_link_within_the_root_is_followed(root: Path, kind: str) -> None:
    if kind == "file":
        (root / "link").symlink_to("projects/one/a.md")
        asked = root / "link"
    else:
        (root / "link").symlink_to(root / "projects")
        asked = root / "link" / "one" / "a.md"
    assert found(asked, Root(str(root))) == (str(root / "projects" / "one" / "a.md"), b"a\n")


@pytest.mark.parametrize("kind", ["file", "folder", "narrow file"])
def test_a_link_out_of_every_root_is_refused(root: Path, outside: Path, kind: str) -> None:
    asked, roots = root / "link", [Root(str(root))]
    if kind == "folder":
        asked.symlink_to(outside)
        asked /= "a.md"
    else:
        asked.symlink_to(outside / "a.md")
        roots = [Root(str(root), "link")] if kind == "narrow file" else roots
    assert refusal(asked, *roots) == (
        f"{asked} leads to {outside}/a.md, outside every open memory folder, so it is not written."
    )
    assert found(asked, *roots, Root(str(outside)))[1] == b"outside\n"


def test_a_root_may_be_a_link_itself(root: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(root)
    assert found(link / "projects" / "one" / "a.md", Root(str(link)))[1] == b"a\n"
    assert found(root / "projects" / "one" / "a.md", Root(str(link)))[1] == b"a\n"
    assert found(link / "projects" / "one" / "a.md", Root(str(root)))[1] == b"a\n"


def test_links_in_a_circle_are_named(root: Path) -> None:
    (root / "here").symlink_to("there")
    (root / "there").symlink_to("here")
    for asked in (root / "here", root / "here" / "a.md"):
        assert refusal(asked, Root(str(root))) == f"{asked} is a link that leads back to itself."


@pytest.mark.parametrize("missing", ["the root", "a folder"])
def test_a_missing_folder_is_missing(root: Path, missing: str) -> None:
    asked = root / "none" / "a.md"
    roots = [Root(str(root / "none"))] if missing == "the root" else [Root(str(root))]
    with pytest.raises(FileNotFoundError), find_target(str(asked), roots):
        pass


def test_a_file_in_the_place_of_a_folder_is_no_link(root: Path) -> None:
    asked = root / "projects" / "one" / "a.md" / "b.md"
    with pytest.raises(NotADirectoryError), find_target(str(asked), [Root(str(root))]):
        pass


def test_folders_are_made_only_within_the_root(root: Path) -> None:
    asked = root / "projects" / "two" / "notes" / "a.md"
    with find_target(str(asked), [Root(str(root))], make_folders=True) as target:
        assert target.path == str(asked)
    assert asked.parent.is_dir()
    with (
        pytest.raises(FileNotFoundError),
        find_target(str(root / "x" / "y"), [Root(str(root / "x"))], make_folders=True),
    ):
        pass


def test_the_walk_that_stands_in_for_openat2_follows_no_link(root: Path, outside: Path) -> None:
    (root / "link").symlink_to(outside)
    with OpenFolder.at(str(root)) as top:
        with _walk(top, ["projects", "one"], make_folders=False) as folder:
            assert folder.holds("a.md")
        with pytest.raises(NotADirectoryError):
            _walk(top, ["link"], make_folders=False)


@pytest.mark.parametrize("make_folders", [False, True], ids=["openat2", "walk"])
def test_swapping_a_folder_for_a_link_never_leads_outside(
    root: Path, outside: Path, make_folders: bool
) -> None:
    """Somebody lets a folder and a link out of the root change places, again and again, while files are opened."""
    (root / "link").symlink_to(outside)
    (outside / "one").mkdir()
    stop = threading.Event()

    def keep_swapping() -> None:
        with OpenFolder.at(str(root)) as folder:
            while not stop.is_set():
                exchange(folder.required_descriptor, "projects", "link")

    attacker = threading.Thread(target=keep_swapping)
    attacker.start()
    try:
        ended = [_place_of(root, outside, make_folders) for _ in range(1000)]
    finally:
        stop.set()
        attacker.join()
    assert set(ended) <= {"inside", "refused"}
    assert "inside" in ended


def _place_of(root: Path, outside: Path, make_folders: bool) -> str:
    try:
        asked = str(root / "projects" / "one" / "a.md")
        with find_target(asked, [Root(str(root))], make_folders=make_folders) as it:
            it.folder.make_folder("mark", 0o700)
            escaped = (outside / "one" / "mark").exists()
            os.rmdir("mark", dir_fd=it.folder.descriptor)
            return "outside" if escaped else "inside"
    except (Refused, OSError):
        return "refused"
