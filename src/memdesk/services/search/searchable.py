"""What a search goes through: the text of every document, folded, one behind the other in one string."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate

from memdesk.layouts.documents import Codec
from memdesk.services.remembered.entries import WHOLE, Entry, EntryList, ReadDocument
from memdesk.services.remembered.moments import stamp_s
from memdesk.services.search.queries import agent_names
from memdesk.text.edits import Span
from memdesk.text.folding import Folded, fold

_APART = "\n\0\n"
"""Between two documents; no word holds it."""


class Sheet:
    """The searched text of one document. `is_source` tells whether places in it are places in the document.

    They are not where an agent keeps its text in another notation (JSON): there, what the fields say is searched.
    """

    def __init__(self, read: ReadDocument) -> None:
        self.read = read
        self.is_source = read.document.codec is Codec.LINES
        if self.is_source:
            self.text = read.text
            self.starts = _starts(read.everything)
        else:
            said = [entry.text for entry in read.everything]
            self.text = "\n".join(said)
            self.starts = [0, *accumulate(len(text) + 1 for text in said)][: len(said)]
        self.folded = Folded(self.text)

    @cached_property
    def folded_starts(self) -> list[int]:
        """Where each entry begins in the folded text."""
        if self.folded.is_same:
            return self.starts
        return [self.folded.folded_place(start) for start in self.starts]

    @cached_property
    def moments(self) -> list[float | None]:
        """When each entry was noted, in Unix seconds: by its own time, else by that of its file, if one is known."""
        of_file = self.read.document.modified or None
        stamps = (stamp_s(entry.facts) for entry in self.read.everything)
        return [of_file if stamp is None else stamp for stamp in stamps]

    @cached_property
    def names(self) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
        """What agents, the scope and the place are called, folded."""
        read, document, scope = self.read, self.read.document, self.read.document.scope
        return (
            tuple(name for root in read.readers for name in agent_names(root)),
            tuple(map(fold, (scope.kind.value, scope.key, scope.title, scope.folder or ""))),
            tuple(map(fold, (document.path, document.title))),
        )

    def span(self, number: int) -> Span:
        """Where the entry of this number stands."""
        is_last = number + 1 >= len(self.starts)
        return Span(self.starts[number], len(self.text) if is_last else self.starts[number + 1])

    def folded_span(self, number: int) -> Span:
        """Where it stands in the folded text."""
        starts = self.folded_starts
        is_last = number + 1 >= len(starts)
        return Span(starts[number], len(self.folded.folded) if is_last else starts[number + 1])


def _starts(entries: Sequence[Entry]) -> list[int]:
    """Where each begins that has not begun before: a fact is its whole file, but its header stands for itself."""
    starts, end = [], 0
    for entry in entries:
        starts.append(max(end, entry.span.start) if entry.node_id == WHOLE else entry.span.start)
        end = entry.span.end
    return starts


class Index:
    """Everything that was read, ready to be searched, once by whatever names. What is as in `before` is taken over.

    `joined` is the folded text of all `sheets`, one behind the other, and `starts` where each begins in it; `texts` are
    the unfolded ones.
    """

    def __init__(self, read: EntryList, before: Index | None = None) -> None:
        known = {id(sheet.read): sheet for sheet in before.sheets} if before is not None else {}
        paths = {document.document.path for document in read.documents}
        self.sheets: tuple[Sheet, ...] = tuple(
            known.get(id(document)) or Sheet(document)
            for document in read.documents
            if document.document.same_as not in paths
        )
        self.unread = read.unread
        folded = [sheet.folded.folded for sheet in self.sheets]
        self.joined = _APART.join(folded)
        self.starts = [0, *accumulate(len(text) + len(_APART) for text in folded)][: len(folded)]
        self.texts = tuple(sheet.text for sheet in self.sheets)
