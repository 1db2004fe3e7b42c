"""Copies what the agent gets of one section: of the text as it is in the buffer, in the context of the preview."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from memdesk.services.preview.preview import Preview
from memdesk.text.document import readable
from memdesk.text.edits import Span
from memdesk.ui.actions import ActionTable
from memdesk.ui.i18n import tr
from memdesk.ui.memory.document import OpenDocument
from memdesk.ui.memory.key_words import name_of
from memdesk.ui.memory.live_preview import LivePreview
from memdesk.ui.memory.section_menu import SectionCommands
from memdesk.ui.memory.step_words import short
from memdesk.ui.messages import Message, Messages
from memdesk.ui.preview.injection import text_of_span
from memdesk.ui.theme.masks import SecretMasks


class CopyingSeen(QObject):
    """Answers "Copy as the agent sees it", about the section that the section actions work on."""

    def __init__(
        self,
        document: OpenDocument,
        sections: SectionCommands,
        live: LivePreview,
        actions: ActionTable,
        messages: Messages,
        masks: SecretMasks,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._sections = sections
        self._live = live
        self._messages = messages
        self._masks = masks
        actions.connect_handler("edit.copy_seen", self.copy)

    def copy(self) -> None:
        """Find what the agent gets of it, and put that on the clipboard."""
        node, session = self._sections.node(), self._document.session
        if node is None or session is None:
            return
        name = short(self._masks.shown_name(node, session.text.text)) or name_of(node.key)
        self._live.find(partial(self._take, session.path, node.span, name))

    def _take(self, path: str, span: Span, name: str, agent: str, preview: Preview | None) -> None:
        if preview is None:
            self._messages.tell(Message(tr("The file has just changed. Try again."), subject=path))
            return
        seen = text_of_span(preview.injected, path, span)
        if not seen:
            words = tr(
                "{agent} gets nothing of “{name}” here. The clipboard is as it was.", agent=agent, name=name
            )
        else:
            QGuiApplication.clipboard().setText(readable(seen))
            words = tr("Copied what {agent} gets of “{name}”.", agent=agent, name=name)
        self._messages.tell(Message(words, subject=path))
