"""The screen "History" put together: what fills it, what it restores, and what comes into its trash."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from memdesk.services.desk import Desk
from memdesk.ui.actions import ActionTable
from memdesk.ui.history.bringing_back import BringingBack
from memdesk.ui.lazy_page import LazyPage
from memdesk.ui.memory.screen import MemoryScreen
from memdesk.ui.messages import Messages
from memdesk.ui.tasks import Tasks
from memdesk.ui.theme.manager import ThemeManager

if TYPE_CHECKING:
    from memdesk.ui.history.screen import HistoryScreen
    from memdesk.ui.history.timeline_keeper import TimelineKeeper
    from memdesk.ui.history.trash_keeper import TrashKeeper


class HistoryOverview(QObject):
    """Owns the screen "History" of one window.

    Signals:
        document_requested: show a document on the memory screen; argument: its path.
        counted: another number of versions, or of what was removed, is to be seen.
    """

    document_requested = Signal(str)
    counted = Signal()

    def __init__(
        self,
        themes: ThemeManager,
        desk: Desk,
        memory: MemoryScreen,
        actions: ActionTable,
        tasks: Tasks,
        messages: Messages,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._themes = themes
        self._desk = desk
        self._actions = actions
        self._tasks = tasks
        self._messages = messages
        self._memory = memory
        self.page = LazyPage("memdesk.ui.history.screen", self._make_screen)
        self._timeline: TimelineKeeper | None = None
        self._trash: TrashKeeper | None = None
        self.page.filled.connect(self._connect_screen)
        memory.saving.save_finished.connect(lambda *_: self.note_change())
        memory.stepping.step_made.connect(lambda _step: self.note_change())

    def _make_screen(self, page: QWidget) -> HistoryScreen:
        from memdesk.ui.history.screen import HistoryScreen

        return HistoryScreen.make(self._themes, self._actions["go.filter"], page)

    @property
    def screen(self) -> HistoryScreen:
        """The screen, which is made when it is first wanted."""
        return self.page.fill()

    def _connect_screen(self) -> None:
        from memdesk.ui.history.timeline_keeper import TimelineKeeper
        from memdesk.ui.history.trash_keeper import TrashKeeper

        desk, tasks, screen = self._desk, self._tasks, self.screen
        back = BringingBack(lambda: desk.restoring, self._memory.stepping, self._messages)
        self._timeline = TimelineKeeper(screen, lambda: desk.timeline, back, tasks, self)
        self._trash = TrashKeeper(screen, lambda: desk.timeline, back, tasks, self)
        self._timeline.open_requested.connect(self.document_requested)
        self._timeline.counted.connect(self.counted)
        self._trash.counted.connect(self.counted)
        screen.mode_changed.connect(self.counted)

    @property
    def version_count(self) -> int:
        """How many versions there are of what is asked for."""
        return self._timeline.count if self._timeline is not None else 0

    @property
    def is_trash_whole(self) -> bool:
        """Whether all that was removed is found."""
        return self._trash is not None and self._trash.is_done

    @property
    def is_trash_looking(self) -> bool:
        """Whether more is being looked for just now."""
        return self._trash is not None and self._trash.is_looking

    def focus_on(self, path: str) -> None:
        """Show the history of a document, a folder or a root; the screen comes into view by the caller."""
        self.screen.show_mode("timeline")
        if self._timeline is not None:  # it comes with the screen
            self._timeline.focus_on(path)

    def stop(self) -> None:
        """Look no further."""
        if self._trash is not None:
            self._trash.stop()

    def note_change(self) -> None:
        """The history has got something."""
        for keeper in (self._timeline, self._trash):
            if keeper is not None:
                keeper.note_change()
