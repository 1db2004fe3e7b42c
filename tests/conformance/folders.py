"""Scratch folders on the real disk: files laid out as a vector says, looked at through a `View`, and listed after."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from memdesk.layouts.documents import FileInfo, FileKind
from memdesk.layouts.view import Rows, WorkedOut
from memdesk.text.document import decode, encode
from tests.conformance.encodings import Fields, Json, Scratch, as_fields, as_list

FILE_MODE = 0o644
FOLDER_MODE = 0o755


@dataclass
class DiskView:
    """A `View` of the real disk as it is, which knows the projects it is given; relative paths start from `here`."""

    projects: Sequence[str] = ()
    home: str = "/nowhere"
    platform: str = "linux"
    environment: Mapping[str, str] = field(default_factory=dict)
    overrides: Mapping[tuple[str, str], int] = field(default_factory=dict)
    here: str = "/"

    @property
    def now(self) -> datetime:
        """The time."""
        return datetime.now(UTC)

    def read(self, path: str) -> bytes:
        """The bytes of a file."""
        return Path(self.here, path).read_bytes()

    def info(self, path: str) -> FileInfo:
        """What is at `path`."""
        path = os.path.join(self.here, path)
        link = os.lstat(path)
        is_link = stat.S_ISLNK(link.st_mode)
        made = link.st_mtime if is_link else None
        try:
            found = os.stat(path)
        except OSError:
            return FileInfo(os.path.basename(path), FileKind.MISSING, is_link=is_link, link_modified=made)
        kind = FileKind.FOLDER if stat.S_ISDIR(found.st_mode) else FileKind.FILE
        # What lies in a folder can be reached, and so written, only by who may search it.
        writable = os.access(path, os.W_OK | (os.X_OK if kind is FileKind.FOLDER else 0))
        return FileInfo(os.path.basename(path), kind, found.st_size, found.st_mtime, is_link, writable, made)

    def entries(self, path: str) -> Sequence[FileInfo]:
        """What a folder holds."""
        path = os.path.join(self.here, path)
        return [self.info(os.path.join(path, name)) for name in sorted(os.listdir(path))]

    def folder_names(self, path: str) -> Sequence[str]:
        """The folders in a folder."""
        return [entry.name for entry in self.entries(path) if entry.kind is FileKind.FOLDER]

    def real_path(self, path: str) -> str:
        """`path` with links resolved."""
        return os.path.realpath(os.path.join(self.here, path))

    def project_folders(self) -> Sequence[str]:
        """Those given."""
        return self.projects

    def bound_folders(self, root: str) -> Mapping[str, str]:
        """None is bound."""
        return {}

    def override(self, agent: str, name: str) -> int | None:
        """Those given."""
        return self.overrides.get((agent, name))

    def attachment(self, name: str) -> bytes | None:
        """None is open."""
        return None

    def rows(self, database: str, table: str, columns: Sequence[str]) -> Rows:
        """There is no database."""
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), database)

    def is_running(self, pid: int) -> bool:
        """No process runs."""
        return False

    def once(self, what: str, path: str, work_out: Callable[[], WorkedOut]) -> WorkedOut:
        """Worked out each time."""
        return work_out()


def lay_out_listed(given: Fields, root: str, scratch: Scratch) -> None:
    """Make the files, folders and links that a case lists, then set the modes, deepest first."""
    modes: list[tuple[str, int]] = []
    for item in map(as_fields, as_list(given.get("files", []))):
        path = scratch.fill(str(item["path"]))
        is_folder = item.get("kind") == "dir"
        os.makedirs(path if is_folder else os.path.dirname(path), FOLDER_MODE, exist_ok=True)
        if item.get("kind") == "symlink":
            os.symlink(scratch.fill(str(item["target"])), path)
            continue
        if not is_folder:
            Path(path).write_bytes(encode(scratch.text(item, "text") or ""))
        modes.append((path, _mode(item, FOLDER_MODE if is_folder else FILE_MODE)))
    for path, mode in sorted(modes, reverse=True):
        os.chmod(path, mode)


def lay_out_mapped(given: Fields, root: str, scratch: Scratch) -> None:
    """Make the files of a case that maps paths below `root`: `files`, `fill`, `dirs`, `symlinks`, then `mtimes`."""
    named = {key: as_fields(scratch.filled(given.get(key) or {})) for key in ("symlinks", "mtimes", "fill")}
    for path in as_list(scratch.filled(given.get("dirs") or [])):
        os.makedirs(os.path.join(root, str(path)), exist_ok=True)
    for path, content in as_fields(given.get("files") or {}).items():
        _make_file(os.path.join(root, scratch.fill(path)), scratch.bytes_of(content))
    for path, pair in named["fill"].items():
        character, count = as_list(pair)
        _make_file(os.path.join(root, path), encode(str(character) * int(str(count))))
    for path, target in named["symlinks"].items():
        os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
        os.symlink(str(target), os.path.join(root, path))
    for path, seconds in named["mtimes"].items():
        os.utime(os.path.join(root, path), (float(str(seconds)), float(str(seconds))))


def _make_file(path: str, data: bytes) -> None:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    Path(path).write_bytes(data)


def contents(root: str) -> dict[str, str]:
    """The text of every file below `root` by its path from there; of a link only where it leads."""
    found = {}
    for folder, _, names in os.walk(root):
        for path in (os.path.join(folder, name) for name in names):
            if os.path.islink(path):
                found[os.path.relpath(path, root)] = f"-> {os.readlink(path)}"
            elif os.path.isfile(path):
                found[os.path.relpath(path, root)] = decode(Path(path).read_bytes())
    return found


def changes(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, Json]:
    """The files that differ: their new text, None for those that are gone."""
    paths = before.keys() | after.keys()
    return {path: after.get(path) for path in sorted(paths) if before.get(path) != after.get(path)}


def _mode(item: Fields, usual: int) -> int:
    mode = item.get("mode")
    return usual if mode is None else int(str(mode), 8)


def listed(root: str) -> list[Json]:
    """Every regular file below `root`, with mode and text; unreadable ones are made readable to tell."""
    found: list[Json] = []
    for folder, _, names in os.walk(root):
        for path in (os.path.join(folder, name) for name in names):
            mode = os.lstat(path).st_mode
            if stat.S_ISREG(mode):
                os.chmod(path, stat.S_IMODE(mode) | stat.S_IRUSR)
                text = decode(Path(path).read_bytes())
                found.append({"path": path, "mode": f"{stat.S_IMODE(mode):04o}", "text": text})
    return sorted(found, key=lambda item: str(as_fields(item)["path"]))


def replace_file(path: str, data: bytes, temporary_name: str, file_mode: int, folder_mode: int) -> None:
    """Write as a program does that fills a temporary sibling and renames it over what stands there."""
    os.makedirs(os.path.dirname(path), folder_mode, exist_ok=True)
    sibling = os.path.join(os.path.dirname(path), temporary_name.replace("*", "7"))
    with open(sibling, "xb") as file:
        file.write(data)
    os.chmod(sibling, file_mode)
    os.replace(sibling, path)


def make_all_removable(root: str) -> None:
    """Give folders back the rights that a case took from them."""
    for folder, _, _ in os.walk(root):
        os.chmod(folder, FOLDER_MODE)
