"""Our own reading of EverOS's files: nodes over every character, also of what EverOS does not see.

A header behind a byte order mark is a header, an entry whose closing marker is missing ends where the next one opens.
What stands between entries is loose text; blank lines belong to the node before them.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from memdesk.layouts.documents import Document
from memdesk.layouts.everos.entries import AuditForm, parse_audit_form
from memdesk.layouts.everos.kinds import MAIN_SECTION, PROFILE, Kind, kind_of_path
from memdesk.layouts.shapes.daily_log import LogEntry, read_entries
from memdesk.layouts.shapes.python_text import PYTHON_WHITE_SPACE, trimmed
from memdesk.text.edits import Span
from memdesk.text.front_matter import BadFrontMatter, Entry, FrontMatter, entries, find_front_matter
from memdesk.text.outline import PREAMBLE_KEY, Node, NodeKind, Outline
from memdesk.text.sections import section_outline

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
PROFILE_LISTS = ("explicit_info", "implicit_traits")

_LOCKED_KEY = "EverOS finds this memory by it"
_LOCKED_FIELDS = "Who said it when is EverOS's own record; its index never looks at changes of it"
_UNCLOSED = "Its closing marker is missing: EverOS sees neither this entry nor what follows"
_NOT_A_LINE = "It is written so that it can only be edited as text"
_LONGEST_TITLE = 60


def kind_of(document: Document) -> Kind | None:
    """What EverOS takes a document for; None for references, scripts and settings."""
    return kind_of_path(posixpath.relpath(document.path, document.root))


def outline_of(document: Document, text: str) -> Outline:
    """The nodes of a document by its kind."""
    kind = kind_of(document)
    if kind is None and not document.path.endswith(".md"):
        return _plain(text)
    header = find_front_matter(text, behind_mark=True)
    start = header.span.end if header else 0
    if kind and kind.is_daily_log:
        nodes = list(_daily_log(kind, text, start))
        head = [_locked_header(header)] if header else []
    else:
        nodes = _shifted(section_outline(text[start:]), start)
        head = [_header(kind, text, header)] if header else []
    return Outline(tuple(_numbered(_joined([*head, *nodes]))))


def _plain(text: str) -> Outline:
    whole = Span(0, len(text))
    return Outline((Node(NodeKind.LOOSE, "", whole, whole, PREAMBLE_KEY),) if text else ())


def _joined(nodes: Sequence[Node]) -> Iterator[Node]:
    """The nodes of a text that begins before the first of them: a byte order mark belongs to it."""
    for number, node in enumerate(nodes):
        yield _stretched(node, Span(0, node.span.end)) if number == 0 and node.span.start else node


def _stretched(node: Node, span: Span) -> Node:
    """`node` and its outermost children over a wider span."""
    children = list(node.children)
    if children:
        children[0] = _stretched(children[0], Span(span.start, children[0].span.end))
        children[-1] = _stretched(children[-1], Span(children[-1].span.start, span.end))
    return replace(node, span=span, children=tuple(children))


def _numbered(nodes: Iterable[Node]) -> Iterator[Node]:
    """Nodes whose equal keys are counted over the whole document, so that a key and its number find one node."""
    seen: Counter[str] = Counter()

    def number(node: Node) -> Node:
        occurrence = seen[node.key]
        seen[node.key] += 1
        return replace(node, occurrence=occurrence, children=tuple(map(number, node.children)))

    return map(number, nodes)


def _shifted(outline: Outline, by: int) -> list[Node]:
    return [
        replace(node, span=Span(*(at + by for at in node.span)), body=Span(*(at + by for at in node.body)))
        for node in outline.nodes
    ]


# Headers


def _locked_header(header: FrontMatter) -> Node:
    why = "EverOS keeps this header itself: edit it as text where it must be mended"
    return Node(
        NodeKind.FRONT_MATTER, "Header", header.span, header.block, HEADER_KEY, editable=False, why_not=why
    )


def _header(kind: Kind | None, text: str, header: FrontMatter) -> Node:
    """The header with a node for each key; without any where it is not YAML, or none that lines can be told of."""
    node = Node(NodeKind.FRONT_MATTER, "Header", header.span, header.block, HEADER_KEY, editable=False)
    try:
        found = entries(text, header)
    except BadFrontMatter as error:
        return replace(node, why_not=f"It is not YAML ({error}): mend it as text")
    if not found:
        return replace(node, why_not=_NOT_A_LINE)
    fields = [_field(kind, text, entry) for entry in found]
    return _stretched(replace(node, why_not=_NOT_A_LINE, children=tuple(fields)), header.span)


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
        value=None if entry.value == written or not is_scalar else _shown(entry.value),
        children=_items(text, entry) if is_list else (),
    )


def _shown(value: object) -> str:
    """A scalar as people type it."""
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


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
        )
    ]
    for lines, item in items:
        nodes.append(_item(text, str(entry.key), lines, item))
    return tuple(nodes)


def _item(text: str, name: str, lines: Span, item: Item) -> Node:
    label, body = item.label, item.body
    facts = {key: _shown(value) for key, value in item.facts.items()}
    return Node(
        NodeKind.ENTRY,
        label or _first_words(item.text),
        lines,
        body or lines,
        f"{name}/{label or _first_words(item.text)}",
        editable=body is not None,
        why_not="" if body is not None else _NOT_A_LINE,
        facts=facts,
        value=None if body and body.of(text) == item.text else item.text,
    )


class Item:
    """One item of a list in a header: what it is called, what it says and where, and what else it tells."""

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
        return Item("", _shown(value), span_of(node), {})
    if not isinstance(node, yaml.MappingNode) or not isinstance(value, dict):
        return Item("", _shown(value), None, {})
    label = str(value.get("trait") or value.get("category") or "")
    spans = {key.value: span_of(child) for key, child in node.value if isinstance(child, yaml.ScalarNode)}
    facts = {str(key): fact for key, fact in value.items() if key != "description"}
    return Item(label, _shown(value.get("description")), spans.get("description"), facts)


# Daily logs


def _daily_log(kind: Kind, text: str, start: int) -> Iterator[Node]:
    """Entries, and loose text between them; blank lines belong to the entry before, at the start to the one behind."""
    found = list(read_entries(text, start))
    at = start
    for number, entry in enumerate(found):
        begin = at
        if _has_words(text, Span(at, entry.span.start)):
            yield _loose(text, Span(at, entry.span.start))
            begin = entry.span.start
        following = found[number + 1].span.start if number + 1 < len(found) else len(text)
        at = _end_with_blanks(text, Span(entry.span.end, following))
        yield _entry(kind, text, entry, Span(begin, at))
    if at < len(text):
        yield _loose(text, Span(at, len(text)))


def _has_words(text: str, span: Span) -> bool:
    return bool(span.of(text).strip(PYTHON_WHITE_SPACE + "\ufeff"))


def _end_with_blanks(text: str, gap: Span) -> int:
    """Where the blank lines behind an entry end: at the next entry, or where a line with words starts."""
    words = trimmed(text, gap)
    if words.start >= words.end:
        return gap.end
    line = text.rfind("\n", gap.start, words.start) + 1
    return max(line, gap.start)


def _loose(text: str, span: Span) -> Node:
    body = trimmed(text, span)
    words = _first_words(body.of(text))
    return Node(NodeKind.LOOSE, words, span, body, words or PREAMBLE_KEY)


def _first_words(text: str) -> str:
    line = re.sub(r"\s+", " ", text.lstrip(PYTHON_WHITE_SPACE).partition("\n")[0]).strip(PYTHON_WHITE_SPACE)
    return line if len(line) <= _LONGEST_TITLE else line[: _LONGEST_TITLE - 1] + "…"


def _entry(kind: Kind, text: str, entry: LogEntry, span: Span) -> Node:
    form = parse_audit_form(text, entry.body)
    main = form.section(MAIN_SECTION[kind.name])
    subject = form.sections.get("Subject", "")
    body = main.text if main else trimmed(text, entry.body)
    return Node(
        NodeKind.ENTRY,
        _first_words(subject or body.of(text)) or entry.entry_id,
        span,
        body,
        entry.entry_id,
        editable=entry.is_closed,
        why_not="" if entry.is_closed else _UNCLOSED,
        facts=dict(form.inline) | {"id": entry.entry_id},
        children=tuple(_parts(entry, form, span)) if entry.is_closed else (),
    )


def _parts(entry: LogEntry, form: AuditForm, span: Span) -> Iterator[Node]:
    """The head of an entry, its sections, and its end with the closing marker."""
    end = form.titled[-1].span.end if form.titled else entry.body.end
    yield _locked_part(entry, "fields", Span(span.start, form.head.end if form.titled else end))
    for section in form.titled:
        key = f"{entry.entry_id}/{section.title}"
        yield Node(NodeKind.SECTION, section.title, section.span, section.text, key)
    yield _locked_part(entry, "end", Span(end, span.end))


def _locked_part(entry: LogEntry, name: str, span: Span) -> Node:
    return Node(
        NodeKind.FIELD, name, span, span, f"{entry.entry_id}/{name}", editable=False, why_not=_LOCKED_FIELDS
    )
