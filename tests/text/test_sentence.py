"""Sentences in values: what stands in a row."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from memdesk.text.sentence import Sentence, as_sentences, joined, joined_by_and, joined_by_semicolon, say


def depth(text: object) -> int:
    """So many sentences stand in each other."""
    deepest, at = 0, [(text, 1)]
    while at:
        one, level = at.pop()
        if isinstance(one, Sentence):
            deepest = max(deepest, level)
            at += [(fact, level + 1) for fact in one.facts.values()]
    return deepest


@pytest.mark.parametrize(
    ("row", "between"), [(joined, ", "), (joined_by_and, " and "), (joined_by_semicolon, "; ")]
)
@pytest.mark.parametrize("count", [0, 1, 2, 3, 7, 3_000])
def test_parts_in_a_row_keep_their_order_and_are_not_nested_deeply(
    row: Callable[[Iterable[str]], str], between: str, count: int
) -> None:
    """Who translates a sentence goes into it as deep as it is, and Python goes no deeper than a thousand."""
    parts = [f"fact-{number}.md" for number in range(count)]
    said = row(iter(parts))
    assert said == between.join(parts)
    assert depth(said) <= count.bit_length()


def test_sentences_in_a_row_are_not_nested_deeply() -> None:
    said = as_sentences(say("It is {n}", n=number) for number in range(3_000))
    assert said.startswith("It is 0. It is 1. It is 2. ")
    assert said.endswith(" It is 2999.")
    assert depth(said) <= 15
    assert as_sentences(()) == ""
