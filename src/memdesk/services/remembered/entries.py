"""Everything that is remembered in the open roots, read once for search, prune, duplicates, inbox and problems.

The thread that owns the workspace makes a `Snapshot`, which costs no look at the disk; a worker reads it. What was read
before is read again only where its file, its unsaved buffer or what its layout says of it is different.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator, Mapping
from threading import Lock
from types import MappingProxyType
from typing import NamedTuple

from memdesk.errors import reason_of
from memdesk.layouts.documents import Document, DocumentKind
from memdesk.layouts.shapes.fact_file import BODY_KEY
from memdesk.layouts.view import View
from memdesk.services.documents.changes import Changes
from memdesk.services.documents.taken import Address, NodeId
from memdesk.services.faults.boundary import answered
from memdesk.services.machine.laid_over import LaidOverView
from memdesk.services.roots.roots import Documents, MemoryRoot
from memdesk.services.workspace.workspace import Workspace
from memdesk.text.document import decode, trim
from memdesk.text.edits import Span
from memdesk.text.excerpt import excerpt
from memdesk.text.outline import Node, NodeKind, Outline

OF_LAYOUTS = frozenset(
    {
        "read",
        "known",
        "file",
        "below",
        "lines",
        "bytes",
        "cap",
        "reset",
        "role",
        "underlined",
        "level",
        "chapter",
    }
)
"""Facts by which layouts tell of a node what its text does not say."""
WHOLE: NodeId = ("", 0)
"""The node id of a document that is one fact, as `Change` and `carried_from` take it."""
_MOST_TOLD = 4_096
"""Of an entry by itself so many characters are shown at most."""


class Entry(NamedTuple):
    """One stretch of a document that stands for itself.

    `text` is what it says, freed from its grammar; `span` is where all of it stands, markers and heading included.
    `is_remembered` is False for what only holds memory together or leads to it: headers, index lines, headings, loose
    text. `body` is where `text` stands in the document, None where the characters there are others (JSON) or `text` is
    put together of several. `source` is the text of the document, kept for what only the lines around it tell.
    """

    root: MemoryRoot
    document: Document
    node_id: NodeId
    title: str
    text: str
    facts: Mapping[str, str]
    span: Span
    kind: NodeKind = NodeKind.ENTRY
    is_remembered: bool = True
    body: Span | None = None
    source: str = ""

    @property
    def around(self) -> str:
        """All that tells what of its begin is a secret: its lines, and what of a private key goes on around them."""
        begin = (self.body or self.span).start
        return excerpt(self.source, Span(self.span.start, min(self.span.end, begin + _MOST_TOLD))).around

    @property
    def address(self) -> Address:
        """Its document and its node."""
        return self.document.path, *self.node_id


class ReadDocument(NamedTuple):
    """One document as it was read. `everything` covers its text, `readers` are all roots whose agents read it.

    `is_unsaved` tells whether `text` is a buffer that the disk does not hold.
    """

    root: MemoryRoot
    document: Document
    text: str
    everything: tuple[Entry, ...]
    readers: tuple[MemoryRoot, ...]
    is_unsaved: bool = False

    @property
    def entries(self) -> Iterator[Entry]:
        """What is remembered here, in document order."""
        return (entry for entry in self.everything if entry.is_remembered)


class EntryList(NamedTuple):
    """All that was read, each file once, and the files that could not be, with the reason.

    `unread` also names the roots, and the agents by title, of which not all is known.
    """

    documents: tuple[ReadDocument, ...] = ()
    unread: Mapping[str, str] = MappingProxyType({})

    @property
    def entries(self) -> Iterator[Entry]:
        """Every remembered thing, root by root and in document order."""
        return (entry for document in self.documents for entry in document.entries)


class Snapshot(NamedTuple):
    """What a worker reads: roots with their documents (None where they have to be listed), and the open buffers.

    `unsaved` names the buffers that the disk does not hold.
    """

    roots: tuple[tuple[MemoryRoot, tuple[Document, ...] | None], ...]
    buffers: Mapping[str, bytes]
    unsaved: frozenset[str]


class _Kept(NamedTuple):
    signature: object
    read: ReadDocument


class Entries:
    """Reads the open roots. Call `snapshot` and `take_up` in the thread of the workspace, `read` in any."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._kept: dict[tuple[str, str], _Kept] = {}
        self._written: set[str] = set()
        self._lock = Lock()

    def snapshot(self) -> Snapshot:
        """The documents and buffers of this moment."""
        workspace = self._workspace
        roots = tuple((root, workspace.listed_documents(root.path)) for root in workspace.roots)
        unsaved = frozenset(path for path, session in workspace.sessions.items() if session.is_dirty)
        return Snapshot(roots, workspace.buffers(), unsaved)

    def take_up(self, changes: Changes) -> None:
        """Read again what other programs wrote, even where size and time of the file are what they were."""
        self._written |= changes.written

    def read_holding(self, snapshot: Snapshot, holds: Callable[[Document, str], bool]) -> EntryList:
        """Every document of the snapshot, with the entries of those alone whose text `holds` what is looked for."""
        return self._run(_Reading(self._workspace, snapshot, {}, set(), holds), snapshot)

    def read(self, snapshot: Snapshot, is_wanted: Callable[[], bool] = lambda: True) -> EntryList:
        """Everything in the snapshot; less only after `is_wanted` has said no.

        A second call waits for the first one and finds what that has read.
        """
        with self._lock:
            written, self._written = self._written, set()
            reading = _Reading(self._workspace, snapshot, self._kept, written)
            found = self._run(reading, snapshot, is_wanted)
            if is_wanted():
                self._kept = reading.kept
            else:
                self._written |= written
            return found

    def _run(
        self, reading: _Reading, snapshot: Snapshot, is_wanted: Callable[[], bool] = lambda: True
    ) -> EntryList:
        for title, why in self._workspace.not_placed.items():
            reading.pass_over(title, why)
        for root, document in self._documents(snapshot, reading):
            if not is_wanted():
                break
            reading.take(root, document)
        return reading.result

    def _documents(self, snapshot: Snapshot, reading: _Reading) -> Iterator[tuple[MemoryRoot, Document]]:
        for root, known in snapshot.roots:
            documents = (
                Documents(known, root.path) if known is not None else self._workspace.list_documents(root)
            )
            if documents.why_not_all:
                reading.pass_over(root.path, documents.why_not_all)
            for document in documents:
                if document.exists or document.path in snapshot.unsaved:
                    yield root, document


