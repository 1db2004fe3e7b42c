"""Whether two words that look alike are one word."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.text.common_words import COMMON
from memdesk.text.spelling import are_one_slip_apart, are_two_words, deletions, is_misspelt, slips_between


@pytest.mark.parametrize(
    ("one", "other", "is_one"),
    [
        ("answers", "anwsers", True),
        ("answers", "answer", True),
        ("answers", "answars", True),
        ("answers", "anssssers", False),
        ("cat", "car", False),
        ("token", "tken", True),
        ("cache", "caches", True),
        ("cache", "cahce", True),
        ("data", "date", False),
        ("contract", "contact", False),
        ("form", "from", False),
        ("kavu", "kamu", False),
        ("port1", "port2", False),
        ("8080", "8081", False),
    ],
)
def test_misspelt_words(one: str, other: str, is_one: bool) -> None:
    assert is_misspelt(one, other) is is_one
    assert is_misspelt(other, one) is is_one


def test_a_known_word_is_another_one_than_a_known_one_beside_it() -> None:
    assert are_two_words("sender", "render")
    assert not are_two_words("sender", "sendr")
    assert not are_two_words("sender", "senders")
    assert all(word.isalpha() and word == word.casefold() and len(word) > 3 for word in COMMON)


_WORDS = st.lists(st.text(alphabet="abc", min_size=1, max_size=5), max_size=12)


@given(_WORDS, _WORDS)
def test_slips_are_found_as_if_each_were_compared_with_each(mine: list[str], theirs: list[str]) -> None:
    wanted = {(one, other) for one in mine for other in theirs if are_one_slip_apart(one, other)}
    assert set(slips_between(mine, theirs)) == wanted


def test_a_row_of_letters_that_nobody_types_has_no_deletions() -> None:
    assert deletions("ACGT" * 20) == ["ACGT" * 20]
    assert len(deletions("donaudampfschifffahrt")) == 22
