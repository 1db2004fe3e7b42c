"""The history of the document on screen: read in a worker, shown in its tab, and brought back as a step."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, QTimer

from memdesk.errors import MemdeskError
from memdesk.services.desk import Desk
from memdesk.services.session import DocumentSession
from memdesk.services.step import Status, Step, StepJob
from memdesk.services.taken import NodeId
from memdesk.store.versions import Version
from memdesk.ui import format as shown
from memdesk.ui.history.difference_list import Piece, pieces_of
from memdesk.ui.history.page import HistoryPage
from memdesk.ui.history.version_list import VersionRow
from memdesk.ui.i18n import tr
from memdesk.ui.memory.step_words import short
from memdesk.ui.memory.stepping import Wanted
from memdesk.ui.messages import Message, Messages
from memdesk.ui.recording import Recording
from memdesk.ui.tasks import Task, Tasks

if TYPE_CHECKING:
    from memdesk.ui.memory.screen import MemoryScreen

REST_MS = 150

Result = TypeVar("Result")

_Versions = tuple[Version, ...] | MemdeskError
_Pieces = tuple[Piece, ...] | MemdeskError


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
        self._messages = messages
        self._reading: Task[_Versions] | None = None
        self._comparing: Task[_Pieces] | None = None
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self.refresh)
        self._connect()

    def _connect(self) -> None:
        page, memory = self._page, self._memory
        page.wanted.connect(self.refresh)
        page.version_chosen.connect(lambda _version: self._compare())
        page.restore_requested.connect(self.restore)
        page.recording_requested.connect(self._on_recording_requested)
        memory.document_shown.connect(self._on_document_shown)
        memory.editor.text_changed.connect(self._on_text_changed)
        memory.bars.restore_requested.connect(self.restore_last)
        memory.saving.save_finished.connect(lambda *_: self.refresh())
        memory.stepping.step_made.connect(lambda _step: self.refresh())
        self._recording.recorded.connect(lambda _recorded: self.refresh())

    # Reading

    def refresh(self) -> None:
        """Read the versions anew, if the page is in view."""
        session = self._memory.open.session
        if session is None or not self._page.isVisible():
            return
        if self._reading is not None:
            self._reading.cancel()
        path, restoring = session.path, self._desk.restoring
        self._reading = self._tasks.run(
            _or_error(lambda: restoring.versions(path)), partial(self._on_read, session)
        )

    def _on_read(self, session: DocumentSession, found: _Versions) -> None:
        self._reading = None
        root = self._memory.open.root
        if session is not self._memory.open.session or root is None:
            return
        is_recorded = self._desk.is_recorded(root.path)
        if isinstance(found, MemdeskError):
            self._page.show_nothing(f"{found.sentence} {found.advice}".strip(), is_recorded=is_recorded)
            return
        agent = root.layout.title if session.document.agent_rewrites else ""
        rows = _rows(found, session, agent)
        self._page.show_versions(rows, is_recorded=is_recorded, agent=agent, why_not=session.why_read_only)
        self._compare()

    def _compare(self) -> None:
        """Work out what the chosen version has otherwise than the text as it is now."""
        version, session = self._page.version, self._memory.open.session
        if self._comparing is not None:
            self._comparing.cancel()
            self._comparing = None
        if version is None or session is None or version.path != session.path:
            return
        document, text, restoring = session.document, _present(session), self._desk.restoring
        self._comparing = self._tasks.run(
            _or_error(lambda: pieces_of(restoring.differences(document, version, text))),
            partial(self._on_compared, version),
        )

    def _on_compared(self, version: Version, found: _Pieces) -> None:
        self._comparing = None
        if isinstance(found, MemdeskError):
            self._page.show_fault(found.sentence)
        else:
            self._page.show_pieces(version, found)

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
        title = session.document.title
        if node is None:
            what = tr(
                "Restored {title} as it was: {when}.", title=title, when=shown.short_moment(version.when)
            )
        else:
            what = tr("Restored “{name}” in {title}.", name=short(node[0]), title=title)
        self._make(session, lambda: version, node, what)

    def restore_last(self) -> None:
        """Bring the document on screen back, whose file is gone, as it was last."""
        session = self._memory.open.session
        if session is not None:
            path, restoring = session.path, self._desk.restoring
            what = tr("Restored {title}.", title=session.document.title)
            self._make(session, lambda: restoring.last_text(path), None, what)

    def _make(
        self, session: DocumentSession, find: Callable[[], Version], node: NodeId | None, what: str
    ) -> None:
        restoring, document = self._desk.restoring, session.document

        def prepare() -> StepJob:
            return restoring.prepare(document, find(), node)

        self._memory.stepping.make(Wanted(prepare, what, session.path, self._tell_unchanged))

    def _tell_unchanged(self, step: Step) -> None:
        if step.status is Status.UNCHANGED:
            words = tr("The file on disk says that already. What is not saved stays as it is.")
            self._messages.tell(Message(words, subject=step.paths[0]))

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


def _or_error(work: Callable[[], Result]) -> Callable[[], Result | MemdeskError]:
    def attempt() -> Result | MemdeskError:
        try:
            return work()
        except MemdeskError as error:
            return error

    return attempt