class _Reading:
    """One run through all documents. `known` is what the last one kept, `kept` becomes what this one does."""

    def __init__(
        self,
        workspace: Workspace,
        snapshot: Snapshot,
        known: Mapping[tuple[str, str], _Kept],
        written: set[str],
        holds: Callable[[Document, str], bool] = lambda _document, _text: True,
    ) -> None:
        self._holds = holds
        self._snapshot = snapshot
        self._view = LaidOverView(workspace.disk, snapshot.buffers)
        self._known = known
        self._written = written
        self._found: dict[str, ReadDocument] = {}
        self._unread: dict[str, str] = {}
        self.kept: dict[tuple[str, str], _Kept] = {}

    @property
    def result(self) -> EntryList:
        """What was read so far."""
        return EntryList(tuple(self._found.values()), self._unread)

    def take(self, root: MemoryRoot, document: Document) -> None:
        """Read a document, unless that was done already."""
        first = self._found.get(document.path)
        if first is not None:
            self._found[document.path] = first._replace(readers=(*first.readers, root))
            return
        try:
            kept = answered(
                lambda: self._read(root, document),
                document.path,
                lambda why: self.pass_over(document.path, why),
            )
        except (FileNotFoundError, NotADirectoryError):
            return  # it went after it was listed: there is nothing to read
        except OSError as error:
            self.pass_over(document.path, reason_of(error))
            return
        if kept is not None:
            self.kept[root.path, document.path] = kept
            self._found[document.path] = kept.read

    def pass_over(self, path: str, why: str) -> None:
        """Note that this was not read, or not to the end."""
        self._unread[path] = why

    def _read(self, root: MemoryRoot, document: Document) -> _Kept:
        known = self._known.get((root.path, document.path))
        signature = _signature(document, self._snapshot, self._view)
        is_same = known is not None and known.signature == signature and known.read.root.name == root.name
        if known is not None and is_same and document.path not in self._written:
            return known
        text = decode(self._view.read(document.path))
        everything = tuple[Entry, ...]()
        if self._holds(document, text):
            everything = tuple(entries_of(root, document, text, root.layout.outline(document, text)))
        is_unsaved = document.path in self._snapshot.unsaved
        return _Kept(signature, ReadDocument(root, document, text, everything, (root,), is_unsaved))


