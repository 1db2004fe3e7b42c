"""The text of an open document: what every view of it shows, edits and undoes."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from memdesk.text.buffer import TextBuffer
from memdesk.text.compare import common_ends, edits_between
from memdesk.text.document import canonical
from memdesk.text.edits import Edit, in_sequence
from memdesk.text.undo import Change, EditKind, Step, UndoStack, coarser, pair_count

_UNSTORABLE = re.compile("[\ud800-\udc7f\udd00-\udfff]")
_RAW_BYTE = re.compile("[\udc80-\udcff]")

_FUSING_REACH = 3
"""A character has at most four bytes: one that forms at a seam lies within three on either side."""

_ENDED = -1
"""Transaction of a step that no further edit joins."""

_MOST_MEETINGS = 100_000
"""Pairs of undo edit and outside edit looked at in one rebase, about 100 ms."""


class TextObserver(Protocol):
    """Somebody who shows an `EditableText`. `origin` is the observer's part that made the change, or None."""

    def text_arriving(self, text: str) -> None:
        """`text` is about to come in; nothing has changed yet."""

    def change_started(self, edit_count: int, origin: object | None) -> None:
        """Edits follow; nothing has changed yet. Comes in pairs with `change_finished`, never nested."""

    def lines_replaced(self, first: int, last_before: int, last_after: int, origin: object | None) -> None:
        """Lines `first` to `last_before` became lines `first` to `last_after`; the last ones included."""

    def change_finished(self, edits: Sequence[Edit], origin: object | None) -> None:
        """The text has changed by `edits`, in this order."""


