"""The screen "Prune" put together: looks in a worker while it is in front, and lets go what is ticked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from memdesk.errors import MemdeskError, Refused
from memdesk.services.desk import Desk
from memdesk.services.documents.changes import Changes
from memdesk.services.documents.taken import Address
from memdesk.services.prune.prune import Candidate, Candidates
from memdesk.services.prune.reasons.reason import Weights
from memdesk.services.prune.step import PruneRun, Pruning
from memdesk.services.steps.marked import Marked
from memdesk.services.steps.step import Step, StepJob
from memdesk.store.progress import Progress
from memdesk.text.sentence import marked
from memdesk.ui import format as shown
from memdesk.ui.actions import ActionTable
from memdesk.ui.attempts import advice_of, sentence_of
from memdesk.ui.i18n import sentences, tr, trn
from memdesk.ui.lazy_page import LazyPage
from memdesk.ui.live_query import CancelToken, LiveQuery, Pace
from memdesk.ui.memory.stepping import Stepping, Wanted
from memdesk.ui.messages import Message, Messages, Tone
from memdesk.ui.prune.choices import ALONE
from memdesk.ui.prune.listed import MANY, Asked, Known, Listed
from memdesk.ui.prune.saving_look import SavingLook
from memdesk.ui.prune.tuning import Tuning
from memdesk.ui.prune.words import whys_left_out
from memdesk.ui.tasks import Newest, Tasks
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.tips import native_keys

if TYPE_CHECKING:
    from memdesk.store.marks import MarkChange
    from memdesk.ui.prune.screen import PruneScreen

REST_MS = 500
_REST_PER_WORK = 2
"""Of very much a look takes seconds: the window shall not do nothing else while agents write."""

_MOST_NAMED = 3
"""Of so many files that were left alone a message says why: it is read in one look, and read aloud."""

_NOTHING_TICKED = marked("Nothing is ticked. Space ticks the entry that is chosen.")

_Counted = tuple[Known, tuple[Asked, Listed]]
"""What there is to know of candidates, and what the rows that were chosen let through."""

_Looked = tuple[Candidates, _Counted]
"""What a look finds."""


class PruneOverview(QObject):
    """Owns the screen "Prune" of one window.

    Signals:
        trash_requested: show the trash of the history.
        merge_requested: make one of what is alike; argument: the `Entry`.
        looked: there are new candidates.
    """

    trash_requested = Signal()
    merge_requested = Signal(object)
    looked = Signal()

    def __init__(
        self,
        themes: ThemeManager,
        desk: Desk,
        stepping: Stepping,
        tasks: Tasks,
        messages: Messages,
        actions: ActionTable,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._themes = themes
        self._desk = desk
        self._stepping = stepping
        self._actions = actions
        self._messages = messages
        self.page = LazyPage("memdesk.ui.prune.screen", self._make_screen)
        self.found = Candidates()
        self._known = Known()
        self._listing: Newest[Any] = Newest(tasks)
        self._removed: Step | None = None
        self._going: set[Address] = set()
        """What a worker is still taking out of what is known."""
        self._gone: set[Address] = set()
        """What was let go while a look was under way that began before, so that it still finds it."""
        self._query = LiveQuery(
            tasks,
            self._prepare_look,
            self._on_looked,
            self,
            failed=self._on_failed,
            is_wanted=self.page.isVisible,
            pace=Pace(REST_MS, _REST_PER_WORK),
        )
        self._query.slow.connect(self._show_looking)
        self._saving = SavingLook(desk, tasks, self.page, self._what_is_ticked, self)
        self._tuning = Tuning(themes, desk, messages, self)
        self._tuning.tuned.connect(self.look_again)
        self.page.filled.connect(self._connect_screen)
        stepping.step_made.connect(lambda _step: self.note_change())
        stepping.marked.connect(self.look_again)
        self._query.start()

    def _make_screen(self, page: QWidget) -> PruneScreen:
        from memdesk.ui.prune.screen import PruneScreen

        return PruneScreen.make(self._themes, self._now_s, page)

    @property
    def screen(self) -> PruneScreen:
        """The screen, which is made when it is first wanted."""
        return self.page.fill()

    def _now_s(self) -> float:
        return self._desk.workspace.disk.now.timestamp()

    def _connect_screen(self) -> None:
        screen = self.screen
        screen.wanted.connect(self._query.refresh_stale)
        screen.look_requested.connect(self.look_again)
        screen.stop_requested.connect(self._query.cancel)
        screen.removal_requested.connect(self.remove_ticked)
        screen.dismissal_requested.connect(self.dismiss)
        screen.listing_requested.connect(self.propose_again)
        screen.undo_requested.connect(self._undo)
        screen.choices.list.choice_changed.connect(self._show)
        screen.order.chosen.connect(self._show)
        screen.choices.weights_requested.connect(self.tune)
        screen.candidates.ticks_changed.connect(self._saving.start)
        screen.hidden_requested.connect(self._show_hidden)
        screen.table.current_changed.connect(self._show_current)
        screen.detail.trash_requested.connect(self.trash_requested)
        screen.detail.merge_requested.connect(self.merge_requested)
        self._actions.keys_changed.connect(self._show_place)
        self._show_place()

    # Keeping it true

    def _show_place(self) -> None:
        """Say where what goes is kept; the keys of undo may be others by now."""
        folder = shown.short_path(self._desk.history_folder, self._desk.workspace.disk.home)
        self.screen.detail.show_place(folder, native_keys(self._actions["edit.undo"].shortcut()))

    def stop(self) -> None:
        """Look no more."""
        self._query.stop()
        self._saving.stop()
        if self.page.is_filled:
            self.screen.stop()

    def take_up(self, changes: Changes) -> None:
        """Look again, soon, where something changed."""
        if changes.roots or changes.listed or changes.edited or changes.written or changes.arrived:
            self._desk.entries.take_up(changes)
            self.note_change()

    def note_change(self) -> None:
        """Something is different now."""
        self._query.mark_stale()

    def look_again(self) -> None:
        """Look now."""
        self._query.refresh()

    @property
    def is_true(self) -> bool:
        """Whether the list shows what there is, and nothing is being looked for."""
        is_at_work = self._saving.is_waiting or self._listing.is_running
        return self.screen.is_settled and self._query.is_settled and not is_at_work

    def _prepare_look(self, is_wanted: CancelToken) -> Callable[[], _Looked] | None:
        if self._stepping.is_busy and self.found.found:
            # Half of a step is nothing to show, and what it takes back if it is stopped would lose its tick.
            return None
        desk, weights = self._desk, self._weights
        entries, pruner, snapshot = desk.entries, desk.pruner, desk.entries.snapshot()

        asked = self.screen.asked

        def look() -> _Looked:
            read = entries.read(snapshot, is_wanted)
            candidates = pruner.look(read, weights, is_wanted)
            known = Known.of(candidates.found, weights.age_days)
            return candidates, (known, (asked, Listed.of(candidates.found, asked)))

        return look

    @property
    def _weights(self) -> Weights:
        return Weights(self._desk.settings.prune_weights)

    def _show_looking(self, is_looking: bool) -> None:
        if self.page.is_filled:
            self.screen.show_looking(is_looking=is_looking)

    def _on_failed(self, error: MemdeskError) -> None:
        self.screen.show_nothing(sentence_of(error), advice_of(error))

    def _on_looked(self, looked: _Looked) -> None:
        self.found, counted = looked
        self._known = counted[0]
        self._going.clear()
        self.screen.candidates.keep_ticks(self._known.place_of)
        if self._gone:
            gone, self._gone = self._gone, set()
            self._take_out(gone)
        else:
            self._listing.cancel()
            self._show_counted(counted)
        if self._query.is_cancelled:
            self._messages.tell(Message(tr("The check was stopped; the list is not complete.")))
        self.looked.emit()

    # What is shown

    @property
    def proposed(self) -> int:
        """How many candidates are proposed."""
        return self._known.proposed

    def _show_counted(self, counted: _Counted) -> None:
        """Show the rows that narrow the table down, and what the chosen ones let through."""
        self._known, (asked, listed) = counted
        shown_choices = self.screen.choices.list
        shown_choices.blockSignals(True)
        shown_choices.show_choices(self._known.choices)
        shown_choices.blockSignals(False)
        if self.screen.asked.is_like(asked):
            self._show_listed(listed)
        else:
            self._show()

    def _show(self) -> None:
        """Show what the chosen rows let through; where there is much, once a worker has gone through it."""
        if self._going:
            # The worker that takes them out also lists what is left, as it is asked for now.
            self._take_out(set())
            return
        self._listing.cancel()
        listed = partial(Listed.of, self.found.found, self.screen.asked)
        if len(self.found.found) > MANY:
            self._listing.run(listed, self._show_listed)
        else:
            self._show_listed(listed())

    def _show_listed(self, listed: Listed) -> None:
        self.screen.show_rows(listed)
        if not listed.rows:
            self._say_why_empty()
        self._saving.start()

    def _say_why_empty(self) -> None:
        checked = trn(
            "Checked {n} file {age}.",
            "Checked {n} files {age}.",
            len(self.found.documents),
            n=shown.number(len(self.found.documents)),
            age=tr("just now"),
        )
        pinned = sum(one.is_pinned for one in self.found.found)
        kept = trn(
            "{n} pinned entry was left alone.",
            "{n} pinned entries were left alone.",
            pinned,
            n=shown.number(pinned),
        )
        self.screen.show_nothing(tr("Nothing to prune."), sentences(checked, kept if pinned else ""))

    def _show_current(self) -> None:
        current = self.screen.table.current
        document = self.found.documents.get(current.entry.document.path) if current is not None else None
        self.screen.detail.show_candidate(current, document)
        self.screen.show_ticks()

    def _show_hidden(self) -> None:
        """Choose a row that shows what is ticked and hidden by those that are chosen."""
        candidates = self.screen.candidates
        hidden = self._known.at(candidates.ticked - candidates.ticked_here)
        whole = next((one for one in ALONE if any(one.takes(candidate) for candidate in hidden)), ALONE[0])
        self.screen.choices.list.choose(whole)
        self.screen.focus_table()

    @property
    def _ticked(self) -> tuple[Candidate, ...]:
        """The candidates that are ticked and shown: nobody means what is not seen."""
        return self._known.at(self.screen.candidates.ticked_here)

    def _what_is_ticked(self) -> tuple[int, Callable[[], tuple[Candidate, ...]], Candidates]:
        """How many are ticked, what gives them in a worker, and all candidates."""
        ticked = self.screen.candidates.ticked_here
        return len(ticked), partial(self._known.at, ticked), self.found

    # What is done

    def remove_ticked(self) -> None:
        """Let go of what is ticked and shown, as one step; what changed meanwhile is left alone and named."""
        ticked, found = self._ticked, self.found
        if not ticked:
            is_hidden = bool(self.screen.candidates.ticked)
            words = tr("Nothing that is shown is ticked.") if is_hidden else tr(_NOTHING_TICKED)
            self._messages.tell(Message(words))
            return
        desk, progress = self._desk, Progress()
        run = PruneRun(desk.steps, desk.workspace.disk, ticked, found, progress)

        def prepare() -> StepJob:
            job = run.prepare()
            if job is None:
                raise Refused("{reason}", reason=sentences(*whys_left_out(run.pruning.left_out, _MOST_NAMED)))
            return job

        wanted = Wanted(
            prepare,
            lambda: _moved(len(run.pruning.goes)),
            made=lambda step: self._on_removed(run.pruning, step),
            undone=self._on_undone,
            refused=lambda _: self.note_change(),
            progress=progress,
            after=run.after,
        )
        self._stepping.make(wanted)

    def _on_removed(self, pruning: Pruning, step: Step) -> None:
        gone = {one.address for one in pruning.goes}
        self._take_out(gone)
        if self._query.is_running:
            self._gone |= gone
        self._removed = step
        self.screen.show_done(_words(pruning))
        if pruning.left_out and step.was:
            self._messages.tell(Message(_words(pruning), Tone.WARNING))
        self.note_change()

    def _on_undone(self) -> None:
        self._gone.clear()
        self.screen.forget_done()

    def _take_out(self, gone: set[Address]) -> None:
        """Show what went no more: the next look, which knows what else is different now, may take seconds."""
        self._listing.cancel()
        self.screen.candidates.untick(gone)
        self._going |= gone
        going = frozenset(self._going)
        take_out = partial(_taken_out, self._known, going, self._weights.age_days, self.screen.asked)
        if len(self._known.found) > MANY:
            self._listing.run(take_out, self._on_taken_out)
        else:
            self._on_taken_out(take_out())

    def _on_taken_out(self, counted: _Counted) -> None:
        self._going.clear()
        self.found = replace(self.found, found=counted[0].found)
        self._show_counted(counted)

    def _undo(self) -> None:
        self.screen.forget_done()
        if self._removed is not None:
            self._stepping.take_back(self._removed)

    def dismiss(self) -> None:
        """Keep what is ticked, else the current row, out of the list until its text changes."""
        chosen = self._chosen
        count = shown.number(len(chosen))
        words = trn("Dismissed {n} entry.", "Dismissed {n} entries.", len(chosen), n=count)
        self._mark(self._desk.pruner.dismiss, chosen, words)

    def propose_again(self) -> None:
        """Propose again what was dismissed and is ticked, else the current row."""
        chosen = self._chosen
        count = shown.number(len(chosen))
        words = trn("Proposed {n} entry again.", "Proposed {n} entries again.", len(chosen), n=count)
        self._mark(self._desk.pruner.propose_again, chosen, words)

    @property
    def _chosen(self) -> tuple[Candidate, ...]:
        current = self.screen.table.current
        return self._ticked or (() if current is None else (current,))

    def _mark(
        self,
        mark: Callable[[tuple[Candidate, ...]], tuple[MarkChange, ...]],
        chosen: tuple[Candidate, ...],
        words: str,
    ) -> None:
        if not chosen:
            return
        desk, candidates = self._desk, self.screen.candidates

        def untick(_marked: Marked) -> None:
            candidates.untick({one.address for one in chosen})

        self._stepping.make(Wanted(lambda: Marked(desk.marks, mark(chosen)), words, made=untick))

    def tune(self) -> None:
        """Let the user say how much each reason counts; kept in the settings."""
        self._tuning.open(self.screen.window())


def _taken_out(known: Known, gone: frozenset[Address], age_days: int, asked: Asked) -> _Counted:
    """What is left once some are gone; in a worker where there is much."""
    left = known.without(gone, age_days)
    return left, (asked, Listed.of(left.found, asked))


def _words(pruning: Pruning) -> str:
    """What went, and what was left alone: "4 of 5 moved. seed-data.md changed, look again."."""
    moved, stayed = len(pruning.goes), sum(left.entries for left in pruning.left_out)
    if not stayed:
        return _moved(moved)
    words = tr("{n} of {all} moved.", n=shown.number(moved), all=shown.number(moved + stayed))
    return sentences(words, *whys_left_out(pruning.left_out, _MOST_NAMED))


def _moved(entries: int) -> str:
    return trn("{n} moved to trash.", "{n} moved to trash.", entries, n=shown.number(entries))
