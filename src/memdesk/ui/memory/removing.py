"""Whole files are removed from the tree: at once, with an undo, and the history keeps them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeySequence, QShortcut

from memdesk.services.steps import Steps
from memdesk.ui.actions import ActionTable
from memdesk.ui.i18n import tr
from memdesk.ui.memory.stepping import Stepping, Wanted
from memdesk.ui.tree.panel import TreePanel
from memdesk.ui.tree.view import Target


class RemovingFiles(QObject):
    """Removes the document of the tree's row, by its action or by Del in the tree."""

    def __init__(
        self,
        tree: TreePanel,
        steps: Callable[[], Steps],
        stepping: Stepping,
        actions: ActionTable,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._tree = tree
        self._steps = steps
        self._stepping = stepping
        self._actions = actions
        actions.connect_handler("edit.remove_file", lambda: self.remove(tree.target))
        # Only in the tree: elsewhere the key is the text's.
        keys = QShortcut(
            QKeySequence(Qt.Key.Key_Delete), tree.view, context=Qt.ShortcutContext.WidgetShortcut
        )
        keys.activated.connect(lambda: self.remove(tree.target))
        self.allow(None)

    def allow(self, target: Target | None) -> None:
        """Offer the action for this row, or do not."""
        self._actions.allow(edit__remove_file=_is_file(target))

    def remove(self, target: Target | None) -> None:
        """Remove the file of a row, with what names it in its agent's index."""
        if target is None or target.document is None or not _is_file(target):
            return
        document, steps = target.document, self._steps()
        what = tr("Removed {title}. The history keeps it.", title=document.title)
        self._stepping.make(Wanted(lambda: steps.prepare_file_removal(document), what, document.path))


def _is_file(target: Target | None) -> bool:
    """Whether a row is that of a file, and not of a part of one."""
    return (
        target is not None
        and target.document is not None
        and target.section is None
        and target.document.exists
        and target.document.editable
    )
