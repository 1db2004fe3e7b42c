"""A merge of the buffer with the disk that a worker works out, so that the window need not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from memdesk.services.documents.meeting import differing_nodes, merge_with_data, texts_of
from memdesk.services.documents.taken import NodeId
from memdesk.text.document import decode
from memdesk.text.merge_result import Merge
from memdesk.text.outline import Outline


class Meeting(NamedTuple):
    """What came of bringing a buffer and the disk text `data` together.

    It holds as long as the buffer is at `revision`, was loaded from or merged with the very bytes `base`, and the disk
    still says `data`. `merge` is None where nothing was unsaved. `outlines` are texts with their node trees. `text` is
    what the buffer becomes where nothing clashes; `nodes` are those that change in it, `unsaved` those that then differ
    from what is on disk.
    """

    base: bytes | None
    revision: int
    data: bytes
    merge: Merge | None
    outlines: Sequence[tuple[str, Outline]]
    text: str
    nodes: frozenset[NodeId]
    unsaved: frozenset[NodeId]


@dataclass(frozen=True, slots=True)
class MeetingJob:
    """A document as it is now, to be brought together with the disk in any thread; `mine` is what is unsaved.

    `outline` reads a text that is new, `known` one that may have been read already.
    """

    path: str
    base: bytes | None
    base_text: str
    revision: int
    mine: str | None
    merge: Callable[[str, str, str], Merge]
    outline: Callable[[str], Outline]
    known: Callable[[str], Outline]

    def run(self, data: bytes) -> Meeting:
        """Work out everything that takes long. Writes nothing."""
        theirs = decode(data)
        merge = None if self.mine is None else merge_with_data(self.base_text, self.mine, data, self.merge)
        text = theirs if merge is None or not merge.clean else merge.text
        outlines = {one: self.outline(one) for one in (theirs, text)}
        mine = self.base_text if self.mine is None else self.mine
        on_disk, then = texts_of(outlines[theirs], theirs), texts_of(outlines[text], text)
        nodes = differing_nodes(texts_of(self.known(mine), mine), then)
        unsaved = differing_nodes(on_disk, then) if text != theirs else frozenset()
        met = tuple(outlines.items())
        return Meeting(self.base, self.revision, data, merge, met, text, nodes, unsaved)
