"""The history of the document on screen: read in a worker, shown in its tab, and brought back as a step."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from memdesk.errors import MemdeskError
from memdesk.services.desk import Desk
from memdesk.services.documents.session import DocumentSession
from memdesk.services.documents.taken import NodeId
from memdesk.services.remembered.past_documents import Past
from memdesk.services.steps.restoring import Kept
from memdesk.store.versions import Version
from memdesk.ui.attempts import sentence_of, words_of
from memdesk.ui.history.bringing_back import BringingBack
from memdesk.ui.history.comparison import Comparison, compare
from memdesk.ui.history.page import HistoryPage
from memdesk.ui.history.version_list import VersionRow
from memdesk.ui.history.version_purge import VersionPurge
from memdesk.ui.history.words import removal_of
from memdesk.ui.messages import Messages
from memdesk.ui.recording import Recording
from memdesk.ui.tasks import Newest, Tasks
from memdesk.ui.timers import single_shot

if TYPE_CHECKING:
    from memdesk.ui.memory.screen import MemoryScreen

REST_MS = 150

_Versions = tuple[Version, ...] | MemdeskError


class LookingBack(QObject):
    """Keeps the tab "History" of `memory` true while it is in view, and restores what is asked for there."""

    def __init__(
        self,
        desk: Desk,
        memory: MemoryScreen,
        recording: Recording,
        tasks: Tasks,
        messages: Messages,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._desk = desk
        self._memory = memory
        self._page: HistoryPage = memory.preview.history
        self._recording = recording
        self._tasks = tasks
        self._back = BringingBack(lambda: desk.restoring, memory.stepping, messages)
        self._purge = VersionPurge(lambda: desk.keeping, tasks, messages, self)
        self._reading: Newest[tuple[Version, ...]] = Newest(tasks)
        self._comparing: Newest[Comparison] = Newest(tasks)
        self._rest = single_shot(self, REST_MS, self.refresh)
        self._connect()

    def _connect(self) -> None:
        page, memory = self._page, self._memory
        page.wanted.connect(self.refresh)
        page.version_chosen.connect(lambda _version: self._compare())
        page.restore_requested.connect(self.restore)
        page.recording_requested.connect(self._on_recording_requested)
        page.purge_requested.connect(self._on_purge_requested)
        self._purge.purged.connect(self.refresh)
        memory.document_shown.connect(self._on_document_shown)
        memory.editor.text_changed.connect(self._on_text_changed)
        memory.bars.restore_requested.connect(self.restore_last)
        memory.saving.save_finished.connect(lambda *_: self.refresh())
        memory.stepping.step_made.connect(lambda _step: self.refresh())
        self._recording.recorded.connect(lambda _recorded: self.refresh())
        for signal in (memory.document_shown, self._recording.recorded, memory.saving.save_finished):
            signal.connect(lambda *_: self._look_for_removal())

    # Reading

    def refresh(self) -> None:
        """Read the versions anew, if the page is in view."""
        session = self._memory.open.session
        if session is None or not self._page.isVisible():
            return
        path, restoring = session.path, self._desk.restoring
        self._reading.attempt(lambda: restoring.versions(path), partial(self._on_read, session))

    def _on_read(self, session: DocumentSession, found: _Versions) -> None:
        root = self._memory.open.root
        if session is not self._memory.open.session or root is None:
            return
        is_recorded = root.path in self._desk.recorded
        if isinstance(found, MemdeskError):
            self._page.show_nothing(words_of(found), is_recorded=is_recorded)
            return
        agent = root.layout.title if session.document.agent_rewrites else ""
        rows = _rows(found, session, agent)
        self._page.show_versions(rows, is_recorded=is_recorded, agent=agent, why_not=session.why_read_only)
        self._compare()

    def _look_for_removal(self) -> None:
        """Find out who removed the file on screen, where it is gone."""
        session, root = self._memory.open.session, self._memory.open.root
        if session is None or root is None or not session.is_removed:
            return
        path, restoring = session.path, self._desk.restoring
        agent = root.title if session.document.agent_rewrites else ""

        def tell(found: _Versions) -> None:
            newest = None if isinstance(found, MemdeskError) else next(iter(found), None)
            if newest is not None and newest.removed:
                self._memory.bars.show_removal(session, removal_of(session.document.title, newest, agent))

        self._tasks.attempt(lambda: restoring.versions(path), tell)

    def _compare(self) -> None:
        """Work out what the chosen version has otherwise than the text as it is now."""
        version, session, root = self._page.version, self._memory.open.session, self._memory.open.root
        self._comparing.cancel()
        if version is None or session is None or root is None or version.path != session.path:
            return
        past, text, timeline = (
            Past(session.document, session.layout, root),
            _present(session),
            self._desk.timeline,
        )
        chosen, against = self._page.chosen or (version,), self._page.against
        self._comparing.attempt(
            lambda: compare(timeline, past, chosen, against, text), partial(self._on_compared, chosen)
        )

    def _on_compared(self, chosen: Sequence[Version], found: Comparison | MemdeskError) -> None:
        if isinstance(found, MemdeskError):
            self._page.show_fault(sentence_of(found))
        else:
            self._page.show_comparison(chosen, found)

    def _on_document_shown(self) -> None:
        """What is on screen is of another document."""
        if self._memory.open.session is None:
            self._page.show_nothing("", is_recorded=True)
        self._page.show_pending()
        self.refresh()

    def _on_text_changed(self) -> None:
        if self._page.isVisible():
            self._rest.start()

    # Restoring

    def restore(self, version: Version, node: NodeId | None) -> None:
        """Bring a version of the document on screen back, or one node of it, soon."""
        session = self._memory.open.session
        if session is None or session.path != version.path:
            return
        kept = Kept(session.document, version, node)
        self._back.bring(lambda: [kept], session.path)

    def restore_last(self) -> None:
        """Bring the document on screen back, whose file is gone, as it was last."""
        session = self._memory.open.session
        if session is not None:
            document, restoring = session.document, self._desk.restoring
            self._back.bring(lambda: [Kept(document, restoring.last_text(document.path))], document.path)

    def _on_purge_requested(self, version: Version) -> None:
        session = self._memory.open.session
        if session is not None and session.path == version.path:
            self._purge.ask(version, session.document.title, self._page)

    def _on_recording_requested(self) -> None:
        root = self._memory.open.root
        if root is not None:
            self._recording.keep((root.path,))
            self.refresh()


def _rows(found: tuple[Version, ...], session: DocumentSession, agent: str) -> list[VersionRow]:
    """The newest version that says what is on screen now is marked so."""
    digest = hashlib.sha256(session.data).hexdigest() if session.base is not None else ""
    present = next((one.id for one in found if one.sha256 == digest and not one.removed), None)
    return [VersionRow(version, agent, version.id == present) for version in found]


def _present(session: DocumentSession) -> str:
    """The text on screen; nothing where the file is gone and no text of the user's own is left."""
    return session.text.text if session.base is not None or session.is_dirty else ""
