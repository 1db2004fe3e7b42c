"""What one node of a document says, without the grammar of its agent, so that it can be written for another agent."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from memdesk.errors import NotFound, Refused
from memdesk.layouts.contract import Change, ChangeKind, Layout
from memdesk.layouts.documents import Document, DocumentKind
from memdesk.layouts.view import View
from memdesk.services.remembered.entries import OF_LAYOUTS
from memdesk.services.remembered.moments import NOTED, noted_at
from memdesk.text.document import decode, trim
from memdesk.text.edits import Edit, apply_all
from memdesk.text.list_items import said_by_list
from memdesk.text.outline import Node, NodeKind, Outline

_TYPES = ("type", "metadata.type", "category", "trait")
_NAMES = ("name", "description")
_SAID_BESIDE = ("evidence", "basis")
_NOT_CARRIED = OF_LAYOUTS | {*_SAID_BESIDE}
"""What layouts tell of a node, and what is carried as text."""


@dataclass(frozen=True, slots=True)
class Carried:
    """What is moved: `text`, and whatever else its agent keeps of it; what is empty was not said.

    `name` is a title or subject of its own, `section` the heading it stands below, `made` when it was noted, `id` what
    the agent knows it by. `others` are further facts, by name. `removal` is the change that takes it out of its place;
    `emptying` the one that leaves the place and takes the text, where it cannot be taken out. `items` are the parts of
    a section whose entries have times, each with its own.
    """

    text: str
    removal: Change
    emptying: Change | None = None
    name: str = ""
    description: str = ""
    type: str = ""
    section: str = ""
    made: datetime | None = None
    id: str = ""
    others: Mapping[str, str] = field(default_factory=dict)
    items: tuple[tuple[str, datetime | None], ...] = ()


def carried_from(layout: Layout, view: View, document: Document, key: str, occurrence: int = 0) -> Carried:
    """What the node of this key says. Of a fact with a file of its own, any of its keys means the whole fact.

    Raises `NotFound` where there is no such node, `Refused` for one that says nothing.
    """
    text = _text(view, document)
    outline = layout.outline(document, text)
    header = next((node for node in outline.nodes if node.kind is NodeKind.FRONT_MATTER), None)
    if document.kind is DocumentKind.RECORD and _means_whole(document, outline, key):
        carried = _from_fact(document, header, outline.nodes[-1], text)
    else:
        carried = _from_node(layout, view, document, text, _find(outline, document, key, occurrence))
    if not trim(carried.text):
        raise Refused("“{key}” says nothing, so there is nothing to move.", key=key or document.title)
    return carried


def _find(outline: Outline, document: Document, key: str, occurrence: int) -> Node:
    wanted = key
    if not key and document.kind is DocumentKind.RECORD:
        wanted = next((node.key for node in outline.nodes if node.kind is NodeKind.FIELD), key)
        wanted = next((node.key for node in outline.nodes if "bytes" in node.facts), wanted)
    node = outline.find(wanted, occurrence)
    if node is None:
        raise NotFound("There is no “{key}” in {name}.", key=key, name=document.title)
    return node


def _means_whole(document: Document, outline: Outline, key: str) -> bool:
    """Whether a key means a fact as a whole: its file's stem, its body, or none."""
    last = outline.nodes[-1] if outline.nodes else None
    if last is None or last.kind is not NodeKind.ENTRY:
        return False
    stem = posixpath.splitext(posixpath.basename(document.path))[0]
    return key in ("", stem, last.key)


def _from_fact(document: Document, header: Node | None, body: Node, text: str) -> Carried:
    facts = dict(header.facts) if header is not None else {}
    if header is not None:
        facts |= {node.key: node.body_text(text) for node in header.children if node.value is not None}
    stem = posixpath.splitext(posixpath.basename(document.path))[0]
    return Carried(
        text=trim(body.body_text(text)) or facts.get("description", ""),
        removal=Change(ChangeKind.REMOVE, document, ""),
        name=facts.get("name", stem),
        description=facts.get("description", ""),
        type=_first(facts, _TYPES),
        others={key: value for key, value in facts.items() if key not in (*_NAMES, *_TYPES) and value},
    )


