"""The history as plain files that any program reads: the texts by document and time, and an index of all versions.

`index.json` is written last, so a folder without one was not finished. In a zip file it comes last too.
"""

from __future__ import annotations

import json
import os
import re
import time
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Protocol

from memdesk.errors import NotFound, Refused, StorageError, reason_of
from memdesk.store.clearing import Scope
from memdesk.store.descriptors import write_all
from memdesk.store.folders import make_private_folder
from memdesk.store.history import History
from memdesk.store.private_file import remove_if_there, write_private_file
from memdesk.store.progress import Progress
from memdesk.store.versions import Version
from memdesk.text.sentence import marked

FORMAT = "memdesk history 1"
INDEX_NAME = "index.json"
README_NAME = "README.txt"
README = (
    b"What documents held, as Memdesk has kept it.\n\n"
    b"files/ has one folder per document, named by its path, and in it one file per version, named by its time (UTC)\n"
    b"and its number. index.json names every version: when it was seen, by whom it was written, why it is there, the\n"
    b"version it followed, the SHA-256 of its text, and its file. It is JSON in ASCII; a path that is no Unicode has\n"
    b"its bytes as lone surrogates.\n"
)
ZIP_ENDING = ".zip"
_UNFINISHED = ".part~"
_UNSAFE = re.compile(r"[\x00-\x1f<>:\"|?*\\%\x7f\ud800-\udfff]")
_MOST_NAME_BYTES = 120
_BINARY: int = getattr(os, "O_BINARY", 0)


class _Sink(Protocol):
    target: str
    if_stopped: str
    """What is left of it where it is stopped on the way."""

    def put(self, name: str, data: bytes) -> None:
        """Write a file."""


def export_history(
    history: History,
    target: str,
    scope: Scope = Scope(),  # noqa: B008 - it never changes
    progress: Progress | None = None,
) -> int:
    """Write what is meant by `scope` to a new or empty folder, or to a new `.zip` file; how many versions.

    For a worker.

    Raises:
        Stopped: it is not wanted any more; nothing of a zip file stays, and no index in a folder.
        Refused: something is at `target` already.
        StorageError: the file system said no.
        HistoryError: the history cannot be read.
    """
    paths = [path for path in _documents(history) if scope.holds(path)]
    try:
        with _opened(os.path.abspath(target)) as sink:
            return _write(history, paths, sink, scope, progress or Progress())
    except OSError as error:
        raise StorageError(
            "The history cannot be written to {target}: {reason}.",
            hint="Choose another place.",
            target=target,
            reason=reason_of(error),
        ) from error


def _documents(history: History) -> list[str]:
    with history.reading() as rows:
        found = [] if rows is None else rows.run("SELECT DISTINCT path FROM versions ORDER BY path")
        return [os.fsdecode(path) for (path,) in found]


def _versions(history: History, path: str, scope: Scope) -> list[Version]:
    return [one for one in history.versions(path) if scope.before is None or one.when < scope.before]


def _write(history: History, paths: list[str], sink: _Sink, scope: Scope, progress: Progress) -> int:
    documents: list[Mapping[str, object]] = []
    versions_of = {path: _versions(history, path, scope) for path in paths}
    count, whole = 0, sum(map(len, versions_of.values()))
    sink.put(README_NAME, README)
    for number, (path, versions) in enumerate(versions_of.items()):
        folder = f"files/{_folder_of(path, number)}"
        entries: list[Mapping[str, object]] = []
        for version in reversed(versions):
            progress.note(count, whole)
            progress.check(sink.if_stopped, n=count, all=whole, target=sink.target)
            entries.append(_entry(history, version, folder, sink))
            count += 1
        documents.append({"path": path, "versions": entries})
    exported = datetime.fromtimestamp(time.time(), UTC).isoformat()
    index = {"format": FORMAT, "exported": exported, "documents": documents}
    sink.put(INDEX_NAME, json.dumps(index, indent=1).encode("ascii") + b"\n")
    return count


def _entry(history: History, version: Version, folder: str, sink: _Sink) -> Mapping[str, object]:
    name = None
    if not version.removed:
        when = datetime.fromtimestamp(version.when, UTC).strftime("%Y-%m-%dT%H-%M-%SZ")
        ending = os.path.splitext(version.path)[1]
        name = f"{folder}/{when}-{version.id}{_UNSAFE.sub('_', ending)[:16]}"
        try:
            sink.put(name, history.data(version.id))
        except NotFound:  # let go of just now
            name = None
    return {
        "id": version.id,
        "when": datetime.fromtimestamp(version.when, UTC).isoformat(),
        "by": version.author.value,
        "why": version.why,
        "parent": version.parent,
        "bytes": version.size_bytes,
        "sha256": version.sha256,
        "removed": version.removed,
        "landed": version.landed,
        "purged": version.purged,
        "file": name,
    }


def _folder_of(path: str, number: int) -> str:
    """A folder of its own for each document that still tells its path, on every file system."""
    parts = [_UNSAFE.sub("_", part) for part in path.split(os.sep) if part not in ("", ".", "..")]
    parts = [part.encode()[:_MOST_NAME_BYTES].decode(errors="ignore").rstrip(" .") or "_" for part in parts]
    return "/".join((*parts[:-1], f"{parts[-1] if parts else '_'}~{number + 1}"))


@contextmanager
def _opened(target: str) -> Iterator[_Sink]:
    if target.endswith(ZIP_ENDING):
        yield from _opened_zip(target)
        return
    if os.path.lexists(target) and (not os.path.isdir(target) or os.listdir(target)):
        raise _refusal(target)
    yield _Folder(target)


def _opened_zip(target: str) -> Iterator[_Sink]:
    if os.path.lexists(target):
        raise _refusal(target)
    unfinished = f"{target}{_UNFINISHED}"
    remove_if_there(unfinished)
    descriptor = os.open(unfinished, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with (
            os.fdopen(descriptor, "r+b") as stream,
            zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as file,
        ):
            yield _Zip(file, target)
        os.replace(unfinished, target)
    finally:
        remove_if_there(unfinished)


def _refusal(target: str) -> Refused:
    return Refused(
        "Something is at {target} already, so nothing is exported there.",
        hint="Name a new folder, an empty one, or a new file that ends in .zip.",
        target=target,
    )


class _Folder:
    if_stopped = marked("Stopped: {target} holds {n} of {all} versions, and no index.")

    def __init__(self, folder: str) -> None:
        self.target = folder

    def put(self, name: str, data: bytes) -> None:
        path = os.path.join(self.target, *name.split("/"))
        make_private_folder(os.path.dirname(path))
        if name == INDEX_NAME:
            write_private_file(path, data)
            return
        # A copy of what the history has need not wait for the disk, file by file.
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o600)
        try:
            write_all(descriptor, data)
        finally:
            os.close(descriptor)


class _Zip:
    if_stopped = marked("Stopped: nothing was exported, and there is no {target}.")

    def __init__(self, file: zipfile.ZipFile, target: str) -> None:
        self._file = file
        self.target = target

    def put(self, name: str, data: bytes) -> None:
        self._file.writestr(name, data)
