"""The disk as a worker found it, for the window to take up without waiting for it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from memdesk.layouts.shapes.files import info_of
from memdesk.services.documents.disk_text import read_from_disk
from memdesk.services.documents.shown_texts import ShownTexts

if TYPE_CHECKING:
    from memdesk.errors import StorageError
    from memdesk.layouts.documents import FileInfo
    from memdesk.layouts.view import View
    from memdesk.services.documents.meeting_job import Meeting, MeetingJob


class DiskText(NamedTuple):
    """What the disk held of an open document, None for no file.

    `base` is what its buffer was loaded from or merged with when the look began: where that is another one now, a save
    or another look came first. `meeting` is there for a large document.
    """

    base: bytes | None
    data: bytes | None
    error: StorageError | None = None
    is_at_rest: bool = True
    is_folder: bool = False
    meeting: Meeting | None = None


class DiskState(NamedTuple):
    """What stands at the paths that were asked for, None for nothing that can be seen, and the open documents there."""

    files: Mapping[str, FileInfo | None]
    texts: Mapping[str, DiskText]
    reading: ExitStack
    """Tells the recorder that texts are being read for the window, until it is closed."""


@dataclass(frozen=True, slots=True)
class DiskStateJob:
    """A look at `paths`, or at all open documents, in any thread. `bases` are those of the open documents."""

    disk: View
    paths: Sequence[str] | None
    bases: Mapping[str, bytes | None]
    meetings: Mapping[str, MeetingJob]
    shown: ShownTexts

    def run(self) -> DiskState:
        """Look. Changes nothing, and never raises for what the disk does."""
        files = {path: info_of(self.disk, path) for path in self.paths or ()}
        reading = ExitStack()
        texts = {path: self._read(path, reading) for path in self._reached()}
        return DiskState(files, texts, reading)

    def _reached(self) -> Iterable[str]:
        """The open documents that lie at the paths in the end; several may reach one file by links."""
        if self.paths is None or not self.bases:
            return sorted(self.bases)
        wanted = set(map(os.path.realpath, self.paths))
        return [path for path in sorted(self.bases) if os.path.realpath(path) in wanted]

    def _read(self, path: str, reading: ExitStack) -> DiskText:
        from memdesk.store.rest import at_rest

        base = self.bases[path]
        reading.enter_context(self.shown.reading(path))
        with at_rest(path) as rest:
            data, error = read_from_disk(self.disk, path)
        job, meeting = self.meetings.get(path), None
        if job is not None and data is not None and data != base:
            meeting = job.run(data)
        is_folder = error is not None and os.path.isdir(path)
        return DiskText(base, data, error, rest.lasted, is_folder, meeting)
