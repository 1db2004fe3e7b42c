"""Lines of an index whose file is gone, for the document on screen."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from PySide6.QtCore import QObject

from memdesk.layouts.documents import FileKind
from memdesk.services.documents.session import DocumentSession
from memdesk.services.documents.taken import NodeId
from memdesk.services.workspace.workspace import Workspace
from memdesk.text.outline import NodeKind
from memdesk.ui.editor.document_editor import DocumentEditor
from memdesk.ui.memory.document import OpenDocument
from memdesk.ui.timers import single_shot

_REST_MS = 150


class DeadLines(QObject):
    """Tells `editor` which lines lead to no file, soon after the text or what is shown became another."""

    def __init__(
        self, workspace: Workspace, document: OpenDocument, editor: DocumentEditor, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._document = document
        self._editor = editor
        self._rest = single_shot(self, _REST_MS, self._look)
        document.shown_changed.connect(self._rest.start)
        document.state_changed.connect(self._rest.start)

    def _look(self) -> None:
        session = self._document.session
        # A long text that is not read yet changes the state of its document once it is.
        if session is not None and session.is_read:
            self._editor.show_dead(frozenset(self._dead(session)))

    def _dead(self, session: DocumentSession) -> Iterator[NodeId]:
        folder = posixpath.dirname(session.path)
        for node in session.outline().nodes:
            name = node.facts.get("file")
            if node.kind is NodeKind.INDEX_LINE and name and not self._is_there(posixpath.join(folder, name)):
                yield node.key, node.occurrence

    def _is_there(self, path: str) -> bool:
        try:
            return self._workspace.view.info(path).kind is FileKind.FILE
        except OSError:
            return False
