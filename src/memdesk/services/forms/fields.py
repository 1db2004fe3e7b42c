"""The fields of a form: what a header or a record says, each value as the kind of thing it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import Enum

from memdesk.layouts.documents import Codec, Document
from memdesk.services.forms.labels import label_of
from memdesk.text.edits import Span
from memdesk.text.json_field import kind_of
from memdesk.text.outline import Node, NodeKind
from memdesk.text.sentence import say
from memdesk.text.yaml_lists import items_said
from memdesk.text.yaml_values import BadFrontMatter, read_block, shown

_NOWHERE = Span(0, 0)

NodeId = tuple[str, int]
"""Key and occurrence of a node."""


class FieldKind(Enum):
    """What a value is, which decides how it is edited."""

    LINE = "line"
    TEXT = "text"
    NUMBER = "number"
    DATE = "date"
    SWITCH = "switch"
    CHOICE = "choice"
    LIST = "list"
    NAME = "name"
    """The name of the document: another one renames its file."""
    CODE = "code"
    """A value of another notation, shown as it is written."""


@dataclass(frozen=True, slots=True)
class FormField:
    """One field: the node it shows, its key in the text, what it is called, and what it says.

    `items` are those of a list, `choices` what a choice can be. `why_locked` says why the field is not edited, empty
    where it is; `is_whole` that nobody can unlock it either. `is_known` is False where the agent does not read it.
    `note` is what else there is to know of it. Sizes are those of the value where the agent counts them. `body` is
    where the value is written, `is_verbatim` whether its characters stand there as they are; `span` is all of the
    field, with its name.
    """

    node_id: NodeId
    name: str
    title: str
    kind: FieldKind
    text: str
    body: Span
    items: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    why_locked: str = ""
    is_whole: bool = False
    is_known: bool = True
    is_verbatim: bool = True
    note: str = ""
    size_bytes: int | None = None
    cap_bytes: int | None = None
    span: Span = _NOWHERE


def form_fields(document: Document, nodes: Sequence[Node], text: str) -> tuple[FormField, ...]:
    """The fields of `nodes`: a header, the fields of a record that follow one another, or inline fields of an entry."""
    if document.codec is Codec.JSON_RECORD:
        return tuple(_record_field(node, text) for node in nodes)
    if nodes and all(node.kind is NodeKind.FIELD for node in nodes):
        return tuple(_inline_field(node, text) for node in nodes)
    fields = [field for node in nodes for field in _header_fields(document, node, text)]
    if document.types and fields and not any(field.kind is FieldKind.CHOICE for field in fields):
        end = nodes[-1].body.end
        choice = FormField(
            ("type", 0), "type", "Type", FieldKind.CHOICE, "", Span(end, end), choices=document.types
        )
        fields.append(choice)
    return tuple(fields)


def why_unreadable(nodes: Sequence[Node], text: str) -> str:
    """Why a header cannot be shown as fields; empty where it can."""
    for node in nodes:
        if node.kind is NodeKind.FRONT_MATTER and not any(_fields_below(node)):
            return node.why_not or (
                "" if not node.body.of(text).strip() else say("It has no fields that can be told apart")
            )
    return ""


# Records


def _record_field(node: Node, text: str) -> FormField:
    is_text = (
        text[node.body.start - 1 : node.body.start] == '"' and text[node.body.end : node.body.end + 1] == '"'
    )
    raw = node.body.of(text)
    field = FormField(
        (node.key, node.occurrence),
        node.title,
        node.title,
        _text_kind(node) if is_text else _json_kind(raw),
        node.body_text(text),
        node.body,
        why_locked=node.why_not if not node.editable else "",
        is_known=node.title != node.key,
        is_verbatim=not is_text,
        note=node.facts.get("reset", ""),
        span=node.span,
    )
    return replace(field, size_bytes=_number(node.facts, "bytes"), cap_bytes=_number(node.facts, "cap"))


def _text_kind(node: Node) -> FieldKind:
    many = node.facts.get("lines") == "many" or "\n" in (node.value or "")
    return FieldKind.TEXT if many else FieldKind.LINE


def _json_kind(raw: str) -> FieldKind:
    if kind_of(raw) in ("true", "false"):
        return FieldKind.SWITCH
    return FieldKind.NUMBER if kind_of(raw) == "number" else FieldKind.CODE


def _number(facts: Mapping[str, str], name: str) -> int | None:
    said = facts.get(name, "")
    return int(said) if said.isdecimal() else None


def _inline_field(node: Node, text: str) -> FormField:
    """A field in running text: what it says is text."""
    field = FormField(
        (node.key, node.occurrence),
        node.title,
        label_of(node.title),
        FieldKind.LINE,
        node.body_text(text),
        node.body,
        why_locked=node.why_not if not node.editable else "",
        is_verbatim=node.value is None,
        span=node.span,
    )
    return _not_over_lines(field)


# Headers


def _fields_below(node: Node) -> Iterator[Node]:
    return (child for child in node.children if child.kind is NodeKind.FIELD)


def _header_fields(document: Document, node: Node, text: str) -> Iterator[FormField]:
    below = list(_fields_below(node))
    groups = {child.title.partition(".")[0] for child in below if "." in child.title}
    for child in below:
        opens_group = child.title in groups and not child.editable
        if not child.children and not opens_group:
            yield _header_field(document, child, text)


def _header_field(document: Document, node: Node, text: str) -> FormField:
    known = node.facts.get("known", "")
    last = node.title.rpartition(".")[2]
    raw, said = node.body.of(text), node.body_text(text)
    field = FormField(
        (node.key, node.occurrence),
        node.title,
        node.title if known == "no" else label_of(last),
        FieldKind.LINE,
        said,
        node.body,
        why_locked=node.why_not if not node.editable else "",
        is_known=known != "no",
        is_verbatim=node.value is None,
        span=node.span,
    )
    if known == "yes":
        return _agents_own(document, field, node, last)
    meaning = _meaning(raw, node.body.start - text.rfind("\n", 0, node.body.start) - 1)
    items = items_said(meaning)
    if items is not None:
        return replace(field, kind=FieldKind.LIST, items=items)
    if isinstance(meaning, list | dict):
        return replace(field, kind=FieldKind.CODE, text=raw.rstrip("\r\n"), is_verbatim=True, is_whole=True)
    if isinstance(meaning, str):
        return _not_over_lines(field) if node.value is None else _over_lines(field)
    return replace(field, kind=_yaml_kind(meaning), text=said if node.value is None else shown(meaning))


def _agents_own(document: Document, field: FormField, node: Node, last: str) -> FormField:
    """A field of the agent's: what it says is text, whatever YAML makes of it."""
    if node.facts.get("role") == "name":
        return replace(field, kind=FieldKind.NAME)
    if last == "type" and document.types:
        return replace(field, kind=FieldKind.CHOICE, choices=document.types)
    return _not_over_lines(field)


def _over_lines(field: FormField) -> FormField:
    return replace(field, kind=FieldKind.TEXT) if "\n" in field.text else field


def _not_over_lines(field: FormField) -> FormField:
    """A value that is written over several lines, which such a header has no way to change."""
    if "\n" not in field.text:
        return field
    why = field.why_locked or say("It is written over several lines: edit it in the source")
    return replace(field, kind=FieldKind.CODE, why_locked=why, is_whole=True)


def _yaml_kind(meaning: object) -> FieldKind:
    if isinstance(meaning, bool):
        return FieldKind.SWITCH
    if isinstance(meaning, int | float):
        return FieldKind.NUMBER
    return FieldKind.DATE if isinstance(meaning, date) else FieldKind.LINE


def _meaning(raw: str, column: int) -> object:
    """What YAML makes of a value as it is written from `column` on; text where it makes nothing of it."""
    is_list = raw.startswith("- ")
    try:
        read = read_block(f"k:\n{' ' * column}{raw}\n" if is_list else f"k: {raw}\n")
    except BadFrontMatter:
        return raw
    return read["k"] if isinstance(read, dict) and list(read) == ["k"] else raw
