"""The preview and the survival check of the unsaved text, in a worker: at once where that is quick."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple, TypeVar

from PySide6.QtCore import QObject, Signal

from memdesk.layouts.documents import Document, Scope
from memdesk.layouts.optional import Recalled
from memdesk.services.documents.session import DocumentSession
from memdesk.services.preview.guarding import survey_unsaved
from memdesk.services.preview.preview import Preview, Previewer, PreviewJob, context_for
from memdesk.services.preview.raising import Raise
from memdesk.services.preview.survival import Loss
from memdesk.services.workspace.workspace import Workspace
from memdesk.ui.i18n import told, tr
from memdesk.ui.preview.index_page import Worked, WorkOut
from memdesk.ui.preview.injection import DocumentPlace
from memdesk.ui.preview.panel import PreviewPanel
from memdesk.ui.tasks import Newest, Tasks
from memdesk.ui.timers import single_shot

FRAME_MS = 16.0
REST_MS = 150

Result = TypeVar("Result")


class LivePreview(QObject):
    """Keeps `panel` true to the buffer of the document that is shown.

    Signals:
        losses_found: what the agent's next write would do to the text; argument: a tuple of `Loss`.
        injected_found: what the agent would get of the text; argument: an `Injected`.
        raise_requested: the user saw how a lost line can be moved above the cut, and wants it; argument: a `Raise`.
    """

    losses_found = Signal(object)
    injected_found = Signal(object)
    raise_requested = Signal(object)

    def __init__(self, workspace: Workspace, panel: PreviewPanel, tasks: Tasks, parent: QObject) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._panel = panel
        self._tasks = tasks
        panel.work_with(tasks)
        self._previewer = Previewer(workspace)
        self._root = ""
        self._readers: dict[str, Document] = {}
        self._session: DocumentSession | None = None
        self._context: Scope | None = None
        self._budget_bytes: int | None = None
        self._cost_ms: float | None = None
        self._making: Newest[_Made] = Newest(tasks)
        self._recalling: Newest[Sequence[Recalled] | None] = Newest(tasks)
        self._rest = single_shot(self, REST_MS, self._show_from_worker)
        self._check = single_shot(self, REST_MS, self._check_survival)
        self._connect()

    def _connect(self) -> None:
        self._panel.context_chosen.connect(self._on_context_chosen)
        self._panel.reader_chosen.connect(self._show_agent)
        self._panel.budget_chosen.connect(self._on_budget_chosen)
        self._panel.proposal_requested.connect(self._on_proposal_requested)
        self._panel.raise_requested.connect(self.raise_requested)
        self._panel.query_changed.connect(self._on_query_changed)

    def show_document(self, root: str, session: DocumentSession) -> None:
        """Show what the agent of `root` gets, in the context that `session` belongs to.

        Of a file that several agents read it stays with the one whose preview was shown before.
        """
        self._session = session
        self._readers = {
            reader.path: document for reader, document in self._workspace.readers_of(session.path)
        }
        self._readers.setdefault(root, session.document)
        self._show_agent(self._root if self._root in self._readers else root)
        self._check.start(0)

    def _show_agent(self, root: str) -> None:
        if root != self._root:
            self._root, self._budget_bytes = root, None
            self._panel.set_agent(
                self._workspace.root(root).layout.title,
                budgeted=self._previewer.is_budgeted(root),
                recalling=self._previewer.is_recalling(root),
            )
        # What another document, or another agent, cost says nothing of this one.
        self._cost_ms = None
        readers = {path: told(self._workspace.root(path).label) for path in self._readers}
        self._panel.set_readers(readers, root)
        show = partial(self._show_contexts, self._session)
        self._tasks.wait_a_moment(self._tasks.run(self._previewer.prepare_contexts(root), show, first=True))

    def _show_contexts(self, session: DocumentSession | None, contexts: Sequence[Scope]) -> None:
        if session is None or session is not self._session:
            return
        self._context = context_for(contexts, self._readers.get(self._root))
        self._panel.set_contexts(contexts, self._context)
        self._panel.show_pending()
        self._start(rest_ms=0)

    def show_nothing(self) -> None:
        """No document is shown."""
        self._root, self._session, self._context = "", None, None
        self._readers.clear()
        self._panel.clear()
        self._making.cancel()
        for timer in (self._rest, self._check):
            timer.stop()

    def refresh(self) -> None:
        """The text changed, here or on disk."""
        if self._session is None:
            return
        self._start(REST_MS)
        self._check.start(REST_MS)

    def forget_saved(self) -> None:
        """Other programs wrote something: the disk is looked at again."""
        self._previewer.forget()
        self.refresh()

    def find(self, done: Callable[[str, Preview | None], object]) -> None:
        """Find what the agent gets of the text as it is now: `done` is called with the agent's name and the preview.

        That is None where a file vanishes meanwhile. Nothing is done where no document is shown.
        """
        job = self._job()
        if job is not None:
            agent = told(self._workspace.root(self._root).layout.title)
            self._tasks.run(_unless_vanished(job.run), lambda preview: done(agent, preview))

    # What the panel asks for

    def _on_context_chosen(self, context: Scope) -> None:
        self._context = context
        self.refresh()

    def _on_budget_chosen(self, budget_bytes: int | None) -> None:
        self._budget_bytes = budget_bytes
        self.refresh()

    def _on_query_changed(self, query: str) -> None:
        if self._context is not None:
            recall = self._previewer.prepare_recall(self._root, self._context, query)
            self._recalling.run(
                _unless_vanished(recall), lambda found: self._panel.show_recalled(found or ())
            )

    def _on_proposal_requested(self, place: DocumentPlace) -> None:
        documents = {root.path: document for root, document in self._workspace.readers_of(place.path)}
        if not documents or self._context is None:
            reason = tr("This file is not open here, so nothing in it can be moved.")
            self._panel.show_proposal(place, Raise("", why_not=reason))
            return
        document = documents.get(self._root) or next(iter(documents.values()))
        find = self._previewer.prepare_raise(
            self._root, self._context, document, place.position, self._budget_bytes
        )
        self._tasks.run(_unless_vanished(find), lambda proposal: self._propose(place, proposal))

    def _propose(self, place: DocumentPlace, proposal: Raise | None) -> None:
        self._panel.show_proposal(
            place, proposal or Raise("", why_not=tr("The file has just changed. Try again."))
        )

    # Making

    def _start(self, rest_ms: int) -> None:
        """Make the preview soon: at once where that takes no longer than a frame."""
        is_quick = self._cost_ms is not None and self._cost_ms < FRAME_MS
        self._rest.start(0 if is_quick else rest_ms)

    def _job(self) -> PreviewJob | None:
        if self._session is None or self._context is None:
            return None
        return self._previewer.prepare(self._root, self._context, self._budget_bytes)

    def _show_from_worker(self) -> None:
        job = self._job()
        if job is not None:
            work_out = self._panel.working_out(self._document)
            self._making.run(lambda: _timed(job, work_out), self._take)

    @property
    def _document(self) -> Document | None:
        """The document on screen, as the agent has it whose preview is shown."""
        return None if self._session is None else self._readers.get(self._root, self._session.document)

    def _take(self, made: _Made) -> None:
        if made.preview is None:
            # A file vanished while it was read: whatever comes of it, the watcher tells, and this is asked again.
            self._rest.start(REST_MS)
            return
        if self._session is None:
            return
        begin, preview = time.perf_counter(), made.preview
        self._panel.show_injected(preview.injected, preview.saved, self._document, made.worked)
        self.injected_found.emit(preview.injected)
        self._panel.show_diff(self._session.disk_text, self._session.text.text)
        self._cost_ms = made.took_ms + (time.perf_counter() - begin) * 1000

    def _check_survival(self) -> None:
        session = self._session
        if session is None:
            return
        layout, document, revision = session.layout, session.document, session.text.revision
        view, saved = self._previewer.snapshot(), session.base_text
        survive = _unless_vanished(lambda: survey_unsaved(layout, document, view, saved))
        self._tasks.run(survive, lambda losses: self._tell_losses(session, revision, losses))

    def _tell_losses(self, session: DocumentSession, revision: int, losses: tuple[Loss, ...] | None) -> None:
        if session is not self._session:
            return
        if losses is None:
            self._check.start(REST_MS)
        elif session.text.revision == revision:
            self.losses_found.emit(losses)
        elif not self._check.isActive():
            self._check.start(REST_MS)


class _Made(NamedTuple):
    """A preview and what the panel shows of it, None where a file vanished, and how many milliseconds it took."""

    preview: Preview | None
    worked: Worked | None
    took_ms: float


def _timed(job: PreviewJob, work_out: WorkOut) -> _Made:
    begin = time.perf_counter()
    preview = _unless_vanished(job.run)()
    worked = work_out(preview.injected, preview.saved) if preview is not None else None
    return _Made(preview, worked, (time.perf_counter() - begin) * 1000)


def _unless_vanished(work: Callable[[], Result]) -> Callable[[], Result | None]:
    def attempt() -> Result | None:
        try:
            return work()
        except OSError:
            return None

    return attempt
