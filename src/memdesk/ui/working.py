"""Says what takes longer than one waits without a word, how far it has got, and lets the user stop it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from memdesk.store.progress import Progress
from memdesk.ui import format as shown
from memdesk.ui.i18n import tr
from memdesk.ui.timers import repeating, single_shot

SLOW_MS = 500
"""What takes longer says so and can be stopped."""
_BEAT_MS = 100


class Working(QObject):
    """Follows one piece of work after the other.

    Signals:
        changed: arguments: what is under way and how far, empty once nothing is; whether it can be stopped now.
    """

    changed = Signal(str, bool)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._progress: Progress | None = None
        self._words: Callable[[Progress], str] = counted
        self._slow = single_shot(self, SLOW_MS, self._show)
        self._beat = repeating(self, _BEAT_MS, self._tell)

    def begin(self, progress: Progress, words: Callable[[Progress], str] | None = None) -> None:
        """Follow this, and show it once it takes long; `words` says how far it is."""
        self._progress, self._words = progress, words or counted
        self._slow.start()

    def end(self) -> None:
        """It is done, or was stopped."""
        self._progress = None
        self._slow.stop()
        if self._beat.isActive():
            self._beat.stop()
            self.changed.emit("", False)

    def stop(self) -> None:
        """Stop what is under way, as soon as it can be."""
        if self._progress is not None:
            self._progress.stop()
            if self._beat.isActive():
                self._tell()

    def _show(self) -> None:
        self._beat.start()
        self._tell()

    def _tell(self) -> None:
        progress = self._progress
        if progress is None:
            return
        can_stop = progress.can_stop and progress.is_wanted
        is_stopping = progress.can_stop and not progress.is_wanted
        self.changed.emit(tr("Stopping…") if is_stopping else self._words(progress), can_stop)


def counted(progress: Progress) -> str:
    """How many files are changed."""
    if not progress.whole:
        return tr("Working…")
    return tr(
        "Changing files: {n} of {all}…", n=shown.number(progress.done), all=shown.number(progress.whole)
    )


def in_hundredths(lead: str) -> Callable[[Progress], str]:
    """`lead` with how far it is, in hundredths once that is known."""

    def words(progress: Progress) -> str:
        if not progress.whole or not progress.can_stop:
            return lead
        return tr("{lead} {n} %", lead=lead, n=100 * progress.done // progress.whole)

    return words
