"""Our own reading of EverOS's files: nodes over every character, also of what EverOS does not see.

A header behind a byte order mark is a header, an entry whose closing marker is missing ends where the next one opens.
What stands between entries is loose text; blank lines belong to the node before them.
"""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from operator import is_

from memdesk.layouts.documents import Document
from memdesk.layouts.everos.entry_nodes import entry_node
from memdesk.layouts.everos.header_nodes import first_words, header_node, log_header_node, stretched
from memdesk.layouts.everos.kinds import PROFILE, Kind, kind_of_path
from memdesk.layouts.everos.settings_nodes import is_settings, settings_nodes
from memdesk.layouts.shapes.daily_log import read_entries
from memdesk.layouts.shapes.python_text import PYTHON_WHITE_SPACE, trimmed
from memdesk.text.edits import Span
from memdesk.text.front_matter import find_front_matter, read_mapping
from memdesk.text.outline import PREAMBLE_KEY, Node, NodeKind, Outline
from memdesk.text.sections import document_outline
from memdesk.text.sentence import say
from memdesk.text.yaml_values import BadFrontMatter

_REPEATED = say("EverOS writes this text itself: it repeats the summary")


def kind_of(document: Document) -> Kind | None:
    """What EverOS takes a document for; None for references, scripts and settings."""
    return kind_of_path(posixpath.relpath(document.path, document.root))


def outline_of(document: Document, text: str) -> Outline:
    """The nodes of a document by its kind."""
    kind = kind_of(document)
    if is_settings(document) and (tables := settings_nodes(text)):
        return Outline(tuple(_numbered(tables)))
    if kind is None and not document.path.endswith(".md"):
        return _plain(text)
    header = find_front_matter(text, behind_mark=True)
    start, named = header.span.end if header else 0, list[Node]()
    if kind and kind.is_daily_log:
        nodes = list(_daily_log(kind, text, start))
        head = [log_header_node(text, header)] if header else []
    else:
        below = document_outline(text[start:])
        nodes, named = _shifted(below.nodes, start), _shifted(below.named, start)
        if kind is PROFILE:
            nodes = [replace(node, editable=False, why_not=_REPEATED) for node in nodes]
        head = [header_node(kind, text, header)] if header else []
    return Outline(tuple(_numbered(_joined([*head, *nodes]))), tuple(named))


def _plain(text: str) -> Outline:
    whole = Span(0, len(text))
    return Outline((Node(NodeKind.LOOSE, "", whole, whole, PREAMBLE_KEY),) if text else ())


def _joined(nodes: Sequence[Node]) -> Iterator[Node]:
    """The nodes of a text that begins before the first of them: a byte order mark belongs to it."""
    for number, node in enumerate(nodes):
        yield stretched(node, Span(0, node.span.end)) if number == 0 and node.span.start else node


def _numbered(nodes: Iterable[Node]) -> Iterator[Node]:
    """Nodes whose equal keys are counted over the whole document, so that a key and its number find one node."""
    seen: Counter[str] = Counter()

    def number(node: Node) -> Node:
        occurrence = seen[node.key]
        seen[node.key] += 1
        children = tuple(map(number, node.children))
        # Most nodes are as they should be, and a log has very many.
        if occurrence == node.occurrence and all(map(is_, children, node.children)):
            return node
        return replace(node, occurrence=occurrence, children=children)

    return map(number, nodes)


def _shifted(nodes: Iterable[Node], by: int) -> list[Node]:
    return [
        replace(node, span=Span(*(at + by for at in node.span)), body=Span(*(at + by for at in node.body)))
        for node in nodes
    ]


def _daily_log(kind: Kind, text: str, start: int) -> Iterator[Node]:
    """Entries, and loose text between them; blank lines belong to the entry before, at the start to the one behind."""
    found = list(read_entries(text, start))
    replaced, left = _deprecated(text), Counter(entry.entry_id for entry in found)
    at = start
    for number, entry in enumerate(found):
        begin = at
        if _has_words(text, Span(at, entry.span.start)):
            yield _loose(text, Span(at, entry.span.start))
            begin = entry.span.start
        following = found[number + 1].span.start if number + 1 < len(found) else len(text)
        at = _end_with_blanks(text, Span(entry.span.end, following))
        facts = dict(replaced.get(entry.entry_id, {}))
        left[entry.entry_id] -= 1
        if left[entry.entry_id]:
            facts["duplicate"] = "yes"
        yield entry_node(kind, text, entry, Span(begin, at), facts)
    if at < len(text):
        yield _loose(text, Span(at, len(text)))


def _deprecated(text: str) -> Mapping[str, Mapping[str, str]]:
    """What the header says of entries that others took the place of."""
    try:
        named = read_mapping(text, find_front_matter(text, behind_mark=True)).get("deprecated_entries")
    except BadFrontMatter:
        return {}
    found = named.items() if isinstance(named, dict) else ()
    return {str(old): {"deprecated_by": str(new)} for old, new in found}


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
    words = first_words(body.of(text))
    return Node(NodeKind.LOOSE, words, span, body, words or PREAMBLE_KEY)
