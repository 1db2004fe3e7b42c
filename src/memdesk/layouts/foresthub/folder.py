"""The folder of records as ForestHub's engine reads it at its start: every `.json` file, matched by the id inside."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from memdesk.layouts.documents import FileKind
from memdesk.layouts.foresthub.record import MemoryFile, RecordError, read_like_engine
from memdesk.layouts.shapes.files import kind_of
from memdesk.layouts.shapes.go import error_words, join_path
from memdesk.layouts.view import View
from memdesk.text.document import decode, encode
from memdesk.text.json_text import NotJson, line_and_column

SUFFIX = ".json"

_LONGEST_NAME_BYTES = 255


@dataclass(frozen=True, slots=True)
class RecordFile:
    """One file of the folder: what it says, or why the engine cannot read it, in its words.

    `text` is None for a file that cannot be opened. `position` is where a text is no JSON.
    """

    name: str
    path: str
    text: str | None = None
    file: MemoryFile | None = None
    error: str = ""
    position: int = 0

    @property
    def uid(self) -> str:
        """The id that its name stands for."""
        return self.name.removesuffix(SUFFIX)

    @property
    def where(self) -> str:
        """Where in its text the engine stops, for people; empty where it does not stop in the text."""
        if self.text is None or not self.error:
            return ""
        line, column = line_and_column(self.text, self.position)
        return f"line {line}, column {column}"


@dataclass(frozen=True)
class Folder:
    """All records of a folder, in the order in which the engine reads them; `error` where it cannot be listed."""

    path: str
    files: tuple[RecordFile, ...]
    error: str = ""

    @cached_property
    def by_id(self) -> Mapping[str, tuple[RecordFile, ...]]:
        """The readable files of each id; the content of the last one counts."""
        found: dict[str, list[RecordFile]] = {}
        for file in self.files:
            if file.file is not None:
                found.setdefault(file.file.id, []).append(file)
        return {uid: tuple(files) for uid, files in found.items()}

    @property
    def obstacle(self) -> str:
        """The first error of a start, which reads all files before it writes one; empty for none."""
        return self.error or next((file.error for file in self.files if file.error), "")

    def winner(self, uid: str) -> RecordFile | None:
        """The file whose content the engine takes for an id."""
        files = self.by_id.get(uid)
        return files[-1] if files else None

    def named(self, uid: str) -> RecordFile | None:
        """The file with the name that the engine writes this id to."""
        return next((file for file in self.files if file.uid == uid), None)


def record_path(folder: str, uid: str) -> str:
    """Where the engine writes the record of an id; nothing keeps that inside the folder."""
    return join_path(folder, uid + SUFFIX)


def is_plain(uid: str) -> bool:
    """Whether the record of an id can lie in the folder itself, where the engine reads it again."""
    return "/" not in uid and "\0" not in uid and len(encode(uid + SUFFIX)) <= _LONGEST_NAME_BYTES


def read_folder(view: View, folder: str) -> Folder:
    """What the engine reads of a folder. A missing one is an empty one."""
    try:
        names = list(record_names(view, folder))
    except FileNotFoundError:
        return Folder(folder, ())
    except OSError as error:
        return Folder(folder, (), f"open {folder}: {error_words(error)}")
    return Folder(folder, tuple(read_file(view, folder, name) for name in names))


def record_names(view: View, folder: str) -> Iterator[str]:
    """The files that the engine takes for records, in its order: by bytes of the name, hidden ones too.

    Folders are passed over; a link to one is not, and cannot be read. Raises `OSError`.
    """
    entries = [entry for entry in view.entries(folder) if entry.name.endswith(SUFFIX)]
    for entry in sorted(entries, key=lambda entry: encode(entry.name)):
        if entry.kind is not FileKind.FOLDER or entry.is_link:
            yield entry.name


def read_file(view: View, folder: str, name: str) -> RecordFile:
    """One file as the engine reads it."""
    path = f"{folder.rstrip('/')}/{name}"
    try:
        text = decode(view.read(path))
    except IsADirectoryError as error:
        return RecordFile(name, path, error=f"read {path}: {error_words(error)}")
    except OSError as error:
        return RecordFile(name, path, error=f"open {path}: {error_words(error)}")
    try:
        return RecordFile(name, path, text, read_like_engine(text))
    except NotJson as error:
        return RecordFile(name, path, text, error=str(error), position=error.position)
    except RecordError as error:
        return RecordFile(name, path, text, error=str(error))


def write_obstacle(view: View, folder: str, path: str) -> str:
    """Why the engine could not write `path`, in its words, by what stands there and above; empty for nothing.

    Rights are not looked at: the engine has those of its own user, who is not the one at this desk.
    """
    parent, _, name = path.rpartition("/")
    if "\0" in path:
        return _refused(path, errno.EINVAL)
    if len(encode(name)) > _LONGEST_NAME_BYTES:
        return _refused(path, errno.ENAMETOOLONG)
    kind, above = kind_of(view, path), kind_of(view, parent or "/")
    if kind is FileKind.FOLDER:
        return _refused(path, errno.EISDIR)
    if above is None:
        return "" if parent == folder.rstrip("/") else _refused(path, errno.ENOENT)
    return "" if above is FileKind.FOLDER else _refused(path, errno.ENOTDIR)


def _refused(path: str, number: int) -> str:
    return f"open {path}: {os.strerror(number).lower()}"
