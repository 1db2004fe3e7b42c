"""What the user wrote by hand, as the versions of a document tell it: the lines that a change of ours brought."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from memdesk.errors import MemdeskError
from memdesk.layouts.documents import DocumentKind
from memdesk.services.remembered.entries import Entry, ReadDocument
from memdesk.services.remembered.units import units_of
from memdesk.store.versions import Version
from memdesk.text.document import split_lines
from memdesk.text.edits import Span
from memdesk.text.outline import NodeKind

_OF_MANY_LINES = (NodeKind.SECTION, NodeKind.PREAMBLE)
_MOST_HELD = 4
"""A version is compared with the one before it and the one it followed, which mostly are one."""

_LinesOf = Callable[[Version], frozenset[str]]
_Told = TypeVar("_Told")


class ByHand:
    """Finds the lines that the user wrote, and knows those of versions that it has read. For a worker."""

    def __init__(self) -> None:
        self._written: dict[tuple[int, str], frozenset[str]] = {}
        self._said: dict[tuple[int, str], frozenset[str]] = {}

    def lines(
        self,
        read: ReadDocument,
        versions: Sequence[Version],
        text_of: Callable[[Version], str | None],
        is_wanted: Callable[[], bool] = lambda: True,
    ) -> frozenset[str]:
        """The lines of a document, without the space around them, that changes of ours brought.

        `text_of` gives the text of a version, None where there is none. Not all are found once `is_wanted` says no.
        """
        past, text = _Past(versions), _held(text_of)
        written = _held(lambda version: frozenset(_said(text(version) or "")))
        said = _held(lambda version: _lines(read, text(version)))
        now = frozenset(_said(read.text)) if _is_of_whole_lines(read) else frozenset()
        found: set[str] = set()
        for version in past.ours():
            if not is_wanted():
                break
            known = version.id, version.sha256
            if known not in self._written:
                self._written[known] = past.brought_by(version, written)
            found |= self._written[known] & now
            # How each entry of it reads is asked only where a line is not to be seen any more as it was written.
            if not self._written[known] <= now:
                if known not in self._said:
                    self._said[known] = past.brought_by(version, said)
                found |= self._said[known]
        return frozenset(found)


class _Past:
    """The versions of a document, in order."""

    def __init__(self, versions: Sequence[Version]) -> None:
        self._ordered = sorted(versions, key=lambda version: version.id)
        self._by_id = {version.id: version for version in versions}
        ids = (version.id for version in self._ordered)
        self._before = dict(zip(ids, [None, *self._ordered], strict=False))

    def ours(self) -> Iterator[Version]:
        """Those that the user wrote, the oldest first."""
        return (version for version in self._ordered if version.is_by_hand and not version.removed)

    def brought_by(self, version: Version, lines_of: _LinesOf) -> frozenset[str]:
        """The lines of a version that neither the one before it has nor the one that it followed."""
        parent = self._by_id.get(version.parent) if version.parent is not None else None
        earlier = (lines_of(one) for one in (self._before[version.id], parent) if one is not None)
        return lines_of(version).difference(*earlier)


def is_by_hand(entry: Entry, lines: frozenset[str], text: str) -> bool:
    """Whether the user wrote an entry of `text`, or a part of it: `lines` are those that are known to be of the user.

    What stands under a heading that the agent does not have, or above all, no tool of the agent can have written.
    """
    document = entry.document
    if document.kind is DocumentKind.RULES:
        return True
    is_of_agent = entry.title in document.headings
    if document.headings and entry.kind in _OF_MANY_LINES and not is_of_agent:
        return True
    if not lines:
        return False
    return not lines.isdisjoint(_said(entry.text)) or not lines.isdisjoint(_said(_stretch(entry).of(text)))


def _stretch(entry: Entry) -> Span:
    """Where an entry stands in its text; of what has a heading, without that."""
    return entry.body if entry.kind in _OF_MANY_LINES and entry.body is not None else entry.span


def _is_of_whole_lines(read: ReadDocument) -> bool:
    """Whether no line of a document tells of several entries, so that by its lines one knows who wrote which."""
    return all(_begins_line(read.text, at) for entry in read.entries for at in _stretch(entry))


def _begins_line(text: str, at: int) -> bool:
    return at == 0 or at >= len(text) or text[at - 1] == "\n"


def _held(told_of: Callable[[Version], _Told]) -> Callable[[Version], _Told]:
    """`told_of`, with the last few answers at hand: all of a long history are as large as that."""
    held: dict[int, _Told] = {}

    def answer(version: Version) -> _Told:
        if version.id not in held:
            while len(held) >= _MOST_HELD:
                held.pop(next(iter(held)))
            held[version.id] = told_of(version)
        return held[version.id]

    return answer


def _lines(read: ReadDocument, text: str | None) -> frozenset[str]:
    """What a text says, line by line: as it stands there, and as its entries have it, where it is written otherwise."""
    if text is None:
        return frozenset()
    found = set(_said(text))
    try:
        for unit in units_of(read.root, read.document, text).values():
            found.update(_said(unit.text))
    except MemdeskError:
        pass
    return frozenset(found)


def _said(text: str) -> Iterator[str]:
    for line in split_lines(text):
        said = line.strip()
        if any(map(str.isalnum, said)):
            yield said