def _from_node(layout: Layout, view: View, document: Document, text: str, node: Node) -> Carried:
    if node.kind is NodeKind.INDEX_LINE:
        return _from_index_line(layout, view, document, node)
    removal = Change(ChangeKind.REMOVE, document, node.key, node.occurrence)
    emptying = Change(ChangeKind.SET_BODY, document, node.key, node.occurrence, bare=True)
    if node.kind is NodeKind.SECTION:
        return replace(_from_section(node, text, removal), emptying=emptying, section=node.title)
    if node.kind is NodeKind.PREAMBLE:
        return _from_section(node, text, emptying)
    said = node.body_text(text)
    if node.kind is NodeKind.FIELD:
        return Carried(said, emptying)
    subject, parts = _parts(node, text)
    beside = [node.facts[name] for name in _SAID_BESIDE if trim(node.facts.get(name, ""))]
    made = noted_at(node.facts)
    carried = (*_TYPES, "id", *(NOTED if made is not None else ()))
    return Carried(
        "\n\n".join([said, *parts, *beside]),
        removal,
        name=subject,
        type=_first(node.facts, _TYPES),
        made=made,
        id=node.facts.get("id", ""),
        others={
            name: value
            for name, value in node.facts.items()
            if name not in carried and name not in _NOT_CARRIED and value
        },
    )


def _from_section(node: Node, text: str, removal: Change) -> Carried:
    """What stands below a heading, or above the first one."""
    timed = tuple(_parts_with_times(node, text))
    said = _without_times(node, text) if timed else node.body_text(text)
    items = said_by_list(said)
    said = items[0] if len(items) == 1 else said
    made = timed[0][1] if len(timed) == 1 else None
    return Carried(said, removal, made=made, items=timed)


def _parts_with_times(section: Node, text: str) -> Iterator[tuple[str, datetime | None]]:
    """What stands in a section, if any of it has a time: its entries, and the text between them."""
    if any(_time_of(child) for child in section.children):
        for child in section.children:
            said = trim(child.body_text(text))
            if said and child.kind is not NodeKind.HEADING:
                yield said, _time_of(child)


def _time_of(node: Node) -> datetime | None:
    return noted_at(node.facts) if node.kind is NodeKind.ENTRY else None


def _without_times(section: Node, text: str) -> str:
    """What a section says without what stands behind its entries: there their agent keeps the times."""
    edits = []
    for entry in section.children:
        if _time_of(entry):
            behind = text[entry.body.end : entry.span.end].partition("\n")[0]
            edits.append(Edit(entry.body.end, behind, ""))
    start, end = section.body
    return trim(apply_all(text[:end], edits)[start:])


def _from_index_line(layout: Layout, view: View, index: Document, line: Node) -> Carried:
    """The fact that a line of an index leads to; the line goes with its file."""
    path = posixpath.join(posixpath.dirname(index.path), line.facts["file"])
    documents = layout.documents(view, index.root)
    fact = next((document for document in documents if document.path == path), None)
    if fact is None or not fact.exists:
        raise NotFound("The line “{key}” leads to no fact.", hint="Remove the line.", key=line.key)
    return carried_from(layout, view, fact, "")


def _parts(entry: Node, text: str) -> tuple[str, list[str]]:
    """The subject of an entry, and what its other sections say behind its main one."""
    sections = [child for child in entry.children if child.kind is NodeKind.SECTION]
    others = [child for child in sections if child.body != entry.body]
    is_titled = others and trim(others[0].body_text(text)).startswith(entry.title.rstrip("…"))
    named = others[0] if is_titled else None
    parts = [
        f"{child.title}: {trim(child.body_text(text))}"
        for child in others
        if child is not named and trim(child.body_text(text))
    ]
    return (trim(named.body_text(text)) if named else ""), parts


def _first(facts: Mapping[str, str], names: tuple[str, ...]) -> str:
    return next((facts[name] for name in names if facts.get(name)), "")


def _text(view: View, document: Document) -> str:
    try:
        return decode(view.read(document.path))
    except FileNotFoundError:
        raise NotFound("{path} is not there.", path=document.path) from None
