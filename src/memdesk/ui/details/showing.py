"""Finds the details of a document in a worker and shows them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from memdesk.errors import MemdeskError
from memdesk.ui.messages import Messages
from memdesk.ui.tasks import Tasks
from memdesk.ui.theme.manager import ThemeManager
from memdesk.watch.state import WatchState

if TYPE_CHECKING:
    from memdesk.services.desk import Desk


class ShowingDetails(QObject):
    """Opens the details of documents over `window`. `watching` tells how the disk is watched just now."""

    def __init__(
        self,
        themes: ThemeManager,
        desk: Desk,
        tasks: Tasks,
        messages: Messages,
        watching: Callable[[], WatchState | None],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._themes = themes
        self._desk = desk
        self._tasks = tasks
        self._messages = messages
        self._watching = watching
        self._window = window

    def show(self, path: str) -> None:
        """Show what a save of the document at `path` stands on."""
        from memdesk.services.details.details import prepare_details
        from memdesk.ui.details.dialog import DetailsDialog

        try:
            job = prepare_details(self._desk, path, self._watching())
        except MemdeskError as error:
            self._messages.tell_error(error, path)
            return
        title, store = job.document.title, self._desk.store
        self._tasks.run(
            lambda: job.run(store),
            lambda details: DetailsDialog(self._themes, title, details, self._window).open(),
        )
