"""What one field says, as a text of its own: views show and edit it as they do a document."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from memdesk.errors import MemdeskError
from memdesk.text.editable import EditableText
from memdesk.text.edits import Edit
from memdesk.text.undo import EditKind

Write = Callable[[str, EditKind], None]
"""Makes the document say this of the field. Raises `MemdeskError` where it cannot."""


class FieldText(EditableText):
    """A value of `whole`, decoded. What is typed goes into `whole` through `write`, as a part of the same step.

    Undo is that of `whole`. What cannot be written stays here as it was typed, with `fault` saying why, until it is
    changed, dropped, or can be written. `passed_on` is called after each edit was, or was not.
    """

    def __init__(self, said: str, whole: EditableText, write: Write, passed_on: Callable[[], object]) -> None:
        super().__init__(said)
        self._whole = whole
        self._write = write
        self._passed_on = passed_on
        self._agreed = self.text
        self._writes = False
        self.fault: MemdeskError | None = None

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All edits inside are one step of undo of the document."""
        with self._whole.transaction(), super().transaction():
            yield

    def seal(self) -> None:
        """Let the next edit begin a step of its own."""
        super().seal()
        self._whole.seal()

    def edit(
        self, edits: Iterable[Edit], origin: object | None = None, kind: EditKind = EditKind.TYPING
    ) -> tuple[Edit, ...]:
        """The user's edits, here and in the document."""
        with self.transaction():
            done = super().edit(edits, origin, kind)
            if done:
                self._pass_on(kind)
        return done

    def _pass_on(self, kind: EditKind) -> None:
        self._writes, self.fault = True, None
        try:
            self._write(self.text, kind)
        except MemdeskError as error:
            self.fault = error
        finally:
            self._writes = False
        self._passed_on()

    @property
    def is_pending(self) -> bool:
        """Whether something stands here that the document does not say."""
        return self.fault is not None

    def take(self, said: str) -> None:
        """The document says `said` of the field now. What cannot be written yet is not taken away for it."""
        if said == self._agreed:
            return
        self._agreed = said
        if not self._writes and self.fault is None:
            self.apply_outside(said)

    def settle(self) -> None:
        """Show what the document says, which may be it without the blanks at its ends; nothing is taken away."""
        if self.fault is None:
            self.apply_outside(self._agreed)

    def drop(self) -> None:
        """Give up what cannot be written."""
        self.fault = None
        self.apply_outside(self._agreed)
