"""Keeps the inbox true and does what is decided there: looks in a worker, marks and steps one after the other."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal

from memdesk.errors import MemdeskError
from memdesk.services.changes import Changes
from memdesk.services.desk import Desk
from memdesk.services.inbox import Address, InboxItem, InboxState, listing_of
from memdesk.services.inbox_checks import Checking, injected_for, seen_at_once
from memdesk.services.move_targets import Fact
from memdesk.services.roots import MemoryRoot
from memdesk.services.step import Step, StepJob
from memdesk.ui import format as shown
from memdesk.ui.actions import ActionTable
from memdesk.ui.attempts import advice_of, or_error, sentence_of
from memdesk.ui.i18n import listed, sentences, told, tr, trn
from memdesk.ui.inbox.action_bar import AGAIN, BACK, EDIT, FORGET, KEEP, MOVE, PIN, why_not
from memdesk.ui.inbox.card_writing import CardWriting
from memdesk.ui.inbox.mark_writes import MarkWrites
from memdesk.ui.inbox.place_panel import InPlace, chip_words, lines_around
from memdesk.ui.inbox.review_model import Head, heirs_of, in_known_order, rows_of
from memdesk.ui.inbox.screen import InboxScreen
from memdesk.ui.inbox.sources_panel import REVIEWED, TO_REVIEW
from memdesk.ui.inbox.words import short_name
from memdesk.ui.memory.screen import MemoryScreen
from memdesk.ui.memory.step_words import short
from memdesk.ui.memory.stepping import MOST_STEPS, Wanted
from memdesk.ui.messages import Message, Messages, Tone
from memdesk.ui.tasks import Task, Tasks
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.timers import single_shot

REST_MS = 120

_Chips = dict[str, tuple[str, ...]]
_Look = tuple[InboxState, _Chips, frozenset[tuple[str, str, int]]]


class Reviewing(QObject):
    """Owns the screen "Inbox" of one window.

    Signals:
        counted: so many changes are to be reviewed; argument: how many.
        document_requested: show a document on the memory screen; arguments: path, key, occurrence.
        recording_requested: keep what is seen in a root; argument: its path.
    """

    counted = Signal(int)
    document_requested = Signal(str, str, int)
    recording_requested = Signal(str)

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
        self._desk = desk
        self._memory = memory
        self._tasks = tasks
        self._messages = messages
        self.screen = InboxScreen(themes, desk.workspace.disk.home)
        self.state = InboxState()
        self._order: list[str] = []
        self._places: dict[str, Address] = {}
        self._current = ""
        self._placed: Address | None = None
        self._leaving: set[str] = set()
        self._seen: set[str] = set()
        self._done: set[str] = set()
        self._over: set[str] = set()
        self._undoable: deque[Callable[[], bool]] = deque(maxlen=MOST_STEPS)
        self._masks = themes.masks
        self._marks = MarkWrites(tasks, messages, self)
        self._looking: Task[_Look | MemdeskError] | None = None
        self._looking_at: Task[InPlace | MemdeskError] | None = None
        self._is_stale = self._is_started = False
        self._card_writing = CardWriting(
            desk, self.screen.list, themes.masks, tasks, messages, self._save, self
        )
        self._rest = single_shot(self, REST_MS, self.refresh)
        self._marks.all_written.connect(self.refresh)
        self._connect(actions)

    def _connect(self, actions: ActionTable) -> None:
        screen, memory = self.screen, self._memory
        screen.wanted.connect(self._on_wanted)
        screen.left.connect(self._on_left)
        screen.sources.choice_changed.connect(self._show)
        screen.list.deed_chosen.connect(self._do)
        screen.list.deed_declined.connect(self._say_why_not)
        screen.list.current_changed.connect(self._on_current_changed)
        screen.list.newer_wanted.connect(self._take_newer)
        screen.list.undo_wanted.connect(self.undo)
        screen.list.keys_wanted.connect(actions["help.keys"].trigger)
        screen.list.cards.keep_all_clicked.connect(self._keep_document)
        screen.undo_button.clicked.connect(self.undo)
        screen.keep_rest_button.clicked.connect(self._keep_rest)
        screen.show_reviewed_button.clicked.connect(lambda: screen.sources.choose(REVIEWED))
        screen.watched_button.clicked.connect(actions["file.first_run"].trigger)
        screen.place.open_requested.connect(self._open)
        self._card_writing.document_requested.connect(self.document_requested)
        memory.saving.save_finished.connect(lambda *_: self.note_change())
        memory.stepping.step_made.connect(lambda _step: self.note_change())
        memory.keeper.documents_listed.connect(self.note_change)
        memory.document_shown.connect(self._on_document_shown)
        memory.editor.pin_requested.connect(self._on_pin_requested)

    def start(self) -> None:
        """Begin to look."""
        self._is_started = True
        self.refresh()

    def stop(self) -> None:
        """Look no further."""
        self._is_started = False
        self._rest.stop()

    def take_up(self, changes: Changes) -> None:
        """Roots or documents came or went, or were written."""
        if changes.roots or changes.listed or changes.written:
            self.note_change()

    # Looking

    def note_change(self) -> None:
        """The history has got something: look soon."""
        if self._is_started:
            self._rest.start()

    def forget(self) -> None:
        """The history was cleared or purged: read everything again."""
        self._desk.inbox.forget()
        self.note_change()

    def refresh(self) -> None:
        """Look what is to be reviewed now."""
        if not self._is_started:
            return
        if self._looking is not None or self._marks.is_busy:
            self._is_stale = True
            return
        self._is_stale = False
        desk = self._desk
        listing, off = listing_of(desk.workspace), self._unrecorded()

        def look() -> _Look:
            state = desk.inbox.look(listing, off)
            desk.inbox.settle()
            return state, _chips_of(state.items), desk.inbox.pins()

        self._looking = self._tasks.run(or_error(look), self._on_looked)

    def _unrecorded(self) -> list[MemoryRoot]:
        """Roots of which the user does not want it, or has not been asked."""
        desk = self._desk
        unasked = {root.path for root in desk.unasked_roots()}
        return [
            root for root in desk.workspace.roots if root.path in unasked or not desk.is_recorded(root.path)
        ]

    def _on_looked(self, found: _Look | MemdeskError) -> None:
        self._looking = None
        if isinstance(found, MemdeskError):
            self.screen.show_empty(tr("To review"), sentence_of(found), advice_of(found))
        else:
            self.state, self.screen.list.cards.chips, pins = found
            self.screen.list.show_pins(pins)
            self._memory.open.show_pins(pins)
            present = {item.id for item in self.state.items}
            self._leaving &= present
            # The same change once more is news: it does not come to where it stood, between others.
            self._over |= self._done - present
            if not self.screen.isVisible():
                self._take_all()
            self._show()
            self._tell()
        if self._is_stale:
            self.refresh()

    @property
    def waiting(self) -> Sequence[InboxItem]:
        """What is to be reviewed."""
        return self._open_items()

    def _open_items(self) -> list[InboxItem]:
        return [item for item in self.state.items if item.id not in self._leaving]

    def _tell(self) -> None:
        items = self._open_items()
        self.counted.emit(len(items))
        session = self._memory.open.session
        if session is not None and self._memory.isVisible():
            self._seen |= {item.id for item in items if item.path == session.path}
        self._memory.keeper.set_waiting(Counter(item.path for item in items if item.id not in self._seen))

    # Showing

    def _take_all(self) -> None:
        """Show what came in its own order, from now on."""
        self._order = []
        self._over.clear()

    def _on_wanted(self) -> None:
        self._take_all()
        self._show()
        self._on_current_changed()
        self.refresh()

    def _on_left(self) -> None:
        self._desk.settings.inbox_looked_s = int(time.time())

    def _show(self) -> None:
        """Show what is chosen; what came while one reviews waits above."""
        choice = self.screen.sources.choice
        items = self._open_items()
        self._carry_on(items)
        pinned = len(self.screen.list.pinned)
        self.screen.sources.show_state(self.state._replace(items=tuple(items)), self._foot(), pinned)
        if choice.name == REVIEWED:
            self._show_items(choice.title, list(self.state.reviewed), 0)
            return
        known = self._known(items)
        if not known:
            self._take_all()
            self._order = [item.id for item in items]
            known = items
        wanted = [item for item in known if choice.shows(item)]
        self._show_items(choice.title or tr("To review"), wanted, len(items) - len(known))

    def _known(self, items: Sequence[InboxItem]) -> list[InboxItem]:
        return in_known_order((item for item in items if item.id not in self._over), self._order)

    def _carry_on(self, items: Sequence[InboxItem]) -> None:
        """Let what an agent changed once more stay where it stands, as the current one too."""
        waiting = [one for one in self._order if one in self._places and one not in self._done]
        heirs = heirs_of({one: self._places[one] for one in waiting}, items)
        self._order = [heirs.get(one, one) for one in self._order]
        self._current = heirs.get(self._current, self._current)
        self._places = {item.id: item.address for item in items}

    def _show_items(self, title: str, items: Sequence[InboxItem], newer: int) -> None:
        view = self.screen.list
        is_review = self.screen.sources.choice.name != REVIEWED
        rows = rows_of(items, newer)
        if rows != view.changes.rows or view.changes.is_reviewed == is_review:
            view.show_rows(rows, self._current, is_reviewed=not is_review)
        if rows:
            self.screen.show_list(title)
        else:
            self.screen.show_empty(title, *self._why_empty(), reviewed=len(self.state.reviewed) * is_review)
            self.screen.place.show_item(None)
        self.screen.keep_rest_button.setEnabled(bool(items) and is_review)
        self.screen.undo_button.setEnabled(bool(self._undoable) or self._memory.stepping.can_undo(None))
        done = len(self._done)
        self.screen.show_progress(done, done + len(self._open_items()))

    def _why_empty(self) -> tuple[str, str]:
        files = trn("{n} file", "{n} files", self.state.files, n=shown.number(self.state.files))
        places = trn("{n} place", "{n} places", self.state.roots, n=shown.number(self.state.roots))
        words = tr(
            "{files} in {places} have not changed since you looked. New entries appear here as agents write them.",
            files=files,
            places=places,
        )
        return tr("Nothing new to review"), words

    def _foot(self) -> str:
        looked_s = self._desk.settings.inbox_looked_s
        since = tr("Since you last looked: {when}.", when=shown.near_moment(looked_s)) if looked_s else ""
        never = sentences(since, tr("Reviewing never blocks an agent."))
        if not self.state.unrecorded:
            return never
        names = listed(dict.fromkeys(told(root.label) for root in self.state.unrecorded))
        return tr("Not recorded, so nothing of it stands here: {agents}.", agents=names) + f" {never}"

    def _take_newer(self) -> None:
        self._take_all()
        self._show()

    def _on_document_shown(self) -> None:
        self._tell()

    def _on_current_changed(self) -> None:
        item = self.screen.list.current
        self._current = item.id if item is not None else ""
        if not self.screen.isVisible():
            return
        if item is not None:
            self._seen.add(item.id)
        self.screen.place.show_item(item)
        if item is None or item.address != self._placed:
            self._placed = None
            self.screen.place.show_place(None)
        if self._looking_at is not None:
            self._looking_at.cancel()
            self._looking_at = None
        if item is not None:
            look = or_error(partial(self._look_at, item, self._desk.entries.snapshot()))
            self._looking_at = self._tasks.run(look, self._on_looked_at)

    def _look_at(self, item: InboxItem, snapshot: object) -> InPlace:
        desk = self._desk
        entries = desk.entries.read(snapshot)  # type: ignore[arg-type]  # what `snapshot` gave
        view = desk.workspace.disk
        checking = Checking(
            lambda text: desk.duplicates.alike(text, entries), view, partial(injected_for, view)
        )
        text = desk.timeline.disk_text(item.path) or ""
        return InPlace(item, lines_around(item, text), checking.run(item))

    def _on_looked_at(self, found: InPlace | MemdeskError) -> None:
        self._looking_at = None
        current = self.screen.list.current
        if isinstance(found, InPlace) and current is not None and current.id == found.item.id:
            self._placed = found.item.address
            self.screen.place.show_place(found)
            chips = tuple(chip_words(check) for check in found.checks if not check.is_passed)
            self.screen.list.cards.chips[current.id] = chips
            self.screen.list.viewport().update()

    # Deciding

    def _do(self, deed: str) -> None:
        item = self.screen.list.current
        if item is None:
            return
        {
            KEEP: lambda: self._keep([item]),
            AGAIN: lambda: self._review_again(item),
            EDIT: lambda: self._card_writing.edit(item),
            FORGET: lambda: self._step(item, forgets=True),
            BACK: lambda: self._step(item, forgets=False),
            PIN: lambda: self._pin(item),
            MOVE: lambda: self._memory.moving.ask(Fact(item.past.document, *item.unit.node)),
        }[deed]()

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
        return self._card_writing.finish()

    def _save(self, item: InboxItem, body: str, again: Callable[[], object]) -> None:
        deeds = self._desk.inbox_deeds
        words = tr("Saved and kept “{name}”.", name=short_name(item, self._masks))
        self._make(item, lambda: deeds.edit(item, body), words, again)

    def _keep_document(self, head: Head) -> None:
        self._keep(list(head.items))

    def _keep_rest(self) -> None:
        view = self.screen.list
        self._keep([row for row in view.changes.rows if isinstance(row, InboxItem)])

    def _keep(self, items: Sequence[InboxItem]) -> None:
        if not items:
            return
        undo = partial(self._take_back, list(items))
        words = (
            tr("Kept “{name}”.", name=short_name(items[0], self._masks))
            if len(items) == 1
            else trn("Kept {n} change.", "Kept {n} changes.", len(items), n=shown.number(len(items)))
        )

        def failed() -> None:
            self._drop(undo)
            self._come_back(items)
            self._show()
            self._tell()

        self._go(items)
        self._undoable.append(undo)
        self._marks.write(lambda: self._desk.inbox.keep(items), lambda _: self._tell_kept(words), failed)

    def _tell_kept(self, words: str) -> None:
        self._messages.tell(Message(words, offer=tr("Undo"), accept=self.undo, offer_icon="undo-2"))

    def _drop(self, undo: Callable[[], bool]) -> None:
        """What could not be done is not to be undone, unless it was already."""
        if undo in self._undoable:
            self._undoable.remove(undo)

    def _take_back(self, items: Sequence[InboxItem]) -> bool:
        self._come_back(items)
        self._marks.write(lambda: self._desk.inbox.take_back(items))
        return True

    def _review_again(self, item: InboxItem) -> None:
        inbox = self._desk.inbox
        words = tr("“{name}” is to be reviewed again.", name=short_name(item, self._masks))

        def keep() -> bool:
            self._marks.write(lambda: inbox.keep([item]))
            return True

        def done(_: object) -> None:
            self._come_back([item])
            self._tell_kept(words)

        self._undoable.append(keep)
        self._marks.write(lambda: inbox.take_back([item]), done, partial(self._drop, keep))

    def _come_back(self, items: Sequence[InboxItem]) -> None:
        """These stand in the list again, where they stood."""
        ids = [item.id for item in items]
        self._leaving.difference_update(ids)
        self._done.difference_update(ids)
        self._over.difference_update(ids)
        self._order += [item_id for item_id in ids if item_id not in self._order]

    def _pin(self, item: InboxItem) -> None:
        inbox, address, unit = self._desk.inbox, item.address, item.unit

        name = short_name(item, self._masks)

        def pin() -> None:
            inbox.pin(item.path, unit)

        def unpin() -> None:
            inbox.unpin(address)

        def told() -> None:
            if was_pinned:
                self._tell_unpinned(name)
            else:
                self._tell_pinned(name, item.past.root)

        def undo() -> bool:
            self._marks.write(pin if was_pinned else unpin)
            return True

        was_pinned = address in self.screen.list.pinned
        self._undoable.append(undo)
        self._marks.write(unpin if was_pinned else pin, lambda _: told(), partial(self._drop, undo))

    def _on_pin_requested(self, key: str, occurrence: int) -> None:
        """Pin what is shown on the memory screen, or do not any more."""
        session, desk = self._memory.open.session, self._desk
        found = desk.workspace.find_document(session.path) if session is not None else None
        if session is None or found is None:
            return
        text, (root, document) = session.text.text, found
        node = session.outline().find(key, occurrence)
        name = short(node.title or node.body_text(text)) if node is not None else document.title

        def tell(is_pinned: object) -> None:
            if is_pinned is True:
                self._tell_pinned(name, root)
            elif is_pinned is False:
                self._tell_unpinned(name)

        self._marks.write(lambda: desk.inbox.turn_pin(root, document, text, (key, occurrence)), tell)
        self._memory.open.show_marks()

    def _tell_pinned(self, name: str, root: MemoryRoot | None) -> None:
        """Say what pinning does; where nothing is recorded it does nothing before that is agreed to."""
        if root is None or self._desk.is_recorded(root.path):
            words = tr("Pinned “{name}”. If anybody alters it, it comes to the inbox.", name=name)
            self._messages.tell(Message(words))
            return
        words = tr(
            "Pinned “{name}”, but what programs write in this folder is not recorded, so nobody would notice.",
            name=name,
        )
        keep = partial(self.recording_requested.emit, root.path)
        self._messages.tell(
            Message(words, Tone.WARNING, offer=tr("Record it"), accept=keep, offer_icon="history")
        )

    def _tell_unpinned(self, name: str) -> None:
        self._messages.tell(Message(tr("“{name}” is not pinned any more.", name=name)))

    def _step(self, item: InboxItem, *, forgets: bool) -> None:
        """Take it out of its file, or put back what was there, as one step."""
        deeds, name = self._desk.inbox_deeds, short_name(item, self._masks)
        if forgets:
            words = tr("Forgot “{name}”. It is in the trash.", name=name)
            self._make(item, lambda: deeds.forget(item), words)
        else:
            self._make(item, lambda: deeds.put_back(item), tr("Put back “{name}”.", name=name))

    def _make(
        self,
        item: InboxItem,
        prepare: Callable[[], StepJob],
        words: str,
        back: Callable[[], object] = lambda: None,
    ) -> None:
        """Make a step that reviews a change; it leaves the list at once, and is back where that fails."""
        stepping = self._memory.stepping

        def refused(_sentence: str) -> None:
            self._come_back([item])
            self._show()
            back()
            self.note_change()

        def undo(step: Step) -> bool:
            if not stepping.take_back(step):
                return False
            self._come_back([item])
            return True

        def made(step: Step) -> None:
            self._undoable.append(partial(undo, step))

        self._go([item])
        stepping.make(Wanted(prepare, words, item.path, made, refused))

    def _go(self, items: Sequence[InboxItem]) -> None:
        """These leave the list at once; what is written follows."""
        ids = {item.id for item in items} & {item.id for item in self.state.items}
        self._leaving |= ids
        self._done |= ids
        self._show()
        self._tell()

    def undo(self) -> None:
        """Take back the last deed that still stands; where none was done here, the last step of the window."""
        if not self._undoable:
            self._memory.stepping.walk(None, backwards=True)
            return
        while self._undoable:
            if self._undoable.pop()():
                self.note_change()
                return
        self._show()
        self._messages.tell(Message(tr("What was done here is undone already.")))


def _chips_of(items: Sequence[InboxItem]) -> _Chips:
    """What a look at the text alone finds, for every card."""
    found: _Chips = {}
    for item in items:
        if item.now is not None:
            checks = [check for check in seen_at_once(item.now.text) if not check.is_passed]
            found[item.id] = tuple(map(chip_words, checks))
    return found


__all__ = ("TO_REVIEW", "Reviewing")
