"""What named a fact that comes back, in the index of its store: without its line an agent is not told of it."""

from __future__ import annotations

import math
import posixpath
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from memdesk.errors import NotFound, Refused
from memdesk.layouts.contract import Change, ChangeKind
from memdesk.layouts.documents import Document, DocumentKind
from memdesk.paths import is_below
from memdesk.services.machine.laid_over import LaidOverView
from memdesk.services.machine.seen_view import SeenView
from memdesk.text.document import decode
from memdesk.text.outline import Node, Outline

if TYPE_CHECKING:
    from memdesk.services.documents.taken import NodeId
    from memdesk.services.roots.roots import MemoryRoot
    from memdesk.services.workspace.workspace import Workspace
    from memdesk.store.history import History
    from memdesk.store.versions import Version

_MOST_VERSIONS = 40
_APART_S = 600.0
"""So long before a fact its line may have gone, and still have gone with it."""


class Line(NamedTuple):
    """Where the line of a fact stood: the index `document`, its text then, and the node in that."""

    document: Document
    root: MemoryRoot
    text: str
    node: NodeId


class IndexLines:
    """Finds the lines that went with facts. For a worker; may raise `HistoryError`."""

    def __init__(self, workspace: Workspace, history: Callable[[], History]) -> None:
        self._workspace = workspace
        self._history = history

    def of(
        self, fact: Document, said: bytes, texts: dict[str, bytes | None], without: Collection[str]
    ) -> Iterator[Line]:
        """The lines that went with a fact, which comes back and says this, but those of indexes at `without`.

        `texts` are indexes as they will be, to which those that are looked at come as they are.
        """
        for root, index in self._indexes_of(fact):
            if index.path in without:
                continue
            # What is gone is no document of its layout: as one beside this index it is what it was.
            title = posixpath.relpath(fact.path, posixpath.dirname(index.path))
            fact = fact._replace(kind=DocumentKind.RECORD, scope=index.scope, title=title)
            if index.path not in texts:
                texts[index.path] = SeenView(self._workspace.disk).data(index.path)
            now = texts[index.path]
            if now is not None and self._node(root, fact, said, index, now) is None:
                found = self._last_line(root, fact, said, index)
                if found is not None:
                    yield found

    def _indexes_of(self, fact: Document) -> Iterator[tuple[MemoryRoot, Document]]:
        for root in self._workspace.roots:
            for one in self._workspace.last_documents(root.path):
                is_index = one.kind is DocumentKind.LIST and one.exists and not one.why_read_only
                if is_index and one.path != fact.path and is_below(fact.path, posixpath.dirname(one.path)):
                    yield root, one

    def _last_line(self, root: MemoryRoot, fact: Document, said: bytes, index: Document) -> Line | None:
        """The line as the index had it last, unless it went long before the fact."""
        removal = next((one for one in self._history().versions(fact.path) if one.landed), None)
        went = removal.when if removal is not None and removal.removed else -math.inf
        later: Version | None = None
        landed = (one for one in self._history().versions(index.path) if one.landed and not one.removed)
        for number, version in enumerate(landed):
            if number == _MOST_VERSIONS or (later is not None and later.when < went - _APART_S):
                return None
            data = self._history().data(version.id)
            node = self._node(root, fact, said, index, data)
            if node is not None:
                return Line(index, root, decode(data), node)
            later = version
        return None

    def _node(
        self, root: MemoryRoot, fact: Document, said: bytes, index: Document, data: bytes
    ) -> NodeId | None:
        """The node of an index that names a fact: what goes with it where its agent's grammar takes it away."""
        view = LaidOverView(self._workspace.disk, {fact.path: said, index.path: data})
        with suppress(NotFound, Refused, OSError):
            edits = root.layout.compose(view, Change(ChangeKind.REMOVE, fact, "")).edits.get(index.path, ())
            outline = root.layout.outline(index, decode(data))
            return next((node for edit in edits if (node := _node_at(outline, edit.start)) is not None), None)
        return None


def _node_at(outline: Outline, place: int) -> NodeId | None:
    """The innermost node at a place that can be told by its key."""
    found: Node | None = None
    for node in outline.walk():
        if node.span.start <= place < node.span.end and outline.find(node.key, node.occurrence) is node:
            found = node
    return (found.key, found.occurrence) if found is not None else None
