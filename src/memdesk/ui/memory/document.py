"""The document on screen: shown, edited, saved, and brought together with what other programs write."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from types import MappingProxyType

from PySide6.QtCore import QObject, Signal

from memdesk.errors import MemdeskError, reason_of
from memdesk.layouts.contract import Change, ChangeKind
from memdesk.layouts.optional import IndexState
from memdesk.services.documents.changes import Arrived, Changes
from memdesk.services.documents.conflict import Choice
from memdesk.services.documents.session import DocumentSession
from memdesk.services.documents.taken import Address, Arrival, NodeId
from memdesk.services.preview.guarding import survey_unsaved
from memdesk.services.preview.index_states import losses_in_index
from memdesk.services.preview.survival import Loss
from memdesk.services.roots.roots import MemoryRoot
from memdesk.services.workspace.workspace import Workspace
from memdesk.ui.editor.document_editor import DocumentEditor
from memdesk.ui.i18n import tr
from memdesk.ui.memory.arrival_words import ArrivalWords
from memdesk.ui.memory.bars import DocumentBars
from memdesk.ui.memory.document_reading import DocumentReading
from memdesk.ui.memory.losses_here import nearest_first
from memdesk.ui.memory.section_marks import SectionMarks
from memdesk.ui.memory.tree_keeper import TreeKeeper
from memdesk.ui.messages import Message, Messages, Tone
from memdesk.ui.timers import repeating, single_shot

MARKS_REST_MS = 50
"""So long after the last key the marks of sections are written anew."""

_NONE_SAVED: Mapping[str, frozenset[NodeId]] = MappingProxyType({})


def nothing() -> None:
    """What follows where nothing is to follow."""


MOST_LEFT = 16
"""So many documents that were left stay open for their undo."""


class OpenDocument(QObject):
    """Keeps one session on screen, in editor and bars.

    Signals:
        shown_changed: another document is shown, or none.
        state_changed: it is dirty, in conflict, read-only or none of these now.
        sections_listed: the tree has the sections of the document now, which it had not, or as they were before.
        conflict_settling: the conflict is about to be settled; argument: the `DocumentSession`.
    """

    shown_changed = Signal()
    state_changed = Signal()
    sections_listed = Signal()
    conflict_settling = Signal(object)

    def __init__(
        self,
        workspace: Workspace,
        editor: DocumentEditor,
        bars: DocumentBars,
        tree: TreeKeeper,
        messages: Messages,
        words: ArrivalWords,
        reading: DocumentReading,
    ) -> None:
        super().__init__(reading.parent())
        self.reading = reading
        self._workspace = workspace
        self._editor = editor
        self._bars = bars
        self._tree = tree
        self._messages = messages
        self.words = words
        self._marks = SectionMarks()
        self._left: dict[str, None] = {}
        """The documents that stayed open when they were left, the last one last."""
        self._losses: tuple[Loss, ...] = ()
        self._own_losses: tuple[Loss, ...] = ()
        self._entry_states: Callable[[str], Mapping[str, IndexState]] = _no_states
        self._losses_revision = -1
        self._came_back: set[str] = set()
        self._went_with_root: set[str] = set()
        self.is_away: Callable[[str], bool] = _is_nowhere
        """Says of a root whether it is not there itself."""
        self.session: DocumentSession | None = None
        self.root: MemoryRoot | None = None
        self._rest = single_shot(self, MARKS_REST_MS, self._on_rest)
        self._read = single_shot(self, 0, self._follow_text)
        self._listing = repeating(self, 0, self.list_sections)
        self._connect()

    def _connect(self) -> None:
        self._editor.text_changed.connect(self._on_text_changed)
        self._editor.section_add_requested.connect(self.add_section)
        self._editor.revert_requested.connect(self.revert)
        self._editor.repair_requested.connect(self.repair)
        self._bars.choice_made.connect(self.resolve)
        self._bars.discard_requested.connect(self.discard)
        self._bars.close_requested.connect(self.close)

    # Which document

    def show(self, path: str, then: Callable[[], object] = nothing) -> bool:
        """Show the document at `path`, then call `then`; whether there is one, and no reason is known against it.

        A worker reads it. Until a large one is there, what is shown stays, and who asks for another wins.
        """
        job = None
        if self.session is None or self.session.path != path:
            if self._workspace.find_document(path) is None:
                return False
            job = self._workspace.prepare_opening(path)
        if job is not None:
            return self.reading.begin(job, partial(self._show_read, path, then))
        self.reading.drop()
        return self._show(path, then)

    def _show_read(self, path: str, then: Callable[[], object]) -> bool:
        self.note_draft(path)  # it is open already, with what was unsaved of it
        return self._show(path, then)

    def _show(self, path: str, then: Callable[[], object]) -> bool:
        if self.session is not None and self.session.path == path:
            then()
            return True
        if not self._open(path):
            return False
        then()
        return True

    def _open(self, path: str) -> bool:
        found = self._workspace.find_document(path)
        if found is None:
            return False
        was_open = path in self._workspace.sessions
        try:
            session = self._workspace.open_document(path)
        except MemdeskError as error:
            self._messages.tell_error(error, path)
            return False
        self._left.pop(path, None)
        self._leave()
        self.root, self.session = found[0], session
        self._losses, self._own_losses, self._losses_revision = (), (), -1
        self._editor.set_session(session)
        self._bars.show_state(session, self._wrote)
        if session.is_dirty and (path in self._came_back or not was_open):
            drafts = self._workspace.drafts
            self._bars.show_draft(drafts.came_back.get(path) if drafts is not None else None)
        self._came_back.discard(path)
        self._load_sections(session)
        self.show_marks()
        self.shown_changed.emit()
        self.state_changed.emit()
        return True

    def _load_sections(self, session: DocumentSession) -> None:
        if session.is_long:
            # Thousands of rows take a turn of their own.
            self._listing.start()
        else:
            self._tree.load_sections(session.path)

    def list_sections(self) -> None:
        """Have the sections of the document in the tree now, if they are to come: one of them is gone to."""
        if self._listing.isActive() and self.session is not None:
            self._listing.stop()
            self._tree.load_sections(self.session.path)
            self.sections_listed.emit()

    def note_draft(self, path: str) -> None:
        """The draft of an earlier run came back into this document, which is open and was not shown yet."""
        self._came_back.add(path)

    def _leave(self) -> None:
        session = self.session
        if session is None:
            return
        self._listing.stop()
        self._editor.finish_writing()
        is_untold = self._rest.isActive() or self._read.isActive()
        self._rest.stop()
        self._read.stop()
        self._bars.hide_draft()
        self._tree.mark_seen(session.path)
        if is_untold:
            # What was typed last, or was taken over just now.
            if session.is_read:
                self._tree.follow_sections(session.path)
            self._tree.update_marks(session.path)
        if _is_at_rest(session) and not session.text.can_undo:
            self._editor.set_session(None)
            # Where its draft cannot be removed, the document stays open unseen.
            with suppress(OSError):
                self._workspace.close_document(session.path)
        else:
            if not session.is_read:
                # Its rows in the tree say what is unsaved in it while another one is on screen.
                self._read_again(session)
            self._close_oldest(session.path)

    def _close_oldest(self, left: str) -> None:
        """Close what was left long ago and is open for nothing but its undo: in an hour they are a hundred."""
        self._left.pop(left, None)
        self._left[left] = None
        if len(self._left) > MOST_LEFT:
            session = self._workspace.sessions.get(oldest := next(iter(self._left)))
            del self._left[oldest]
            if session is not None and _is_at_rest(session):
                with suppress(OSError):
                    self._workspace.close_document(oldest)

    def close(self) -> None:
        """Show no document, until one that is being read is there."""
        self._leave()
        self.session, self.root = None, None
        self._editor.set_session(None)
        self._bars.show_state(None, "")
        self.shown_changed.emit()
        self.state_changed.emit()

    @property
    def agent(self) -> str:
        """The name of the agent whose document is shown."""
        return self.root.layout.title if self.root is not None else ""

    @property
    def _wrote(self) -> str:
        """Who wrote what is on disk and clashes with what is typed."""
        if self.session is not None and self.words.is_command(self.session.path):
            return tr("A command of yours wrote it. Your text is kept.")
        return tr("{agent} or a program wrote it. Your text is kept.", agent=self.agent)

    @property
    def can_save(self) -> bool:
        """Whether a save would do anything.

        What is typed may not be in the text yet. While a save is under way the text may be again what it was before,
        and the disk is about to be another one.
        """
        session = self.session
        if session is None:
            return False
        return session.is_dirty or session.is_saving or self._editor.has_waiting

    # Commands

    def add_section(self, heading: str) -> None:
        """Put a section with this heading into the file."""
        if self.session is not None:
            self._do(lambda session: session.add_section(heading, self._workspace.view))
            self._tree.load_sections(self.session.path)

    def change(self, kind: ChangeKind, node_id: NodeId, *, title: str = "", index: int = 0) -> None:
        """Remove, rename (to `title`) or move (to place `index`) a section."""
        session = self.session
        if session is not None:
            self.make(Change(kind, session.document, *node_id, title=title, index=index))
            self._tree.load_sections(session.path)

    def make(self, change: Change) -> None:
        """Make a change of the document on screen in its agent's grammar, as one step of undo."""
        self._do(lambda session: session.change(change, self._workspace.view))

    def revert(self, key: str, occurrence: int) -> None:
        """Make a section again what it is on disk."""
        self._do(lambda session: session.revert_node((key, occurrence)))

    def repair(self, loss: Loss) -> None:
        """Avoid what the agent's next write would do, if it still would."""
        now = next((now for now in self.losses_now() if _is_same(now, loss)), None)
        if now is not None:
            self._do(lambda session: session.repair(now.repair))

    def repair_nearest(self) -> None:
        """Repair the worst thing that has a repair where the caret is, else in the document."""
        for loss in self.losses_from_here():
            if loss.repair:
                self.repair(loss)
                return

    def resolve(self, choice: Choice) -> None:
        """Settle the conflict."""
        if self.session is not None and self.session.conflict is not None:
            self.conflict_settling.emit(self.session)
            self.session.resolve(choice)
            # Unsaved text of an earlier run that is decided upon is not asked about again.
            self._bars.hide_draft()
            self.refresh()

    def discard(self) -> None:
        """Give up what is unsaved."""
        if self.session is None:
            return
        try:
            self._workspace.discard(self.session.path)
        except OSError as error:
            words = tr("The draft could not be removed: {why}.", why=reason_of(error))
            self._messages.tell(Message(words, Tone.WARNING, self.session.path))
        self.refresh()

    def _do(self, verb: Callable[[DocumentSession], object]) -> None:
        session = self.session
        if session is None or session.why_read_only:
            return
        try:
            verb(session)
        except MemdeskError as error:
            self._messages.tell_error(error, session.path)

    # Losses

    @property
    def losses(self) -> tuple[Loss, ...]:
        """What the agent's next write would do to the text as it was when that was last looked at, worst first."""
        return self._losses

    def losses_now(self) -> tuple[Loss, ...]:
        """What the agent's next write would do to the text as it is now; looks where it has changed since."""
        session = self.session
        if session is not None and session.text.revision != self._losses_revision:
            view, saved = self._workspace.view, session.base_text
            self.show_losses(survey_unsaved(session.layout, session.document, view, saved))
        return self._losses

    def losses_from_here(self) -> list[Loss]:
        """The same, what is about the entry and the section with the caret first."""
        if self.session is None:
            return []
        return nearest_first(self.losses_now(), self.session.outline(), self._editor.caret)

    def follow_index(self, entry_states: Callable[[str], Mapping[str, IndexState]]) -> None:
        """Where to ask what the agent's index holds of the entries of a document, by its path."""
        self._entry_states = entry_states

    def show_index(self) -> None:
        """The index holds other things now."""
        if self.session is not None and self._losses_revision == self.session.text.revision:
            self.show_losses(self._own_losses)

    def show_losses(self, losses: tuple[Loss, ...]) -> None:
        """Show on the cards what the agent's next write would do to the text as it is now, and what its index lacks."""
        self._own_losses = losses
        if self.session is not None:
            states, text = self._entry_states(self.session.path), self.session.text.text
            losses = (*losses, *losses_in_index(states, self.session.outline(), text))
        self._losses = losses
        self._losses_revision = self.session.text.revision if self.session is not None else -1
        self._editor.show_effects(losses)
        if self.session is not None:
            outline = self.session.outline()
            at = (outline.at(loss.span.start) for loss in losses if loss.is_problem)
            self._tree.set_problems(
                self.session.path, frozenset((node.key, node.occurrence) for node in at if node is not None)
            )

    # What changed

    def refresh(self) -> None:
        """Buffer, base or conflict are others now."""
        session = self.session
        if session is None:
            return
        self._bars.show_state(session, self._wrote)
        self._editor.follow_lock()
        self._editor.update_changed_lines()
        self._load_sections(session)
        self.show_marks()
        self.state_changed.emit()

    def follow_listing(self) -> None:
        """Documents were listed anew: the one on screen may be one that cannot be edited, or no longer."""
        if self._editor.has_old_lock:
            self.refresh()

    def take_up(
        self,
        changes: Changes,
        *,
        in_view: bool,
        is_own: bool = False,
        saved: Mapping[str, frozenset[NodeId]] = _NONE_SAVED,
    ) -> None:
        """Take up what other programs or a save brought; `in_view` tells whether the user is looking.

        `is_own` says that the user asked for it: then it is neither told nor counted as news. `saved` are the nodes of
        documents, by their paths, that the user saved: whoever else wrote them, he did so last.
        """
        for arrived in changes.arrived:
            if is_own and arrived.taken.arrival in (Arrival.RELOADED, Arrival.REMOVED):
                self.note_own_save(arrived.path, frozenset(arrived.taken.nodes))
            else:
                self._take(arrived, in_view=in_view)
        for path, nodes in saved.items():
            self.note_own_save(path, nodes)
        opened = {arrived.path for arrived in changes.arrived}
        for path in changes.written - opened - self._workspace.sessions.keys():
            known = self._workspace.last_known(path)
            if known is not None and self.is_away(known.root):
                self._went_with_root.add(path)
                continue
            if path in self._went_with_root:
                self._went_with_root.discard(path)
            elif not self.words.is_command(path):
                self._tree.note_outside(path, (), seen=False)
            self._tree.follow_sections(path)
        for path in changes.edited:
            self._tree.update_marks(path)
        if self.session is not None and self.session.path in changes.edited | opened:
            self.refresh()

    def _take(self, arrived: Arrived, *, in_view: bool) -> None:
        path, taken = arrived.path, arrived.taken
        if taken.arrival not in (Arrival.RELOADED, Arrival.MERGED, Arrival.CLASHED, Arrival.REMOVED):
            return
        if self._follows_root(arrived):
            return
        if self.words.is_command(path):
            self.note_own_save(path, frozenset(taken.nodes))
        else:
            is_shown = self.session is not None and self.session.path == path
            self._tree.note_outside(path, taken.nodes, seen=is_shown and in_view)
            self._marks.note_writer(path, taken.nodes, self.words.writer(path), time.time())
        self._messages.tell(Message(self.words.sentence(arrived), subject=path))
        if lost := self.words.lost_steps(arrived):
            self._messages.tell(Message(lost, subject=path))
        for kept in self.words.kept_edits(arrived):
            self._messages.tell(Message(kept, Tone.WARNING, path))

    def _follows_root(self, arrived: Arrived) -> bool:
        """Whether a document went with its root or came back with it: of that the watching tells, once for all."""
        path, session = arrived.path, self._workspace.sessions.get(arrived.path)
        if arrived.taken.arrival is Arrival.REMOVED:
            if session is None or not self.is_away(session.document.root):
                return False
            self._went_with_root.add(path)
            return True
        came_back = path in self._went_with_root
        self._went_with_root.discard(path)
        return came_back and (arrived.taken.arrival is Arrival.RELOADED or not arrived.taken.nodes)

    def note_own_save(self, path: str, nodes: frozenset[NodeId]) -> None:
        """The user saved these sections."""
        self._marks.note_writer(path, nodes, tr("you"), time.time())

    @property
    def pins(self) -> frozenset[Address]:
        """What is pinned, as path, key and occurrence; of a fact with a file of its own its body as well."""
        return self._marks.pins

    def show_pins(self, pins: frozenset[Address]) -> None:
        """Say on the cards what is pinned."""
        if self._marks.take_pins(pins):
            self.show_marks()

    def show_marks(self) -> None:
        """Say on the cards which sections are unsaved, what changed, and who wrote them when."""
        session = self.session
        if session is not None:
            self._editor.show_marks(self._marks.of(session, self._tree.changed_nodes(session.path)))

    def _on_text_changed(self) -> None:
        self._rest.start()
        self.state_changed.emit()

    def _on_rest(self) -> None:
        session = self.session
        if session is None:
            return
        if session.is_read:
            # Somebody may have asked for its node tree at once while the cards waited for a worker.
            self._editor.follow_text()
            self._read.start()
        else:
            self._read_again(session)

    def _read_again(self, session: DocumentSession) -> None:
        # Where it has changed again by then, that has a rest of its own.
        self.reading.read_again(session, partial(self._on_read_again, session))

    def _on_read_again(self, session: DocumentSession) -> None:
        if session is self.session:
            self._editor.follow_text()
            # To say it everywhere else takes a turn of its own.
            self._read.start()
        else:
            self._tree.follow_sections(session.path)

    def _follow_text(self) -> None:
        # A key that came meanwhile has a rest of its own.
        if self.session is not None and self.session.is_read:
            self.show_marks()
            self._tree.load_sections(self.session.path)
            self.sections_listed.emit()
            self._bars.show_state(self.session, self._wrote)
            # An edit is a step of undo only once everybody was told of its text.
            self.state_changed.emit()


def _is_nowhere(root: str) -> bool:
    return not os.path.isdir(root)


def _no_states(_path: str) -> Mapping[str, IndexState]:
    return {}


def _is_same(one: Loss, other: Loss) -> bool:
    """Whether both are the same thing, wherever in the text it stands."""
    return (one.kind, one.text, one.message, one.operation) == (
        other.kind,
        other.text,
        other.message,
        other.operation,
    )


def _is_at_rest(session: DocumentSession) -> bool:
    """Whether nothing is lost but its undo where it is closed."""
    return not session.is_dirty and not session.is_saving and session.conflict is None
