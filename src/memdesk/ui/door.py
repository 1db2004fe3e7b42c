"""Listens for later starts of Memdesk: they name folders, and this window shows them and comes to the front."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from socket import socket

from PySide6.QtCore import QObject, QSocketNotifier, Qt
from PySide6.QtWidgets import QWidget

from memdesk.errors import UsageError
from memdesk.services.handing_over import MOST_BYTES, Answer, pack_answer, unpack_request
from memdesk.store.instance import Instance, is_of_this_user
from memdesk.ui.timers import single_shot

log = logging.getLogger(__name__)

PATIENCE_MS = 2000
MOST_CALLERS = 8

Show = Callable[[Sequence[str]], Answer]


class Door(QObject):
    """Listens as long as it is open. `show` gets the folders that a caller of this user asks for, and answers.

    Whoever says nothing, too much or something else is let go without an answer.
    """

    def __init__(self, instance: Instance, show: Show, parent: QObject) -> None:
        super().__init__(parent)
        self._show = show
        self._callers: list[_Caller] = []
        self._socket: socket | None = None
        try:
            self._socket = instance.listen()
        except OSError as error:
            # Later starts say that the window does not answer; it works all the same.
            log.warning("cannot listen for later starts: %s", error.strerror)
        if self._socket is not None:
            self._bell = QSocketNotifier(self._socket.fileno(), QSocketNotifier.Type.Read, self)
            self._bell.activated.connect(self._on_rung)

    def close(self) -> None:
        """Listen no more; who is in the middle of asking is let go."""
        if self._socket is not None:
            self._bell.setEnabled(False)
            self._socket = None
        for caller in tuple(self._callers):
            caller.leave()

    def _on_rung(self) -> None:
        if self._socket is None:
            return
        try:
            line, _ = self._socket.accept()
        except OSError:
            return  # the caller did not wait
        if len(self._callers) >= MOST_CALLERS or not is_of_this_user(line):
            line.close()
            return
        self._callers.append(_Caller(line, self._show, self._callers.remove, self))


class _Caller(QObject):
    """One later start, from its first byte to the answer."""

    def __init__(self, line: socket, show: Show, left: Callable[[_Caller], object], parent: QObject) -> None:
        super().__init__(parent)
        self._line = line
        self._show = show
        self._left = left
        self._said = b""
        line.setblocking(False)
        self._heard = QSocketNotifier(line.fileno(), QSocketNotifier.Type.Read, self)
        self._heard.activated.connect(self._on_heard)
        self._patience = single_shot(self, PATIENCE_MS, self.leave)
        self._patience.start()

    def _on_heard(self) -> None:
        try:
            piece = self._line.recv(MOST_BYTES)
        except BlockingIOError:
            return
        except OSError:
            piece = b""
        self._said += piece
        if not piece or len(self._said) > MOST_BYTES:
            self.leave()
        elif self._said.endswith(b"\n"):
            self._answer()

    def _answer(self) -> None:
        try:
            self._line.sendall(pack_answer(self._show(unpack_request(self._said))))
        except (OSError, UsageError) as error:
            log.info("a later start was not understood: %s", type(error).__name__)
        finally:
            self.leave()

    def leave(self) -> None:
        """Hang up."""
        self._heard.setEnabled(False)
        self._patience.stop()
        self._line.close()
        self._left(self)
        self.deleteLater()


def bring_to_front(window: QWidget) -> None:
    """Show `window` before all others, as far as the desktop lets a program do that."""
    window.setWindowState(
        (window.windowState() & ~Qt.WindowState.WindowMinimized) | Qt.WindowState.WindowActive
    )
    window.show()
    window.raise_()
    window.activateWindow()
