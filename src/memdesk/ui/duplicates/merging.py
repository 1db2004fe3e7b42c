"""The merge editor at work: finds what is alike in a worker, tells what would change, and makes it one step."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from memdesk.errors import MemdeskError
from memdesk.services.desk import Desk
from memdesk.services.documents.disk_text import unread
from memdesk.services.documents.taken import Address
from memdesk.services.duplicates.duplicates import DuplicateGroup
from memdesk.services.remembered.entries import Entry, EntryList
from memdesk.services.steps.marked import Marked
from memdesk.services.steps.step import StepJob
from memdesk.services.uniting.pinned_union import holds_pin, merged_unit
from memdesk.services.uniting.uniting import Union, prepare
from memdesk.text.document import decode
from memdesk.text.excerpt import keys_in
from memdesk.ui import format as shown
from memdesk.ui.attempts import sentence_of
from memdesk.ui.duplicates.dialog import DuplicatesDialog, Member, Written
from memdesk.ui.i18n import tr, trn
from memdesk.ui.live_query import CancelToken, LiveQuery, Pace
from memdesk.ui.memory.step_words import short
from memdesk.ui.memory.stepping import Stepping, Wanted
from memdesk.ui.messages import Messages
from memdesk.ui.preview.difference import compare_files
from memdesk.ui.tasks import Newest, Tasks
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.lines.line import Line, LineKind
from memdesk.ui.window import MainWindow

REST_MS = 500
_REST_PER_WORK = 2
"""Of very much a look takes seconds: the window shall not do nothing else while agents write."""

_Found = tuple[EntryList, tuple[DuplicateGroup, ...], frozenset[Address]]
_Preview = tuple[tuple[Line, ...], str, str]
"""The lines of what would be written, why nothing would be, and the keys that the lines may be a part of."""


class MergingDuplicates(QObject):
    """Owns the merge editor of one window. `dialog` is there while it is open.

    Signals:
        pins_changed: something else is pinned.
    """

    pins_changed = Signal()

    def __init__(
        self,
        themes: ThemeManager,
        desk: Desk,
        stepping: Stepping,
        tasks: Tasks,
        messages: Messages,
        window: MainWindow,
    ) -> None:
        super().__init__(window)
        self._actions = window.actions_table
        self._themes = themes
        self._desk = desk
        self._stepping = stepping
        self._tasks = tasks
        self._messages = messages
        self._window = window
        self._entries = EntryList()
        self._pins: frozenset[Address] = frozenset()
        self._entry: Entry | None = None
        self._query = LiveQuery(
            tasks,
            self._prepare_look,
            self._on_found,
            self,
            failed=self._on_failed,
            pace=Pace(REST_MS, _REST_PER_WORK),
        )
        self._query.slow.connect(self._show_looking)
        self._previewing: Newest[_Preview] = Newest(tasks)
        self._written: dict[tuple[Member, ...], Written] = {}
        self.dialog: DuplicatesDialog | None = None
        stepping.step_made.connect(self.look)
        stepping.marked.connect(self.look)

    def show(self, entry: Entry | None = None) -> None:
        """Open the editor, at the group of `entry` where there is one."""
        if self.dialog is None:
            dialog = DuplicatesDialog(self._themes, self._window, self._written)
            # A window in front of the other one has the keys of no action but its own.
            dialog.addActions([self._actions["edit.undo"], self._actions["edit.redo"]])
            dialog.preview_wanted.connect(self._preview)
            dialog.merge_chosen.connect(self._merge)
            dialog.dismissal_chosen.connect(self._dismiss)
            dialog.stop_requested.connect(self._query.cancel)
            dialog.finished.connect(self._on_finished)
            self.dialog = dialog
            dialog.open()
            dialog.list.setFocus()
        self._entry = entry
        self._query.start()

    def look(self) -> None:
        """Find anew what is alike, where the editor is open: at once, but for a look that is under way."""
        if self._query.is_running:
            self._query.mark_stale()
        else:
            self._query.refresh()

    def _prepare_look(self, is_wanted: CancelToken) -> Callable[[], _Found]:
        desk, snapshot = self._desk, self._desk.entries.snapshot()
        duplicates = desk.duplicates

        def work() -> _Found:
            entries = desk.entries.read(snapshot, is_wanted)
            return entries, duplicates.find(entries, is_wanted), desk.inbox.pins()

        return work

    def stop(self) -> None:
        """Look no more."""
        self._query.stop()

    def _show_looking(self, is_looking: bool) -> None:
        if self.dialog is not None:
            self.dialog.show_looking(is_looking=is_looking)

    def _on_found(self, found: _Found) -> None:
        if self.dialog is None:
            return
        if self._query.is_cancelled:
            self.dialog.show_stopped()
            return
        self._entries, groups, self._pins = found
        entry, self._entry = self._entry, None
        self.dialog.show_groups(groups, entry, self._pins)

    def _on_failed(self, error: MemdeskError) -> None:
        self._messages.tell_error(error, "duplicates")
        if self.dialog is not None:
            self.dialog.show_stopped()

    def _on_finished(self) -> None:
        self.dialog = None
        self._query.stop()

    def _preparing(self, union: Union) -> Callable[[], StepJob]:
        steps, disk, entries = self._desk.steps, self._desk.workspace.disk, self._entries
        return lambda: prepare(steps, disk, union, entries)

    def _preview(self, union: Union) -> None:
        preparing, home = self._preparing(union), self._desk.workspace.disk.home

        def work() -> _Preview:
            try:
                job = preparing()
                return tuple(_lines(job, home)), "", _keys(job)
            except MemdeskError as error:
                return (), sentence_of(error), ""
            except OSError as error:
                return (), sentence_of(unread(error, union.kept.document.path)), ""

        self._previewing.run(work, self._on_previewed)

    def _on_previewed(self, found: _Preview) -> None:
        if self.dialog is not None:
            self.dialog.show_files(*found)

    def _merge(self, union: Union) -> None:
        words = trn(
            "Merged “{name}” with {n} other entry.",
            "Merged “{name}” with {n} other entries.",
            len(union.removed),
            name=short(self._themes.masks.shown_in(union.kept.title or union.text, union.kept.around)),
        )
        path, pinned = union.kept.document.path, holds_pin(union, self._pins)

        def made(_step: object) -> None:
            if pinned:
                self._pin_merged(union)

        self._stepping.make(Wanted(self._preparing(union), words, path, made, self._on_refused))

    def _pin_merged(self, union: Union) -> None:
        """Pin what the pinned became. The pins of before stay: an undo brings back what they protect."""
        disk, inbox = self._desk.workspace.disk, self._desk.inbox

        def pin() -> None:
            unit = merged_unit(disk, union)
            if unit is not None:
                inbox.pin(union.kept.document.path, unit)

        self._tasks.attempt(pin, self._on_pinned)

    def _on_pinned(self, ended: MemdeskError | None) -> None:
        if isinstance(ended, MemdeskError):
            self._messages.tell_error(ended, "duplicates")
        else:
            self.pins_changed.emit()
            self.look()

    def _on_refused(self, sentence: str) -> None:
        if self.dialog is not None:
            self.dialog.show_files((), sentence)

    def _dismiss(self, group: DuplicateGroup) -> None:
        desk, first = self._desk, group.members[0]
        name = short(self._themes.masks.shown_in(first.title or first.text, first.around))
        words = tr("Dismissed the group of “{name}”.", name=name)
        aside = tr("It is not shown again until one of its entries changes.")

        def dismiss() -> Marked:
            return Marked(desk.marks, desk.duplicates.dismiss(group, time.time()))

        self._stepping.make(Wanted(dismiss, words, first.document.path, aside=aside))


def _keys(job: StepJob) -> str:
    """The private keys in the files of a job: only what changes of them is shown."""
    return keys_in(*(decode(data or b"") for file in job.files for data in (file.before, file.after)))


def _lines(job: StepJob, home: str) -> list[Line]:
    """Every file of a job with its changed lines."""
    lines: list[Line] = []
    for file in job.files:
        name = shown.short_path(file.path, home)
        lines.append(Line(tr("{name} goes", name=name) if file.after is None else name, LineKind.NOTE))
        before, after = decode(file.before or b""), decode(file.after or b"")
        lines += [line for line in compare_files(before, after) if line.kind is not LineKind.PLAIN]
    return lines
