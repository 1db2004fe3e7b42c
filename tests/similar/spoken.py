"""Sets of whole sentences in five languages, of which is known what says the same and what contradicts."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import NamedTuple

from tests.similar.planted import Planted, numbered
from tests.similar.tongues import TONGUES, Tongue

_FIELD = re.compile(r"\{(\w+)\}")
_FOLDERS_WORDS = "docs infra tools web jobs specs ops"
_FOLDERS = _FOLDERS_WORDS.split(" ")
_FILES_WORDS = "intake crawler ledger vault triage runner lexicon albums"
_FILES = _FILES_WORDS.split(" ")
_SAYS_NO = frozenset(("never", "not", "no", "nie", "nicht", "не", "никогда", "لا", "without", "ohne"))


class _Statement(NamedTuple):
    subject: str
    deed: str
    setting: str
    remark: str = ""
    clause: str = ""
    values: tuple[tuple[str, str], ...] = ()


class Speaker:
    """Says statements of one language, and says them again in other ways."""

    def __init__(self, tongue: Tongue, dice: random.Random) -> None:
        self.tongue = tongue
        self.random = dice
        self._said: set[tuple[str, str, str]] = set()

    def new(self, with_value: bool) -> _Statement:
        """A statement whose subject does not do the same in the same setting in any other one."""
        tongue, choice = self.tongue, self.random.choice
        while True:
            core = (choice(tongue.subjects), choice(tongue.deeds), choice(tongue.settings))
            if core not in self._said:
                break
        self._said.add(core)
        remark = choice(tongue.remarks) if self.random.random() < 0.75 else ""
        clause = choice(tongue.clauses) if with_value else ""
        return _Statement(*core, remark, clause, self._values_for(clause))

    def _values_for(self, clause: str) -> tuple[tuple[str, str], ...]:
        return tuple((field, self.value(field)) for field in _FIELD.findall(clause))

    def value(self, field: str) -> str:
        """Any value of a kind."""
        dice, tongue = self.random, self.tongue
        match field:
            case "version":
                return f"{dice.randint(1, 9)}.{dice.randint(0, 19)}.{dice.randint(0, 9)}"
            case "number":
                return str(dice.randint(2, 90))
            case "path":
                return f"{dice.choice(_FOLDERS)}/{dice.choice(_FILES)}.{dice.choice(('md', 'py', 'sh'))}"
            case "date":
                return f"20{dice.randint(24, 29)}-{dice.randint(1, 12):02}-{dice.randint(1, 28):02}"
            case "name":
                return dice.choice(tongue.names)
            case "unit":
                return dice.choice(tongue.units)
        return dice.choice(tongue.days)

    def said(self, made: _Statement) -> str:
        """The sentence."""
        core = self.tongue.space.join((made.subject, made.deed))
        between = self.tongue.space or self.tongue.comma
        return self._ended(f"{core}{between}{made.setting}", made)

    def _ended(self, begin: str, made: _Statement) -> str:
        clause = made.clause.format(**dict(made.values))
        return self.tongue.comma.join(filter(None, (begin, made.remark, clause))) + self.tongue.stop

    def _plain_words(self, words: list[str], made: _Statement, least: int = 1) -> list[int]:
        """Where words stand that are no value and do not say no."""
        values = {value for _, value in made.values}
        return [
            at
            for at, word in enumerate(words)
            if at > 1 and len(word) >= least and word.isalpha() and word not in values | _SAYS_NO
        ]

    def without_a_word(self, made: _Statement) -> tuple[str, str]:
        """A word, or a character, is left out."""
        said = self.said(made)
        if not self.tongue.space:
            at = said.index(made.setting) + 1
            return said, said[:at] + said[at + 1 :]
        words = said.split(" ")
        at = self.random.choice(self._plain_words(words, made))
        return said, " ".join(words[:at] + words[at + 1 :])

    def with_neighbours_swapped(self, made: _Statement) -> tuple[str, str]:
        """Two neighbours are the other way round."""
        said = self.said(made)
        if not self.tongue.space:
            at = said.index(made.deed)
            return said, said[:at] + said[at + 1] + said[at] + said[at + 2 :]
        words = said.split(" ")
        at = self.random.randrange(2, len(words) - 2)
        words[at], words[at + 1] = words[at + 1], words[at]
        return said, " ".join(words)

    def with_a_clause_moved(self, made: _Statement) -> tuple[str, str]:
        """The setting stands first."""
        rest = self._ended(self.tongue.space.join((made.subject, made.deed)), made)
        return self.said(made), f"{made.setting.capitalize()}{self.tongue.comma}{rest}"

    def misspelt(self, made: _Statement) -> tuple[str, str]:
        """One or two words have a letter too many, too few, another one, or two the wrong way round."""
        said = self.said(made)
        if not self.tongue.space:
            at = said.index(made.deed) + self.random.randrange(1, len(made.deed))
            return said, said[:at] + self.random.choice(self.tongue.letters) + said[at + 1 :]
        words = said.split(" ")
        long = self._plain_words(words, made, least=5)
        for at in self.random.sample(long, min(len(long), self.random.randint(1, 2))):
            words[at] = self._slip(words[at])
        return said, " ".join(words)

    def _slip(self, word: str) -> str:
        at = self.random.randrange(1, len(word) - 1)
        letter = self.random.choice(self.tongue.letters)
        return self.random.choice(
            (
                word[:at] + word[at + 1] + word[at] + word[at + 2 :],
                word[:at] + word[at + 1 :],
                word[:at] + word[at] + word[at:],
                word[:at] + letter + word[at + 1 :],
            )
        )

    def with_a_number_as_a_word(self, made: _Statement) -> tuple[str, str]:
        """A number is written in letters."""
        number = self.random.randint(2, len(self.tongue.numbers))
        clause = next(clause for clause in self.tongue.clauses if "{number}" in clause)
        values = dict(self._values_for(clause))
        digits, letters = (
            made._replace(clause=clause, values=tuple((values | {"number": written}).items()))
            for written in (str(number), self.tongue.numbers[number - 1])
        )
        return self.said(digits), self.said(letters)

    def dressed(self, made: _Statement) -> tuple[str, str]:
        """With other marks, capitals and punctuation."""
        said = self.said(made)
        plain = said.removesuffix(self.tongue.stop)
        way = self.random.choice(("- {}", "> _{}_", "* [ ] {}!", "[2025-11-03] {}", "### {}"))
        loud = plain.upper() if way.startswith("#") else plain
        return said, way.format(loud.replace(self.tongue.comma, " – "))

    def with_another_value(self, made: _Statement) -> tuple[str, str]:
        """One value is another one."""
        values = dict(made.values)
        field = self.random.choice(list(values))
        other = values[field]
        while other == values[field]:
            other = self.value(field)
        return self.said(made), self.said(made._replace(values=tuple((values | {field: other}).items())))

    def negated(self, made: _Statement) -> tuple[str, str]:
        """It is not so."""
        verb, _, rest = made.deed.partition(" ") if self.tongue is TONGUES["de"] else ("", "", made.deed)
        deed = self.tongue.space.join(filter(None, (verb, self.random.choice(self.tongue.no), rest)))
        return self.said(made), self.said(made._replace(deed=deed))


AGAIN: tuple[Callable[[Speaker, _Statement], tuple[str, str]], ...] = (
    Speaker.without_a_word,
    Speaker.with_neighbours_swapped,
    Speaker.with_a_clause_moved,
    Speaker.misspelt,
    Speaker.with_a_number_as_a_word,
    Speaker.dressed,
)
CONTRARY = (
    Speaker.with_another_value,
    Speaker.with_another_value,
    Speaker.with_another_value,
    Speaker.negated,
)


def spoken(language: str, seed: int, count: int) -> Planted:
    """`count` sentences: three tenths in pairs that say the same, two tenths in pairs that contradict each other."""
    speaker = Speaker(TONGUES[language], random.Random(f"{language}{seed}"))
    dice = speaker.random
    texts: list[tuple[str, int]] = []
    for number in range(count * 3 // 20):
        pair = AGAIN[number % len(AGAIN)](speaker, speaker.new(dice.random() < 0.5))
        texts += [(text, number) for text in pair]
    for number in range(count // 10):
        pair = CONTRARY[number % len(CONTRARY)](speaker, speaker.new(with_value=True))
        texts += [(text, -1 - number) for text in pair]
    rest = range(count - len(texts))
    texts += [(speaker.said(speaker.new(dice.random() < 0.5)), count + number) for number in rest]
    dice.shuffle(texts)
    return numbered(texts)
