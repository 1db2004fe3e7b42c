"""Positions of characters as positions of bytes, for programs that cut the file itself."""

from __future__ import annotations

from memdesk.text.document import byte_length


class ByteOffsets:
    """Byte positions in one text. Asked in ascending order, all of them together cost one pass."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._is_plain = text.isascii()
        self._known = (0, 0)

    def at(self, position: int) -> int:
        """Where the character at `position` begins on disk."""
        if self._is_plain:
            return position
        character, offset = self._known if self._known[0] <= position else (0, 0)
        offset += byte_length(self._text[character:position])
        self._known = (position, offset)
        return offset
