"""Characters that cannot be shown as themselves, shown as private-use characters, one for one.

A text widget turns CR, U+2028 and U+2029 into other breaks, drops a byte order mark and lone surrogates, and gives
meaning to U+FDD0, U+FDD1 and U+FFFC; direction and zero-width characters hide. So each of them is shown as a
private-use character that the text itself does not use, and drawn as its code (see `hidden_characters`). One code
point stands for one code point: columns stay what they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_CHANGED_BY_QT = "\r\0\u2028\u2029\ufdd0\ufdd1\ufeff\ufffc"
_INVALID_BYTES = "".join(map(chr, range(0xDC80, 0xDD00)))
_UNSEEN = "\u061c\u200b\u200e\u200f\u2060\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Zero-width and direction characters: text that a person does not see, or sees in another order, an agent reads."""

ESCAPED = _CHANGED_BY_QT + _UNSEEN + _INVALID_BYTES
"""The characters that are never shown as themselves."""

_HIDDEN = re.compile(f"[{ESCAPED.replace(chr(13), '')}]|\r(?!\n)")

_SHORT_NAMES = {"\r": "CR", "\0": "NUL", "\ufeff": "BOM"}

# The first plane first: one UTF-16 unit each keeps the arithmetic of most texts trivial.
_PRIVATE_USE = ((0xE000, 0xF8FF), (0xF0000, 0xFFFFD), (0x100000, 0x10FFFD))


class Escapes:
    """One choice of private-use characters, none of which `text` contains."""

    def __init__(self, text: str) -> None:
        base = _free_window("" if text.isascii() else text)
        codes = [chr(base + i) for i in range(len(ESCAPED))]
        self._window = re.compile(f"[{codes[0]}-{codes[-1]}]")
        self._to_shown = str.maketrans(dict(zip(ESCAPED, codes, strict=True)))
        self._to_real = str.maketrans(dict(zip(codes, ESCAPED, strict=True)))

    def clash_with(self, text: str) -> bool:
        """Whether `text` holds a character that stands for another one here."""
        return not text.isascii() and self._window.search(text) is not None

    def shown(self, text: str) -> str:
        """`text` as a text widget can hold it."""
        return text.translate(self._to_shown)

    def real(self, shown: str) -> str:
        """What `shown` stands for."""
        return shown if shown.isascii() else shown.translate(self._to_real)

    def find(self, shown: str) -> Iterator[tuple[int, str]]:
        """Where characters of `shown` stand for others, and for which."""
        if not shown.isascii():
            for found in self._window.finditer(shown):
                yield found.start(), found[0].translate(self._to_real)


def has_hidden(text: str) -> bool:
    """Whether `text` holds a character that is not shown as itself; CR LF is a line end, not a character."""
    return ("\r" in text or "\0" in text or not text.isascii()) and _HIDDEN.search(text) is not None


def code_of(character: str) -> str:
    """What is shown for an escaped character: `CR`, `U+202E`, `FF` for a byte that is not UTF-8."""
    if character in _INVALID_BYTES:
        return f"{ord(character) - 0xDC00:02X}"
    return _SHORT_NAMES.get(character, f"U+{ord(character):04X}")


def _free_window(text: str) -> int:
    """The first of as many successive private-use characters as are escaped that `text` leaves free."""
    used = set(text)
    size = len(ESCAPED)
    for low, high in _PRIVATE_USE:
        for base in range(low, high - size, size):
            if not any(chr(code) in used for code in range(base, base + size)):
                return base
    # A text would need a character of each of a thousand windows.
    raise ValueError("the text uses all of the private-use characters")
