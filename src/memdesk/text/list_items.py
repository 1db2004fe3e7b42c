"""In which list items a line of Markdown stands, found by looking back from it.

Only what decides whether a fence belongs to an item is told apart. Two rare shapes are not: a line that continues the
paragraph of an item lazily, left of its text, is taken to end the item; a marker that cannot interrupt a paragraph (one
without text, a number other than 1) is taken to begin one.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_MARKER = r" {0,3}(?:[-+*]|[0-9]{1,9}[.)])"
_ITEM = rf"{_MARKER}(?: {{1,4}}|\t)"
_ITEMS_BEFORE_FENCE = re.compile(rf"((?:{_ITEM})+)| {{0,3}}")
_MARKERS = re.compile(_ITEM)
_ITEM_LINE = re.compile(rf"( *){_MARKER}(?:(?: {{1,4}}|\t)(?=[^ \t\r\n])|(?=[ \t\r\n])|$)")
_RULE = re.compile(r" *([-*_])(?:[ \t]*\1){2,}[ \t\r]*$")
_NOT_BLANK = re.compile(r"[^ \t\r\n]")
_LINES_LOOKED_BACK = 200
"""How far above a line its items are looked for; bounds the cost of hostile text."""

Columns = tuple[int, ...]
"""Where the text of each list item begins that holds a line, outermost first; columns count from 0."""


class KnownItems(NamedTuple):
    """That at `position` of a text, which is the end of a line, the items with these `columns` are open."""

    position: int
    columns: Columns


def columns_wide(text: str) -> int:
    """How many columns `text` takes, tabs at every fourth."""
    return len(text.expandtabs(4))


def items_around_fence(text: str, line_start: int, mark_start: int, known: KnownItems) -> Columns | None:
    """The items that hold the fence whose mark stands at `mark_start`; None where something else stands before it."""
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
