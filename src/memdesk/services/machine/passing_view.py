"""What views over another view have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from memdesk.layouts.documents import FileInfo
from memdesk.layouts.view import Rows, View, WorkedOut


class PassingView:
    """A view that passes every question on to the one below; what answers some itself is made of it."""

    def __init__(self, view: View) -> None:
        self._view = view

    @property
    def home(self) -> str:
        """The user's home folder."""
        return self._view.home

    @property
    def environment(self) -> Mapping[str, str]:
        """Environment variables."""
        return self._view.environment

    @property
    def platform(self) -> str:
        """As `sys.platform`."""
        return self._view.platform

    @property
    def now(self) -> datetime:
        """The time, with a zone."""
        return self._view.now

    def read(self, path: str) -> bytes:
        """The bytes of a regular file."""
        return self._view.read(path)

    def info(self, path: str) -> FileInfo:
        """What is at `path`."""
        return self._view.info(path)

    def entries(self, path: str) -> Sequence[FileInfo]:
        """What a folder holds, sorted by name."""
        return self._view.entries(path)

    def folder_names(self, path: str) -> Sequence[str]:
        """The names of the folders in a folder, sorted."""
        return self._view.folder_names(path)

    def real_path(self, path: str) -> str:
        """`path` with links resolved."""
        return self._view.real_path(path)

    def project_folders(self) -> Sequence[str]:
        """Project folders that are known on this machine, sorted."""
        return self._view.project_folders()

    def bound_folders(self, root: str) -> Mapping[str, str]:
        """The project folders that the user bound to keys of this root by hand, by key."""
        return self._view.bound_folders(root)

    def override(self, agent: str, name: str) -> int | None:
        """The user's number in place of an assumed one, or None."""
        return self._view.override(agent, name)

    def attachment(self, name: str) -> bytes | None:
        """A file the user opened beside the root, or None."""
        return self._view.attachment(name)

    def rows(self, database: str, table: str, columns: Sequence[str]) -> Rows:
        """Rows of an agent's own database."""
        return self._view.rows(database, table, columns)

    def is_running(self, pid: int) -> bool:
        """Whether there is a process of this number."""
        return self._view.is_running(pid)

    def once(self, what: str, path: str, work_out: Callable[[], WorkedOut]) -> WorkedOut:  # noqa: ARG002 - a question of `View`
        """Worked out each time, since what stands above the view below may change what comes of it."""
        return work_out()
