"""Characters that a reader does not see and a model does: invisible, direction-changing, tag and control characters.

Found so that they can be shown by name. What writing needs is left out: variation selectors and joiners inside emoji,
joiners between letters of scripts that join, tags that spell a flag, tabs, and the line ends LF and CR LF.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from memdesk.text.document import BYTE_ORDER_MARK, GO_WHITE_SPACE
from memdesk.text.edits import Span


class HiddenKind(Enum):
    """Why a character is not seen, or why what is seen misleads."""

    BIDI = "changes the direction of writing"
    TAG = "spells hidden text"
    INVISIBLE = "takes no room"
    CONTROL = "is a control character"


@dataclass(frozen=True, slots=True)
class Hidden:
    """A run of hidden characters of one kind.

    `label` and `name` are those of the first ("U+202E", "RIGHT-TO-LEFT OVERRIDE"); `spelled` is what tag characters
    spell in ASCII, empty for other kinds.
    """

    kind: HiddenKind
    span: Span
    label: str
    name: str
    spelled: str = ""


_BIDI = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_TAG = "\U000e0001\U000e0020-\U000e007f"
_INVISIBLE = (
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2028\u2029\u2060-\u2065\u206a-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0100-\U000e01ef"
)
_CONTROL = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"
_HIDDEN = re.compile(f"([{_BIDI}]+)|([{_TAG}]+)|([{_INVISIBLE}]+)|([{_CONTROL}]+|\r(?!\n))")
_ANY = re.compile(f"[{_BIDI}{_TAG}{_INVISIBLE}{_CONTROL}\r]")
_KINDS = (HiddenKind.BIDI, HiddenKind.TAG, HiddenKind.INVISIBLE, HiddenKind.CONTROL)

_FLAG = "\U0001f3f4"
_TAG_END = "\U000e007f"
_TAG_OFFSET = 0xE0000
_JOINERS = "\u200c\u200d"
_VARIATIONS = "\ufe00\ufe01\ufe02\ufe0e\ufe0f"
_CONTROL_NAMES = {"\x00": "NULL", "\x08": "BACKSPACE", "\x0b": "LINE TABULATION", "\x0c": "FORM FEED"} | {
    "\r": "CARRIAGE RETURN",
    "\x1b": "ESCAPE",
    "\x7f": "DELETE",
    "\x85": "NEXT LINE",
}


def find_hidden(text: str) -> Iterator[Hidden]:
    """The hidden characters of `text`, in order; a byte order mark at the start is none."""
    end = 1 if text.startswith(BYTE_ORDER_MARK) else 0
    while found := _ANY.search(text, end):
        end = found.end()
        if run := _HIDDEN.match(text, found.start()):
            end = run.end()
            kind, span = _KINDS[(run.lastindex or 1) - 1], Span(*run.span())
            if not _is_needed(text, span, kind):
                yield _described(run.group(), span, kind)


def _described(run: str, span: Span, kind: HiddenKind) -> Hidden:
    first = run[0]
    name = unicodedata.name(first, "") or _CONTROL_NAMES.get(first, "CONTROL CHARACTER")
    spelled = _spelled(run) if kind is HiddenKind.TAG else ""
    return Hidden(kind, span, f"U+{ord(first):04X}", name, spelled)


def _spelled(tags: str) -> str:
    letters = (chr(ord(tag) - _TAG_OFFSET) for tag in tags)
    return "".join(letter for letter in letters if letter.isprintable())


def _is_needed(text: str, span: Span, kind: HiddenKind) -> bool:
    """Whether what is seen depends on the run: part of an emoji, a flag, or a joining script."""
    before, after = text[span.start - 1 : span.start], text[span.end : span.end + 1]
    run = span.of(text)
    if kind is HiddenKind.TAG:
        return before == _FLAG and run.endswith(_TAG_END) and len(run) <= 7
    if kind is not HiddenKind.INVISIBLE or len(run) > 2:
        return False
    variation, joiner = run.rstrip(_JOINERS), run.lstrip(_VARIATIONS)
    if len(variation) > 1 or len(joiner) > 1 or (variation and variation not in _VARIATIONS):
        return False
    return _carries(before) if not joiner else _joins(before, after, joiner)


def _carries(character: str) -> bool:
    """Whether a variation selector behind `character` chooses how it looks: a symbol, or the digit of a keycap."""
    return (
        bool(character)
        and (not character.isascii() or character in "0123456789#*")
        and character not in GO_WHITE_SPACE
    )


def _joins(before: str, after: str, joiner: str) -> bool:
    """Whether a joiner between these two forms an emoji or belongs to a script that joins letters."""
    if not before or not after or before.isascii() or after.isascii():
        return False
    pair = {unicodedata.category(before), unicodedata.category(after)}
    if pair <= {"So", "Sk", "Cn", "Mn"}:
        return joiner == "\u200d"
    return pair <= {"Lo", "Mn", "Mc", "Lm"} or (joiner == "\u200d" and "So" in pair)
