"""The screen "Problems" put together: what keeps it true, what it repairs and ignores, and the way to each place."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from memdesk.layouts.contract import Problem, Severity
from memdesk.layouts.documents import Document
from memdesk.services.desk import Desk
from memdesk.services.documents.changes import Changes
from memdesk.services.problems.checking import WRITE_RULES
from memdesk.services.problems.listed import Listed, Report
from memdesk.services.problems.repairs import prepare_repairs
from memdesk.services.steps.marked import Marked
from memdesk.services.steps.step import Step
from memdesk.ui.actions import ActionTable
from memdesk.ui.i18n import told, tr, trn
from memdesk.ui.lazy_page import LazyPage
from memdesk.ui.live_query import CancelToken, LiveQuery, Pace
from memdesk.ui.memory.screen import MemoryScreen
from memdesk.ui.memory.stepping import Wanted
from memdesk.ui.messages import Message, Messages, Tone
from memdesk.ui.problems.rehoming import RehomingProjects
from memdesk.ui.problems.stepping import Stop, next_stop, stops_of
from memdesk.ui.problems.words import severity_of, title_of
from memdesk.ui.tasks import Tasks
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.timers import single_shot
from memdesk.ui.tree.view import Target

if TYPE_CHECKING:
    from memdesk.ui.problems.screen import ProblemsScreen

REST_MS = 400
"""So long after a change the files that changed are checked again."""
_REST_PER_WORK = 3
"""Where checking takes long, it rests so many times as long, so that typing goes on unhindered."""


class ProblemsOverview(QObject):
    """Owns the screen "Problems" of one window.

    Signals:
        looked: there is a new `Report`; argument: it.
        memory_requested: a document is shown now; bring the memory screen to the front.
    """

    looked = Signal(object)
    memory_requested = Signal()

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
        self._filter_action = actions["go.filter"]
        self._memory = memory
        self._messages = messages
        self._is_slow = False
        self._last: Stop | None = None
        self._trouble: frozenset[str] = frozenset()
        self.report = Report()
        self._has_looked = False
        self.rehoming = RehomingProjects(themes, desk, memory.stepping, tasks, messages, memory)
        self.page = LazyPage("memdesk.ui.problems.screen", self._make_screen)
        self._query = LiveQuery(
            tasks,
            self._prepare_look,
            self._on_looked,
            self,
            failed=lambda error: messages.tell_error(error, "problems"),
            pace=Pace(REST_MS, _REST_PER_WORK),
        )
        self._query.slow.connect(self._show_checking)
        self._showing = single_shot(self, 0, self._show_report)
        """What was found while nobody sees it is shown in a turn of its own: it may be thousands."""
        self._connect()

    def _make_screen(self, page: QWidget) -> ProblemsScreen:
        from memdesk.ui.problems.screen import ProblemsScreen

        return ProblemsScreen.make(self._themes, self._desk.workspace.disk.home, self._filter_action, page)

    @property
    def screen(self) -> ProblemsScreen:
        """The screen, which is made when it is first wanted."""
        return self.page.fill()

    def _connect_screen(self) -> None:
        self.screen.open_requested.connect(self.go_to)
        self.screen.fix_requested.connect(self.fix)
        self.screen.ignore_requested.connect(self._ignore)
        self.screen.heed_requested.connect(self._heed)
        self.screen.stop_requested.connect(self._query.cancel)
        self.screen.home_requested.connect(lambda one: self.rehoming.ask(one.root.path, one.path))
        self.screen.wanted.connect(self._on_wanted)
        self.screen.show_checking(is_checking=self._is_slow)
        # Other rows, found while the screen is out of sight, are laid out and painted ahead.
        if self._has_looked:
            self.screen.show_report(self.report)

    def _connect(self) -> None:
        self.page.filled.connect(self._connect_screen)
        self.rehoming.asked.connect(lambda: self.screen.focus_list() if self.page.isVisible() else None)
        self._memory.stepping.step_made.connect(self._on_step_made)
        self._memory.stepping.marked.connect(self._on_marked)
        self._memory.open.state_changed.connect(self._on_text_changed)
        self._memory.editor.text_changed.connect(self._on_text_changed)

    # Keeping it true

    def start(self) -> None:
        """Check everything, soon."""
        self._query.start(rests=True)

    def stop(self) -> None:
        """Check no more."""
        self._query.stop()
        self._showing.stop()

    def take_up(self, changes: Changes) -> None:
        """Check again what changed."""
        if self._desk.problems.take_up(changes):
            self._query.mark_stale()

    def look_again(self) -> None:
        """Check everything again: what lies outside of the folders may have changed as well."""
        self._desk.problems.forget()
        self._query.mark_stale()

    def _on_step_made(self, step: Step) -> None:
        """What Memdesk writes itself no watcher tells of."""
        self.take_up(step.changes | Changes(written=frozenset(step.paths)))

    def _on_marked(self, marked: Marked) -> None:
        """What is ignored goes at once; other marks are nothing to a check."""
        from memdesk.store.marks import MarkKind

        if any(change.mark.kind == MarkKind.IGNORED for change in marked.changes):
            self._query.refresh()

    def _on_text_changed(self) -> None:
        session = self._memory.open.session
        if session is None:
            return
        changes = Changes(edited=frozenset({session.path}))
        if session.is_meeting:
            self.take_up(changes)
        elif self._desk.problems.take_up(changes):
            self._query.mark_stale(postpones=True)  # who types is waited for

    def _prepare_look(self, is_wanted: CancelToken) -> Callable[[], Report]:
        problems, snapshot = self._desk.problems, self._desk.entries.snapshot()
        return lambda: problems.look(snapshot, is_wanted)

    def _show_checking(self, is_checking: bool) -> None:
        self._is_slow = is_checking
        if self.page.is_filled:
            self.screen.show_checking(is_checking=is_checking)

    def _on_looked(self, report: Report) -> None:
        self.report, self._has_looked = report, True
        if self.page.isVisible():
            self._show_report()
        elif self.page.is_filled:
            self._showing.start()
        self.looked.emit(report)
        if self._query.is_cancelled:
            self._messages.tell(Message(tr("The check was stopped; the list is not complete.")))

    def _on_wanted(self) -> None:
        if self._showing.isActive():
            self._show_report()

    def _show_report(self) -> None:
        self._showing.stop()
        self.screen.show_report(self.report)

    # What the tree marks

    def is_trouble(self, path: str) -> bool:
        """Whether something in this document is worse than a warning, or would be lost by the agent's next write."""
        return path in self._trouble

    def take_trouble(self) -> frozenset[str]:
        """Take over from the last look which documents are in trouble. Returns those of which that is new, or over."""
        before = self._trouble
        self._trouble = frozenset(one.path for one in self.report.problems if _is_marked(one.found.problem))
        return before ^ self._trouble

    # Going places

    def go_to(self, one: Listed) -> None:
        """Show the place of a problem, with its sentence in the status."""
        problem = one.found.problem
        self._go(Stop(one.path, problem.span.start, title_of(one), problem.why, one))

    def _go(self, stop: Stop) -> None:
        if not any(document.exists for _, document in self._desk.workspace.readers_of(stop.path)):
            self._memory.tree.select(stop.path, None, 0, reveal=True)
            self.memory_requested.emit()
        else:
            self._memory.show_document(stop.path, partial(self._enter, stop.position))
        self._last = stop
        self._messages.tell(Message(_sentence(stop), _tone(stop), subject=stop.path, advice=told(stop.why)))

    def _enter(self, position: int) -> None:
        self.memory_requested.emit()
        self._memory.editor.go_to(position, focus=True)

    def step(self, by: int) -> None:
        """Go to the next (1) or previous (-1) problem, from the caret on through all documents."""
        known = {document.path for document in self._documents() if document.exists}
        session = self._memory.open.session
        path = session.path if session is not None else ""
        losses = self._memory.open.losses_now() if session is not None else ()
        problems = [loss for loss in losses if loss.is_problem]
        stops = stops_of([one for one in self.report.problems if one.path in known], path, problems)
        stop = next_stop(stops, *self._here(path), by)
        if stop is None:
            self._messages.tell(Message(tr("There are no problems in any document.")))
        else:
            self._go(stop)

    def _here(self, path: str) -> tuple[str, int]:
        """Where the caret is; from another screen, where the last step led to."""
        if not self._memory.isVisible() and self._last is not None:
            return self._last.path, self._last.position
        return path, self._memory.editor.caret if path else 0

    def find_home(self, target: Target | None) -> None:
        """Find the new home of the project that a row of the tree belongs to."""
        if target is None or target.scope is None:
            return
        documents = self._desk.workspace.last_documents(target.root_path)
        path = next((one.path for one in documents if one.scope == target.scope and one.exists), "")
        self.rehoming.ask(target.root_path, path)

    def _documents(self) -> Sequence[Document]:
        workspace = self._desk.workspace
        return [each for root in workspace.roots for each in workspace.last_documents(root.path)]

    # Doing something about it

    def fix(self, wanted: Sequence[Listed]) -> None:
        """Repair these, as one step with one undo."""
        workspace, steps = self._desk.workspace, self._desk.steps
        count = len(wanted)
        what = (
            tr("Fixed: {what}", what=title_of(wanted[0]))
            if count == 1
            else trn("Fixed {n} problem.", "Fixed {n} problems.", count)
        )
        self._memory.editor.finish_writing()
        # Whoever repairs row after row shall find no row again that is mended.
        self._memory.stepping.make(
            Wanted(
                lambda: prepare_repairs(workspace, steps, wanted),
                what,
                wanted[0].path,
                made=lambda _: self._query.refresh(),
            )
        )

    def _ignore(self, wanted: Sequence[Listed]) -> None:
        desk, count = self._desk, len(wanted)
        what = (
            tr("Ignored: {what}", what=title_of(wanted[0]))
            if count == 1
            else trn("Ignored {n} problem.", "Ignored {n} problems.", count)
        )

        def ignore() -> Marked:
            return Marked(desk.marks, desk.problems.ignore(wanted, time.time()))

        self._memory.stepping.make(Wanted(ignore, what, wanted[0].path))

    def _heed(self, one: Listed) -> None:
        desk, what = self._desk, tr("Listed again: {what}", what=title_of(one))
        self._memory.stepping.make(
            Wanted(lambda: Marked(desk.marks, desk.problems.heed([one])), what, one.path)
        )


def _is_marked(problem: Problem) -> bool:
    """Whether the tree marks a document that has this problem; of an open one it finds the latter by itself."""
    return problem.severity is Severity.ERROR or problem.rule in WRITE_RULES


def _sentence(stop: Stop) -> str:
    if stop.listed is None:
        return tr(stop.sentence)
    return f"{severity_of(stop.listed.found.problem.severity)}: {title_of(stop.listed)}"


def _tone(stop: Stop) -> Tone:
    is_note = stop.listed is not None and stop.listed.found.problem.severity is Severity.NOTE
    return Tone.NOTE if is_note else Tone.WARNING
