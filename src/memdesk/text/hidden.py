"""Characters that a reader does not see and a model does: invisible, direction-changing, tag and control characters.

Found so that they can be shown by name. What writing needs is left out, by this rule:

* tabs and the line ends LF and CR LF; a byte order mark at the start of a file;
* one variation selector that chooses the look of a symbol, an ideograph or a Mongolian letter, and the one of a keycap;
* ZWJ between the pictures of an emoji, tags that spell a flag's region behind U+1F3F4;
* one ZWNJ or ZWJ behind a letter or sign of a script that joins (Arabic, Syriac, N'Ko, Indic, Khmer, Mongolian, ...);
* one ZWSP beside a letter of a script that writes no blanks (Thai, Lao, Khmer, Myanmar, Tibetan, ...);
* one LRM, RLM or ALM that is not inside a word, where letters that run from right to left stand near on the line;
* fillers between old Hangul letters, a grapheme joiner before a mark, blank cells among Braille.

Embeddings, overrides and isolates are never ordinary: a text that holds one reads otherwise than it is stored. Blanks
that do not break take room and are left out, and so are private-use characters, which fonts draw.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from memdesk.text.document import BYTE_ORDER_MARK
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

    `label` and `name` are those of the first ("U+202E", "RIGHT-TO-LEFT OVERRIDE"); `spelled` is what tag characters, or
    a run of variation selectors that stand for bytes, spell; empty for others.
    """

    kind: HiddenKind
    span: Span
    label: str
    name: str
    spelled: str = ""


BIDI_MARKS = "\u061c\u200e\u200f"
_BIDI = BIDI_MARKS + "\u202a-\u202e\u2066-\u2069"
_TAG = "\U000e0001\U000e0020-\U000e007f"
_INVISIBLE = (
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2028\u2029\u2060-\u2065\u206a-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffc\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000\U000e0002-\U000e001f\U000e0080-\U000e0fff"
)
_CONTROL = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff" + "".join(
    f"{chr(plane << 16 | 0xFFFE)}{chr(plane << 16 | 0xFFFF)}" for plane in range(1, 17)
)
_HIDDEN = re.compile(f"([{_BIDI}]+)|([{_TAG}]+)|([{_INVISIBLE}]+)|([{_CONTROL}]+|\r(?!\n))")
_ANY = re.compile(f"[{_BIDI}{_TAG}{_INVISIBLE}{_CONTROL}\r]")
_KINDS = (HiddenKind.BIDI, HiddenKind.TAG, HiddenKind.INVISIBLE, HiddenKind.CONTROL)

_FLAG = re.compile("[\U000e0061-\U000e007a]{2}[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,4}\U000e007f")
_FLAG_BASE = "\U0001f3f4"
_TAG_OFFSET = 0xE0000
_ZWSP, _ZWNJ, _ZWJ, _CGJ, _BRAILLE_BLANK = "\u200b", "\u200c", "\u200d", "\u034f", "\u2800"
_KEYCAP = "\u20e3"
_NEAR = 120
"""So many characters of the line on either side are looked at for what makes a mark ordinary."""

_EMOJI_STYLES = "\ufe0e\ufe0f"
_STYLED_BESIDE_SYMBOLS = "\u203c\u2049\u2139\u3030"
_MODIFIERS = "\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"
_IDEOGRAPH = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_FORMS = re.compile(
    "[\u1000-\u109f\u2200-\u22ff\u2a00-\u2aff\u3000-\u303f\u3400-\u9fff\uf900-\ufaff\uff00-\uff60]"
)
_MONGOLIAN = re.compile("[\u1820-\u18aa]")
_JAMO = re.compile("[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]")
_JOINING = re.compile(
    "[\u0620-\u08ff\u0900-\u0dff\u0f40-\u0fbc\u1000-\u109f\u1780-\u17d3\u1820-\u18aa\u1b00-\u1bff\ua840-\ua877"
    "\ua980-\ua9df\ufb50-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc\U00010d00-\U00010d27\U00011000-\U00011fff"
    "\U0001e900-\U0001e95f]"
)
_UNSPACED = re.compile(
    "[\u0e01-\u0eff\u0f00-\u0fff\u1000-\u109f\u1780-\u17ff\u1950-\u1aaf\u1b00-\u1b7f\ua980-\ua9df\uaa00-\uaadf]"
)
_BRAILLE = re.compile("[\u2801-\u28ff]")
_RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)

_BEHIND = (
    dict.fromkeys((_ZWNJ, _ZWJ), _JOINING)
    | dict.fromkeys("\u180b\u180c\u180d\u180e\u180f", _MONGOLIAN)
    | dict.fromkeys("\ufe00\ufe01\ufe02", _FORMS)
    | dict.fromkeys(map(chr, range(0xE0100, 0xE0120)), _IDEOGRAPH)
)
"""What is ordinary behind a character of these."""
_BESIDE = {_ZWSP: _UNSPACED, "\u115f": _JAMO, "\u1160": _JAMO}
"""What is ordinary in front of or behind a character of these."""

_SHORT_LABELS = {
    "\0": "NUL",
    "\r": "CR",
    "\x1b": "ESC",
    "\u00ad": "SHY",
    _CGJ: "CGJ",
    _ZWSP: "ZWSP",
    _ZWNJ: "ZWNJ",
    _ZWJ: "ZWJ",
    "\u2060": "WJ",
    BYTE_ORDER_MARK: "BOM",
}
_CONTROL_NAMES = {"\x00": "NULL", "\x08": "BACKSPACE", "\x0b": "LINE TABULATION", "\x0c": "FORM FEED"} | {
    "\r": "CARRIAGE RETURN",
    "\x1b": "ESCAPE",
    "\x7f": "DELETE",
    "\x85": "NEXT LINE",
}


