"""What agents written in Go have in common, measured on their programs: paths, white space, capped reads, errors."""

from __future__ import annotations

import errno
import os
import posixpath
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from memdesk.layouts.documents import FileKind
from memdesk.text.document import GO_WHITE_SPACE
from memdesk.text.edits import Span

if TYPE_CHECKING:
    from memdesk.layouts.view import View


def clean_path(path: str) -> str:
    """`path` cleaned lexically, as Go's `filepath.Clean` does it on POSIX; links are not resolved."""
    clean = posixpath.normpath(path)
    return clean[1:] if clean.startswith("//") else clean


def join_path(*parts: str) -> str:
    """`parts` joined and cleaned, empty ones left out, as Go's `filepath.Join` does it on POSIX."""
    given = [part for part in parts if part]
    return clean_path("/".join(given)) if given else ""


def trimmed(text: str, span: Span) -> Span:
    """`span` without the white space at both its ends; empty at its end where there is nothing else."""
    first, behind = span
    if first < behind and text[first] not in GO_WHITE_SPACE and text[behind - 1] not in GO_WHITE_SPACE:
        # So it is with nearly every line, and each of a file is trimmed several times.
        return span
    start = span.end - len(span.of(text).lstrip(GO_WHITE_SPACE))
    return Span(start, start + len(text[start : span.end].rstrip(GO_WHITE_SPACE)))


def trimmed_runs(text: str, runs: Iterable[Span]) -> tuple[Span, ...]:
    """`runs`, which white space joins, trimmed as the one string they make: blank runs at both ends go."""
    kept = list(runs)
    while kept and is_blank(text, kept[0]):
        kept.pop(0)
    while kept and is_blank(text, kept[-1]):
        kept.pop()
    if kept:
        kept[0] = Span(trimmed(text, kept[0]).start, kept[0].end)
        kept[-1] = Span(kept[-1].start, trimmed(text, kept[-1]).end)
    return tuple(kept)


def is_blank(text: str, span: Span) -> bool:
    """Whether nothing but white space stands in `span`."""
    return not span.of(text).strip(GO_WHITE_SPACE)


_SHORT_ESCAPES = {"\a": "\\a", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\v": "\\v"}


def quoted(text: str) -> str:
    """`text` in quotes, as Go's `%q` prints it: what cannot be printed, and bytes that are not UTF-8, escaped."""
    return '"' + "".join(map(_quoted, text)) + '"'


def _quoted(character: str) -> str:
    code = ord(character)
    if character in '"\\':
        return f"\\{character}"
    if character.isprintable():
        return character
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    if code < 0x20 or code == 0x7F:
        return _SHORT_ESCAPES.get(character, f"\\x{code:02x}")
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def error_words(error: OSError) -> str:
    """What a Go program prints of a file system error: the system's words in lower case."""
    return (error.strerror or str(error)).lower()


def folder_obstacle(view: View, folder: str) -> str:
    """Go's error where `os.MkdirAll` cannot make `folder`, by what stands there and above; empty for none."""
    at, missing = folder, ""
    while True:
        try:
            found = view.info(at)
        except OSError:
            if at in ("/", ""):
                return ""
            at, missing = posixpath.dirname(at), at
            continue
        if found.kind is FileKind.FOLDER:
            blocked = missing and not found.writable
            return f"mkdir {missing}: {os.strerror(errno.EACCES).lower()}" if blocked else ""
        number = errno.EEXIST if found.kind is FileKind.MISSING else errno.ENOTDIR
        return f"mkdir {at}: {os.strerror(number).lower()}"


class CappedRead(NamedTuple):
    """What a program that reads at most so many bytes gets, and what it says about it (empty: nothing).

    `rest` is what it leaves unread behind the cap. `failed` tells a file that could not be read from one that was
    cut; a missing file, or a link to none, is neither.
    """

    data: bytes = b""
    warning: str = ""
    failed: bool = False
    rest: bytes = b""


def read_capped(view: View, path: str, cap_bytes: int, prefix: str, cut_note: str = "") -> CappedRead:
    """Read `path` as such a program does: exactly `cap_bytes` come back whole, one more is cut there."""
    try:
        data = view.read(path)
    except FileNotFoundError:
        return CappedRead()
    except IsADirectoryError as error:
        return CappedRead(b"", f"{prefix}: read {path}: read {path}: {error_words(error)}", failed=True)
    except OSError as error:
        return CappedRead(
            b"", f"{prefix}: cannot read {path}: open {path}: {error_words(error)}", failed=True
        )
    if len(data) <= cap_bytes:
        return CappedRead(data)
    warning = f"{prefix}: {path} truncated to {cap_bytes} bytes{cut_note}"
    return CappedRead(data[:cap_bytes], warning, rest=data[cap_bytes:])
