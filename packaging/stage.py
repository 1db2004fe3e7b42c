"""One real window over a home of its own, driven into a state and drawn into a picture."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEventLoop
from PySide6.QtGui import QCursor, QPainter
from PySide6.QtWidgets import QApplication, QDialog, QMenu

from memdesk.layouts import discover
from memdesk.layouts.documents import Document
from memdesk.services.desk import Desk
from memdesk.services.documents.session import DocumentSession
from memdesk.services.machine.machine import Surroundings
from memdesk.store.folders import StateFolders
from memdesk.ui.program import Program
from memdesk.ui.theme.manager import ThemeManager
from palette import with_palette

_SETTLE_S = 0.7
_MOST_LATE_S = 10.0
_IDLE_TURNS, _IDLE_S = 10, 0.002
"""Nothing is under way once so many turns of the loop in a row took hardly any time of the processor."""


class Stage:
    """One program over its own home, for one picture."""

    def __init__(self, app: QApplication, themes: ThemeManager, home: str, size: tuple[int, int]) -> None:
        self._app = app
        self.home = home
        folders = StateFolders.below(os.path.join(home, "ours"))
        self.desk = Desk(folders, Surroundings(home, {}), discover(installed=False))
        self.program = Program(themes, self.desk)
        self.program.window.resize(*size)
        # The pointer of a screen that is none stands over the rail, whose button would look pointed at.
        QCursor.setPos(*size)

    def settle(self, seconds: float = _SETTLE_S) -> None:
        """Let timers and workers do what they have to, and on a busy machine go on until they have done it."""
        end, latest, idle = time.monotonic() + seconds, time.monotonic() + seconds + _MOST_LATE_S, 0
        while time.monotonic() < end or (idle < _IDLE_TURNS and time.monotonic() < latest):
            before = time.process_time()
            self._app.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
            time.sleep(0.005)
            idle = idle + 1 if time.process_time() - before < _IDLE_S else 0

    def take(self, path: Path, *, small: bool = False) -> None:
        """Draw the window into a file, with a palette where that is to be `small`, close it and let go of it."""
        self.settle()
        window = self.program.window
        picture = window.grab()
        with QPainter(picture) as painter:
            for dialog in window.findChildren(QDialog):
                if dialog.isVisible():
                    painter.drawPixmap(window.rect().center() - dialog.rect().center(), dialog.grab())
            tips = (one for one in self._app.topLevelWidgets() if one.objectName() == "qtooltip_label")
            for over in (*window.findChildren(QMenu), *tips):
                if over.isVisible():
                    painter.drawPixmap(window.mapFromGlobal(over.pos()), over.grab())
        for popup in (*window.findChildren(QDialog), *window.findChildren(QMenu)):
            popup.close()
        image = picture.toImage()
        (with_palette(image) if small else image).save(str(path))
        window.close()
        self.settle(0.1)
        self.program.take_down()

    def open_sample(self) -> None:
        """Start with the sample."""
        self.program.start((), sample=True)
        self.settle()

    def show(self, title: str, scope: str, key: str = "", agent: str = "evva") -> DocumentSession:
        """Start with the sample and show a document of it, at a section."""
        self.open_sample()
        memory, document = self.program.memory, self.document(title, scope, agent)
        memory.show_document(document.path)
        memory.tree.view.open(memory.model.index_of(document.path))
        if key:
            memory.show_section(document.path, key)
        self.settle(0.3)
        return self.desk.workspace.open_document(document.path)

    def document(self, title: str, scope: str, agent: str) -> Document:
        """A document of the sample."""
        documents = (
            document
            for root in self.desk.workspace.roots
            if root.agent == agent
            for document in self.desk.workspace.documents(root.path)
        )
        return next(d for d in documents if d.title == title and d.scope.title.startswith(scope))


Scene = Callable[[Stage], object]
"""Brings a stage into the state that is drawn."""
