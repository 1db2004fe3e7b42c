"""What a save is asked to do, and what that comes to for whatever the disk holds."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from memdesk.store.exchange import LostRace
from memdesk.store.outcomes import (
    Conflicted,
    DurabilityUnknown,
    Merged,
    MergeTexts,
    Saved,
    SaveResult,
    Unchanged,
)
from memdesk.text.document import decode, encode
from memdesk.text.doubt import Doubt, doubt_of
from memdesk.text.union import unite


@dataclass(frozen=True, slots=True)
class Aim:
    """What belongs on the disk, and the answer once it is there."""

    data: bytes
    result: SaveResult

    @property
    def is_doubtful(self) -> bool:
        """Whether the disk text has to be looked at twice before that answer is given."""
        return isinstance(self.result, Conflicted) and self.result.doubt is not None

    def reached(self, trouble: OSError | None) -> SaveResult:
        """The answer, where `trouble` is why the disk could not confirm it."""
        if trouble is None or isinstance(self.result, Conflicted):
            return self.result
        return DurabilityUnknown(self.data, trouble.strerror or str(trouble))


@dataclass(frozen=True, slots=True)
class SaveRequest:
    """A text of ours and what it was edited from.

    `missed` holds, oldest first, what other programs wrote on the way that may not be in the file: pairs of what they
    started from and what they wrote.
    """

    path: str
    base: bytes
    mine: bytes
    merge: MergeTexts
    why: str
    missed: tuple[tuple[bytes, bytes], ...] = ()

    def aim(self, disk: bytes) -> Aim:
        """What belongs on the disk where it now holds `disk`. In a conflict that is all that is not ours.

        What can hardly be meant, such as a file that was emptied, is a conflict too: nothing is merged with it.
        """
        theirs = self._with_missed(disk)
        if self.mine == theirs:
            return Aim(theirs, Unchanged(theirs) if theirs == disk else Saved(theirs))
        if theirs == self.base:
            return Aim(self.mine, Saved(self.mine))
        if self.mine == self.base:
            return Aim(theirs, Merged(theirs, theirs, self.mine))
        doubt = doubt_of(decode(self.base), theirs)
        if doubt is not None:
            return Aim(theirs, Conflicted(theirs, (), doubt))
        merge = self.merge(decode(self.base), decode(self.mine), decode(theirs))
        if not merge.clean:
            return Aim(theirs, Conflicted(theirs, merge.clashes))
        merged = encode(merge.text)
        return Aim(merged, Saved(merged) if merged == self.mine else Merged(merged, theirs, self.mine))

    def after_race(self, found: bytes, ours: bytes, race: LostRace) -> SaveRequest:
        """What to try after another program came in between, when `found` had been read to make `ours` of it."""
        missed = ((_started_from(found, ours, text), text) for text in race.missed)
        return replace(self, missed=(*self.missed, *missed))

    def _with_missed(self, disk: bytes) -> bytes:
        for before, after in self.missed:
            doubt = doubt_of(decode(before), after)
            if doubt is Doubt.NOT_TEXT:
                continue  # it stays in the history
            if doubt is not None:
                # Whoever wrote that had seen next to nothing: nothing goes by it. Its last line may be half of one.
                whole_lines = decode(after[: after.rfind(b"\n") + 1])
                disk = encode(self._with_lines_of(decode(disk), whole_lines))
                continue
            if _holds_all_put_in(before, after, disk):
                continue  # who wrote that had read it; merged once more, some of it might stand there twice
            disk = encode(self._with_change(decode(disk), decode(before), decode(after)))
        return disk

    def _with_change(self, disk: str, before: str, after: str) -> str:
        """`disk` with a change that another program made of a text `before` it.

        Where that does not go together, of two other programs the later one has the file: it gets what it lacks of the
        earlier one, and loses nothing. The rest stays in the history.
        """
        merge = self.merge(before, disk, after)
        return merge.text if merge.clean else self._with_lines_of(disk, merge.text)

    def _with_lines_of(self, disk: str, text: str) -> str:
        """`disk` with what only `text` has."""
        united = unite(disk, disk, text, self.merge)
        return united.text if united.clean else disk


def _started_from(found: bytes, ours: bytes, text: bytes) -> bytes:
    """Which of two texts another program had read that wrote `text`: one that holds all we had put in had read ours."""
    return ours if _holds_all_put_in(found, ours, text) else found


def _holds_all_put_in(before: bytes, after: bytes, text: bytes) -> bool:
    """Whether something was put into `before` to make `after` of it, and all of that stands in `text`."""
    lines, old, held = (Counter(one.split(b"\n")) for one in (after, before, text))
    put_in = lines - old
    return bool(put_in) and not put_in - held