def _signature(document: Document, snapshot: Snapshot, view: View) -> object:
    """Equal as long as reading the document again would tell nothing new."""
    buffer = snapshot.buffers.get(document.path)
    meaning = document._replace(size_bytes=0, modified=0.0)
    if buffer is not None:
        return meaning, buffer, document.path in snapshot.unsaved
    info = view.info(document.path)
    return meaning, info.kind, info.size_bytes, info.modified


def entries_of(root: MemoryRoot, document: Document, text: str, outline: Outline) -> Iterator[Entry]:
    """The entries that an outline of `text` holds, in document order; their spans cover the text."""
    last = outline.nodes[-1] if outline.nodes else None
    is_fact = document.kind is DocumentKind.RECORD and last is not None and last.key == BODY_KEY
    for node in outline.nodes:
        if is_fact and node is last:
            yield _fact(root, document, text, outline.nodes[0], node)
        else:
            yield from _of_node(root, document, text, node)


def _fact(root: MemoryRoot, document: Document, text: str, header: Node, body: Node) -> Entry:
    """A fact with a file of its own: its body, else its description; it has the title and the facts of its header."""
    facts = header.facts if header.kind is NodeKind.FRONT_MATTER else {}
    says = body.body_text(text)
    title = facts.get("name") or posixpath.splitext(posixpath.basename(document.path))[0]
    where = body.body if trim(says) and body.value is None else None
    says = says if trim(says) else facts.get("description", "")
    return Entry(root, document, WHOLE, title, says, facts, Span(0, len(text)), body.kind, True, where, text)


def _of_node(root: MemoryRoot, document: Document, text: str, node: Node) -> Iterator[Entry]:
    if node.kind is not NodeKind.ENTRY and _holds_entries(node):
        for child in node.children:
            yield from _of_node(root, document, text, child)
        return
    if node.kind is NodeKind.FRONT_MATTER and node.children:
        for child in node.children:
            yield from _of_node(root, document, text, child)
        return
    says, where = _said(node, text)
    yield Entry(
        root,
        document,
        (node.key, node.occurrence),
        node.title,
        says,
        node.facts,
        node.span,
        node.kind,
        _is_remembered(document, node) and bool(trim(says)),
        where,
        text,
    )


def _holds_entries(node: Node) -> bool:
    return any(below.kind is NodeKind.ENTRY for child in node.children for below in child.walk())


def _is_remembered(document: Document, node: Node) -> bool:
    """A section that has no entries is one thing; of a record without entries, the field that holds its text is."""
    if node.kind in (NodeKind.ENTRY, NodeKind.SECTION, NodeKind.PREAMBLE):
        return True
    return document.kind is DocumentKind.RECORD and "bytes" in node.facts


def _said(node: Node, text: str) -> tuple[str, Span | None]:
    """What a node says, with its other sections behind its main one, and where that stands if it does so as it is."""
    says = node.body_text(text)
    others = [child for child in node.children if child.kind is NodeKind.SECTION and child.body != node.body]
    parts = [part for part in (trim(child.body_text(text)) for child in others) if part]
    if parts:
        return "\n\n".join([says, *parts]), None
    return says, node.body if node.value is None else None
