"""Everything the running program is made of, put together."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject

from memdesk.services.desk import Desk
from memdesk.ui.appearing import Appearing
from memdesk.ui.details.showing import ShowingDetails
from memdesk.ui.duplicates.merging import MergingDuplicates
from memdesk.ui.frame import Frame
from memdesk.ui.history.overview import HistoryOverview
from memdesk.ui.inbox.reviewing import Reviewing
from memdesk.ui.index_look import IndexLook
from memdesk.ui.keeping_drafts import KeepingDrafts
from memdesk.ui.lazy_page import FillingAhead
from memdesk.ui.memory.comparing import Comparing
from memdesk.ui.memory.copying_seen import CopyingSeen
from memdesk.ui.memory.looking_back import LookingBack
from memdesk.ui.memory.outside import OutsideChanges
from memdesk.ui.memory.pointing import Pointing
from memdesk.ui.memory.removing import RemovingRows
from memdesk.ui.memory.rendering import Rendering
from memdesk.ui.memory.reverting import Reverting
from memdesk.ui.memory.screen import MemoryScreen
from memdesk.ui.memory.status import StatusFacts
from memdesk.ui.memory.watching import Watching
from memdesk.ui.messages import Messages
from memdesk.ui.opening import Opening
from memdesk.ui.problems.overview import ProblemsOverview
from memdesk.ui.prune.pruning import PruneOverview
from memdesk.ui.recording import Recording
from memdesk.ui.recovering import Recovering
from memdesk.ui.screens import FIRST_RUN, HISTORY, INBOX, MEMORY, PROBLEMS, PRUNE, SEARCH, WithPanels
from memdesk.ui.search.searching import Searching
from memdesk.ui.secrecy import Secrecy
from memdesk.ui.settings.configuring import Configuring
from memdesk.ui.settings.history_work import HistoryWork
from memdesk.ui.tasks import Tasks
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.window import MainWindow

BOXES = (
    "memdesk.ui.palette.choosing",
    "memdesk.ui.noting.noting",
    "memdesk.ui.keyboard.page",
    *(f"memdesk.ui.settings.{name}_page" for name in ("agents", "folders", "history", "look", "privacy")),
    "memdesk.ui.settings.dialog",
)
"""The modules of what opens over the window; it would else wait for them then."""


class Parts(QObject):
    """The window, its screens, and who leads each of them. Nothing runs yet, and nobody tells another of anything.

    `window` is one that is on screen already, without its furniture.
    """

    def __init__(self, themes: ThemeManager, desk: Desk, window: MainWindow | None = None) -> None:
        super().__init__()
        self.themes = themes
        self.desk = desk
        self.window = window or MainWindow()
        self.tasks = Tasks(self, is_held=True)
        self.window.furnish(themes)
        self.messages = Messages(self.window, themes.masks)
        self._make_memory()
        self._make_life()
        self._make_workbench()
        self._make_settings()
        self._add_screens()
        owners = (self.inbox, self.pruning, self.searching, self.problems, self.history)
        self.filling = FillingAhead([owner.page for owner in owners], BOXES, self.tasks, self)

    def _make_memory(self) -> None:
        desk, tasks, messages = self.desk, self.tasks, self.messages
        actions = self.window.actions_table
        self.outside = OutsideChanges(desk.workspace, tasks, self)
        self.watching = Watching(self.outside, actions["file.pause_watching"], messages, self)
        self.details = ShowingDetails(
            self.themes, desk, tasks, messages, lambda: self.watching.state, self.window
        )
        self.memory = MemoryScreen(
            self.themes, desk.workspace, tasks, messages, actions, lambda: desk.steps, desk.elsewhere
        )
        memory, masks = self.memory, self.themes.masks
        self.copying = CopyingSeen(memory.open, memory.sections, memory.live, actions, messages, masks, self)
        self.rendering = Rendering(self.memory, tasks, self)
        self.removing = RemovingRows(self.themes, desk, memory, actions, messages)
        self.comparing = Comparing(self.themes, desk, self.memory, tasks, actions, messages, self)
        self.reverting = Reverting(desk, self.memory, self.outside, tasks, messages, self)
        self.pointing = Pointing(desk.workspace, self.memory.changing, tasks, messages, self)

    def _make_life(self) -> None:
        """What goes on by itself beside the screens."""
        desk, tasks, messages = self.desk, self.tasks, self.messages
        self.status = StatusFacts(self.window.status, desk.workspace.disk.home, self)
        self.opening = Opening(self.themes, desk, tasks, messages, self.window)
        self.appearing = Appearing(desk, self.opening, tasks, messages, self)
        self.recovering = Recovering(desk, self.memory.stepping, tasks, self)
        self.recording = Recording(desk, self.memory.recording_bar, tasks, self)
        self.outside.tell_first = self.recording.note_at_once
        self.index = IndexLook(desk.workspace, tasks, self)
        self.drafts = KeepingDrafts(desk, self.memory, tasks, messages, self)

    def _make_workbench(self) -> None:
        themes, desk, memory = self.themes, self.desk, self.memory
        actions, tasks, messages = self.window.actions_table, self.tasks, self.messages
        self.looking_back = LookingBack(desk, memory, self.recording, tasks, messages, self)
        self.history = HistoryOverview(themes, desk, memory, actions, tasks, messages, self)
        self.problems = ProblemsOverview(themes, desk, memory, actions, tasks, messages, self)
        self.inbox = Reviewing(themes, desk, memory, actions, tasks, messages, self)
        self.inbox.unkept = lambda: self.recording.unkept
        self.searching = Searching(themes, desk, self.window, memory, tasks, messages, self)
        self.pruning = PruneOverview(themes, desk, memory.stepping, tasks, messages, actions, self)
        self.duplicates = MergingDuplicates(themes, desk, memory.stepping, tasks, messages, self.window)

    def _make_settings(self) -> None:
        themes, desk, messages, window = self.themes, self.desk, self.messages, self.window
        self.secrecy = Secrecy(themes.masks, desk.settings, messages, window)
        self.history_work = HistoryWork(themes, desk, self.memory.saving, self.tasks, messages, window)
        self.configuring = Configuring(
            themes, desk, self.recording, self.history_work, self.tasks, messages, window
        )

    @property
    def frames(self) -> Mapping[str, Frame]:
        """The panels of each screen that has some and is made, by the screen's name."""
        screens = self.window.screens.items()
        return {name: screen.frame for name, screen in screens if isinstance(screen, WithPanels)}

    def _add_screens(self) -> None:
        add = self.window.add_screen
        add(MEMORY, self.memory, icon="brain", action="view.memory")
        add(FIRST_RUN, self.opening.page)
        add(INBOX, self.inbox.page, icon="inbox", action="view.inbox")
        add(PRUNE, self.pruning.page, icon="scissors", action="view.prune")
        add(SEARCH, self.searching.page, icon="search", action="view.search")
        add(PROBLEMS, self.problems.page, icon="triangle-alert", action="view.problems")
        add(HISTORY, self.history.page, icon="history", action="view.timeline")
        self.window.add_rail_action("settings", "file.settings")
