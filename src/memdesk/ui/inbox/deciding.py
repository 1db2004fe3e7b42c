"""What is decided on changes: keeping, pinning, taking out and putting back, and the way back from each."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from memdesk.services.desk import Desk
from memdesk.services.inbox import InboxItem
from memdesk.services.roots import MemoryRoot
from memdesk.services.step import Step, StepJob
from memdesk.services.taken import NodeId
from memdesk.ui import format as shown
from memdesk.ui.i18n import tr, trn
from memdesk.ui.inbox.listing import Listing
from memdesk.ui.inbox.mark_writes import MarkWrites
from memdesk.ui.inbox.words import forgotten_words, short_name
from memdesk.ui.memory.step_words import short
from memdesk.ui.memory.stepping import MOST_STEPS, Stepping, Wanted
from memdesk.ui.messages import Message, Messages, Tone
from memdesk.ui.tasks import Tasks
from memdesk.ui.theme.masks import SecretMasks


def _nothing() -> None:
    pass


class Deciding(QObject):
    """Does what is decided, and takes it back. What is reviewed leaves `listing` at once.

    Signals:
        listing_changed: other changes wait now.
        look_wanted: files or marks are others now.
        recording_requested: keep what is seen in a root; argument: its path.
    """

    listing_changed = Signal()
    look_wanted = Signal()
    recording_requested = Signal(str)

    def __init__(
        self,
        desk: Desk,
        listing: Listing,
        stepping: Stepping,
        masks: SecretMasks,
        tasks: Tasks,
        messages: Messages,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._desk = desk
        self._listing = listing
        self._stepping = stepping
        self._masks = masks
        self._messages = messages
        self.marks = MarkWrites(tasks, messages, self)
        """Where marks are written."""
        self._undoable: deque[Callable[[], bool]] = deque(maxlen=MOST_STEPS)

    # The way back

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back that was done here."""
        return bool(self._undoable)

    def undo(self) -> None:
        """Take back the last deed that still stands, never what was done on another screen."""
        words = (
            tr("What was done here is undone already.") if self._undoable else tr("Nothing was done here.")
        )
        while self._undoable:
            if self._undoable.pop()():
                self.look_wanted.emit()
                return
        self.listing_changed.emit()
        self._messages.tell(Message(words))

    def _undo_this(self, undo: Callable[[], bool]) -> None:
        """Take back one deed, whatever was done after it; nothing where it was taken back."""
        if undo in self._undoable:
            self._undoable.remove(undo)
            undo()
            self.look_wanted.emit()

    def _note_way_back(self, undo: Callable[[], bool]) -> None:
        """It can be undone from now on."""
        self._undoable.append(undo)
        self.listing_changed.emit()

    def _drop(self, undo: Callable[[], bool]) -> None:
        """What could not be done is not to be undone, unless it was already."""
        if undo in self._undoable:
            self._undoable.remove(undo)

    def _tell_with_undo(self, words: str, undo: Callable[[], bool]) -> None:
        accept = partial(self._undo_this, undo)
        self._messages.tell(Message(words, offer=tr("Undo"), accept=accept, offer_icon="undo-2"))

    # Marks

    def keep(self, items: Sequence[InboxItem]) -> None:
        """They are as they shall be."""
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
            self._listing.come_back(items)
            self.listing_changed.emit()

        self._listing.go(items)
        self._note_way_back(undo)
        done = partial(self._tell_with_undo, words, undo)
        self.marks.write(lambda: self._desk.inbox.keep(items), lambda _: done(), failed)

    def _take_back(self, items: Sequence[InboxItem]) -> bool:
        self._listing.come_back(items)
        self.marks.write(lambda: self._desk.inbox.take_back(items))
        return True

    def review_again(self, item: InboxItem) -> None:
        """What was reviewed is to be reviewed once more."""
        inbox = self._desk.inbox
        words = tr("“{name}” is to be reviewed again.", name=short_name(item, self._masks))

        def keep() -> bool:
            self.marks.write(lambda: inbox.keep([item]))
            return True

        def done(_: object) -> None:
            self._listing.come_back([item])
            self._tell_with_undo(words, keep)

        self._note_way_back(keep)
        self.marks.write(lambda: inbox.take_back([item]), done, partial(self._drop, keep))

    def pin(self, item: InboxItem, *, was_pinned: bool) -> None:
        """Pin it, or do not any more."""
        inbox, name = self._desk.inbox, short_name(item, self._masks)

        def pin() -> None:
            inbox.pin(item.path, item.unit)

        def unpin() -> None:
            inbox.unpin(item.address)

        def undo() -> bool:
            self.marks.write(pin if was_pinned else unpin)
            return True

        def done(_: object) -> None:
            self._tell_pinned(name, item.past.root, is_pinned=not was_pinned)

        self._note_way_back(undo)
        self.marks.write(unpin if was_pinned else pin, done, partial(self._drop, undo))

    def turn_pin(self, path: str, node_id: NodeId) -> None:
        """Pin a node of an open document, or do not any more."""
        desk = self._desk
        session, found = desk.workspace.sessions.get(path), desk.workspace.find_document(path)
        if session is None or found is None:
            return
        text, (root, document) = session.text.text, found
        node = session.outline().find(*node_id)
        name = document.title
        if node is not None:
            is_body = node.kind.is_called_by_text or not node.title
            said = node.title or node.body_text(text)
            name = short(self._masks.shown(said) if is_body else said)

        def tell(is_pinned: object) -> None:
            self._tell_pinned(name, root, is_pinned=bool(is_pinned))

        self.marks.write(lambda: desk.inbox.turn_pin(root, document, text, node_id), tell)

    def _tell_pinned(self, name: str, root: MemoryRoot | None, *, is_pinned: bool) -> None:
        """Say what pinning does; where nothing is recorded it does nothing before that is agreed to."""
        if not is_pinned:
            self._messages.tell(Message(tr("“{name}” is not pinned any more.", name=name)))
            return
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

    # Steps

    def forget(self, item: InboxItem) -> None:
        """Take out of its file what is new in it, or bring back what was there before."""
        words = forgotten_words(item, self._masks)
        self._make(item, lambda: self._desk.inbox_deeds.forget(item), words)

    def put_back(self, item: InboxItem) -> None:
        """Put back what was there before."""
        words = tr("Put back “{name}”.", name=short_name(item, self._masks))
        self._make(item, lambda: self._desk.inbox_deeds.put_back(item), words)

    def save(self, item: InboxItem, body: str, again: Callable[[], object]) -> None:
        """Let it say something else; where that is refused, `again` is called."""
        words = tr("Saved and kept “{name}”.", name=short_name(item, self._masks))
        self._make(item, lambda: self._desk.inbox_deeds.edit(item, body), words, again)

    def _make(
        self,
        item: InboxItem,
        prepare: Callable[[], StepJob],
        words: str,
        again: Callable[[], object] = _nothing,
    ) -> None:
        """Make a step that reviews a change; it leaves the list at once, and is back where that fails."""

        def come_back() -> None:
            self._listing.come_back([item])
            self.listing_changed.emit()

        def refused(_sentence: str) -> None:
            come_back()
            again()
            self.look_wanted.emit()

        self._listing.go([item])
        self.make_step(Wanted(prepare, words, item.path, refused=refused, undone=come_back))

    def make_step(self, wanted: Wanted) -> None:
        """Make a step that was asked for here, and so is taken back from here.

        It counts from now on, not only when it is made: who takes back the last deed means this one.
        """
        steps: list[Step] = []
        is_unwanted = False

        def undo() -> bool:
            nonlocal is_unwanted
            is_unwanted = not steps
            return is_unwanted or self._stepping.take_back(steps[0])

        def made(step: Step) -> None:
            steps.append(step)
            wanted.made(step)
            if is_unwanted:
                self._stepping.take_back(step)

        def refused(sentence: str) -> None:
            self._drop(undo)
            wanted.refused(sentence)

        self._note_way_back(undo)
        self._stepping.make(replace(wanted, made=made, refused=refused))
