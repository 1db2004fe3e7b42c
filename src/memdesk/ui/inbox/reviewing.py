"""Keeps the inbox true: looks in a worker for what is to be reviewed, and shows it in an order that stays."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from memdesk.errors import MemdeskError
from memdesk.services.desk import Desk
from memdesk.services.documents.changes import Changes
from memdesk.services.documents.taken import Address
from memdesk.services.inbox.checks import seen_at_once
from memdesk.services.inbox.items import InboxItem, InboxState, Unread, listing_of, paths_of
from memdesk.services.roots.roots import MemoryRoot
from memdesk.services.steps.move_targets import Fact
from memdesk.ui.actions import ActionTable
from memdesk.ui.attempts import advice_of, sentence_of
from memdesk.ui.i18n import tr
from memdesk.ui.inbox.action_bar import AGAIN, BACK, EDIT, FORGET, KEEP, MOVE, PIN, why_not
from memdesk.ui.inbox.deciding import Deciding
from memdesk.ui.inbox.listing import Listing
from memdesk.ui.inbox.looking import Looking
from memdesk.ui.inbox.marks_look import MarksLook
from memdesk.ui.inbox.place_panel import InPlace, chip_words
from memdesk.ui.inbox.review_model import Head, rows_of
from memdesk.ui.inbox.sources_panel import REVIEWED, Source
from memdesk.ui.inbox.words import empty_words, foot_words
from memdesk.ui.lazy_page import LazyPage
from memdesk.ui.live_query import LiveQuery, Pace
from memdesk.ui.memory.screen import MemoryScreen
from memdesk.ui.messages import Message, Messages
from memdesk.ui.tasks import Tasks
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.timers import single_shot
from memdesk.ui.widgets.tips import set_tip

if TYPE_CHECKING:
    from memdesk.ui.inbox.card_writing import CardWriting
    from memdesk.ui.inbox.screen import InboxScreen

REST_MS = 120
_REST_PER_WORK = 2
"""Of very much a look takes long: the window shall not do nothing else while agents write."""

_Chips = dict[str, tuple[str, ...]]
_Look = tuple[InboxState, _Chips, frozenset[Address]]


class Reviewing(QObject):
    """Owns the screen "Inbox" of one window.

    Signals:
        counted: so many changes are to be reviewed; argument: how many.
        document_requested: show a document on the memory screen; arguments: path, key, occurrence.
        recording_requested: keep what is seen in a root; argument: its path.
        pinned_requested: show everything that is pinned.
    """

    counted = Signal(int)
    document_requested = Signal(str, str, int)
    recording_requested = Signal(str)
    pinned_requested = Signal()

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
        self._actions = actions
        self._memory = memory
        self._tasks = tasks
        self._messages = messages
        self._undo_action = actions["edit.undo"]
        self.page = LazyPage("memdesk.ui.inbox.screen", self._make_screen)
        self._masks = themes.masks
        self._listing = Listing()
        self._chips: _Chips = {}
        self._pins: frozenset[Address] = frozenset()
        self._fault: MemdeskError | None = None
        self._placed: Address | None = None
        self._seen: set[str] = set()
        self._has_looked = False
        self._looking = Looking(desk, tasks, self)
        self._marks_look = MarksLook(desk, tasks, self)
        self._deciding = Deciding(desk, self._listing, memory.stepping, themes.masks, messages, self)
        self._writing: CardWriting | None = None
        self._query = LiveQuery(
            tasks,
            self._prepare_look,
            self._on_looked,
            self,
            failed=self._on_failed,
            pace=Pace(REST_MS, _REST_PER_WORK),
        )
        self._counting = single_shot(self, 0, self._count)
        self.unkept: Callable[[], Sequence[Unread]] = tuple
        """What the history did not take, which may be set."""
        self.page.filled.connect(self._connect_screen)
        self._connect_work()

    def _make_screen(self, page: QWidget) -> InboxScreen:
        from memdesk.ui.inbox.screen import InboxScreen

        return InboxScreen.make(self._themes, self._desk.workspace.disk.home, page)

    @property
    def screen(self) -> InboxScreen:
        """The screen, which is made when it is first wanted."""
        return self.page.fill()

    def _connect_work(self) -> None:
        memory = self._memory
        self._looking.looked.connect(self._on_looked_at)
        self._marks_look.changed.connect(self.refresh)
        self._deciding.listing_changed.connect(self._on_listing_changed)
        self._deciding.look_wanted.connect(self.note_change)
        self._deciding.recording_requested.connect(self.recording_requested)
        memory.saving.save_finished.connect(lambda *_: self.note_change())
        memory.stepping.step_made.connect(lambda _step: self.note_change())
        memory.stepping.marked.connect(self.refresh)
        memory.keeper.documents_listed.connect(self.note_change)
        memory.document_shown.connect(self._on_document_shown)
        memory.editor.pin_requested.connect(self._on_pin_requested)

    def _connect_screen(self) -> None:
        from memdesk.ui.inbox.card_writing import CardWriting

        screen, actions, masks = self.screen, self._actions, self._themes.masks
        self._writing = CardWriting(
            self._desk, screen.list, masks, self._tasks, self._messages, self._deciding.save, self
        )
        self._writing.document_requested.connect(self.document_requested)
        self._writing.look_wanted.connect(self._memory.open.reading.look_wanted)
        screen.wanted.connect(self._on_wanted)
        screen.left.connect(self._on_left)
        screen.sources.choice_changed.connect(self._show)
        screen.list.deed_chosen.connect(self._do)
        screen.list.deed_declined.connect(self._say_why_not)
        screen.list.current_changed.connect(self._on_current_changed)
        screen.list.newer_wanted.connect(self._take_newer)
        screen.undo_wanted.connect(self._undo)
        self._undo_action.changed.connect(self._show_undo)
        self._show_undo()
        screen.list.undo_wanted.connect(self._undo)
        screen.list.keys_wanted.connect(actions["help.keys"].trigger)
        screen.list.cards.keep_all_clicked.connect(self._keep_document)
        screen.undo_button.clicked.connect(self._undo)
        screen.keep_rest_button.clicked.connect(self._keep_rest)
        screen.show_reviewed_button.clicked.connect(lambda: screen.sources.choose(REVIEWED))
        screen.watched_button.clicked.connect(actions["file.first_run"].trigger)
        screen.place.open_requested.connect(self._open)
        screen.sources.pinned_requested.connect(self.pinned_requested)
        self._show_looked()
        if self._fault is None:
            self._show_sources()

    def start(self) -> None:
        """Begin to look."""
        self._marks_look.start()
        self._query.start()

    def stop(self) -> None:
        """Look no further."""
        self._query.stop()
        self._counting.stop()
        self._marks_look.stop()

    def take_up(self, changes: Changes) -> None:
        """Roots or documents came or went, or were written."""
        if changes.roots or changes.listed or changes.written:
            self.note_change()

    # Looking

    def note_change(self) -> None:
        """The history has got something: look soon."""
        self._query.mark_stale()

    def refresh(self) -> None:
        """Look what is to be reviewed now."""
        self._query.refresh()

    def forget(self) -> None:
        """The history was cleared or purged: read everything again."""
        self._desk.inbox.forget()
        self.note_change()

    def _prepare_look(self, _token: object) -> Callable[[], _Look]:
        desk = self._desk
        listing, off, unkept = listing_of(desk.workspace), self._unrecorded(), self.unkept()

        def look() -> _Look:
            state = desk.inbox.look(listing, off)
            desk.inbox.settle()
            state = state._replace(unread=(*state.unread, *unkept))
            return state, _chips_of(state.items), desk.inbox.pins()

        return look

    def _unrecorded(self) -> list[MemoryRoot]:
        """Roots of which the user does not want it, or has not been asked."""
        desk = self._desk
        unasked = {root.path for root in desk.recorded.unasked()}
        return [
            root for root in desk.workspace.roots if root.path in unasked or root.path not in desk.recorded
        ]

    def _on_failed(self, error: MemdeskError) -> None:
        self._has_looked, self._fault = True, error
        if self.page.is_filled:
            self._show_looked()

    def _on_looked(self, found: _Look) -> None:
        self._has_looked, self._fault = True, None
        state, self._chips, self._pins = found
        self._memory.open.show_pins(self._pins)
        self._listing.take(state)
        if not self.page.isVisible():
            self._listing.forget_order()
        if self.page.is_filled:
            self._show_looked()
        else:
            self._tell()

    def _show_looked(self) -> None:
        """Show what the last look found, or why nothing was."""
        if self._fault is not None:
            self.screen.show_empty(tr("To review"), sentence_of(self._fault), advice_of(self._fault))
            return
        self.screen.list.cards.chips = self._chips
        self.screen.list.show_pins(self._pins)
        self._on_listing_changed()

    @property
    def state(self) -> InboxState:
        """What the last look found."""
        return self._listing.state

    @property
    def waiting(self) -> Sequence[InboxItem]:
        """What is to be reviewed."""
        return self._listing.waiting

    def _on_listing_changed(self) -> None:
        """What leaves the list does so at once; what is counted of it follows in a turn of its own."""
        if self.page.is_filled:
            self._show_list(self.screen.sources.choice)
        self._counting.start()

    def _count(self) -> None:
        if self.page.is_filled:
            self._show_sources()
        self._tell()

    def _tell(self) -> None:
        items = self.waiting
        self.counted.emit(len(items))
        session = self._memory.open.session
        if session is not None and self._memory.isVisible():
            self._seen |= {item.id for item in items if item.path == session.path}
        unseen = [item for item in items if item.id not in self._seen]
        self._memory.keeper.set_waiting(Counter(paths_of(unseen)))

    # Showing

    def _on_wanted(self) -> None:
        if self._listing.is_in_own_order:
            # Each look has shown that already, and thousands take their time.
            self._counting.start()
        else:
            self._listing.forget_order()
            self._on_listing_changed()
        self._on_current_changed()
        # The start of the program may not have come so far.
        self.start()

    def _on_left(self) -> None:
        self._desk.settings.inbox_looked_s = int(time.time())

    def _show(self) -> None:
        """Show what is chosen; what came while one reviews waits above."""
        choice = self.screen.sources.choice
        self._show_sources()
        self._show_list(choice)

    def _show_sources(self) -> None:
        pinned = len(self.screen.list.pinned)
        foot = foot_words(self.state, self._desk.settings.inbox_looked_s)
        state = self.state._replace(items=tuple(self.waiting))
        self.screen.sources.show_state(state, foot, pinned, is_known=self._has_looked)

    def _show_list(self, choice: Source) -> None:
        listing = self._listing
        waiting = listing.waiting
        listing.carry_on()
        if choice.name == REVIEWED:
            self._show_items(choice.title, list(self.state.reviewed), 0)
            return
        known = listing.known()
        wanted = [item for item in known if choice.shows(item)]
        self._show_items(choice.title or tr("To review"), wanted, len(waiting) - len(known))

    def _show_items(self, title: str, items: Sequence[InboxItem], newer: int) -> None:
        view = self.screen.list
        is_review = self.screen.sources.choice.name != REVIEWED
        rows, before = rows_of(items, newer), self._listing.current
        chosen = self._listing.choose(items)
        if chosen != before or rows != view.changes.rows or view.changes.is_reviewed == is_review:
            view.show_rows(rows, chosen, is_reviewed=not is_review)
        if rows:
            self.screen.show_list(title)
        else:
            words = empty_words(self.state) if self._has_looked else (tr("Reading…"), "")
            self.screen.show_empty(title, *words, reviewed=len(self.state.reviewed) * is_review)
            self.screen.place.show_item(None)
        self.screen.keep_rest_button.setEnabled(bool(items) and is_review)
        done = self._listing.done
        self.screen.show_progress(done, done + len(self.waiting))

    def _take_newer(self) -> None:
        self._listing.forget_order()
        self._show()

    def _on_document_shown(self) -> None:
        self._tell()

    def _on_current_changed(self) -> None:
        item = self.screen.list.current
        self._listing.current = item.id if item is not None else ""
        self.screen.place.show_item(item)
        if not self.page.isVisible():
            return
        if item is not None:
            self._seen.add(item.id)
        if item is None or item.address != self._placed:
            self._placed = None
            self.screen.place.show_place(None)
        self._looking.look_at(item)

    def _on_looked_at(self, found: InPlace) -> None:
        current = self.screen.list.current
        if current is not None and current.id == found.item.id:
            self._placed = found.item.address
            self.screen.place.show_place(found)
            chips = tuple(chip_words(check) for check in found.checks if not check.is_passed)
            view = self.screen.list
            if chips != view.cards.chips.get(current.id, ()):
                view.cards.chips[current.id] = chips
                view.update(view.currentIndex())

    # Deciding

    def _do(self, deed: str) -> None:
        item = self.screen.list.current
        if item is None:
            return
        deciding = self._deciding
        {
            KEEP: lambda: deciding.keep([item]),
            AGAIN: lambda: deciding.review_again(item),
            EDIT: lambda: self._edit(item),
            FORGET: lambda: deciding.forget(item),
            BACK: lambda: deciding.put_back(item),
            PIN: lambda: deciding.pin(item, was_pinned=item.address in self.screen.list.pinned),
            MOVE: lambda: self._memory.moving.ask(Fact(item.past.document, *item.unit.node)),
        }[deed]()

    def _edit(self, item: InboxItem) -> None:
        if self._writing is not None:  # it comes with the screen
            self._writing.edit(item)

    def _show_undo(self) -> None:
        button, action = self.screen.undo_button, self._undo_action
        button.setEnabled(action.isEnabled())
        set_tip(button, self._actions.said("edit.undo"), action.shortcut())

    def _undo(self) -> None:
        """As everywhere: take back what was done last."""
        if self._undo_action.isEnabled():
            self._undo_action.trigger()
        else:
            self._messages.tell(Message(tr("There is nothing to undo.")))

    def _say_why_not(self, deed: str) -> None:
        view = self.screen.list
        if view.current is not None:
            words = why_not(deed, view.current, self._masks, is_reviewed=view.changes.is_reviewed)
            self._messages.tell(Message(words, subject=view.current.path))

    def _open(self) -> None:
        item = self.screen.list.current
        if item is not None:
            self.document_requested.emit(*item.address)

    def finish_writing(self) -> bool:
        """Put what is being written in cards where it outlives a quit; whether nothing is lost, or may be."""
        return self._writing is None or self._writing.finish()

    def _keep_document(self, head: Head) -> None:
        self._deciding.keep(list(head.items))

    def _keep_rest(self) -> None:
        view = self.screen.list
        self._deciding.keep([row for row in view.changes.rows if isinstance(row, InboxItem)])

    def _on_pin_requested(self, key: str, occurrence: int) -> None:
        """Pin what is shown on the memory screen, or do not any more."""
        session = self._memory.open.session
        if session is not None:
            self._deciding.turn_pin(session.path, (key, occurrence))
            self._memory.open.show_marks()


def _chips_of(items: Sequence[InboxItem]) -> _Chips:
    """What a look at the text alone finds, for every card."""
    found: _Chips = {}
    for item in items:
        if item.now is not None:
            checks = [check for check in seen_at_once(item.now) if not check.is_passed]
            found[item.id] = tuple(map(chip_words, checks))
    return found
