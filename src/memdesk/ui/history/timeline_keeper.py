"""Keeps the screen "History" true while it is in view: reads in workers, and restores what is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from memdesk.errors import MemdeskError
from memdesk.services.history.timeline import Deed, Known, Summary, Timeline
from memdesk.store.timeline import Asked
from memdesk.store.versions import Version
from memdesk.ui.attempts import advice_of, sentence_of
from memdesk.ui.history.bringing_back import BringingBack
from memdesk.ui.history.comparison import Comparison, compare, words_of
from memdesk.ui.history.screen import HistoryScreen
from memdesk.ui.history.timeline_model import PAGE, Change
from memdesk.ui.i18n import sentences, tr
from memdesk.ui.tasks import Newest, Tasks
from memdesk.ui.timers import single_shot

REST_MS = 150


class _Page(NamedTuple):
    """What a look brought: documents where they were looked at anew, versions, and how many there are in all."""

    known: Sequence[Known] | None
    changes: Sequence[Change]
    total: int = 0


class TimelineKeeper(QObject):
    """Fills the timeline of `screen`, its documents and its differences.

    Signals:
        open_requested: a document shall be shown on the memory screen; argument: its path.
        counted: there are `count` versions of what is asked for now.
    """

    open_requested = Signal(str)
    counted = Signal()

    def __init__(
        self,
        screen: HistoryScreen,
        timeline: Callable[[], Timeline],
        back: BringingBack,
        tasks: Tasks,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._screen = screen
        self._timeline = timeline
        self._back = back
        self._tasks = tasks
        self._known: dict[str, Known] = {}
        self.count = 0
        self._shown: Asked | None = None
        self._focus: str | None = None
        self._reading: Newest[_Page] = Newest(tasks)
        self._comparing: Newest[Comparison] = Newest(tasks)
        self._compared: Comparison | None = None
        self._rest = single_shot(self, REST_MS, self.refresh)
        self._connect()

    def _connect(self) -> None:
        screen = self._screen
        screen.wanted.connect(self.refresh)
        screen.asked_changed.connect(self._on_asked_changed)
        screen.mode_changed.connect(self._compare)
        screen.versions.timeline.more_wanted.connect(self._read_more)
        screen.versions.summaries_wanted.connect(self._summarize)
        screen.versions.chosen_changed.connect(self._compare)
        screen.versions.opened.connect(lambda change: self.open_requested.emit(change.version.path))
        screen.open_button.clicked.connect(self._open)
        screen.differences.against_chosen.connect(self._compare)
        screen.differences.restore_requested.connect(self._restore)

    # Reading

    def note_change(self) -> None:
        """The history has got something: look at it soon, if the screen is in view."""
        if self._screen.isVisible():
            self._rest.start()

    def focus_on(self, path: str) -> None:
        """Show the history of a document, a folder or a root, as soon as the documents are known."""
        self._focus = path
        if self._screen.isVisible():
            self.refresh()

    def refresh(self) -> None:
        """Look at everything anew."""
        timeline, asked = self._timeline(), self._screen.asked

        def look() -> _Page:
            known = timeline.look()
            return _Page(known, _changes(timeline, asked, None), timeline.queries.count(asked))

        self._read(look, partial(self._on_first_page, asked))

    def _on_asked_changed(self) -> None:
        if self._focus is None:
            timeline, asked = self._timeline(), self._screen.asked

            def look() -> _Page:
                return _Page(None, _changes(timeline, asked, None), timeline.queries.count(asked))

            self._read(look, partial(self._on_first_page, asked))

    def _read_more(self) -> None:
        changes = self._screen.versions.timeline.changes
        if changes:
            timeline, asked, last = self._timeline(), self._screen.asked, changes[-1].version.id
            self._read(lambda: _Page(None, _changes(timeline, asked, last)), self._on_next_page)

    def _read(self, look: Callable[[], _Page], done: Callable[[_Page], object]) -> None:
        def take(found: _Page | MemdeskError) -> None:
            if isinstance(found, MemdeskError):
                self._screen.show_fault(sentences(sentence_of(found), advice_of(found)))
            else:
                done(found)

        self._reading.attempt(look, take)

    def _on_first_page(self, asked: Asked, page: _Page) -> None:
        if page.known is not None:
            self._known = {one.path: one for one in page.known}
            self._screen.documents.show_known(page.known)
        if self._focus is not None:
            path, self._focus = self._focus, None
            self._screen.documents.focus_on(path)
            return
        self.count = page.total
        self.counted.emit()
        versions = self._screen.versions
        chosen = versions.chosen[0].version.id if versions.chosen else None
        has_more = len(page.changes) == PAGE
        versions.show_first(page.changes, has_more=has_more, is_refresh=asked == self._shown)
        self._shown = asked
        if self._screen.mode == "timeline":
            self._screen.show_timeline()
        if not versions.chosen:
            versions.choose(chosen)
        self._compare()

    def _on_next_page(self, page: _Page) -> None:
        self._screen.versions.timeline.show_more(page.changes, has_more=len(page.changes) == PAGE)

    def _summarize(self, versions: Sequence[Version]) -> None:
        timeline = self._timeline()
        self._tasks.run(lambda: _summaries(timeline, versions), partial(self._on_summarized, versions))

    def _on_summarized(self, versions: Sequence[Version], found: Mapping[int, Summary]) -> None:
        self._screen.versions.timeline.show_summaries(found)
        self._screen.versions.forget_asked(versions)

    # Comparing

    def _compare(self) -> None:
        """Work out where what is chosen differs."""
        self._comparing.cancel()
        if self._screen.mode != "timeline":
            return
        chosen = self._screen.versions.chosen
        if not chosen:
            self._compared = None
            self._screen.show_right("", None)
            return
        panel, timeline = self._screen.differences, self._timeline()
        past, against, versions = chosen[0].past, panel.against, [change.version for change in chosen]
        panel.show_two(are_two=len(chosen) > 1)
        # While programs write, the same is compared again; the buttons stay for who is about to press one.
        if self._compared is None or not self._compared.answers(versions, against):
            panel.show_pending()
        self._comparing.attempt(
            lambda: compare(timeline, past, versions, against), partial(self._on_compared, chosen)
        )

    def _on_compared(self, chosen: Sequence[Change], found: Comparison | MemdeskError) -> None:
        title = chosen[0].past.document.title
        if isinstance(found, MemdeskError):
            self._compared = None
            self._screen.show_right(title, None, sentence_of(found))
            return
        self._compared = found
        known = self._known.get(chosen[0].version.path)
        is_gone = known is not None and known.is_gone
        why_not = self._why_not(found)
        self._screen.differences.show_differences(
            words_of(found, chosen=len(chosen)),
            found.pieces,
            can_restore=not is_gone and not found.past.document.why_read_only and found.past.root is not None,
            why_not=why_not,
        )
        can_open = not is_gone and found.past.root is not None
        self._screen.show_right(title, self._screen.differences, can_open=can_open)

    def _open(self) -> None:
        chosen = self._screen.versions.chosen
        if chosen:
            self.open_requested.emit(chosen[0].version.path)

    @staticmethod
    def _why_not(found: Comparison) -> str:
        """Why the whole version cannot come back; empty where it can."""
        if found.past.root is None:
            return tr("It lies in no open folder.")
        if found.past.document.why_read_only:
            return found.past.document.why_read_only
        if found.whole is None:
            return tr("There is no text in this version.")
        is_present = found.now is None and not found.pieces
        return tr("This is the present text.") if is_present else ""

    def _restore(self, node: object) -> None:
        compared = self._compared
        if compared is None or not (node is None or isinstance(node, tuple)):
            return
        kept = compared.kept(node)
        if kept is not None:
            # The button that was pressed goes, or cannot be pressed: Qt would give the focus to whatever comes next.
            self._screen.focus_list()
            self._back.bring(lambda: [kept], kept.document.path)


def _changes(timeline: Timeline, asked: Asked, before: int | None) -> list[Change]:
    versions = timeline.queries.page(asked, before, PAGE)
    return [Change(version, timeline.past(version.path)) for version in versions]


def _summaries(timeline: Timeline, versions: Sequence[Version]) -> dict[int, Summary]:
    found = {}
    for version in versions:
        try:
            found[version.id] = timeline.summary(version)
        except MemdeskError:
            found[version.id] = Summary(Deed.UNKNOWN)
    return found
