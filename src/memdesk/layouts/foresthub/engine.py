"""One run of ForestHub's engine over its folder: its start, and what its tools do to a record (edge-agents go/v1.0.2).

Nothing is written here: `Engine.written` says what the folder would hold afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import replace
from enum import Enum
from typing import NamedTuple, Protocol

from memdesk.layouts.foresthub.folder import Folder, read_folder, record_path, write_obstacle
from memdesk.layouts.foresthub.record import RECORD_TYPE, MemoryFile, write_like_engine
from memdesk.layouts.shapes.go import quoted
from memdesk.layouts.view import View
from memdesk.text.document import byte_length, canonical, decode, encode

_LABEL = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}")


class ErrorKind(Enum):
    """What an error of the engine tells a program; the words of `OTHER` are for people alone."""

    NOT_FOUND = "not_found"
    NO_MATCH = "no_match"
    SIZE_EXCEEDED = "size_exceeded"
    OTHER = "other"


class EngineError(ValueError):
    """The engine answers with this error, in its own words."""

    def __init__(self, words: str, kind: ErrorKind = ErrorKind.OTHER) -> None:
        self.kind = kind
        super().__init__(words)


class MirrorError(Exception):
    """A mirror cannot be reached, in its words."""


class Mirror(Protocol):
    """The optional copy elsewhere, of version 1.0."""

    def hydrate(self) -> Mapping[str, str]:
        """The contents it has, by id. Raises `MirrorError`."""

    def push(self, uid: str, content: str) -> None:
        """Take a content. Raises `MirrorError`."""


class Card(NamedTuple):
    """What the engine tells of a file before its content is asked for."""

    uid: str
    name: str
    description: str
    size_bytes: int


def is_label(text: str) -> bool:
    """Whether the engine takes `text` for a label."""
    return _LABEL.fullmatch(text) is not None


class Engine:
    """An engine that was not started yet. Contents live in `files` from its start on: later edits are not seen."""

    def __init__(self, view: View, folder: str, mirror: Mirror | None = None) -> None:
        self.files: dict[str, MemoryFile] = {}
        self.written: dict[str, str] = {}
        self._view = view
        self._path = folder
        self._mirror = mirror

    def start(
        self, declared: Sequence[MemoryFile], folder: Folder | None = None, *, checks_labels: bool = True
    ) -> None:
        """Take up the files that the workflow declares, in its order, and write their records.

        The content is the folder's, else, where that has no record at all, the mirror's, else the declared one; all
        else is as declared. `folder` spares reading it again; the labels of files that are only assumed to be declared
        need no check. Raises `EngineError`, perhaps after the first records were written.
        """
        contents = self._contents(folder or read_folder(self._view, self._path))
        self.files = {}
        for file in declared:
            if checks_labels and not is_label(file.label):
                raise EngineError(f"memory: invalid file name {quoted(file.label)}")
            content = contents.get(file.id, file.content)
            self.files[file.id] = replace(file, content=content, type=RECORD_TYPE)
            if obstacle := self._write(file.id):
                raise EngineError(f"memory: write {file.label}: {obstacle}")

    def branch(self) -> Engine:
        """An engine that goes on from here by itself."""
        other = copy(self)
        other.files, other.written = dict(self.files), dict(self.written)
        return other

    def _contents(self, folder: Folder) -> Mapping[str, str]:
        if folder.obstacle:
            raise EngineError(f"memory: read local: {folder.obstacle}")
        if folder.by_id or self._mirror is None:
            return {uid: files[-1].file.content for uid, files in folder.by_id.items() if files[-1].file}
        try:
            return self._mirror.hydrate()
        except MirrorError as error:
            raise EngineError(f"memory: hydrate: {error}") from None

    def _write(self, uid: str) -> str:
        path = record_path(self._path, uid)
        obstacle = write_obstacle(self._view, self._path, path)
        if not obstacle:
            self.written[path] = write_like_engine(self.files[uid])
        return obstacle

    def read(self, uid: str) -> str:
        """The content of a file. Raises `EngineError`."""
        return self._file(uid).content

    def card(self, uid: str) -> Card:
        """The card of a file. Raises `EngineError`."""
        file = self._file(uid)
        return Card(uid, file.label, file.description, byte_length(file.content))

    def append(self, uid: str, content: str) -> None:
        """Put `content` behind that of a file, nothing between. Raises `EngineError`."""
        self._set(uid, canonical(self._file(uid).content + content))

    def edit(self, uid: str, old: str, new: str) -> None:
        """Put `new` in place of the first `old`, compared by bytes. Raises `EngineError`."""
        if not old:
            raise EngineError("memory edit: old_string must not be empty")
        before, found, after = encode(self._file(uid).content).partition(encode(old))
        if not found:
            raise EngineError("memory edit: old_string not found in file", ErrorKind.NO_MATCH)
        self._set(uid, decode(before + encode(new) + after))

    def _file(self, uid: str) -> MemoryFile:
        try:
            return self.files[uid]
        except KeyError:
            raise EngineError(f"memory file not found: {uid}", ErrorKind.NOT_FOUND) from None

    def _set(self, uid: str, content: str) -> None:
        """Write a record with other content. What is over the cap is refused, also where it was longer before."""
        file = self._file(uid)
        if file.cap_bytes is not None and byte_length(content) > file.cap_bytes:
            raise EngineError("memory write would exceed max size", ErrorKind.SIZE_EXCEEDED)
        self.files[uid] = replace(file, content=content)
        if obstacle := self._write(uid):
            self.files[uid] = file
            raise EngineError(f"memory: local write {file.label}: {obstacle}")
        self._push(uid, content)

    def _push(self, uid: str, content: str) -> None:
        try:
            if self._mirror is not None:
                self._mirror.push(uid, content)
        except MirrorError:
            return  # the engine logs it and goes on: the local record is the one that counts
