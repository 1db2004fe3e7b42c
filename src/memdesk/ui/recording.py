"""Keeps what is seen in documents while the window is open: at first sight, and whenever somebody wrote."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial

from PySide6.QtCore import QObject, Signal

from memdesk.errors import MemdeskError, StorageError
from memdesk.services.desk import Desk
from memdesk.services.history.recorder import Recorded
from memdesk.services.history.standing_recorder import StandingRecorder
from memdesk.services.inbox.items import Unread
from memdesk.ui.i18n import told
from memdesk.ui.live_query import CancelToken, LiveQuery
from memdesk.ui.memory.recording_bar import RecordingBar
from memdesk.ui.tasks import Tasks
from memdesk.ui.timers import single_shot

RETRY_MS = 10_000
"""So long after the history refused, as on a full disk, it is tried again."""


class Recording(QObject):
    """Lets the recorder of `desk` look at documents in a worker, one look after the other.

    Signals:
        recorded: a look is over; argument: `Recorded`.
        failed: the history cannot be written; argument: a `MemdeskError`. Told once.
    """

    recorded = Signal(object)
    failed = Signal(object)

    def __init__(self, desk: Desk, bar: RecordingBar, tasks: Tasks, parent: QObject) -> None:
        super().__init__(parent)
        self._desk = desk
        self._bar = bar
        self._shown = desk.workspace.shown
        self._standing = StandingRecorder(lambda: desk.recorder)
        self._told = 0
        self._asked: tuple[str, ...] = ()
        self._known: set[str] = set()
        self._settled: set[str] = set()
        self._waiting: dict[str, None] = {}
        self._in_hand: Sequence[str] = ()
        self._refused: MemdeskError | None = None
        self._query = LiveQuery(
            tasks,
            self._prepare_look,
            self._on_looked,
            self,
            failed=self._on_failed,
            is_wanted=lambda: bool(self._waiting),
        )
        self._retry = single_shot(self, RETRY_MS, self._query.refresh)
        self._has_failed = False
        bar.answered.connect(self._on_answered)

    @property
    def unkept(self) -> tuple[Unread, ...]:
        """What others wrote and the history did not take, while it refuses."""
        if self._refused is None:
            return ()
        why = self._refused.sentence
        return tuple(Unread(path, os.path.basename(path), why, is_kept=False) for path in self._waiting)

    def start(self) -> None:
        """Begin to look; before that, what is noted waits."""
        self._query.start()
        self.look()

    def note_at_once(self, paths: Iterable[str]) -> None:
        """Somebody wrote at `paths`: keep it here and now, however busy the window is. Any thread; `note` follows."""
        noted = frozenset(paths)
        settled = self._standing.note(noted)
        with suppress(MemdeskError):  # the look that follows tells
            self._desk.elsewhere.note(noted)
        # What was settled before, and nobody noted since, says nothing of what was written now.
        self._settled -= noted - settled
        self._settled |= settled

    def look(self) -> None:
        """Roots were opened, or documents were listed: keep a first copy where that is wanted, else ask."""
        self._note_first_copies()
        unasked = self._desk.recorded.unasked()
        self._asked = tuple(root.path for root in unasked)
        # Several agents read one file: it is kept once.
        files = {
            document.path
            for path in self._asked
            for document in self._desk.workspace.last_documents(path)
            if document.exists
        }
        self._bar.ask(list(dict.fromkeys(told(root.label) for root in unasked)) if files else (), len(files))

    def _note_first_copies(self) -> None:
        followed = self._desk.recorded.documents()
        self._shown.follow(followed)
        self._standing.follow(followed)
        # One that went and came again is new: what it holds now follows upon its removal.
        known, self._known = self._known, set(self._desk.recorded.first_copies())
        self.note(sorted(self._known - known))

    def note(self, paths: Iterable[str]) -> None:
        """Somebody wrote, made or removed the documents at `paths`, or they are seen for the first time.

        What was kept at once, in the wording that is shown, is not looked at once more.
        """
        noted, settled = list(paths), set[str]()
        for path in noted:
            # In one call: the watcher's thread may take it out at any time, for it was written again.
            with suppress(KeyError):
                self._settled.remove(path)
                settled.add(path)
        self._waiting.update(
            (path, None) for path in noted if path not in settled or self._shown.waiting(path)
        )
        if settled and self._query.is_started and not self._query.is_running:
            self._tell(Recorded(len(settled), 0))
        self._query.refresh()

    def stop(self) -> None:
        """Begin no further look, and end the present one as soon as it can be."""
        self._query.stop()
        self._retry.stop()
        self._standing.follow(frozenset())

    def _prepare_look(self, is_wanted: CancelToken) -> Callable[[], Recorded]:
        self._in_hand, self._waiting = list(self._waiting), {}
        return partial(self._desk.recorder.take, self._in_hand, is_wanted)

    def _on_looked(self, found: Recorded) -> None:
        self._refused = None
        self._tell(found)

    def _on_failed(self, why: MemdeskError) -> None:
        """Keep later what could not be kept; until then it is not said that nothing changed."""
        if not self._has_failed:
            self.failed.emit(why)
        self._has_failed = True
        self._waiting = dict.fromkeys(self._in_hand) | self._waiting
        self._refused = why
        self._retry.start()
        self._tell(Recorded(0, 0))

    def _tell(self, found: Recorded) -> None:
        """With what was kept at once since the last time."""
        known, self._told = self._told, self._standing.versions
        self.recorded.emit(found._replace(versions=found.versions + self._told - known))

    def keep(self, roots: Sequence[str]) -> None:
        """Keep what is seen in these roots from now on, whatever was answered before."""
        self._answer(roots, is_wanted=True)

    def choose(self, root: str, *, is_wanted: bool) -> None:
        """Keep what is seen in a root from now on, or only what Memdesk itself replaces there."""
        self._answer((root,), is_wanted=is_wanted)
        self.look()

    def _on_answered(self, is_wanted: bool) -> None:
        self._answer(self._asked, is_wanted=is_wanted)

    def _answer(self, roots: Sequence[str], *, is_wanted: bool) -> None:
        try:
            self._desk.recorded.decide(roots, is_recorded=is_wanted)
        except StorageError as error:
            self.failed.emit(error)
        self._note_first_copies()
