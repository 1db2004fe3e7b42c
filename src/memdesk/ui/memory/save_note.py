"""What the head of the page says of the last save: for a while when it was, and as long as it holds why it failed."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QObject, Signal

from memdesk.store.outcomes import SaveResult
from memdesk.ui.i18n import tr
from memdesk.ui.memory.save_words import why_not_saved
from memdesk.ui.theme.tokens import ColorRole
from memdesk.ui.timers import single_shot

SHOWN_MS = 4000
"""So long the time of a save is shown."""


class SaveNote(QObject):
    """The note of the last save of one document.

    Signals:
        changed: there is another note now, or none.
    """

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._path = self._text = ""
        self._is_failure = False
        self._over = single_shot(self, SHOWN_MS, self._on_over)

    def tell(self, path: str, result: SaveResult, *, is_saved: bool, now: datetime) -> None:
        """A save of the document at `path` ended; `is_saved` tells whether the disk has the text, `now` is local."""
        why_not = why_not_saved(result)
        self._path, self._is_failure = path, bool(why_not)
        self._text = why_not or (tr("Saved {time}", time=f"{now:%H:%M}") if is_saved else "")
        self._over.stop()
        if is_saved:
            self._over.start()

    def clear(self) -> None:
        """Something was typed since."""
        self._path = self._text = ""
        self._over.stop()

    def of(self, path: str) -> tuple[str, str, ColorRole] | None:
        """Words, icon and ink of the note on this document; None where there is none."""
        if not self._text or path != self._path:
            return None
        return (self._text, "triangle-alert", "warn") if self._is_failure else (self._text, "", "text2")

    def _on_over(self) -> None:
        self.clear()
        self.changed.emit()
