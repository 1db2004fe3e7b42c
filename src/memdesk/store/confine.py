"""Find the file that a path means, and prove that it lies in a configured root.

Comparing resolved paths is not enough: whoever swaps a folder for a link between the comparison and the write leads it
outside. So a root is opened and every step down is taken from an open folder, following no link. A link is never
followed but resolved, and what it leads to is found anew in the same way; so a linked file is written through to its
target, and the link stays, where that target lies in a root as well.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum

from memdesk.errors import Refused
from memdesk.store.open_folder import HAS_DESCRIPTORS, OpenFolder

if sys.platform == "linux":
    from memdesk.store.linux_calls import open_folder_beneath

_FOLDER_MODE = 0o700
_LINK_ON_THE_WAY = (errno.ELOOP, errno.ENOTDIR)
_CALL_NOT_TO_BE_HAD = (errno.ENOSYS, errno.EPERM, errno.E2BIG, errno.EINVAL)


@dataclass(frozen=True, slots=True)
class Root:
    """A folder that memory may be written in; with `narrow_file`, that one file directly in it and nothing else."""

    path: str
    narrow_file: str | None = None

    def holds(self, path: str) -> bool:
        """Whether `path`, absolute and normalised, names something that this root lets be written."""
        top = self.path.rstrip(os.sep) + os.sep
        if self.narrow_file is not None:
            return path == top + self.narrow_file
        return path.startswith(top)

    def resolved(self) -> Root:
        """The same root by the path that its links lead to."""
        return Root(os.path.realpath(self.path), self.narrow_file)


class Walk(Enum):
    """How the way from a root down to a file is kept inside."""

    ONE_CALL = "one call"
    """The system itself refuses to leave the root: openat2(2)."""
    STEP_BY_STEP = "step by step"
    """Each folder is opened from the one above it, and no link is followed."""
    BY_NAME = "by name"
    """The path is compared before it is used: who swaps a folder for a link in that moment is not kept out."""


@dataclass(frozen=True, slots=True)
class Target:
    """The one file a path means: a name in an open folder. `narrow` where only a narrow root allows it."""

    folder: OpenFolder
    name: str
    narrow: bool

    @property
    def path(self) -> str:
        """Where it lies, links resolved below the root."""
        return os.path.join(self.folder.path, self.name)


@contextmanager
def find_target(path: str, roots: Sequence[Root], *, make_folders: bool = False) -> Iterator[Target]:
    """The file that `path` means, there or not, with its folder held open.

    `make_folders` makes the folders that are missing between the root and the file, never the root itself.

    Raises:
        Refused: it lies in no root, by itself or through a link, or is named by a path that is not absolute.
        FileNotFoundError: the root, or a folder on the way, is missing.
        OSError: the file system said no.
    """
    target = _find(path, roots, make_folders)
    try:
        yield target
    finally:
        target.folder.close()


def _find(path: str, roots: Sequence[Root], make_folders: bool) -> Target:
    if not os.path.isabs(path) or "\0" in path:
        raise Refused("{path!r} is not a full path of a file.", path=path)
    plain = os.path.normpath(path)
    target = _enter(plain, roots, make_folders)
    if target is not None:
        return target
    real, resolved = os.path.realpath(plain), [root.resolved() for root in roots]
    if _root_of(real, resolved) is None:
        raise _outside(plain, real)
    _require_end(plain)
    target = _enter(real, resolved, make_folders)
    if target is None:
        raise Refused(
            "A folder or a link on the way to {path} is changing while it is written.",
            hint="Try again once nothing moves folders there.",
            path=path,
        )
    return target


def _enter(path: str, roots: Sequence[Root], make_folders: bool) -> Target | None:
    """The target, found without following a link below its root; None where that cannot be."""
    root = _root_of(path, roots)
    if root is None:
        return None
    *folders, name = os.path.relpath(path, root.path).split(os.sep)
    if not HAS_DESCRIPTORS and _goes_through_link(root.path, folders):
        return None
    try:
        folder = _descend(OpenFolder.at(root.path), folders, make_folders)
    except OSError as error:
        if error.errno in _LINK_ON_THE_WAY:
            return None
        raise
    try:
        is_link = _is_link(folder, name)
    except OSError:
        folder.close()
        raise
    if is_link:
        folder.close()
        return None
    return Target(folder, name, root.narrow_file is not None)


def _root_of(path: str, roots: Sequence[Root]) -> Root | None:
    """The root that lets `path` be written; a whole one before a narrow one, because it allows new folders."""
    holding = [root for root in roots if root.holds(path)]
    return min(holding, key=lambda root: root.narrow_file is not None, default=None)


def _outside(path: str, real: str) -> Refused:
    if path == real:
        return Refused(
            "{path} lies outside every open memory folder, so it is not written.",
            hint="Open the folder that holds it first.",
            path=path,
        )
    return Refused(
        "{path} leads to {target}, outside every open memory folder, so it is not written.",
        hint="Open the folder that holds {target}, or put a file in place of the link.",
        path=path,
        target=real,
    )


def _goes_through_link(top: str, names: Sequence[str]) -> bool:
    wanted = os.path.join(os.path.realpath(top), *names)
    return os.path.normcase(os.path.realpath(os.path.join(top, *names))) != os.path.normcase(wanted)


def _require_end(path: str) -> None:
    """Let no path pass whose links lead nowhere; a file need not stand where they lead."""
    try:
        os.path.realpath(path, strict=True)
    except FileNotFoundError:
        return
    except OSError as error:
        if error.errno != errno.ELOOP:
            raise
        raise Refused(
            "{path} is a link that leads back to itself.", hint="Remove the link.", path=path
        ) from error


def _is_link(folder: OpenFolder, name: str) -> bool:
    try:
        return stat.S_ISLNK(folder.status(name).st_mode)
    except FileNotFoundError:
        return False


def _descend(top: OpenFolder, names: list[str], make_folders: bool) -> OpenFolder:
    """The folder below `top` that `names` lead to, no link followed. Closes `top` unless it is the answer."""
    if not names:
        return top
    with top:
        found = None if make_folders else _open_beneath(top, names)
        return found or _walk(top, names, make_folders)


def _open_beneath(top: OpenFolder, names: list[str]) -> OpenFolder | None:
    """As `_walk`, by the one call of Linux that does it; None where that is not to be had."""
    if sys.platform == "linux" and top.descriptor is not None:
        relative = os.path.join(*names)
        try:
            descriptor = open_folder_beneath(top.descriptor, relative)
        except OSError as error:
            if error.errno not in _CALL_NOT_TO_BE_HAD:
                raise
        else:
            return OpenFolder(os.path.join(top.path, relative), descriptor)
    return None


def walk_at(folder: OpenFolder) -> Walk:
    """How a way below an open folder would be kept inside."""
    if folder.descriptor is None:
        return Walk.BY_NAME
    below = _open_beneath(folder, ["."])
    if below is None:
        return Walk.STEP_BY_STEP
    below.close()
    return Walk.ONE_CALL


def _walk(top: OpenFolder, names: list[str], make_folders: bool) -> OpenFolder:
    here = top
    for name in names:
        try:
            below = _child(here, name, make_folders)
        finally:
            if here is not top:
                here.close()
        here = below
    return here


def _child(folder: OpenFolder, name: str, make: bool) -> OpenFolder:
    if make and not folder.holds(name):
        try:
            folder.make_folder(name, _FOLDER_MODE)
        except FileExistsError:
            pass  # another program was quicker
        else:
            folder.force_to_disk()
    return folder.child(name)
