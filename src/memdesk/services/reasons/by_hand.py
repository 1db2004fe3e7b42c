"""What the user wrote by hand, as the versions of a document tell it: the lines that a change of ours brought."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from memdesk.errors import MemdeskError
from memdesk.layouts.contract import DocumentKind
from memdesk.services.entries import Entry, ReadDocument
from memdesk.services.remembered_units import units_of
from memdesk.services.restoring import RESTORE
from memdesk.store.versions import Author, Version
from memdesk.text.document import split_lines
from memdesk.text.outline import NodeKind

_BROUGHT_BACK = frozenset({"undo", "redo", RESTORE})
"""Why a version of ours may hold again what others wrote."""


class ByHand:
    """Finds the lines that the user wrote, and knows those of versions that it has read. For a worker."""

    def __init__(self) -> None:
        self._brought: dict[tuple[int, str], frozenset[str]] = {}

    def lines(
        self, read: ReadDocument, versions: Sequence[Version], text_of: Callable[[Version], str | None]
    ) -> frozenset[str]:
        """The lines of a document, without the space around them, that changes of ours brought.

        `text_of` gives the text of a version, None where there is none.
        """
        ordered = sorted(versions, key=lambda version: version.id)
        by_id = {version.id: version for version in ordered}
        held: dict[int, frozenset[str]] = {}

        def lines_of(version: Version) -> frozenset[str]:
            if version.id not in held:
                held[version.id] = _lines(read, text_of(version))
            return held[version.id]

        found: set[str] = set()
        for before, version in zip([None, *ordered], ordered, strict=False):
            if version.author is not Author.YOU or version.removed or version.why in _BROUGHT_BACK:
                continue
            known = version.id, version.sha256
            if known not in self._brought:
                parent = by_id.get(version.parent) if version.parent is not None else None
                earlier = (lines_of(one) for one in (before, parent) if one is not None)
                self._brought[known] = lines_of(version).difference(*earlier)
            found |= self._brought[known]
        return frozenset(found)


def is_by_hand(entry: Entry, lines: frozenset[str], text: str) -> bool:
    """Whether the user wrote an entry of `text`, or a part of it: `lines` are those that are known to be of the user.

    What stands under a heading that the agent does not have, or above all, no tool of the agent can have written.
    """
    document = entry.document
    if document.kind is DocumentKind.RULES:
        return True
    is_of_agent = entry.title in document.headings
    if document.headings and entry.kind in (NodeKind.SECTION, NodeKind.PREAMBLE) and not is_of_agent:
        return True
    said = frozenset(_said(entry.text)) or frozenset(_said(entry.span.of(text)))
    return not said.isdisjoint(lines)


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
