"""Fenced code as CommonMark has it: where it stands, and whether the text ends inside it.

A `## ` line inside a fence is code, so every reading of sections asks here first. Lines end at LF; a fence is
three or more backticks or tildes behind at most three blanks, or behind the marker of a list item. It ends with a
line of at least as many of the same character and nothing else, or, inside a list item, with the item: such a
fence holds no line at column 0 and is not listed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from memdesk.text.document import BYTE_ORDER_MARK, line_end_near
from memdesk.text.edits import Edit, Span

_MARKS = ("```", "~~~")
_RUN = re.compile("`+|~+")
_ITEM = r" {0,3}(?:[-+*]|[0-9]{1,9}[.)])(?: {1,4}|\t)"
_BEFORE_FENCE = re.compile(rf"(?P<items>(?:{_ITEM})*) {{0,3}}")
_ITEM_LINE = re.compile(rf"(?: *{_ITEM})")
_NOT_BLANK = re.compile(r"[^ \t\r\n]")
_LINES_LOOKED_BACK = 200
"""How far above an indented fence the list item that holds it is looked for; bounds the cost of hostile text."""


class Fence(NamedTuple):
    """A block of fenced code. `span` runs from its first line to behind its last; `mark` is what opened it."""

    span: Span
    mark: str
    closed: bool


class _Line(NamedTuple):
    """A line that can open or close a fence. `indent` counts the columns before `mark`."""

    span: Span
    items: str
    indent: int
    mark: str
    info: str

    @property
    def opens(self) -> bool:
        """Whether it is an opening fence: the info string behind backticks holds no backtick."""
        return self.mark[0] == "~" or "`" not in self.info

    def closes(self, opener: _Line, item_indent: int) -> bool:
        """Whether it ends the fence that `opener` began, in a list item with text at column `item_indent`."""
        return (
            not self.items
            and self.indent - item_indent <= 3
            and self.mark.startswith(opener.mark)
            and not self.info.strip(" \t\r")
        )


def scan_fences(text: str) -> list[Fence]:
    """The fenced code of `text`, in order, outside list items. Only the last one can be unclosed."""
    if not any(mark in text for mark in _MARKS):
        return []
    fences: list[Fence] = []
    opener: _Line | None = None
    item_indent = 0
    for line in _fence_lines(text):
        if opener and item_indent and _item_ended(text, opener, item_indent, line):
            opener = None
        if opener is None:
            if line.opens:
                opener, item_indent = line, _item_indent(text, line)
        elif line.closes(opener, item_indent):
            if not item_indent:
                fences.append(Fence(Span(opener.span.start, line.span.end), opener.mark, closed=True))
            opener = None
    if opener and not item_indent:
        fences.append(Fence(Span(opener.span.start, len(text)), opener.mark, closed=False))
    return fences


def open_fence(text: str) -> Fence | None:
    """The fence that `text` ends in, because nothing closes it."""
    fences = scan_fences(text)
    return fences[-1] if fences and not fences[-1].closed else None


def close_fence(text: str, *, before: int | None = None) -> Edit | None:
    """The edit that closes the fence `text` ends in; None where it ends in none.

    The closing line goes to the end, which leaves every line what it is, or above the line that starts at `before`,
    which makes headings from there on count again.
    """
    fence = open_fence(text)
    if fence is None:
        return None
    at = len(text) if before is None else before
    line_end = line_end_near(text, at)
    lead = line_end if at and text[at - 1] != "\n" else ""
    return Edit(at, "", lead + fence.mark + line_end)


def _fence_lines(text: str) -> Iterator[_Line]:
    """Every line that starts with a fence, list markers and blanks aside. Each line is looked at once."""
    first = 1 if text.startswith(BYTE_ORDER_MARK) else 0
    hits = {mark: text.find(mark, first) for mark in _MARKS}
    while found := [hit for hit in hits.values() if hit >= 0]:
        at = min(found)
        start = max(text.rfind("\n", 0, at) + 1, first)
        end = text.find("\n", at) + 1 or len(text)
        before = _BEFORE_FENCE.fullmatch(text, start, at)
        run = _RUN.match(text, at)
        if before and run:
            indent = len(text[start:at].expandtabs(4))
            yield _Line(
                Span(start, end), before["items"], indent, run.group(), text[run.end() : end].rstrip("\n")
            )
        hits = {mark: hit if hit >= end or hit < 0 else text.find(mark, end) for mark, hit in hits.items()}


def _item_indent(text: str, line: _Line) -> int:
    """The column at which the text of the list item that holds `line` begins; 0 where none does.

    The item is found by looking back for its marker. Lines that only continue a paragraph lazily, at a smaller
    indentation, end the search.
    """
    if line.items:
        return len(line.items.expandtabs(4))
    indent, end = line.indent, line.span.start - 1
    for _ in range(_LINES_LOOKED_BACK):
        if indent == 0 or end <= 0:
            return 0
        start = text.rfind("\n", 0, end) + 1
        marker = _ITEM_LINE.match(text, start, end)
        if marker and (column := len(marker.group().expandtabs(4))) <= indent:
            return column
        if (content := _NOT_BLANK.search(text, start, end)) and not marker:
            indent = min(indent, len(text[start : content.start()].expandtabs(4)))
        end = start - 1
    return 0


def _item_ended(text: str, opener: _Line, item_indent: int, line: _Line) -> bool:
    """Whether a line up to and with `line` stands left of the list item that `opener` is in."""
    left_of_item = re.compile(rf"^ {{0,{item_indent - 1}}}[^ \t\r\n]", re.MULTILINE)
    return left_of_item.search(text, opener.span.end, line.span.end) is not None