class EditableText:
    """Text with lines, observers and one undo stack.

    It changes in three ways only: `edit` (the user's, a step of undo), `apply_outside` (somebody else's, never one)
    and `undo`/`redo`. Whatever comes in is brought into the form that a reload of the saved bytes would give:
    invalid bytes that meet and form a character become it. `clock` tells seconds; it decides which characters belong
    to one step.
    """

    def __init__(self, text: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._buffer = TextBuffer(_storable(text))
        self._clock = clock
        self._undo = UndoStack(clock)
        self._observers: tuple[TextObserver, ...] = ()
        self._revision = 0
        self._transaction = 0
        self._depth = 0

    # Reading

    @property
    def text(self) -> str:
        """The whole text."""
        return self._buffer.text

    @property
    def revision(self) -> int:
        """Grows with each change."""
        return self._revision

    @property
    def line_count(self) -> int:
        """Number of lines, at least 1; behind a final LF there is an empty one."""
        return self._buffer.line_count

    def start(self, line: int) -> int:
        """Position of the first character of `line`; the end of the text for a line behind the last one."""
        return self._buffer.start(line)

    def line(self, line: int) -> str:
        """The text of `line` with its line end."""
        return self._buffer.line(line)

    def line_of(self, position: int) -> int:
        """The line that holds the character at `position`."""
        return self._buffer.line_of(position)

    # Observers

    def add_observer(self, observer: TextObserver) -> None:
        """Tell `observer` of every change from now on."""
        self._observers = (*self._observers, observer)

    def remove_observer(self, observer: TextObserver) -> None:
        """Tell `observer` nothing any more."""
        self._observers = tuple(known for known in self._observers if known is not observer)

    # The user's changes

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All edits inside are one step of undo: what one key, drop or paste did. May be nested."""
        self._depth += 1
        if self._depth == 1:
            self._transaction += 1
        try:
            yield
        finally:
            self._depth -= 1

    def seal(self) -> None:
        """Let the next edit begin a step of its own: the caret jumped, the focus left, the document was saved."""
        self._undo.seal()

    def edit(
        self, edits: Iterable[Edit], origin: object | None = None, kind: EditKind = EditKind.TYPING
    ) -> tuple[Edit, ...]:
        """The user's edits, in positions of the text as it is now; their spans must not overlap.

        Returns what was done, in order, mended seams included. Raises `ValueError` where an edit does not fit the
        text; then nothing has changed.
        """
        stored = (edit._replace(new=_storable(edit.new)) for edit in in_sequence(edits))
        wanted = [edit for edit in stored if edit.old != edit.new]
        self._demand_fit(wanted)
        if not wanted:
            return ()
        with self.transaction():
            done = self._change(wanted, origin)
            self._undo.record(done, kind, origin, self._transaction)
        return done

    def replace_all(self, edits: Iterable[Edit]) -> tuple[Edit, ...]:
        """As `edit`, for a command that works on the text itself: one step of its own."""
        self.seal()
        done = self.edit(edits, None, EditKind.COMMAND)
        self.seal()
        return done

    # Somebody else's changes

    def apply_outside(self, new_text: str) -> tuple[Edit, ...]:
        """Become `new_text`, which holds changes by somebody else: never a step of undo.

        The user's own steps are carried past the change; edits whose place it took are dropped (see `dropped`).
        Returns what was done, in order.
        """
        old, new = self.text, _storable(new_text)
        edits = edits_between(old, new)
        if not edits:
            return ()
        most = _MOST_MEETINGS // max(1, pair_count(self._undo.undoable), pair_count(self._undo.redoable))
        coarse = in_sequence(coarser(edits, old, most))
        # The new text is canonical as a whole: there is nothing to mend.
        done = self._change(in_sequence(edits), None, mend=False)
        self._undo.rebase(coarse, Change(old, new))
        return done

    @property
    def dropped(self) -> tuple[Edit, ...]:
        """Edits of the user that can no longer be undone or redone, since somebody else changed their place."""
        return tuple(self._undo.dropped)

    def forget_dropped(self) -> None:
        """The user has been told of `dropped`."""
        self._undo.dropped.clear()

    # Undo

    def forget_steps(self) -> None:
        """Let nothing be undone or redone of what was done so far."""
        self._undo = UndoStack(self._clock)

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        return bool(self._undo.undoable)

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to make again."""
        return bool(self._undo.redoable)

    @property
    def undo_time_s(self) -> float | None:
        """When what `undo` would take back was done, by the clock; None where there is nothing."""
        return self._undo.undoable[-1].time_s if self._undo.undoable else None

    @property
    def redo_time_s(self) -> float | None:
        """When what `redo` would make again was done first, by the clock; None where there is nothing."""
        return self._undo.redoable[-1].time_s if self._undo.redoable else None

    def undo(self) -> int | None:
        """Take back the newest step; returns where the caret belongs, or None where nothing could be done."""
        return self._walk(self._undo.undoable, self._undo.redoable, backwards=True)

    def redo(self) -> int | None:
        """Make the last undone step again; returns where the caret belongs, or None where nothing could be done."""
        return self._walk(self._undo.redoable, self._undo.undoable, backwards=False)

    def _walk(self, source: list[Step], target: list[Step], *, backwards: bool) -> int | None:
        self.seal()
        if not source:
            return None
        step = source.pop()
        edits = step.edits[::-1] if backwards else step.edits
        kept: list[Edit] = []
        wanted = [edit.inverse() if backwards else edit for edit in edits]
        # Raw text goes back first and is mended after: the other way round the mend would eat what is put back.
        done = self._change(wanted, None, self._still_fitting(edits, wanted, kept))
        if not kept:
            return None
        step.edits = kept[::-1] if backwards else kept
        step.transaction, step.open = _ENDED, False
        target.append(step)
        self._undo.rebase(done[len(kept) :])
        last = done[len(kept) - 1]
        return last.start + len(last.new)

    def _still_fitting(
        self, edits: Sequence[Edit], wanted: Sequence[Edit], kept: list[Edit]
    ) -> Iterator[Edit]:
        """What to do, one by one, where its text stands in its place; the others are dropped."""
        for edit, needed in zip(edits, wanted, strict=True):
            if self.text.startswith(needed.old, needed.start):
                kept.append(edit)
                yield needed
            else:
                self._undo.dropped.append(edit)

    # The one place where the text changes

    def _change(
        self,
        edits: Sequence[Edit],
        origin: object | None,
        one_by_one: Iterable[Edit] | None = None,
        *,
        mend: bool = True,
    ) -> tuple[Edit, ...]:
        """Make `edits`, or those that `one_by_one` still yields when its turn comes; then mend the seams."""
        arriving = "".join(edit.new for edit in edits)
        for observer in self._observers:
            observer.text_arriving(arriving)
        for observer in self._observers:
            observer.change_started(len(edits), origin)
        done: list[Edit] = []
        try:
            seams = [len(done) - 1 for edit in one_by_one or edits if self._splice(edit, origin, done)]
            for seam in seams if mend else ():
                self._mend(seam, origin, done)
        finally:
            for observer in self._observers:
                observer.change_finished(tuple(done), origin)
        return tuple(done)

    def _splice(self, edit: Edit, origin: object | None, done: list[Edit]) -> bool:
        """Make `edit`; whether there are raw bytes about, which may form a character now."""
        change = self._buffer.apply(edit)
        self._revision += 1
        done.append(edit)
        for observer in self._observers:
            observer.lines_replaced(*change, origin)
        start, end = max(0, edit.start - _FUSING_REACH), edit.start + len(edit.new) + _FUSING_REACH
        return _RAW_BYTE.search(self.text, start, end) is not None

    def _mend(self, seam: int, origin: object | None, done: list[Edit]) -> None:
        """Be what a reload would be, where edit number `seam` of `done` brought raw bytes together."""
        start = done[seam].start
        for later in done[seam + 1 :]:
            start += later.growth if later.end <= start else 0
        low = max(0, start - _FUSING_REACH)
        around = self.text[low : start + len(done[seam].new) + _FUSING_REACH]
        fused = canonical(around)
        if fused != around:
            before, behind = common_ends(around, fused)
            old, new = around[before : len(around) - behind], fused[before : len(fused) - behind]
            self._splice(Edit(low + before, old, new), origin, done)

    def _demand_fit(self, edits: Sequence[Edit]) -> None:
        """Raise `ValueError` unless `edits`, last one first, fit the text and keep apart."""
        behind = len(self.text)
        for edit in edits:
            if edit.end > behind or not self.text.startswith(edit.old, edit.start):
                raise ValueError(f"edit at {edit.start} overlaps another or does not fit the text")
            behind = edit.start


def _storable(text: str) -> str:
    """`text` as a reload would give it; halves of surrogate pairs, which no file can hold, become U+FFFD."""
    return text if text.isascii() else canonical(_UNSTORABLE.sub("\ufffd", text))
