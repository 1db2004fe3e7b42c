"""What is open in the rows: the text of one entry, or the panel of a longer one."""

from __future__ import annotations

import time

from PySide6.QtCore import QObject, Signal

from memdesk.text.outline import Node
from memdesk.ui.editor.page_parts import Group
from memdesk.ui.editor.requests import Leftover, OverwriteQuestion
from memdesk.ui.editor.session import NodeId
from memdesk.ui.entries.board import Board
from memdesk.ui.entries.editing import EntryEditing
from memdesk.ui.entries.hints import changed_words, removed_words, sentence, stamp_words
from memdesk.ui.entries.open_panel import OpenPanel
from memdesk.ui.entries.panel import EntryPanel
from memdesk.ui.entries.reading import NewEntry
from memdesk.ui.entries.row import NEW_NAME, Row, RowName
from memdesk.ui.entries.row_editor import RowEditor
from memdesk.ui.i18n import tr
from memdesk.ui.timers import single_shot

_REST_MS = 120
"""So long after the last key what is typed goes into the document."""

_SLOW_REST_MS = 2000
"""The same where that takes its time: nobody waits for it while typing, and what is typed is soon in a draft."""

_MOST_COST_MS = 200
"""A change that takes longer than that takes its time."""

_QUICK_CHARS = 300_000
"""A longer text is taken for one where it does."""


