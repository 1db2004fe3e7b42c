"""What is decided on changes: keeping, pinning, taking out and putting back, each as a step that can be undone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from memdesk.services.desk import Desk
from memdesk.services.documents.taken import NodeId
from memdesk.services.inbox.items import InboxItem
from memdesk.services.roots.roots import MemoryRoot
from memdesk.services.steps.marked import Marked
from memdesk.services.steps.step import StepJob
from memdesk.text.excerpt import excerpt
from memdesk.ui import format as shown
from memdesk.ui.i18n import tr, trn
from memdesk.ui.inbox.listing import Listing
from memdesk.ui.inbox.words import forgotten_words, short_name
from memdesk.ui.memory.step_words import short
from memdesk.ui.memory.stepping import Stepping, Wanted
from memdesk.ui.messages import Message, Messages, Tone
from memdesk.ui.theme.masks import SecretMasks

if TYPE_CHECKING:
    from memdesk.store.marks import MarkChange


def _nothing() -> None:
    pass


class Deciding(QObject):
    """Does what is decided. What is reviewed leaves `listing` at once, and is back where that fails or is undone.

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
        messages: Messages,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._desk = desk
        self._listing = listing
        self._stepping = stepping
        self._masks = masks
        self._messages = messages

    def _go(self, ids: Sequence[str]) -> None:
        self._listing.go(ids)
        self.listing_changed.emit()

    def _come_back(self, ids: Sequence[str]) -> None:
        self._listing.come_back(ids)
        self.listing_changed.emit()

    # Marks

    def keep(self, items: Sequence[InboxItem]) -> None:
        """They are as they shall be."""
        if not items:
            return
        words = (
            tr("Kept “{name}”.", name=short_name(items[0], self._masks))
            if len(items) == 1
            else trn("Kept {n} change.", "Kept {n} changes.", len(items), n=shown.number(len(items)))
        )
        ids = self._listing.present(items)
        go, come_back = partial(self._go, ids), partial(self._come_back, ids)
        go()
        self._stepping.make(
            Wanted(
                self._marking(lambda: self._desk.inbox.keep(items)),
                words,
                items[0].path,
                refused=lambda _: come_back(),
                undone=come_back,
                redone=go,
            )
        )

    def review_again(self, item: InboxItem) -> None:
        """What was reviewed is to be reviewed once more."""
        words = tr("“{name}” is to be reviewed again.", name=short_name(item, self._masks))
        come_back = partial(self._come_back, [item.id])
        self._stepping.make(
            Wanted(
                self._marking(lambda: self._desk.inbox.take_back([item])),
                words,
                item.path,
                made=lambda _: come_back(),
                undone=partial(self._go, [item.id]),
                redone=come_back,
            )
        )

    def pin(self, item: InboxItem, *, was_pinned: bool) -> None:
        """Pin it, or do not any more."""
        inbox, name = self._desk.inbox, short_name(item, self._masks)
        turn = partial(inbox.unpin, item.address) if was_pinned else partial(inbox.pin, item.path, item.unit)
        self._turn_pin(turn, name, item.path, item.past.root)

    def _marking(self, mark: Callable[[], tuple[MarkChange, ...]]) -> Callable[[], Marked]:
        desk = self._desk
        return lambda: Marked(desk.marks, mark())

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
            around = excerpt(text, node.span).around
            name = short(self._masks.shown_in(said, around) if is_body else said)

        self._turn_pin(partial(desk.inbox.turn_pin, root, document, text, node_id), name, path, root)

    def _turn_pin(
        self, turn: Callable[[], tuple[MarkChange, ...]], name: str, path: str, root: MemoryRoot | None
    ) -> None:
        """Say what pinning does; where nothing is recorded it does nothing before that is agreed to."""
        is_recorded = root is None or root.path in self._desk.recorded
        is_pinned = False

        def mark() -> tuple[MarkChange, ...]:
            nonlocal is_pinned
            changes = turn()
            is_pinned = any(one.after is not None for one in changes)
            return changes

        def what() -> str:
            if is_pinned:
                return tr("Pinned “{name}”.", name=name)
            return tr("“{name}” is not pinned any more.", name=name)

        def aside() -> str:
            return tr("If anybody alters it, it comes to the inbox.") if is_pinned and is_recorded else ""

        def made(_marked: Marked) -> None:
            if root is not None and is_pinned and not is_recorded:
                self._offer_recording(name, root.path)

        self._stepping.make(Wanted(self._marking(mark), what, path, made=made, aside=aside))

    def _offer_recording(self, name: str, root_path: str) -> None:
        words = tr(
            "Pinned “{name}”, but what programs write in this folder is not recorded, so nobody would notice.",
            name=name,
        )
        keep = partial(self.recording_requested.emit, root_path)
        self._messages.tell(
            Message(words, Tone.WARNING, offer=tr("Record it"), accept=keep, offer_icon="history")
        )

    # Steps

    def forget(self, item: InboxItem) -> None:
        """Take out of its file what is new in it, or bring back what was there before."""
        words = forgotten_words(item, self._masks)
        aside = "" if item.is_forgotten_by_old_text else tr("It is in the trash.")
        self._make(item, lambda: self._desk.inbox_deeds.forget(item), words, aside=aside)

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
        aside: str = "",
    ) -> None:
        """Make a step that reviews a change; it leaves the list at once, and is back where that fails."""
        ids = self._listing.present([item])
        go, come_back = partial(self._go, ids), partial(self._come_back, ids)

        def refused(_sentence: str) -> None:
            come_back()
            again()
            self.look_wanted.emit()

        go()
        self._stepping.make(
            Wanted(prepare, words, item.path, refused=refused, undone=come_back, redone=go, aside=aside)
        )
