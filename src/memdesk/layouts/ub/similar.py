"""When ub takes two texts for the same fact, so that the newer one replaces the older."""

from __future__ import annotations

from memdesk.layouts.shapes.go_text import equal_fold, is_letter_or_digit, lower
from memdesk.text.document import trim


def is_similar(one: str, other: str) -> bool:
    """Whether ub takes two texts for one: one holds the other, or three fifths of the shorter one's words are shared.

    Both are compared in lower case and without anything but letters and digits. A text lies in another one also within
    a word, and characters without blanks between them, as in Chinese, are one word. Where one of them has neither
    letters nor digits, they must be equal but for case.
    """
    a, b = plain(one), plain(other)
    if not a or not b:
        return equal_fold(trim(one), trim(other))
    if a in b or b in a:
        return True
    shorter, longer = sorted((set(a.split(" ")), set(b.split(" "))), key=len)
    return 5 * len(shorter & longer) >= 3 * len(shorter)


def plain(text: str) -> str:
    """`text` in lower case, every run of other runes than letters and decimal digits one blank, none at the ends."""
    kept = "".join(rune if is_letter_or_digit(rune) else " " for rune in lower(text))
    return " ".join(word for word in kept.split(" ") if word)
