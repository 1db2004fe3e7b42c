"""A document in UTF-16 on screen: what it is, and the offer to make it one that can be edited."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from memdesk.services.steps.converting import prepare_conversion
from memdesk.services.workspace.workspace import Workspace
from memdesk.text.document import Encoding
from memdesk.ui.actions import ActionTable
from memdesk.ui.i18n import tr
from memdesk.ui.memory.document import OpenDocument
from memdesk.ui.memory.stepping import Stepping, Wanted
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.notices import Bar


class EncodingBar(Bar):
    """Says that a document is UTF-16, and offers to convert it.

    Signals:
        convert_requested: make it UTF-8.
    """

    convert_requested = Signal()

    def __init__(self, themes: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(themes, icon="file-text", closable=False, parent=parent)
        self.add_action(tr("Convert to UTF-8")).clicked.connect(self.convert_requested)
        self.hide()

    def show_document(self, title: str) -> None:
        """Say it of the document called `title`; empty for none."""
        if not title:
            self.hide()
            return
        lead = tr("{title} is UTF-16, which is shown and not edited.", title=title)
        self.show_note(lead, tr("In UTF-8 it can be. Look first whether its agent reads that."))


class Converting(QObject):
    """Shows `bar` over documents in UTF-16, and converts one as a step that can be undone."""

    def __init__(
        self,
        bar: EncodingBar,
        workspace: Workspace,
        document: OpenDocument,
        stepping: Stepping,
        actions: ActionTable,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._bar = bar
        self._workspace = workspace
        self._document = document
        self._stepping = stepping
        self._actions = actions
        bar.convert_requested.connect(self.convert)
        actions.connect_handler("memory.convert", self.convert)
        document.shown_changed.connect(self._follow)
        document.state_changed.connect(self._follow)
        self._follow()

    def convert(self) -> None:
        """Convert the document on screen."""
        session = self._document.session
        if session is None:
            return
        document, workspace = session.document, self._workspace
        what = tr("Converted {title} to UTF-8.", title=document.title)
        self._stepping.make(Wanted(lambda: prepare_conversion(workspace, document), what, document.path))

    def _follow(self) -> None:
        session = self._document.session
        is_foreign = session is not None and session.base is not None and session.encoding is Encoding.UTF16
        can_convert = is_foreign and session is not None and session.document.editable
        self._bar.show_document(session.document.title if can_convert and session is not None else "")
        self._actions.allow(memory__convert=can_convert)
