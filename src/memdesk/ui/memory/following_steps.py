"""Takes up what a step of the user's own did to files: in the tree, and in the document on screen."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from memdesk.services.steps.step import Step
from memdesk.ui.memory.document import OpenDocument
from memdesk.ui.memory.tree_keeper import TreeKeeper


class FollowingSteps(QObject):
    """Follows the document on screen where a step moved or removed it; `show_document` shows another by its path."""

    def __init__(
        self,
        document: OpenDocument,
        keeper: TreeKeeper,
        show_document: Callable[[str], bool],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._keeper = keeper
        self._show_document = show_document
        self._shown_instead = ("", "")
        """The document on screen that a step removed, and the one that is shown since."""

    def take_up(self, step: Step) -> None:
        """Show what a step changed."""
        for listed in step.changes.listed:
            self._keeper.relist(listed)
        self._document.take_up(step.changes, in_view=True, is_own=True)
        for path in step.was:
            self._keeper.update_document(path)
            self._keeper.follow_sections(path)

    def follow(self, step: Step) -> None:
        """Show what a document that is gone has become, and the document itself once it is back.

        Neither comes before a document that is asked for and being read.
        """
        session, is_reading = self._document.session, self._document.reading.is_under_way
        shown = session.path if session is not None else ""
        gone, instead = self._shown_instead
        if gone in step.made and shown == instead:
            if not is_reading:
                self._show_document(gone)
        elif session is not None and shown in step.gone and not session.is_dirty:
            new = next(iter((*step.made, *(path for path in step.was if path not in step.gone))), "")
            if not new or is_reading or not self._show_document(new):
                new = ""
                self._document.close()
            self._shown_instead = (shown, new)
