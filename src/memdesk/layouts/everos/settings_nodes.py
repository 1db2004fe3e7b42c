"""Our own reading of EverOS's settings, `ome.toml` and `everos.toml`: a form of each table, one field for each key.

A key's node is `TABLE/KEY`, `KEY` alone before the first table. Comments stand between the fields and stay.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from memdesk.layouts.documents import Document
from memdesk.layouts.everos.header_nodes import HEADER_KEY
from memdesk.text.edits import Span
from memdesk.text.outline import Node, NodeKind
from memdesk.text.sentence import say
from memdesk.text.toml_values import TomlTable, TomlValue, said_by, toml_tables

_NOT_A_LINE = say("A list is edited as text")
_COMMENT = say("Comments and headings are edited as text")


def is_settings(document: Document) -> bool:
    """Whether a document is EverOS's settings, which lie at the top of a root."""
    return posixpath.dirname(document.path) == document.root and document.path.endswith(".toml")


def settings_nodes(text: str) -> tuple[Node, ...]:
    """A node for each table, with its keys below it; none where the text cannot be told apart."""
    return tuple(_table(text, table) for table in toml_tables(text))


def value_of(text: str, node: Node) -> TomlValue | None:
    """The value that a node is about."""
    values = (value for table in toml_tables(text) for value in table.values)
    return next((value for value in values if value.written == node.body), None)


def _key(table: TomlTable, value: TomlValue) -> str:
    return f"{table.name}/{value.name}" if table.path else value.name


def _title(table: TomlTable, value: TomlValue) -> str:
    """A key with what it is a setting of, in words: a form shows the keys of all tables below one another."""
    about = table.path[1:] if table.path[:1] == ("strategies",) else table.path
    key = " ".join(value.path)
    return f"{' '.join(about)}: {key}" if about else key


def _table(text: str, table: TomlTable) -> Node:
    kind = NodeKind.FRONT_MATTER
    if not table.values:
        kind = NodeKind.SECTION if table.path else NodeKind.PREAMBLE
    return Node(
        kind,
        table.name or "Settings",
        table.span,
        table.span,
        table.name or HEADER_KEY,
        editable=False,
        why_not=_COMMENT,
        children=tuple(_children(text, table)) if table.values else (),
    )


def _children(text: str, table: TomlTable) -> Iterator[Node]:
    at = table.span.start
    for value in table.values:
        yield from _between(table, Span(at, value.lines.start))
        at = value.lines.end
        yield _field(text, table, value)
    yield from _between(table, Span(at, table.span.end))


def _between(table: TomlTable, gap: Span) -> Iterator[Node]:
    if gap.start < gap.end:
        kind = NodeKind.HEADING if gap.start == table.span.start else NodeKind.LOOSE
        yield Node(kind, "", gap, gap, f"{table.name}/", editable=False, why_not=_COMMENT)


def _field(text: str, table: TomlTable, value: TomlValue) -> Node:
    said = said_by(value.value)
    return Node(
        NodeKind.FIELD,
        _title(table, value),
        value.lines,
        value.written,
        _key(table, value),
        editable=said is not None,
        why_not="" if said is not None else _NOT_A_LINE,
        value=None if said is None or said == value.written.of(text) else said,
    )
