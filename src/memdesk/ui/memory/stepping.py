"""Changes of several files, one after the other in a worker, and the way back for them among what is typed."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from memdesk.errors import MemdeskError, Stopped, StorageError, reason_of
from memdesk.services.step import Status, Step, StepJob
from memdesk.services.steps import Steps
from memdesk.store.outcomes import Declined
from memdesk.store.progress import Progress
from memdesk.text.editable import EditableText
from memdesk.ui.attempts import words_of
from memdesk.ui.i18n import told, tr
from memdesk.ui.messages import Message, Messages, Tone
from memdesk.ui.tasks import Task, Tasks
from memdesk.ui.working import Working

_BAD = (Status.CONFLICT, Status.REFUSED)
MOST_STEPS = 200
_LONG_AGO_S = float("-inf")


def _nothing(_: object) -> None:
    pass


def _not_noticed() -> None:
    pass


@dataclass(frozen=True, slots=True)
class Wanted:
    """A change of several files that is wanted. `prepare` runs in the worker and may raise `MemdeskError`.

    `what` is a sentence on what was done then, empty where nothing is said and nothing undone; one that is known only
    after `prepare` is asked for then. `made` gets the `Step`, `refused` a sentence, after it was shown; `undone` is
    called whenever it was taken back, from wherever. `progress` is what the user stops it by; a `prepare` that takes
    long looks there, too.
    """

    prepare: Callable[[], StepJob]
    what: str | Callable[[], str]
    subject: str = ""
    made: Callable[[Step], object] = _nothing
    refused: Callable[[str], object] = _nothing
    undone: Callable[[], object] = _not_noticed
    progress: Progress = field(default_factory=Progress)


@dataclass(frozen=True, slots=True)
class _Made:
    """A step that can be undone, or redone. `time_s` is when it was made, `walked_s` when it was taken back.

    `first` is the step that was made; `step` what a redo of it wrote since, which is what an undo takes out.
    """

    first: Step
    step: Step
    what: str
    subject: str
    time_s: float
    undone: Callable[[], object]
    walked_s: float = 0.0


_Ended = Step | MemdeskError


class Stepping(QObject):
    """Makes steps, and undoes and redoes them. `clock` tells seconds, as that of the texts does.

    Signals:
        step_made: files were changed at once; argument: the `Step`.
        state_changed: what can be undone or redone is another thing now.
    """

    step_made = Signal(object)
    state_changed = Signal()

    def __init__(
        self,
        steps: Callable[[], Steps],
        tasks: Tasks,
        messages: Messages,
        parent: QObject,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(parent)
        self._steps = steps
        self._tasks = tasks
        self._messages = messages
        self._clock = clock
        self.working = Working(self)
        """What is shown of a step that takes long."""
        self._undoable: list[_Made] = []
        self._redoable: list[_Made] = []
        self._waiting: deque[Callable[[], object]] = deque()
        self._task: Task[_Ended] | None = None
        tasks.failed.connect(self._on_failed)

    @property
    def is_busy(self) -> bool:
        """Whether a change is being made, or waits to be."""
        return self._task is not None or bool(self._waiting)

    # Making

    def make(self, wanted: Wanted) -> None:
        """Make a change, as soon as those before it are made."""
        self._enqueue(lambda: self._begin(wanted.prepare, partial(self._on_made, wanted), wanted))

    def _on_made(self, wanted: Wanted, step: Step) -> None:
        what = wanted.what if isinstance(wanted.what, str) else wanted.what()
        if what and step.was:
            made = _Made(step, step, what, wanted.subject, self._clock(), wanted.undone)
            self._undoable = [*self._undoable[1 - MOST_STEPS :], made]
            self._redoable.clear()
            self._tell_done(what, step, tr("Undo"), partial(self._take_back, made))
        elif step.status in (Status.MERGED, Status.DURABILITY_UNKNOWN):
            self._messages.tell(Message(step.message, subject=wanted.subject))
        wanted.made(step)

    # There and back

    def can_undo(self, text: EditableText | None) -> bool:
        """Whether there is something to take back: a step, or an edit of the text on screen."""
        return bool(self._undoable or self._task) or (text is not None and text.can_undo)

    def can_redo(self, text: EditableText | None) -> bool:
        """Whether there is something to make again."""
        return bool(self._redoable) or (text is not None and text.can_redo)

    def walk(self, text: EditableText | None, *, backwards: bool) -> bool:
        """Undo or redo a step, where that comes before any edit of `text`; whether it is on its way."""
        if self._task is not None:
            # What is on its way is newer than anything that was typed.
            self._enqueue(lambda: self._walk_newest(backwards=backwards))
            return True
        made = self._next_back(text) if backwards else self._next_forth(text)
        if made is None:
            return False
        self._enqueue(lambda: self._walk(made, backwards=backwards))
        return True

    def _next_back(self, text: EditableText | None) -> _Made | None:
        if not self._undoable:
            return None
        typed_s = text.undo_time_s if text is not None else None
        newest = self._undoable[-1]
        return None if typed_s is not None and typed_s > newest.time_s else newest

    def _next_forth(self, text: EditableText | None) -> _Made | None:
        """What was undone last was done first."""
        if not self._redoable:
            return None
        newest = self._redoable[-1]
        typed_s = text.undo_time_s if text is not None else None
        if typed_s is not None and typed_s > newest.walked_s:
            self._redoable.clear()
            return None
        undone_s = text.redo_time_s if text is not None else None
        return None if undone_s is not None and undone_s < newest.time_s else newest

    def _walk_newest(self, *, backwards: bool) -> None:
        stack = self._undoable if backwards else self._redoable
        if stack:
            self._walk(stack[-1], backwards=backwards)

    def take_back(self, step: Step) -> bool:
        """Undo the step that `Wanted.made` got, whatever came after it; False where it is undone already."""
        made = next((one for one in self._undoable if one.first is step), None)
        if made is not None:
            self._take_back(made)
        return made is not None

    def _take_back(self, made: _Made) -> None:
        """Undo one step, whatever came after it."""
        self._enqueue(lambda: self._walk(made, backwards=True))

    def _walk(self, made: _Made, *, backwards: bool) -> None:
        stack = self._undoable if backwards else self._redoable
        if made not in stack:
            return
        stack.remove(made)
        steps = self._steps()
        prepare = steps.prepare_undo if backwards else steps.prepare_redo
        refused = Wanted(lambda: prepare(made.step), made.what, made.subject, refused=lambda _: restore())

        def restore() -> None:
            # It may be possible later; what else can be undone is not held up by it.
            stack.insert(0, replace(made, time_s=_LONG_AGO_S))

        self._begin(refused.prepare, partial(self._on_walked, made, backwards), refused)

    def _on_walked(self, made: _Made, backwards: bool, step: Step) -> None:
        if backwards:
            self._redoable.append(replace(made, walked_s=self._clock()))
            made.undone()
            self._tell_done(tr("Undone: {what}", what=made.what), step, tr("Redo"), partial(self._redo, made))
        else:
            # What it wrote this time is what the next undo takes out.
            again = replace(made, step=step if step.was else made.step)
            self._undoable.append(again)
            self._tell_done(made.what, step, tr("Undo"), partial(self._take_back, again))

    def _redo(self, made: _Made) -> None:
        undone = next((one for one in self._redoable if one.first is made.first), None)
        if undone is not None:
            self._enqueue(lambda: self._walk(undone, backwards=False))

    def _tell_done(self, what: str, step: Step, offer: str, accept: Callable[[], object]) -> None:
        is_plain = step.status in (Status.SAVED, Status.UNCHANGED) and not step.stayed and not step.note
        text = what if is_plain else f"{what} {told(step.message)}"
        tone = Tone.WARNING if step.stayed or step.status is Status.DURABILITY_UNKNOWN else Tone.NOTE
        self._messages.tell(Message(text, tone, offer=offer, accept=accept, advice=told(step.message)))

    # One after the other

    def _enqueue(self, begin: Callable[[], object]) -> None:
        self._waiting.append(begin)
        self._go_on()

    def _go_on(self) -> None:
        while self._waiting and self._task is None:
            self._waiting.popleft()()
        self.state_changed.emit()

    def _begin(self, prepare: Callable[[], StepJob], made: Callable[[Step], object], wanted: Wanted) -> None:
        steps, progress = self._steps(), wanted.progress
        self.working.begin(progress)
        self._task = self._tasks.run(
            lambda: _run(steps, prepare, progress), lambda ended: self._on_ended(ended, made, wanted)
        )

    def _on_ended(self, ended: _Ended, made: Callable[[Step], object], wanted: Wanted) -> None:
        self._task = None
        self.working.end()
        if isinstance(ended, MemdeskError):
            self._refuse(words_of(ended), wanted, is_stopped=isinstance(ended, Stopped))
        else:
            step = self._steps().take_up(ended)
            self.step_made.emit(step)
            if step.status in _BAD:
                why = step.why_not
                self._refuse(told(step.message), wanted, is_stopped=isinstance(why, Declined) and why.by_user)
            else:
                made(step)
        self._go_on()

    def _refuse(self, sentence: str, wanted: Wanted, *, is_stopped: bool) -> None:
        tone = Tone.NOTE if is_stopped else Tone.WARNING
        self._messages.tell(Message(sentence, tone, wanted.subject))
        wanted.refused(sentence)

    def _on_failed(self, _error: object) -> None:
        """Somebody's work broke; where it was a step, the others go on."""
        task = self._task
        if task is not None and task.future.done() and task.future.exception() is not None:
            self._task = None
            self.working.end()
            self._go_on()


def _run(steps: Steps, prepare: Callable[[], StepJob], progress: Progress) -> _Ended:
    """What came of it, or why it was refused. For a worker."""
    try:
        job = prepare()
        progress.go_on()
        return steps.conclude(job, steps.run(job, progress))
    except MemdeskError as error:
        return error
    except OSError as error:
        return StorageError("Nothing was changed: {why}.", why=reason_of(error))
