"""The preview and the survival check of the unsaved text: at once where that is quick, else after a rest."""

from __future__ import annotations

import time

from PySide6.QtCore import QObject, QTimer, Signal

from memdesk.layouts.contract import Scope
from memdesk.services.preview import Previewer, context_for
from memdesk.services.session import DocumentSession
from memdesk.services.survival import survey
from memdesk.services.workspace import Workspace
from memdesk.ui.preview.panel import PreviewPanel

FRAME_MS = 16.0
REST_MS = 150


class LivePreview(QObject):
    """Keeps `panel` true to the buffer of the document that is shown.

    Signals:
        losses_found: what the agent's next write would do to the text; argument: a tuple of `Loss`.
    """

    losses_found = Signal(object)

    def __init__(self, workspace: Workspace, panel: PreviewPanel, parent: QObject) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._panel = panel
        self._previewer = Previewer(workspace)
        self._root = ""
        self._session: DocumentSession | None = None
        self._context: Scope | None = None
        self._cost_ms = 0.0
        self._now = _single_shot(self, 0, self._show_preview)
        self._rest = _single_shot(self, REST_MS, self._show_preview)
        self._check = _single_shot(self, REST_MS, self._check_survival)
        panel.context_chosen.connect(self._on_context_chosen)

    def show_document(self, root: str, session: DocumentSession) -> None:
        """Show what the agent of `root` gets, in the context that `session` belongs to."""
        self._root, self._session = root, session
        contexts = self._previewer.contexts(root)
        self._context = context_for(contexts, session.document)
        self._panel.set_agent(session.layout.title)
        self._panel.set_contexts(contexts, self._context)
        self._panel.show_pending()
        self._now.start()
        self._check.start(0)

    def show_nothing(self) -> None:
        """No document is shown."""
        self._session, self._context = None, None
        self._panel.clear()
        for timer in (self._now, self._rest, self._check):
            timer.stop()

    def refresh(self) -> None:
        """The text changed, here or on disk."""
        if self._session is None:
            return
        (self._now if self._cost_ms < FRAME_MS else self._rest).start()
        self._check.start(REST_MS)

    def forget_saved(self) -> None:
        """Other programs wrote something: what the agent gets of the saved text is looked at again."""
        self._previewer.forget()
        self.refresh()

    def _on_context_chosen(self, context: Scope) -> None:
        self._context = context
        self.refresh()

    def _show_preview(self) -> None:
        if self._session is None or self._context is None:
            return
        begin = time.perf_counter()
        try:
            preview = self._previewer.preview(self._root, self._context)
        except OSError:
            # A file vanished while it was read: whatever comes of it, the watcher tells, and this is asked again.
            self._rest.start()
            return
        self._panel.show_injected(preview.injected, preview.saved, self._session.document)
        self._panel.show_diff(self._session.disk_text, self._session.text.text)
        self._cost_ms = (time.perf_counter() - begin) * 1000

    def _check_survival(self) -> None:
        if self._session is None:
            return
        try:
            losses = survey(self._session.layout, self._session.document, self._workspace.view)
        except OSError:
            self._check.start(REST_MS)
            return
        self.losses_found.emit(losses)


def _single_shot(owner: QObject, delay_ms: int, slot: object) -> QTimer:
    timer = QTimer(owner)
    timer.setSingleShot(True)
    timer.setInterval(delay_ms)
    timer.timeout.connect(slot)
    return timer
