"""Shows how a save ended: in the document on screen, in the tree, and by a message."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial

from PySide6.QtCore import QObject, Signal

from memdesk.services.documents.changes import Changes
from memdesk.services.documents.session import DocumentSession
from memdesk.services.documents.taken import NodeId
from memdesk.services.workspace.workspace import Workspace
from memdesk.store.outcomes import Declined, DurabilityUnknown, Merged, Saved, SaveResult, Unchanged
from memdesk.ui.memory.document import OpenDocument
from memdesk.ui.memory.save_note import SaveNote
from memdesk.ui.memory.save_words import Teller, save_message
from memdesk.ui.memory.tree_keeper import TreeKeeper
from memdesk.ui.messages import Messages


class SaveOutcomes(QObject):
    """Takes up how saves of the documents of `workspace` ended; `document` is the one on screen.

    `show_section` shows a document, by its path, at a section, by its key and occurrence.

    Signals:
        written: the text in a document may be on disk now, and the document shows all that the save brought with it;
            argument: the path.
    """

    written = Signal(str)

    def __init__(
        self,
        workspace: Workspace,
        document: OpenDocument,
        keeper: TreeKeeper,
        note: SaveNote,
        messages: Messages,
        show_section: Callable[[str, str, int], object],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._document = document
        self._keeper = keeper
        self._note = note
        self._messages = messages
        self._show_section = show_section
        self._nodes_in_save: dict[str, frozenset[NodeId]] = {}

    def note_begin(self, session: DocumentSession) -> None:
        """The user saves what the buffer holds now."""
        self._nodes_in_save[session.path] = session.unsaved_nodes()

    def take_up(self, path: str, result: SaveResult, changes: Changes) -> None:
        """A save of the document at `path` ended; `changes` are what it wrote and what it brought in."""
        session = self._workspace.sessions.get(path)
        if session is None:
            self._document.take_up(changes, in_view=True)
            return
        is_saved = isinstance(result, Saved | Merged | Unchanged | DurabilityUnknown)
        self._note.tell(path, result, is_saved=is_saved, now=datetime.now(UTC).astimezone())
        nodes = self._nodes_in_save.pop(path, frozenset())
        is_written = isinstance(result, Saved | Merged | DurabilityUnknown)
        self._document.take_up(changes, in_view=True, saved={path: nodes} if is_written else {})
        self._messages.tell(save_message(result, self._teller(session, result, changes)))
        if is_written:
            self.written.emit(path)
        self._keeper.update_document(path)
        self._keeper.update_marks(path)

    def _teller(self, session: DocumentSession, result: SaveResult, changes: Changes) -> Teller:
        path, words = session.path, self._document.words
        came_in = [arrived.taken for arrived in changes.arrived if arrived.path == path]
        node = next((taken.nodes[0] for taken in came_in if taken.nodes), None)
        show = None if node is None else partial(self._show_section, path, *node)
        has_draft = isinstance(result, Declined) and self._keep_draft(session)
        teller = Teller(session.document, session.layout.title, words.writer(path), has_draft, show)
        kept = tuple(key for taken in came_in for key in taken.kept_against_delete)
        returned = tuple(key for taken in came_in for key in taken.returned)
        return teller._replace(kept=kept, returned=returned, names=partial(words.names, path))

    def _keep_draft(self, session: DocumentSession) -> bool:
        """Whether what was not saved is kept as a draft: it is written now, since what is due later may fail too."""
        drafts = self._workspace.drafts
        if drafts is None:
            return False
        try:
            drafts.keep(session)
        except OSError:
            return False
        return True
