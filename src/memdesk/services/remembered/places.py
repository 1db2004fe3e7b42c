"""Everything in memory that one can go to by name: documents, sections and entries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import NamedTuple

from memdesk.layouts.documents import DocumentKind
from memdesk.services.documents.taken import NodeId
from memdesk.services.remembered.entries import EntryList, ReadDocument
from memdesk.services.remembered.fuzzy import Name, folded, make_way
from memdesk.text.document import split_lines, trim
from memdesk.text.outline import Node, NodeKind
from memdesk.text.secrets import secrets_of_lines
from memdesk.text.sentence import say
from memdesk.text.shortening import beginning

_LONGEST = 200


class PlaceKind(Enum):
    """What a place is."""

    DOCUMENT = "document"
    SECTION = "section"
    ENTRY = "entry"


class Place(NamedTuple):
    """Something to go to. `where` names agent, scope and document; a document has an empty node id.

    `around` is what of a private key goes on around an entry; empty where none does.
    """

    kind: PlaceKind
    title: str
    where: str
    path: str
    node_id: NodeId = ("", 0)
    document_kind: DocumentKind = DocumentKind.MEMORY
    around: str = ""

    @property
    def name(self) -> Name:
        """By what it is found."""
        return Name(folded(self.title), folded(self.where))


class PlaceList(NamedTuple):
    """Places, documents first, then sections, then entries, and by what each is found."""

    places: tuple[Place, ...] = ()
    names: tuple[Name, ...] = ()


class Places:
    """Makes the list of places; of a document that was read before and is the same, it keeps them."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[ReadDocument, tuple[Place, ...]]] = {}
        self._names: dict[str, tuple[Name, ...]] = {}
        self._list = PlaceList()

    def take(self, everything: EntryList) -> PlaceList:
        """The places of all that was read: the same list where none is new. One thread at a time.

        It makes way for others.
        """
        known, names = dict(self._known), dict(self._names)
        self._known, self._names = {}, {}
        for read in everything.documents:
            path = read.document.path
            if path not in known or known[path][0] is not read:
                places = tuple(_places(read))
                known[path] = (read, places)
                names[path] = tuple(place.name for place in places)
                make_way()
            self._known[path], self._names[path] = known[path], names[path]
        found = self._in_order()
        if found.places != self._list.places:
            self._list = found
        return self._list

    def _in_order(self) -> PlaceList:
        by_kind: dict[PlaceKind, list[tuple[Place, Name]]] = {kind: [] for kind in PlaceKind}
        for path, (_, places) in self._known.items():
            for pair in zip(places, self._names[path], strict=True):
                by_kind[pair[0].kind].append(pair)
            make_way()
        pairs = [pair for kind in PlaceKind for pair in by_kind[kind]]
        return PlaceList(tuple(place for place, _ in pairs), tuple(name for _, name in pairs))


def _places(read: ReadDocument) -> Iterator[Place]:
    document = read.document
    whose = say("{agent} · {scope}", agent=read.root.label, scope=document.scope.title)
    yield Place(PlaceKind.DOCUMENT, document.title, whose, document.path, document_kind=document.kind)
    inside = say("{whose} · {title}", whose=whose, title=document.title)
    sections = set[NodeId]()
    nodes = read.root.layout.outline(document, read.text).nodes
    for node in _sections(nodes):
        sections.add((node.key, node.occurrence))
        title = node.title or node.key
        yield Place(
            PlaceKind.SECTION, title, inside, document.path, (node.key, node.occurrence), document.kind
        )
    holds_key = any(True for _ in secrets_of_lines(read.text))
    for entry in read.entries:
        says = _first_line(entry.text)
        if entry.node_id not in sections and says:
            around = entry.around if holds_key else ""
            yield Place(PlaceKind.ENTRY, says, inside, document.path, entry.node_id, document.kind, around)


def _sections(nodes: Iterable[Node]) -> Iterator[Node]:
    return (below for node in nodes for below in node.walk() if below.kind is NodeKind.SECTION and below.key)


def _first_line(text: str) -> str:
    lines = split_lines(trim(text))
    return beginning(trim(lines[0]), _LONGEST) if lines else ""
