"""`memdesk tree`: documents and their parts."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Mapping

from memdesk.cli.byte_offsets import ByteOffsets
from memdesk.cli.exit_codes import ExitCode
from memdesk.cli.finding import Finder
from memdesk.cli.output import Json, Output, counted, unread_facts
from memdesk.errors import reason_of
from memdesk.layouts.contract import Layout
from memdesk.layouts.documents import Document
from memdesk.layouts.optional import IndexState, IndexStates, IndexStatus
from memdesk.layouts.shapes.fact_file import BODY_KEY
from memdesk.paths import is_below
from memdesk.services.faults.boundary import answered
from memdesk.services.preview.index_states import entry_states, index_states, sentence_of
from memdesk.services.roots.roots import MemoryRoot
from memdesk.text.document import Encoding, decode, sniff_encoding
from memdesk.text.excerpt import excerpt
from memdesk.text.outline import Node, NodeKind
from memdesk.text.shortening import in_short

_MOST_CHARS = 80
_ONLY_READ = (
    "{path} is no folder of a known agent: to change what only it lists ({count}), name it with --root."
)
_ENTRIES = (NodeKind.ENTRY, NodeKind.INDEX_LINE, NodeKind.LOOSE)
"""Children that are shown to people; a heading line and the fields of a header are told by their parent."""


def run(finder: Finder, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """Show the documents of one root or of all. Findings where there is no root."""
    finder.look_for_projects()
    roots = finder.roots(arguments.root)
    finder.open_roots(*roots)
    if not roots:
        output.say("No memory was found here; memdesk roots says where it was looked for.")
    unread: dict[str, str] = {}
    if arguments.json:
        not_placed = finder.not_placed(arguments.root)
        facts = [*(_facts(finder, root) for root in roots), *(_not_placed(*one) for one in not_placed)]
        finder.has_unread = any(fact["unread"] for fact in facts)
        output.json(facts)
    else:
        for root in roots:
            states = index_states(root, finder.desk.workspace.disk)
            as_of = f"  (its index as of {states.taken.astimezone():%H:%M})" if states.taken else ""
            output.line(f"{root.title}  {root.path}{as_of}")
            documents = finder.desk.workspace.list_documents(root)
            for document in documents:
                for line in _lines(finder, root, document, states, unread):
                    output.line(line)
            if only_read := finder.only_read(root, documents):
                count = counted(len(only_read), "document")
                output.say(_ONLY_READ.format(count=count, path=root.path))
    for path, why in unread.items():
        output.say(f"{path} was not read: {why}.")
    finder.has_unread = finder.has_unread or bool(unread)
    return ExitCode.DONE if roots else ExitCode.FINDINGS


def _facts(finder: Finder, root: MemoryRoot) -> Mapping[str, Json]:
    view = finder.desk.workspace.disk
    documents, states = finder.desk.workspace.list_documents(root), index_states(root, view)
    unread = {root.path: documents.why_not_all} if documents.why_not_all else {}
    only_read = finder.only_read(root, documents)
    told = ((document, only_read.get(document.path, "")) for document in documents)
    return {
        "agent": root.agent,
        "root": root.path,
        "index_as_of": states.taken.isoformat() if states.taken else None,
        "documents": [
            _document(finder, root, document, why_not, unread)
            | {"index": _state(states.states.get(document.path))}
            for document, why_not in told
        ],
        "unread": unread_facts(unread.items()),
    }


def _not_placed(layout: Layout, why: str) -> Mapping[str, Json]:
    """What is said of an agent of which not every place could be told: what is there is not known."""
    return {
        "agent": layout.name,
        "root": None,
        "index_as_of": None,
        "documents": [],
        "unread": unread_facts([(layout.title, why)]),
    }


def _state(state: IndexState | None) -> Mapping[str, Json] | None:
    """What the agent's own index says; None where nothing is known."""
    if state is None:
        return None
    return {"status": state.status.value, "message": state.message, "error": state.error}


def _document(
    finder: Finder, root: MemoryRoot, document: Document, only_read: str, unread: dict[str, str]
) -> dict[str, Json]:
    """What is said of a document, which may be `only_read` for a reason of its folder.

    Why its nodes are not said, where its layout fails on it, goes into `unread`.
    """
    data, why_not = _read(finder, document, unread)
    why_not = why_not or only_read
    entries = entry_states(root, finder.desk.workspace.disk, document)
    return {
        "path": document.path,
        "title": document.title,
        "scope": document.scope.kind.value,
        "kind": document.kind.value,
        "bytes": document.size_bytes,
        "modified": document.modified if document.exists else None,
        "editable": not why_not,
        "why_not": why_not,
        "nodes": _nodes(root.layout, document, decode(data), entries, unread),
        "address": _address(root, document),
        "exists": document.exists,
        "note": document.note,
        "project": {
            "key": document.scope.key,
            "title": document.scope.title,
            "folder": document.scope.folder,
            "note": document.scope.note,
        },
    }


