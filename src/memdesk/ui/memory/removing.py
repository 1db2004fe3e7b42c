"""Files and sections are removed from the tree: with an undo, and the history keeps files."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeySequence, QShortcut

from memdesk.layouts.documents import Document
from memdesk.layouts.optional import Deed, Remaking
from memdesk.services.desk import Desk
from memdesk.ui.actions import ActionTable
from memdesk.ui.i18n import tr
from memdesk.ui.memory.deed_dialog import DeedDialog
from memdesk.ui.memory.screen import MemoryScreen
from memdesk.ui.memory.stepping import Wanted
from memdesk.ui.messages import Message, Messages, Tone
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.tree.view import Target


class RemovingRows(QObject):
    """Removes the document of the tree's row, by its action, or what the row shows, by Del in the tree."""

    def __init__(
        self,
        themes: ThemeManager,
        desk: Desk,
        memory: MemoryScreen,
        actions: ActionTable,
        messages: Messages,
    ) -> None:
        super().__init__(memory.tree)
        self._themes = themes
        self._desk = desk
        self._tree = tree = memory.tree
        self._stepping = memory.stepping
        self._sections = memory.sections
        self._actions = actions
        self._messages = messages
        actions.connect_handler("edit.remove_file", self._remove_file)
        # Only in the tree: elsewhere the key is the text's.
        keys = QShortcut(
            QKeySequence(Qt.Key.Key_Delete), tree.view, context=Qt.ShortcutContext.WidgetShortcut
        )
        keys.activated.connect(self._remove_row)
        tree.view.row_changed.connect(self._allow)
        tree.context_menu_requested.connect(self._allow)
        self._allow()

    def _allow(self) -> None:
        self._actions.allow(edit__remove_file=_is_file(self._tree.target))

    def _remove_row(self) -> None:
        target = self._tree.target
        if target is not None and target.section is not None:
            if why := self._sections.why_it_stays():
                self._messages.tell(
                    Message(why, Tone.WARNING, target.document.path if target.document else "")
                )
            else:
                self._sections.remove()
        else:
            self._remove_file()

    def _remove_file(self) -> None:
        """Remove the file of the row, with what names it in its agent's index."""
        target = self._tree.target
        if target is None or target.document is None or not _is_file(target):
            return
        document = target.document
        layout = self._desk.workspace.layout_of(document)
        caution = layout.remade(document) if isinstance(layout, Remaking) else ""
        if not caution:
            self._make(document)
            return
        about = tr("The file {path} goes. The history keeps it.", path=document.path)
        deed = Deed("remove", tr("Remove this file"), about, caution=caution)
        DeedDialog(self._themes, deed, lambda _words: self._make(document), self._tree.window()).open()

    def _make(self, document: Document) -> None:
        what, aside = tr("Removed {title}.", title=document.title), tr("The history keeps it.")
        prepare = partial(self._desk.steps.prepare_file_removal, document)
        self._stepping.make(Wanted(prepare, what, document.path, aside=aside))


def _is_file(target: Target | None) -> bool:
    """Whether a row is that of a file, and not of a part of one."""
    return (
        target is not None
        and target.document is not None
        and target.section is None
        and target.document.exists
        and target.document.editable
    )
