"""The words of a text, and what two words are to each other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.text.wording import is_value, located_words, words_of


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Prefers **pnpm**.", "prefers pnpm"),
        ("[2026-03-04] Uses Vim", "uses vim"),
        ("2026-03-04T10:20:30Z Uses Vim", "Uses Vim!"),
        ("Uses Vim (2026-03-04 10:20)", "uses `Vim`"),
        ("ＡＢＣ ﬁne", "abc fine"),
        ("STRASSE", "straße"),
        ("I don't know", "I dont know"),
        ("the user's cat", "the user cat"),
        ("e\u0301te\u0301", "été"),
        ("喜欢喝茶。", "喜欢喝茶"),
        ("Retry three times", "retry 3 times"),
        ("zwölf Wochen, dreißig Tage", "12 Wochen, 30 Tage"),
        ("٣ محاولات", "ثلاث محاولات"),
        ("限时三十五分钟", "限时35分钟"),
    ],
)
def test_what_is_equal_when_normalised(one: str, other: str) -> None:
    assert words_of(one) == words_of(other)


def test_a_long_row_of_signs_for_numbers_is_gone_through_once() -> None:
    row = "二" * 200_000
    assert words_of(f"{row} 三十五天") == [*["二二"] * 199_999, "35", "天"]


def test_values_stay_whole() -> None:
    assert words_of("Python 3.11.2 at /usr/bin/python3, see a@b.org; well-known and/or foo_bar") == [
        *("python", "3.11.2", "at", "usr/bin/python3", "see", "a@b.org"),
        *("well", "known", "and", "or", "foo_bar"),
    ]


def test_a_script_without_blanks_is_taken_by_pairs() -> None:
    assert words_of("用pnpm构建") == ["用", "pnpm", "构建"]
    assert words_of("喜欢喝茶") == ["喜欢", "欢喝", "喝茶"]


def test_a_date_within_a_sentence_is_no_stamp() -> None:
    assert "2026-03-04" in words_of("The release of 2026-03-04 was late")


@pytest.mark.parametrize("value", ["8080", "v2", "3.11", "src/app.py", "a@b.org", "foo_bar"])
def test_values(value: str) -> None:
    assert is_value(value)


@given(st.text(max_size=60))
def test_what_is_normal_stays_normal_and_places_lie_in_the_text(text: str) -> None:
    for word in located_words(text):
        assert 0 <= word.span.start < word.span.end <= len(text)
    assert all(word and " " not in word for word in words_of(text))


@given(st.text(alphabet="abc XYZ.,-*_日本語", max_size=60))
def test_every_word_has_a_place(text: str) -> None:
    assert {word.form for word in located_words(text)} >= set(words_of(text))


@pytest.mark.parametrize(
    "text", ["限时十二个月", "A two-factor login", "Twenty minutes", "周五天气", "十二月"]
)
def test_a_number_in_words_is_found_where_it_stands(text: str) -> None:
    located = list(located_words(text))
    assert [word.form for word in located] == words_of(text)
    assert all(word.form in ("2", "12", "20") or word.span.of(text.lower()) == word.form for word in located)
