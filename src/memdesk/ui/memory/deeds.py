"""What the agent of the document on screen does to it when it is told to: offered in the header, done in the buffer."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject, QPoint, Qt, QTimer

from memdesk.errors import MemdeskError
from memdesk.layouts.optional import Deed
from memdesk.services.deeds import Offered, edits_of_deed, offered_for
from memdesk.services.session import DocumentSession
from memdesk.services.workspace import Workspace
from memdesk.ui.actions import ActionTable
from memdesk.ui.editor.document_editor import DocumentEditor
from memdesk.ui.i18n import tr
from memdesk.ui.memory.deed_dialog import DeedDialog
from memdesk.ui.memory.document import OpenDocument
from memdesk.ui.messages import Messages
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import Button
from memdesk.ui.widgets.menus import PopupMenu
from memdesk.ui.widgets.tips import set_tip

_REST_MS = 150
_ACTION = "memory.deeds"


class DeedCommands(QObject):
    """Shows `button` while there is something to offer: by its own name where that is one thing, else as a menu."""

    def __init__(
        self,
        themes: ThemeManager,
        workspace: Workspace,
        document: OpenDocument,
        editor: DocumentEditor,
        button: Button,
        actions: ActionTable,
        messages: Messages,
    ) -> None:
        super().__init__(button)
        self._themes = themes
        self._workspace = workspace
        self._document = document
        self._editor = editor
        self._button = button
        self._actions = actions
        self._messages = messages
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(_REST_MS)
        self._rest.timeout.connect(self._show)
        document.shown_changed.connect(self._on_shown_changed)
        document.state_changed.connect(self._rest.start)
        button.clicked.connect(self.offer)
        actions.connect_handler(_ACTION, self.offer)
        self._show()

    def _on_shown_changed(self) -> None:
        self._button.hide()
        self._rest.start()

    def offered(self) -> tuple[Offered, ...]:
        """What can be done to the document on screen."""
        session = self._document.session
        return offered_for(session, self._workspace) if session is not None else ()

    def _show(self) -> None:
        offered = self.offered()
        self._actions.allow(memory__deeds=bool(offered))
        self._button.setVisible(bool(offered))
        if not offered:
            return
        first = offered[0]
        words = tr("As {agent} does", agent=first.agent)
        self._button.setText(tr(first.deed.title) if len(offered) == 1 else words)
        self._button.setAccessibleName(self._button.text())
        set_tip(self._button, " ".join(tr(one.deed.about) for one in offered))

    def offer(self) -> None:
        """Begin the one thing that can be done, or let it be chosen."""
        offered = self.offered()
        if len(offered) == 1:
            self.begin(offered[0].deed)
        elif offered:
            menu = PopupMenu(self._themes, self._button)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            for one in offered:
                menu.add_literal(tr(one.deed.title)).triggered.connect(partial(self._on_chosen, one.deed))
            menu.popup(self._button.mapToGlobal(QPoint(0, self._button.height())))

    def _on_chosen(self, deed: Deed, _checked: bool = False) -> None:
        self.begin(deed)

    def begin(self, deed: Deed) -> None:
        """Ask for the words of `deed`; one that asks for none is done at once."""
        session = self._document.session
        if session is None:
            return
        if deed.asks:
            act = partial(self._act, session, deed.name)
            dialog = DeedDialog(self._themes, deed, act, self._button.window())
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
