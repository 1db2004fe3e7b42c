"""The flight recorder: keeps what documents hold, whoever wrote it, so that nothing that was ever seen is lost."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from memdesk.errors import reason_of
from memdesk.services.documents.shown_texts import ShownTexts
from memdesk.store.rest import read_at_rest

if TYPE_CHECKING:
    from memdesk.store.history import History

_AT_ONCE = 256
"""So many documents are kept in one transaction: enough to be quick, few enough to stop between two."""
_PATIENCE_S = 0.2
"""How long a look waits for a program to finish writing: others that wrote meanwhile are to be seen, too."""

_OVERTAKEN_S = 1.0
"""So long a document is read again while others record it, or a save of ours is at work there."""
_PAUSE_S = 0.01


class Recorded(NamedTuple):
    """What came of a look: how many documents were looked at, how many new versions were kept.

    `unread` are the paths of documents that could not be read, each with what the system said.
    """

    documents: int
    versions: int
    unread: tuple[tuple[str, str], ...] = ()


class _Seen(NamedTuple):
    """What a document was found to hold, None for one that is gone; `earlier` what was shown of it before."""

    path: str
    data: bytes | None
    earlier: Sequence[bytes]


class FlightRecorder:
    """Keeps versions in the history. `read` gives what the disk holds at a path, buffers left aside.

    `read` is called at a moment when nobody is in the middle of writing, if one comes soon: a half-written text is
    nobody's version. What was `shown` before is kept before what is read.
    """

    def __init__(
        self, history: Callable[[], History], read: Callable[[str], bytes], shown: ShownTexts | None = None
    ) -> None:
        self._history = history
        self._read = read
        self._shown = shown or ShownTexts()

    def take(self, paths: Iterable[str], is_wanted: Callable[[], bool] = lambda: True) -> Recorded:
        """Keep what the documents at `paths` hold now, and were shown with before, and which are gone. For a worker.

        It ends early when `is_wanted` says so. What cannot be read just now is passed over.

        Raises:
            HistoryError: the history cannot be written.
        """
        left, documents, versions = iter(paths), 0, 0
        unread: list[tuple[str, str]] = []
        while is_wanted() and (some := list(islice(left, _AT_ONCE))):
            read, new = self._keep_present(some, unread)
            documents += read
            versions += new
        return Recorded(documents, versions, tuple(unread))

    def _keep_present(self, paths: Sequence[str], unread: list[tuple[str, str]]) -> tuple[int, int]:
        """Keep what these hold now; how many were read, and how many versions are new.

        Another process may read later than we and record before us, and the window may show what is newer than our
        text: a text that is older than the last one recorded would pass for what somebody wrote back. So what is
        overtaken is read again, for a while.
        """
        history, deadline = self._history(), time.monotonic() + _OVERTAKEN_S
        documents = versions = 0
        while paths:
            since = history.latest(paths) if time.monotonic() < deadline else None
            overtaken: list[str] = []
            seen = list(self._look_at(paths, unread, None if since is None else overtaken))
            earlier = {one.path: one.earlier for one in seen}
            noted = history.record_all(((one.path, one.data) for one in seen), since, earlier)
            for one in seen:
                if one.path not in noted.overtaken:
                    self._shown.note_kept(one.path, one.earlier, one.data)
            overtaken += noted.overtaken
            documents += len(seen) - len(noted.overtaken)
            versions += noted.versions
            paths = overtaken
            if paths:
                time.sleep(_PAUSE_S)
        return documents, versions

    def _look_at(
        self, paths: Iterable[str], unread: list[tuple[str, str]], overtaken: list[str] | None
    ) -> Iterator[_Seen]:
        """What these hold now; those that the window read meanwhile are put into `overtaken`, where there is one."""
        for path in paths:
            mark = self._shown.mark(path)
            try:
                data = self._present(path)
            except OSError as error:
                unread.append((path, reason_of(error)))
                continue
            earlier = self._shown.before(path, mark)
            if earlier is not None:
                yield _Seen(path, data, earlier)
            elif overtaken is not None:
                overtaken.append(path)
            else:
                yield _Seen(path, data, self._shown.waiting(path))

    def _present(self, path: str) -> bytes | None:
        """What the document holds now, None where it is gone. Raises `OSError` where that cannot be told."""
        try:
            return read_at_rest(path, self._read, patience_s=_PATIENCE_S)
        except (FileNotFoundError, NotADirectoryError):
            return None
