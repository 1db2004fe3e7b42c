"""An undo stack for a text that other programs write too.

A step is a list of edits. Both stacks hold nothing but steps; a change by somebody else is never one. It is carried
past every step instead (`UndoStack.rebase`), so that a step always fits the text as it is now. A step's edit whose
place somebody else changed is dropped and named: taking it back would take out text that is not the user's.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import islice
from typing import NamedTuple

from memdesk.text.brought_back import Piece, cut_apart, uncut
from memdesk.text.edits import Edit
from memdesk.text.passing import carry_past

PAUSE_S = 1.5
"""Typing after a rest of this length begins a new step."""

MOST_STEPS = 10_000
"""Steps kept; carrying one outside edit past so many takes about 10 ms."""

MOST_DROPPED = 100
"""Dropped edits that are remembered for naming."""


class EditKind(Enum):
    """What a person did. Runs of typing and of deleting are joined to steps, everything else stands alone."""

    TYPING = "typing"
    DELETION = "deletion"
    PASTE = "paste"
    DRAG = "drag"
    COMMAND = "command"


@dataclass(slots=True)
class Step:
    """What one undo takes back: `edits` in the order they were made, each in positions of the text before it."""

    edits: list[Edit]
    kind: EditKind
    transaction: int
    time_s: float
    open: bool
    """Whether the next character may join."""


class Change(NamedTuple):
    """A text before somebody else changed it, and after."""

    before: str
    after: str


class UndoStack:
    """The steps that can be undone and those that can be redone, newest last. `clock` tells seconds."""

    def __init__(self, clock: Callable[[], float], most_steps: int = MOST_STEPS) -> None:
        self._clock = clock
        self._most_steps = most_steps
        self._sealed = True
        # Of who made the last step its identity alone: steps outlive the views that they were made in.
        self._origin_id = 0
        self.undoable: list[Step] = []
        self.redoable: list[Step] = []
        self.dropped: deque[Edit] = deque(maxlen=MOST_DROPPED)

    def seal(self) -> None:
        """Let the next edit begin a step of its own."""
        self._sealed = True

    def record(self, edits: Sequence[Edit], kind: EditKind, origin: object | None, transaction: int) -> None:
        """Remember `edits`, just made in this order by `origin`; what was undone before cannot be redone any more."""
        self.redoable.clear()
        step = _new_step(edits, kind, transaction, self._clock())
        last = self.undoable[-1] if self.undoable else None
        goes_on = not self._sealed and self._origin_id == id(origin)
        if last is not None and last.transaction == transaction:
            last.edits += edits
            last.kind, last.time_s, last.open = step.kind, step.time_s, False
        elif last is not None and goes_on and _joins(last, step):
            last.edits[-1] = _joined(last.edits[-1], edits[0])
            last.time_s, last.transaction = step.time_s, transaction
        else:
            self.undoable.append(step)
            del self.undoable[: -self._most_steps]
        self._sealed, self._origin_id = False, id(origin)

    def rebase(self, outside: Iterable[Edit], change: Change | None = None) -> None:
        """Carry edits by somebody else, already made in this order, past every step.

        With the `change` they come to, no step will put in what they have put in already.
        """
        others = list(outside)
        self.undoable = self._rebased(self.undoable, others, change, undone=False)
        self.redoable = self._rebased(self.redoable, others, change, undone=True)
        self._sealed = True

    def _rebased(
        self, steps: list[Step], others: list[Edit], change: Change | None, *, undone: bool
    ) -> list[Step]:
        """`steps` as they fit after `others`, from the step nearest to the present text to the farthest one."""
        for step, edits in zip(reversed(steps), self._walks(steps, others, change, undone), strict=True):
            kept: list[Edit] = []
            for edit, is_back in edits:
                met = None if is_back else carry_past(edit, others)
                if met is None:
                    # Its place belongs to somebody else now; for the steps beyond, so does the edit itself.
                    self.dropped.append(edit if undone else edit.inverse())
                    others = [edit.inverse(), *others]
                else:
                    moved, others = met
                    kept.append(moved if undone else moved.inverse())
            step.edits = kept if undone else kept[::-1]
        return [step for step in steps if step.edits]

    @staticmethod
    def _walks(
        steps: Sequence[Step], others: Sequence[Edit], change: Change | None, undone: bool
    ) -> Iterator[list[Piece]]:
        """What each step would do, the nearest first, in pieces."""
        walks = [
            step.edits if undone else [edit.inverse() for edit in reversed(step.edits)]
            for step in reversed(steps)
        ]
        walk = [edit for edits in walks for edit in edits]
        pieces = iter(uncut(walk) if change is None else cut_apart(walk, others, *change))
        for edits in walks:
            yield [piece for one in islice(pieces, len(edits)) for piece in one]


def _new_step(edits: Sequence[Edit], kind: EditKind, transaction: int, now_s: float) -> Step:
    if kind is EditKind.TYPING and not any(edit.new for edit in edits):
        kind = EditKind.DELETION
    return Step(list(edits), kind, transaction, now_s, _is_one_key(edits, kind))


def _is_one_key(edits: Sequence[Edit], kind: EditKind) -> bool:
    if len(edits) != 1:
        return False
    edit = edits[0]
    if kind is EditKind.TYPING:
        return len(edit.new) == 1 and edit.new != "\n"
    return kind is EditKind.DELETION and len(edit.old) == 1


def _joins(last: Step, step: Step) -> bool:
    """Whether `step` goes on with the word, or the row of deletions, of `last`."""
    if not (last.open and step.open and last.kind is step.kind):
        return False
    if step.time_s - last.time_s >= PAUSE_S:
        return False
    before, edit = last.edits[-1], step.edits[0]
    if step.kind is EditKind.DELETION:
        return edit.start in (before.start, before.start - 1)
    begins_word = before.new[-1:].isspace() and not edit.new.isspace()
    return not edit.old and edit.start == before.start + len(before.new) and not begins_word


def _joined(before: Edit, edit: Edit) -> Edit:
    if edit.new:
        return Edit(before.start, before.old, before.new + edit.new)
    old = edit.old + before.old if edit.start < before.start else before.old + edit.old
    return Edit(edit.start, old, "")


def pair_count(steps: Iterable[Step]) -> int:
    """Number of edits in `steps`: what carrying one outside edit past them costs."""
    return sum(len(step.edits) for step in steps)


def coarser(edits: Sequence[Edit], text: str, most: int) -> Sequence[Edit]:
    """At most `most` edits that do the same to `text`; neighbours are joined over what lies between them.

    `edits` are in positions of `text`, ascending.
    """
    if len(edits) <= most:
        return edits
    size = -(-len(edits) // max(1, most))
    return [_bridged(edits[i : i + size], text) for i in range(0, len(edits), size)]


def _bridged(edits: Sequence[Edit], text: str) -> Edit:
    start, end = edits[0].start, edits[-1].end
    return Edit(start, text[start:end], "".join(_after(edits, text)))


def _after(edits: Sequence[Edit], text: str) -> Iterator[str]:
    for edit, following in zip(edits, [*edits[1:], None], strict=True):
        yield edit.new
        if following is not None:
            yield text[edit.end : following.start]
