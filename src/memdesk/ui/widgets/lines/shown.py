"""Text as it is shown: characters that hide or reorder other characters are spelled out as their code."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

_LONE = re.compile("[\ud800-\udfff]")
_FIRST_ESCAPED_BYTE, _LAST_ESCAPED_BYTE = 0xDC80, 0xDCFF


class ShownText(NamedTuple):
    """A text and how it is shown. Offsets count code points, in `source` or in `shown`."""

    source: str
    shown: str
    boxes: tuple[tuple[int, int], ...]
    """Spans of `shown` that are codes, to be drawn with an outline."""
    origins: tuple[int, ...]
    """For each box, the offset in `source` of the character it stands for."""

    def to_shown(self, offset: int) -> int:
        """Where the character at `offset` of the source begins."""
        before = bisect_right(self.origins, offset - 1)
        if not before:
            return offset
        return self.boxes[before - 1][1] + offset - self.origins[before - 1] - 1

    def to_source(self, offset: int) -> int:
        """The source offset at `offset` of the shown text; inside a box the character it stands for."""
        before = bisect_right(self.boxes, (offset, 0)) - 1
        if before < 0:
            return offset
        end = self.boxes[before][1]
        return self.origins[before] if offset < end else self.origins[before] + 1 + offset - end


def show(source: str) -> ShownText:
    """`source` with every hidden character replaced by its code, such as `U+202E`, or `xE9` for a lone byte."""
    if source.isascii() and source.isprintable():
        return ShownText(source, source, (), ())
    parts: list[str] = []
    boxes: list[tuple[int, int]] = []
    origins: list[int] = []
    at = length = 0
    for place in sorted(_hidden_places(source)):
        code = _code(source[place])
        length += place - at
        boxes.append((length, length + len(code)))
        origins.append(place)
        parts += (source[at:place], code)
        length += len(code)
        at = place + 1
    parts.append(source[at:])
    return ShownText(source, "".join(parts), tuple(boxes), tuple(origins))


def _hidden_places(source: str) -> Iterator[int]:
    from memdesk.text.hidden import find_hidden

    # Behind a line end, since a byte order mark is harmless at the start of a file and `source` is any part of one.
    for found in find_hidden("\n" + source):
        yield from range(found.span.start - 1, found.span.end - 1)
    for lone in _LONE.finditer(source):
        yield lone.start()


def _code(character: str) -> str:
    code = ord(character)
    is_byte = _FIRST_ESCAPED_BYTE <= code <= _LAST_ESCAPED_BYTE
    name = f"x{code - 0xDC00:02X}" if is_byte else f"U+{code:04X}"
    # Blanks that do not break, for the outline to stand in.
    return f"\N{NO-BREAK SPACE}{name}\N{NO-BREAK SPACE}"
