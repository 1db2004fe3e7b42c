"""Finds a text in bytes, in every spelling of it, and masks it there.

Memory is kept in UTF-8 and at times in UTF-16, and JSON may write any character as an escape. All spellings are looked
for at once, also mixed, so that one search answers for a Markdown file, a record, a draft and a settings file alike.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from memdesk.errors import UsageError
from memdesk.text.document import encode

LEAST_CHARS = 4
"""A shorter text stands in too many places by chance."""

MASK = "*"
_ESCAPES = {'"': '\\"', "\\": "\\\\", "/": "\\/", "\b": "\\b", "\f": "\\f", "\r": "\\r", "\t": "\\t"}
_LINE_END = rb"(?:\r?\n|(?:\\r)?\\n|(?:\\u000[dD])?\\u000[aA])"
_STAYING = frozenset(b"\r\n")


def check_traceable(secret: str) -> None:
    """Raises `UsageError` for a text that cannot sensibly be looked for and masked."""
    if len(secret) < LEAST_CHARS:
        raise UsageError("A text to purge has {n} characters at least.", n=LEAST_CHARS)
    if not secret.strip(MASK + " \t\r\n"):
        raise UsageError("A text to purge has to hold more than blanks and {mask}.", mask=MASK)


def traces_of(secret: str) -> re.Pattern[bytes]:
    """A pattern that finds `secret` in bytes of UTF-8, of UTF-16 and of JSON, whatever JSON escapes.

    A line end in it finds LF and CR LF. Raises `UsageError` as `check_traceable`.
    """
    check_traceable(secret)
    plain = secret.replace("\r\n", "\n")
    wide = (
        b"(?P<%s>%s)" % (name, re.escape(secret.encode(f"utf-16-{name.decode()}", "surrogatepass")))
        for name in (b"le", b"be")
    )
    return re.compile(b"|".join((b"".join(map(_spellings, plain)), *wide)))


def finder_of(secret: str) -> Callable[[bytes], bool]:
    """Says whether bytes hold a trace, as `traces_of` finds them, and quickly where no escape can be in them."""
    traces = traces_of(secret)
    plain = encode(secret)
    is_plain = secret.isascii() and secret.isprintable() and not set(secret) & set(_ESCAPES)

    def holds(data: bytes) -> bool:
        if is_plain and (plain in data or (b"\\u" not in data and b"\0" not in data)):
            return plain in data
        return traces.search(data) is not None

    return holds


def masked(data: bytes, traces: re.Pattern[bytes]) -> bytes:
    """`data` with every trace masked, of the same length; line ends stay."""
    return traces.sub(_mask, data)


def without(text: str, secret: str) -> str:
    """`text` without `secret`."""
    return text.replace(secret, "")


def _spellings(character: str) -> bytes:
    if character == "\n":
        return _LINE_END
    units = character.encode("utf-16-be", "surrogatepass")
    escape = b"".join(
        b"\\\\u" + _any_case(units[at : at + 2].hex().encode()) for at in range(0, len(units), 2)
    )
    known = [re.escape(encode(character)), escape]
    if character in _ESCAPES:
        # Longest first: a JSON text holds the character itself as the end of its escape.
        known.insert(0, re.escape(_ESCAPES[character].encode()))
    return b"(?:%s)" % b"|".join(known)


def _any_case(digits: bytes) -> bytes:
    return b"".join(
        b"[%s%s]" % (digit, digit.upper()) if digit.isalpha() else digit
        for digit in (digits[at : at + 1] for at in range(len(digits)))
    )


def _mask(found: re.Match[bytes]) -> bytes:
    size = len(found[0])
    if found.lastgroup is not None:
        return MASK.encode(f"utf-16-{found.lastgroup}") * (size // 2)
    return bytes(byte if byte in _STAYING else ord(MASK) for byte in found[0])
