"""The items of Markdown's lists: what each of a text says, and in which of them a line stands.

`items_around_fence` looks back from a line, and tells apart only what decides whether a fence belongs to an item. Two
rare shapes it does not: a line that continues the paragraph of an item lazily, left of its text, is taken to end the
item; a marker that cannot interrupt a paragraph (one without text, a number other than 1) is taken to begin one.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from memdesk.text.document import split_lines, trim
from memdesk.text.edits import Span

_MARKER = r" {0,3}(?:[-+*]|[0-9]{1,9}[.)])"
_ITEM = rf"{_MARKER}(?: {{1,4}}|\t)"
_ITEMS_BEFORE_FENCE = re.compile(rf"((?:{_ITEM})+)| {{0,3}}")
_MARKERS = re.compile(_ITEM)
_ITEM_LINE = re.compile(rf"( *){_MARKER}(?:(?: {{1,4}}|\t)(?=[^ \t\r\n])|(?=[ \t\r\n])|$)")
_RULE = re.compile(r" *([-*_])(?:[ \t]*\1){2,}[ \t\r]*$")
_NOT_BLANK = re.compile(r"[^ \t\r\n]")
_OUTERMOST = re.compile(r"(?m)^(?:[-*+]|\d{1,9}[.)])[ \t]+(?=\S)")
_FENCE = re.compile(r"(?m)^[ \t]*(?:```|~~~)")
_BEHIND = re.compile(r"\n[ \t]*\r?\n(?=\S)")
_BLANK_END = re.compile(r"\n(?:[ \t\r]*\n)+[ \t\r]*$")
_LINES_LOOKED_BACK = 200
"""How far above a line its items are looked for; bounds the cost of hostile text."""

Columns = tuple[int, ...]
"""Where the text of each list item begins that holds a line, outermost first; columns count from 0."""


class Item(NamedTuple):
    """One item of a text: all of it with its line end, its marker, and what it says."""

    span: Span
    marker: str
    text: str


def items_of(text: str) -> tuple[Item, ...]:
    """The outermost items of the lists of a text; none of a text with code fences, where marks may be code."""
    if _FENCE.search(text):
        return ()
    found = list(_OUTERMOST.finditer(text))
    ends = [match.start() for match in found[1:]] + [len(text)] if found else []
    return tuple(_item(text, match, end) for match, end in zip(found, ends, strict=True))


def _item(text: str, match: re.Match[str], end: int) -> Item:
    """An item up to the next one; what stands behind a blank line without being set in is not of it."""
    if stop := _BEHIND.search(text, match.end(), end):
        end = stop.start() + 1
    elif blank := _BLANK_END.search(text, match.end(), end):
        end = blank.start() + 1
    return Item(Span(match.start(), end), match[0], trim(text[match.end() : end]))


def said_by_list(text: str) -> list[str]:
    """What the items of a text say that is a list and nothing else, with no blank and no set-in lines in it."""
    items = items_of(text)
    is_alone = _lines("".join(item.span.of(text) for item in items)) == _lines(text)
    return ["\n".join(_lines(item.text)) for item in items] if is_alone else []


def _lines(text: str) -> list[str]:
    return [line for line in map(trim, split_lines(text)) if line]


class KnownItems(NamedTuple):
    """That at `position` of a text, which is the end of a line, the items with these `columns` are open."""

    position: int
    columns: Columns


def columns_wide(text: str) -> int:
    """How many columns `text` takes, tabs at every fourth."""
    return len(text.expandtabs(4))


def items_around_fence(text: str, line_start: int, mark_start: int, known: KnownItems) -> Columns | None:
    """The list items that hold the fence whose mark is at `mark_start`; None if other text precedes it in its line."""
    if line_start == mark_start:
        return ()
    before = _ITEMS_BEFORE_FENCE.fullmatch(text, line_start, mark_start)
    if before is None:
        return None
    markers = before[1]
    if not markers:
        return _items_above(text, line_start, columns_wide(before[0]), known)
    above = _items_above(text, line_start, len(markers) - len(markers.lstrip(" ")), known)
    return (*above, *(columns_wide(markers[: marker.end()]) for marker in _MARKERS.finditer(markers)))


def _items_above(text: str, line_start: int, column: int, known: KnownItems) -> Columns:
    """The items that hold what stands at `column` of the line at `line_start`, looked for up to what is `known`."""
    found: list[int] = []
    end = line_start - 1
    for _ in range(_LINES_LOOKED_BACK):
        if column == 0:
            break
        if end <= known.position:
            found += reversed([item for item in known.columns if item <= column])
            break
        start = text.rfind("\n", 0, end) + 1
        if content := _NOT_BLANK.search(text, start, end):
            item = _item_column(text, start, end)
            if item and item <= column:
                found.append(item)
            column = min(column, columns_wide(text[start : content.start()]))
        end = start - 1
    return tuple(reversed(found))


def _item_column(text: str, start: int, end: int) -> int:
    """Where the text of the item begins that the line opens; 0 where it opens none."""
    marker = _ITEM_LINE.match(text, start, end)
    if marker is None or _RULE.match(text, start, end):
        return 0
    return columns_wide(marker[0]) + (marker[0][-1] not in " \t")
