"""Where two texts differ."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memdesk.text.compare import (
    changed_lines,
    changed_runs,
    common_ends,
    common_lines,
    common_prefix,
    common_suffix,
    edits_between,
)
from memdesk.text.document import split_lines
from memdesk.text.edits import apply_all

LINE = "the same\n"

few_letters = st.text("ab \n", max_size=40)


@given(few_letters, few_letters)
def test_common_prefix_and_suffix_are_the_longest_ones(a: str, b: str) -> None:
    prefix, suffix = common_prefix(a, b), common_suffix(a, b)

    assert a[:prefix] == b[:prefix]
    assert prefix == min(len(a), len(b)) or a[prefix] != b[prefix]
    assert a[len(a) - suffix :] == b[len(b) - suffix :]
    assert suffix == min(len(a), len(b)) or a[-1 - suffix] != b[-1 - suffix]


@given(few_letters, few_letters)
def test_common_ends_do_not_overlap(a: str, b: str) -> None:
    prefix, suffix = common_ends(a, b)

    assert prefix + suffix <= min(len(a), len(b))


def test_the_caret_tells_which_of_equal_letters_was_typed() -> None:
    assert common_ends("aaa", "aaaa", most_behind=2) == (1, 2)


@given(st.lists(st.sampled_from("abc"), max_size=12), st.lists(st.sampled_from("abc"), max_size=12))
def test_changed_runs_rebuild_the_new_list(old: list[str], new: list[str]) -> None:
    rebuilt = list(old)
    for run in reversed(changed_runs(old, new)):
        rebuilt[run.old_first : run.old_end] = new[run.new_first : run.new_end]

    assert rebuilt == new


@given(few_letters, few_letters)
def test_edits_between_two_texts_lead_from_one_to_the_other(old: str, new: str) -> None:
    assert apply_all(old, edits_between(old, new)) == new


@given(few_letters, few_letters)
def test_changed_lines_rebuild_the_new_text(old: str, new: str) -> None:
    lines, new_lines = split_lines(old), split_lines(new)
    for run in reversed(changed_lines(old, new)):
        lines[run.old_first : run.old_end] = new_lines[run.new_first : run.new_end]

    assert "".join(lines) == new


paragraphs = st.lists(st.sampled_from(["# A", "# B", "# C", "x", "x\nx", "y", ""]), max_size=12)


@given(paragraphs, paragraphs, st.permutations(range(6)))
def test_changed_lines_of_long_texts_rebuild_the_new_text(
    old: list[str], new: list[str], order: list[int]
) -> None:
    heads = [f"# Head {number}\n" + "the same\n" * 20 for number in range(6)]
    before = "first\n" + "\n".join((*old, *heads, *new)) + "last\n"
    after = "1st\n" + "\n".join((*new, *(heads[number] for number in order), *old)) + "end\n"

    lines, new_lines = split_lines(before), split_lines(after)
    for run in reversed(changed_lines(before, after)):
        lines[run.old_first : run.old_end] = new_lines[run.new_first : run.new_end]

    assert "".join(lines) == after


def test_one_line_of_each_of_many_alike_sections_changed() -> None:
    heads = [f"# Head {number}\n" for number in range(100)]
    before = "".join(f"{head}{4 * LINE}" for head in heads)
    after = "".join(f"{head}another\n{3 * LINE}" for head in heads)

    assert changed_lines(before, after) == [(at, at + 1, at, at + 1) for at in range(1, 500, 5)]


def test_edits_spare_words_and_lines_that_stayed() -> None:
    old = "one two three\nstays\nfour five\n"
    new = "one 2 three\nstays\nfour five six\n"

    edits = edits_between(old, new)

    assert [(edit.start, edit.old, edit.new) for edit in edits] == [(4, "two", "2"), (29, "", " six")]


def test_a_rewrite_too_large_to_compare_by_word_is_still_right() -> None:
    old = "".join(f"a{i} " for i in range(3000))
    new = "".join(f"b{i} " for i in range(3000))

    assert apply_all(old, edits_between(old, new)) == new


def test_many_equal_lines_do_not_take_forever() -> None:
    old = "x\n" + "\n- \n" * 5000 + "y\n"
    new = "z\n" + "- \n\n" * 5000 + "w\n"

    assert apply_all(old, edits_between(old, new)) == new


@given(few_letters, few_letters)
def test_common_lines_stand_in_both_in_their_order(old: str, new: str) -> None:
    common = split_lines(common_lines(old, new))
    for text in (old, new):
        rest = iter(split_lines(text))
        assert all(line in rest for line in common)
    assert common_lines(old, old) == old
