"""Two texts as lines with signs."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memdesk.text.document import line_content, split_lines
from memdesk.ui.preview.difference import compare, compare_contents, compare_files
from memdesk.ui.widgets.lines.line import Line, LineKind

PLAIN, ADDED, REMOVED, NOTE = LineKind.PLAIN, LineKind.ADDED, LineKind.REMOVED, LineKind.NOTE

texts = st.lists(
    st.sampled_from(["a\n", "b\n", "ab c d\n", "ab c e\n", "\n", "x\r\n", "\u2028\n"]), max_size=12
).flatmap(lambda lines: st.sampled_from(["", "a", "end"]).map(lambda end: "".join(lines) + end))


def signs(lines: list[Line]) -> list[tuple[LineKind, str]]:
    return [(line.kind, line.text) for line in lines]


@given(texts, texts)
def test_both_texts_can_be_read_from_the_lines(old: str, new: str) -> None:
    lines, origins = compare(split_lines(old), split_lines(new))
    assert "".join(line.text for line in lines if line.kind is not ADDED) == old
    assert "".join(line.text for line in lines if line.kind is not REMOVED) == new
    assert [at for at in origins if at >= 0] == list(range(len(split_lines(new))))


@given(texts, texts)
def test_line_ends_do_not_count_in_contents(old: str, new: str) -> None:
    lines, origins = compare_contents(old, new)
    assert [line.text for line in lines if line.kind is not ADDED] == [
        line_content(line) for line in split_lines(old)
    ]
    assert [line.text for line in lines if line.kind is not REMOVED] == [
        line_content(line) for line in split_lines(new)
    ]
    assert len(origins) == len(lines)


@given(texts, texts)
def test_changed_words_lie_in_their_lines(old: str, new: str) -> None:
    for line in [*compare_contents(old, new).lines, *compare_files(old, new)]:
        ends = [0, *(place for span in line.words for place in span), len(line.text)]
        assert ends == sorted(ends)
        assert line.kind is not PLAIN or not line.words


def test_a_changed_line_stands_under_the_one_it_replaces() -> None:
    lines = compare_contents(
        "one\nuse npm here, always\nthree\n", "one\nuse yarn here, always\n```\nthree\n"
    ).lines
    assert signs(lines) == [
        (PLAIN, "one"),
        (REMOVED, "use npm here, always"),
        (ADDED, "use yarn here, always"),
        (ADDED, "```"),
        (PLAIN, "three"),
    ]
    assert [line.number for line in lines] == [1, None, None, None, 4]
    assert lines[1].words == ((4, 7),)
    assert lines[2].words == ((4, 8),)


def test_words_are_marked_whole() -> None:
    old, new = compare_contents("keep it as it is\n", "keep it as it was\n").lines
    assert (old.words, new.words) == (((14, 16),), ((14, 17),))


def test_lines_with_little_in_common_mark_no_words() -> None:
    assert [line.words for line in compare_contents("alpha beta", "wholly other words").lines] == [(), ()]


def test_a_line_too_long_to_compare_marks_no_words() -> None:
    old = "word " * 200
    assert [line.words for line in compare_contents(old, f"{old}more").lines] == [(), ()]


def test_a_change_of_line_ends_is_shown() -> None:
    assert signs(compare_files("a\r\n", "a\n")) == [(REMOVED, "a\r"), (ADDED, "a")]


def test_line_ends_that_stay_are_not_shown() -> None:
    assert signs(compare_files("a\r\nb\r\n", "a\r\nc\r\n")) == [(PLAIN, "a"), (REMOVED, "b"), (ADDED, "c")]


def test_a_missing_line_end_at_the_end_is_said() -> None:
    lines = compare_files("a\nb", "a\nb\n")
    assert [line.kind for line in lines] == [PLAIN, REMOVED, NOTE, ADDED]
    assert lines[2].text == "No line end at the end of the file"


def test_equal_texts_show_no_sign() -> None:
    assert {line.kind for line in compare_files("a\nb\n", "a\nb\n")} == {PLAIN}
    assert compare_files("", "") == []


def test_of_very_many_changed_lines_only_the_first_are_compared_by_word() -> None:
    old = "".join(f"{n} and some words that stay, always\n" for n in range(600))
    lines = compare_contents(old, old.replace("some", "many")).lines
    marked = [bool(line.words) for line in lines]
    assert marked[:2] == [True, True]
    assert marked[-2:] == [False, False]
