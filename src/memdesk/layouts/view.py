"""What a layout may look at: a read-only view of the machine, through which every answer of the contract is pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, TypeVar

from memdesk.layouts.documents import FileInfo

WorkedOut = TypeVar("WorkedOut")


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of a table as they were at `taken`. `why_not` is a sentence on why they cannot be read, else empty."""

    rows: tuple[Mapping[str, object], ...]
    taken: datetime
    why_not: str = ""


class View(Protocol):
    """Read-only access to the declared roots, with unsaved buffers laid over the disk.

    Paths are absolute, with `/` between parts. Every call may raise `OSError` as the file system does (missing,
    not permitted, is a folder); a layout turns that into an answer, never into a crash.
    """

    @property
    def home(self) -> str:
        """The user's home folder."""

    @property
    def environment(self) -> Mapping[str, str]:
        """Environment variables."""

    @property
    def platform(self) -> str:
        """`linux`, `darwin` or `win32`, as `sys.platform` has them."""

    @property
    def now(self) -> datetime:
        """The time, with a zone."""

    def read(self, path: str) -> bytes:
        """The bytes of a regular file: the unsaved buffer where there is one, else the disk."""

    def info(self, path: str) -> FileInfo:
        """What is at `path`; raises `FileNotFoundError` where there is nothing, not even a dangling link."""

    def entries(self, path: str) -> Sequence[FileInfo]:
        """What a folder holds, sorted by name. `size_bytes` and `modified` may be 0 here: ask `info`."""

    def folder_names(self, path: str) -> Sequence[str]:
        """The names of the folders in a folder, sorted; for thousands of them half the work of `entries`."""

    def real_path(self, path: str) -> str:
        """`path` with links resolved."""

    def project_folders(self) -> Sequence[str]:
        """Project folders that are known on this machine, sorted: added by the user, or found below the home."""

    def bound_folders(self, root: str) -> Mapping[str, str]:
        """The project folders that the user bound to keys of this root by hand, by key."""

    def override(self, agent: str, name: str) -> int | None:
        """The user's number in place of the one that the layout `agent` assumes under `name`, or None."""

    def attachment(self, name: str) -> bytes | None:
        """A file the user opened beside the root (a workflow), or None."""

    def rows(self, database: str, table: str, columns: Sequence[str]) -> Rows:
        """Rows of an agent's own database: a SQLite file, or a folder of Lance tables.

        They come from a private copy, so that the agent's files are never opened as a database. `columns` that the
        table lacks are left out. Raises `FileNotFoundError` where there is no such database or table.
        """

    def is_running(self, pid: int) -> bool:
        """Whether there is a process of this number."""

    def once(self, what: str, path: str, work_out: Callable[[], WorkedOut]) -> WorkedOut:
        """What `work_out` makes of this view, under a name of the layout's own: once where the view stays as it is.

        A view that may change between two calls works it out each time.
        """
