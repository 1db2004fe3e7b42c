"""`--picture`: what shows that an installation works, on a machine without a person in front of it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from memdesk.ui.timers import repeating

if TYPE_CHECKING:
    from memdesk.ui.program import Program

_EVERY_MS = 100
_QUIET_ROUNDS = 8
"""So many looks in a row find no work under way before the picture is taken."""


def say_painted(_rows: int) -> None:
    """Tell on stdout that the first paint is done, for who measures the start."""
    _tell("painted")


class TakingPicture(QObject):
    """Draws the window into a PNG `path` once its work is done, says so on stdout, and closes the window.

    It belongs to `program`, and goes with it.
    """

    def __init__(self, program: Program, path: str) -> None:
        super().__init__(program)
        self._program = program
        self._path = path
        self._quiet_rounds = 0
        self._timer = repeating(self, 0, self._on_timeout)
        self._timer.start(_EVERY_MS)

    def _on_timeout(self) -> None:
        self._quiet_rounds = 0 if self._program.tasks.busy else self._quiet_rounds + 1
        if self._quiet_rounds < _QUIET_ROUNDS:
            return
        self._timer.stop()
        is_written = self._program.window.grab().save(self._path, "PNG")
        _tell(f"picture {self._path}" if is_written else f"The picture {self._path} could not be written.")
        self._program.window.close()


def _tell(line: str) -> None:
    if sys.stdout is not None:  # a desktop may start the program without one
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
