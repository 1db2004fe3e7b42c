"""What can be undone and redone: steps of all screens in one order, beside the edits of the text on screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from memdesk.services.steps.marked import Marked
from memdesk.services.steps.step import Step
from memdesk.text.editable import EditableText

MOST_STEPS = 200
_LONG_AGO_S = float("-inf")

Done = Step | Marked
"""What a step came to: files that were changed, or marks alone."""


@dataclass(frozen=True, slots=True)
class Made:
    """A step that can be undone, or redone. `time_s` is when it was made, `walked_s` when it was taken back.

    `first` is what was made; `done` what a redo or an undo of it wrote since, which is what the next one turns back.
    """

    first: Done
    done: Done
    what: str
    subject: str
    time_s: float
    undone: Callable[[], object]
    redone: Callable[[], object]
    walked_s: float = 0.0


class StepStack:
    """The steps that were made, and those that were taken back, each newest last."""

    def __init__(self) -> None:
        self._made: list[Made] = []
        self._undone: list[Made] = []

    def push(self, made: Made) -> None:
        """A step was made: what was undone before it cannot be redone any more."""
        self._made = [*self._made[1 - MOST_STEPS :], made]
        self._undone.clear()

    def push_undone(self, made: Made, time_s: float) -> None:
        """A step was taken back just now."""
        self._undone.append(replace(made, walked_s=time_s))

    def push_redone(self, made: Made) -> None:
        """A step was made once more."""
        self._made.append(made)

    def take(self, made: Made, *, backwards: bool) -> bool:
        """Take a step out that is to be undone or redone; False where it is already."""
        stack = self._made if backwards else self._undone
        found = made in stack
        if found:
            stack.remove(made)
        return found

    def put_off(self, made: Made, *, backwards: bool) -> None:
        """What could not be walked now may be later; what else can be is not held up by it."""
        (self._made if backwards else self._undone).insert(0, replace(made, time_s=_LONG_AGO_S))

    def newest(self, *, backwards: bool) -> Made | None:
        """What would be undone, or redone, if no text had any edits."""
        return next(iter(reversed(self._made if backwards else self._undone)), None)

    def made(self, first: Done) -> Made | None:
        """The step that began as `first`, where it stands."""
        return next((one for one in self._made if one.first is first), None)

    def undone(self, first: Done) -> Made | None:
        """The step that began as `first`, where it was taken back."""
        return next((one for one in self._undone if one.first is first), None)

    def next_back(self, text: EditableText | None) -> Made | None:
        """What is undone before any edit of `text`."""
        newest = self.newest(backwards=True)
        typed_s = text.undo_time_s if text is not None else None
        return None if newest is None or (typed_s is not None and typed_s > newest.time_s) else newest

    def next_forth(self, text: EditableText | None) -> Made | None:
        """What is redone before any edit of `text`: what was undone last was done first."""
        newest = self.newest(backwards=False)
        if newest is None or self._is_typed_over(newest, text):
            return None
        undone_s = text.redo_time_s if text is not None else None
        return None if undone_s is not None and undone_s < newest.time_s else newest

    def forget_typed_over(self, text: EditableText | None) -> None:
        """What was undone before something was typed cannot be redone any more."""
        newest = self.newest(backwards=False)
        if newest is not None and self._is_typed_over(newest, text):
            self._undone.clear()

    @staticmethod
    def _is_typed_over(newest: Made, text: EditableText | None) -> bool:
        typed_s = text.undo_time_s if text is not None else None
        return typed_s is not None and typed_s > newest.walked_s
