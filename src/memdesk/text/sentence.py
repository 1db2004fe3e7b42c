"""Sentences about memory that stand in values: English to every program, and still to be translated for a person.

Layouts and services say what they found in words. Files, tests and the shell's JSON get these words in English; the
window translates them when it shows them, which takes the template and the facts apart again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Self

from memdesk.errors import MemdeskError


class Sentence(str):
    """Text made of a template and facts: as a `str` it is the English one.

    `many` is the template's plural and is chosen for any number `facts["n"]` but one; empty where there is none.
    """

    __slots__ = ("facts", "many", "template")

    template: str
    many: str
    facts: Mapping[str, object]

    def __new__(cls, template: str, facts: Mapping[str, object], many: str = "") -> Self:
        """The sentence in English."""
        chosen = many if many and facts["n"] != 1 else template
        made = super().__new__(cls, chosen.format_map(facts))
        made.template, made.many, made.facts = template, many, facts
        return made

    def __reduce__(self) -> tuple[type[Self], tuple[str, Mapping[str, object], str]]:
        """What makes it again, in another process or a copy."""
        return type(self), (self.template, self.facts, self.many)


def say(template: str, /, **facts: object) -> Sentence:
    """`template` with its `{name}` fields filled from `facts`; a fact may be a sentence too."""
    return Sentence(template, facts)


def says(one: str, many: str, n: int, /, **facts: object) -> Sentence:
    """As `say`, in the form that `n` takes; `{n}` stands for the number."""
    return Sentence(one, {"n": n, **facts}, many)


def marked(template: str) -> str:
    """`template` as it is; `say` gets it elsewhere, so here it is told that there is something to translate."""
    return template


def in_quotes(words: str) -> Sentence:
    """`words` between quotation marks, which every language has of its own."""
    return say("“{words}”", words=words)


def joined(parts: Iterable[str]) -> str:
    """Sentences and other texts in a row, each of them still to be translated: `one, two, three`; of none, nothing."""
    return _in_a_row(parts, lambda before, part: say("{before}, {part}", before=before, part=part))


def joined_by_and(parts: Iterable[str]) -> str:
    """As `joined`: `one and two and three`."""
    return _in_a_row(parts, lambda before, part: say("{before} and {part}", before=before, part=part))


def joined_as_list(parts: Iterable[str]) -> str:
    """As `joined`: `one, two and three`."""
    row = list(parts)
    return joined_by_and((joined(row[:-1]), row[-1])) if len(row) > 1 else joined(row)


def joined_by_semicolon(parts: Iterable[str]) -> str:
    """As `joined`: `one; two; three`, for parts that have commas of their own."""
    return _in_a_row(parts, lambda before, part: say("{before}; {part}", before=before, part=part))


def _in_a_row(parts: Iterable[str], pair: Callable[[str, str], str]) -> str:
    row = list(parts)
    # Two by two: one into the other would hold the text of thousands of parts thousands of times, and so deep.
    while len(row) > 1:
        pairs = [pair(before, part) for before, part in zip(row[::2], row[1::2], strict=False)]
        row = pairs + row[2 * len(pairs) :]
    return row[0] if row else ""


def as_sentences(parts: Iterable[str]) -> str:
    """One sentence after the other, each with its full stop; empty parts are left out."""
    ended = [
        part if part.endswith((".", "?", "!", "…")) else say("{said}.", said=part) for part in parts if part
    ]
    return _in_a_row(ended, lambda before, part: say("{before} {part}", before=before, part=part))


def of_error(error: MemdeskError) -> str:
    """What went wrong, then what to do about it."""
    return as_sentences((Sentence(error.template, error.facts), Sentence(error.hint, error.facts)))
