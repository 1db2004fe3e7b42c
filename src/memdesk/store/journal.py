"""What one save leaves in the history, attempt after attempt, so that nothing it meets on the way is lost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from memdesk.errors import MemdeskError
from memdesk.store.confine import Target
from memdesk.store.exchange import leftovers
from memdesk.store.history import History
from memdesk.store.in_place import LeftHalfWritten
from memdesk.store.swap import temporary_name
from memdesk.store.versions import DISPLACED, Author, PendingSave


class SaveJournal:
    """The record of one save of the document at `path`, which lies in the file of `target`.

    `part` is the id of the part of a change of several files that it carries out. Calls that write raise
    `HistoryError`.
    """

    def __init__(self, history: History, path: str, target: Target, part: int | None = None) -> None:
        self.temporary = temporary_name()
        self._history = history
        self._path = path
        self._target = target
        self._part = part
        self._entry: PendingSave | None = None
        self.attempts = 0
        """How many have been recorded."""
        self.replaced: bytes | None = None
        """What the last one was about to replace."""

    def record(
        self, base: bytes | None, disk: bytes | None, new: bytes | None, why: str, *, mode: int | None = None
    ) -> None:
        """Keep what an attempt is about to replace and to write, None for no file.

        `mode` holds the permissions of a file that is about to be removed.
        """
        self.replaced = disk
        if self._entry is None:
            self._entry = self._history.record_save(
                self._path,
                base,
                disk,
                new,
                why,
                file=self._target.path,
                temporary=self.temporary,
                part=self._part,
                mode=mode,
            )
        else:
            # Somebody writes all the time, and to wait for the disk is to come too late again: see `confirm`.
            self._entry = self._history.record_again(self._entry, disk, new, why, part=self._part, mode=mode)
        self.attempts += 1

    def removed_mode(self) -> int | None:
        """The permissions that the file had when it was removed, if that is what happened to it last."""
        return self._history.removed_mode(self._path)

    def keep(self, data: bytes) -> None:
        """Keep bytes of another program that were displaced and stand nowhere else."""
        self._history.record_seen(self._path, data, Author.PROGRAM, DISPLACED)

    def confirm(self) -> None:
        """Make sure that all records are on the disk; call it before a replaced file is removed."""
        if self._entry is not None and self.attempts > 1:
            self._history.force_to_disk(self._entry)

    def mark_in_place(self) -> None:
        """Note that the file itself is about to be written into."""
        if self._entry is not None:
            self._history.mark_in_place(self._entry)

    def close(self, *, landed: bool) -> None:
        """Close the record, unless a file was left behind: what then is pending is looked into later.

        Closing it again means nothing.
        """
        entry, self._entry = self._entry, None
        # The save has come to its end, whatever happens here.
        with suppress(MemdeskError, OSError):
            if entry is None or leftovers(self._target.folder, self.temporary):
                return
            if landed:
                self._history.finish(entry, landed=True)
            else:
                self._history.forget(entry)


@contextmanager
def keeping_journal(
    history: History, path: str, target: Target, part: int | None = None
) -> Iterator[SaveJournal]:
    """A journal that is closed as "came to nothing" where the block ends without having closed it."""
    journal = SaveJournal(history, path, target, part)
    try:
        yield journal
    except LeftHalfWritten:
        raise  # the open record is what mends the file
    except (MemdeskError, OSError):
        journal.close(landed=False)
        raise
    journal.close(landed=False)
