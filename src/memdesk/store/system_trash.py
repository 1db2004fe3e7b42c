"""The trash of the desktop, as the FreeDesktop.org Trash specification 1.0 has it: a copy of a file that was removed.

It is only ever a second copy: what counts is the history, which had the bytes before the file went. So nothing here
has to be durable, and whatever stands in the way is told and changes nothing.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from itertools import count, islice
from urllib.parse import quote_from_bytes, unquote_to_bytes

from memdesk.store.folders import make_private_folder

_FILES, _INFO, _ENDING = "files", "info", ".trashinfo"
_MARK = "X-Memdesk=removed"
"""Tells what is from here, and may be taken back by us; the specification has others pass over it."""
_MOST_NAMES = 10_000
_PRIVATE = 0o600


class SystemTrash:
    """Puts files into the trash of this user, and takes them back. Any thread.

    `home` is the user's home folder, `environment` may name another place of the trash in it (`XDG_DATA_HOME`).
    """

    def __init__(self, home: str, environment: Mapping[str, str], platform: str = sys.platform) -> None:
        self._home = home
        self._is_there = platform not in ("darwin", "win32", "cygwin")
        named = environment.get("XDG_DATA_HOME", "")
        data = named if os.path.isabs(named) else os.path.join(home, ".local", "share")
        self._home_trash = os.path.join(data, "Trash")

    @property
    def why_not(self) -> str:
        """Why files cannot be put there, as a sentence; empty where they can."""
        if self._is_there:
            return ""
        return "On this system Memdesk does not put files into the trash; the history keeps them."

    def put(self, path: str, data: bytes, *, now: datetime | None = None) -> str:
        """Put what the file at `path` held there; returns where it lies now.

        The file itself is gone already. Raises `OSError` where that cannot be done.
        """
        if not self._is_there:
            raise OSError(self.why_not)
        moment = (now or datetime.now().astimezone()).strftime("%Y-%m-%dT%H:%M:%S")
        trash = self._trash_of(path)
        named = path if trash == self._home_trash else os.path.relpath(path, os.path.dirname(_top_of(trash)))
        quoted = quote_from_bytes(os.fsencode(named), safe="/")
        info = f"[Trash Info]\nPath={quoted}\nDeletionDate={moment}\n{_MARK}\n"
        for name in islice(_names_for(os.path.basename(path)), _MOST_NAMES):
            # As the specification asks for: who makes the info file first has the name.
            if _made(os.path.join(trash, _INFO, name + _ENDING), info.encode("ascii")):
                return self._filled(trash, name, data)
        raise OSError(f"too many files called {os.path.basename(path)} are in the trash")

    def take_back(self, path: str, data: bytes) -> bool:
        """Take a file out again that was put there by us, from `path` and with this text; whether there was one.

        Raises `OSError` where it cannot be taken out.
        """
        for trash in (self._home_trash, *self._other_trashes(path)):
            for name, info in _entries(trash):
                file = os.path.join(trash, _FILES, name)
                if _path_in(info, trash, self._home_trash) == path and _holds(file, data):
                    os.unlink(file)
                    os.unlink(os.path.join(trash, _INFO, name + _ENDING))
                    return True
        return False

    def files(self, near: Iterable[str]) -> Iterator[str]:
        """What lies there that we put there, of the home and of the disks that the paths `near` are on."""
        trashes = (self._home_trash, *(trash for path in near for trash in self._other_trashes(path)))
        for trash in dict.fromkeys(trashes):
            for name, _ in _entries(trash):
                yield os.path.join(trash, _FILES, name)

    @staticmethod
    def _filled(trash: str, name: str, data: bytes) -> str:
        file = os.path.join(trash, _FILES, name)
        try:
            if not _made(file, data):
                raise FileExistsError(f"{file} is there already")
        except OSError:
            with suppress(OSError):
                os.unlink(os.path.join(trash, _INFO, name + _ENDING))
            raise
        return file

    def _trash_of(self, path: str) -> str:
        """The trash folder for a file that lay at `path`: of the home on its disk, else of the disk it is on."""
        for trash in self._other_trashes(path):
            with suppress(OSError):
                return _with_folders(trash)
        return _with_folders(self._home_trash)

    def _other_trashes(self, path: str) -> Iterator[str]:
        """The trash folders of the disk that `path` is on, the best first; none where that is the home's."""
        top = _mount_of(_existing(path))
        if top == _mount_of(_existing(self._home_trash)) or not hasattr(os, "getuid"):
            return
        shared = os.path.join(top, ".Trash")
        with suppress(OSError):
            status = os.lstat(shared)
            if stat.S_ISDIR(status.st_mode) and status.st_mode & stat.S_ISVTX:
                yield os.path.join(shared, str(os.getuid()))
        yield os.path.join(top, f".Trash-{os.getuid()}")


def _names_for(name: str) -> Iterator[str]:
    yield name
    stem, ending = os.path.splitext(name)
    for number in count(2):
        yield f"{stem}.{number}{ending}"


def _made(path: str, data: bytes) -> bool:
    """Make a file that is not there, whole or not at all; False where one is. Raises `OSError`."""
    try:
        descriptor = os.open(
            path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), _PRIVATE
        )
    except FileExistsError:
        return False
    try:
        with open(descriptor, "wb") as stream:
            stream.write(data)
    except OSError:
        with suppress(OSError):
            os.unlink(path)
        raise
    return True


def _with_folders(trash: str) -> str:
    for folder in (trash, os.path.join(trash, _FILES), os.path.join(trash, _INFO)):
        if os.path.islink(folder):
            raise OSError(f"{folder} is a link")
        make_private_folder(folder)
    return trash


def _entries(trash: str) -> Iterator[tuple[str, bytes]]:
    """The names of what we put there, and what is noted of each."""
    with suppress(OSError), os.scandir(os.path.join(trash, _INFO)) as found:
        for entry in found:
            if entry.name.endswith(_ENDING) and entry.is_file(follow_symlinks=False):
                with open(entry.path, "rb") as stream:
                    info = stream.read(64 * 1024)
                if _MARK.encode() in info:
                    yield entry.name.removesuffix(_ENDING), info


def _path_in(info: bytes, trash: str, home_trash: str) -> str:
    line = next((line for line in info.split(b"\n") if line.startswith(b"Path=")), b"")
    path = os.fsdecode(unquote_to_bytes(line.removeprefix(b"Path=")))
    return path if trash == home_trash else os.path.join(os.path.dirname(_top_of(trash)), path)


def _top_of(trash: str) -> str:
    """The folder at the top of a disk that its trash lies in: `.Trash/1000` lies one deeper than `.Trash-1000`."""
    parent = os.path.dirname(trash)
    return parent if os.path.basename(parent) == ".Trash" else trash


def _holds(file: str, data: bytes) -> bool:
    try:
        with open(file, "rb") as stream:
            return stream.read(len(data) + 1) == data
    except OSError:
        return False


def _existing(path: str) -> str:
    """The nearest folder above `path` that is there, links resolved."""
    folder = os.path.dirname(path)
    while not os.path.isdir(folder) and folder != os.path.dirname(folder):
        folder = os.path.dirname(folder)
    return os.path.realpath(folder)


def _mount_of(folder: str) -> str:
    while not os.path.ismount(folder):
        folder = os.path.dirname(folder)
    return folder
