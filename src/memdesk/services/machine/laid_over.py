"""Views for looking twice: one that remembers what the disk said, and one with texts laid over another view."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from operator import itemgetter
from typing import TypeVar, cast

from memdesk.layouts.documents import FileInfo, FileKind
from memdesk.layouts.view import View, WorkedOut
from memdesk.services.machine.passing_view import PassingView

Answer = TypeVar("Answer")


class RememberedView(PassingView):
    """A view that asks the one below for each thing once, whatever it answers, in any thread.

    Make a new one when something may have changed.
    """

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self._answers: dict[tuple[str, str], object] = {}

    def read(self, path: str) -> bytes:
        """The bytes of a regular file."""
        return self._ask("read", path, self._view.read)

    def info(self, path: str) -> FileInfo:
        """What is at `path`."""
        return self._ask("info", path, self._view.info)

    def entries(self, path: str) -> Sequence[FileInfo]:
        """What a folder holds, sorted by name."""
        return self._ask("entries", path, self._view.entries)

    def folder_names(self, path: str) -> Sequence[str]:
        """The names of the folders in a folder, sorted."""
        return self._ask("folder names", path, self._view.folder_names)

    def real_path(self, path: str) -> str:
        """`path` with links resolved."""
        return self._ask("real path", path, self._view.real_path)

    def once(self, what: str, path: str, work_out: Callable[[], WorkedOut]) -> WorkedOut:
        """What was worked out of this view the first time."""
        return self._ask(what, path, lambda _: work_out())

    def _ask(self, what: str, path: str, ask: Callable[[str], Answer]) -> Answer:
        known = self._answers.get((what, path))
        if known is None:
            try:
                known = ask(path)
            except OSError as error:
                known = error.with_traceback(None)
            self._answers[what, path] = known
        if isinstance(known, OSError):
            # The trace of what is raised leads back here, and would keep this view and all it passed alive.
            raise (
                copy(known)
                if known.errno is None
                else type(known)(known.errno, known.strerror, known.filename)
            )
        return cast("Answer", known)


class LaidOverView(PassingView):
    """`view` with the bytes of some files as `texts` has them, whether these are there or not."""

    def __init__(self, view: View, texts: Mapping[str, bytes]) -> None:
        super().__init__(view)
        self._texts = texts

    def read(self, path: str) -> bytes:
        """The bytes laid over, else those below."""
        data = self._texts.get(path)
        return self._view.read(path) if data is None else data

    def info(self, path: str) -> FileInfo:
        """What is at `path`, with the size of what is laid over it."""
        data = self._texts.get(path)
        try:
            found = self._view.info(path)
        except FileNotFoundError:
            if data is None:
                raise
            return FileInfo.of_text(path, data)
        is_over = data is not None and found.kind is FileKind.FILE
        return found._replace(size_bytes=len(data)) if is_over and data is not None else found

    def entries(self, path: str) -> Sequence[FileInfo]:
        """What a folder holds, files that are laid over alone included."""
        found = self._view.entries(path)
        here = [over for over in self._texts if posixpath.dirname(over) == path.rstrip("/")]
        known = {info.name for info in found} if here else frozenset()
        new = [
            FileInfo.of_text(over, self._texts[over])
            for over in here
            if posixpath.basename(over) not in known
        ]
        return sorted([*found, *new], key=itemgetter(0)) if new else found
