"""Finishes what an earlier run, or a command that was killed, left half done, and says how far that is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal

from memdesk.services.desk import Desk
from memdesk.store.progress import Progress
from memdesk.store.sweep import Swept
from memdesk.ui import format as shown
from memdesk.ui.i18n import tr
from memdesk.ui.memory.stepping import Stepping
from memdesk.ui.tasks import Tasks
from memdesk.ui.timers import single_shot
from memdesk.ui.working import Working

LOOK_AGAIN_MS = 1000
"""So long after a change by others it is asked whether one of them was cut short."""


class Recovering(QObject):
    """Finishes or takes back what was interrupted, in a worker.

    Signals:
        recovered: something was finished or taken back; argument: what was `Swept`.
        settled: what an earlier run left is dealt with, whatever came of it.
    """

    recovered = Signal(object)
    settled = Signal()

    def __init__(self, desk: Desk, stepping: Stepping, tasks: Tasks, parent: QObject) -> None:
        super().__init__(parent)
        self._desk = desk
        self._stepping = stepping
        self._tasks = tasks
        self._is_started = False
        self.working = Working(self)
        """What is shown of it where it takes long."""
        self._again = single_shot(self, LOOK_AGAIN_MS, self._look_again)

    def start(self) -> None:
        """Look for what was interrupted, and finish it."""
        progress = Progress()
        # What is half done has to be done or undone: there is nothing to go back to.
        progress.close()
        self.working.begin(progress, _words)
        self._is_started = True
        recover = partial(self._desk.recover, progress)
        self._tasks.run(recover, self._on_recovered, lambda _: self.working.end())

    def look_soon(self) -> None:
        """Others wrote: a command of ours may have been killed at it. One that is still at work is left alone."""
        # Agents that write all the time do not put it off for ever.
        if self._is_started and not self._again.isActive():
            self._again.start()

    def stop(self) -> None:
        """Look no more."""
        self._again.stop()

    def _look_again(self) -> None:
        self._tasks.run(self._desk.recover_beside, self._tell)

    def _on_recovered(self, swept: Sequence[Swept]) -> None:
        self.working.end()
        self._tell(swept)
        self.settled.emit()

    def _tell(self, swept: Sequence[Swept]) -> None:
        if swept:
            workspace = self._desk.workspace
            self._stepping.note_recovered(workspace.relist() | workspace.refresh(is_own=True))
            self.recovered.emit(swept)


def _words(progress: Progress) -> str:
    if not progress.whole:
        return tr("Working…")
    return tr(
        "Finishing what was interrupted: {n} of {all}…",
        n=shown.number(progress.done),
        all=shown.number(progress.whole),
    )
