"""Two texts side by side: everything of both, and what one side moved only once."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memdesk.text.document import split_lines
from memdesk.text.merge import merge_texts
from memdesk.text.merge_result import Merge
from memdesk.text.sections import section_outline
from memdesk.text.union import unite, without_repeats

BASE = "## A\n- one\n- two\n- three\n\n## B\n- four\n- five\n"


def merge(base: str, mine: str, theirs: str) -> Merge:
    return merge_texts(base, mine, theirs, section_outline)


def test_what_they_cut_stays_and_what_they_added_comes_in() -> None:
    united = unite(BASE, BASE.replace("- two", "- two\n- mine"), "## A\n- one\n- learned\n", merge)
    assert united.clean
    assert united.text == BASE.replace("- two", "- two\n- mine").replace("- one", "- one\n- learned")


def test_what_they_moved_stands_once() -> None:
    moved = "## B\n- four\n- one\n"
    united = unite(BASE, BASE.replace("- two", "- two\n- mine"), moved, merge)
    assert split_lines(united.text).count("- one\n") == 1


def test_marks_of_a_notation_are_no_repeats() -> None:
    entry = '{{\n  "type": "fact",\n  "text": "{}"\n}}\n'
    both = entry.format("mine") + entry.format("theirs")
    assert without_repeats(both, entry.format("mine"), entry.format("theirs")) == both


def test_of_two_repeats_the_one_that_is_not_mine_goes() -> None:
    assert without_repeats("- a\n- b\n- a\n", "- b\n- a\n", "- a\n- b\n") == "- b\n- a\n"


@given(
    mine=st.lists(st.sampled_from(["- one", "- two", "- mine", "words"]), unique=True),
    theirs=st.lists(st.sampled_from(["- one", "- two", "- theirs", "words", "more"]), unique=True),
)
def test_nothing_of_either_side_goes(mine: list[str], theirs: list[str]) -> None:
    one, other = ("".join(f"{line}\n" for line in side) for side in (mine, theirs))
    found = split_lines(without_repeats(one + other, one, other))
    assert set(found) == set(split_lines(one + other))
    assert [line for line in found if line in split_lines(one)][: len(mine)] == split_lines(one)
