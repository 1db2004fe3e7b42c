"""JSON strings: what one says, which character of it stands where, and how ours are written."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from memdesk.text.compare import edits_between
from memdesk.text.document import canonical
from memdesk.text.edits import Edit, Span, apply_all

REPLACEMENT = "\ufffd"

_TOKEN = re.compile(
    r"\\u([dD][89abAB][0-9A-Fa-f]{2})\\u([dD][c-fC-F][0-9A-Fa-f]{2})|\\u([0-9A-Fa-f]{4})|\\(.)|[^\\]+"
)
_SAID = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_WRITTEN = {said: f"\\{mark}" for mark, said in _SAID.items()} | {'"': '\\"', "\\": "\\\\"}
_TO_ESCAPE = re.compile('["\\\\<>&\x00-\x1f\u2028\u2029]')


class Run(NamedTuple):
    """Characters of a string that stand as they are, or one that is escaped; `raw` counts from the opening quote."""

    text: str
    raw: Span
    is_escape: bool


@dataclass(frozen=True, slots=True)
class JsonString:
    """What stands between the quotes of a string, what it says, and where its runs start in both.

    An escaped surrogate without its other half says U+FFFD, as every reader of UTF-8 takes it.
    """

    raw: str
    text: str
    _starts: tuple[int, ...]
    _raw_starts: tuple[int, ...]

    def raw_at(self, position: int) -> int:
        """Where in `raw` the character at `position` of `text` is written; at the end of both, that end."""
        if position >= len(self.text):
            return len(self.raw)
        run = bisect_right(self._starts, position) - 1
        return self._raw_starts[run] + position - self._starts[run]

    def runs(self) -> Iterator[Run]:
        """The runs, in order."""
        ends = (*self._starts, len(self.text))[1:]
        raw_ends = (*self._raw_starts, len(self.raw))[1:]
        for start, end, raw, raw_end in zip(self._starts, ends, self._raw_starts, raw_ends, strict=True):
            yield Run(self.text[start:end], Span(raw, raw_end), self.raw.startswith("\\", raw))


@lru_cache(maxsize=16)
def read_string(raw: str) -> JsonString:
    """What the well-formed string with `raw` between its quotes says.

    Remembered: while one types into a long text, it is asked for many times a key.
    """
    if "\\" not in raw:
        return JsonString(raw, raw, (0,), (0,)) if raw else JsonString("", "", (), ())
    said: list[str] = []
    starts, raw_starts, length = [], [], 0
    for token in _TOKEN.finditer(raw):
        starts.append(length)
        raw_starts.append(token.start())
        said.append(_meaning(token))
        length += len(said[-1])
    return JsonString(raw, "".join(said), tuple(starts), tuple(raw_starts))


def _meaning(token: re.Match[str]) -> str:
    high, low, code, mark = token.groups()
    if high:
        return chr(0x10000 + ((int(high, 16) & 0x3FF) << 10) + (int(low, 16) & 0x3FF))
    if code:
        number = int(code, 16)
        return REPLACEMENT if 0xD800 <= number <= 0xDFFF else chr(number)
    return _SAID.get(mark, mark) if mark else token[0]


def write_string(text: str) -> str:
    """`text` as a string with its quotes, escaped as Go's `encoding/json` does it.

    Characters that HTML or JavaScript would take for something else are escaped, everything else stands as it is,
    bytes that are not UTF-8 included.
    """
    return f'"{_TO_ESCAPE.sub(_escape, text)}"'


def _escape(found: re.Match[str]) -> str:
    return _WRITTEN.get(found[0]) or f"\\u{ord(found[0]):04x}"


def string_edits(whole: str, inside: Span, text: str) -> tuple[Edit, ...]:
    """The edits of `whole` that make the string with its characters `inside` say `text`.

    What both say alike keeps the way it is written. Where the rest would say something else then, because two halves
    of an escape came together, the string is written anew.
    """
    old = read_string(inside.of(whole))
    edits = []
    for edit in edits_between(old.text, text):
        start, end = old.raw_at(edit.start), old.raw_at(edit.end)
        edits.append(Edit(inside.start + start, old.raw[start:end], write_string(edit.new)[1:-1]))
    moved = (Edit(edit.start - inside.start, edit.old, edit.new) for edit in edits)
    if canonical(read_string(apply_all(old.raw, moved)).text) == canonical(text):
        return tuple(edits)
    return (Edit(inside.start, old.raw, write_string(text)[1:-1]),)
