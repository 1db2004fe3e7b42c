"""Works out in a worker what the ticked candidates save, and shows it below the table and in the panel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from memdesk.errors import MemdeskError
from memdesk.services.desk import Desk
from memdesk.services.prune import step as prune_step
from memdesk.services.prune.prune import Candidate, Candidates
from memdesk.store.progress import Progress
from memdesk.ui import format as shown
from memdesk.ui.i18n import tr
from memdesk.ui.lazy_page import LazyPage
from memdesk.ui.prune.detail import Shown, shown_of
from memdesk.ui.tasks import Newest, Tasks
from memdesk.ui.timers import single_shot

if TYPE_CHECKING:
    from memdesk.ui.prune.screen import PruneScreen

REST_MS = 150
"""So long after the last tick it is worked out."""


class SavingLook(QObject):
    """Looks soon after each `start`.

    `ticked` tells how many are ticked, gives what tells them in a worker, and all the candidates that they are of.
    """

    def __init__(
        self,
        desk: Desk,
        tasks: Tasks,
        page: LazyPage[PruneScreen],
        ticked: Callable[[], tuple[int, Callable[[], Sequence[Candidate]], Candidates]],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._desk = desk
        self._page = page
        self._ticked = ticked
        self._newest: Newest[Shown] = Newest(tasks)
        self._progress = Progress()
        self._is_stopped = False
        self._rest = single_shot(self, REST_MS, self._look)

    def start(self) -> None:
        """Other candidates are ticked, or there are other ones."""
        self._give_up()
        self._rest.start()

    def stop(self) -> None:
        """Look no more."""
        self._is_stopped = True
        self._rest.stop()
        self._give_up()

    def _give_up(self) -> None:
        """Let the worker go: of very much it takes many seconds, in which saves would wait behind it."""
        self._progress.stop()
        self._newest.cancel()

    @property
    def is_waiting(self) -> bool:
        """Whether a look is about to begin."""
        return self._rest.isActive()

    def _look(self) -> None:
        count, ticked, found = self._ticked()
        self._give_up()
        screen = self._page.fill()
        screen.detail.show_pending(count)
        if not count or self._is_stopped:
            screen.show_saving("")
            return
        # What others save is not what these do.
        screen.show_saving("…")
        steps, disk = self._desk.steps, self._desk.workspace.disk
        progress = self._progress = Progress()

        def look() -> Shown:
            pruning = prune_step.prepare(steps, disk, ticked(), found, progress)
            documents = found.documents.values()
            saving = prune_step.saving_of(pruning, disk, documents, lambda: progress.is_wanted)
            return shown_of(saving, pruning.left_out)

        self._newest.attempt(look, self._on_seen)

    def _on_seen(self, seen: Shown | MemdeskError) -> None:
        screen = self._page.fill()
        if isinstance(seen, MemdeskError):
            screen.show_saving("")
            return
        screen.detail.show_saving(seen)
        words = tr(
            "frees {bytes} bytes, about {tokens} tokens of a prompt",
            bytes=shown.number(seen.saving.size_bytes),
            tokens=shown.number(seen.tokens),
        )
        screen.show_saving(words)
