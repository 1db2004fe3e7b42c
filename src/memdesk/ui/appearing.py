"""Notices memory that an agent begins to keep while the window is open, and opens it or offers to."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal

from memdesk.services.desk import Desk
from memdesk.services.roots.roots import MemoryRoot
from memdesk.ui import format as shown
from memdesk.ui.i18n import tr
from memdesk.ui.live_query import LiveQuery, Pace
from memdesk.ui.messages import Message, Messages
from memdesk.ui.opening import Opening
from memdesk.ui.tasks import Tasks

LOOK_EVERY_MS = 10_000

_Looked = tuple[Sequence[MemoryRoot], Sequence[str]]
"""Where memory is or would be, and which of these folders are not there."""


class Appearing(QObject):
    """Looks now and then, in a worker, whether one of the agents' known places is there that was not before.

    Where the window shows what was found, as at most starts, such a place is opened like at the next start; where it
    was started on chosen folders, it is offered. What the user has closed stays closed.

    Signals:
        appeared: such a place is there; argument: its `MemoryRoot`.
        expected: it is known anew where agents would keep memory, so that it can be watched.
    """

    appeared = Signal(object)
    expected = Signal()

    def __init__(
        self, desk: Desk, opening: Opening, tasks: Tasks, messages: Messages, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._desk = desk
        self._opening = opening
        self._messages = messages
        self._known: frozenset[str] | None = None
        self.opens = False
        """Whether what appears is opened; else it is offered."""
        self._query = LiveQuery(
            tasks, lambda _token: self._find, self._on_looked, self, pace=Pace(LOOK_EVERY_MS, polls=True)
        )

    def start(self, *, opens: bool) -> None:
        """Take what is there now as known, and look from time to time."""
        self.opens = opens
        self._query.start()

    def stop(self) -> None:
        """Look no more."""
        self._query.stop()

    def look(self) -> None:
        """Look now; where that is being done, once more afterwards."""
        self._query.refresh()

    def _find(self) -> _Looked:
        roots = self._desk.find_roots()
        return roots, [root.path for root in roots if not root.found and not os.path.lexists(root.path)]

    def _on_looked(self, looked: _Looked) -> None:
        roots, missing = looked
        self._desk.workspace.expect(set(missing).difference(self._desk.settings.closed_roots))
        self.expected.emit()
        found = {root.path: root for root in roots if root.found}
        known, self._known = self._known, frozenset(found)
        hidden = {root.path for root in self._desk.workspace.roots}.union(self._desk.settings.closed_roots)
        for path in sorted(found.keys() - known - hidden) if known is not None else ():
            self._take(found[path])

    def _take(self, root: MemoryRoot) -> None:
        self.appeared.emit(root)
        open_it = partial(self._open, root)
        folder = shown.short_path(root.path, self._desk.workspace.disk.home)
        words = tr("{agent} keeps memory in {folder} now.", agent=root.title, folder=folder)
        if not self.opens:
            self._tell(words, root, tr("Open"), open_it)
        elif open_it():
            close = partial(self._opening.do, partial(self._desk.remove_root, root.path))
            self._tell(words, root, tr("Close it"), close)

    def _tell(self, words: str, root: MemoryRoot, offer: str, accept: Callable[[], object]) -> None:
        icon = "x" if self.opens else "folder-open"
        self._messages.tell(Message(words, subject=root.path, offer=offer, accept=accept, offer_icon=icon))

    def _open(self, root: MemoryRoot) -> bool:
        return self._opening.do(partial(self._desk.workspace.open_root, root))
