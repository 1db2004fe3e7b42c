"""Keeps the screen "Search" true: reads and searches in a worker, opens what was found, replaces what is ticked."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from memdesk.errors import MemdeskError
from memdesk.services.desk import Desk
from memdesk.services.documents.changes import Changes
from memdesk.services.machine.seen_view import SeenView
from memdesk.services.search.history_search import PastFound, PastHit
from memdesk.services.search.hits import Found, Hit
from memdesk.services.search.large import LargeSearch
from memdesk.services.search.patterns import PatternFinder
from memdesk.services.search.queries import Query, phrase
from memdesk.services.search.replacing import Prepared, prepare
from memdesk.services.search.searchable import Index
from memdesk.services.steps.step import Step, StepJob
from memdesk.store.progress import Progress
from memdesk.ui import format as shown
from memdesk.ui.attempts import advice_of, sentence_of
from memdesk.ui.i18n import tr, trn
from memdesk.ui.lazy_page import LazyPage
from memdesk.ui.memory.screen import MemoryScreen
from memdesk.ui.memory.stepping import Wanted
from memdesk.ui.messages import Messages
from memdesk.ui.screens import SEARCH
from memdesk.ui.search.answers import Answer, Asked, Sought, answer_from_history, answer_from_memory
from memdesk.ui.search.finding import Finding
from memdesk.ui.search.rows import HeadRow, HitRow
from memdesk.ui.search.words import (
    found_words,
    left_words,
    looked_through_documents,
    looked_through_versions,
)
from memdesk.ui.tasks import Newest, Tasks
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.timers import single_shot
from memdesk.ui.window import MainWindow

if TYPE_CHECKING:
    from memdesk.ui.search.screen import SearchScreen

REST_MS = 30
"""So long after the last key the search begins: keys that come at once ask once."""
FRESH_MS = 400
"""So long after the last change by others, what is on screen is searched again."""


class Searching(QObject):
    """Owns the screen "Search" of one window, and the bar that finds in the document on screen.

    Signals:
        memory_requested: bring the memory screen to the front.
        history_requested: show the history of a document; argument: its path.
        found_changed: other rows are shown.
    """

    memory_requested = Signal()
    history_requested = Signal(str)
    found_changed = Signal()

    def __init__(
        self,
        themes: ThemeManager,
        desk: Desk,
        window: MainWindow,
        memory: MemoryScreen,
        tasks: Tasks,
        messages: Messages,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._themes = themes
        self._desk = desk
        self._window = window
        self._memory = memory
        self._tasks = tasks
        self.page = LazyPage("memdesk.ui.search.screen", self._make_screen)
        self.patterns = PatternFinder()
        self._large = LargeSearch(desk.folders.search)
        self._document_patterns = PatternFinder()
        self.finding = Finding(
            memory, window.actions_table, self._document_patterns, tasks, messages, themes.masks, self
        )
        self._index: Index | None = None
        self._is_stale = True
        self._changes = self._changes_read = 0
        self._asked = 0
        self._is_following = self._is_stopped = False
        self.is_cut_short = False
        """Whether there are more hits than are shown."""
        self._new_text: str | None = None
        self._marked = ("", 0)
        """What is selected in a document since it was opened as a hit, and where the caret is."""
        self._replaces_soon = False
        self._answering: Newest[Answer] = Newest(tasks)
        self._rest = single_shot(self, REST_MS, self._search)
        self._fresh = single_shot(self, FRESH_MS, self._search)
        self.page.filled.connect(self._connect_screen)
        themes.masks.changed.connect(self._on_masks_changed)
        memory.stepping.step_made.connect(lambda step: self.take_up(step.changes))

    def _make_screen(self, page: QWidget) -> SearchScreen:
        from memdesk.ui.search.screen import SearchScreen

        return SearchScreen(self._themes, page)

    @property
    def screen(self) -> SearchScreen:
        """The screen, which is made when it is first wanted."""
        return self.page.fill()

    def _connect_screen(self) -> None:
        screen = self.screen
        screen.wanted.connect(self._on_wanted)
        screen.asked_changed.connect(self._on_asked_changed)
        screen.new_text_changed.connect(self._rest.start)
        screen.opened.connect(self._on_opened)
        screen.replace_requested.connect(self._replace)
        # Not a lambda: what is connected so to a signal of a model, PySide never lets go of.
        screen.hits.found.modelReset.connect(self.found_changed)

    def take_up(self, changes: Changes) -> None:
        """Something is different: search again soon, if the screen is in view."""
        self._desk.entries.take_up(changes)
        self._changes += 1
        self._is_stale = True
        if self.page.isVisible():
            self._fresh.start()

    def stop(self) -> None:
        """Search no further."""
        self._asked += 1
        self._is_stopped = True
        self._rest.stop()
        self._fresh.stop()
        self.finding.stop()
        for patterns in (self.patterns, self._document_patterns):
            patterns.close()
        self._large.close()

    # Commands

    def come(self) -> None:
        """Bring the screen to the front; what the user selected in a document is looked for.

        What was selected there as a hit is not: who comes back goes on with the search that found it.
        """
        if not self._desk.workspace.roots:
            return
        selected = "" if self.page.isVisible() else self._memory.editor.selected_text
        is_hit = (selected, self._memory.editor.caret) == self._marked
        if selected and "\n" not in selected and not is_hit:
            self._ask_for(selected)
        self._window.show_screen(SEARCH)
        self.screen.focus_field()

    def look_for(self, words: str) -> None:
        """Bring the screen to the front with what is found of `words` in memory."""
        self.screen.show_place("memory")
        self._ask_for(words)
        self._window.show_screen(SEARCH)
        self.screen.focus_field()

    def _ask_for(self, words: str) -> None:
        """Look for `words` as they stand."""
        self.screen.ways.regex.setChecked(False)
        self.screen.ask(phrase(words))

    def find(self, *, replaces: bool) -> None:
        """Find, or replace, where the user is: among the hits, else in the document."""
        if self._memory.isVisible():
            self.finding.open(replaces=replaces)
            return
        if not self.page.isVisible():
            self.come()
        elif not replaces:
            self.screen.focus_field()
        if replaces:
            self.screen.show_replace(shown=True)

    def step(self, by: int) -> None:
        """Go to the next (1) or previous (-1) hit, where the user is."""
        if self.page.isVisible():
            self.screen.hits.step(by)
        elif self._memory.isVisible():
            self.finding.step(by)

    # Searching

    @property
    def is_busy(self) -> bool:
        """Whether a search waits or runs."""
        return self._answering.is_running or self._rest.isActive() or self._fresh.isActive()

    def _on_wanted(self) -> None:
        # What is typed on another screen tells nobody here.
        self._is_stale = True
        self._search()

    def _on_masks_changed(self) -> None:
        if self.page.isVisible():
            self._rest.start()

    def _on_asked_changed(self) -> None:
        self._replaces_soon = False
        self.screen.expect_answer()
        self._rest.start()

    def _search(self) -> None:
        self._asked += 1
        self._rest.stop()
        if self._answering.is_running:
            self._answering.cancel()
            self.patterns.stop()
        try:
            query = self.screen.ways.query(self.screen.text)
        except MemdeskError as error:
            self.screen.show_nothing(sentence_of(error), advice_of(error), is_fault=True)
            self.screen.take_answer()
            return
        if query.is_empty:
            self._warm_up()
            self.screen.show_nothing("", self.screen.ways.sentence)
            self.screen.take_answer()
            return
        place = self.screen.place
        work = self._past_work(query) if place == "history" else self._work(query)
        self._answering.attempt(work, partial(self._on_found, (place, query)))

    def _warm_up(self) -> None:
        """Read while nothing is typed yet, so that the first key is answered as fast as the others."""
        if self._is_stale and self.page.isVisible():
            self._answering.attempt(self._work(Query()), self._take_index)

    def _take_index(self, answer: Answer | MemdeskError) -> None:
        if isinstance(answer, Answer) and answer.searched is not None:
            # What changed while it was read may not be in it.
            self._index, self._is_stale = answer.searched, self._changes_read != self._changes
            self._follow(answer.searched)

    def _follow(self, index: Index) -> None:
        """Of a very large memory, make the index that tells where to look, in the background."""
        if self._large.is_wanted_for(index) and not self._is_following:
            self._is_following = True
            work = partial(self._large.follow, index, lambda: not self._is_stopped)
            self._tasks.run(work, self._on_followed, self._on_not_followed)

    def _on_not_followed(self, _why: MemdeskError) -> None:
        self._is_following = False

    def _on_followed(self, _done: None) -> None:
        self._is_following = False
        if self._index is not None:
            self._follow(self._index)

    def _work(self, query: Query) -> Callable[[], Answer]:
        entries, before = self._desk.entries, self._index
        self._changes_read = self._changes
        snapshot = entries.snapshot() if self._is_stale or before is None else None
        now, new_text = self._desk.workspace.disk.now, self.screen.new_text
        sought = Sought(before, snapshot, self._large.narrow, new_text, now)
        return partial(answer_from_memory, self._asked_for(query), sought)

    def _past_work(self, query: Query) -> Callable[[], Answer]:
        # The desk makes both when they are first asked for, which only this thread may do.
        timeline, history = self._desk.timeline, self._desk.history
        return partial(answer_from_history, self._asked_for(query), timeline, history)

    def _asked_for(self, query: Query) -> Asked:
        asked = self._asked

        def is_wanted() -> bool:
            return self._asked == asked

        return Asked(self._desk, query, self.patterns, self._themes.masks.masker(), is_wanted)

    # What was found

    def _on_found(self, asked: tuple[str, Query], answer: Answer | MemdeskError) -> None:
        self._show_found(asked, answer)
        if not self._rest.isActive():
            self.screen.take_answer()
            if self._replaces_soon:
                self._replace()

    def _show_found(self, asked: tuple[str, Query], answer: Answer | MemdeskError) -> None:
        if isinstance(answer, MemdeskError):
            self.screen.show_nothing(sentence_of(answer), advice_of(answer), is_fault=True)
            return
        self._new_text = answer.new_text
        self._take_index(answer)
        self.is_cut_short = answer.is_cut_short
        if answer.rows:
            self.screen.show_rows(answer.rows, _status(answer), asked)
            self.screen.show_fault(answer.fault)
        else:
            looked_through = tr("{words}.", words=self._looked_through(answer.found))
            self.screen.show_nothing(tr("Nothing was found."), looked_through, asked)

    def _looked_through(self, found: Found | PastFound) -> str:
        if isinstance(found, PastFound):
            return looked_through_versions(found.versions)
        return looked_through_documents(len(self._index.sheets) if self._index is not None else 0)

    def _on_opened(self, row: object) -> None:
        if isinstance(row, HitRow) and isinstance(row.hit, PastHit):
            self.history_requested.emit(row.path)
        elif isinstance(row, HitRow | HeadRow):
            self._memory.show_document(row.path, partial(self._enter, row))

    def _enter(self, row: HitRow | HeadRow) -> None:
        self.memory_requested.emit()
        if isinstance(row, HitRow) and isinstance(row.hit, Hit):
            self._mark(row.hit)
        else:
            self._memory.editor.focus_text()

    def _mark(self, hit: Hit) -> None:
        """Select what was found; where the text is another by now, go to its entry."""
        editor, session = self._memory.editor, self._memory.open.session
        if session is None:
            return
        if session.text.text == hit.sheet.read.text:
            editor.select(hit.place, focus=True)
            self._marked = editor.selected_text, editor.caret
            return
        node = session.outline().find(*hit.entry.node_id)
        if node is not None:
            editor.go_to(node.body.start, focus=True)

    # Replacing

    def _replace(self) -> None:
        # What was typed last comes in place of what is ticked, also where it is still being worked out.
        self._replaces_soon = self._new_text != self.screen.new_text
        if self._replaces_soon:
            return
        chosen = [row.replacement for row in self.screen.hits.found.ticked() if row.replacement is not None]
        if not chosen:
            return
        sessions = self._desk.workspace.sessions
        dirty = frozenset(path for path, session in sessions.items() if session.is_dirty)
        told, progress = list[Prepared](), Progress()

        def work() -> StepJob:
            view = SeenView(self._desk.workspace.disk)
            told.append(prepare(self._desk.steps, view, chosen, lambda path: path in dirty, progress))
            return told[0].job

        def what() -> str:
            files = len(told[0].job.files)
            return trn("Replaced in {n} file.", "Replaced in {n} files.", files, n=shown.number(files))

        def aside() -> str:
            return left_words(told[0].left, self._desk.workspace.disk.home)

        self._memory.stepping.make(Wanted(work, what, aside=aside, made=self._on_replaced, progress=progress))

    def _on_replaced(self, _step: Step) -> None:
        self._search()


def _status(answer: Answer) -> str:
    return found_words(
        sum(1 for row in answer.rows if isinstance(row, HitRow)), is_cut_short=answer.is_cut_short
    )
