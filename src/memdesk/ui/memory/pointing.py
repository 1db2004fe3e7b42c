"""Names what still refers to an entry that was removed; looked up in a worker, since it may stand in many files."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject

from memdesk.layouts.contract import Change
from memdesk.layouts.optional import Reference, Referenced
from memdesk.services.workspace.workspace import Workspace
from memdesk.ui.i18n import told, tr, trn
from memdesk.ui.memory.changing import Changing
from memdesk.ui.messages import Message, Messages, Tone
from memdesk.ui.tasks import Tasks


class Pointing(QObject):
    """Looks for references after each removal that `changing` makes."""

    def __init__(
        self, workspace: Workspace, changing: Changing, tasks: Tasks, messages: Messages, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._tasks = tasks
        self._messages = messages
        changing.entries_removed.connect(self._on_entries_removed)

    def _on_entries_removed(self, changes: Sequence[Change]) -> None:
        document = changes[0].document
        layout, view = self._workspace.layout_of(document), self._workspace.disk
        keys = [change.key for change in changes]
        if not isinstance(layout, Referenced):
            return

        def look() -> list[Reference]:
            return [found for key in keys for found in layout.references(view, document, key)]

        self._tasks.run(look, lambda found: self._tell(document.path, found))

    def _tell(self, path: str, found: Sequence[Reference]) -> None:
        if not found:
            return
        first, more = told(found[0].message), len(found) - 1
        text = tr("{reference}, which is removed.", reference=first)
        if more:
            text += " " + trn("{n} more place names it.", "{n} more places name it.", more)
        advice = "\n".join(f"{reference.path}: {told(reference.message)}" for reference in found)
        self._messages.tell(Message(text, Tone.WARNING, path, advice))
