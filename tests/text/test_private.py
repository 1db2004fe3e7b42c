"""Bars in place of what is remembered: every place stays, titles and what was revealed can be read."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memdesk.text.private import BAR, lines_in_place, lines_of, outside_titles

TEXT = "## Decisions\n\n- Use pnpm.\nMore about it.\n"


@given(st.text())
def test_every_place_and_line_end_stays(text: str) -> None:
    for shown in (lines_in_place(text), outside_titles(text)):
        assert len(shown) == len(text)
        assert all((one == other) for one, other in zip(text, shown, strict=True) if one in "\n\r")


@given(st.text())
def test_nothing_that_was_written_is_left(text: str) -> None:
    assert not set(lines_in_place(text)) - set(" \t\n\r" + BAR)


@given(st.text(" \tab\x0b\u2028\u00a0"))
def test_one_line_is_covered_as_it_is_among_others(line: str) -> None:
    assert lines_in_place(line) == lines_in_place(f"{line}\nb")[: len(line)]
    assert lines_in_place(line, {"a"}) == lines_in_place(f"{line}\nb", {"a"})[: len(line)]


def test_a_revealed_line_can_be_read() -> None:
    assert lines_in_place("one\ntwo", {"two"}) == f"{BAR * 3}\ntwo"


def test_titles_and_marks_of_lists_stay_in_markdown() -> None:
    assert outside_titles(TEXT) == f"## Decisions\n\n- {BAR * 9}\n{BAR * 14}\n"


def test_lines_are_told_without_the_blanks_around_them() -> None:
    assert [span.of(" a \n\n\tb") for span in lines_of(" a \n\n\tb")] == ["a", "b"]
