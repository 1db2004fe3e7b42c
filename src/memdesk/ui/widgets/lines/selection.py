"""What is selected in a view of lines: two places in the text, and what lies between."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from memdesk.ui.widgets.lines.line import REMARKS, Line

_WORD = re.compile(r"\w+|\s+|[^\w\s]")


class Place(NamedTuple):
    """In front of the character at `offset` of line number `line`."""

    line: int
    offset: int


class Selection(NamedTuple):
    """From where the selection began to where the caret is; the two may stand in either order."""

    anchor: Place
    caret: Place

    @property
    def first(self) -> Place:
        """The end that stands first in the text."""
        return min(self.anchor, self.caret)

    @property
    def last(self) -> Place:
        """The end that stands last in the text."""
        return max(self.anchor, self.caret)

    @property
    def empty(self) -> bool:
        """Whether nothing is selected."""
        return self.anchor == self.caret

    def span(self, line: int, length: int) -> tuple[int, int] | None:
        """The selected span of line number `line`, which is `length` long; None where nothing of it is."""
        first, last = self.first, self.last
        if self.empty or not first.line <= line <= last.line:
            return None
        start = first.offset if line == first.line else 0
        end = last.offset if line == last.line else length
        return start, end


def selected_text(lines: Sequence[Line], selection: Selection) -> str:
    """The selected text, its lines joined by LF. Remarks of Memdesk are no text and stay out."""
    parts = []
    for number in range(selection.first.line, selection.last.line + 1):
        line = lines[number]
        span = selection.span(number, len(line.text))
        if span is not None and line.kind not in REMARKS:
            parts.append(line.text[span[0] : span[1]])
    return "\n".join(parts)


def word_at(text: str, offset: int) -> tuple[int, int]:
    """The span of the word, the blanks or the sign at `offset`."""
    # A word is looked for near the place alone: the line may be a megabyte long.
    base = max(0, offset - 200)
    for found in _WORD.finditer(text, base, min(len(text), offset + 200)):
        if found.start() <= offset < found.end():
            return found.span()
    return offset, offset
