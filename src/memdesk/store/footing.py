"""How a save of one file would go now, step by step, found out without writing: from the file, its disk and its agent.

Which rungs a file system bears only shows when they are used (rename(2) promises nothing), so the last save counts
most, then what is known of this kind of file system; else the best is tried first, and what follows is said.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from memdesk.errors import MemdeskError
from memdesk.layouts.optional import AgentLock
from memdesk.store.confine import Root, Target, Walk, find_target, walk_at
from memdesk.store.declining import declined
from memdesk.store.leases import Lease, read_lease
from memdesk.store.mounts import file_system_of
from memdesk.store.outcomes import Declined
from memdesk.store.stable_read import require_regular_file
from memdesk.store.ways import LastWays, Way

_EXCHANGING = frozenset({"ext4", "xfs", "btrfs", "tmpfs", "overlay", "f2fs"})
"""Of these it is documented, in rename(2) or their own pages, or was measured that they can exchange two names."""


class Because(Enum):
    """Why a save would go the way it would."""

    LAST_SAVE = "last save"
    FILE_SYSTEM = "file system"
    UNTRIED = "untried"
    NEW_FILE = "new file"
    HARD_LINKS = "hard links"
    FOREIGN_OWNER = "foreign owner"
    CLOSED_FOLDER = "closed folder"
    OWN_MOUNT = "mount of its own"
    REFUSED = "refused"
    """The last save found that the system takes no new file there."""


class Reading(Enum):
    """How a read knows that nobody is in the middle of writing."""

    LEASE = "lease"
    BUSY = "busy"
    """By lease; just now somebody is writing."""
    SETTLE_FOREIGN = "not our file"
    SETTLE_FILE_SYSTEM = "no leases on this file system"
    SETTLE_SYSTEM = "no leases on this system"


@dataclass(frozen=True, slots=True)
class Footing:
    """Where a document is written, and in which way each step of its save would be done.

    `path` is the file itself, links resolved below its root. `names` is how many names it has. `why_not` is what stands
    in the way of any save; then only what could be found out before that holds. `refusal` are the system's own words
    where `because` is `REFUSED`.
    """

    path: str
    file_system: str = ""
    walk: Walk = Walk.BY_NAME
    reading: Reading | None = None
    way: Way | None = None
    because: Because = Because.UNTRIED
    refusal: str = ""
    names: int = 1
    lock: AgentLock | None = None
    why_not: Declined | None = None


class FootingFinder:
    """Finds out. `roots` and `lock_of` are asked each time; `ways` knows how the last saves went."""

    def __init__(
        self,
        roots: Callable[[], Sequence[Root]],
        lock_of: Callable[[str], AgentLock | None],
        ways: LastWays,
    ) -> None:
        self._roots = roots
        self._lock_of = lock_of
        self._ways = ways

    def find(self, path: str) -> Footing:
        """The footing of the document at `path`, there or not. Writes nothing, and raises nothing for the disk."""
        real = os.path.realpath(path)
        try:
            with find_target(path, self._roots()) as target:
                return self._found(path, target)
        except (MemdeskError, OSError) as error:
            if isinstance(error, FileNotFoundError) and self._may_make(path):
                return Footing(real, file_system_of(real), because=Because.NEW_FILE, lock=self._lock_of(path))
            return Footing(real, file_system_of(real), why_not=declined(error, path))

    def _may_make(self, path: str) -> bool:
        """Whether the folders that `path` lacks would be made with it: all but the root."""
        return any(root.holds(path) and os.path.isdir(root.path) for root in self._roots())

    def _found(self, path: str, target: Target) -> Footing:
        lock, system = self._lock_of(path), file_system_of(target.path)
        walk = walk_at(target.folder)
        if not target.folder.holds(target.name):
            return Footing(target.path, system, walk, way=None, because=Because.NEW_FILE, lock=lock)
        status = target.folder.status(target.name)
        require_regular_file(target.path, status)
        way, because = self._way(target, status, system)
        return Footing(
            target.path,
            system,
            walk,
            _reading(target, status),
            way,
            because,
            self._ways.refusal_of(target.path),
            status.st_nlink,
            lock,
            _why_not(path, target),
        )

    def _way(self, target: Target, status: os.stat_result, system: str) -> tuple[Way | None, Because]:
        because = _why_in_place(target, status)
        if because is not None:
            return Way.IN_PLACE, because
        if self._ways.refusal_of(target.path):
            return Way.IN_PLACE, Because.REFUSED
        last = self._ways.swap_on(status.st_dev)
        if last is not None:
            return last, Because.LAST_SAVE
        return _expected(system)


def _expected(system: str) -> tuple[Way | None, Because]:
    """The way of a first save on this kind of file system."""
    if sys.platform == "win32":
        return Way.REPLACED, Because.FILE_SYSTEM
    else:  # noqa: RET505  # the type checker takes branches on the platform, but no early return
        return (Way.EXCHANGED, Because.FILE_SYSTEM) if system in _EXCHANGING else (None, Because.UNTRIED)


def _why_in_place(target: Target, status: os.stat_result) -> Because | None:
    """Why no new file can be the same to its user; None where one can, as far as that shows."""
    if status.st_nlink > 1:
        return Because.HARD_LINKS
    folder = os.stat(target.folder.path)
    if status.st_dev != folder.st_dev:
        return Because.OWN_MOUNT
    if not _may_give(status, folder):
        return Because.FOREIGN_OWNER
    effective = os.access in os.supports_effective_ids
    allowed = os.access(target.folder.path, os.W_OK | os.X_OK, effective_ids=effective)
    return None if allowed else Because.CLOSED_FOLDER


if sys.platform == "win32":

    def _may_give(status: os.stat_result, folder: os.stat_result) -> bool:  # noqa: ARG001  # as elsewhere
        """ReplaceFile hands owner and access list over."""
        return True

else:

    def _may_give(status: os.stat_result, folder: os.stat_result) -> bool:
        """Whether a new file of ours can get owner and group of this one, and take its place in a sticky folder."""
        me = os.geteuid()
        if me == 0:
            return True
        if folder.st_mode & stat.S_ISVTX and me not in (status.st_uid, folder.st_uid):
            return False
        own_groups = {
            os.getegid(),
            *os.getgroups(),
            *([folder.st_gid] if folder.st_mode & stat.S_ISGID else ()),
        }
        return status.st_uid == me and status.st_gid in own_groups


if sys.platform == "linux":

    def _reading(target: Target, status: os.stat_result) -> Reading:
        try:
            descriptor = target.folder.open(target.name, os.O_RDONLY)
        except BlockingIOError:
            return Reading.BUSY
        try:
            with read_lease(descriptor) as lease:
                if lease is Lease.UNKNOWN:
                    is_ours = status.st_uid == os.geteuid()
                    return Reading.SETTLE_FILE_SYSTEM if is_ours else Reading.SETTLE_FOREIGN
                return Reading.LEASE if lease is Lease.HELD else Reading.BUSY
        finally:
            os.close(descriptor)

else:

    def _reading(target: Target, status: os.stat_result) -> Reading:  # noqa: ARG001  # as where leases are
        return Reading.SETTLE_SYSTEM


def _why_not(path: str, target: Target) -> Declined | None:
    try:
        target.folder.require_writable(target.name)
    except OSError as error:
        return declined(error, path)
    return None
