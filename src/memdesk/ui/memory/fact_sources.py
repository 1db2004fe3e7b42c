"""What can be moved to another document, and by what: keys, menus, or the pointer that drags it onto the tree."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QToolTip

from memdesk.layouts.documents import DocumentKind
from memdesk.services.steps.move_targets import Fact, fact_of, index_for, is_target
from memdesk.services.workspace.workspace import Workspace
from memdesk.ui.editor.document_editor import DocumentEditor
from memdesk.ui.i18n import tr
from memdesk.ui.memory.document import OpenDocument
from memdesk.ui.memory.moving_facts import MovingFacts
from memdesk.ui.messages import Message, Messages
from memdesk.ui.tree.view import MemoryTreeView, Target
from memdesk.ui.widgets.tips import plain_tip


class FactSources(QObject):
    """Hands facts of the document on screen and of rows of `tree` to `moving`."""

    def __init__(
        self,
        workspace: Workspace,
        moving: MovingFacts,
        document: OpenDocument,
        editor: DocumentEditor,
        tree: MemoryTreeView,
        messages: Messages,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._moving = moving
        self._document = document
        self._tree = tree
        self._messages = messages
        self._is_dragging = False
        editor.move_requested.connect(self.move_here)
        editor.drag_moved.connect(self._on_editor_drag_moved)
        editor.drag_ended.connect(self._on_editor_drag_ended)
        tree.drag_moved.connect(self._on_tree_drag_moved)
        tree.drag_ended.connect(self._on_tree_drag_ended)

    def move_row(self, target: Target | None) -> None:
        """Ask where a row of the tree shall go."""
        self._ask(self._fact_at(target))

    def move_here(self, key: str, occurrence: int = 0) -> None:
        """Ask where a node of the document on screen shall go; without a key it is the document, if that is a fact."""
        fact = self._fact_here(key, occurrence)
        is_whole = fact is not None and not fact.key
        self._ask(None if is_whole and fact and fact.document.kind is not DocumentKind.RECORD else fact)

    def _ask(self, fact: Fact | None) -> None:
        if fact is None:
            self._messages.tell(Message(tr("Choose a section, an entry or a fact to move.")))
        else:
            self._moving.ask(fact)

    def _fact_at(self, target: Target | None) -> Fact | None:
        if target is None or target.document is None:
            return None
        if target.section is not None:
            return Fact(target.document, target.section.key, target.section.occurrence)
        is_fact = target.document.kind is DocumentKind.RECORD and target.document.exists
        return Fact(target.document, "") if is_fact else None

    def _fact_here(self, key: str, occurrence: int) -> Fact | None:
        """The thing that a node of the document on screen is."""
        session = self._document.session
        if session is None:
            return None
        return fact_of(self._workspace, session.document, key, occurrence)

    # Dragging

    def _on_editor_drag_moved(self, key: str, occurrence: int, at: QPoint) -> None:
        self._drag(self._fact_here(key, occurrence), at)

    def _on_editor_drag_ended(self, key: str, occurrence: int, at: QPoint | None) -> None:
        self._end_drag(self._fact_here(key, occurrence), at)

    def _on_tree_drag_moved(self, source: Target, at: QPoint) -> None:
        self._drag(self._fact_at(source), at)

    def _on_tree_drag_ended(self, source: Target, at: QPoint | None) -> None:
        self._end_drag(self._fact_at(source), at)

    def _drag(self, fact: Fact | None, at: QPoint) -> None:
        """Show on the tree whether it could be dropped there, and say why not."""
        target = self._tree.target_under(at)
        why_not = self._why_not(fact, target)
        is_allowed = target is not None and target.document is not None and not why_not
        self._tree.show_drop(at, is_allowed=is_allowed)
        shape = Qt.CursorShape.ClosedHandCursor
        if target is not None and not is_allowed:
            shape = Qt.CursorShape.ForbiddenCursor
        if self._is_dragging:
            QGuiApplication.changeOverrideCursor(shape)
        else:
            QGuiApplication.setOverrideCursor(shape)
            self._is_dragging = True
        if why_not:
            QToolTip.showText(at, plain_tip(why_not), self._tree)
        else:
            QToolTip.hideText()

    def _end_drag(self, fact: Fact | None, at: QPoint | None) -> None:
        target = self._tree.target_under(at) if at is not None else None
        self._tree.clear_drop()
        QToolTip.hideText()
        if self._is_dragging:
            QGuiApplication.restoreOverrideCursor()
            self._is_dragging = False
        why_not = self._why_not(fact, target)
        if why_not:
            self._messages.tell(Message(why_not))
        elif fact is not None and target is not None and target.document is not None:
            section = target.section.key if target.section is not None else ""
            self._moving.drop(fact, index_for(self._workspace, target.document), section)

    def _why_not(self, fact: Fact | None, target: Target | None) -> str:
        """Why a fact cannot be dropped on a row; empty where it can, or where there is no document."""
        if fact is None or target is None or target.document is None:
            return ""
        document = index_for(self._workspace, target.document)
        if document.why_read_only:
            return tr("{title} cannot be changed: {why}", title=document.title, why=document.why_read_only)
        if document.path in (fact.document.path, index_for(self._workspace, fact.document).path):
            return tr("It is in {title} already.", title=document.title)
        return "" if is_target(document) else tr("Nothing can be added to {title}.", title=document.title)
