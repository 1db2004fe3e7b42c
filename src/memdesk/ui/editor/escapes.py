"""Characters that Qt's text widgets would change, shown as private-use characters, one for one.

A text widget turns CR, U+2028 and U+2029 into other breaks, drops a byte order mark and lone surrogates, and gives
meaning to U+FDD0, U+FDD1 and U+FFFC. So each of them is shown as a private-use character that the text itself does not
use. One code point stands for one code point: columns stay what they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

ESCAPED = "\r\0\u2028\u2029\ufdd0\ufdd1\ufeff\ufffc" + "".join(map(chr, range(0xDC80, 0xDD00)))
"""The characters that are never shown as themselves; the last 128 are bytes that are not UTF-8."""

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
