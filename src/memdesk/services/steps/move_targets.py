"""Where something can be moved to, and what would come of it there: all that is said before it is done."""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from memdesk.errors import MemdeskError, Refused
from memdesk.layouts.documents import Document, DocumentKind
from memdesk.services.documents.disk_text import unread
from memdesk.services.moving.moving import Move
from memdesk.services.steps.steps import Steps
from memdesk.services.workspace.workspace import Workspace
from memdesk.text.document import decode
from memdesk.text.outline import NodeKind
from memdesk.text.sentence import of_error

_RECORD, _RULES = DocumentKind.RECORD, DocumentKind.RULES
"""To look up a member of an enumeration takes as long as all else that is asked of each of thousands of documents."""


class Fact(NamedTuple):
    """Something that is remembered: a node of a document; an empty key means a document that is one fact."""

    document: Document
    key: str
    occurrence: int = 0


class MoveTarget(NamedTuple):
    """A document that may be told something, and the title of its agent."""

    document: Document
    agent: str

    def answers(self, words: Iterable[str]) -> bool:
        """Whether all of `words`, in small letters, stand in what it is called."""
        document = self.document
        called = f"{self.agent} {document.scope.title} {document.title}".casefold()
        return all(word in called for word in words)


@dataclass(frozen=True, slots=True)
class Proposal:
    """What would come of a move: `move` where it can be made, or as a copy where only that can; else `why_not`.

    `why_stays` says why it can only be copied. `sections` are the headings and categories of the target to choose from.
    `unsaved` are documents that have to be saved first: a plan knows the disk alone.
    """

    move: Move | None = None
    why_not: str = ""
    why_stays: str = ""
    sections: tuple[str, ...] = ()
    unsaved: tuple[Document, ...] = ()

    @property
    def is_plain(self) -> bool:
        """Whether it can be done without a question: nothing is lost, doubled or left aside."""
        move = self.move
        return (
            move is not None
            and not move.is_copy
            and not move.lost
            and move.duplicate is None
            and not self.unsaved
        )


def fact_of(workspace: Workspace, document: Document, key: str, occurrence: int = 0) -> Fact:
    """The thing that a node of a document is, or is a part of: a field of a record means all of it."""
    session = workspace.sessions.get(document.path)
    node = session.outline().find(key, occurrence) if session is not None else None
    is_part = node is not None and node.kind in (NodeKind.FIELD, NodeKind.FRONT_MATTER)
    if document.kind is DocumentKind.RECORD and is_part:
        return Fact(document, "")
    return Fact(document, key, occurrence)


def move_targets(workspace: Workspace, source: Document, used: Sequence[str] = ()) -> tuple[MoveTarget, ...]:
    """The documents that may be told what stands in `source`: those in `used` (paths) first, memory before rules.

    Facts with a file of their own are no targets: their index is.
    """
    found: dict[str, MoveTarget] = {}
    here = (source.path, index_for(workspace, source).path)
    for root in workspace.roots:
        label = root.label
        for document in workspace.last_documents(root.path) if root.supported else ():
            if is_target(document) and document.path not in here and document.path not in found:
                found[document.path] = MoveTarget(document, label)
    places = {path: place for place, path in enumerate(used)}
    ranked: defaultdict[tuple[int, bool, bool], list[MoveTarget]] = defaultdict(list)
    for target in found.values():
        document = target.document
        rank = places.get(document.path, len(places)), not document.exists, document.kind is _RULES
        ranked[rank].append(target)
    return tuple(target for rank in sorted(ranked) for target in ranked[rank])


def is_target(document: Document) -> bool:
    """Whether a document may be told something."""
    return not document.why_read_only and not _is_fact_file(document)


def index_for(workspace: Workspace, document: Document) -> Document:
    """The list that stands for a fact with a file of its own; else the document itself."""
    if not _is_fact_file(document):
        return document
    found = workspace.find_document(document.path)
    folder = posixpath.dirname(document.path)
    listed = workspace.last_documents(found[0].path) if found is not None else ()
    lists = (one for one in listed if one.kind is DocumentKind.LIST and posixpath.dirname(one.path) == folder)
    return next(lists, document)


def _is_fact_file(document: Document) -> bool:
    return document.kind is _RECORD and bool(document.types)


def propose(workspace: Workspace, steps: Steps, fact: Fact, target: Document, section: str = "") -> Proposal:
    """What would come of telling `target`. Any thread; nothing is written."""
    try:
        return _proposed(workspace, steps, fact, target, section)
    except OSError as error:
        return Proposal(why_not=of_error(unread(error, target.path)))


def _proposed(workspace: Workspace, steps: Steps, fact: Fact, target: Document, section: str) -> Proposal:
    session = workspace.sessions.get(fact.document.path)
    if session is not None and session.is_dirty:
        return Proposal(unsaved=(session.document,))
    why_stays = fact.document.why_read_only
    is_copy = bool(why_stays)
    try:
        move = steps.plan_move(*fact, target, section, is_copy=is_copy)
    except Refused as refused:
        if is_copy:
            return Proposal(why_not=of_error(refused), sections=_sections(workspace, target))
        why_stays = of_error(refused)
        try:
            move = steps.plan_move(*fact, target, section, is_copy=True)
        except MemdeskError as error:
            return Proposal(why_not=of_error(error), sections=_sections(workspace, target))
    except MemdeskError as error:
        return Proposal(why_not=of_error(error))
    return Proposal(move, "", why_stays, _sections(workspace, target), _unsaved(workspace, move))


def _unsaved(workspace: Workspace, move: Move) -> tuple[Document, ...]:
    paths = {move.source.path, move.target.path, *move.view.paths}
    sessions = list(workspace.sessions.items())
    return tuple(session.document for path, session in sessions if path in paths and session.is_dirty)


def _sections(workspace: Workspace, target: Document) -> tuple[str, ...]:
    """The headings and categories of a document, where it has several."""
    if target.kind is DocumentKind.RECORD:
        return ()
    try:
        text = decode(workspace.disk.read(target.path))
    except OSError:
        text = ""
    nodes = workspace.layout_of(target).outline(target, text).nodes
    present = [node.key for node in nodes if node.kind is NodeKind.SECTION]
    names = tuple(dict.fromkeys((*target.headings, *target.types, *present)))
    return names if len(names) > 1 else ()
