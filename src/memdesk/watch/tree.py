"""The versions known under one root, and what differs from them on disk.

Looking is stat first: bytes are read and hashed only where the signature differs, or where it may hide a change
because the file was written a moment before we looked.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from memdesk.paths import is_within
from memdesk.watch.listing import (
    Identity,
    Listing,
    Subfolder,
    absence_of,
    is_empty,
    is_gone,
    list_folder,
    list_one_file,
    present_identity,
)
from memdesk.watch.own_writes import OwnWrites
from memdesk.watch.state import Absence, WatchRoot
from memdesk.watch.versions import Patience, Version, differs, present_signature, read_version

_MAX_LINKS = 2
"""Linked folders in one path that are followed; bounds the walk through folders that link to each other."""


def _never() -> bool:
    return False


@dataclass(slots=True)
class _Folder:
    identity: Identity
    links: int = 0
    """How many names on the way from the root are links."""
    files: dict[str, Version] = field(default_factory=dict)
    children: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Findings:
    """What a look found: paths whose bytes changed, appeared or vanished, and folders to look at again soon.

    `changed` maps a path to the time of its change in Unix nanoseconds, 0 where the file is gone.
    """

    changed: dict[str, int] = field(default_factory=dict)
    restless: set[str] = field(default_factory=set)


class KnownTree:
    """The versions known under one root. Not thread-safe: one watcher thread owns it.

    What `own` says to be of ours is not reported. Once `is_ending()` a look ends where it is.
    """

    def __init__(self, root: WatchRoot, own: OwnWrites, is_ending: Callable[[], bool] = _never) -> None:
        self.root = root
        self.absence: Absence | None = None
        """Why nothing could be seen in the root when it was last looked after."""
        self._own = own
        self._is_ending = is_ending
        self._mounted: Identity | None = None
        self._was_there = False
        self._folders: dict[str, _Folder] = {}
        self._patience = Patience()
        self._unhashed: list[tuple[str, str]] = []
        self._fresh: set[str] = set()
        self._aging: set[str] = set()
        self._real_root = os.path.realpath(root.path)

    @property
    def real_root(self) -> str:
        """The root with links resolved, as last looked at; the system reports events there."""
        return self._real_root

    @property
    def identity(self) -> Identity | None:
        """Device and inode of the root as last looked at, None while it is missing."""
        known = self._folders.get(self.root.path)
        return known.identity if known else None

    def resolve(self) -> None:
        """Find out anew where the root really is."""
        self._real_root = os.path.realpath(self.root.path)

    @property
    def is_away(self) -> bool:
        """Whether nothing can be seen in the root; for a narrow one, only where something could be seen before."""
        if self.root.is_expected:
            return False
        return self.absence is not None and (self.root.narrow_file is None or self._was_there)

    @property
    def is_awaited(self) -> bool:
        """Whether nothing was at the place where the root is expected when it was last looked at."""
        return self.root.is_expected and self.root.path not in self._folders

    @property
    def is_still_expected(self) -> bool:
        """Whether nothing has come yet to where the root is expected; one look at the disk, since they are many."""
        return self.is_awaited and not os.path.isdir(self.root.path)

    @property
    def has_fresh(self) -> bool:
        """Whether `look_at_fresh` has something to do."""
        return bool(self._aging or self._fresh)

    def look_after(self) -> bool:
        """Whether the root is another folder than the one last looked at, or has come, gone or become readable."""
        if self.is_still_expected:
            return False
        was, self.absence = self.absence, absence_of(self.root.path)
        self._was_there = self._was_there or self.absence is None
        try:
            here = present_identity(self.root.path)
        except OSError:
            # What hides comes back as it was, until something else is seen there.
            return False
        is_other = here != self.identity
        if self.absence is None:
            self._follow_mount(here)
        is_back = was is Absence.UNREADABLE and self.absence is None
        return (is_other and self.absence is not Absence.UNREADABLE) or is_back

    def _follow_mount(self, here: Identity | None) -> None:
        """Tell an empty mount point, whose device went, from a folder that was emptied."""
        known = self._mounted or self.identity
        if here is None or known is None or here.device == known.device or not is_empty(self.root.path):
            self._mounted = None
            return
        self._mounted, self.absence = known, Absence.UNMOUNTED

    def folder_for(self, real_path: str) -> str | None:
        """The folder to look at when the system reports `real_path`; None where it does not concern this root."""
        if real_path == self._real_root:
            return self.root.path
        folder, name = os.path.split(real_path)
        if self.root.narrow_file is not None:
            return self.root.path if (folder, name) == (self._real_root, self.root.narrow_file) else None
        if not is_within(folder, self._real_root):
            return None
        below = folder[len(self._real_root) :]
        if any(map(self.root.is_temporary, (*below.split(os.sep), name))):
            return None
        return self.root.path + below

    def is_reported(self, path: str) -> bool:
        """Whether the system reports changes of this path: no link stands between the root and its bytes."""
        folder = self._folders.get(os.path.dirname(path))
        return folder is not None and folder.links == 0 and not os.path.islink(path)

    def learn(self) -> None:
        """Take the disk as known; nothing is reported. Bytes are hashed later, by `hash_some`."""
        self._folders.clear()
        walked = list(self._walk_from_root(Findings()))
        self._fresh.clear()
        for folder, listing in walked:
            known = self._folders[folder]
            known.files = {name: Version(signature) for name, signature in listing.files.items()}
            self._unhashed += [(folder, name) for name in known.files]

    def hash_some(self, count: int) -> bool:
        """Hash up to `count` files that `learn` took over unread; False when none is left."""
        for _ in range(min(count, len(self._unhashed))):
            folder, name = self._unhashed.pop()
            known = self._folders.get(folder)
            version = known.files.get(name) if known else None
            if known and version and version.digest is None:
                path = os.path.join(folder, name)
                hashed = read_version(path, version.signature)
                # Bytes written since then are a change that is still to be found: they must not pass for the old ones.
                if present_signature(path) == version.signature:
                    known.files[name] = hashed
        return bool(self._unhashed)

    def look(self, folder: str) -> Findings:
        """What changed in one folder, and in folders new in it."""
        findings = Findings()
        while folder not in self._folders and folder != self.root.path and folder != os.path.dirname(folder):
            folder = os.path.dirname(folder)
        for path, listing in self._walk([folder], findings, only_new=True):
            self._compare(path, listing, findings)
        return findings

    def look_at_fresh(self) -> Findings:
        """What changed in folders that were new when this was last asked.

        What is written into a folder just after it was made may be reported by nobody: the system's watch on it is
        set only once its making was reported.
        """
        aging, self._aging, self._fresh = self._aging, self._fresh, set()
        findings = Findings()
        for path, listing in self._walk(sorted(aging & self._folders.keys()), findings, only_new=True):
            self._compare(path, listing, findings)
        return findings

    def look_everywhere(self) -> Findings:
        """What changed anywhere under the root."""
        findings = Findings()
        for path, listing in self._walk_from_root(findings):
            self._compare(path, listing, findings)
        return findings

    # The walk: which folders there are

    def _walk_from_root(self, findings: Findings) -> Iterator[tuple[str, Listing]]:
        return self._walk([self.root.path], findings, only_new=False)

    def _walk(
        self, waiting: list[str], findings: Findings, *, only_new: bool
    ) -> Iterator[tuple[str, Listing]]:
        """Each folder with its listing, now known; vanished folders go to `findings`."""
        while waiting and not self._is_ending():
            folder = waiting.pop()
            try:
                listing = self._list(folder)
            except OSError as error:
                if is_gone(error):
                    self._forget(folder, findings)
                continue
            fresh = self._know(folder, listing, findings)
            waiting.extend(fresh if only_new else self._folders[folder].children)
            yield folder, listing

    def _list(self, folder: str) -> Listing:
        if self.root.narrow_file is not None:
            return list_one_file(folder, self.root.narrow_file)
        return list_folder(folder, self.root.is_temporary)

    def _know(self, folder: str, listing: Listing, findings: Findings) -> list[str]:
        """Take over which folders are there; returns the new ones. A replaced folder keeps its known versions."""
        known = self._folders.setdefault(folder, _Folder(listing.identity))
        known.identity = listing.identity
        present = {
            os.path.join(folder, name): subfolder
            for name, subfolder in listing.folders.items()
            if self._may_enter(folder, subfolder)
        }
        for gone in known.children - present.keys():
            self._forget(gone, findings)
        fresh = [path for path in present if path not in known.children]
        self._fresh.update(fresh)
        for path in fresh:
            self._folders[path] = _Folder(present[path].identity, known.links + present[path].is_link)
        known.children = set(present)
        return fresh

    def _may_enter(self, folder: str, subfolder: Subfolder) -> bool:
        if not subfolder.is_link:
            return True
        return self._folders[folder].links < _MAX_LINKS and subfolder.identity not in self._lineage(folder)

    def _lineage(self, folder: str) -> Iterator[Identity]:
        """The identities of `folder` and of those above it, up to the root."""
        while True:
            yield self._folders[folder].identity
            if folder == self.root.path:
                return
            folder = os.path.dirname(folder)

    def _forget(self, folder: str, findings: Findings) -> None:
        known = self._folders.pop(folder, None)
        if known is None:
            return
        findings.changed.update({os.path.join(folder, name): 0 for name in known.files})
        for child in known.children:
            self._forget(child, findings)

    # The comparison: which bytes differ

    def _compare(self, folder: str, listing: Listing, findings: Findings) -> None:
        known = self._folders[folder]
        for name in known.files.keys() - listing.files.keys():
            del known.files[name]
            self._own.take_left(os.path.join(folder, name))
            self._patience.forget(os.path.join(folder, name))
            findings.changed[os.path.join(folder, name)] = 0
        # What was seen before a change of ours was known to be done may have come after it.
        left = self._own.names_left(folder)
        for name, signature in listing.files.items():
            version = known.files.get(name)
            is_known = version is not None and version.settled and version.signature == signature
            if is_known and name not in left:
                continue
            path = os.path.join(folder, name)
            if self._patience.is_restless(path, signature):
                findings.restless.add(folder)
                continue
            known.files[name] = present = read_version(path, signature)
            is_ours = present.digest is not None and self._own.is_own(path, present.digest)
            if differs(self._before(path, version), present) and not is_ours:
                findings.changed[path] = max(signature.modified_ns, signature.changed_ns)

    def _before(self, path: str, version: Version | None) -> Version | None:
        """What was there before: what a save of ours has left there since the last look, else what that look saw."""
        left = self._own.take_left(path)
        if left is None or version is None:
            return version
        return None if left.digest is None else version._replace(digest=left.digest)