class RowWriting(QObject):
    """At most one entry is open at a time. What is typed is in the document soon, and at the latest when it is left."""

    move_requested = Signal(int)
    """The current entry shall move up (-1) or down (1)."""

    def __init__(self, board: Board, parent: QObject) -> None:
        super().__init__(parent)
        self._board = board
        self._editing: EntryEditing | None = None
        self._editor: RowEditor | None = None
        self._opened = OpenPanel(board, self)
        self._group: Group | None = None
        self._is_writing = False
        self._is_slow = False
        self._rest = single_shot(self, _REST_MS, self._on_rest)
        board.context.requests.leftover_came.connect(self._on_leftover_came)
        board.view.laid_out.connect(self._leave_marks_room)

    @property
    def panel(self) -> EntryPanel | None:
        """The panel that is open."""
        return self._opened.panel

    @property
    def editor(self) -> RowEditor | None:
        """The text that is open."""
        return self._editor

    # Opening

    def open(self, row: Row) -> None:
        """Open an entry: its text in its row, or the panel with its sections."""
        if not self.finish():
            return
        board = self._board
        if row.node is None or not row.is_editable or board.why_locked:
            reason = board.why_locked or (row.node.why_not if row.node is not None else "")
            board.context.requests.notice_requested.emit(sentence(reason))
            return
        if row.has_sections:
            self._opened.open(row, row.node)
            return
        self._begin(row.group, row.node)
        self._show(row.name, tr("Text of the entry"))

    def add(self, group: Group, below: NodeId | None) -> None:
        """Begin a new entry in a group, shown below another one."""
        board = self._board
        if not self.finish() or board.why_locked:
            return
        board.folded[group.key] = False
        board.new = NewEntry(group.key, below)
        board.refresh()
        self._begin(group, None)
        self._show(NEW_NAME, tr("New entry"))

    def _begin(self, group: Group, node: Node | None) -> None:
        requests = self._board.context.requests
        self._group = group
        self._is_slow = len(self._board.text) > _QUICK_CHARS
        self._editing = EntryEditing(
            self._board.context.session, requests.changes_requested.emit, group, node
        )

    def _show(self, name: RowName, label: str) -> None:
        board, editing = self._board, self._editing
        if editing is None:
            return
        editor = RowEditor(board.context.themes, label, editing.written, board.view.viewport())
        self._editor = editor
        editor.typed.connect(self._on_typed)
        editor.accepted.connect(self._on_accepted)
        editor.added_below.connect(self._on_added_below)
        editor.taken_back.connect(self.take_back)
        editor.left.connect(self.finish)
        editor.moved.connect(self._on_moved)
        editor.undo_requested.connect(lambda: self._hand_on(backwards=True))
        editor.redo_requested.connect(lambda: self._hand_on(backwards=False))
        editor.height_changed.connect(board.view.lay_out)
        board.view.hold_widget(name, editor, covers_words=True)
        self._say_what_happens()
        editor.focus_text()
        board.view.show_held()

    def _leave_marks_room(self) -> None:
        """Let the text that is open begin no line over the marks of its row."""
        if self._editor is not None:
            self._editor.leave_room(self._board.view.held_marks_px)

    # Ending

    def finish_row(self) -> None:
        """Accept the text of a row that is open. A panel stays: what is typed there is in the document already."""
        if self._editing is not None:
            self.finish()

    def finish(self) -> bool:
        """Accept what is open and close it. False where it is refused: then it stays open, and says why."""
        editing, editor = self._editing, self._editor
        if editing is None or editor is None:
            self._opened.close()
            return True
        self._wait_no_more()
        if editing.node_id is None and not editor.value.strip():
            self._close()
            return True
        reason = self._write(tentative=False)
        if reason:
            editor.say(reason, is_warning=True)
            self._board.context.requests.notice_requested.emit(reason)
            return False
        self._close()
        return True

    def flush(self) -> None:
        """Let the document have what is typed, now."""
        if self._editing is not None and self._rest.isActive():
            self._write(tentative=True)

    def take_back(self) -> None:
        """Let the entry be what it was before it was opened."""
        editing = self._editing
        if editing is None:
            return
        self._wait_no_more()
        below = self._board.new.below if self._board.new is not None else None
        self._is_writing = True
        editing.take_back()
        self._is_writing = False
        editing.node_id = editing.first_id
        self._close(select=below)

    def drop(self) -> None:
        """Close what is open, for good: the document is shown no more. What is refused comes back with it."""
        self.flush()
        self._wait_no_more()
        self._keep_leftover()
        if self._editing is not None:
            self._editing.end()
        if self._editor is not None:
            self._editor.close_text()
        self._opened.drop()
        self._editing = self._editor = None

    def _keep_leftover(self) -> None:
        editing, editor, group = self._editing, self._editor, self._group
        if editing is None or editor is None or group is None or editor.value == editing.written:
            return
        session = self._board.context.session
        leftover = Leftover(group.key, editing.node_id, editor.value)
        self._board.context.requests.leftovers[session.document.path] = leftover

    def resume(self) -> None:
        """Open again what could not be accepted when the document was left, or not be written later."""
        board = self._board
        path = board.context.session.document.path
        if self._editing is not None:
            return
        leftover = board.context.requests.leftovers.pop(path, None)
        group = board.group(leftover.group) if leftover is not None else None
        if leftover is None or group is None:
            return
        row = next(
            (row for row in board.view.rows if leftover.node_id and row.name == ("node", *leftover.node_id)),
            None,
        )
        if row is not None:
            self.open(row)
        else:
            self.add(group, None)
        if self._editor is not None:
            self._editor.type(leftover.text)

    def _close(self, select: NodeId | None = None) -> None:
        board, editing, editor = self._board, self._editing, self._editor
        self._editing = self._editor = None
        had_focus = editor is not None and editor.window().focusWidget() is editor.body
        if editing is not None:
            editing.end()
            select = editing.node_id or select
        board.new = None
        board.view.release_widget()
        board.refresh()
        if select is not None and board.unfold_to(select):
            board.view.select(("node", *select))
        if had_focus:
            board.view.take_focus()
        if editor is not None:
            # That it lost the focus is old news by the time it is told.
            editor.blockSignals(True)
            editor.close_text()
            editor.deleteLater()

    # Writing

    def _wait_no_more(self) -> None:
        """What is typed is about to come into the document, or is given up."""
        self._rest.stop()
        self._board.context.requests.note_waiting(has_waiting=False)

    def _on_typed(self) -> None:
        """The first key makes the document unsaved at once; the others are gathered."""
        is_first = self._editing is not None and not self._editing.has_written
        if is_first and not self._is_slow and not self._rest.isActive():
            self._on_rest()
            return
        self._rest.start(_SLOW_REST_MS if self._is_slow else _REST_MS)
        self._board.context.requests.note_waiting(has_waiting=True)

    def _on_rest(self) -> None:
        begin = time.perf_counter()
        reason = self._write(tentative=True)
        cost_ms = (time.perf_counter() - begin) * 1000
        self._is_slow = cost_ms > _MOST_COST_MS
        if reason and self._editor is not None:
            self._editor.say(reason, is_warning=True)
        else:
            self._say_what_happens()

    def _write(self, *, tentative: bool) -> str:
        editing, editor = self._editing, self._editor
        if editing is None or editor is None:
            return ""
        self._is_writing = True
        try:
            reason = editing.write(editor.value, tentative=tentative)
        finally:
            self._is_writing = False
            self._wait_no_more()
        self._show_place()
        return reason

    def _show_place(self) -> None:
        """Let the row of the entry be where its text is now, or below where a new one was begun."""
        board, editing = self._board, self._editing
        if editing is None:
            return
        if board.new is not None:
            board.new = NewEntry(board.new.group, board.new.below, editing.node_id)
        elif editing.node_id is not None:
            board.view.rename_held(("node", *editing.node_id))
        board.refresh()

    def _say_what_happens(self) -> None:
        editing, editor, group = self._editing, self._editor, self._group
        if editing is None or editor is None or group is None:
            return
        node = editing.node
        question = OverwriteQuestion(group.key, editor.value, editing.node_id)
        if editor.value.strip():
            self._board.context.requests.overwrite_asked.emit(question)
        stamp = stamp_words(node, is_new=self._board.new is not None, has_stamps=self._board.model.has_stamps)
        editor.say(question.answer or stamp, is_warning=bool(question.answer))

    # What others do

    def follow(self) -> None:
        """The text is another one: stay with the entry."""
        self._opened.follow()
        if self._editing is not None and self._editor is not None and not self._is_writing:
            self._follow_entry(self._editing, self._editor)

    def _follow_entry(self, editing: EntryEditing, editor: RowEditor) -> None:
        is_untouched = editor.value == editing.written
        if not editing.follow():
            self._note_removal(editing, editor, is_untouched=is_untouched)
            return
        node = editing.node
        now = node.body_text(self._board.text) if node is not None else editing.written
        self._show_place()
        if now == editing.written:
            return
        editing.written = now
        if is_untouched:
            editor.take(now)
            editor.say(tr("This entry was changed meanwhile."), is_warning=True)
        elif editor.value != now:
            editor.say(changed_words(now), is_warning=True)

    def _note_removal(self, editing: EntryEditing, editor: RowEditor, *, is_untouched: bool) -> None:
        requests = self._board.context.requests
        if is_untouched and not editing.has_written:
            self._close()
            requests.notice_requested.emit(tr("The entry you had open was removed meanwhile."))
            return
        if self._group is not None and self._board.new is None:
            self._board.new = NewEntry(self._group.key, None)
            self._board.view.rename_held(NEW_NAME)
            self._board.refresh()
        editor.say(removed_words(), is_warning=True)

    # Slots

    def _on_leftover_came(self, path: str) -> None:
        if path == self._board.context.session.document.path:
            self.resume()

    def _on_accepted(self) -> None:
        self.finish()

    def _on_added_below(self) -> None:
        group, editing = self._group, self._editing
        if group is None or not self.finish():
            return
        written = editing.node_id if editing is not None else None
        now = self._board.group(group.key)
        self.add(now or group, written)

    def _on_moved(self, by: int) -> None:
        if self.finish():
            self.move_requested.emit(by)

    def _hand_on(self, *, backwards: bool) -> None:
        """Nothing typed here is left to undo: go on with the document."""
        if self.finish():
            requests = self._board.context.requests
            (requests.undo_requested if backwards else requests.redo_requested).emit()
