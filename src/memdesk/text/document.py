"""Document text: a lossless `str` view of any bytes, and the few rules about characters that all floors share.

Text is `bytes.decode("utf-8", "surrogateescape")`, so every byte string survives a round trip, byte order mark, lone
carriage returns and invalid bytes included. Lines end at LF only: `str.splitlines` would also break at ten other
characters, text-mode files would translate them.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from enum import Enum

BYTE_ORDER_MARK = "\ufeff"

GO_WHITE_SPACE = (
    "\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
"""Unicode White_Space as Go's `unicode.IsSpace` has it. Python's `str.strip` also takes U+001C to U+001F."""

JAVASCRIPT_WHITE_SPACE = GO_WHITE_SPACE.replace("\u0085", BYTE_ORDER_MARK)
"""What JavaScript's `trim` and `\\s` take."""

_NUL_SHARE_OF_BINARY = 0.1
_SNIFFED_BYTES = 4096
_UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def decode(data: bytes) -> str:
    """The text of `data`; bytes that are not UTF-8 become lone surrogates U+DC80 to U+DCFF."""
    return data.decode("utf-8", "surrogateescape")


def encode(text: str) -> bytes:
    """The bytes of `text`; exactly what `decode` was given."""
    return text.encode("utf-8", "surrogateescape")


def canonical(text: str) -> str:
    """`text` as a reload of its saved bytes would give it: adjacent escapes that form a valid character become it."""
    return text if text.isascii() else decode(encode(text))


def byte_length(text: str) -> int:
    """Size of `text` on disk, in bytes."""
    return len(text) if text.isascii() else len(encode(text))


def utf16_length(text: str) -> int:
    """How many UTF-16 units a text has: what JavaScript calls its length."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def trim(text: str) -> str:
    """`text` without white space at both ends, as Go's `strings.TrimSpace` does it."""
    return text.strip(GO_WHITE_SPACE)


def line_key(line: str) -> str:
    """A line as it is compared with another: white space at its end, and with it the line end, does not count."""
    return line.rstrip(GO_WHITE_SPACE)


def split_lines(text: str) -> list[str]:
    """The lines of `text`, each with its own line end; joined they are `text`. No empty line after a final LF."""
    lines = text.split("\n")
    last = lines.pop()
    return [line + "\n" for line in lines] + ([last] if last else [])


def line_content(line: str) -> str:
    """`line` without its line end, LF or CR LF."""
    if line.endswith("\r\n"):
        return line[:-2]
    return line.removesuffix("\n")


class LineEnds(Enum):
    """Which line ends a text uses."""

    NONE = "none"
    LF = "LF"
    CRLF = "CRLF"
    MIXED = "mixed"


def line_ends(text: str) -> LineEnds:
    """The line ends in `text`. A lone CR is an ordinary character, not a line end."""
    breaks, pairs = text.count("\n"), text.count("\r\n")
    if not breaks:
        return LineEnds.NONE
    if not pairs:
        return LineEnds.LF
    return LineEnds.CRLF if pairs == breaks else LineEnds.MIXED


def end_of_line(text: str, position: int) -> int:
    """Where the line that `position` stands in ends, its LF included."""
    return text.find("\n", position) + 1 or len(text)


def line_end_near(text: str, position: int) -> str:
    """The line end a new line at `position` takes: that of its line, else of the one before, else LF."""
    here = text.find("\n", position)
    if here < 0:
        here = text.rfind("\n", 0, position)
    return "\r\n" if here > 0 and text[here - 1] == "\r" else "\n"


def with_line_ends(text: str, line_end: str) -> str:
    """`text` with every line end made `line_end`, LF or CR LF. A lone CR before a line end then belongs to it."""
    plain = text.replace("\r\n", "\n")
    return plain if line_end == "\n" else plain.replace("\n", line_end)


class Encoding(Enum):
    """How the bytes of a document can be read. Only `UTF8` documents are edited."""

    UTF8 = "UTF-8"
    UTF8_BOM = "UTF-8 with BOM"
    UTF16 = "UTF-16"
    BINARY = "binary"


def sniff_encoding(data: bytes) -> Encoding:
    """A guess from the first bytes: UTF-16 by its byte order mark, binary where a tenth of them is NUL.

    Bytes that would count as binary are UTF-16 without a mark where they are text when read that way.
    """
    if data.startswith(_UTF16_MARKS):
        return Encoding.UTF16
    if data.startswith(b"\xef\xbb\xbf"):
        return Encoding.UTF8_BOM
    head = data[:_SNIFFED_BYTES]
    if head.count(0) <= len(head) * _NUL_SHARE_OF_BINARY:
        return Encoding.UTF8
    try:
        text = codecs.getincrementaldecoder(_unmarked_utf16(head))().decode(head)
    except UnicodeDecodeError:
        return Encoding.BINARY
    return Encoding.UTF16 if text and all(map(_is_of_text, text)) else Encoding.BINARY


def _unmarked_utf16(data: bytes) -> str:
    """Which UTF-16 bytes without a mark would be: of most letters the higher byte is NUL."""
    return "utf-16-le" if data[1::2].count(0) > data[::2].count(0) else "utf-16-be"


def _is_of_text(character: str) -> bool:
    return character in "\t\n\r\f" or unicodedata.category(character) not in ("Cc", "Cn", "Co")


def from_utf16(data: bytes) -> str:
    """The text of bytes in UTF-16, without its byte order mark. Raises `UnicodeDecodeError` where not all of it is.

    A NUL counts as no text: UTF-32 begins as UTF-16 does, but has a NUL for every other character.
    """
    is_marked = data.startswith(_UTF16_MARKS)
    encoding = "utf-16" if is_marked else _unmarked_utf16(data[:_SNIFFED_BYTES])
    text = data.decode(encoding)
    if "\0" in text:
        at = 2 * is_marked + len(text[: text.index("\0")].encode("utf-16-le"))
        raise UnicodeDecodeError(encoding, data, at, at + 2, "NUL")
    return text


_INVALID = re.compile("[\ud800-\udfff]")


def invalid_places(text: str) -> list[int]:
    """Where bytes stand that are not UTF-8, each one character of the text."""
    return [] if text.isascii() else [found.start() for found in _INVALID.finditer(text)]


def first_invalid_byte(text: str) -> int | None:
    """Offset in bytes of the first byte that is not UTF-8, or None."""
    found = None if text.isascii() else _INVALID.search(text)
    return None if found is None else byte_length(text[: found.start()])


def readable(text: str) -> str:
    """`text` for a program that cannot take lone surrogates (clipboard, JSON): those and invalid bytes as U+FFFD."""
    return text if text.isascii() else _INVALID.sub("\ufffd", text)
