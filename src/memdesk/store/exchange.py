"""One attempt to replace the bytes of a file, and the proof that it replaced just the bytes that had been read."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Protocol

from memdesk.errors import MemdeskError, reason_of
from memdesk.store.confine import Target
from memdesk.store.open_folder import OpenFolder
from memdesk.store.stable_read import (
    Aside,
    Snapshot,
    StillBeingWritten,
    read_aside,
    read_now_open,
    read_stable,
    read_stable_open,
)
from memdesk.store.swap import needs_the_same_file, place, second_name, swap, write_like
from memdesk.store.ways import Way, way_of


class OnlyInPlace(Exception):
    """No new file can take the place of this one, for the given reason: bytes have to be written into the old one."""


class Keeper(Protocol):
    """Where bytes go that must not be lost. Its calls raise `MemdeskError` where they cannot keep them."""

    def keep(self, data: bytes) -> None:
        """Keep bytes that another program wrote and that will stand nowhere else; durable on return."""

    def confirm(self) -> None:
        """Make sure that what is about to be removed has been kept."""


@dataclass(frozen=True, slots=True)
class Landed:
    """The new bytes are in place, and what they replaced is what was read.

    `trouble` is why they might not outlive a power cut, `way` how they came there.
    """

    trouble: OSError | None = None
    way: Way = Way.IN_PLACE


@dataclass(frozen=True, slots=True)
class LostRace:
    """Another program wrote in between. What it wrote is in place, ours is not.

    `missed` is what others wrote that one more may not have seen, since another text stood at the name for a moment:
    whoever read that will write without it. What is not in place by now has been kept.
    """

    missed: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class Exchange:
    """What one attempt starts from: `found` in the file is to become `after`.

    `temporary` is the name for the new file, and for the old one while it is looked at. Bytes that were not looked
    at are never removed: what cannot be settled stays there for the next start.

    `hasty` waits for the disk after the swap instead of before it, against a program that writes so often that no
    disk is quick enough. A power cut may then find an empty file in place, and the old one beside it.
    """

    target: Target
    found: Snapshot
    after: bytes
    temporary: str
    keeper: Keeper
    hasty: bool = False

    def run(self) -> Landed | LostRace:
        """Make the exchange, look at what really came out, and take it back if it is something else.

        Raises:
            OnlyInPlace: a new file cannot stand in for this one.
            FileNotFoundError: the file is gone.
            MemdeskError, OSError: it was not done; the file is as the last program left it.
        """
        folder, name = self.target.folder, self.target.name
        try:
            write_like(folder, self.temporary, self.after, name, durable=not self.hasty)
            unchanged = self.found.still_at(folder.status(name))
            displaced = swap(folder, self.temporary, name) if unchanged else None
        except OSError as error:
            _remove_own(folder, self.temporary, self.after)
            if isinstance(error, FileNotFoundError) and folder.holds(name):
                return LostRace()  # it was our temporary file that somebody removed
            if needs_the_same_file(error):
                raise OnlyInPlace(reason_of(error)) from error
            raise
        if not unchanged:
            _remove_own(folder, self.temporary, self.after)
            return LostRace()
        ended = Landed(self._force_to_disk()) if displaced is None else self.verify(displaced)
        way = way_of(displaced, self.temporary)
        return replace(ended, way=way) if isinstance(ended, Landed) else ended

    def verify(self, displaced: str) -> Landed | LostRace:
        """Look at the displaced file; remove it if it holds what was read, else put it back.

        A method of its own, so that the tests of races can leave it out and show that they would notice.
        """
        try:
            landed = self._look(displaced)
        except (
            FileNotFoundError
        ):  # somebody removed it: ours is in place, and there is nothing left to look at
            return Landed(self._force_to_disk())
        except (MemdeskError, OSError):
            missed = take_back(self.target, displaced, self.after, self.keeper, reads=False)
            if not missed:
                raise
            return LostRace(missed)
        if landed is None:
            return LostRace(take_back(self.target, displaced, self.after, self.keeper))
        with suppress(OSError):  # the journal knows it: the next start tries again
            self.target.folder.remove(displaced)
        return landed

    def _look(self, displaced: str) -> Landed | None:
        """The good end, if the displaced file holds what was read."""
        folder = self.target.folder
        # What shows at a glance is taken back at once, before anybody reads our text and builds on it.
        if not self.found.still_at(folder.status(displaced)):
            return None
        trouble = self._force_to_disk()
        if read_stable(folder, displaced, known_as=self.target.path).data != self.found.data:
            return None
        self.keeper.confirm()
        return Landed(trouble)

    def _force_to_disk(self) -> OSError | None:
        """Make the exchange durable; the error, where the system cannot make sure of it."""
        folder = self.target.folder
        try:
            if self.hasty:
                folder.force_file_to_disk(self.target.name)
            folder.force_to_disk()
        except OSError as error:
            return error
        return None


def take_back(
    target: Target, displaced: str, ours: bytes, keeper: Keeper, *, reads: bool = True
) -> tuple[bytes, ...]:
    """Put the file `displaced` back at its name, and remove our bytes.

    Where a third program has written at that name since, its file stays there instead. The answer is what files held
    that may be written over by who read another one there; those that are gone already have been kept. Without `reads`,
    the file that is put back is not among them: it could not be read.

    Raises:
        MemdeskError, OSError: it could not be done in full; nothing that is not kept was removed.
    """
    folder = target.folder
    # Another file may be renamed over it as soon as it is back: open, it can be read all the same. Who has read ours
    # may also empty it and write without what it holds by now.
    with _held(folder, displaced) as descriptor:
        held = None if descriptor is None or not reads else read_now_open(descriptor)
        out, missed = _put_back(folder, displaced, target.name), list[bytes]()
        later = None if out is None else read_aside(folder, out, target.path)
        if out is not None and later is not None and later.data != ours:
            out = _put_back(folder, out, target.name)
            # A fourth program may have read what just stood there instead of it.
            missed += _kept_aside(keeper, later)
            if out is not None:
                missed += _kept_aside(keeper, read_aside(folder, out, target.path))
        if descriptor is not None and reads:
            missed += _read_held(target, descriptor, keeper, held)
    if out is not None:
        folder.remove(out)
    return tuple(dict.fromkeys(missed))


@contextmanager
def _held(folder: OpenFolder, name: str) -> Iterator[int | None]:
    """The file `name` kept open; None where nobody could rename it then, or it cannot be opened."""
    descriptor = None
    if folder.descriptor is not None:
        with suppress(OSError):
            descriptor = folder.open(name, os.O_RDONLY)
    try:
        yield descriptor
    finally:
        if descriptor is not None:
            os.close(descriptor)


def _read_held(target: Target, descriptor: int, keeper: Keeper, held: bytes | None) -> Iterator[bytes]:
    """What the file `held` that was put back, where it was written since, and what it holds.

    Kept, where it does not stand at its name any more. No more than the first where somebody does not stop writing into
    it: who looks next will wait for that, too.
    """
    try:
        data = read_stable_open(descriptor, target.path).data
    except StillBeingWritten:
        data = None
    if held not in (None, data):
        yield _kept(keeper, held)
    if data is None:
        return
    try:
        is_there = os.path.samestat(os.fstat(descriptor), target.folder.status(target.name))
    except FileNotFoundError:
        is_there = False
    yield data if is_there else _kept(keeper, data)


def _kept(keeper: Keeper, data: bytes) -> bytes:
    keeper.keep(data)
    return data


def _kept_aside(keeper: Keeper, aside: Aside) -> Sequence[bytes]:
    """What was put aside, which has been kept; nothing to be merged where it is a link."""
    keeper.keep(aside.data)
    return () if aside.is_link else (aside.data,)


def _put_back(folder: OpenFolder, displaced: str, name: str) -> str | None:
    """Let a displaced file have its name again. The answer is where the file lies that stood there meanwhile."""
    try:
        out = swap(folder, displaced, name)
    except FileNotFoundError:
        place(folder, displaced, name)
        out = None
    with suppress(OSError):  # what a power cut leaves now, the next start settles
        folder.force_to_disk()
    return out


def leftovers(folder: OpenFolder, temporary: str) -> list[str]:
    """Which of the two names that a swap uses are still taken."""
    return [name for name in (temporary, second_name(temporary)) if folder.holds(name)]


def _remove_own(folder: OpenFolder, temporary: str, ours: bytes) -> None:
    """Remove the temporary file, if it is certain that it holds our bytes."""
    with suppress(OSError, MemdeskError):
        if read_stable(folder, temporary).data == ours:
            folder.remove(temporary)