def find_hidden(text: str) -> Iterator[Hidden]:
    """The hidden characters of `text`, in order; a byte order mark at the start is none."""
    return _find(text, 1 if text.startswith(BYTE_ORDER_MARK) else 0)


def find_hidden_within(text: str) -> Iterator[Hidden]:
    """The hidden characters of a piece of a file, or of a name: a byte order mark is one wherever it stands."""
    return _find(text, 0)


def _find(text: str, end: int) -> Iterator[Hidden]:
    while found := _ANY.search(text, end):
        end = found.end()
        if run := _HIDDEN.match(text, found.start()):
            end = run.end()
            kind, span = _KINDS[(run.lastindex or 1) - 1], Span(*run.span())
            if not _is_needed(text, span, kind):
                yield Hidden(
                    kind, span, label_of(run.group()[0]), name_of(run.group()[0]), _spelled(run.group())
                )


def label_of(character: str) -> str:
    """The shortest label of a hidden character or of a byte that is not UTF-8: `U+202E`, `ZWSP`, `VS16`, `xE9`.

    The abbreviations are those of the Unicode code charts.
    """
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:
        return f"x{code - 0xDC00:02X}"
    selector = _selector(character)
    return f"VS{selector + 1}" if selector is not None else _SHORT_LABELS.get(character, f"U+{code:04X}")


def name_of(character: str) -> str:
    """The Unicode name of `character`, or what it is where it has none."""
    name = unicodedata.name(character, "") or _CONTROL_NAMES.get(character, "")
    if name:
        return name
    return "CONTROL CHARACTER" if unicodedata.category(character) == "Cc" else "NO CHARACTER"


def is_tag(character: str) -> bool:
    """Whether `character` stands for a letter of ASCII that nobody sees."""
    return "\U000e0020" <= character <= "\U000e007e"


def spelled_by(tag: str) -> str:
    """The letter that a tag character stands for."""
    return chr(ord(tag) - _TAG_OFFSET)


def _selector(character: str) -> int | None:
    """Which of the 256 variation selectors `character` is, from 0; it is how bytes are smuggled behind a letter."""
    if "\ufe00" <= character <= "\ufe0f":
        return ord(character) - 0xFE00
    if "\U000e0100" <= character <= "\U000e01ef":
        return ord(character) - 0xE0100 + 16
    return None


def _spelled(run: str) -> str:
    if "\U000e0000" <= run[0] <= "\U000e007f":
        return "".join(spelled_by(tag) for tag in run if is_tag(tag))
    selectors = [_selector(character) for character in run]
    if len(run) < 3 or None in selectors:
        return ""
    text = bytes(selector for selector in selectors if selector is not None).decode("utf-8", "replace")
    return text if text.isprintable() else ""


def _is_needed(text: str, span: Span, kind: HiddenKind) -> bool:
    """Whether what is seen depends on the run."""
    before, after = text[max(0, span.start - 1) : span.start], text[span.end : span.end + 1]
    run = span.of(text)
    if kind is HiddenKind.TAG:
        return before == _FLAG_BASE and _FLAG.fullmatch(run) is not None
    if kind is HiddenKind.BIDI:
        return len(run) == 1 and run in BIDI_MARKS and _is_ordinary_mark(text, span, before, after)
    if kind is HiddenKind.CONTROL:
        return False
    if run[0] == _BRAILLE_BLANK:
        return not run.strip(_BRAILLE_BLANK) and _BRAILLE.search(_line_near(text, span)) is not None
    if len(run) == 2 and run[0] == "\ufe0f" and run[1] == _ZWJ:
        return _takes_style(before, run[1]) and _is_picture(after)
    return len(run) == 1 and _is_ordinary(before, run, after)


def _is_ordinary(before: str, character: str, after: str) -> bool:
    """Whether one invisible character between these two is part of how a language, or an emoji, is written."""
    if character in _EMOJI_STYLES:
        return _takes_style(before, after)
    if character == _ZWJ and before and (_is_picture(before) or before in _MODIFIERS):
        return _is_picture(after)
    if character == _CGJ:
        return bool(before and after) and unicodedata.category(after) in ("Mn", "Mc")
    behind, beside = _BEHIND.get(character), _BESIDE.get(character)
    if behind is not None:
        return behind.match(before) is not None
    return beside is not None and (beside.match(before) or beside.match(after)) is not None


def _takes_style(before: str, after: str) -> bool:
    """Whether a selector behind `before` chooses between text and emoji, or makes a keycap with `after`."""
    if before and before in "0123456789#*":
        return after == _KEYCAP
    return _is_picture(before) or (bool(before) and before in _STYLED_BESIDE_SYMBOLS)


def _is_picture(character: str) -> bool:
    if not character or character.isascii():
        return False
    # Emoji that are younger than the tables of this Python are unassigned there.
    return unicodedata.category(character) in ("So", "Sm") or "\U0001f000" <= character <= "\U0001faff"


def _is_ordinary_mark(text: str, span: Span, before: str, after: str) -> bool:
    inside_word = before.isalnum() and after.isalnum()
    return not inside_word and _RIGHT_TO_LEFT.search(_line_near(text, span)) is not None


def _line_near(text: str, span: Span) -> str:
    """What stands on the line of `span`, near it."""
    ahead = text[max(0, span.start - _NEAR) : span.start].rpartition("\n")[2]
    return ahead + text[span.end : span.end + _NEAR].partition("\n")[0]
