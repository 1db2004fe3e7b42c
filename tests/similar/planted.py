"""Sets of texts of which is known what says the same: made from a seed, with misses that look like hits."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import combinations
from typing import NamedTuple

_REAL_WORDS = (
    "session token cache index build deploy server client worker queue schema table column record ledger invoice "
    "customer report filter search editor window button colour theme font margin layout sidebar keyboard shortcut "
    "release branch commit review merge conflict pipeline artifact bucket region cluster container image volume "
    "backup restore migration rollback alert metric dashboard incident runbook rotation holiday meeting calendar "
    "agenda notes summary draft chapter paragraph sentence grammar translation glossary accent recipe kitchen garden "
    "bicycle train station platform ticket luggage passport museum gallery concert violin rehearsal orchestra painter "
    "canvas pigment sketch pottery kiln glaze forest trail summit valley river bridge harbour lighthouse island ferry "
    "parser lexer compiler linker loader symbol macro buffer stream socket packet header payload handshake firewall "
    "proxy gateway router switch cable antenna signal sensor battery charger adapter display camera lens tripod"
)
_ALL_SYLLABLES = (
    "ba be bi bo ka ke ki ko la le li lo ma me mi mo na ne ni no ra re ri ro sa se si so ta te ti to va ve vi vo "
    "zan zel dor fin gal hem jor lum pex quil rost thal"
)
_GLUE_WORDS = "the of and in for with to a that when on by from"
_REAL, _SYLLABLES, _GLUE = _REAL_WORDS.split(), _ALL_SYLLABLES.split(), _GLUE_WORDS.split()
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_POOL = 300


class Planted(NamedTuple):
    """`texts`, the pairs of them that say the same, and those that look like it and do not."""

    texts: tuple[str, ...]
    same: frozenset[tuple[int, int]]
    misses: frozenset[tuple[int, int]]


class Sentences:
    """Statements as agents note them, from a vocabulary in which few words are frequent and most are rare."""

    def __init__(self, seed: int, words: int = 6000) -> None:
        self.random = random.Random(seed)
        made = {"".join(self.random.choices(_SYLLABLES, k=self.random.randint(3, 5))) for _ in range(words)}
        self.words = [*_REAL, *sorted(made)]
        self._weights = [1 / (rank + 20) for rank in range(len(self.words))]

    def one(self) -> list[str]:
        """The words of a statement, eight to twenty."""
        count = self.random.randint(8, 20)
        words = self.random.choices(self.words, self._weights, k=count)
        return [self.random.choice(_GLUE) if self.random.random() < 0.25 else word for word in words]

    def other_word(self) -> str:
        """Any word."""
        return self.random.choice(self.words)


def replaced(words: list[str], make: Sentences) -> list[str]:
    """One word in eight is another one."""
    for at in make.random.sample(range(len(words)), max(1, len(words) // 8)):
        words[at] = make.other_word()
    return words


def reordered(words: list[str], make: Sentences) -> list[str]:
    """All in another order."""
    make.random.shuffle(words)
    return words


def misspelt(words: list[str], make: Sentences) -> list[str]:
    """One to three words with a letter too many, too few, another one, or two the wrong way round."""
    long = [at for at, word in enumerate(words) if len(word) > 4]
    for at in make.random.sample(long, min(len(long), make.random.randint(1, 3))):
        words[at] = _slip(words[at], make.random)
    return words


def all_three(words: list[str], make: Sentences) -> list[str]:
    """Replaced, misspelt and reordered."""
    return reordered(misspelt(replaced(words, make), make), make)


def dressed(words: list[str], make: Sentences) -> list[str]:
    """The same in other clothes: marks, capitals, punctuation, a stamp."""
    at = make.random.randrange(len(words))
    words = [f"**{word}**" if place == at else word for place, word in enumerate(words)]
    return ["[2026-03-04]", *words[:1], *words[1:-1], words[-1].upper() + "."]


WAYS: tuple[Callable[[list[str], Sentences], list[str]], ...] = (
    replaced,
    reordered,
    misspelt,
    all_three,
    dressed,
)


def _slip(word: str, dice: random.Random) -> str:
    at = dice.randrange(1, len(word) - 1)
    letter = dice.choice(_LETTERS)
    return dice.choice(
        (
            word[:at] + word[at + 1 :],
            word[:at] + letter + word[at:],
            word[:at] + letter + word[at + 1 :],
            word[:at] + word[at + 1] + word[at] + word[at + 2 :],
        )
    )


def _other_number(words: list[str], make: Sentences) -> tuple[list[str], list[str]]:
    first, second = make.random.sample(range(2, 9000), 2)
    return [*words, "limit", str(first)], [*words, "limit", str(second)]


def _other_version(words: list[str], make: Sentences) -> tuple[list[str], list[str]]:
    first, second = make.random.sample(range(20), 2)
    return ["needs", f"3.{first}", *words], ["needs", f"3.{second}", *words]


def _other_path(words: list[str], make: Sentences) -> tuple[list[str], list[str]]:
    first, second = make.other_word(), make.other_word() + "s"
    return [*words, f"src/{first}.py"], [*words, f"src/{second}.py"]


def _negated(words: list[str], make: Sentences) -> tuple[list[str], list[str]]:
    at = make.random.randrange(len(words))
    no = make.random.choice(("never", "not", "don't", "without"))
    return words, [*words[:at], no, *words[at:]]


def _other_name(words: list[str], make: Sentences) -> tuple[list[str], list[str]]:
    first, second = (f"{name}{make.random.randrange(1000)}" for name in ("Alice", "Boris"))
    return [*words, "says", first.rstrip("0123456789")], [*words, "says", second.rstrip("0123456789")]


def _half(words: list[str], make: Sentences) -> tuple[list[str], list[str]]:
    other = make.one()
    return words, [*words[: len(words) // 2], *other[len(other) // 2 :]]


MISSES: tuple[Callable[[list[str], Sentences], tuple[list[str], list[str]]], ...] = (
    _other_number,
    _other_version,
    _other_path,
    _negated,
    _other_name,
    _half,
)


def planted(seed: int, count: int) -> Planted:
    """`count` texts: three tenths are in pairs that say the same, two tenths in pairs that only look like it."""
    make = Sentences(seed)
    texts: list[tuple[str, int]] = []
    for number in range(count * 3 // 20):
        words = make.one()
        way = WAYS[number % len(WAYS)]
        texts += [(" ".join(words), number), (" ".join(way(list(words), make)), number)]
    for number in range(count // 10):
        pair = MISSES[number % len(MISSES)](make.one(), make)
        texts += [(" ".join(words), -1 - number) for words in pair]
    pairs = len(texts)
    texts += [(" ".join(make.one()), count + number) for number in range(count - pairs)]
    make.random.shuffle(texts)
    return numbered(texts)


def twinned(seed: int, count: int) -> Planted:
    """`count` texts, each of which has one other that says the same."""
    return grouped(seed, count, 2)


def grouped(seed: int, count: int, size: int) -> Planted:
    """`count` texts in groups of `size` that say the same, made of one text each in all the ways by turns."""
    make = Sentences(seed)
    texts: list[tuple[str, int]] = []
    for number in range(count // size):
        words = make.one()
        texts.append((" ".join(words), number))
        for other in range(size - 1):
            way = WAYS[(number + other) % len(WAYS)]
            texts.append((" ".join(way(list(words), make)), number))
    make.random.shuffle(texts)
    return numbered(texts)


def patterned(seed: int, count: int) -> Planted:
    """`count` texts that follow a few patterns, each with its own values; one in twenty in two orders."""
    make = Sentences(seed)
    frames = [make.random.sample(make.words, 6) for _ in range(5)]
    texts: list[tuple[str, int]] = []
    for number in range(count):
        frame = frames[number % len(frames)]
        value = [f"{number}", ("ms", "percent", "times")[number % len(frames) % 3]]
        if number % 20:
            texts.append((" ".join([*frame[:3], *value, *frame[3:]]), number))
        else:
            texts.append((" ".join([*frame[3:], *value, *frame[:3]]), number))
            texts.append((" ".join([*frame, *value]), number))
    make.random.shuffle(texts)
    return numbered(texts[:count])


def slotted(seed: int, count: int, frames: int) -> tuple[str, ...]:
    """`count` texts that follow so many patterns, in each of them a word of its own."""
    make = Sentences(seed)
    made = [make.random.sample(make.words, 8) for _ in range(frames)]
    return tuple(
        " ".join([*(frame := made[number % frames])[:3], _own(make), *frame[3:]]) for number in range(count)
    )


def twice_slotted(seed: int, count: int, frames: int) -> tuple[str, ...]:
    """`count` texts that follow so many patterns, each with two of the words that all of them take from."""
    make = Sentences(seed)
    made = [make.random.sample(make.words, 8) for _ in range(frames)]
    pool = [_own(make) for _ in range(_POOL)]
    slots: dict[tuple[int, frozenset[str]], tuple[str, str]] = {}
    while len(slots) < count:
        first, second = make.random.sample(pool, 2)
        slots.setdefault((len(slots) % frames, frozenset((first, second))), (first, second))
    return tuple(
        " ".join([*(frame := made[number])[:3], first, *frame[3:6], second, *frame[6:]])
        for (number, _), (first, second) in slots.items()
    )


def _own(make: Sentences) -> str:
    return "".join(make.random.choices(_LETTERS, k=10))


def numbered(texts: list[tuple[str, int]]) -> Planted:
    """The texts, each with the number of its group: from zero on what says the same, below what only looks like it."""
    groups: dict[int, list[int]] = {}
    for number, (_, group) in enumerate(texts):
        groups.setdefault(group, []).append(number)
    pairs = [(group, pair) for group, found in groups.items() for pair in combinations(found, 2)]
    same = frozenset(pair for group, pair in pairs if group >= 0)
    return Planted(
        tuple(text for text, _ in texts), same, frozenset(pair for group, pair in pairs if group < 0)
    )
