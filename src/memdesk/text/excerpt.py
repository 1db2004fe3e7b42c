"""A part of a text that is shown by itself, masked by what stands around it: a line of a key looks like any other."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Sequence
from typing import NamedTuple

from memdesk.text.edits import Span
from memdesk.text.masking import MASK, Hidden, hidden_parts, mask_in_place
from memdesk.text.secrets import LONGEST_SECRET, may_hold_secrets, secrets_of_lines
from memdesk.text.sentence import Sentence
from memdesk.text.values_below import start_of_name

_FEWEST = 6
"""A shorter word is no part of a secret that would help anybody."""
_WORD = re.compile(rf"[^\s“”‘’„\"'`<>…(\[{{]{{{_FEWEST},}}")
_ENDING = ".,;:?)]}"
_MARKS = " \t>*+-\r"
"""What may stand around a line that an agent takes for an entry, and is not part of what it says."""


class Excerpt(NamedTuple):
    """The part `span` of `around`, which holds all of every secret that the part touches."""

    around: str = ""
    span: Span = Span(0, 0)

    @property
    def text(self) -> str:
        """The part as it is."""
        return self.span.of(self.around)

    def shown(self, masked: Callable[[str], str]) -> str:
        """The part as it is shown. `masked` hides the secrets of a text, one character for one."""
        return self.span.of(masked(self.around))


def excerpt(text: str, part: Span) -> Excerpt:
    """The `part` of `text`. It takes as long in a text of a megabyte as in one of a page."""
    start, end = part
    first, last = max(0, start - LONGEST_SECRET), min(len(text), end + LONGEST_SECRET)
    line_start, line_end = text.rfind("\n", first, start) + 1, text.find("\n", end, last)
    low, high = line_start or first, last if line_end < 0 else line_end
    if text[start:end].endswith("\n"):
        high = end
    near = start_of_name(text, low)
    if not _speaks_of_keys(text) or text.find("PRIVATE KEY", first, last) < 0:
        first, last = near, high
    if first < low or high < last:
        for key in secrets_of_lines(text[first:last]):
            if first + key.start < end and start < first + key.end:
                low, high = min(low, first + key.start), max(high, first + key.end)
    return Excerpt(text[low:high], Span(start - low, end - low))


class _KeysSpokenOf:
    """Whether texts speak of private keys, remembered of the last few: else each entry has 32 KB looked through."""

    def __init__(self) -> None:
        self._told: tuple[tuple[str, bool], ...] = ()

    def __call__(self, text: str) -> bool:
        # By identity: to compare a long text with an equal one takes as long as to look through it.
        for known, answer in self._told:
            if known is text:
                return answer
        answer = "PRIVATE KEY" in text
        self._told = ((text, answer), *self._told[:3])
        return answer


_speaks_of_keys = _KeysSpokenOf()


def keys_of(text: str) -> tuple[str, ...]:
    """What of `text` only several lines together tell to be secret: private keys, values below their names."""
    return tuple(key.of(text) for key in secrets_of_lines(text))


def keys_in(*texts: str) -> str:
    """What `keys_of` finds in `texts`, one below the other: for words that may be a line of it, nobody knows where."""
    return "\n".join(dict.fromkeys(key for text in texts for key in keys_of(text)))


def keys_around(text: str, said: str) -> Iterator[str]:
    """What `keys_of` finds in `text` and holds a line of what is `said` in it: by itself it looks like any other."""
    return keys_with(keys_of(text), said)


def keys_with(keys: Sequence[str], said: str) -> Iterator[str]:
    """Those of some `keys` that hold a line of what is `said`."""
    lines = {line for each in said.split("\n") if (line := each.strip(_MARKS))} if keys else ()
    return (key for key in keys if any(line in key for line in lines))


def mask_quotes(said: str, around: str, revealed: Container[str] = ()) -> str:
    """`said`, which may quote `around` in any form, masked by the secrets of both; one character for one.

    A title, a line by itself or a sentence of ours has words of a document and no place in it. What is hidden of the
    part of the document that it speaks of is hidden in it too, cut short or not.
    """
    masked = mask_in_place(said, revealed) if may_hold_secrets(said) else said
    if not around or not may_hold_secrets(around):
        return masked
    own = {one.value.of(said) for one in hidden_parts(said, revealed)}
    return mask_parts(masked, around, revealed, own)


def mask_parts(
    said: str, around: str, revealed: Container[str] = (), known: Container[str] = frozenset()
) -> str:
    """`said` without the parts of secrets of `around`, those `known` left aside; its own secrets stay."""
    hidden = tuple(one for one in hidden_parts(around, revealed) if one.value.of(around) not in known)
    if not hidden:
        return said
    lines = {line for each in hidden for line in _lines_of(each.span.of(around))}
    said = "\n".join(_without(line, lines) for line in said.split("\n"))
    return _WORD.sub(lambda found: _word(found[0], around, hidden), said)


def mask_sentence(sentence: str, around: str) -> str:
    """As `mask_quotes`, for what may be a sentence with facts that quote `around`: it can still be translated."""
    if not may_hold_secrets(around):
        return sentence
    if not isinstance(sentence, Sentence):
        return mask_quotes(sentence, around)
    facts = {
        name: mask_sentence(fact, around) if isinstance(fact, str) else fact
        for name, fact in sentence.facts.items()
    }
    return Sentence(sentence.template, facts, sentence.many)


def _lines_of(hidden: str) -> Sequence[str]:
    return [line for each in hidden.split("\n") if (line := each.strip(_MARKS))] if "\n" in hidden else []


def _without(line: str, hidden: Container[str]) -> str:
    said = line.strip(_MARKS)
    return line.replace(said, MASK * len(said)) if said and said in hidden else line


def _word(word: str, around: str, hidden: Sequence[Hidden]) -> str:
    """A word, masked as far as it is one of a hidden value, or the begin or the rest of one."""
    said = word.rstrip(_ENDING)
    for value, span in hidden if len(said) >= _FEWEST and MASK not in said else ():
        at = value.of(around).find(said)
        if at >= 0:
            shown = max(0, span.start - value.start - at)
            return said[:shown] + MASK * len(said[shown:]) + word[len(said) :]
    return word
