"""Text as a search reads it, and the way back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.text.edits import Span
from memdesk.text.folding import Folded, fold, is_word_edge


@pytest.mark.parametrize(
    ("one", "other"),
    [("Été", "ete"), ("STRASSE", "straße"), ("ΌΣΟΣ", "οσος"), ("Йод", "иод"), ("e\u0301", "é"), ("Ａ", "ａ")],
)
def test_case_and_accents_do_not_matter(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(("one", "other"), [("한", "하"), ("が", "か"), ("कि", "क"), ("ø", "o"), ("i", "ı")])
def test_other_letters_stay_other_letters(one: str, other: str) -> None:
    assert fold(one) != fold(other)


_TEXTS = st.text(alphabet=st.sampled_from("aefis éßẞİſﬁﬃ\u0301\u0300"))


def _alike(text: str, folded: str) -> list[Span]:
    """From left to right, the stretches of whole characters that become `folded`, as long as they can be."""
    found: list[Span] = []
    for start in range(len(text)):
        if (found and start < found[-1].end) or not fold(text[start]):
            continue
        ends = [end for end in range(start + 1, len(text) + 1) if fold(text[start:end]) == folded]
        found += [Span(start, max(ends))] if ends else []
    return found


@given(_TEXTS, _TEXTS)
def test_what_is_found_is_alike_and_nothing_that_is_alike_is_missed(text: str, word: str) -> None:
    found = Folded(text)
    assert found.folded == "".join(fold(character) for character in text)
    if folded := fold(word):
        assert list(found.places_of(folded)) == _alike(text, folded)


@pytest.mark.parametrize(
    ("text", "word"), [("conﬁg", "conf"), ("conﬁg", "ig"), ("groß", "s"), ("groß", "os")]
)
def test_a_part_of_what_a_character_becomes_is_not_found(text: str, word: str) -> None:
    assert not list(Folded(text).places_of(word))


def test_what_is_looked_for_in_a_part_is_found_there_only() -> None:
    assert list(Folded("é s ß").places_of("s", Span(2, 4))) == [Span(2, 3)]


def test_words_end_where_letters_and_digits_do() -> None:
    assert is_word_edge("port 80", 4)
    assert is_word_edge("port", 0)
    assert not is_word_edge("port", 2)
    assert not is_word_edge("a_b", 1)
