"""The ways from screen to screen, and to a place on one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from memdesk.text.outline import NodeKind
from memdesk.ui.i18n import tr, trn
from memdesk.ui.messages import Message
from memdesk.ui.parts import Parts
from memdesk.ui.screens import FIRST_RUN, HISTORY, INBOX, MEMORY, PROBLEMS, PRUNE, SEARCH

if TYPE_CHECKING:
    from memdesk.services.remembered.places import Place


class Navigation(QObject):
    """Brings the screens of `parts` to the front, as the user and the screens themselves ask for it."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts)
        self._parts = parts
        self._connect()

    def _connect(self) -> None:
        parts = self._parts
        parts.opening.opened.connect(self.show_memory)
        parts.opening.sample_opened.connect(parts.memory.show_first)
        parts.opening.found.connect(self._on_found)
        parts.opening.dismissed.connect(self._on_first_run_dismissed)
        parts.appearing.appeared.connect(self._on_root_appeared)
        parts.memory.tree.places_requested.connect(self.show_first_run)
        parts.memory.text_awaited.connect(partial(parts.window.show_screen, MEMORY))
        parts.memory.explaining.problems_requested.connect(self.show_problems)
        parts.inbox.document_requested.connect(self._show_node)
        parts.inbox.counted.connect(self._on_inbox_counted)
        parts.inbox.pinned_requested.connect(self._show_pinned)
        parts.history.document_requested.connect(self._show_document)
        parts.problems.memory_requested.connect(lambda: parts.window.show_screen(MEMORY))
        parts.memory.tree.search_requested.connect(parts.searching.look_for)
        parts.searching.memory_requested.connect(self.show_memory)
        parts.searching.history_requested.connect(self.show_history)
        parts.pruning.trash_requested.connect(lambda: self.show_history(mode="trash"))

    # Screens

    def show_memory(self) -> None:
        """Bring the memory screen to the front; the first one, where there is no memory."""
        parts = self._parts
        if not self._has_roots:
            self.show_first_run()
            return
        parts.window.show_screen(MEMORY)
        if parts.memory.open.session is None and not parts.memory.open.reading.is_under_way:
            parts.memory.show_first()
        parts.memory.tree.focus_tree()

    def show_first_run(self) -> None:
        """Show what was found on this computer."""
        self._parts.window.show_screen(FIRST_RUN)
        self._parts.opening.find_memory()

    def show_inbox(self) -> None:
        """Show what is to be reviewed."""
        if self._has_roots:
            self._parts.window.show_screen(INBOX)
            self._parts.inbox.screen.focus_list()

    def show_prune(self) -> None:
        """Show what may be let go."""
        if self._has_roots:
            self._parts.window.show_screen(PRUNE)
            self._parts.pruning.screen.focus_table()

    def show_problems(self, path: str = "") -> None:
        """Show everything that is wrong, or what is wrong in one file."""
        if not self._has_roots:
            return
        screen = self._parts.problems.screen
        if path:
            screen.show_file(path)
        self._parts.window.show_screen(PROBLEMS)
        screen.focus_list()

    def show_history(self, path: str = "", *, mode: str = "timeline") -> None:
        """Show what changed everywhere, of one document, folder or root, or what was removed."""
        if not self._has_roots:
            return
        history = self._parts.history
        if path:
            history.focus_on(path)
        else:
            history.screen.show_mode(mode)
        self._parts.window.show_screen(HISTORY)
        history.screen.focus_list()

    @property
    def _has_roots(self) -> bool:
        return bool(self._parts.desk.workspace.roots)

    # Places on the memory screen

    def show_place(self, place: Place) -> None:
        """Show a document, at a section or an entry of it, and put the keyboard there."""
        key, occurrence = place.node_id
        memory = self._parts.memory
        if key:
            memory.show_section(place.path, key, occurrence, partial(self._enter, key, occurrence))
        else:
            memory.show_document(place.path, self._enter_text)

    def _enter(self, key: str, occurrence: int) -> None:
        self.show_memory()
        self._parts.memory.editor.focus_section(key, occurrence)

    def _enter_text(self) -> None:
        self.show_memory()
        self._parts.memory.editor.focus_text()

    def _enter_body(self) -> None:
        """Put the keyboard into what a document says, behind its header: who edits all of it mostly means that."""
        self.show_memory()
        editor, session = self._parts.memory.editor, self._parts.memory.open.session
        nodes = session.outline().nodes if session is not None else ()
        body = next((one for one in nodes if one.editable and one.kind is not NodeKind.FRONT_MATTER), None)
        if body is not None:
            editor.focus_section(body.key, body.occurrence)
        else:
            editor.focus_text()

    def _show_pinned(self) -> None:
        """Show everything that is pinned, as what a search finds."""
        self._parts.window.show_screen(SEARCH)
        self._parts.searching.screen.ask("pinned:yes")
        self._parts.searching.screen.focus_field()

    def _show_node(self, path: str, key: str, occurrence: int) -> None:
        memory = self._parts.memory
        enter = partial(self._enter, key, occurrence)
        is_there = bool(key) and memory.show_section(path, key, occurrence, enter)
        if not is_there and not memory.show_document(path, self._enter_body):
            words = tr("There is no such document any more.")
            trash = partial(self.show_history, mode="trash")
            message = Message(words, subject=path, offer=tr("Open trash"), accept=trash, offer_icon="trash-2")
            self._parts.messages.tell(message)

    def _show_document(self, path: str) -> None:
        if not self._parts.memory.show_document(path, self.show_memory):
            words = tr("There is no such document any more; restore it here.")
            self._parts.messages.tell(Message(words, subject=path))

    # What there is to see

    def _on_inbox_counted(self, count: int) -> None:
        self._parts.window.set_badge(INBOX, count, trn("{n} to review", "{n} to review", count))

    def _on_first_run_dismissed(self) -> None:
        if self._has_roots:
            self.show_memory()

    def _on_root_appeared(self, _root: object) -> None:
        if self._parts.window.screen_name == FIRST_RUN:
            self._parts.opening.find_memory()

    def _on_found(self, places: int) -> None:
        self._parts.memory.tree.set_looked_in(places)
        if self._parts.window.screen_name == FIRST_RUN:
            self._parts.opening.screen.focus_start()
