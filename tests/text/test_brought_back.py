"""What others brought back meanwhile is not put in a second time by undo or redo."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memdesk.text.brought_back import Piece, cut_apart
from memdesk.text.editable import EditableText
from memdesk.text.edits import Edit

TEXT = "## A\n- a\n- b\n"
LINE = "- one two three\n"
WITH_LINE = f"## A\n- a\n{LINE}- b\n"


@pytest.fixture
def text() -> EditableText:
    return EditableText(TEXT)


def do(text: EditableText, *edits: Edit) -> None:
    """Each edit as a step of its own."""
    for edit in edits:
        text.edit([edit])
        text.seal()


def undo_all(text: EditableText) -> None:
    while text.undo() is not None:
        pass


def test_a_line_that_was_taken_out_and_restored_comes_back_once(text: EditableText) -> None:
    do(text, Edit(9, "", LINE), Edit(9, LINE, ""))
    text.apply_outside(WITH_LINE)
    do(text, Edit(9, LINE, ""))

    text.undo()
    assert text.text == WITH_LINE
    undo_all(text)

    assert text.text == WITH_LINE
    assert Edit(9, LINE, "") in text.dropped


def test_a_line_that_is_brought_back_elsewhere_counts_too(text: EditableText) -> None:
    do(text, Edit(9, "- b\n", ""))
    text.apply_outside("## A\n- b\n- a\n- c\n")

    undo_all(text)

    assert text.text == "## A\n- b\n- a\n- c\n"


def test_what_was_undone_and_brought_back_is_not_made_again(text: EditableText) -> None:
    do(text, Edit(9, "", LINE))
    text.undo()
    text.apply_outside(f"## A\n{LINE}- a\n- b\n")

    assert text.redo() is None
    assert text.text == f"## A\n{LINE}- a\n- b\n"


def test_words_inside_a_line_count_where_they_stood(text: EditableText) -> None:
    do(text, Edit(8, "", " again"))
    text.undo()
    text.apply_outside("## A\n- a again\n- b\n")

    assert text.redo() is None
    assert text.text == "## A\n- a again\n- b\n"


def test_it_does_not_matter_from_where_to_where_a_line_was_selected(text: EditableText) -> None:
    do(text, Edit(8, "\n- b", ""))
    text.apply_outside("## A\n- a\n- b\n- c\n")

    undo_all(text)

    assert text.text == "## A\n- a\n- b\n- c\n"


def test_a_line_that_was_taken_out_word_by_word_leaves_no_words_behind(text: EditableText) -> None:
    do(text, Edit(9, "", LINE), Edit(19, "three", ""), Edit(15, "two ", ""), Edit(11, "one ", ""))
    do(text, Edit(9, "- \n", ""))
    text.apply_outside(WITH_LINE)

    undo_all(text)

    assert text.text == WITH_LINE


def test_of_several_lines_those_that_nobody_brought_back_come_back(text: EditableText) -> None:
    do(text, Edit(5, "- a\n- b\n", ""))
    text.apply_outside("## A\n- b\n")

    text.undo()

    assert sorted(text.text.split("\n")) == sorted(TEXT.split("\n"))
    text.redo()
    assert text.text == "## A\n- b\n"


def test_what_surrounds_a_line_of_code_comes_back_with_it(text: EditableText) -> None:
    code = "```\nstart()\nstop()\n```\n"
    do(text, Edit(13, "", code), Edit(13, code, ""))
    text.apply_outside(TEXT + "start()\n")

    text.undo()

    assert text.text.count(code) == 1


def test_a_line_that_was_moved_and_stands_at_its_old_place_again_is_there_once(text: EditableText) -> None:
    with text.transaction():
        text.edit([Edit(9, "- b\n", "")])
        text.edit([Edit(5, "", "- b\n")])
    text.seal()
    text.apply_outside("## A\n- a\n- b\n- c\n")

    undo_all(text)

    assert sorted(text.text.split("\n")) == ["", "## A", "- a", "- b", "- c"]


def test_an_older_wording_of_a_line_counts_as_the_line(text: EditableText) -> None:
    do(text, Edit(7, "a", "coffee at noon"), Edit(5, "- coffee at noon\n", ""))
    text.apply_outside(TEXT)

    undo_all(text)

    assert text.text == TEXT


def test_a_second_copy_that_the_user_had_comes_back_beside_the_first(text: EditableText) -> None:
    do(text, Edit(9, "", "- a\n"), Edit(9, "- a\n", ""))
    text.apply_outside(TEXT + "- c\n")

    text.undo()

    assert text.text == "## A\n- a\n- a\n- b\n- c\n"


def test_marks_of_a_notation_are_no_line_of_anybody(text: EditableText) -> None:
    do(text, Edit(13, "", "---\n"), Edit(13, "---\n", ""))
    text.apply_outside("---\n" + TEXT)

    text.undo()

    assert text.text == "---\n" + TEXT + "---\n"


def test_the_pieces_of_an_edit_do_the_same_as_the_edit() -> None:
    edit = Edit(5, "", "- a\n- x\n- b\n")
    others = [Edit(5, "", "- x\n")]

    (pieces,) = cut_apart([edit], others, "## A\n", "## A\n- x\n")

    assert [piece.is_back for piece in pieces] == [False, True]
    text = "## A\n"
    for piece in pieces:
        text = piece.edit.apply(text)
    assert text == edit.apply("## A\n")


def test_an_edit_that_nobody_went_ahead_of_stays_whole() -> None:
    edit = Edit(5, "", "- a\n")

    assert cut_apart([edit], [Edit(0, "", "- x\n")], "## A\n", "- x\n## A\n") == [[Piece(edit)]]


# Any order

_MARK = re.compile(r"w\d+")
doings = st.lists(
    st.tuples(
        st.sampled_from(("type", "change", "take", "undo", "redo", "keep", "old", "own")), st.integers(0, 40)
    ),
    max_size=25,
)


class Life:
    """A user who types, takes out, undoes and redoes, and others who write what stood there once."""

    def __init__(self) -> None:
        self.text = EditableText("## A\n- w0 a\n\n## B\n- w1 b\n")
        self._kept = [self.text.text]
        self._words = 1

    def do(self, what: str, number: int) -> None:
        {"undo": self.text.undo, "redo": self.text.redo}.get(what, lambda: self._write(what, number))()

    def _write(self, what: str, number: int) -> None:
        text = self.text.text
        ends = [found.end() for found in re.finditer("\n", text)]
        items = list(re.finditer("(?m)^- .*\n", text))
        if what == "type":
            end = ends[number % len(ends)]
            do(self.text, Edit(end, "", f"- {self._word()}\n"))
        elif what == "change" and items:
            do(self.text, Edit(items[number % len(items)].end() - 1, "", f" {self._word()}"))
        elif what == "take" and items:
            item = items[number % len(items)]
            do(self.text, Edit(item.start(), item.group(), ""))
        elif what == "keep":
            self._kept.append(text)
        elif what in ("old", "own"):
            lines = (text if what == "own" else self._kept[number % len(self._kept)]).split("\n")
            lines.insert(1 + number % (len(lines) - 1), f"- {self._word()}")
            self.text.apply_outside("\n".join(lines))

    def _word(self) -> str:
        self._words += 1
        return f"w{self._words}"


@given(doings)
@example([("type", 0), ("keep", 0), ("take", 0), ("old", 1), ("take", 0), ("undo", 0), ("undo", 0)])
@example([("type", 0), ("change", 0), ("keep", 0), ("undo", 0), ("old", 1), ("redo", 0)])
@example([("type", 0), ("keep", 0), ("change", 0), ("take", 0), ("old", 1), ("undo", 0), ("undo", 0)])
def test_no_word_is_there_twice_in_whatever_order_things_are_done(life: list[tuple[str, int]]) -> None:
    one = Life()
    for what, number in life:
        one.do(what, number)
        twice = [word for word, count in Counter(_MARK.findall(one.text.text)).items() if count > 1]
        assert not twice, (what, one.text.text)
