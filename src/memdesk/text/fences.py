"""Fenced code as CommonMark has it, and the `## ` lines outside it, found in one pass.

Lines end at LF. A fence is three or more backticks or tildes behind at most three blanks, or behind the marker of a
list item. It ends with a line of at least as many of the same character and nothing else. One in a list item also ends
with the item; since it holds no line at column 0, it is not listed.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from memdesk.text.document import BYTE_ORDER_MARK
from memdesk.text.edits import Span
from memdesk.text.list_items import Columns, KnownItems, items_around_fence

_LINE = r"(## |[ \t0-9.)+*-]*+(`{3,}+|~{3,}+)([^\n]*+))"
"""What looks like a heading, or (mark, info) like a fence behind blanks and list markers. Possessive: linear time."""

_FIRST_LINE = re.compile(_LINE)
_LINE_BELOW = re.compile("\n" + _LINE)


class Fence(NamedTuple):
    """A block of fenced code. `span` runs from its first line to behind its last; `mark` is what opened it."""

    span: Span
    mark: str
    closed: bool


class Landmarks(NamedTuple):
    """Where `## ` lines outside fences start, and the fences that are not in a list item, both in order."""

    headings: list[int]
    fences: list[Fence]

    @property
    def open_fence(self) -> Fence | None:
        """The fence that the text ends in, because nothing closes it."""
        return self.fences[-1] if self.fences and not self.fences[-1].closed else None


def scan_landmarks(text: str) -> Landmarks:
    """The headings and fences of `text`, also right behind a byte order mark."""
    headings: list[int] = []
    fences: list[Fence] = []
    first = 1 if text.startswith(BYTE_ORDER_MARK) else 0
    line = _FIRST_LINE.match(text, first) or _LINE_BELOW.search(text, first)
    known = KnownItems(first, ())
    while line:
        end = line.end()
        if line[2] is None:
            headings.append(line.start(1))
        elif (items := opened_in(text, line.start(1), Span(*line.span(2)), line[3], known)) is not None:
            last = closing_of(line[2], items).search(text, end)
            end = last.end() if last else len(text)
            known = KnownItems(end, items)
            if not items:
                fences.append(Fence(Span(line.start(1), min(end + 1, len(text))), line[2], last is not None))
        line = _LINE_BELOW.search(text, end)
    return Landmarks(headings, fences)


def open_fence(text: str) -> Fence | None:
    """The fence that `text` ends in, because nothing closes it."""
    return scan_landmarks(text).open_fence


def opened_in(text: str, line_start: int, mark: Span, info: str, known: KnownItems) -> Columns | None:
    """The list items in which a line with a fence's `mark` and `info` opens one; None where it opens none.

    A fence stands behind blanks and list markers only, and no backtick follows one of backticks.
    """
    if text[mark.start] == "`" and "`" in info:
        return None
    return items_around_fence(text, line_start, mark.start, known)


def closing_of(mark: str, items: Columns) -> re.Pattern[str]:
    """What ends the fence that `mark` opens in these list items."""
    return _end_of_fence(mark[0], len(mark), items[-1] if items else 0)


@lru_cache(maxsize=64)
def _end_of_fence(character: str, length: int, item_column: int) -> re.Pattern[str]:
    """What ends a fence: its closing line, or else where a line stands left of the text of its list item."""
    closing = rf"\n {{0,{item_column + 3}}}{character}{{{length},}}+[ \t\r]*+(?![^\n])"
    if not item_column:
        return re.compile(closing)
    return re.compile(rf"(?=\n {{0,{item_column - 1}}}[^ \t\r\n])|{closing}")
