"""The quick note that is being written, kept as a draft: nothing that was typed goes with its dialog or the program."""

from __future__ import annotations

import json
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from memdesk.store.drafts import Drafts

NAME = "quick note"
"""What the draft is filed under; every other one is under a path, which is absolute."""


class NoteBegun(NamedTuple):
    """A note that is not written yet. `path` is the document that it is meant for, `section` as in `noting.Note`."""

    text: str
    path: str
    section: str = ""


class NoteDraft:
    """The one note that is being written. `flush` may be called in any thread, all else in that of the window.

    Without `drafts` it lasts as long as the program.
    """

    def __init__(self, drafts: Drafts | None) -> None:
        self._drafts = drafts
        self._writing = Lock()
        self._note: NoteBegun | None = None
        self._kept: NoteBegun | None = None
        self._was_read = drafts is None

    @property
    def note(self) -> NoteBegun | None:
        """What was typed last, also by an earlier run; None where nothing was, or it cannot be read."""
        if not self._was_read:
            self._was_read = True
            self._note = self._kept = self._left()
        return self._note

    def keep(self, note: NoteBegun | None) -> None:
        """It says this now; None once it was written or given up, as is one without any word. `flush` puts it down."""
        # Else what an earlier run left is not known to be there, and stays.
        _ = self.note
        self._note = note if note is not None and note.text.strip() else None

    @property
    def is_ahead(self) -> bool:
        """Whether it says something else than its draft."""
        return self._drafts is not None and self._note != self._kept

    def flush(self) -> None:
        """Put down what it says. Raises `OSError`."""
        if self._drafts is None:
            return
        with self._writing:
            note = self._note
            if note == self._kept:
                return
            if note is None:
                self._drafts.remove(NAME)
            else:
                # A lone surrogate is no text for JSON's readers, so it is escaped there.
                self._drafts.put(NAME, None, json.dumps(note._asdict()).encode("ascii"))
            self._kept = note

    def _left(self) -> NoteBegun | None:
        assert self._drafts is not None
        try:
            draft = self._drafts.get(NAME)
            return NoteBegun(**json.loads(draft.text)) if draft is not None else None
        except (OSError, ValueError, RecursionError, TypeError):
            return None
