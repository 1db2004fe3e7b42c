"""What stands in a field and what the document says of it: together, apart while it cannot be written, together."""

from __future__ import annotations

from memdesk.errors import MemdeskError, Refused
from memdesk.text.editable import EditableText
from memdesk.text.edits import Edit, replace
from memdesk.text.edits import Span as At
from memdesk.text.undo import EditKind
from memdesk.ui.form.field_text import FieldText


class Field:
    """The word between the brackets of a text, which takes small letters only."""

    def __init__(self, text: str) -> None:
        self.whole = EditableText(text)
        self.passed_on = 0
        self.text = FieldText(self.said, self.whole, self._write, self._note)

    @property
    def span(self) -> At:
        return At(self.whole.text.index("[") + 1, self.whole.text.index("]"))

    @property
    def said(self) -> str:
        return self.span.of(self.whole.text)

    def _note(self) -> None:
        self.passed_on += 1

    def _write(self, said: str, kind: EditKind) -> None:
        if said and not said.islower():
            raise Refused("“{said}” is not small.", said=said)
        self.whole.edit([replace(self.whole.text, self.span, said)], self, kind)
        self.text.take(self.said)

    def type(self, said: str) -> None:
        end = len(self.text.text)
        self.text.edit([Edit(end, "", said)])

    def outside(self, text: str) -> None:
        self.whole.apply_outside(text)
        self.text.take(self.said)


def fault_of(field: Field) -> str:
    fault: MemdeskError | None = field.text.fault
    return fault.sentence if fault is not None else ""


def test_what_is_typed_stands_in_the_document() -> None:
    field = Field("a [b] c")
    field.type("x")
    assert field.whole.text == "a [bx] c"
    assert field.passed_on == 1
    field.whole.undo()
    field.text.take(field.said)
    assert (field.whole.text, field.text.text) == ("a [b] c", "b")


def test_what_cannot_be_written_stays_until_it_can() -> None:
    field = Field("a [b] c")
    field.type("X")
    assert (field.whole.text, field.text.text) == ("a [b] c", "bX")
    assert "not small" in fault_of(field)
    field.text.edit([Edit(1, "X", "x")])
    assert (field.whole.text, fault_of(field)) == ("a [bx] c", "")


def test_what_cannot_be_written_can_be_dropped() -> None:
    field = Field("a [b] c")
    field.type("X")
    field.text.drop()
    assert (field.text.text, field.text.is_pending) == ("b", False)


def test_an_outside_value_comes_in_and_never_takes_what_was_typed() -> None:
    field = Field("a [b] c")
    field.outside("aa [bb] c")
    assert field.text.text == "bb"
    field.type("X")
    field.outside("aa [zz] c")
    assert field.text.text == "bbX", "typed, and not written yet"
    field.text.drop()
    assert field.text.text == "zz"


def test_all_edits_of_one_key_are_one_step_of_the_document() -> None:
    field = Field("a [b] c")
    with field.text.transaction():
        field.text.edit([Edit(0, "b", "")])
        field.text.edit([Edit(0, "", "cc")])
    assert field.whole.text == "a [cc] c"
    field.whole.undo()
    assert field.whole.text == "a [b] c"
