"""The folders that are ours: history, drafts, locks, log, settings and cache, all outside every memory-root."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Sequence
from typing import NamedTuple

from memdesk.paths import is_within

APP_FOLDER = "memdesk"
MOVED_NAME = "moved.json"

_PRIVATE = 0o700
# The XDG Base Directory Specification, without the 2 ms that a library takes to load before the first paint.
_XDG_PLACES = (
    ("XDG_DATA_HOME", "~/.local/share"),
    ("XDG_STATE_HOME", "~/.local/state"),
    ("XDG_CONFIG_HOME", "~/.config"),
    ("XDG_CACHE_HOME", "~/.cache"),
)


class StateFolders(NamedTuple):
    """Where Memdesk keeps what is its own. Nothing is created before it is used; all of it is for this user alone.

    `data` holds the history and the marks, `state` drafts, locks and the log, `config` the settings, `cache` what can
    be made again. Paths are absolute.
    """

    data: str
    state: str
    config: str
    cache: str

    @classmethod
    def of_this_user(cls) -> StateFolders:
        """The folders of this system's convention; `XDG_DATA_HOME` and its siblings are honoured."""
        if os.name == "posix" and sys.platform != "darwin":
            return cls(*(_xdg_folder(*place) for place in _XDG_PLACES))
        from platformdirs import PlatformDirs

        dirs = PlatformDirs(APP_FOLDER, appauthor=False)
        return cls(dirs.user_data_dir, dirs.user_state_dir, dirs.user_config_dir, dirs.user_cache_dir)

    @classmethod
    def below(cls, folder: str) -> StateFolders:
        """All of them below one folder: for tests, demos and portable installations."""
        return cls(*(os.path.join(folder, name) for name in ("data", "state", "config", "cache")))

    @property
    def history(self) -> str:
        """Folder of the history database."""
        return os.path.join(self.data, "history")

    @property
    def moved_history_file(self) -> str:
        """Says where the history was moved to; there only where it was."""
        return os.path.join(self.history, MOVED_NAME)

    @property
    def marks(self) -> str:
        """Folder of the marks: pins, and what was reviewed."""
        return os.path.join(self.data, "marks")

    @property
    def drafts(self) -> str:
        """Folder of unsaved buffers."""
        return os.path.join(self.state, "drafts")

    @property
    def locks(self) -> str:
        """Folder of the lock files that keep two Memdesks off one document."""
        return os.path.join(self.state, "locks")

    @property
    def log(self) -> str:
        """Folder of the log."""
        return os.path.join(self.state, "log")

    @property
    def settings_file(self) -> str:
        """The settings that the first paint needs."""
        return os.path.join(self.config, "settings.json")

    @property
    def copies(self) -> str:
        """Folder of private copies of other programs' databases, each there only while it is read."""
        return os.path.join(self.cache, "copies")

    @property
    def search(self) -> str:
        """Folder of the index for searching a very large memory."""
        return os.path.join(self.cache, "search")

    @property
    def projects_file(self) -> str:
        """The project folders that the last search found."""
        return os.path.join(self.cache, "projects.json")

    def owns(self, path: str) -> bool:
        """Whether `path` lies in one of these folders, links followed."""
        real = os.path.realpath(path)
        return any(is_within(real, os.path.realpath(folder)) for folder in self.each)

    def overlap(self, root: str) -> bool:
        """Whether `root` holds one of these folders or lies in one: such a folder cannot be a memory-root."""
        real = os.path.realpath(root)
        return self.owns(root) or any(is_within(os.path.realpath(folder), real) for folder in self.each)

    @property
    def each(self) -> Sequence[str]:
        """All of them."""
        return self.data, self.state, self.config, self.cache


def _xdg_folder(variable: str, usual: str) -> str:
    """A folder below the one that `variable` names; a relative path there counts as none, as the specification says."""
    named = os.environ.get(variable, "")
    return os.path.join(
        named if os.path.isabs(named) else os.path.abspath(os.path.expanduser(usual)), APP_FOLDER
    )


def make_private_folder(path: str) -> str:
    """Make `path` and what is missing above it, for this user alone, and return it.

    Raises:
        OSError: it cannot be made, or something else stands there.
    """
    try:
        _make_one(path)
    except FileNotFoundError:
        parent = os.path.dirname(path)
        if parent in ("", path):
            raise
        if not os.path.isdir(parent):
            make_private_folder(parent)
        # Once more only: a file system that takes no folders, as that of /proc, says again that nothing is there.
        _make_one(path)
    return path


def _make_one(path: str) -> None:
    try:
        os.mkdir(path, _PRIVATE)
    except FileExistsError:
        mode = os.stat(path).st_mode
        if not stat.S_ISDIR(mode):
            raise
        if mode & 0o077:
            os.chmod(path, _PRIVATE)
