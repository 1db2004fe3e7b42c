"""A merge of the buffer with the disk that a worker works out, so that the window need not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from memdesk.services.documents.meeting import merge_with_data
from memdesk.text.document import decode
from memdesk.text.merge_result import Merge
from memdesk.text.outline import Outline


class Meeting(NamedTuple):
    """What came of bringing a buffer and the disk text `data` together.

    It holds as long as the buffer is at `revision`, was loaded from or merged with the very bytes `base`, and the disk
    still says `data`. `merge` is None where nothing was unsaved. `outlines` are texts with their node trees.
    """

    base: bytes | None
    revision: int
    data: bytes
    merge: Merge | None
    outlines: Sequence[tuple[str, Outline]]


@dataclass(frozen=True, slots=True)
class MeetingJob:
    """A document as it is now, to be brought together with the disk in any thread; `mine` is what is unsaved."""

    path: str
    base: bytes | None
    base_text: str
    revision: int
    mine: str | None
    merge: Callable[[str, str, str], Merge]
    outline: Callable[[str], Outline]

    def run(self, data: bytes) -> Meeting:
        """Work out everything that takes long. Writes nothing."""
        theirs = decode(data)
        merge = None if self.mine is None else merge_with_data(self.base_text, self.mine, data, self.merge)
        texts = {theirs} if merge is None or not merge.clean else {theirs, merge.text}
        outlines = [(text, self.outline(text)) for text in texts]
        return Meeting(self.base, self.revision, data, merge, outlines)
