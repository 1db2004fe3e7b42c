from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.text.hidden import label_of
from memdesk.ui.widgets.lines.shown import show

HIDDEN = (
    "\x00\x1b\r\x7f\x85\xad\u061c\u180e\u200b\u200e\u200f\u2028\u2029\u202a\u202e\u2060\u2066\u2069\ufeff"
)
MIXED = st.text(st.one_of(st.sampled_from(HIDDEN + "\t aé日😀\u0301\udce9"), st.characters()), max_size=40)


@pytest.mark.parametrize("character", [*HIDDEN, "\U000e0041", "\U000e0100", "\u3164", "\u2064"])
def test_hidden_characters_are_spelled_out(character: str) -> None:
    found = show(f"a{character}b")
    assert label_of(character) in found.shown or "TAG A" in found.shown
    assert character not in found.shown
    assert len(found.boxes) == 1


def test_a_byte_that_is_not_utf8_is_shown_as_a_byte() -> None:
    assert "xE9" in show(b"caf\xe9".decode("utf-8", "surrogateescape")).shown


@pytest.mark.parametrize("text", ["plain", "tab\there", "日本語", "é́", "👩\u200d💻", "❤\ufe0f", "قرار"])
def test_honest_text_stays_as_it_is(text: str) -> None:
    assert show(text).shown == text


@pytest.mark.parametrize("text", ["a\u200db", "\u200d", "👩\u200d"])
def test_a_joiner_that_joins_no_pictures_is_spelled_out(text: str) -> None:
    assert "ZWJ" in show(text).shown


@given(MIXED)
def test_offsets_go_there_and_back(source: str) -> None:
    found = show(source)
    places = [found.to_shown(offset) for offset in range(len(source) + 1)]
    assert places == sorted(set(places))
    assert places[-1] == len(found.shown)
    assert [found.to_source(place) for place in places] == list(range(len(source) + 1))


@given(MIXED)
def test_what_is_shown_hides_nothing(source: str) -> None:
    again = show(show(source).shown)
    assert not again.boxes


@given(MIXED)
def test_the_shown_text_can_be_given_to_qt(source: str) -> None:
    show(source).shown.encode("utf-8")
