"""Reads the indexes that agents keep of memory every few seconds, and tells what they say of each document."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal

from memdesk.layouts.documents import Document
from memdesk.services.preview.index_states import IndexKeeper, Looked
from memdesk.services.workspace.workspace import Workspace
from memdesk.ui.live_query import LiveQuery, Pace
from memdesk.ui.tasks import Tasks

LOOK_MS = 5000
"""So often an index is looked at. It changes without any file of memory, so no event of a file tells of it."""

_REST_PER_WORK = 20
"""Where a look takes long, so many times as long passes until the next."""


class IndexLook(LiveQuery[Sequence[Looked]]):
    """Polls the index of every open root in a worker.

    Signals:
        looked: a look is over; argument: the documents of which an index says something else than before.
    """

    looked = Signal(object)

    def __init__(self, workspace: Workspace, tasks: Tasks, parent: QObject) -> None:
        super().__init__(
            tasks, self._prepare_look, self._on_looked, parent, pace=Pace(LOOK_MS, _REST_PER_WORK, polls=True)
        )
        self.known = IndexKeeper(workspace)
        self._document: Document | None = None

    def show(self, document: Document | None) -> None:
        """Of this document the entries are of interest too."""
        is_other = (document and document.path) != (self._document and self._document.path)
        self._document = document
        if is_other and document is not None:
            self.refresh()

    def _prepare_look(self, _token: object) -> Callable[[], Sequence[Looked]] | None:
        roots, document = self.known.roots(), self._document

        def look() -> Sequence[Looked]:
            return [
                self.known.look(root, document if document and document.path.startswith(root.path) else None)
                for root in roots
            ]

        return look if roots else None

    def _on_looked(self, found: Sequence[Looked]) -> None:
        for looked in found:
            self.looked.emit(self.known.take(looked))
