"""Text as it is shown: characters that hide or reorder other characters are spelled out as their code."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from typing import NamedTuple

# Controls but the tab, soft hyphen, zero-width and bidirectional controls, invisible operators, separators that look
# like line ends, variation and tag characters that carry text unseen, non-characters, and bytes that are not UTF-8.
_HIDDEN = re.compile(
    "[\x00-\x08\x0a-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ufdd0-\ufdef\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffc\ufffe\uffff\ud800-\udfff"
    "\U000e0000-\U000e0fff]"
)
_JOINER = "\u200d"
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
    for found in _HIDDEN.finditer(source):
        place = found.start()
        if source[place] == _JOINER and _joins_pictures(source, place):
            continue
        code = _code(source[place])
        length += place - at
        boxes.append((length, length + len(code)))
        origins.append(place)
        parts += (source[at:place], code)
        length += len(code)
        at = place + 1
    parts.append(source[at:])
    return ShownText(source, "".join(parts), tuple(boxes), tuple(origins))


def _code(character: str) -> str:
    code = ord(character)
    is_byte = _FIRST_ESCAPED_BYTE <= code <= _LAST_ESCAPED_BYTE
    name = f"x{code - 0xDC00:02X}" if is_byte else f"U+{code:04X}"
    # Blanks that do not break, for the outline to stand in.
    return f"\N{NO-BREAK SPACE}{name}\N{NO-BREAK SPACE}"


def _joins_pictures(text: str, place: int) -> bool:
    """Whether the joiner at `place` stands between two pictures, where it makes one of them and hides nothing."""
    return 0 < place < len(text) - 1 and _picture(text[place - 1]) and _picture(text[place + 1])


def _picture(character: str) -> bool:
    return character == "\ufe0f" or unicodedata.category(character) in ("So", "Sk")
