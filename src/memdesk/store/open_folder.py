"""A folder that is held open: a name in it means the same file, whatever is renamed or linked on the way to it."""

from __future__ import annotations

import errno
import os
import stat
from types import TracebackType
from typing import Self

from memdesk.store.descriptors import force_to_disk

# Windows knows neither links at the end of a path by default nor pipes among files; O_BINARY is its own.
_ALWAYS: int = (
    getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)
_FOLDER: int = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0)
HAS_DESCRIPTORS = os.open in os.supports_dir_fd and os.rename in os.supports_dir_fd


class OpenFolder:
    """One folder and what can be done to names in it. No call here follows a link.

    `path` is where the folder was found, for messages. `descriptor` is what the calls go through; None where the
    system offers no such thing (Windows): there the calls go through `path`, and somebody who swaps a folder for a
    link in just that moment is not kept out.
    """

    def __init__(self, path: str, descriptor: int | None) -> None:
        self.path = path
        self.descriptor = descriptor

    @classmethod
    def at(cls, path: str) -> OpenFolder:
        """Open the folder at `path`; links on the way are followed.

        Raises:
            OSError: it is missing, not a folder, or not permitted.
        """
        if HAS_DESCRIPTORS:
            return cls(path, os.open(path, _FOLDER))
        if not os.path.isdir(path):
            number = errno.ENOTDIR if os.path.exists(path) else errno.ENOENT
            raise OSError(number, os.strerror(number), path)
        return cls(path, None)

    def child(self, name: str) -> OpenFolder:
        """Open the folder `name` in this one.

        Raises:
            OSError: it is missing or not permitted; `ENOTDIR` or `ELOOP` where it is a link or no folder.
        """
        path = os.path.join(self.path, name)
        if self.descriptor is None:
            return OpenFolder.at(path)
        return OpenFolder(path, os.open(name, _FOLDER | _ALWAYS, dir_fd=self.descriptor))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def required_descriptor(self) -> int:
        """The descriptor, where the system is known to have such a thing."""
        if self.descriptor is None:
            raise ValueError(f"{self.path} is not open")
        return self.descriptor

    def close(self) -> None:
        """Let go of the folder."""
        if self.descriptor is not None:
            os.close(self.descriptor)
            self.descriptor = None

    def open(self, name: str, flags: int, mode: int = 0o600) -> int:
        """Open a file of this folder; a pipe never blocks. The caller closes the descriptor.

        Raises:
            OSError: `ELOOP` where `name` is a link.
        """
        return os.open(self._at(name), flags | _ALWAYS, mode, dir_fd=self.descriptor)

    def status(self, name: str) -> os.stat_result:
        """What stands at `name` itself, link or not.

        Raises:
            FileNotFoundError: nothing does.
        """
        return os.stat(self._at(name), dir_fd=self.descriptor, follow_symlinks=False)

    def holds(self, name: str) -> bool:
        """Whether anything stands at `name`."""
        try:
            self.status(name)
        except FileNotFoundError:
            return False
        return True

    def destination(self, name: str) -> bytes | None:
        """Where the link at `name` leads; None where no link stands there.

        Raises:
            FileNotFoundError: nothing does.
        """
        if not stat.S_ISLNK(self.status(name).st_mode):
            return None
        return os.fsencode(os.readlink(self._at(name), dir_fd=self.descriptor))

    def make_folder(self, name: str, mode: int) -> None:
        """Make a folder in this one.

        Raises:
            FileExistsError: the name is taken.
        """
        os.mkdir(self._at(name), mode, dir_fd=self.descriptor)

    def link(self, name: str, other: str) -> None:
        """Give the file at `name` a second name.

        Raises:
            OSError: the file system cannot, or the second name is taken.
        """
        os.link(
            self._at(name),
            self._at(other),
            src_dir_fd=self.descriptor,
            dst_dir_fd=self.descriptor,
            follow_symlinks=os.link not in os.supports_follow_symlinks,
        )

    def rename_over(self, name: str, other: str) -> None:
        """Rename; whatever stood at `other` is gone."""
        os.replace(self._at(name), self._at(other), src_dir_fd=self.descriptor, dst_dir_fd=self.descriptor)

    def remove(self, name: str) -> None:
        """Remove the file at `name`."""
        os.unlink(self._at(name), dir_fd=self.descriptor)

    def require_writable(self, name: str) -> None:
        """Let the system say whether this user may write into the file at `name`.

        Raises:
            OSError: `EACCES`, `EPERM` or `EROFS`.
        """
        if os.access in os.supports_effective_ids:
            allowed = os.access(self._at(name), os.W_OK, dir_fd=self.descriptor, effective_ids=True)
        else:
            allowed = os.access(self._at(name), os.W_OK)
        if not allowed:
            os.close(self.open(name, os.O_WRONLY))  # access(2) gives no reason, open(2) does

    def force_file_to_disk(self, name: str) -> None:
        """Return once the bytes of the file at `name` will survive a power cut.

        Raises:
            OSError: the system could not make sure of it.
        """
        descriptor = self.open(name, os.O_RDONLY)
        try:
            force_to_disk(descriptor)
        finally:
            os.close(descriptor)

    def force_to_disk(self) -> None:
        """Return once the names in this folder will survive a power cut.

        Raises:
            OSError: the system could not make sure of it.
        """
        if self.descriptor is not None:
            force_to_disk(self.descriptor)

    def _at(self, name: str) -> str:
        return name if self.descriptor is not None else os.path.join(self.path, name)
