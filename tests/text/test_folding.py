"""Text as a search reads it, and the way back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

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


@given(st.text(alphabet=st.one_of(st.characters(), st.sampled_from("aéßİſﬁ\u0301\u0300"))), st.data())
def test_what_is_found_in_the_folded_text_is_marked_in_the_text(text: str, data: st.DataObject) -> None:
    folded = Folded(text)
    assert folded.folded == "".join(fold(character) for character in text)
    if not folded.folded:
        return
    start = data.draw(st.integers(0, len(folded.folded) - 1))
    end = data.draw(st.integers(start + 1, len(folded.folded)))
    span = folded.span_of(start, end)
    assert 0 <= span.start < span.end <= len(text)
    assert folded.folded[start:end] in fold(span.of(text))
    assert folded.folded_place(span.start) <= start


def test_words_end_where_letters_and_digits_do() -> None:
    assert is_word_edge("port 80", 4)
    assert is_word_edge("port", 0)
    assert not is_word_edge("port", 2)
    assert not is_word_edge("a_b", 1)
