"""What a user knows of a text in which others and he changed lines: his own lines, and none of theirs."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memdesk.text.known_lines import known_after


def known(then: str, found: str, left: str) -> str:
    """The same with words in place of lines."""
    return known_after(*(text.replace(" ", "\n") for text in (then, found, left))).replace("\n", " ")


def test_a_line_of_theirs_beside_ours_stays_unknown() -> None:
    assert known("a", "a theirs", "a theirs ours") == "a ours"
    assert known("a", "theirs a", "theirs ours a") == "ours a"
    assert known("", "theirs more", "theirs more ours") == "ours"


def test_a_line_of_theirs_that_we_edit_or_take_out_is_known() -> None:
    assert known("a", "a theirs", "a edited") == "a edited"
    assert known("a", "a theirs other", "a theirs") == "a"
    assert known("a b", "a theirs", "a edited") == "a edited"
    assert known("a b", "a theirs", "a") == "a"


def test_a_line_that_they_took_out_stays_known_unless_it_is_back() -> None:
    assert known("a b c", "a c", "a c ours") == "a b c ours"
    assert known("a b c", "a theirs c", "a theirs c ours") == "a b c ours"
    assert known("a b c", "a c", "a b c") == "a b c"
    assert known("a b", "", "a b") == "a b"
    assert known("a b", "", "ours") == "a b ours"


def test_what_we_take_out_or_move_ourselves_is_known() -> None:
    assert known("a b", "a b theirs", "a theirs") == "a"
    assert known("a b", "a b theirs", "theirs b a") == "b a"


def test_gaps_and_line_ends_stay_what_they_are() -> None:
    assert known_after("a\r\n", "a\r\n\r\nx\r\n", "a\r\n\r\nx\r\nb\r\n") == "a\r\nb"
    assert known_after("a\n\nb", "a\nb", "a\nb\n") == "a\nb\n"


LINES = st.lists(st.sampled_from("abcdef"), max_size=6)


@given(LINES, LINES, LINES)
def test_who_changes_nothing_knows_what_he_knew_and_who_met_nothing_knows_all(
    then: list[str], found: list[str], left: list[str]
) -> None:
    first, second, third = map(" ".join, (then, found, left))
    assert known(first, first, third) == third
    assert known(first, second, second).split() == then or sorted(known(first, second, second)) == sorted(
        first
    )


@given(LINES, LINES, st.integers(0, 6))
def test_one_line_of_ours_makes_nothing_else_known(then: list[str], found: list[str], at: int) -> None:
    with_ours = [*found[:at], "ours", *found[at:]]
    result = known(*map(" ".join, (then, found, with_ours))).split()
    assert result.count("ours") == 1
    assert sorted(line for line in result if line != "ours") == sorted(then)
