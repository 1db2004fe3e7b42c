"""Steps, their grouping, and how they are carried past somebody else's edits."""

from __future__ import annotations

import gc
import weakref

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.text.edits import Edit, apply_all, in_sequence
from memdesk.text.passing import carry_forward
from memdesk.text.undo import PAUSE_S, EditKind, UndoStack, coarser


class Clock:
    """A clock that tests move."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def stack(clock: Clock) -> UndoStack:
    return UndoStack(clock)


class Typist:
    """Records characters as keys bring them."""

    def __init__(self, stack: UndoStack) -> None:
        self.stack = stack
        self.at = 0
        self.keys = 0

    def press(self, *edits: Edit, kind: EditKind = EditKind.TYPING, origin: object = "view") -> None:
        self.keys += 1
        self.stack.record(edits, kind, origin, self.keys)

    def type(self, text: str) -> None:
        for character in text:
            self.press(Edit(self.at, "", character))
            self.at += 1

    @property
    def steps(self) -> list[list[Edit]]:
        return [step.edits for step in self.stack.undoable]


@pytest.fixture
def typist(stack: UndoStack) -> Typist:
    return Typist(stack)


def test_a_word_and_the_blanks_behind_it_are_one_step(typist: Typist) -> None:
    typist.type("two  words")

    assert typist.steps == [[Edit(0, "", "two  ")], [Edit(5, "", "words")]]


def test_enter_is_a_step_of_its_own(typist: Typist) -> None:
    typist.type("a\nb")

    assert [edits[0].new for edits in typist.steps] == ["a", "\n", "b"]


def test_a_rest_begins_a_step(typist: Typist, clock: Clock) -> None:
    typist.type("a")
    clock.now_s += PAUSE_S - 0.1
    typist.type("b")
    clock.now_s += PAUSE_S
    typist.type("c")

    assert [edits[0].new for edits in typist.steps] == ["ab", "c"]


def test_a_caret_jump_begins_a_step(typist: Typist) -> None:
    typist.type("ab")
    typist.at = 0
    typist.type("c")

    assert len(typist.steps) == 2


def test_another_view_begins_a_step(typist: Typist) -> None:
    typist.press(Edit(0, "", "a"), origin="card")
    typist.press(Edit(1, "", "b"), origin="source")

    assert len(typist.steps) == 2


def test_a_seal_begins_a_step(typist: Typist, stack: UndoStack) -> None:
    typist.type("a")
    stack.seal()
    typist.type("b")

    assert len(typist.steps) == 2


def test_deletions_join_in_both_directions_but_not_with_typing(typist: Typist) -> None:
    typist.type("abcd")
    typist.press(Edit(2, "c", ""))
    typist.press(Edit(1, "b", ""))
    typist.press(Edit(1, "d", ""))

    assert typist.steps == [[Edit(0, "", "abcd")], [Edit(1, "bcd", "")]]
    assert [step.kind for step in typist.stack.undoable] == [EditKind.TYPING, EditKind.DELETION]


def test_typing_goes_on_after_it_replaced_a_selection(typist: Typist) -> None:
    typist.press(Edit(3, "gone", "n"))
    typist.press(Edit(4, "", "e"))
    typist.press(Edit(5, "", "w"))

    assert typist.steps == [[Edit(3, "gone", "new")]]


def test_a_paste_stands_alone(typist: Typist) -> None:
    typist.type("a")
    typist.press(Edit(1, "", "b"), kind=EditKind.PASTE)
    typist.at = 2
    typist.type("c")

    assert len(typist.steps) == 3


def test_edits_of_one_transaction_are_one_step(stack: UndoStack) -> None:
    stack.record([Edit(0, "ab", "")], EditKind.TYPING, None, 1)
    stack.record([Edit(0, "", "\t")], EditKind.TYPING, None, 1)

    assert [step.edits for step in stack.undoable] == [[Edit(0, "ab", ""), Edit(0, "", "\t")]]


def test_the_oldest_steps_are_forgotten(clock: Clock) -> None:
    stack = UndoStack(clock, most_steps=3)
    for i in range(5):
        stack.record([Edit(i, "", "x")], EditKind.COMMAND, None, i)

    assert [step.edits[0].start for step in stack.undoable] == [2, 3, 4]


# Carrying past somebody else's edits

TEXT = "abcdefghij"
spans = st.tuples(st.integers(0, 10), st.integers(0, 10)).map(sorted)
edits = st.builds(
    lambda span, new: Edit(span[0], TEXT[span[0] : span[1]], new), spans, st.text("XY", max_size=3)
)


@given(edits, edits)
def test_carrying_forward_commutes(mine: Edit, theirs: Edit) -> None:
    met = carry_forward(mine, theirs)
    if met is None:
        return
    mine_after, theirs_after = met

    assert mine_after.apply(theirs.apply(TEXT)) == theirs_after.apply(mine.apply(TEXT))


@given(edits, st.data())
def test_what_takes_an_edit_back_commutes_with_what_came_after_it(mine: Edit, data: st.DataObject) -> None:
    between = mine.apply(TEXT)
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(between))] * 2)))
    theirs = Edit(start, between[start:end], data.draw(st.text("Z", max_size=3)))
    met = carry_forward(mine.inverse(), theirs)
    if met is None:
        return
    back_after, theirs_first = met

    assert back_after.inverse().apply(theirs_first.apply(TEXT)) == theirs.apply(between)


@pytest.mark.parametrize(
    "theirs", [Edit(2, "c", ""), Edit(1, "bcde", "!"), Edit(3, "", "!"), Edit(4, "ef", "")]
)
def test_an_edit_inside_mine_cannot_be_passed(theirs: Edit) -> None:
    assert carry_forward(Edit(2, "cde", ""), theirs) is None


def test_the_same_text_at_one_place_is_not_put_in_by_both() -> None:
    assert carry_forward(Edit(2, "", "XY"), Edit(2, "", "XY")) is None
    assert carry_forward(Edit(2, "", "XY"), Edit(2, "", "X")) is not None


def test_a_dropped_edit_is_named_and_is_an_outside_edit_for_deeper_steps(stack: UndoStack) -> None:
    stack.record([Edit(5, "", "deep")], EditKind.COMMAND, None, 1)
    stack.record([Edit(0, "", "mine")], EditKind.COMMAND, None, 2)

    stack.rebase([Edit(1, "in", "")])

    assert list(stack.dropped) == [Edit(0, "", "mine")]
    assert [step.edits for step in stack.undoable] == [[Edit(7, "", "deep")]]


def test_only_the_touched_edits_of_a_step_are_dropped(stack: UndoStack) -> None:
    stack.record([Edit(20, "a", "b"), Edit(10, "a", "b"), Edit(0, "a", "b")], EditKind.COMMAND, None, 1)

    stack.rebase([Edit(10, "b", "!!")])

    assert [step.edits for step in stack.undoable] == [[Edit(21, "a", "b"), Edit(0, "a", "b")]]
    assert len(stack.dropped) == 1


disjoint_edits = st.lists(edits, max_size=6).map(
    lambda found: [
        edit
        for i, edit in enumerate(sorted(found))
        if all(edit.start > other.end for other in sorted(found)[:i])
    ]
)


@given(disjoint_edits, st.integers(0, 4))
def test_fewer_coarser_edits_do_the_same(found: list[Edit], most: int) -> None:
    fewer = coarser(found, TEXT, most)

    assert len(fewer) <= max(1, most)
    assert apply_all(TEXT, fewer) == apply_all(TEXT, found)


@given(disjoint_edits)
def test_edits_in_sequence_do_the_same_as_all_at_once(found: list[Edit]) -> None:
    text = TEXT
    for edit in in_sequence(found):
        text = edit.apply(text)

    assert text == apply_all(TEXT, found)


def test_steps_do_not_keep_alive_the_view_that_they_were_made_in(stack: UndoStack) -> None:
    class View:
        pass

    view = View()
    gone = weakref.ref(view)
    stack.record([Edit(0, "", "a")], EditKind.TYPING, view, 1)
    del view
    gc.collect()
    assert gone() is None
    assert len(stack.undoable) == 1
