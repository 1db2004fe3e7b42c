"""Steps that change files or marks, one after the other in a worker, and the way back for them among what is typed."""

from __future__ import annotations

import posixpath
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal

from memdesk.errors import MemdeskError, Stopped, StorageError, reason_of
from memdesk.services.documents.changes import Changes
from memdesk.services.documents.disk_text import unread
from memdesk.services.steps.marked import Marked
from memdesk.services.steps.step import Status, Step, StepJob
from memdesk.services.steps.steps import Steps
from memdesk.store.outcomes import Applied, Declined
from memdesk.store.progress import Progress
from memdesk.text.editable import EditableText
from memdesk.ui.attempts import words_of
from memdesk.ui.i18n import listed, sentences, told, tr, trn
from memdesk.ui.memory.step_stack import Done, Made, StepStack
from memdesk.ui.messages import Message, Messages, Tone
from memdesk.ui.tasks import Task, Tasks
from memdesk.ui.working import Working

_BAD = (Status.CONFLICT, Status.REFUSED)


def _nothing(_: object) -> None:
    pass


def _not_noticed() -> None:
    pass


def _nothing_after(_: Applied) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Wanted:
    """A step that is wanted. `work` runs in the worker and may raise `MemdeskError`.

    It prepares the files to be changed, which are changed then, or makes marks, which touch no file, itself.

    `what` is a sentence on what was done then, empty where nothing is said and nothing undone; one that is known only
    after `work` is asked for then. So is `aside`, which follows it when it is done, not when it is undone. `made` gets
    the `Step` or what was `Marked`, `refused` a sentence, after it was shown; `undone` and `redone` are called whenever
    it was taken back or made again, from wherever. `progress` is what the user stops it by; `work` that takes long
    looks there, too. `after` gives what else to run once it ended, in the worker.
    """

    work: Callable[[], StepJob | Marked]
    what: str | Callable[[], str]
    subject: str = ""
    made: Callable[[Any], object] = _nothing
    refused: Callable[[str], object] = _nothing
    undone: Callable[[], object] = _not_noticed
    redone: Callable[[], object] = _not_noticed
    aside: str | Callable[[], str] = ""
    progress: Progress = field(default_factory=Progress)
    after: Callable[[Applied], StepJob | None] = _nothing_after


_Ended = Done | MemdeskError


