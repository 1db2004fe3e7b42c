"""Our own reading of headers: a node for each key, and for each row of the lists in `user.md`.

Facts of a key's node: `locked` ("yes") where it is EverOS's own, which a change sets only when it is unlocked on
purpose; `known` ("no") where EverOS drops it when it next builds the file. Those of a row: what else its item tells, by
its own names (`category` or `trait`, `evidence`, `basis`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from memdesk.layouts.everos.kinds import PROFILE, SKILL, Kind
from memdesk.layouts.shapes.python_text import PYTHON_WHITE_SPACE
from memdesk.text.edits import Span
from memdesk.text.front_matter import Entry, FrontMatter, entries
from memdesk.text.outline import Node, NodeKind
from memdesk.text.sentence import say
from memdesk.text.shortening import beginning
from memdesk.text.yaml_values import BadFrontMatter, shown

HEADER_KEY = "\n---"
FIELD_PREFIX = "---/"
"""Header keys as keys of nodes: `---/description`."""

KEPT_BY_EVEROS = frozenset(
    {"id", "type", "file_type", "schema_version", "track", "date", "user_id", "agent_id"}
    | {"entry_count", "last_appended_at", "created_at", "updated_at", "profile_timestamp_ms"}
    | {
        "source_case_ids",
        "cluster_id",
        "deprecated_entries",
        "doc_id",
        "node_id",
        "category_id",
        "topic_index",
    }
    | {"topic_path", "depth", "parent_node_id", "children_node_ids", "name"}
)
KEPT_WHEN_BUILT: Mapping[str, frozenset[str]] = {
    PROFILE.name: KEPT_BY_EVEROS | {"summary", "explicit_info", "implicit_traits"},
    SKILL.name: KEPT_BY_EVEROS | {"description", "confidence", "maturity_score"},
}
"""The keys that EverOS knows of files which it builds anew of their headers: others are dropped then."""
PROFILE_LISTS = ("explicit_info", "implicit_traits")

_LOCKED_KEY = say("EverOS finds this memory by it")
_NOT_A_LINE = say("It is written so that it can only be edited as text")
_LONGEST_TITLE = 60


LOCKED: Mapping[str, str] = {"locked": "yes"}
"""Facts of a node that a change may set when it is unlocked on purpose."""


def log_header_node(text: str, header: FrontMatter) -> Node:
    """The header of a daily log, which is EverOS's own; it keeps keys of yours."""
    node = header_node(None, text, header)
    return replace(
        node, why_not=node.why_not if not node.children else say("EverOS keeps this header itself")
    )


def header_node(kind: Kind | None, text: str, header: FrontMatter) -> Node:
    """The header with a node for each key; without any where it is not YAML, or none that lines can be told of."""
    node = Node(NodeKind.FRONT_MATTER, say("Header"), header.span, header.block, HEADER_KEY, editable=False)
    try:
        found = entries(text, header)
    except BadFrontMatter as error:
        return replace(node, why_not=say("It is not YAML ({error}): correct it as text", error=error))
    if not found:
        return replace(node, why_not=_NOT_A_LINE)
    fields = [_field(kind, text, entry) for entry in found]
    return stretched(replace(node, why_not=_NOT_A_LINE, children=tuple(fields)), header.span)


def _field(kind: Kind | None, text: str, entry: Entry) -> Node:
    key = str(entry.key)
    is_list = kind is PROFILE and key in PROFILE_LISTS and bool(items_of(text, entry))
    is_locked, is_scalar = key in KEPT_BY_EVEROS, not isinstance(entry.value, dict | list)
    written = entry.written.of(text)
    return Node(
        NodeKind.FIELD,
        key,
        entry.lines,
        entry.written,
        f"{FIELD_PREFIX}{key}",
        editable=is_scalar and not is_locked,
        why_not=_LOCKED_KEY if is_locked else "" if is_scalar else _NOT_A_LINE,
        facts=_facts(kind, key, is_unlockable=is_locked and is_scalar),
        value=None if entry.value == written or not is_scalar else shown(entry.value),
        children=_items(text, entry) if is_list else (),
    )


