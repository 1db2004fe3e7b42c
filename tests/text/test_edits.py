"""An edit changes its span and nothing else, and can be taken back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.text.edits import Edit, Span, apply_all, in_sequence, replace

words = st.text("abc\n\udc80é", max_size=6)


@st.composite
def texts_with_edits(draw: st.DrawFn) -> tuple[str, list[Edit], str]:
    """A text, edits of it, and what it is after them, built from kept and replaced pieces."""
    pieces = draw(st.lists(st.tuples(words, words, words), max_size=5))
    text, after, edits = "", "", []
    for kept, old, new in pieces:
        text, after = text + kept, after + kept
        edits.append(Edit(len(text), old, new))
        text, after = text + old, after + new
    return text, edits, after


@given(words, words, words, words)
def test_nothing_outside_the_span_changes(before: str, old: str, behind: str, new: str) -> None:
    edit = replace(before + old + behind, Span(len(before), len(before) + len(old)), new)

    assert edit.apply(before + old + behind) == before + new + behind


@given(words, words, words, words)
def test_an_edit_and_its_inverse_are_nothing(before: str, old: str, behind: str, new: str) -> None:
    edit = Edit(len(before), old, new)

    assert edit.inverse().apply(edit.apply(before + old + behind)) == before + old + behind


@given(texts_with_edits())
def test_edits_of_one_text_apply_together_or_from_the_bottom_up(case: tuple[str, list[Edit], str]) -> None:
    text, edits, after = case

    assert apply_all(text, edits) == after
    for edit in in_sequence(edits):
        text = edit.apply(text)
    assert text == after


@pytest.mark.parametrize("edit", [Edit(1, "x", ""), Edit(4, "", "x"), Edit(2, "cd", "")])
def test_an_edit_that_does_not_fit_is_not_applied(edit: Edit) -> None:
    with pytest.raises(ValueError, match="not what the edit takes out"):
        edit.apply("abc")


def test_overlapping_edits_are_not_applied() -> None:
    with pytest.raises(ValueError, match="overlaps"):
        apply_all("abc", [Edit(0, "ab", ""), Edit(1, "b", "")])