class Stepping(QObject):
    """Makes steps, and undoes and redoes them. `clock` tells seconds, as that of the texts does.

    Signals:
        step_made: files were changed at once; argument: the `Step`.
        marked: marks were made or taken away; argument: what was `Marked`.
        state_changed: what can be undone or redone is another thing now.
    """

    step_made = Signal(object)
    marked = Signal(object)
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
        self._stack = StepStack()
        self._waiting: deque[Callable[[], object]] = deque()
        self._task: Task[_Ended] | None = None

    @property
    def is_busy(self) -> bool:
        """Whether a change is being made, or waits to be."""
        return self._task is not None or bool(self._waiting)

    def note_recovered(self, changes: Changes) -> None:
        """Steps of an earlier run were finished or taken back, which made these changes."""
        own = changes._replace(written=frozenset())
        self.step_made.emit(Step((), Status.SAVED, "", changes=own))

    def note_finished(self, step: Step) -> None:
        """Let a step of an earlier run, which this one finished, be undone as if it was made now."""
        what = _finished_words(step)
        self._stack.push(Made(step, step, what, "", self._clock(), _not_noticed, _not_noticed))
        self.state_changed.emit()

    # Making

    def make(self, wanted: Wanted) -> None:
        """Make a change, as soon as those before it are made."""
        steps = self._steps

        def begin() -> None:
            self._begin(partial(_run, steps(), wanted), partial(self._on_made, wanted), wanted)

        self._enqueue(begin)

    def _on_made(self, wanted: Wanted, done: Done) -> None:
        what, aside = (said if isinstance(said, str) else said() for said in (wanted.what, wanted.aside))
        if what and _has_changed(done):
            now = self._clock()
            made = Made(done, done, what, wanted.subject, now, wanted.undone, wanted.redone)
            self._stack.push(made)
            words = sentences(what, aside)
            self._tell_done(words, done, tr("Undo"), partial(self._take_back, made))
        elif isinstance(done, Step) and done.status in (Status.MERGED, Status.DURABILITY_UNKNOWN):
            self._messages.tell(Message(done.message, subject=wanted.subject))
        wanted.made(done)

    # There and back

    def next_name(self, text: EditableText | None, *, backwards: bool) -> str | None:
        """What was done by the step that `walk` would take; empty while one is on its way, None for no step."""
        if self._task is not None:
            return "" if backwards else None
        made = self._stack.next_back(text) if backwards else self._stack.next_forth(text)
        return made.what if made is not None else None

    def walk(self, text: EditableText | None, *, backwards: bool) -> bool:
        """Undo or redo a step, where that comes before any edit of `text`; whether it is on its way."""
        if self._task is not None:
            # What is on its way is newer than anything that was typed.
            self._enqueue(lambda: self._walk_newest(backwards=backwards))
            return True
        made = self._stack.next_back(text) if backwards else self._stack.next_forth(text)
        if made is None:
            self._stack.forget_typed_over(text)
            return False
        self._enqueue(lambda: self._walk(made, backwards=backwards))
        return True

    def _walk_newest(self, *, backwards: bool) -> None:
        made = self._stack.newest(backwards=backwards)
        if made is not None:
            self._walk(made, backwards=backwards)

    def take_back(self, done: Done) -> None:
        """Undo what `Wanted.made` got, whatever came after it; nothing where it is undone already."""
        made = self._stack.made(done)
        if made is not None:
            self._take_back(made)

    def _take_back(self, made: Made) -> None:
        """Undo one step, whatever came after it."""
        self._enqueue(lambda: self._walk(made, backwards=True))

    def _walk(self, made: Made, *, backwards: bool) -> None:
        if not self._stack.take(made, backwards=backwards):
            return

        def put_off(_sentence: str) -> None:
            self._stack.put_off(made, backwards=backwards)

        asked = Wanted(self._way(made.done, backwards=backwards), made.what, made.subject, refused=put_off)
        run = partial(_run, self._steps(), asked)
        self._begin(run, partial(self._on_walked, made, backwards), asked)

    def _way(self, done: Done, *, backwards: bool) -> Callable[[], StepJob | Marked]:
        if isinstance(done, Marked):
            return done.turned_back
        steps = self._steps()
        return partial(steps.prepare_undo if backwards else steps.prepare_redo, done)

    def _on_walked(self, made: Made, backwards: bool, done: Done) -> None:
        if isinstance(done, Marked) and not done.changes:
            words = (
                tr("Not undone, since it has changed meanwhile: {what}", what=made.what)
                if backwards
                else tr("Not redone, since it has changed meanwhile: {what}", what=made.what)
            )
            self._messages.tell(Message(words, subject=made.subject))
        elif backwards:
            turned = replace(made, done=done) if isinstance(done, Marked) else made
            self._stack.push_undone(turned, self._clock())
            made.undone()
            words = sentences(tr("Undone: {what}", what=made.what), _stayed_words(done))
            self._tell_done(words, done, tr("Redo"), partial(self._redo, made), icon="redo-2")
        else:
            # What it wrote this time is what the next undo takes out.
            again = replace(made, done=done if _has_changed(done) else made.done)
            self._stack.push_redone(again)
            made.redone()
            self._tell_done(
                sentences(made.what, _stayed_words(done)), done, tr("Undo"), partial(self._take_back, again)
            )

    def _redo(self, made: Made) -> None:
        undone = self._stack.undone(made.first)
        if undone is not None:
            self._enqueue(lambda: self._walk(undone, backwards=False))

    def _tell_done(
        self, what: str, done: Done, offer: str, accept: Callable[[], object], *, icon: str = "undo-2"
    ) -> None:
        if isinstance(done, Marked):
            tone = Tone.WARNING if done.stayed else Tone.NOTE
            self._messages.tell(Message(what, tone, offer=offer, accept=accept, offer_icon=icon))
            return
        is_plain = done.status in (Status.SAVED, Status.UNCHANGED) and not done.stayed and not done.note
        text = what if is_plain else sentences(what, done.message)
        tone = Tone.WARNING if done.stayed or done.status is Status.DURABILITY_UNKNOWN else Tone.NOTE
        # What is said already is not said again.
        advice = told(done.message) if is_plain else ""
        self._messages.tell(Message(text, tone, offer=offer, accept=accept, advice=advice, offer_icon=icon))

    # One after the other

    def _enqueue(self, begin: Callable[[], object]) -> None:
        self._waiting.append(begin)
        self._go_on()

    def _go_on(self) -> None:
        while self._waiting and self._task is None:
            self._waiting.popleft()()
        self.state_changed.emit()

    def _begin(self, run: Callable[[], _Ended], made: Callable[[Done], object], wanted: Wanted) -> None:
        self.working.begin(wanted.progress)

        def end(ended: _Ended) -> None:
            self._on_ended(ended, made, wanted)

        self._task = self._tasks.run(run, end, end)

    def _on_ended(self, ended: _Ended, made: Callable[[Done], object], wanted: Wanted) -> None:
        self._task = None
        self.working.end()
        if isinstance(ended, MemdeskError):
            self._refuse(words_of(ended), wanted, is_stopped=isinstance(ended, Stopped))
        elif isinstance(ended, Marked):
            made(ended)
            self.marked.emit(ended)
        else:
            self._take_up(self._steps().take_up(ended), made, wanted)
        self._go_on()

    def _take_up(self, step: Step, made: Callable[[Done], object], wanted: Wanted) -> None:
        self.step_made.emit(step)
        if step.status in _BAD:
            why = step.why_not
            self._refuse(told(step.message), wanted, is_stopped=isinstance(why, Declined) and why.by_user)
        else:
            made(step)

    def _refuse(self, sentence: str, wanted: Wanted, *, is_stopped: bool) -> None:
        tone = Tone.NOTE if is_stopped else Tone.WARNING
        self._messages.tell(Message(sentence, tone, wanted.subject))
        wanted.refused(sentence)


def _stayed_words(done: Done) -> str:
    """What of marks was not turned back, since it was changed since."""
    stayed = done.stayed if isinstance(done, Marked) else ()
    if not stayed:
        return ""
    return tr(
        "Changed since, and left as it is: {names}.", names=listed(posixpath.basename(one) for one in stayed)
    )


def _finished_words(step: Step) -> str:
    """What was done by a change of an earlier run that this one finished."""
    return trn(
        "Finished a change of {title} that was interrupted.",
        "Finished a change of {n} files that was interrupted.",
        len(step.was),
        title=posixpath.basename(step.paths[0]),
    )


def _has_changed(done: Done) -> bool:
    """Whether there is anything to take back."""
    return bool(done.changes if isinstance(done, Marked) else done.was)


def _run(steps: Steps, wanted: Wanted) -> _Ended:
    """What came of it, or why it was refused. For a worker."""
    try:
        job = wanted.work()
        if isinstance(job, Marked):
            return job
        wanted.progress.go_on()
        return steps.conclude(*steps.run_and(job, wanted.after, wanted.progress))
    except MemdeskError as error:
        return error
    except OSError as error:
        if isinstance(error.filename, str):
            return unread(error, error.filename)
        return StorageError("Nothing was changed: {why}.", why=reason_of(error))
