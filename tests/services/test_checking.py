"""What is wrong with a root, once each, and which of its repairs go together."""

from __future__ import annotations

from memdesk.layouts.contract import Problem, Severity
from memdesk.services.checking import problems_of, repairs_that_fit
from memdesk.services.roots import MemoryRoot
from memdesk.text.edits import Edit, Span, apply_all
from tests.layouts.dict_view import DictView

TEXT = "one two three"


def problem(*edits: Edit) -> Problem:
    return Problem(Severity.NOTE, "rule", "/r/a.md", Span(0, 1), "Something", repair=edits)


def test_repairs_that_do_not_touch_are_made_together() -> None:
    edits = repairs_that_fit([problem(Edit(8, "three", "3")), problem(Edit(0, "one", "1")), problem()])
    assert apply_all(TEXT, edits) == "1 two 3"


def test_of_two_that_touch_the_first_is_made() -> None:
    edits = repairs_that_fit(
        [problem(Edit(0, "one", "1")), problem(Edit(3, " two", "")), problem(Edit(8, "three", "3"))]
    )
    assert apply_all(TEXT, edits) == "1 two 3"
    whole = repairs_that_fit(
        [problem(Edit(0, "one", "1")), problem(Edit(0, "one two", "12"), Edit(8, "three", "3"))]
    )
    assert whole == (Edit(0, "one", "1"),), "a repair is made as a whole or not at all"


def test_a_repair_that_two_problems_share_is_made_once() -> None:
    edit = Edit(0, "one", "1")
    assert repairs_that_fit([problem(edit), problem(edit)]) == (edit,)


def test_insertions_of_one_repair_keep_their_order() -> None:
    edits = (Edit(3, "", "b"), Edit(3, "", "a"))
    assert apply_all(TEXT, repairs_that_fit([problem(*edits)])) == "oneba two three"


def test_a_root_that_is_not_there_has_no_problems() -> None:
    from memdesk.layouts.evva import LAYOUT

    assert problems_of(MemoryRoot("/nowhere", LAYOUT, "by hand", found=False), DictView()) == ()
    assert problems_of(MemoryRoot("/nowhere", LAYOUT, "by hand"), DictView()) == ()
