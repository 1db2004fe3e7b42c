"""One attempt to put new bytes where a file stands, and the proof that nothing else was put out with the old ones."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from memdesk.errors import MemdeskError
from memdesk.store.confine import Target
from memdesk.store.open_folder import OpenFolder
from memdesk.store.stable_read import Snapshot, read_stable
from memdesk.store.swap import needs_the_same_file, place, second_name, swap, write_like


class OnlyInPlace(Exception):
    """A new file cannot stand in for this one; its bytes have to be written into it."""


KeepBytes = Callable[[bytes], None]
"""Keeps bytes that another program wrote and that lie nowhere else; raises where it cannot."""


@dataclass(frozen=True, slots=True)
class Landed:
    """The new bytes are in place, and what they replaced is what was read.

    `trouble` is why they might not outlive a power cut.
    """

    trouble: OSError | None = None


@dataclass(frozen=True, slots=True)
class LostRace:
    """Another program wrote in between. Its bytes are in place, ours are not.

    `grown` is what a third program made of our bytes in the moment they were there.
    """

    grown: bytes | None = None


def exchange_verified(
    target: Target, found: Snapshot, after: bytes, temporary: str, keep: KeepBytes
) -> Landed | LostRace:
    """Replace `found` by `after`, look at what really came out, and take it back if it is something else.

    `temporary` is the name for the new file, and for the old one while it is looked at. Bytes that were not looked
    at are never removed: what cannot be settled stays there for the next start.

    Raises:
        OnlyInPlace: a new file cannot stand in for this one.
        FileNotFoundError: the file is gone.
        MemdeskError, OSError: it was not done; the file is as the last program left it.
    """
    folder = target.folder
    try:
        write_like(folder, temporary, after, target.name)
        unchanged = found.still_at(folder.status(target.name))
        displaced = swap(folder, temporary, target.name) if unchanged else None
    except OSError as error:
        _remove_own(folder, temporary, after)
        if needs_the_same_file(error):
            raise OnlyInPlace from error
        raise
    if not unchanged:
        folder.remove(temporary)
        return LostRace()
    trouble = force_folder_to_disk(folder)
    if displaced is None or _came_out(target, displaced, found.data, after, keep):
        return Landed(trouble)
    return LostRace(take_back(target, displaced, after, keep))


def take_back(target: Target, displaced: str, ours: bytes, keep: KeepBytes) -> bytes | None:
    """Put the file `displaced` back at its name, and remove our bytes.

    Returns what stood there instead of our bytes, if another program had changed them; it has been kept.

    Raises:
        MemdeskError, OSError: it could not be done in full; nothing that is not kept was removed.
    """
    folder = target.folder
    try:
        out = swap(folder, displaced, target.name)
    except FileNotFoundError:
        place(folder, displaced, target.name)
        out = None
    force_folder_to_disk(folder)
    if out is None:
        return None
    data = read_stable(folder, out).data
    grown = None if data == ours else data
    if grown is not None:
        keep(grown)
    folder.remove(out)
    return grown


def force_folder_to_disk(folder: OpenFolder) -> OSError | None:
    """Make names durable; the error, where the system cannot make sure of it."""
    try:
        folder.force_to_disk()
    except OSError as error:
        return error
    return None


def leftovers(folder: OpenFolder, temporary: str) -> list[str]:
    """Which of the two names that a swap uses are still taken."""
    return [name for name in (temporary, second_name(temporary)) if folder.holds(name)]


def _came_out(target: Target, displaced: str, before: bytes, after: bytes, keep: KeepBytes) -> bool:
    """Whether the displaced file holds what was read; then it is removed. Our own bytes are as good."""
    try:
        data = read_stable(target.folder, displaced).data
    except (MemdeskError, OSError):
        take_back(target, displaced, after, keep)
        raise
    if data not in (before, after):
        return False
    with suppress(OSError):  # the journal knows it: the next start tries again
        target.folder.remove(displaced)
    return True


def _remove_own(folder: OpenFolder, temporary: str, ours: bytes) -> None:
    """Remove the temporary file, if it is certain that it holds our bytes."""
    with suppress(OSError, MemdeskError):
        if read_stable(folder, temporary).data == ours:
            folder.remove(temporary)
