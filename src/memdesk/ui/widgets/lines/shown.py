"""Text as it is shown: characters that hide or reorder other characters are spelled out as their code."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from memdesk.text.labelled import find_labels, label_in_row


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
    """`source` with every hidden character replaced by its label: `U+202E`, `xE9` for a lone byte."""
    if source.isascii() and source.isprintable():
        return ShownText(source, source, (), ())
    parts: list[str] = []
    boxes: list[tuple[int, int]] = []
    origins: list[int] = []
    at = length = 0
    for place in _hidden_places(source):
        code = _code(source, place)
        length += place - at
        boxes.append((length, length + len(code)))
        origins.append(place)
        parts += (source[at:place], code)
        length += len(code)
        at = place + 1
    parts.append(source[at:])
    return ShownText(source, "".join(parts), tuple(boxes), tuple(origins))


def _hidden_places(source: str) -> Iterator[int]:
    for label in find_labels(source):
        yield from range(*label.span)


def _code(source: str, place: int) -> str:
    # Blanks that do not break, for the outline to stand in.
    return f"\N{NO-BREAK SPACE}{label_in_row(source[place], source[max(0, place - 1) : place])}\N{NO-BREAK SPACE}"