def _facts(kind: Kind | None, key: str, *, is_unlockable: bool) -> Mapping[str, str]:
    if is_unlockable:
        return LOCKED
    known = KEPT_WHEN_BUILT.get(kind.name) if kind else None
    return {} if known is None or key in known else {"known": "no"}


def _items(text: str, entry: Entry) -> tuple[Node, ...]:
    """The items of a list in user.md, with the line of its key as a node of its own."""
    items = items_of(text, entry)
    head = Span(entry.lines.start, items[0][0].start)
    nodes = [
        Node(
            NodeKind.FIELD,
            str(entry.key),
            head,
            Span(head.end, head.end),
            f"{FIELD_PREFIX}{entry.key}/",
            editable=False,
            why_not=say("It only names the items below it"),
        )
    ]
    for lines, item in items:
        nodes.append(_item(text, str(entry.key), lines, item))
    return tuple(nodes)


def _item(text: str, name: str, lines: Span, item: Item) -> Node:
    label, body = item.label, item.body
    facts = {key: shown(value) for key, value in item.facts.items()}
    return Node(
        NodeKind.ENTRY,
        label or first_words(item.text),
        lines,
        body or lines,
        f"{name}/{label or first_words(item.text)}",
        editable=body is not None,
        why_not="" if body is not None else _NOT_A_LINE,
        facts=facts,
        value=None if body and body.of(text) == item.text else item.text,
    )


class Item:
    """One item of a list in a header: its label, its text, where that text stands, and the other facts it has."""

    def __init__(self, label: str, text: str, body: Span | None, facts: dict[str, object]) -> None:
        self.label, self.text, self.body, self.facts = label, text, body, facts


def items_of(text: str, entry: Entry) -> list[tuple[Span, Item]]:
    """The items of a block list and the lines of each; none of a list in another style, or an empty one."""
    import yaml

    node = entry.node
    if not isinstance(node, yaml.SequenceNode) or node.flow_style or not isinstance(entry.value, list):
        return []
    offset = entry.written.start - node.start_mark.index
    starts = [_dash(text, offset + child.start_mark.index) for child in node.value]
    ends = [*starts[1:], entry.lines.end]
    return [
        (Span(start, end), _read_item(child, value, offset))
        for start, end, child, value in zip(starts, ends, node.value, entry.value, strict=False)
    ]


def _dash(text: str, start: int) -> int:
    """The start of the line of the dash in front of an item."""
    dash = text.rfind("-", 0, start)
    return text.rfind("\n", 0, dash) + 1


def _read_item(node: object, value: object, offset: int) -> Item:
    import yaml

    def span_of(child: yaml.Node) -> Span:
        return Span(child.start_mark.index + offset, child.end_mark.index + offset)

    if isinstance(node, yaml.ScalarNode):
        return Item("", shown(value), span_of(node), {})
    if not isinstance(node, yaml.MappingNode) or not isinstance(value, dict):
        return Item("", shown(value), None, {})
    label = str(value.get("trait") or value.get("category") or "")
    spans = {key.value: span_of(child) for key, child in node.value if isinstance(child, yaml.ScalarNode)}
    facts = {str(key): fact for key, fact in value.items() if key != "description"}
    return Item(label, shown(value.get("description")), spans.get("description"), facts)


def stretched(node: Node, span: Span) -> Node:
    """`node` and its outermost children over a wider span."""
    children = list(node.children)
    if children:
        children[0] = stretched(children[0], Span(span.start, children[0].span.end))
        children[-1] = stretched(children[-1], Span(children[-1].span.start, span.end))
    return replace(node, span=span, children=tuple(children))


def first_words(text: str) -> str:
    """The first line of a text, short enough for a title."""
    line = re.sub(r"\s+", " ", text.lstrip(PYTHON_WHITE_SPACE).partition("\n")[0]).strip(PYTHON_WHITE_SPACE)
    return line if len(line) <= _LONGEST_TITLE else beginning(line, _LONGEST_TITLE - 1) + "…"
