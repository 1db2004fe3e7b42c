"""Passes on what changed, by the user or by other programs, to every part of the window that shows it."""

from __future__ import annotations

from PySide6.QtCore import QObject

from memdesk.layouts.contract import Severity
from memdesk.services.documents.changes import Changes
from memdesk.services.roots.roots import MemoryRoot
from memdesk.ui.parts import Parts
from memdesk.ui.problems.words import problems as count_of_problems
from memdesk.ui.screens import PROBLEMS
from memdesk.ui.standing import Standing


class TakingUp(QObject):
    """Lets `parts` take up changes of roots, documents and texts, and `standing` tell of them."""

    def __init__(self, parts: Parts, standing: Standing) -> None:
        super().__init__(parts)
        self._parts = parts
        self._standing = standing
        self._connect()
        self._connect_history()
        self._follow_index()

    def _connect(self) -> None:
        parts = self._parts
        parts.outside.changed.connect(self._on_outside_changed)
        parts.opening.changed.connect(self.take_up)
        parts.index.looked.connect(self._on_index_looked)
        parts.problems.looked.connect(lambda _report: self._on_problems_looked())
        parts.watching.state_changed.connect(parts.memory.open.refresh)
        parts.memory.keeper.documents_listed.connect(self._on_documents_listed)
        parts.memory.saving.save_finished.connect(self._on_save_finished)
        parts.memory.own_changes_made.connect(self._on_own_changes_made)
        parts.memory.open.reading.look_wanted.connect(parts.outside.take_up)
        parts.window.activated.connect(parts.outside.look_again)
        parts.window.activated.connect(parts.appearing.look)
        parts.appearing.expected.connect(parts.outside.follow_roots)
        parts.outside.appeared.connect(parts.appearing.look)

    def _connect_history(self) -> None:
        parts = self._parts
        # Also where no version is new: another process of ours may have been the first to record it.
        parts.recording.recorded.connect(lambda _found: parts.history.note_change())
        parts.recording.recorded.connect(lambda _found: parts.inbox.note_change())
        parts.recording.recorded.connect(lambda _found: parts.recovering.look_soon())
        for forget in (parts.looking_back.refresh, parts.history.note_change, parts.inbox.forget):
            parts.history_work.history_changed.connect(forget)

    def _follow_index(self) -> None:
        parts = self._parts
        parts.memory.open.is_away = parts.watching.is_away
        parts.memory.open.follow_index(parts.index.known.entries_of)
        parts.memory.keeper.follow_index(
            lambda path: parts.index.known.is_trouble(path) or parts.problems.is_trouble(path),
            parts.index.known.sentence_of,
        )

    def take_up(self, changes: Changes) -> None:
        """Roots were opened or closed, or documents came or went."""
        parts = self._parts
        roots = parts.desk.workspace.roots
        for path in changes.roots.difference(root.path for root in roots):
            parts.memory.remove_root(path)
        for root in roots:  # in their order, which the tree keeps
            if root.path in changes.roots:
                parts.memory.add_root(root)
        if changes.listed or changes.edited or changes.arrived:
            parts.memory.take_up(changes)
        if changes.roots or changes.listed:
            parts.outside.follow_roots()
            parts.recording.look()
        parts.problems.take_up(changes)
        parts.pruning.take_up(changes)
        for root in parts.desk.samples.tell_apart() if changes.roots else ():
            self.take_up_name(root)
        self._standing.show()

    def take_up_pauses(self) -> None:
        """Other roots are to be watched: what came while one was paused, nobody has told."""
        parts, workspace = self._parts, self._parts.desk.workspace
        parts.outside.follow_roots()
        parts.memory.keeper.show_pauses()
        found = [one.path for root in workspace.roots for one in workspace.last_documents(root.path)]
        parts.recording.note(parts.desk.recorded.among(found))
        self.look_again()

    def take_up_name(self, root: MemoryRoot) -> None:
        """The user gave a root another name: show it wherever the root is named."""
        parts = self._parts
        parts.memory.rename_root(root)
        parts.inbox.forget()
        parts.problems.look_again()
        parts.pruning.note_change()
        parts.history.note_change()
        parts.duplicates.look()

    def look_again(self) -> None:
        """Look at the disk now: for changes, and for documents that came or went."""
        parts, workspace = self._parts, self._parts.desk.workspace
        parts.outside.look_again()
        parts.index.refresh()
        parts.problems.look_again()
        parts.outside.compare()
        self.take_up(workspace.relist())

    def _on_outside_changed(self, changes: Changes) -> None:
        parts = self._parts
        parts.memory.take_up(changes)
        parts.searching.take_up(changes)
        self._record(changes)
        parts.problems.take_up(changes)
        parts.pruning.take_up(changes)
        parts.duplicates.look()
        self._standing.show_writer()
        self._standing.show()

    def _record(self, changes: Changes) -> None:
        """Keep what others wrote, and what they wrote over."""
        arrived = {path for path, _taken in changes.arrived}
        self._parts.recording.note(self._parts.desk.recorded.among(sorted(changes.written | arrived)))

    def _on_save_finished(self, _path: str, _result: object, changes: Changes) -> None:
        parts = self._parts
        self._record(changes)
        parts.outside.take_up(changes)
        parts.problems.take_up(changes)
        parts.pruning.take_up(changes)
        for root in changes.listed:
            parts.memory.keeper.relist(root)
        self._standing.show()

    def _on_own_changes_made(self, changes: Changes) -> None:
        self._parts.outside.take_up(changes)
        self._standing.show()

    def _on_documents_listed(self) -> None:
        self._parts.memory.open.follow_listing()
        self._parts.outside.follow_roots()
        self._parts.recording.look()
        self._parts.drafts.bring_back()
        self._standing.show()

    def _on_index_looked(self, changed: frozenset[str]) -> None:
        memory = self._parts.memory
        for path in changed:
            memory.keeper.update_marks(path)
        session = memory.open.session
        if session is not None and session.path in changed:
            memory.open.show_index()
        self._standing.show_index()

    def _on_problems_looked(self) -> None:
        problems = self._parts.problems
        # A note asks for nothing.
        found = (one.found.problem.severity for one in problems.report.problems)
        count = sum(severity is not Severity.NOTE for severity in found)
        self._parts.window.set_badge(PROBLEMS, count, count_of_problems(count), "warn")
        for path in problems.take_trouble():
            self._parts.memory.keeper.update_marks(path)
