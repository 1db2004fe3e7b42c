"""Lines of one node that both sides changed: what both added is there once."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from memdesk.text.merge_lines import MergedLines, merge_lines

ADDED = "by both"
PARTED = ("first", "", "second")


def merged(base: Sequence[str], mine: Sequence[str], theirs: Sequence[str]) -> list[str] | None:
    """The lines of the merge; None where the sides contradict each other."""
    result: MergedLines | None = merge_lines(
        *("".join(f"{line}\n" for line in lines) for lines in (base, mine, theirs))
    )
    return None if result is None else result.text.split("\n")


def test_a_line_that_both_added_beside_another_change_is_there_once() -> None:
    assert merged(["5", "2"], ["5", "16", "2"], ["9", "16", "2"]) == ["9", "16", "2"]
    assert merged(["0"], ["16"], ["0", "9", "16"]) == ["16", "9"]


def test_a_paragraph_stays_one_of_its_own_where_the_one_before_it_is_deleted() -> None:
    assert merged(PARTED, [*PARTED, "third"], ["first"]) == ["first", "", "third"]
    assert merged(PARTED, ["first"], [*PARTED, "third"]) == ["first", "", "third"]


def test_a_line_stays_beside_the_one_that_took_the_place_of_the_one_before_it() -> None:
    assert merged(PARTED, [*PARTED, "third"], ["first", "", "changed"]) == ["first", "", "changed", "third"]


def test_one_that_stands_elsewhere_is_another_line() -> None:
    base, mine, theirs = ["a", "b"], ["none", "a", "b"], ["a", "b", "none"]
    assert merged(base, mine, theirs) == ["none", "a", "b", "none"]


def test_code_is_not_taken_apart() -> None:
    mine, theirs = ["5", "```", "16", "```", "2"], ["9", "16", "2"]
    assert merged(["5", "2"], mine, theirs) == ["9", "16", "```", "16", "```", "2"]


@st.composite
def changed_around(draw: st.DrawFn, lines: Sequence[str], side: str) -> list[str]:
    """`lines` with some of them left out, replaced or followed by others, but for the one that both sides added."""
    changed: list[str] = []
    for number, line in enumerate(lines):
        how = (
            "keep"
            if line == ADDED
            else draw(st.sampled_from(["keep", "keep", "leave out", "replace", "follow"]))
        )
        changed += [line] if how in ("keep", "follow") else []
        changed += [f"{side} {number}"] if how in ("replace", "follow") else []
    return changed


@given(st.data())
def test_what_both_added_at_one_place_is_there_once(data: st.DataObject) -> None:
    base = [str(number) for number in range(data.draw(st.integers(0, 6)))]
    at = data.draw(st.integers(0, len(base)))
    with_it = [*base[:at], ADDED, *base[at:]]
    mine, theirs = (data.draw(changed_around(with_it, side)) for side in ("mine", "theirs"))
    lines = merged(base, mine, theirs)
    if lines is not None:
        assert lines.count(ADDED) == 1
        assert {*mine, *theirs} - {*base} <= {*lines}
