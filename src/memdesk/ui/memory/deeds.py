"""What the agent of the document on screen does to it when it is told to: offered in the header, done in the buffer."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject, QPoint, Qt

from memdesk.errors import MemdeskError
from memdesk.layouts.optional import Deed
from memdesk.services.documents.session import DocumentSession
from memdesk.services.steps.deeds import Offered, edits_of_deed, offered_for
from memdesk.services.workspace.workspace import Workspace
from memdesk.ui.actions import ActionTable
from memdesk.ui.editor.document_editor import DocumentEditor
from memdesk.ui.header import DocumentHeader
from memdesk.ui.i18n import sentences, tr
from memdesk.ui.memory.deed_dialog import DeedDialog
from memdesk.ui.memory.document import OpenDocument
from memdesk.ui.messages import Messages
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.timers import single_shot
from memdesk.ui.widgets.menus import PopupMenu

_REST_MS = 150
_ACTION = "memory.deeds"


class DeedCommands(QObject):
    """Shows a button in `header` while there is something to offer: called by its name, or a menu of several."""

    def __init__(
        self,
        themes: ThemeManager,
        workspace: Workspace,
        document: OpenDocument,
        editor: DocumentEditor,
        header: DocumentHeader,
        actions: ActionTable,
        messages: Messages,
    ) -> None:
        super().__init__(header)
        self._themes = themes
        self._workspace = workspace
        self._document = document
        self._editor = editor
        self._header = header
        self._actions = actions
        self._messages = messages
        self._rest = single_shot(self, _REST_MS, self._show)
        document.shown_changed.connect(self._on_shown_changed)
        document.state_changed.connect(self._rest.start)
        header.deeds_button.clicked.connect(self.offer)
        actions.connect_handler(_ACTION, self.offer)
        self._show()

    def _on_shown_changed(self) -> None:
        self._header.show_deeds("")
        self._rest.start()

    def offered(self) -> tuple[Offered, ...]:
        """What can be done to the document on screen."""
        session = self._document.session
        return offered_for(session, self._workspace) if session is not None else ()

    def _show(self) -> None:
        offered = self.offered()
        self._actions.allow(memory__deeds=bool(offered))
        words = tr("As {agent} does", agent=offered[0].agent) if offered else ""
        alone = tr(offered[0].deed.title) if len(offered) == 1 else ""
        self._header.show_deeds(alone or words, sentences(*(tr(one.deed.about) for one in offered)))

    def offer(self) -> None:
        """Begin the one thing that can be done, or let it be chosen."""
        offered = self.offered()
        self._editor.come_to_front()
        if len(offered) == 1:
            self.begin(offered[0].deed)
        elif offered:
            menu = PopupMenu(self._themes, self._header)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            for one in offered:
                menu.add_literal(tr(one.deed.title)).triggered.connect(partial(self._on_chosen, one.deed))
            button = self._header.deeds_button
            menu.popup(button.mapToGlobal(QPoint(0, button.height())))

    def _on_chosen(self, deed: Deed, _checked: bool = False) -> None:
        self.begin(deed)

    def begin(self, deed: Deed) -> None:
        """Ask for the words of `deed`; one that asks for none is done at once."""
        session = self._document.session
        if session is None:
            return
        if deed.asks:
            act = partial(self._act, session, deed.name)
            dialog = DeedDialog(self._themes, deed, act, self._header.window())
            dialog.setModal(True)
            dialog.show()
            return
        try:
            self._act(session, deed.name, ())
        except MemdeskError as error:
            self._messages.tell_error(error, session.path)

    def _act(self, session: DocumentSession, name: str, words: Sequence[str]) -> None:
        """Do it in the buffer, as one step of undo, and show where. Raises `MemdeskError`."""
        edits = edits_of_deed(session, self._workspace, name, words)
        session.text.replace_all(edits)
        if edits and session is self._document.session:
            first = edits[0]
            self._editor.go_to(first.start + len(first.new.rstrip("\n")), focus=True)
