"""The same node and the same line are found again after a change."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.text.alignment import align
from memdesk.text.compare import Run
from memdesk.text.document import trim
from memdesk.text.edited_lines import edited_runs
from memdesk.text.outline import Outline
from memdesk.text.parts import parts_of, split_gap
from memdesk.text.sections import section_outline
from tests.text.strategies import any_text

LINES = ("- likes green tea", "- likes black tea", "- runs at noon", "a", "b", "")


def aligned(old: str, new: str) -> list[int | None]:
    return align(parts_of(old, section_outline(old)), parts_of(new, section_outline(new)))


@given(any_text)
def test_parts_are_the_text(text: str) -> None:
    parts = parts_of(text, section_outline(text))

    assert "".join(part.text for part in parts) == text
    assert all(trim(part.gap) == "" for part in parts)
    assert aligned(text, text) == list(range(len(parts)))


@pytest.mark.parametrize(
    ("text", "content", "gap"),
    [
        ("", "", ""),
        ("a", "a", ""),
        ("a \n\n", "a ", "\n\n"),
        ("a\r\n \r\n", "a", "\r\n \r\n"),
        ("a\r", "a\r", ""),
        (" \n", " ", "\n"),
    ],
)
def test_the_gap_begins_with_the_end_of_the_last_line(text: str, content: str, gap: str) -> None:
    assert split_gap(text) == (content, gap)


def test_text_without_nodes_is_one_part() -> None:
    assert [part.text for part in parts_of("a\nb\n", Outline(()))] == ["a\nb\n"]
    assert parts_of("", Outline(())) == []


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("## A\n## B\n", "## B\n## A\n", [1, 0]),
        ("## A\n1\n## A\n2\n", "## A\n2\n", [None, 0]),
        ("## A\n1\n## A\n2\n", "## A\n3\n## A\n4\n", [0, 1]),
        ("## A\none two three\n## B\n", "## C\none two three\n## B\n", [0, 1]),
        ("## A\none\n", "## B\none\n", [None]),
    ],
)
def test_nodes_are_found_by_key_then_by_words(old: str, new: str, found: list[int | None]) -> None:
    assert aligned(old, new) == found


@given(st.lists(st.sampled_from(LINES), max_size=8), st.lists(st.sampled_from(LINES), max_size=8))
def test_runs_make_the_new_lines_of_the_old_ones(old: list[str], new: list[str]) -> None:
    lines = list(old)
    for run in reversed(edited_runs(old, new)):
        lines[run.old_first : run.old_end] = new[run.new_first : run.new_end]
        assert old[run.old_first : run.old_end] != new[run.new_first : run.new_end]

    assert lines == new


def test_an_edited_line_is_a_run_of_its_own() -> None:
    old = ["- likes green tea", "- runs"]
    new = ["- first", "- second", "- likes some green tea", "- runs"]

    assert edited_runs(old, new) == [Run(0, 0, 0, 2), Run(0, 1, 2, 3)]
