"""The items of a list in a section: each says one thing, where the agent's grammar knows the section alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from memdesk.services.documents.taken import NodeId
from memdesk.services.remembered.entries import WHOLE, Entry
from memdesk.text.document import split_lines, trim
from memdesk.text.edits import Span
from memdesk.text.list_items import Item, items_of
from memdesk.text.outline import NodeKind
from memdesk.text.wording import words_of

_MARKER = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+")
_MOST_CHARS_BY_LINE = 200_000
"""What no agent reads to its end is not looked through line by line: that takes seconds for a few million."""
_FEWEST_ITEMS = 2
_FEWEST_WORDS = 3


def said_in(text: str, kind: NodeKind, node_id: NodeId) -> tuple[str, ...]:
    """The things that a node of this kind says, one by one: what `split` makes of an entry with this text."""
    items = _parts(text, kind, node_id)
    return tuple(item.text for item in items if _says_enough(item)) if items else (text,)


def is_list_alone(entry: Entry) -> bool:
    """Whether an entry that `split` takes apart says nothing beside what comes of that."""
    items = _parts(entry.text, entry.kind, entry.node_id)
    said = "".join(item.span.of(entry.text) for item in items)
    return trim(said) == trim(entry.text) and all(map(_says_enough, items))


def is_item(entry: Entry) -> bool:
    """Whether an entry was made by `split`: it is an item of the node that it names, and not all of it."""
    return entry.kind is NodeKind.LOOSE and entry.is_remembered


def split(entry: Entry) -> Iterator[Entry]:
    """The items of a section as entries of their own, with the node id of the section; else the entry itself."""
    items = _parts(entry.text, entry.kind, entry.node_id)
    if not items:
        yield entry
        return
    start = entry.body.start if entry.body is not None else entry.span.start
    for item in items:
        if _says_enough(item):
            span = Span(start + item.span.start, start + item.span.end)
            yield entry._replace(text=item.text, kind=NodeKind.LOOSE, span=span, body=None)


def lines_beside(entry: Entry) -> Iterator[Entry]:
    """The lines of a section that stand beside what `split` makes of it, as entries of their own."""
    body = entry.body.start if entry.body is not None else entry.span.start
    for span, said in _lines_beside(entry.text, entry.kind, entry.node_id):
        where = Span(body + span.start, body + span.end)
        yield entry._replace(text=said, kind=NodeKind.LOOSE, span=where, body=None)


def said_beside(text: str, kind: NodeKind, node_id: NodeId) -> tuple[str, ...]:
    """What the lines of a node of this kind say that stand beside what `said_in` gives."""
    return tuple(said for _, said in _lines_beside(text, kind, node_id))


def _lines_beside(text: str, kind: NodeKind, node_id: NodeId) -> Iterator[tuple[Span, str]]:
    if kind is not NodeKind.SECTION or node_id == WHOLE or len(text) > _MOST_CHARS_BY_LINE:
        return
    items = iter(_parts(text, kind, node_id))
    item, at, whole = next(items, None), 0, trim(text)
    for line in split_lines(text):
        start, at = at, at + len(line)
        while item is not None and item.span.end <= start:
            item = next(items, None)
        if item is not None and item.span.start <= start:
            continue
        said = trim(line[len(found[0]) :] if (found := _MARKER.match(line)) else line)
        if said != whole and len(words_of(said)) >= _FEWEST_WORDS:
            yield Span(start, at), said


def _parts(text: str, kind: NodeKind, node_id: NodeId) -> tuple[Item, ...]:
    """The items that stand for themselves; none where it is the whole that does."""
    items = items_of(text) if kind is NodeKind.SECTION and node_id != WHOLE else ()
    return items if len(items) >= _FEWEST_ITEMS else ()


def _says_enough(item: Item) -> bool:
    return len(words_of(item.text)) >= _FEWEST_WORDS


def changed_items(text: str, wanted: Mapping[str, Sequence[str | None]]) -> str:
    """`text` with items saying something else, or gone where None is wanted.

    `wanted` has by what items say what becomes of each of them, from top to bottom; of more that say it, the first stay
    as they are. A text of several lines becomes as many items. Raises `KeyError` for what not so many items say.
    """
    left = {said: list(each) for said, each in wanted.items()}
    for item in reversed(items_of(text)):
        said = left[item.text].pop() if left.get(item.text) else item.text
        if said != item.text:
            new = "" if said is None else _as_items(item, said, text)
            text = text[: item.span.start] + new + text[item.span.end :]
    for said_before, each in left.items():
        if each:
            raise KeyError(said_before)
    return text


def _as_items(item: Item, said: str, text: str) -> str:
    whole = item.span.of(text)
    line_end = "\r\n" if whole.endswith("\r\n") else "\n" if whole.endswith("\n") else ""
    lines = [line for line in said.split("\n") if trim(line)]
    return (line_end or "\n").join(item.marker + trim(line) for line in lines) + line_end
