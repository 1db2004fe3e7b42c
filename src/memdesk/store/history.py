"""The history: every text that a save replaced or made, and every text that was seen, kept before it can be lost.

Texts are stored once each, by SHA-256, compressed. A save is recorded, and the record forced to the disk, before the
file is touched. The record doubles as the journal of that save: as long as it is pending, a start of Memdesk that
finds its temporary files knows whose they are and what belongs where.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from types import MappingProxyType
from typing import TypeVar

from memdesk.errors import NotFound
from memdesk.store.change_rows import ChangeRows
from memdesk.store.database import HistoryError
from memdesk.store.history_place import HistoryPlace
from memdesk.store.retention import Limits, parents_without, superfluous
from memdesk.store.rows import DamagedText, Rows
from memdesk.store.versions import (
    FOUND_ON_DISK,
    GONE_FROM_DISK,
    LOST_OR_MERGED,
    Author,
    KeptText,
    Noted,
    PendingChange,
    PendingSave,
    Version,
)

_AT_ONCE = 200
"""So many versions go in one transaction: a save that comes meanwhile waits no longer than for these."""
_PAUSE_S = 0.005

_NOTHING: Mapping[str, Sequence[bytes]] = MappingProxyType({})
Item = TypeVar("Item")


class TextDamaged(HistoryError):
    """One text of the history is no longer what was kept; the others can be used."""

    def __init__(self, file: str) -> None:
        super().__init__(file, "one of its texts is damaged")


class History:
    """What documents held, when, and by whom. Paths are those the documents are known by, links not resolved.

    Every call raises `HistoryError` where the database cannot be used. Calls may come from any thread. Nothing is
    created before something is to be kept.
    """

    def __init__(self, folder: str, *, clock: Callable[[], float] = time.time) -> None:
        self.place = HistoryPlace(folder)
        self._database = self.place.database()
        self._clock = clock

    # What documents held

    def record_seen(
        self, path: str, data: bytes, by: Author = Author.PROGRAM, why: str = FOUND_ON_DISK
    ) -> Version:
        """Keep a text that was seen in a document, unless it is the last one known of it; durable on return."""
        with self._writing() as rows:
            return rows.version(rows.follow(path, data, by, why))

    def latest(self, paths: Iterable[str]) -> Mapping[str, int]:
        """The number of the newest version that each of these documents is known to have had on disk; 0 for none."""
        with self.reading() as rows:
            return {path: 0 if rows is None else rows.latest(path) for path in paths}

    def record_all(
        self,
        seen: Iterable[tuple[str, bytes | None]],
        since: Mapping[str, int] | None = None,
        earlier: Mapping[str, Sequence[bytes]] = _NOTHING,
    ) -> Noted:
        """Keep what documents were seen to hold, None for one that is gone; durable on return.

        `earlier` is what they were seen to hold before that, oldest first. What is the last text known of a document is
        not kept again, nor is an earlier one that is a version of it, however old. With `since`, which is what `latest`
        gave before the first of them was read, what is overtaken is not kept: where another version was recorded
        meanwhile nobody knows which text is the newer one, and a save of ours that is at work says itself whose text it
        is.
        """
        with self._writing() as rows:
            newest, being_saved = rows.newest(), rows.being_saved()
            overtaken: list[str] = []
            for path, data in seen:
                is_moved = since is not None and (path in being_saved or rows.latest(path) != since[path])
                if is_moved and not rows.is_latest(path, data):
                    overtaken.append(path)
                    continue
                for text in earlier.get(path, ()):
                    rows.have(path, text)
                if data is None:
                    rows.follow_removal(path, Author.PROGRAM, GONE_FROM_DISK)
                else:
                    rows.follow(path, data, Author.PROGRAM, FOUND_ON_DISK)
            return Noted(rows.newest() - newest, tuple(overtaken))

    def record_conflict(self, path: str, base: bytes | None, mine: bytes, theirs: bytes) -> None:
        """Keep the three texts that met in a document, theirs as what it holds now; durable on return."""
        with self._writing() as rows:
            if base is not None:
                rows.have(path, base)
            rows.follow(path, mine, Author.YOU, LOST_OR_MERGED)
            rows.follow(path, theirs, Author.PROGRAM, FOUND_ON_DISK)

    def versions(self, path: str) -> tuple[Version, ...]:
        """Every version of a document, newest first."""
        with self.reading() as rows:
            return () if rows is None else rows.versions(path)

    def landed_since(self, path: str, data: bytes) -> tuple[Version, ...]:
        """The versions that a document had on disk since it last held `data`, newest first; none where it never did."""
        with self.reading() as rows:
            held = 0 if rows is None else rows.latest_of(path, data)
            return rows.landed(path, held) if rows is not None and held else ()

    def landed_after(self, path: str, version_id: int) -> tuple[Version, ...]:
        """The versions that a document had on disk after that one, newest first."""
        with self.reading() as rows:
            return () if rows is None else rows.landed(path, version_id)

    def last_own(self, path: str) -> tuple[Version | None, Version | None]:
        """The newest version of a document that is the user's, on disk or about to be, and the one that it follows."""
        with self.reading() as rows:
            own = None if rows is None else rows.last_own(path)
            if rows is None or own is None or own.parent is None:
                return own, None
            return own, rows.version_or_none(own.parent)

    def data(self, version_id: int) -> bytes:
        """The bytes of a version.

        Raises:
            NotFound: there is no such version.
            TextDamaged: its text is.
        """
        with self.reading() as rows:
            try:
                data = None if rows is None else rows.text(version_id)
            except DamagedText as error:
                raise TextDamaged(self._database.file) from error
        if data is None:
            raise NotFound("The history has no version {id}.", id=version_id)
        return data

    def kept(self, version_id: int) -> KeptText:
        """The text of a version, as far as it can be read.

        Raises:
            NotFound: there is no such version.
        """
        with self.reading() as rows:
            version = None if rows is None else rows.version_or_none(version_id)
            if rows is None or version is None:
                raise NotFound("The history has no version {id}.", id=version_id)
            try:
                return KeptText(version.sha256, rows.text(version_id))
            except DamagedText:
                return KeptText(version.sha256, None)

    def thin(self, limits: Limits, is_wanted: Callable[[], bool] = lambda: True) -> int:
        """Let go of what `limits` do not keep; how many versions went. For a worker.

        What a save or a change that is not finished needs stays. Others can write between two batches; it ends early
        when `is_wanted` says so.
        """
        with self.reading() as rows:
            if rows is None:
                return 0
            versions, stored_bytes, needed = rows.all_versions(), rows.stored_bytes(), rows.needed()
        found = superfluous(versions, stored_bytes, self._clock(), limits) - needed
        count = 0
        # If a power cut undoes any of this, the next start does it again.
        for pairs in _batches(parents_without(versions, found)):
            with self._writing(durable=False) as rows:
                rows.set_parents(pairs)
            self._let_others_in()
        for some in _batches(sorted(found)):
            if not is_wanted():
                break
            with self._writing(durable=False) as rows:
                count += rows.let_go(some)
            self._let_others_in()
        return count

    def forget_below(self, folder: str) -> int:
        """Let go of every version of what lay below a folder that was thrown away; how many went."""
        with self.reading() as rows:
            found = () if rows is None else rows.below(folder)
        if not found:
            return 0
        # If a power cut undoes this, they are there as any others are.
        with self._writing(durable=False) as rows:
            return rows.let_go(found)

    @staticmethod
    def _let_others_in() -> None:
        """A lock that is taken again at once is not given to whoever waits for it."""
        time.sleep(_PAUSE_S)

    # Saves

    def record_save(  # noqa: PLR0913 - texts and names, told apart at each call
        self,
        path: str,
        base: bytes | None,
        disk: bytes | None,
        new: bytes | None,
        why: str,
        *,
        file: str,
        temporary: str,
        part: int | None = None,
        mode: int | None = None,
    ) -> PendingSave:
        """Keep what a save starts from, what it replaces and what it writes; durable on return.

        `base` is what the editor started from, `disk` what the file holds now, `new` what is to be there; None where
        there is nothing. `file` is the real path, `temporary` the name of the file beside it that the save may leave.
        `part` is the id of the part of a `PendingChange` that is carried out with it, `mode` the permissions of a file
        that is removed.
        """
        with self._writing() as rows:
            if base is not None:
                rows.keep(base)  # it may be known, and damaged
                rows.have(path, base)
            before = _found(rows, path, disk)
            after = rows.intend(path, new, why, before)
            rows.note_part(part, after)
            rows.note_mode(after, mode)
            return rows.open_save(path, file, temporary, before, after)

    def record_again(
        self,
        save: PendingSave,
        disk: bytes | None,
        new: bytes | None,
        why: str,
        *,
        part: int | None = None,
        mode: int | None = None,
    ) -> PendingSave:
        """Keep what the next attempt of a save replaces and writes, in place of what the last one was to write.

        Safe from a crash on return, from a power cut only after `force_to_disk`.
        """
        with self._writing(durable=False) as rows:
            rows.forget(save.after)
            before = _found(rows, save.path, disk)
            again = replace(save, before=before, after=rows.intend(save.path, new, why, before))
            rows.note_part(part, again.after)
            rows.note_mode(again.after, mode)
            rows.change_save(again)
        return again

    def removed_mode(self, path: str) -> int | None:
        """The permissions that the file of a document had when we removed it; None where it was not we, or not last."""
        with self.reading() as rows:
            return None if rows is None else rows.removed_mode(path)

    def force_to_disk(self, save: PendingSave) -> None:
        """Make everything that is recorded of a save durable."""
        # Only a transaction that writes something waits for the disk, and then for all those before it.
        with self._writing() as rows:
            rows.change_save(save)

    def mark_in_place(self, save: PendingSave) -> None:
        """Note that the file itself is about to be written into; durable on return."""
        with self._writing() as rows:
            rows.change_save(replace(save, in_place=True))

    def finish(self, save: PendingSave, *, landed: bool) -> None:
        """Close the journal of a save that has left nothing behind. A text that did not land is kept all the same."""
        with self._closing(save) as rows:
            rows.land(save.after, landed)

    def forget(self, save: PendingSave) -> None:
        """Close the journal of a save that came to nothing, and drop its text: whoever asked for it still has it."""
        with self._closing(save) as rows:
            rows.forget(save.after)

    def pending(self, file: str | None = None) -> tuple[PendingSave, ...]:
        """Saves, of one real file or of all, that are not finished: interrupted ones, and those going on just now."""
        with self.reading() as rows:
            return () if rows is None else rows.open_saves(file)

    # Changes of several files

    def open_change(self, why: str, files: Sequence[tuple[str, bytes | None, bytes | None]]) -> PendingChange:
        """Note that several files are about to be changed: path, text before and text after; durable on return."""
        with self._writing() as rows:
            return ChangeRows(rows).open(why, files)

    def turn_back(self, change: PendingChange) -> PendingChange:
        """Note that what has been done of a change is being taken back; durable on return."""
        with self._writing() as rows:
            return ChangeRows(rows).turn_back(change)

    def close_change(self, change: PendingChange) -> None:
        """Note that a change was carried out in full, or taken back."""
        # If a power cut undoes this, the next start finds everything done and closes it again.
        with self._writing(durable=False) as rows:
            ChangeRows(rows).close(change)

    def has_open_changes(self) -> bool:
        """Whether changes are not finished: interrupted ones, or one that is going on just now."""
        with self.reading() as rows:
            return rows is not None and bool(ChangeRows(rows).open_ones())

    def pending_changes(self) -> tuple[PendingChange, ...]:
        """Changes that are not finished, oldest first, but for those of which a text is damaged."""
        with self.reading() as rows:
            return () if rows is None else ChangeRows(rows).all()

    def close_damaged_changes(self) -> tuple[str, ...]:
        """Give up changes of which a text is damaged: nobody could carry them on; the path of the first file of each.

        What can be read of them is among the versions then; durable on return.
        """
        if not self.has_open_changes():
            return ()
        with self._writing() as rows:
            return ChangeRows(rows).close_damaged()

    def give_up(self, change: PendingChange) -> None:
        """Close a change that nobody can carry on; its texts are among the versions then. Durable on return."""
        with self._writing() as rows:
            ChangeRows(rows).give_up(change.id)

    def close(self) -> None:
        """Let go of the database. A later call opens it again."""
        self._database.close()

    @contextmanager
    def _writing(self, *, durable: bool = True) -> Iterator[Rows]:
        with self._database.writing(durable=durable) as connection:
            yield Rows(connection, self._clock())

    @contextmanager
    def reading(self) -> Iterator[Rows | None]:
        """The tables as they are at one moment, for queries that other modules make; None before the first record."""
        with self._database.reading() as connection:
            yield None if connection is None else Rows(connection, self._clock())

    @contextmanager
    def _closing(self, save: PendingSave) -> Iterator[Rows]:
        # If a power cut undoes this, the next start finds nothing to clear and closes it again.
        with self._writing(durable=False) as rows:
            rows.close_save(save)
            yield rows


def _batches(items: Iterable[Item]) -> Iterator[tuple[Item, ...]]:
    left = iter(items)
    while some := tuple(islice(left, _AT_ONCE)):
        yield some


def _found(rows: Rows, path: str, disk: bytes | None) -> int | None:
    """The version of what a save is about to replace; whatever became of its text, it can be read from now on."""
    if disk is None:
        return None
    rows.keep(disk)
    return rows.follow(path, disk, Author.PROGRAM, FOUND_ON_DISK)
