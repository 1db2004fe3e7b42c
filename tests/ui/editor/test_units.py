"""Code points and UTF-16 units."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.ui.editor.escapes import ESCAPED, NEEDED_BY_SOME, Escapes
from memdesk.ui.editor.units import code_points, unit_count

texts = st.text(st.sampled_from("ab é日😀\U0010ffff"), max_size=12)


@given(texts)
def test_units_are_those_of_utf_16(text: str) -> None:
    assert unit_count(text) == len(text.encode("utf-16-le")) // 2


@given(texts, st.integers(0, 30))
def test_code_points_round_down_inside_a_pair(text: str, units: int) -> None:
    found = code_points(text, units)

    assert unit_count(text[:found]) <= units
    assert found == len(text) or unit_count(text[: found + 1]) > units


@given(st.text(st.sampled_from(ESCAPED + "ab\ue000\ue050\uf8ff\U000f0000"), max_size=40))
def test_escapes_are_one_for_one_and_lose_nothing(text: str) -> None:
    escapes = Escapes(text)
    shown = escapes.shown(text)

    assert len(shown) == len(text)
    assert not set(shown) & set(ESCAPED)
    assert escapes.real(shown) == text
    assert not escapes.clash_with(text)
    assert [(i, c) for i, c in enumerate(text) if c in ESCAPED] == list(escapes.find(shown))


def test_escapes_leave_the_first_plane_where_a_text_fills_its_private_use() -> None:
    escapes = Escapes("".join(map(chr, range(0xE000, 0xF900))))

    assert escapes.shown("\r") >= "\U000f0000"


def test_a_text_may_use_all_windows_but_one() -> None:
    used = "".join(chr(base) for base in range(0xE000, 0xF900, 136))
    assert Escapes(used).shown("\r") >= "\U000f0000"


def test_a_text_that_uses_all_private_use_characters_is_refused() -> None:
    spans = ((0xE000, 0xF900), (0xF0000, 0xFFFFE), (0x100000, 0x10FFFE))

    with pytest.raises(ValueError, match="private-use"):
        Escapes("".join(chr(code) for low, high in spans for code in range(low, high, 64)))


AROUND = st.sampled_from(
    [*NEEDED_BY_SOME[:16], "\U000e0069", "\U000e007f", *ESCAPED[:12], *"ab \n日می👩💻🏴⣿ក", "\r\n"]
)


@given(st.lists(AROUND, max_size=30).map("".join))
def test_what_a_line_shows_depends_on_that_line_alone(text: str) -> None:
    escapes = Escapes(text)
    plain = text.replace("\r\n", "\n")
    shown = escapes.shown(plain)

    assert len(shown) == len(plain)
    assert escapes.real(shown) == plain
    assert shown.split("\n") == [escapes.shown(line) for line in plain.split("\n")]
