"""Works the comparison of a conflict out in a worker, before anybody asks for it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal

from memdesk.services.comparing.comparing import Comparison, Versions, compare_versions, versions_of
from memdesk.ui.memory.document import OpenDocument
from memdesk.ui.tasks import Newest, Tasks
from memdesk.ui.timers import single_shot

REST_MS = 120
"""A conflict that is typed into is compared once that rests."""


class ComparedAhead(QObject):
    """Keeps the comparison of the conflict of the document on screen.

    Signals:
        found: a worker has compared the versions; argument: the `Comparison`.
    """

    found = Signal(object)

    def __init__(self, open_document: OpenDocument, tasks: Tasks, parent: QObject) -> None:
        super().__init__(parent)
        self._open = open_document
        self._newest: Newest[Comparison] = Newest(tasks)
        self._found: Comparison | None = None
        self._rest = single_shot(self, REST_MS, self._compare)
        open_document.shown_changed.connect(self._on_changed)
        open_document.state_changed.connect(self._on_changed)

    def of(self, versions: Versions) -> Comparison:
        """The comparison of these, worked out now where it is not there."""
        found = self._found
        return found if found is not None and found.versions == versions else _compared(versions)

    def _on_changed(self) -> None:
        session = self._open.session
        if session is not None and session.conflict is not None:
            self._rest.start()
            return
        self._rest.stop()
        self._found = None
        self._newest.cancel()

    def _compare(self) -> None:
        session = self._open.session
        if session is None or session.conflict is None:
            return
        self._newest.cancel()
        versions = versions_of(session)
        if self._found is None or self._found.versions != versions:
            self._newest.run(partial(_compared, versions), self._take)

    def _take(self, found: Comparison) -> None:
        self._found = found
        self.found.emit(found)


def _compared(versions: Versions) -> Comparison:
    comparison = compare_versions(versions)
    _ = comparison.known_lines, comparison.keys  # kept with it from now on
    return comparison
