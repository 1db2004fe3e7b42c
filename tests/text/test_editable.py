"""The text of an open document: edits, outside changes, undo."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.text.document import canonical, decode, encode
from memdesk.text.editable import EditableText
from memdesk.text.edits import Edit
from memdesk.text.undo import EditKind


class Mirror:
    """An observer that holds the lines as it was told of them, and an author for every character."""

    def __init__(self, text: EditableText) -> None:
        self.text = text
        self.lines = [text.line(i) for i in range(text.line_count)]
        self.authors = ["original"] * len(text.text)
        self.author = "user"
        self.origins: list[object] = []
        self.foreign_taken: list[str] = []
        text.add_observer(self)

    def text_arriving(self, text: str) -> None:
        self.arrived = text

    def change_started(self, edit_count: int, origin: object | None) -> None:
        self.origins.append(origin)

    def lines_replaced(self, first: int, last_before: int, last_after: int, origin: object | None) -> None:
        self.lines[first : last_before + 1] = [self.text.line(i) for i in range(first, last_after + 1)]

    def change_finished(self, edits: Sequence[Edit], origin: object | None) -> None:
        for edit in edits:
            gone = self.authors[edit.start : edit.end]
            fuses = edit.new == canonical(edit.old)
            if self.author == "undo" and "agent" in gone and not fuses:
                self.foreign_taken.append(edit.old)
            self.authors[edit.start : edit.end] = [self.author] * len(edit.new)

    def check(self) -> None:
        assert self.lines == [self.text.line(i) for i in range(self.text.line_count)]
        assert "".join(self.lines) == self.text.text
        assert canonical(self.text.text) == self.text.text
        assert len(self.authors) == len(self.text.text)
        assert not self.foreign_taken


def test_observers_hear_of_lines_and_of_who_changed_them() -> None:
    text = EditableText("a\nb\nc")
    mirror = Mirror(text)

    text.edit([Edit(2, "b", "x\ny")], origin="card")

    mirror.check()
    assert mirror.origins == ["card"]
    assert mirror.arrived == "x\ny"


def test_a_removed_observer_hears_nothing() -> None:
    text = EditableText("")
    mirror = Mirror(text)
    text.remove_observer(mirror)

    text.edit([Edit(0, "", "a")])

    assert mirror.origins == []


def test_each_change_has_a_revision() -> None:
    text = EditableText("ab")
    before = text.revision

    text.edit([Edit(0, "a", "")])
    after_edit = text.revision
    text.edit([])
    text.apply_outside(text.text)

    assert before < after_edit == text.revision


def test_several_edits_are_given_in_positions_of_the_present_text() -> None:
    text = EditableText("one two three")

    text.replace_all([Edit(0, "one", "1"), Edit(8, "three", "3"), Edit(4, "two", "2")])

    assert text.text == "1 2 3"
    text.undo()
    assert text.text == "one two three"
    assert not text.can_undo


@pytest.mark.parametrize(
    "edits", [[Edit(0, "x", "")], [Edit(9, "", "y")], [Edit(0, "ab", ""), Edit(1, "b", "")]]
)
def test_edits_that_do_not_fit_change_nothing(edits: list[Edit]) -> None:
    text = EditableText("abc")

    with pytest.raises(ValueError, match="does not fit"):
        text.edit(edits)

    assert (text.text, text.can_undo) == ("abc", False)


def test_an_edit_that_changes_nothing_is_no_step() -> None:
    text = EditableText("abc")

    text.edit([Edit(0, "a", "a")])

    assert not text.can_undo


def test_a_command_never_joins_what_was_typed() -> None:
    text = EditableText("")
    text.edit([Edit(0, "", "a")])
    text.replace_all([Edit(1, "", "b")])
    text.edit([Edit(2, "", "c")])

    text.undo()
    text.undo()

    assert text.text == "a"


def test_undo_and_redo_say_where_the_caret_belongs() -> None:
    text = EditableText("hello")
    text.edit([Edit(5, "", " you")], kind=EditKind.PASTE)

    assert text.undo() == 5
    assert text.redo() == 9
    assert text.redo() is None


# Bytes that fuse


def test_bytes_that_come_together_are_the_character_that_a_reload_shows() -> None:
    text = EditableText(decode(b"\xc3x\xa9"))

    text.edit([Edit(1, "x", "")])

    assert text.text == "é"
    assert encode(text.text) == b"\xc3\xa9"
    text.undo()
    assert encode(text.text) == b"\xc3x\xa9"
    assert len(text.text) == 3
    text.redo()
    assert text.text == "é"


def test_bytes_fuse_with_what_is_pasted_between_them() -> None:
    data = b"\xf0" + b"!" + b"\x80"
    text = EditableText(decode(data))

    text.edit([Edit(1, "!", decode(b"\x9f\x98"))])

    assert text.text == "😀"
    text.undo()
    assert encode(text.text) == data


def test_bytes_fuse_at_every_seam_of_one_step() -> None:
    text = EditableText(decode(b"\xc3x\xa9 \xc3x\xa8 \xc3x\xaa"))

    text.edit([Edit(1, "x", ""), Edit(5, "x", ""), Edit(9, "x", "")])

    assert text.text == "é è ê"
    text.undo()
    assert encode(text.text) == b"\xc3x\xa9 \xc3x\xa8 \xc3x\xaa"


def test_undoing_between_bytes_that_an_agent_put_there_fuses_too() -> None:
    text = EditableText("ab")
    text.edit([Edit(1, "", "x")])
    text.apply_outside(decode(b"a\xc3x\xa9b"))

    text.undo()

    assert text.text == "aéb"
    assert text.dropped == (Edit(2, "", "x"),)
    assert text.redo() is None


def test_halves_of_surrogate_pairs_cannot_come_in() -> None:
    text = EditableText("")

    text.edit([Edit(0, "", "\ud83d")])
    text.apply_outside(text.text + "\ude00")

    assert text.text == "\ufffd\ufffd"


# Other writers


def test_outside_changes_are_not_undone() -> None:
    text = EditableText("# a\none\n# b\ntwo\n")
    text.edit([Edit(7, "", " more")])
    text.apply_outside("# a\none more\n# b\ntwo, changed\n")

    text.undo()

    assert text.text == "# a\none\n# b\ntwo, changed\n"
    assert not text.can_undo
    text.redo()
    assert text.text == "# a\none more\n# b\ntwo, changed\n"


def test_an_edit_that_somebody_else_took_over_is_dropped_and_named() -> None:
    text = EditableText("start\n")
    text.edit([Edit(6, "", "mine")], kind=EditKind.PASTE)
    text.apply_outside("start\nmiXne")

    assert text.dropped == (Edit(6, "", "mine"),)
    assert not text.can_undo
    text.forget_dropped()
    assert not text.dropped


def test_outside_changes_end_a_run_of_typing() -> None:
    text = EditableText("")
    text.edit([Edit(0, "", "a")])
    text.apply_outside("a\nagent\n")
    text.edit([Edit(1, "", "b")])

    text.undo()

    assert text.text == "a\nagent\n"


def test_a_step_never_takes_out_other_text_than_it_put_in() -> None:
    text = EditableText("abc")
    text.replace_all([Edit(0, "a", "A"), Edit(2, "c", "C")])
    text._undo.undoable[-1].edits[0] = Edit(2, "c", "somebody else's")

    assert text.undo() == 1
    assert text.text == "abC"
    assert text.dropped == (Edit(2, "c", "somebody else's"),)


def test_an_outside_rewrite_of_everything_leaves_no_undo_behind() -> None:
    text = EditableText("one\ntwo\n")
    text.edit([Edit(0, "one", "1")])

    text.apply_outside("nothing alike")

    assert text.undo() is None
    assert text.text == "nothing alike"


def test_many_steps_and_many_outside_edits_stay_affordable_and_right() -> None:
    lines = [f"line number {i}\n" for i in range(1500)]
    text = EditableText("".join(lines))
    for i in range(300):
        text.replace_all([Edit(text.start(i), "line", "step")])
    changed = text.text.replace("number", "No.")

    text.apply_outside(changed)
    while text.can_undo:
        text.undo()

    assert text.text.count("No.") == 1500


PIECES = st.sampled_from(
    ["a", "bb ", "\n", "\r\n", "é", "😀", "\udcc3", "\udca9", "\udcf0", "\udc9f", "## h\n"]
)
pieces = st.lists(PIECES, max_size=8).map("".join)
events = st.lists(
    st.tuples(
        st.sampled_from(["edit", "edit", "agent", "undo", "redo", "command"]),
        st.integers(0, 60),
        st.integers(0, 4),
        pieces,
    ),
    max_size=25,
)


def play(text: EditableText, mirror: Mirror, event: tuple[str, int, int, str]) -> None:
    what, at, length, new = event
    start = min(at, len(text.text))
    edit = Edit(start, text.text[start : start + length], new)
    mirror.author = {"agent": "agent", "undo": "undo", "redo": "undo"}.get(what, "user")
    if what == "edit":
        text.edit([edit])
    elif what == "command":
        second = Edit(edit.end + 2, text.text[edit.end + 2 :][:1], new[:2])
        text.replace_all([edit, second] if second.start <= len(text.text) else [edit])
    elif what == "agent":
        text.apply_outside(canonical(edit.apply(text.text)))
    else:
        _ = text.undo() if what == "undo" else text.redo()


@given(pieces, events)
def test_undo_never_takes_what_an_agent_wrote(start: str, happened: list[tuple[str, int, int, str]]) -> None:
    text = EditableText(start)
    mirror = Mirror(text)
    for event in happened:
        play(text, mirror, event)
        mirror.check()


@given(pieces, events)
def test_without_other_writers_undo_leads_back_to_the_first_byte(
    start: str, happened: list[tuple[str, int, int, str]]
) -> None:
    text = EditableText(start)
    first = encode(text.text)
    mirror = Mirror(text)
    for event in happened:
        if event[0] != "agent":
            play(text, mirror, event)
    last = text.text
    steps = 0
    while text.can_undo:
        assert text.undo() is not None
        steps += 1

    assert encode(text.text) == first
    for _ in range(steps):
        text.redo()
    assert text.text == last
    assert not text.dropped
