"""One running window per user and state folder: a lock that dies with its process, and a private socket beside it.

The lock alone decides who is first, so a socket that a killed program left says nothing. The socket lies in a folder
that only this user may enter; who is at its other end is asked of the system as well, where that tells.
"""

from __future__ import annotations

import errno
import os
import struct
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from memdesk.store.folders import make_private_folder
from memdesk.store.locks import try_to_lock
from memdesk.store.private_file import remove_if_there

if TYPE_CHECKING:
    from collections.abc import Callable
    from socket import socket

_LOCK, _SOCKET = "instance.lock", "instance.socket"
_MOST_WAITING = 8
_LONGEST_NAME = 100
"""A socket's name has 104 bytes on some systems, its end included."""


class Instance:
    """The claim to be the one program that runs on the state folder `folder`."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._lock: int | None = None
        self._door: socket | None = None

    def claim(self) -> bool:
        """Become the one; whether no other process is that already.

        True as well where the folder or its locks cannot be used: a window that opens twice is better than none.
        """
        if self._lock is not None:
            return True
        try:
            descriptor = os.open(
                os.path.join(make_private_folder(self._folder), _LOCK), os.O_RDWR | os.O_CREAT, 0o600
            )
        except OSError:
            return True
        try:
            is_first = try_to_lock(descriptor)
        except OSError:
            is_first = True
        if is_first:
            self._lock = descriptor
        else:
            os.close(descriptor)
        return is_first

    def listen(self) -> socket | None:
        """A socket that never blocks, for what later starts have to say; None where the system has none.

        Only for who holds the claim: what a killed program left is cleared away. Raises `OSError`.
        """
        if self._lock is None or not has_sockets():
            return None
        door = _local_socket()
        try:
            remove_if_there(os.path.join(self._folder, _SOCKET))
            _with_short_name(self._folder, door.bind)
            os.chmod(os.path.join(self._folder, _SOCKET), 0o600)
            door.listen(_MOST_WAITING)
            door.setblocking(False)
        except BaseException:
            door.close()
            raise
        self._door = door
        return door

    def release(self) -> None:
        """Let the next start be the one."""
        if self._door is not None:
            self._door.close()
            with suppress(OSError):
                remove_if_there(os.path.join(self._folder, _SOCKET))
        if self._lock is not None:
            os.close(self._lock)
        self._door = self._lock = None


def call(folder: str, timeout_s: float) -> socket:
    """A connection to the program that listens in `folder`; it waits no longer than `timeout_s`. Raises `OSError`."""
    line = _local_socket()
    line.settimeout(timeout_s)
    try:
        _with_short_name(folder, line.connect)
    except BaseException:
        line.close()
        raise
    return line


def has_sockets() -> bool:
    """Whether this system's Python has sockets that are files; that of Windows has none."""
    return sys.platform != "win32"


if sys.platform == "win32":

    def _local_socket() -> socket:
        raise OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP))

else:

    def _local_socket() -> socket:
        from socket import AF_UNIX, SOCK_STREAM, socket

        return socket(AF_UNIX, SOCK_STREAM)


if sys.platform == "linux":

    def is_of_this_user(connection: socket) -> bool:
        """Whether the process at the other end runs as this user."""
        from socket import SO_PEERCRED, SOL_SOCKET

        facts = struct.Struct("3i")
        _, user, _ = facts.unpack(connection.getsockopt(SOL_SOCKET, SO_PEERCRED, facts.size))
        return bool(user == os.getuid())

else:

    def is_of_this_user(connection: socket) -> bool:  # noqa: ARG001  # as where the system tells
        """The system does not tell; that nobody else may enter the folder has to do."""
        return True


def _with_short_name(folder: str, use: Callable[[str], object]) -> None:
    """Use the name of the socket in `folder`, by way of a descriptor where the name itself is too long."""
    name = os.path.join(folder, _SOCKET)
    if len(os.fsencode(name)) <= _LONGEST_NAME or sys.platform != "linux":
        use(name)
        return
    descriptor = os.open(folder, os.O_PATH | os.O_DIRECTORY)
    try:
        use(f"/proc/self/fd/{descriptor}/{_SOCKET}")
    finally:
        os.close(descriptor)