def _read(finder: Finder, document: Document, unread: dict[str, str]) -> tuple[bytes, str]:
    """What the document holds, and why it cannot be edited; why it cannot be read goes into `unread`."""
    if not document.exists:
        return b"", document.why_read_only
    try:
        data = finder.desk.workspace.disk.read(document.path)
    except OSError as error:
        if not isinstance(error, FileNotFoundError | NotADirectoryError):  # else it went after it was listed
            unread[document.path] = reason_of(error)
        return b"", f"It cannot be read: {reason_of(error)}."
    encoding = sniff_encoding(data)
    if encoding in (Encoding.UTF16, Encoding.BINARY):
        return data, document.why_read_only or f"It is {encoding.value}."
    return data, document.why_read_only


def _nodes(
    layout: Layout, document: Document, text: str, entries: Mapping[str, IndexState], unread: dict[str, str]
) -> list[Json]:
    offsets = ByteOffsets(text)
    nodes = _outlined(layout, document, text, unread)
    return [_node(node, text, offsets) | {"index": _state(entries.get(node.key))} for node in nodes]


def _outlined(layout: Layout, document: Document, text: str, unread: dict[str, str]) -> tuple[Node, ...]:
    """The nodes of a document; none of one that its layout fails on, and why that is goes into `unread`."""

    def failed(why: str) -> tuple[Node, ...]:
        unread[document.path] = why
        return ()

    return answered(lambda: layout.outline(document, text).nodes, document.path, failed)


def _node(node: Node, text: str, offsets: ByteOffsets) -> dict[str, Json]:
    return {
        "key": node.key,
        "kind": node.kind.value,
        "title": node.title,
        "body": node.body_text(text),
        "start": node.span.start,
        "end": node.span.end,
        "start_byte": offsets.at(node.span.start),
        "end_byte": offsets.at(node.span.end),
        "occurrence": node.occurrence,
        "editable": node.editable,
        "why_not": node.why_not,
        "facts": dict(node.facts),
        "children": [_node(child, text, offsets) for child in node.children],
    }


def _address(root: MemoryRoot, document: Document) -> str | None:
    """The document as `AGENT:PATH`; None for one outside its agent's folder."""
    if not is_below(document.path, root.path):
        return None
    return f"{root.agent}:{os.path.relpath(document.path, root.path)}"


def _lines(
    finder: Finder, root: MemoryRoot, document: Document, states: IndexStates, unread: dict[str, str]
) -> Iterator[str]:
    name = os.path.relpath(document.path, root.path) if _address(root, document) else document.path
    size = counted(document.size_bytes, "byte") if document.exists else "not there yet"
    scope = document.scope.title or document.scope.key
    yield f"  {name}  ({scope}, {size})"
    if document.note:
        yield f"    {document.note}"
    state = states.states.get(document.path)
    if state is not None and states.taken is not None and state.status is not IndexStatus.INDEXED:
        yield f"    {sentence_of(state, states.taken)}"
    data, why_not = _read(finder, document, unread)
    if why_not:
        yield f"    {why_not}"
    text = decode(data)
    for node in _outlined(root.layout, document, text, {}) if document.exists else ():
        yield from _labels(node, text, "    ")


def _labels(node: Node, text: str, indent: str) -> Iterator[str]:
    """A node in one line, and below it the entries that it holds; blank text between nodes is passed over."""
    if label := _label(node, text):
        yield f"{indent}{label}"
    if node.kind is NodeKind.FRONT_MATTER:
        rows = (row for row in node.walk() if row.kind is NodeKind.ENTRY)
        yield from (f"{indent}  {row.title}: {_in_short(row.body_text(text), row, text)}" for row in rows)
        return
    for child in node.children:
        if child.kind in _ENTRIES:
            yield from _labels(child, text, f"{indent}  ")


def _label(node: Node, text: str) -> str:
    if node.kind is NodeKind.FRONT_MATTER:
        names = [child.title for child in node.children if child.kind is NodeKind.FIELD and child.title]
        return f"{node.title}: {_in_short(', '.join(names), node, text)}" if names else node.title
    if node.kind in (NodeKind.FIELD, NodeKind.INDEX_LINE):
        below = "  (below the line)" if node.facts.get("below") == "yes" else ""
        return f"{node.title}: {_in_short(node.body_text(text), node, text)}{below}"
    if node.kind in (NodeKind.PREAMBLE, NodeKind.LOOSE) or node.key == BODY_KEY:
        words = _in_short(node.body_text(text), node, text)
        return f"“{words}”" if words else ""
    return _in_short(node.title, node, text) or node.kind.value


def _in_short(said: str, node: Node, text: str) -> str:
    return in_short(said, _MOST_CHARS, excerpt(text, node.span).around)
