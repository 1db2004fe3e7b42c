"""Settle saves that were interrupted: by a crash, a power cut, or a disk that failed twice.

An open journal entry whose document's lock is free belongs to a save that was interrupted. Where its text
took the place of a text that was never compared with what the save had read, that text is put back. Everything is in
the history before anything is removed.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum

from memdesk.errors import MemdeskError
from memdesk.store.agent_locks import AgentLocks
from memdesk.store.confine import Root, Target, find_target
from memdesk.store.exchange import leftovers, take_back
from memdesk.store.history import History
from memdesk.store.in_place import hold_file, mended
from memdesk.store.locks import DocumentLocks
from memdesk.store.outcomes import FileDone
from memdesk.store.removal import put_back
from memdesk.store.stable_read import read_aside, read_stable
from memdesk.store.versions import LEFT_BEHIND, Author, KeptText, PendingSave


class Ending(Enum):
    """How an interrupted save was settled, the least remarkable first."""

    CLEARED = "cleared"
    """The file is old or new; nothing but litter of ours was removed."""
    KEPT = "kept"
    """Another program's text had been displaced; it is in the history, and newer text stays in the file."""
    GIVEN_BACK = "given back"
    """Another program's text had been displaced; it is in the file again, and ours in the history."""
    MENDED = "mended"
    """The file was half written; its former text is in it again, and ours in the history."""
    FINISHED = "finished"
    """A change of several files, of which this is the first, was carried out in full."""
    TAKEN_BACK = "taken back"
    """A change of several files, of which this is the first, could not be carried out in full, so nothing is left."""
    DAMAGED = "damaged"
    """Its record is damaged, so nobody can tell whether it is whole; it was left as it is, and the history has that."""


@dataclass(frozen=True, slots=True)
class Swept:
    """One interrupted save of the document at `path`, and how it was settled; of several `files`, the first's path.

    `done` is what became of each file of a change that was carried out in full: what its undo starts from.
    """

    path: str
    ending: Ending
    files: int = 1
    done: tuple[FileDone, ...] = field(default=(), compare=False)


class _Finds:
    """Keeps what is found beside a document."""

    def __init__(self, history: History, path: str) -> None:
        self._history = history
        self._path = path

    def keep(self, data: bytes) -> None:
        self._history.record_seen(self._path, data, Author.PROGRAM, LEFT_BEHIND)

    def confirm(self) -> None:
        """Nothing waits to be kept."""


def sweep(
    history: History, locks: DocumentLocks, agent_locks: AgentLocks, roots: Sequence[Root]
) -> tuple[Swept, ...]:
    """Settle every interrupted save in `roots`. Those of other roots, and those that fail, wait for another time.

    Raises:
        HistoryError: the history cannot be used.
    """
    swept = []
    for entry in history.pending():
        with suppress(MemdeskError, OSError):
            ending = _settle_alone(entry, history, locks, agent_locks, roots)
            if ending is not None:
                swept.append(Swept(entry.path, ending))
    return tuple(swept)


def settle(target: Target, entry: PendingSave, history: History) -> Ending:
    """Settle one interrupted save. The caller holds the document's lock, so the save is not going on.

    Raises:
        MemdeskError, OSError: it could not be done; the entry stays open.
    """
    before = None if entry.before is None else history.kept(entry.before)
    if entry.removes:
        return _settle_removal(target, entry, before, history)
    after = history.kept(entry.after)
    finds = _Finds(history, entry.path)
    ending = _mend(target, before, after, finds) if entry.in_place and before is not None else Ending.CLEARED
    for name in leftovers(target.folder, entry.temporary):
        ending = _clear(target, name, (before, after), finds)
    history.finish(entry, landed=after.is_in(_disk(target)))
    return ending


def _settle_removal(target: Target, entry: PendingSave, before: KeptText | None, history: History) -> Ending:
    """A file that was being taken away is removed for good, or put back if it holds what was not looked at."""
    ending = Ending.CLEARED
    for name in leftovers(target.folder, entry.temporary):
        if before is not None and before.is_in(read_aside(target.folder, name, target.path).data):
            target.folder.remove(name)
        else:
            missed = put_back(target, name, _Finds(history, entry.path))
            ending = Ending.GIVEN_BACK if missed is None else Ending.KEPT
    history.finish(entry, landed=not target.folder.holds(target.name))
    return ending


def _settle_alone(
    entry: PendingSave,
    history: History,
    locks: DocumentLocks,
    agent_locks: AgentLocks,
    roots: Sequence[Root],
) -> Ending | None:
    """Settle one entry of which only its own lock tells whether it is still open; None where its save has ended."""
    try:
        with (
            find_target(entry.file, roots) as target,
            locks.held(target.path, patience_s=0),
            agent_locks.held(entry.path, patience_s=0),
        ):
            now = next((one for one in history.pending(entry.file) if one.id == entry.id), None)
            return None if now is None else settle(target, now, history)
    except FileNotFoundError:
        # The folder is gone, and what was left in it; but a disk that is away brings back what was left.
        if not _is_root_there(entry, roots):
            raise
        history.finish(entry, landed=False)
        return Ending.CLEARED


def _is_root_there(entry: PendingSave, roots: Sequence[Root]) -> bool:
    named = (each for root in roots for each in (root, root.resolved()))
    return any(root.holds(entry.file) and os.path.isdir(root.path) for root in named)


def _clear(target: Target, name: str, texts: tuple[KeptText | None, KeptText], finds: _Finds) -> Ending:
    """Remove one file that a save left, or put it back where it came from."""
    before, after = texts
    data = read_aside(target.folder, name, target.path).data
    # A beginning of our own text is a temporary file whose writing was broken off.
    if (before is not None and before.is_in(data)) or after.is_in(data) or after.begins_with(data):
        target.folder.remove(name)
        return Ending.CLEARED
    finds.keep(data)
    disk = _disk(target)
    if after.is_in(disk) or _is_blank(disk):
        take_back(target, name, disk or b"", finds)
        return Ending.GIVEN_BACK
    target.folder.remove(name)
    return Ending.KEPT


def _mend(target: Target, before: KeptText, after: KeptText, finds: _Finds) -> Ending:
    """Put the former text back into a file that is half written."""
    found = _disk(target)
    if found is None or before.is_in(found) or after.is_in(found):
        return Ending.CLEARED
    if before.data is None or after.data is None:
        finds.keep(found)
        return Ending.DAMAGED
    whole = mended(found, before.data, after.data)
    if whole is None:
        return Ending.CLEARED
    with hold_file(target) as file:
        file.write(found, whole)
    return Ending.MENDED


def _is_blank(data: bytes | None) -> bool:
    """Whether this is what a power cut leaves of a file whose bytes had not reached the disk."""
    return data is not None and not data.strip(b"\0")


def _disk(target: Target) -> bytes | None:
    """What stands at the name itself; None where that is no readable file."""
    try:
        return read_stable(target.folder, target.name).data
    except (FileNotFoundError, MemdeskError):
        return None
