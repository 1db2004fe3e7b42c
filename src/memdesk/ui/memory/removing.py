"""Files and sections are removed from the tree: with an undo, and the history keeps files."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeySequence, QShortcut

from memdesk.services.steps.steps import Steps
from memdesk.ui.actions import ActionTable
from memdesk.ui.i18n import tr
from memdesk.ui.memory.section_menu import SectionCommands
from memdesk.ui.memory.stepping import Stepping, Wanted
from memdesk.ui.messages import Message, Messages, Tone
from memdesk.ui.tree.panel import TreePanel
from memdesk.ui.tree.view import Target


class RemovingRows(QObject):
    """Removes the document of the tree's row, by its action, or what the row shows, by Del in the tree."""

    def __init__(
        self,
        tree: TreePanel,
        steps: Callable[[], Steps],
        stepping: Stepping,
        sections: SectionCommands,
        actions: ActionTable,
        messages: Messages,
    ) -> None:
        super().__init__(tree)
        self._tree = tree
        self._steps = steps
        self._stepping = stepping
        self._sections = sections
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
        document, steps = target.document, self._steps()
        what, aside = tr("Removed {title}.", title=document.title), tr("The history keeps it.")
        prepare = partial(steps.prepare_file_removal, document)
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
