"""Settle saves that were interrupted: by a crash, a power cut, or a disk that failed twice.

An open journal entry whose document's lock is free belongs to a save that will never say "saved". So where its text
stands in the place of one that was not looked at, that one is put back; everything is in the history before anything
is removed.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum

from memdesk.errors import MemdeskError, Refused
from memdesk.store.confine import Root, Target, find_target
from memdesk.store.exchange import leftovers, take_back
from memdesk.store.history import Author, History, PendingSave
from memdesk.store.in_place import is_half_written, write_in_place
from memdesk.store.locks import DocumentLocks, Locked
from memdesk.store.stable_read import read_stable

_LEFT = "left behind by an interrupted save"


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


@dataclass(frozen=True, slots=True)
class Swept:
    """One interrupted save of the document at `path`, and how it was settled."""

    path: str
    ending: Ending


def sweep(history: History, locks: DocumentLocks, roots: Sequence[Root]) -> tuple[Swept, ...]:
    """Settle every interrupted save in `roots`. Those of other roots, and those that fail, wait for another time.

    Raises:
        HistoryError: the history cannot be used.
    """
    swept = []
    for entry in history.pending():
        with suppress(Refused, Locked, OSError):
            swept.append(Swept(entry.path, _settle_alone(entry, history, locks, roots)))
    return tuple(swept)


def settle(target: Target, entry: PendingSave, history: History) -> Ending:
    """Settle one interrupted save. The caller holds the document's lock, so the save is not going on.

    Raises:
        MemdeskError, OSError: it could not be done; the entry stays open.
    """
    before = None if entry.before is None else history.data(entry.before)
    after = history.data(entry.after)
    ending = _mend(target, before, after) if entry.in_place and before is not None else Ending.CLEARED
    for name in leftovers(target.folder, entry.temporary):
        ending = _clear(target, name, (before, after), entry, history)
    history.finish(entry, landed=_disk(target) == after)
    return ending


def _settle_alone(
    entry: PendingSave, history: History, locks: DocumentLocks, roots: Sequence[Root]
) -> Ending:
    try:
        with find_target(entry.file, roots) as target, locks.held(target.path, patience_s=0):
            return settle(target, entry, history)
    except FileNotFoundError:  # the folder is gone, and what was left in it
        history.finish(entry, landed=False)
        return Ending.CLEARED


def _clear(
    target: Target, name: str, texts: tuple[bytes | None, bytes], entry: PendingSave, history: History
) -> Ending:
    """Remove one file that a save left, or put it back where it came from."""

    def keep(data: bytes) -> None:
        history.record_seen(entry.path, data, Author.PROGRAM, _LEFT)

    before, after = texts
    data = read_stable(target.folder, name).data
    # A beginning of our own text is a temporary file whose writing was broken off.
    ours = data == before or after.startswith(data)
    if not ours:
        keep(data)
        if _disk(target) == after:
            take_back(target, name, after, keep)
            return Ending.GIVEN_BACK
    target.folder.remove(name)
    return Ending.CLEARED if ours else Ending.KEPT


def _mend(target: Target, before: bytes, after: bytes) -> Ending:
    found = _disk(target)
    if found is None or not is_half_written(found, before, after):
        return Ending.CLEARED
    write_in_place(target, found, before)
    return Ending.MENDED


def _disk(target: Target) -> bytes | None:
    """What stands at the name itself; None where that is no readable file."""
    try:
        return read_stable(target.folder, target.name).data
    except (FileNotFoundError, MemdeskError):
        return None
