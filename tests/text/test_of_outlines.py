"""What is remembered of node trees."""

from __future__ import annotations

from functools import partial

from memdesk.text.of_outlines import OfOutlines
from memdesk.text.sections import section_outline


def test_it_is_worked_out_once_for_a_tree_and_a_key() -> None:
    known: OfOutlines[int] = OfOutlines()
    outline, twin = section_outline("## A\nx\n"), section_outline("## A\nx\n")
    values = iter(range(9))
    found = [
        known.of(one, key, lambda: next(values))
        for one, key in ((outline, "k"), (outline, "k"), (outline, "other"), (twin, "k"), (outline, "k"))
    ]
    assert found == [0, 0, 1, 2, 0]


def test_the_oldest_are_let_go_of() -> None:
    known: OfOutlines[int] = OfOutlines()
    first = section_outline("## A\n")
    known.of(first, "k", lambda: 0)
    for number in range(20):
        known.of(section_outline("## B\n"), "k", partial(int, number))
    assert known.of(first, "k", lambda: 7) == 7
