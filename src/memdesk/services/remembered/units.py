"""What one version of a document remembers, unit by unit, so that two versions can be compared by what they say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, NoReturn

from memdesk.errors import StorageError
from memdesk.layouts.documents import Codec, Document
from memdesk.services.documents.taken import NodeId
from memdesk.services.faults.boundary import answered
from memdesk.services.remembered.entries import OF_LAYOUTS, WHOLE, Entry, entries_of
from memdesk.services.remembered.moments import STAMPS
from memdesk.services.roots.roots import MemoryRoot
from memdesk.store.marks import digest_of
from memdesk.text.document import trim
from memdesk.text.excerpt import excerpt
from memdesk.text.outline import Node, NodeKind, Outline
from memdesk.text.secrets import secrets_of_lines

_OF_NO_MEANING = frozenset({*STAMPS, "description", "originSessionId", "metadata.originSessionId"})
"""Facts that agents write anew with each save, and the one that stands in the text."""
LINE_END = "\\n"
"""Stands for a line end in a field of a record, where each has a line."""
_OWN_OF_RECORDS = "type"
"""The field of a record that its agent writes whatever it was."""
UnitId = tuple[str, str, int]
"""The keys of the sections a unit stands in, its own key, and which of several it is there."""


class Unit(NamedTuple):
    """One remembered thing of one version. `text` is what it says; `section` the title of what it stands in.

    `around` is what of a private key goes on around it; empty where none does. `beside` is what its agent keeps of it
    beside that text, a fact per line: its type, its tags.
    """

    id: UnitId
    node: NodeId
    kind: NodeKind
    title: str
    section: str
    text: str
    around: str = ""
    beside: str = ""

    @property
    def digest(self) -> str:
        """The SHA-256 of its text."""
        return digest_of(trim(self.text))

    def says_as(self, other: Unit | None) -> bool:
        """Whether both say the same, of the same kind; blank space around the text does not count."""
        return other is not None and trim(self.text) == trim(other.text) and self.beside == other.beside


class _Above(NamedTuple):
    keys: tuple[str, ...]
    title: str


def units_of(root: MemoryRoot, document: Document, text: str) -> dict[UnitId, Unit]:
    """Everything that `text` remembers as a text of `document`, in document order. Raises `MemdeskError`."""

    def unread(why: str) -> NoReturn:
        raise StorageError("{path} cannot be read: {reason}.", path=document.path, reason=why)

    outline = answered(lambda: root.layout.outline(document, text), document.path, unread)
    above = {(start, node): where for start, node, where in _with_sections(outline)}
    holds_key = any(True for _ in secrets_of_lines(text))
    units: dict[UnitId, Unit] = {}
    for entry in entries_of(root, document, text, outline):
        if not entry.is_remembered:
            continue
        where = above.get((entry.span.start, entry.node_id), _Above((), ""))
        key, occurrence = entry.node_id
        number = occurrence
        while (unit_id := ("\n".join(where.keys), key, number)) in units:
            number += 1
        says = entry.text
        description = entry.facts.get("description", "")
        if entry.node_id == WHOLE and description and description != says:
            says = f"{description}\n\n{says}"
        around = excerpt(text, entry.span).around if holds_key else ""
        facts = [item for item in entry.facts.items() if _is_said(*item, where.title)]
        facts += _fields_beside(document, outline, entry, text)
        beside = "\n".join(f"{name}: {value}" for name, value in facts)
        units[unit_id] = Unit(
            unit_id, entry.node_id, entry.kind, entry.title, where.title, says, around, beside
        )
    return units


def _is_said(name: str, value: str, section: str) -> bool:
    """Whether a fact tells something; where a thing stands is no fact about it."""
    return bool(value) and value != section and name not in OF_LAYOUTS and name not in _OF_NO_MEANING


def _fields_beside(document: Document, outline: Outline, entry: Entry, text: str) -> list[tuple[str, str]]:
    """What the other fields of a JSON record say, on a line each: some of them are what its agent finds it by."""
    if document.codec is not Codec.JSON_RECORD:
        return []
    said = ((node.key, node.body_text(text)) for node in outline.nodes if node.key != entry.node_id[0])
    return [(key, value.replace("\n", LINE_END)) for key, value in said if value and key != _OWN_OF_RECORDS]


def _with_sections(outline: Outline) -> Iterator[tuple[int, NodeId, _Above]]:
    for node in outline.nodes:
        yield from _below(node, _Above((), ""))


def _below(node: Node, above: _Above) -> Iterator[tuple[int, NodeId, _Above]]:
    yield node.span.start, (node.key, node.occurrence), above
    if node.children:
        inside = _Above((*above.keys, node.key), node.title or above.title)
        for child in node.children:
            yield from _below(child, inside)
