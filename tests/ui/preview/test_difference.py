"""Two texts as lines with signs."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memdesk.ui.preview.difference import changed_words, compare_lines, compare_texts, contents
from memdesk.ui.widgets.lines.line import Line, LineKind

PLAIN, ADDED, REMOVED, NOTE = LineKind.PLAIN, LineKind.ADDED, LineKind.REMOVED, LineKind.NOTE

texts = st.lists(st.sampled_from(["a", "b", "ab c", "ab d", "", "x\r"]), max_size=12)


def signs(lines: list[Line]) -> list[tuple[LineKind, str]]:
    return [(line.kind, line.text) for line in lines]


@given(texts, texts)
def test_both_texts_can_be_read_from_the_lines(old: list[str], new: list[str]) -> None:
    lines, origins = compare_lines(old, new)
    assert [line.text for line in lines if line.kind is not ADDED] == old
    assert [line.text for line in lines if line.kind is not REMOVED] == new
    assert [at for at in origins if at >= 0] == list(range(len(new)))
    assert [new[at] for at in origins if at >= 0] == [line.text for line in lines if line.kind is not REMOVED]


@given(texts, texts)
def test_changed_words_lie_in_their_lines(old: list[str], new: list[str]) -> None:
    for line in compare_lines(old, new).lines:
        ends = [0, *(place for span in line.words for place in span), len(line.text)]
        assert ends == sorted(ends)
        assert line.kind is not PLAIN or not line.words


def test_a_changed_line_stands_under_the_one_it_replaces() -> None:
    lines = compare_lines(["one", "use npm here", "three"], ["one", "use pnpm here", "```", "three"]).lines
    assert signs(lines) == [
        (PLAIN, "one"),
        (REMOVED, "use npm here"),
        (ADDED, "use pnpm here"),
        (ADDED, "```"),
        (PLAIN, "three"),
    ]
    assert [line.number for line in lines] == [1, None, None, None, 4]
    assert lines[1].words == ((4, 7),)
    assert lines[2].words == ((4, 8),)


def test_lines_with_little_in_common_mark_no_words() -> None:
    assert changed_words("alpha beta", "wholly other words")[:2] == ((), ())


def test_a_line_too_long_to_compare_marks_no_words() -> None:
    assert changed_words("a " * 2000, "b " * 2000) == ((), (), 0)


def test_many_changed_lines_cost_no_more_than_a_few() -> None:
    old = [f"{n} " + "word " * 90 for n in range(100)]
    lines = compare_lines(old, [line + "more" for line in old]).lines
    marked = [line for line in lines if line.words]
    assert 0 < len(marked) < 20


def test_a_change_of_line_ends_is_shown() -> None:
    assert signs(compare_texts("a\r\n", "a\n")) == [(REMOVED, "a\r"), (ADDED, "a")]


def test_line_ends_that_stay_are_not_shown() -> None:
    assert signs(compare_texts("a\r\nb\r\n", "a\r\nc\r\n")) == [(PLAIN, "a"), (REMOVED, "b"), (ADDED, "c")]


def test_a_missing_line_end_at_the_end_is_said() -> None:
    lines = compare_texts("a\nb", "a\nb\n")
    assert [line.kind for line in lines] == [PLAIN, REMOVED, NOTE, ADDED]
    assert lines[2].text == "No line end at the end of the file"


def test_equal_texts_show_no_sign() -> None:
    assert {line.kind for line in compare_texts("a\nb\n", "a\nb\n")} == {PLAIN}
    assert compare_texts("", "") == []


def test_lines_end_at_line_feeds_alone() -> None:
    assert contents("a\u2028b\r\nc\rd\n") == ["a\u2028b", "c\rd"]
