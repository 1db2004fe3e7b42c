"""A save in the real window, without a screen: text is typed into a card, Ctrl+S, and what the window says of it.

`python -m tests.faults.window_save FILE` does it once.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtTest import QTest

from memdesk.services.documents.changes import Changes
from memdesk.store.outcomes import Declined, DurabilityUnknown, SaveResult
from memdesk.ui.app import run
from memdesk.ui.messages import Message
from memdesk.ui.program import Program
from memdesk.ui.start.options import Options
from tests.faults.calls import begin_counting
from tests.faults.loaded import NOT_EVEN_BEGUN, Order

TYPED = " With reasons."
_SECTION = "Preferences"
_EVERY_MS = 5
SAID_WRONG = 71
"""The exit code where the window does not say how the save ended, or takes unsaved text for saved."""
_PATIENCE_S = 60.0


class WindowSave(QObject):
    """Goes one step further each time the program is at rest; ends the program with an exit code as `memdesk set`."""

    def __init__(self, program: Program, order: Order) -> None:
        super().__init__(program)
        self._program = program
        self._order = order
        self._said: list[str] = []
        self._result: SaveResult | None = None
        self._deadline = time.monotonic() + _PATIENCE_S
        self.code = NOT_EVEN_BEGUN
        self._next: Callable[[], None] = self._show
        self._is_ready: Callable[[], bool] = lambda: (
            program.memory.open.session is not None
        )  # the first is shown
        program.messages.told.connect(self._on_told)
        program.memory.saving.save_finished.connect(self._on_save_finished)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._on_timeout)
        self._timer.start(_EVERY_MS)

    def _on_told(self, message: Message) -> None:
        self._said.append(message.text)

    def _on_save_finished(self, _path: str, result: SaveResult, _changes: Changes) -> None:
        self._result = result

    def _on_timeout(self) -> None:
        if time.monotonic() > self._deadline:
            self._say(f"the window did not come to rest in {self._next.__name__}")
            self._program.window.close()
        elif not self._program.tasks.busy and self._is_ready():
            self._next()

    def _then(self, step: Callable[[], None], is_ready: Callable[[], bool] = lambda: True) -> None:
        self._next, self._is_ready = step, is_ready

    def _show(self) -> None:
        self._program.memory.show_document(self._order.window)
        # One that is just being written is read by a worker first.
        self._then(self._type, lambda: self._program.memory.open.session is not None)

    def _type(self) -> None:
        """What an earlier run left unsaved is there again, and need not be typed."""
        session = self._program.memory.open.session
        assert session is not None
        if not session.is_dirty:
            self._program.memory.editor.focus_section(_SECTION)
            self._press(Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
            QTest.keyClicks(self._program.window.focusWidget(), TYPED)
        self._then(self._save, lambda: session.is_dirty)

    def _save(self) -> None:
        self._begin_counting()
        self._press(Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
        self._then(self._finish, lambda: self._result is not None)

    def _begin_counting(self) -> None:
        """Let a new thread do the save, which has made no call yet, and count what it does from now on."""
        tasks = self._program.tasks
        tasks._pool.shutdown()
        tasks._pool = ThreadPoolExecutor(1)
        kind, number = self._order.kind, self._order.number
        tasks._pool.submit(begin_counting, kind, number, window=True).result()

    def _finish(self) -> None:
        self._timer.stop()
        session = self._program.memory.open.session
        assert session is not None
        code = (
            3
            if isinstance(self._result, Declined)
            else 6
            if isinstance(self._result, DurabilityUnknown)
            else 0
        )
        is_told = bool(self._said) and session.is_dirty == (code == 3)
        self.code = code if is_told else SAID_WRONG
        self._say(f"{self._result.__class__.__name__} {self._said} dirty={session.is_dirty}")
        self._program.window.close()

    def _press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier) -> None:
        QTest.keyClick(self._program.window.windowHandle(), key, modifiers)

    @staticmethod
    def _say(words: str) -> None:
        sys.stderr.write(f"{words}\n")


def save_in_window(order: Order) -> int:
    """Open the window on the folder of the file, save a change to it, and close the window again."""
    driven: list[WindowSave] = []
    run(
        Options((os.path.dirname(order.window),)),
        shown=lambda program: driven.append(WindowSave(program, order)),
    )
    return driven[0].code


if __name__ == "__main__":
    sys.exit(save_in_window(Order(os.environ["HOME"], window=sys.argv[1])))
