"""The node tree of an open document's text that a worker works out, so that no key of a long text waits for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from memdesk.layouts.documents import Document
from memdesk.services.documents.meeting import differing_nodes, texts_of
from memdesk.services.documents.taken import NodeId
from memdesk.text.outline import Outline

LONG_CHARS = 60_000
"""To work out the node tree of a longer text takes more than a tenth of a frame."""


class Reading(NamedTuple):
    """The node tree of a buffer at `revision`, and the nodes of it that differ from `base_text`, None for no file."""

    revision: int
    text: str
    outline: Outline
    base_text: str | None
    unsaved: frozenset[NodeId]


Ahead = Callable[[Document, Outline, str], object]
"""Works out of a document's text and its node tree what somebody will want to know of both; in any thread."""


@dataclass(frozen=True, slots=True)
class ReadingJob:
    """A buffer as it is now. `base_text` is what is on disk, None for no file, and `base_outline` its node tree."""

    revision: int
    text: str
    base_text: str | None
    base_outline: Outline
    outline: Callable[[str], Outline]

    def run(self) -> Reading:
        """Work it out, in any thread."""
        outline = self.outline(self.text)
        on_disk = {} if self.base_text is None else texts_of(self.base_outline, self.base_text)
        is_dirty = self.text != (self.base_text or "")
        unsaved = differing_nodes(on_disk, texts_of(outline, self.text)) if is_dirty else frozenset()
        return Reading(self.revision, self.text, outline, self.base_text, unsaved)
