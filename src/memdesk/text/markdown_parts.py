"""A Markdown text cut into parts that can be read one by one: front matter, then one part per heading.

Fences and comments are kept whole, so each part means alone what it means in the text; only link definitions reach
across (see `rendering`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from memdesk.text.document import BYTE_ORDER_MARK
from memdesk.text.edits import Span
from memdesk.text.front_matter import find_front_matter

_LINE = re.compile(r"[^\n]*(?:\n|\Z)")
_HEADING = re.compile(r"#{1,6}(?:[ \t]|\r?$)")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})([^\n]*)")
_COMMENT_OPENS = re.compile(r" {0,3}<!--")
_COMMENT_END = "-->"
_LONGEST_PART = 24_000
"""A part that is longer, in characters, ends at the next blank line outside a fence and a list."""


def front_matter_of(text: str) -> Span:
    """The front matter of `text` with both delimiter lines and the byte order mark before it; empty without one."""
    found = find_front_matter(text, behind_mark=True)
    if found is not None:
        return Span(0, found.span.end)
    return Span(0, 1 if text.startswith(BYTE_ORDER_MARK) else 0)


def markdown_parts(text: str, start: int) -> list[Span]:
    """The parts of `text` from `start` on; they cover it."""
    parts: list[Span] = []
    for at in _breaks(text, start):
        if at > start:
            parts.append(Span(start, at))
            start = at
    if start < len(text):
        parts.append(Span(start, len(text)))
    return parts


def _breaks(text: str, start: int) -> Iterator[int]:
    """Where parts may begin."""
    fence, in_comment, was_blank, begun = "", False, False, start
    for found in _LINE.finditer(text, start):
        line, at = found.group(), found.start()
        if in_comment:
            in_comment = _COMMENT_END not in line
        elif fence:
            fence = "" if _closes(line, fence) else fence
        elif _HEADING.match(line) or (was_blank and at - begun > _LONGEST_PART and line[:1].isalnum()):
            begun = at
            yield at
        elif opening := _FENCE.match(line):
            fence = opening[1] if opening[1][0] == "~" or "`" not in opening[2] else ""
        elif _COMMENT_OPENS.match(line):
            in_comment = _COMMENT_END not in line
        was_blank = not line.strip(" \t\r\n")


def _closes(line: str, fence: str) -> bool:
    found = _FENCE.match(line)
    return found is not None and found[1].startswith(fence) and not found[2].strip(" \t\r\n")
