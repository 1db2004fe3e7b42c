"""A conflict: the same part of a document was changed here and on disk, and the user has not settled it yet."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from memdesk.text.document import decode
from memdesk.text.edits import Edit, apply_all, replace
from memdesk.text.merge import keep_both
from memdesk.text.merge_result import Clash, Merge
from memdesk.text.union import unite, without_repeats


class Choice(Enum):
    """How a conflict is settled."""

    MINE = "mine"
    THEIRS = "theirs"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Conflict:
    """What cannot be merged by itself: `base` is what both sides started from, `theirs` what the disk holds.

    `merge.text` holds everything that goes together, and mine where both changed. `why_whole` is empty where single
    nodes clash; else it says why only the document as a whole can be decided on.
    """

    base: str
    mine: str
    theirs: bytes
    merge: Merge
    why_whole: str = ""

    @property
    def clashes(self) -> tuple[Clash, ...]:
        """The nodes to settle; none where the document is decided on as a whole."""
        return () if self.why_whole else self.merge.clashes

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The ways to settle it: both cannot be kept where the sides do not go together at all."""
        if self.why_whole and not self.merge.clean:
            return (Choice.MINE, Choice.THEIRS)
        return tuple(Choice)


def settling_edits(merge: Merge, choice: Choice) -> tuple[Edit, ...]:
    """The edits of `merge.text`, which holds mine where the sides clash, that settle all clashes by `choice`."""
    edits = (replace(merge.text, clash.span, _chosen(clash, choice)) for clash in merge.clashes)
    return tuple(edit for edit in edits if edit.old != edit.new)


def both_as_a_whole(conflict: Conflict, mine: str, merge: Callable[[str, str, str], Merge]) -> str:
    """Both sides of a document that is decided on as a whole: all of `mine`, with what they added, each line once.

    `mine` is the buffer as it is now, `merge` the three-way merge of the document's grammar.
    """
    theirs = decode(conflict.theirs)
    united = unite(conflict.base, mine, theirs, merge)
    return without_repeats(apply_all(united.text, settling_edits(united, Choice.BOTH)), mine, theirs)


def _chosen(clash: Clash, choice: Choice) -> str:
    mine, theirs = clash.mine or "", clash.theirs or ""
    if choice is Choice.BOTH:
        return keep_both(mine, theirs) if clash.both is None else clash.both
    return mine if choice is Choice.MINE else theirs
