"""The whole program in the test's own process: real disk, store and watcher, keys by events, no screen."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QPlainTextEdit, QTextEdit, QWidget
from shiboken6 import Shiboken

from memdesk.layouts import discover
from memdesk.services.desk import Desk
from memdesk.services.documents.session import DocumentSession
from memdesk.services.machine.machine import Surroundings
from memdesk.store.folders import StateFolders
from memdesk.store.outcomes import SaveResult
from memdesk.ui.messages import Message
from memdesk.ui.program import Program
from memdesk.ui.theme.manager import Preferences, ThemeManager, install_theme
from memdesk.ui.widgets.empty import EmptyState
from memdesk.ui.widgets.labels import ElidedLabel
from memdesk.watch.state import WatchMode
from tests.patience import PATIENCE_S

Key = Qt.Key
NONE = Qt.KeyboardModifier.NoModifier
CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
ALT = Qt.KeyboardModifier.AltModifier

_TURN_MS = 5


def words_in(widget: QWidget) -> str:
    """What can be read on labels in a widget, one after the other."""
    return " ".join(filter(None, (_said(one) for one in widget.findChildren(QWidget) if one.isVisible())))


def _said(widget: QWidget) -> str:
    if isinstance(widget, QLabel):
        return widget.text()
    if isinstance(widget, ElidedLabel):
        return widget.text
    return widget.accessibleName() if isinstance(widget, EmptyState) else ""


class InsideProgram:
    """A running program and what it has said. `window_size` is in px."""

    def __init__(
        self, *folders: Path, window_size: tuple[int, int] = (1440, 900), sample: bool = False
    ) -> None:
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        self._app = app
        self._themes: ThemeManager = install_theme(app, Preferences("light", animations="off"))
        self.desk = Desk(StateFolders.of_this_user(), Surroundings.of_this_process(), discover())
        self.program = Program(self._themes, self.desk)
        self.window = self.program.window
        self.memory = self.program.memory
        self.editor = self.memory.editor
        self.messages: list[Message] = []
        self.saves: list[SaveResult] = []
        self.states = 0
        self.program.messages.told.connect(self.messages.append)
        self.memory.saving.save_finished.connect(lambda _path, result, _changes: self.saves.append(result))
        self.program.outside.state_changed.connect(self._on_state)
        self.window.resize(*window_size)
        self.program.start([str(folder) for folder in folders], sample=sample)
        self.window.activateWindow()
        self.wait_until(lambda: not (folders or sample) or self.watches, what="the watcher")
        self.wait_until(lambda: self.program.following.is_over, what="all that the start brings")
        self.settle()

    def _on_state(self) -> None:
        self.states += 1

    @property
    def watches(self) -> bool:
        """Whether the roots are known, so that what is written from now on is an outside change."""
        state = self.program.watching.state
        return state is not None and state.mode in (WatchMode.WATCHING, WatchMode.POLLING)

    def close(self) -> None:
        """Close the window as a user does, and let go of everything."""
        if not Shiboken.isValid(self.window):
            return
        self.window.close()
        self.wait_until(lambda: not self.window.isVisible(), what="the window to close")
        self.program.take_down()
        Shiboken.delete(self._themes)
        self._app.processEvents()

    # Time

    def wait_until(self, is_so: Callable[[], object], within_s: float = PATIENCE_S, what: str = "") -> None:
        """Let events run until `is_so()` is true; fail the test where it never gets so."""
        end_s = time.monotonic() + within_s
        while not is_so():
            said = [message.text for message in self.messages]
            assert time.monotonic() < end_s, (
                f"waited {within_s:.0f} s in vain for {what or 'it'}; said {said}"
            )
            QTest.qWait(_TURN_MS)

    def settle(self) -> None:
        """Let events run until nothing is under way in workers and timers at rest have fired."""
        QTest.qWait(20)
        self.wait_until(lambda: not self.program.tasks.busy, what="the workers")
        QTest.qWait(20)

    # Documents

    @property
    def session(self) -> DocumentSession:
        """The document on screen."""
        session = self.memory.open.session
        assert session is not None, "no document is shown"
        return session

    @property
    def text(self) -> str:
        """What the editor holds."""
        return self.session.text.text

    def show(self, path: Path) -> DocumentSession:
        """Show a document, as a click into the tree does."""
        assert self.memory.show_document(str(path)), [message.text for message in self.messages]
        self.settle()
        return self.session

    def put_caret(self, section: str, *, at_end: bool = False) -> None:
        """Put the caret to the begin or the end of a section's text."""
        self.editor.focus_section(section)
        self.key(Key.Key_End if at_end else Key.Key_Home, CONTROL)

    # Keys

    @property
    def focus(self) -> QWidget:
        """The control that gets the keys."""
        focused = self.window.focusWidget()
        assert focused is not None, "nothing has the focus"
        return focused

    def key(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
        """Press a key where the focus is; shortcuts of the window see it first, as from a keyboard."""
        QTest.keyClick(self.window.windowHandle(), key, modifiers)

    def type(self, text: str) -> None:
        """Type `text` where the focus is."""
        for character in text:
            QTest.keyClicks(self.focus, character)

    def save(self) -> SaveResult:
        """Press Ctrl+S and wait for how it ends."""
        count = len(self.saves)
        self.key(Key.Key_S, CONTROL)
        self.wait_until(lambda: len(self.saves) > count, what="the save")
        self.settle()
        return self.saves[-1]

    # What is on screen

    def said(self, words: str) -> bool:
        """Whether a message with these words was shown."""
        return any(words in message.text for message in self.messages)

    def forget_messages(self) -> None:
        """Start anew with what is said."""
        self.messages.clear()

    @property
    def shown(self) -> str:
        """What the text widgets on screen show: the cards, or the source."""
        bodies = [
            body for body in self.editor.findChildren(QWidget) if isinstance(body, QTextEdit | QPlainTextEdit)
        ]
        return "\n".join(body.toPlainText() for body in bodies if body.isVisible())

    @property
    def bars(self) -> Sequence[str]:
        """What the bars over the page say."""
        return [
            bar.accessibleName()
            for bar in self.memory.bars.children()
            if isinstance(bar, QWidget) and bar.isVisible()
        ]

    def button(self, text: str) -> QWidget:
        """The one button in sight that is called `text`."""
        found = [
            button
            for button in self.window.findChildren(QAbstractButton)
            if button.isVisible() and text in (button.text(), button.accessibleName())
        ]
        assert len(found) == 1, f"{len(found)} buttons are called {text!r}"
        return found[0]

    def click(self, text: str) -> None:
        """Click the one button in sight that is called `text`."""
        QTest.mouseClick(self.button(text), Qt.MouseButton.LeftButton)
        self.settle()

    def unlock(self) -> None:
        """Deliver what waits to be deleted."""
        self._app.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
