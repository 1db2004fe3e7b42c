"""Characters that cannot be shown as themselves, shown as private-use characters, one for one.

A text widget turns CR, U+2028 and U+2029 into other breaks, drops a byte order mark and lone surrogates, and gives
meaning to U+FDD0, U+FDD1 and U+FFFC; direction, tag, zero-width and control characters hide. So each of them is shown
as a private-use character that the text itself does not use, and drawn as its label (see `hidden_characters`). One code
point stands for one code point: columns stay what they are.

Some of them are part of how a language or an emoji is written. These are escaped only where `text.hidden` says that
they hide, which depends on the line around them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from memdesk.text.hidden import find_hidden_within
from memdesk.text.labelled import label_in_row


def _span(first: int, last: int) -> str:
    return "".join(map(chr, range(first, last + 1)))


_CHANGED_BY_QT = "\r\0\u2028\u2029\ufdd0\ufdd1\ufeff\ufffc"
_INVALID_BYTES = _span(0xDC80, 0xDCFF)
_CONTROLS = _span(1, 8) + "\x0b\x0c" + _span(0xE, 0x1F) + _span(0x7F, 0x9F)
_UNSEEN = "\u00ad" + _span(0x202A, 0x202E) + _span(0x2060, 0x206F)
_FILLERS = "\u17b4\u17b5\u3164\uffa0\U000e0001" + _span(0xFFF0, 0xFFFB) + _span(0xFDD2, 0xFDEF)
_NOTATION = _span(0x1BCA0, 0x1BCA3) + _span(0x1D173, 0x1D17A)

ESCAPED = _CHANGED_BY_QT + _CONTROLS + _UNSEEN + _FILLERS + _NOTATION + _INVALID_BYTES
"""The characters that are never shown as themselves."""

NEEDED_BY_SOME = (
    "\u034f\u061c\u115f\u1160\u200b\u200c\u200d\u200e\u200f\u2800"
    + _span(0x180B, 0x180F)
    + _span(0xFE00, 0xFE0F)
    + _span(0xE0020, 0xE007F)
    + _span(0xE0100, 0xE01EF)
)
"""The characters that are shown as themselves where a language or an emoji is written with them."""

_ALL = ESCAPED + NEEDED_BY_SOME
_PLAIN_ASCII = bytes(code for code in range(128) if chr(code) not in ESCAPED)
_MAY_HIDE = re.compile(f"[{NEEDED_BY_SOME}]")
_HIDDEN = re.compile(f"[{re.escape(ESCAPED.replace(chr(13), ''))}]|\r(?!\n)")

# The first plane first: one UTF-16 unit each keeps the arithmetic of most texts trivial.
_PRIVATE_USE = ((0xE000, 0xF8FF), (0xF0000, 0xFFFFD), (0x100000, 0x10FFFD))


_Table = Mapping[int, str]


@lru_cache(maxsize=4)
def _tables(base: int) -> tuple[re.Pattern[str], _Table, _Table, _Table]:
    """The window from `base` on, and the tables there and back. A form asks for them once per field."""
    codes = [chr(base + i) for i in range(len(_ALL))]
    return (
        re.compile(f"[{codes[0]}-{codes[-1]}]"),
        str.maketrans(dict(zip(ESCAPED, codes, strict=False))),
        str.maketrans(dict(zip(_ALL, codes, strict=True))),
        str.maketrans(dict(zip(codes, _ALL, strict=True))),
    )


class Escapes:
    """One choice of private-use characters, none of which `text` contains."""

    def __init__(self, text: str) -> None:
        base = _free_window("" if text.isascii() else text)
        self._window, self._to_shown, self._hiding, self._to_real = _tables(base)

    def clash_with(self, text: str) -> bool:
        """Whether `text` holds a character that stands for another one here."""
        return not text.isascii() and self._window.search(text) is not None

    def shown(self, text: str) -> str:
        """`text`, one line or several, as a text widget can hold it."""
        if text.isascii() or not _MAY_HIDE.search(text):
            return text.translate(self._to_shown)
        pieces, end = [], 0
        for hidden in find_hidden_within(text):
            pieces += [text[end : hidden.span.start], hidden.span.of(text).translate(self._hiding)]
            end = hidden.span.end
        return "".join([*pieces, text[end:]]).translate(self._to_shown)

    def real(self, shown: str) -> str:
        """What `shown` stands for."""
        return shown if shown.isascii() else shown.translate(self._to_real)

    def find(self, shown: str) -> Iterator[tuple[int, str]]:
        """Where characters of `shown` stand for others, and for which."""
        if not shown.isascii():
            for found in self._window.finditer(shown):
                yield found.start(), found[0].translate(self._to_real)


def has_hidden(text: str) -> bool:
    """Whether `text` may hold a character that is not shown as itself; CR LF is a line end, not a character."""
    # Taking away what most texts are made of is much faster than a pattern that looks at each character.
    if text.isascii() and not text.encode().translate(None, _PLAIN_ASCII):
        return False
    return _HIDDEN.search(text) is not None or (not text.isascii() and _MAY_HIDE.search(text) is not None)


def code_of(character: str, before: str = "") -> str:
    """What is shown for an escaped character: `CR`, `U+202E`, `xFF` for a byte; a tag shows its letter.

    `before` is the character in front of it, escaped or not: the first of several tags says what it is.
    """
    return label_in_row(character, before)


def _free_window(text: str) -> int:
    """The first of as many successive private-use characters as are escaped that `text` leaves free."""
    used = [code for code in map(ord, set(text)) if code >= _PRIVATE_USE[0][0]]
    size = len(_ALL)
    for low, high in _PRIVATE_USE:
        for base in range(low, high - size, size):
            if not any(base <= code < base + size for code in used):
                return base
    # A text would need a character of each of two hundred windows.
    raise ValueError("the text uses all of the private-use characters")
