"""Lines of a text under edits."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.text.buffer import TextBuffer
from memdesk.text.edits import Edit

texts = st.text("ab\n\r", max_size=30)


def lines_of(text: str) -> list[str]:
    """The lines as `TextBuffer` counts them, the slow way."""
    parts = text.split("\n")
    return [part + "\n" for part in parts[:-1]] + [parts[-1]]


@given(texts, st.lists(st.tuples(st.integers(0, 40), st.integers(0, 6), texts), max_size=12))
def test_lines_are_right_after_any_edits(text: str, changes: list[tuple[int, int, str]]) -> None:
    buffer = TextBuffer(text)
    for at, length, new in changes:
        start = min(at, len(text))
        edit = Edit(start, text[start : start + length], new)
        before = lines_of(text)
        text = edit.apply(text)

        change = buffer.apply(edit)

        after = lines_of(text)
        assert buffer.text == text
        assert [buffer.line(i) for i in range(buffer.line_count)] == after
        assert [buffer.line_of(p) for p in range(len(text) + 1)] == [
            text.count("\n", 0, p) for p in range(len(text) + 1)
        ]
        assert before[: change.first] == after[: change.first]
        assert before[change.last_before + 1 :] == after[change.last_after + 1 :]
        assert len(after) - len(before) == change.last_after - change.last_before


def test_a_final_line_feed_has_an_empty_line_behind_it() -> None:
    assert TextBuffer("").line_count == 1
    assert TextBuffer("a").line_count == 1
    assert TextBuffer("a\n").line_count == 2
    assert TextBuffer("a\n").line(1) == ""


def test_lines_behind_the_last_start_at_the_end() -> None:
    buffer = TextBuffer("a\nb")

    assert (buffer.start(2), buffer.line(2)) == (3, "")


def test_an_edit_that_does_not_fit_changes_nothing() -> None:
    buffer = TextBuffer("abc\ndef")

    with pytest.raises(ValueError, match="not what the edit takes out"):
        buffer.apply(Edit(1, "x", "y"))

    assert buffer.text == "abc\ndef"
