"""Looks after each save whether an agent writes its old copy back, and puts ours back before it reaches the editor."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from memdesk.errors import MemdeskError
from memdesk.services.desk import Desk
from memdesk.services.documents.changes import Changes
from memdesk.services.roots.roots import Documents
from memdesk.services.steps.revert_watch import NothingMissing, Revert
from memdesk.services.steps.step import Status, Step
from memdesk.ui.i18n import tr
from memdesk.ui.live_query import LiveQuery
from memdesk.ui.memory.outside import OutsideChanges
from memdesk.ui.memory.revert_bar import RevertNote
from memdesk.ui.memory.stepping import Wanted
from memdesk.ui.messages import Message, Messages, Tone
from memdesk.ui.tasks import Tasks
from memdesk.ui.timers import repeating

if TYPE_CHECKING:
    from memdesk.ui.memory.screen import MemoryScreen

LOOK_EVERY_MS = 500
"""So often what was saved a moment ago is looked at, whether the system reports changes or not.

A copy that is written back before the watcher has seen the save is no change to it at all.
"""

_Looked = list[tuple[str, Revert | None]]
_Done = Step | NothingMissing | None


class Reverting(QObject):
    """Watches what `desk` saved, and keeps the bar of `memory` true.

    Changes at files that were saved a moment ago reach the documents only once they were looked at: where ours is put
    back by itself, what was typed and its undo never meet the old copy.
    """

    def __init__(
        self,
        desk: Desk,
        memory: MemoryScreen,
        outside: OutsideChanges,
        tasks: Tasks,
        messages: Messages,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._desk = desk
        self._memory = memory
        self._outside = outside
        self._tasks = tasks
        self._messages = messages
        self._notes: dict[str, RevertNote] = {}
        self._waiting: set[str] = set()
        self._held: set[str] = set()
        self._in_hand: set[str] = set()
        self._query = LiveQuery(
            tasks,
            self._prepare_look,
            self._on_looked,
            self,
            failed=self._release_all,
            is_wanted=lambda: bool(self._waiting),
        )
        self._query.start()
        self._timer = repeating(self, LOOK_EVERY_MS, self._on_timeout)
        outside.hold_back = self.hold_back
        self._connect()

    def _connect(self) -> None:
        bar, memory = self._memory.revert_bar, self._memory
        bar.undo_requested.connect(self._on_undo_requested)
        bar.put_back_requested.connect(self._on_put_back_requested)
        bar.look_requested.connect(self._on_look_requested)
        bar.leave_requested.connect(self._on_leave_requested)
        bar.dismissed.connect(self._on_dismissed)
        memory.document_shown.connect(self._show)
        memory.saving.save_finished.connect(self._on_save_finished)
        memory.stepping.step_made.connect(lambda _step: self._timer.start())

    def stop(self) -> None:
        """Look no more."""
        self._timer.stop()
        self._query.stop()

    # Looking

    def hold_back(self, paths: Iterable[str]) -> frozenset[str]:
        """Which of `paths`, where somebody wrote, were saved a moment ago; they are taken up after a look at them."""
        held = self._desk.workspace.saves.paths.intersection(paths)
        self._held |= held
        self._look_at(held)
        return held

    def _on_save_finished(self, path: str, _result: object, _changes: Changes) -> None:
        note = self._notes.get(path)
        if note is not None and note.step is not None:
            self._forget(path)
        self._timer.start()

    def _on_timeout(self) -> None:
        paths = self._desk.workspace.saves.paths
        if not paths:
            self._timer.stop()
        self._look_at(paths)

    def _look_at(self, paths: Iterable[str]) -> None:
        self._waiting |= set(paths)
        self._query.refresh()

    def _prepare_look(self, _token: object) -> Callable[[], _Looked]:
        wanted, self._waiting = sorted(self._waiting), set()
        watch = self._desk.reverts

        def look() -> _Looked:
            listed: dict[str, Documents] = {}
            return [(path, watch.look(path, listed)) for path in wanted]

        return look

    def _on_looked(self, looked: _Looked) -> None:
        for path, revert in looked:
            if revert is not None and revert.by_itself:
                self._put_back(revert)
            else:
                self._release(path)
            if revert is not None and not revert.by_itself:
                self._ask(revert)
            elif self._has_answered_itself(path):
                self._forget(path)

    def _has_answered_itself(self, path: str) -> bool:
        """Whether nothing is missing any more of what is asked about."""
        note = self._notes.get(path)
        return note is not None and note.step is None and not self._desk.reverts.is_missing(path)

    def _release(self, path: str) -> None:
        """Let the documents take up what was held back, unless it is looked at once more or about to be put right."""
        if path in self._held - self._waiting - self._in_hand:
            self._held.discard(path)
            self._outside.read(frozenset({path}))

    def _release_all(self, _why: MemdeskError) -> None:
        """Hold nothing back where a look, or putting back, broke."""
        held, self._held, self._in_hand = frozenset(self._held), set(), set()
        self._outside.read(held)

    # Putting back

    def _put_back(self, revert: Revert) -> None:
        self._in_hand.add(revert.path)
        put_back = partial(_put_back, self._desk, revert)
        self._tasks.run(put_back, partial(self._on_put_back, revert), self._release_all)

    def _on_put_back(self, revert: Revert, done: _Done) -> None:
        path = revert.path
        self._in_hand.discard(path)
        self._held.discard(path)
        if isinstance(done, NothingMissing):
            # There is nothing to tell; the next look sees what has come of it.
            self._outside.read(frozenset({path}))
            self._timer.start()
            return
        step = self._desk.steps.take_up(done) if done is not None else None
        if step is None or step.status in (Status.CONFLICT, Status.REFUSED):
            self._outside.read(frozenset({path}))
            self._ask(replace(revert, by_itself=False))
            return
        # What else the agent wrote is its news, as from any other write of its own.
        self._outside.take(step.changes | Changes(written=frozenset({path})))
        if step.was:
            undo = partial(self._undo, step, revert)
            self._tell(RevertNote(revert, self._who(path), step), tr("Undo"), undo)

    def _ask(self, revert: Revert) -> None:
        """Whoever goes on to write there changes the question; only where more is missing, that is said again."""
        path, note = revert.path, RevertNote(revert, self._who(revert.path))
        standing = self._notes.get(path)
        if standing is not None and standing.step is None and revert.nodes <= standing.revert.nodes:
            self._notes[path] = note
            self._show()
        else:
            self._tell(note, tr("Show"), partial(self._memory.show_document, path), icon="eye")

    def _tell(
        self, note: RevertNote, offer: str, accept: Callable[[], object], *, icon: str = "undo-2"
    ) -> None:
        self._notes[note.revert.path] = note
        tone = Tone.NOTE if note.step is not None else Tone.WARNING
        self._messages.tell(
            Message(note.sentence, tone, note.revert.path, offer=offer, accept=accept, offer_icon=icon)
        )
        self._show()
        self._timer.start()

    def _who(self, path: str) -> str:
        writer = self._memory.open.words.writer(path)
        return tr("A program") if writer == tr("a program") else writer

    # The bar

    @property
    def _note(self) -> RevertNote | None:
        session = self._memory.open.session
        return self._notes.get(session.path) if session is not None else None

    def _show(self) -> None:
        self._memory.revert_bar.show_revert(self._note)

    def _on_dismissed(self) -> None:
        note = self._note
        if note is None:
            return
        if note.step is None:
            self._desk.reverts.dismiss(note.revert)
        self._forget(note.revert.path)

    def _forget(self, path: str) -> None:
        self._notes.pop(path, None)
        self._show()

    def _on_undo_requested(self) -> None:
        note = self._note
        if note is not None and note.step is not None:
            self._undo(note.step, note.revert)

    def _undo(self, step: Step, revert: Revert) -> None:
        """Let the file be again what the agent made of it."""
        self._forget(revert.path)
        title, steps = revert.document.title, self._desk.steps
        what = tr("Took back what was put back in {title}.", title=title)
        self._memory.stepping.make(Wanted(lambda: steps.prepare_undo(step), what, revert.path))

    def _on_put_back_requested(self) -> None:
        note = self._note
        if note is None:
            return
        revert, watch = note.revert, self._desk.reverts
        self._forget(revert.path)
        title = revert.document.title
        what = (
            tr("Removed {title} again.", title=title)
            if revert.is_removal
            else tr("Put back what you saved in {title}.", title=title)
        )
        self._memory.stepping.make(Wanted(lambda: watch.prepare(revert), what, revert.path))
        self._timer.start()  # what could not be put back is asked about once more

    def _on_look_requested(self) -> None:
        self._memory.frame.show_right(shown=True)
        self._memory.preview.show_tab("history")

    def _on_leave_requested(self) -> None:
        note = self._note
        if note is None:
            return
        self._desk.reverts.leave(note.revert)
        if note.step is not None:
            self._undo(note.step, note.revert)
        else:
            self._forget(note.revert.path)


def _put_back(desk: Desk, revert: Revert) -> _Done:
    """What came of putting ours back; None where it could not be done. For a worker."""
    try:
        job = desk.reverts.prepare(revert)
        return desk.steps.conclude(job, desk.steps.run(job))
    except NothingMissing as nothing:
        return nothing
    except (MemdeskError, OSError):
        return None
