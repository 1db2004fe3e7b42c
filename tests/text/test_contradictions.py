"""What two texts come to, and what it costs to tell."""

from __future__ import annotations

import pytest

from memdesk.text.compared import Verdict
from memdesk.text.contradictions import judge
from memdesk.text.statement import Statement
from memdesk.text.wording import words_of


class Looked(str):
    """A word that counts how often any of its kind is compared or looked up."""

    __slots__ = ()
    times = 0

    def __eq__(self, other: object) -> bool:
        Looked.times += 1
        return str.__eq__(self, str(other))

    def __hash__(self) -> int:
        Looked.times += 1
        return str.__hash__(self)


def _looked_up(length: int, pattern: str) -> int:
    """How often the words of two long texts are looked up, which have a fifth of their words for themselves."""
    sides = []
    for side in "qx":
        own = [pattern.format(side=side, number=_letters(number)) for number in range(length // 5)]
        words = [*(f"both{_letters(number)}" for number in range(length - len(own))), *own]
        text = " ".join(words)
        sides.append(Statement(text, list(map(Looked, words_of(text)))))
    Looked.times = 0
    judge(*sides)
    return Looked.times


def _letters(number: int) -> str:
    return "".join(chr(ord("a") + int(digit)) * 2 for digit in str(number))


@pytest.mark.parametrize(
    "pattern",
    [
        "{number}{side}{side}{side}",
        "{side}tail{number}end",
        "{side}/{number}",
        "{side}{side}{number}/{number}{side}{side}",
    ],
)
def test_the_words_of_long_texts_are_looked_up_in_one_pass(pattern: str) -> None:
    assert _looked_up(800, pattern) < 10 * _looked_up(100, pattern)


def _judged(one: str, other: str) -> tuple[Verdict, float] | None:
    found = judge(*(Statement(text, words_of(text)) for text in (one, other)))
    return None if found is None else (found.verdict, found.score)


def test_a_misspelt_word_is_not_shared() -> None:
    one = "Rotate the signing key of the relay monthly"
    assert _judged(one, one.replace("signing", "sigining")) == (Verdict.NEAR, 0.875)
    assert _judged(one, f"{one}!") == (Verdict.NEAR, 1.0)


@pytest.mark.parametrize(
    ("one", "other", "verdict"),
    [
        ("Jonas runs the platform team", "Jones runs the platform team", Verdict.OTHER_VALUE),
        ("The leader of the group is Christian", "The leader of the group is Christina", Verdict.OTHER_VALUE),
        ("Stay on feature/ranking for now", "Stay on feature/filters for now", Verdict.OTHER_VALUE),
        ("Robert manages Alice", "Alice manages Robert", Verdict.NEGATED),
        ("Copy it from the laptop to the runner", "Copy it to the laptop from the runner", Verdict.NEGATED),
        ("Supports Go, Rust and Zig in builds", "Supports Zig, Rust and Go in builds", Verdict.NEAR),
        (
            "Die Rechnungen liegen im Ordner und werden geprüft",
            "Die Rechnugen liegen im Ordner und werden geprüft",
            Verdict.NEAR,
        ),
    ],
)
def test_names_are_judged_before_spelling_and_places_before_words(
    one: str, other: str, verdict: Verdict
) -> None:
    found = _judged(one, other)
    assert found is not None
    assert found[0] is verdict
