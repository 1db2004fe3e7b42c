"""Going from document to document on the memory screen, and back."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal

from memdesk.ui.editor.document_editor import DocumentEditor
from memdesk.ui.memory.document import OpenDocument, nothing
from memdesk.ui.memory.trail import Stop, Trail
from memdesk.ui.tree.panel import TreePanel
from memdesk.ui.tree.view import Target


class Going(QObject):
    """Shows documents, keeps the tree at what is shown, and remembers the way.

    A large document is there a moment later: what is to follow comes along with the request, and is done only where
    nothing else was asked for meanwhile.

    `trail_changed` tells that one can go back or forward otherwise.
    """

    trail_changed = Signal()

    def __init__(
        self, document: OpenDocument, editor: DocumentEditor, tree: TreePanel, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._open = document
        self._editor = editor
        self._tree = tree
        self._trail = Trail()
        self._way = 0
        document.reading.given_up.connect(self._on_given_up)

    def visit(self, stop: Stop, then: Callable[[], object] = nothing) -> bool:
        """Show a document, at a section where one is named, then call `then`; whether there is such a document."""
        return self._go(stop, partial(self._note, stop, then))

    def _note(self, stop: Stop, then: Callable[[], object]) -> None:
        self._trail.visit(stop)
        self.trail_changed.emit()
        then()

    def step(self, by: int) -> None:
        """Go back (-1) or forward (1), past what cannot be shown. The place on the trail is what is on screen."""
        for place, stop in self._trail.ahead(by):
            if self._go(stop, partial(self._arrive_again, place)):
                if self._open.reading.is_under_way:
                    self._way = by
                    self._trail.set_out(place)
                break
        self.trail_changed.emit()

    def _arrive_again(self, place: int) -> None:
        self._way = 0
        self._trail.arrive(place)
        self.trail_changed.emit()

    def _on_given_up(self, is_barred: bool) -> None:
        way, self._way = self._way, 0
        if way and is_barred:
            self.step(way)
        if not self._way:
            self._trail.stay()
            self.trail_changed.emit()

    def can_step(self, by: int) -> bool:
        """Whether there is a stop that way."""
        return self._trail.can_step(by)

    def _go(self, stop: Stop, then: Callable[[], object]) -> bool:
        return self._open.show(stop.path, partial(self._arrive, stop, then, self._tree.target))

    def _arrive(self, stop: Stop, then: Callable[[], object], started: Target | None) -> None:
        if stop.key:
            self._open.list_sections()
            self._editor.reveal(stop.key, stop.occurrence)
        now = self._tree.target
        # Who went on to a row of no document meanwhile stays there.
        if now is None or now.document is not None or now == started:
            self._tree.select(stop.path, stop.key or None, stop.occurrence, reveal=False)
            self._tree.bring_into_view(stop.path)
        then()
