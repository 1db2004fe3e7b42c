"""Every kind of field is edited by keys in the real window, and only its value differs on disk."""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QGridLayout, QMessageBox, QTextEdit, QWidget

from memdesk.bundled import bundled_path
from memdesk.store.outcomes import Merged, Saved
from memdesk.text.document import encode
from memdesk.ui.editor.card_head import CardHead
from memdesk.ui.editor.sections_view import SectionsView
from memdesk.ui.form.field_row import FieldRow
from memdesk.ui.form.form_block import FormBlock
from memdesk.ui.form.form_head import FormHead
from memdesk.ui.form.list_row import ListRow
from memdesk.ui.form.text_row import TextRow
from memdesk.ui.i18n import ENGLISH, install_language
from memdesk.ui.widgets.found_label import FoundLabel
from memdesk.ui.widgets.marks import MarkLabel
from tests.window.conftest import Start
from tests.window.inside import ALT, CONTROL, SHIFT, InsideProgram, Key

RECORD = (
    b'{ "label" : "sensor_quirks",\r\n'
    b'  "id": "9d22c6f4",\r\n'
    b'  "content": "Sensors \\u00fcber \\/ all.\\r\\n- S3 \\ud83d\\ude00\\r\\n",\r\n'
    b'  "maxSizeBytes": 64, "description":"Known \\u0026 odd", "type": "MemoryFile",\r\n'
    b'  "pinned": true, "checkedBy": "Marta", "seen": [1, 2], "x": {"a":1}\r\n'
    b"}\r\n"
)
FACT = (
    b"\xef\xbb\xbf---\r\n"
    b"name: oven-two\r\n"
    b"# why it is here\r\n"
    b"description: Oven 2 runs hot\r\n"
    b"tags: [bakery, 'oven 2']   # kept\r\n"
    b"metadata:\r\n"
    b"  type: project\r\n"
    b"pinned: true\r\n"
    b"since: 2026-03-01\r\n"
    b"---\r\n"
    b"\r\n"
    b"It is caf\xe9 hot.\r\n"
)
SKILL = (
    b"---\n"
    b"id: bot_read\n"
    b"type: agent_skill\n"
    b"schema_version: 1\n"
    b"agent_id: bot\n"
    b"track: agent\n"
    b"name: read\n"
    b"description: 'Turn a photo: into entries'  # ours\n"
    b"confidence: 0.86\n"
    b"maturity_score: 0.7\n"
    b"source_case_ids:\n"
    b"- ac_20260511_00000001\n"
    b"- ac_20260512_00000002\n"
    b"cluster_id: null\n"
    b"note: |\n"
    b"  first\n"
    b"  second\n"
    b"reviewed: false\n"
    b"---\n"
    b"# read\n"
    b"\n"
    b"## Steps\n"
    b"\n"
    b"Look twice.\n"
)


def put(path: Path, data: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


@pytest.fixture
def record(home: Path) -> Path:
    return put(home / "records" / "9d22c6f4.json", RECORD)


@pytest.fixture
def fact(home: Path) -> Path:
    index = b"# Memory\n- [oven-two](oven-two.md) \xe2\x80\x94 Oven 2 runs hot\n--- freeze: 0\n"
    put(home / ".config/ok/shared/memory/MEMORY.md", index)
    return put(home / ".config/ok/shared/memory/oven-two.md", FACT)


@pytest.fixture
def skill(home: Path) -> Path:
    put(home / "everos/ome.toml", b"# strategies\n")
    return put(home / "everos/default_app/default_project/agents/bot/skills/skill_read/SKILL.md", SKILL)


ROOTS = {"record": 1, "fact": 3, "skill": 7}


@pytest.fixture
def open_form(start: Start, request: pytest.FixtureRequest) -> Opened:
    return Opened(start, request)


class Opened:
    """Opens one of the documents above and finds fields on its form."""

    def __init__(self, start: Start, request: pytest.FixtureRequest) -> None:
        self._start = start
        self._request = request

    def __call__(self, name: str, size: tuple[int, int] = (1440, 900), data: bytes | None = None) -> Opened:
        self.path: Path = self._request.getfixturevalue(name)
        if data is not None:
            self.path.write_bytes(data)
        self.before = self.path.read_bytes()
        self.program: InsideProgram = self._start(self.path.parents[ROOTS[name] - 1], window_size=size)
        self.program.show(self.path)
        return self

    @property
    def form(self) -> FormBlock:
        return next(form for form in self.program.editor.findChildren(FormBlock) if form.isVisible())

    def row(self, title: str) -> FieldRow:
        """The row of a field, once it is made: a few are made at a time."""
        self.program.wait_until(lambda: title in self._rows(), what=f"the row {title}")
        return self._rows()[title]

    def titles(self) -> dict[str, str]:
        """What the rows there are say, by the name of their field."""
        return {row.field.name: row.title for row in self.form.rows}

    def has_fields(self, count: int) -> bool:
        """Whether so many of `with_fields` have rows."""
        return sum(title.startswith("field_") for title in self._rows()) == count

    def _rows(self) -> dict[str, FieldRow]:
        return {row.field.title: row for row in self.form.rows}

    def unlock(self, title: str) -> None:
        lock = self.row(title).stops[-1]
        lock.setFocus()
        self.program.key(Key.Key_Space)

    def said_below(self, title: str) -> str:
        return self.row(title).target.accessibleDescription()

    def saved(self) -> bytes:
        assert isinstance(self.program.save(), Saved | Merged)
        return self.path.read_bytes()


def test_a_line_of_a_record(open_form: Opened) -> None:
    form = open_form("record")
    form.row("Label").focus_value()
    form.program.key(Key.Key_End)
    form.program.type("_2")
    form.program.wait_until(lambda: "Unsaved" in words_on(form.form), what="the mark")
    assert form.saved() == RECORD.replace(b'"sensor_quirks"', b'"sensor_quirks_2"')
    form.program.wait_until(lambda: "Unsaved" not in words_on(form.form), what="the mark to go")


def test_lines_of_a_record_with_line_ends_of_their_own(open_form: Opened) -> None:
    form = open_form("record")
    form.row("Content").focus_value()
    form.program.key(Key.Key_End, CONTROL)
    form.program.type('a < "b"')
    form.program.key(Key.Key_Return)
    form.program.type("c")
    assert form.saved() == RECORD.replace(
        b'\\r\\n",\r\n  "max', b'\\r\\na \\u003c \\"b\\"\\r\\nc",\r\n  "max'
    )


def test_a_field_of_the_users_own_keeps_its_name_in_every_language(open_form: Opened) -> None:
    install_language(bundled_path("translations"), ["de"])
    try:
        form = open_form("fact")
        form.program.wait_until(lambda: "pinned" in form.titles(), what="the row of a field without a schema")
        titles = form.titles()
    finally:
        install_language(bundled_path("translations"), [ENGLISH])
    assert titles["description"] == "Beschreibung"
    assert titles["pinned"] == "pinned"


def test_a_label_has_room_for_its_words_as_letters_grow(open_form: Opened) -> None:
    row = open_form("record").row("Size cap in bytes")
    [label] = row.findChildren(FoundLabel)
    before = QApplication.font()
    larger = QApplication.font()
    larger.setPointSizeF(before.pointSizeF() * 1.3)
    QApplication.setFont(larger)
    try:
        open_form.program.settle()
        assert label.text() == "Size cap in bytes"
        assert label.sizeHint().width() <= label.width()
    finally:
        QApplication.setFont(before)


def test_a_field_far_down_a_long_form_is_there_as_soon_as_one_goes_to_it(open_form: Opened) -> None:
    some = "".join(f"field_{number}: value {number}\n" for number in range(60)).encode()
    form = open_form("fact", data=FACT.replace(b"pinned: true\r\n", some + b"pinned: true\r\n"))
    program, last = form.program, form.path.read_bytes().index(b"value 59")
    program.show(form.path.with_name("MEMORY.md"))
    program.memory.show_document(str(form.path))
    program.editor.go_to(program.text.index("value 59"), focus=True)
    program.type("new ")

    assert form.saved()[last:].startswith(b"new value 59")


def test_a_text_of_many_lines_in_one_line_of_a_record(open_form: Opened) -> None:
    form = open_form("record")
    form.row("Description").focus_value()
    form.program.key(Key.Key_Home, CONTROL)
    form.program.type("x")
    form.program.key(Key.Key_Return)
    assert form.saved() == RECORD.replace(b'"Known \\u0026', b'"x\\nKnown \\u0026')


def test_a_number_of_a_record(open_form: Opened) -> None:
    form = open_form("record")
    form.row("Size cap in bytes").focus_value()
    form.program.key(Key.Key_End)
    form.program.key(Key.Key_Backspace)
    form.program.type("0x")
    assert form.program.text.encode() == RECORD.replace(b": 64,", b": 60,"), (
        "what is no number is not written"
    )
    assert "no cap" in form.said_below("Size cap in bytes")
    form.program.key(Key.Key_Backspace)
    assert form.said_below("Size cap in bytes") == ""
    assert form.saved() == RECORD.replace(b": 64,", b": 60,")


def test_what_the_agent_keeps_is_locked_until_it_is_unlocked(open_form: Opened) -> None:
    form = open_form("record")
    form.row("Id").focus_value()
    form.program.type("zzz")
    form.program.key(Key.Key_Delete)
    assert form.program.text.encode() == RECORD
    form.unlock("Id")
    assert form.program.focus is form.row("Id").target, "the focus goes where one means to type"
    form.program.key(Key.Key_End)
    form.program.type("0")
    assert form.saved() == RECORD.replace(b"9d22c6f4", b"9d22c6f40")


@pytest.mark.parametrize(
    ("title", "keys", "old", "new"),
    [
        ("pinned", "space", b'"pinned": true', b'"pinned": false'),
        ("checkedBy", "!", b'"Marta"', b'"Marta!"'),
        ("seen", "", b"[1, 2]", b"[1, 23]"),
        ("x", "", b'{"a":1}', b'{"a":13}'),
    ],
)
def test_fields_that_the_agent_does_not_know(
    open_form: Opened, title: str, keys: str, old: bytes, new: bytes
) -> None:
    form = open_form("record")
    form.unlock(title)
    if keys == "space":
        form.program.key(Key.Key_Space)
    else:
        form.program.key(Key.Key_End)
        if not keys:
            form.program.key(Key.Key_Left)
            keys = "3"
        form.program.type(keys)
    assert form.saved() == RECORD.replace(old, new)


def test_a_line_of_a_header(open_form: Opened) -> None:
    form = open_form("fact")
    form.row("Description").focus_value()
    form.program.key(Key.Key_End)
    form.program.type(", very")
    assert form.program.text.encode("utf-8", "surrogateescape") == FACT.replace(
        b"runs hot", b"runs hot, very"
    )
    assert form.saved() == FACT.replace(b"runs hot", b"runs hot, very")


def test_the_index_says_what_a_saved_fact_says(open_form: Opened) -> None:
    form = open_form("fact")
    index = form.path.with_name("MEMORY.md")
    before = index.read_bytes()
    form.row("Description").focus_value()
    form.program.key(Key.Key_End)
    form.program.type("ter")
    form.program.editor.focus_section("\nbody")
    form.program.key(Key.Key_Home, CONTROL)
    form.program.type("So: ")
    assert index.read_bytes() == before, "nothing is written before one saves"
    assert form.saved() == FACT.replace(b"runs hot", b"runs hotter").replace(b"It is", b"So: It is")
    assert index.read_bytes() == before.replace(b"runs hot", b"runs hotter")
    form.row("Description").focus_value()
    form.program.key(Key.Key_End)
    form.program.type("!")
    form.program.key(Key.Key_S, CONTROL | ALT)
    form.program.wait_until(lambda: b"hotter!" in index.read_bytes(), what="the save of all")


def test_a_fact_is_saved_though_the_index_that_quotes_it_cannot_be_read(open_form: Opened) -> None:
    form = open_form("fact")
    index = form.path.with_name("MEMORY.md")
    form.row("Description").focus_value()
    form.program.key(Key.Key_End)
    form.program.type("ter")
    index.unlink()
    os.mkfifo(index)
    caught: list[object] = []
    sys.excepthook = lambda _kind, error, _trace: caught.append(error)
    form.program.type("!")
    said = form.said_below("Description")
    saved = form.saved()
    index.unlink()
    assert not caught
    assert f"{index} cannot be read: not a regular file." in said
    assert saved == FACT.replace(b"runs hot", b"runs hotter")


def test_a_choice_by_keys(open_form: Opened) -> None:
    form = open_form("fact")
    form.row("Type").focus_value()
    form.program.key(Key.Key_Down)
    popup = QApplication.activePopupWidget()
    assert popup is not None
    chosen = next(action for action in popup.actions() if action.text() == "reference")
    assert [action.text() for action in popup.actions() if action.isChecked()] == ["project"]
    chosen.trigger()
    popup.close()
    assert form.saved() == FACT.replace(b"type: project", b"type: reference")


def test_items_of_a_list(open_form: Opened) -> None:
    form = open_form("fact")
    form.row("tags").focus_value()
    form.program.key(Key.Key_Delete)
    assert form.program.text.encode("utf-8", "surrogateescape") == FACT.replace(b"[bakery, ", b"[")
    form.row("tags").target.setFocus()
    form.program.type("a, b")
    form.program.key(Key.Key_Return)
    assert form.saved() == FACT.replace(b"[bakery, 'oven 2']", b"['oven 2', 'a, b']")
    form.program.key(Key.Key_Z, CONTROL)
    form.program.key(Key.Key_Z, CONTROL)
    assert form.saved() == FACT


def test_an_item_that_was_typed_is_added_by_a_save_and_by_leaving_its_line(open_form: Opened) -> None:
    form = open_form("fact")
    form.row("tags").target.setFocus()
    form.program.type("warm")
    form.program.key(Key.Key_S, CONTROL)
    form.program.settle()
    assert form.path.read_bytes() == FACT.replace(b"'oven 2']", b"'oven 2', warm]")
    form.row("tags").target.setFocus()
    form.program.type("hot")
    form.row("since").focus_value()
    assert form.saved() == FACT.replace(b"'oven 2']", b"'oven 2', warm, hot]")


def test_the_line_of_a_document_that_was_left_takes_nothing_up(open_form: Opened) -> None:
    form = open_form("fact")
    row = form.row("tags")
    assert isinstance(row, ListRow)
    session, memory = form.program.session, form.program.memory
    # It is deleted only in a while.
    memory.show_document(str(form.path.with_name("MEMORY.md")))
    row.adding.setText("late")
    memory.editor.commit_composition()
    assert memory.open.session is not session
    assert encode(session.text.text) == FACT
    assert row.adding.text() == "late"


def test_half_an_item_stays_in_its_line_while_one_looks_something_up(open_form: Opened) -> None:
    form = open_form("fact")
    form.row("tags").target.setFocus()
    form.program.type("wa")
    elsewhere = QWidget()
    elsewhere.show()
    elsewhere.activateWindow()
    form.program.wait_until(lambda: not form.program.window.isActiveWindow(), what="another window")
    elsewhere.close()
    form.program.window.activateWindow()
    form.program.wait_until(form.row("tags").target.hasFocus, what="the focus again")
    form.program.type("rm")
    assert not form.program.session.is_dirty
    form.program.key(Key.Key_Return)
    assert form.saved() == FACT.replace(b"'oven 2']", b"'oven 2', warm]")


def test_a_name_that_was_typed_is_there_when_the_document_is_shown_again(open_form: Opened) -> None:
    form = open_form("fact")
    form.row("Name").focus_value()
    form.program.key(Key.Key_A, CONTROL)
    form.program.type("oven three")
    form.program.show(form.path.with_name("MEMORY.md"))
    form.program.show(form.path)
    row = form.row("Name")
    assert isinstance(row, TextRow)
    assert row.text.text == "oven three"
    assert "Enter" in form.said_below("Name")
    row.focus_value()
    form.program.key(Key.Key_Escape)
    assert row.text.text == "oven-two"
    assert not form.program.session.is_dirty
    assert form.path.read_bytes() == FACT


@pytest.mark.parametrize(
    ("title", "old", "new"),
    [("pinned", b"pinned: true", b"pinned: false"), ("since", b"2026-03-01", b"2026-03-02")],
)
def test_typed_values_of_a_header(open_form: Opened, title: str, old: bytes, new: bytes) -> None:
    form = open_form("fact")
    form.row(title).focus_value()
    if title == "pinned":
        form.program.key(Key.Key_Space)
    else:
        form.program.key(Key.Key_End)
        form.program.key(Key.Key_Backspace)
        assert "date" in form.said_below(title)
        form.program.type("2")
    assert form.saved() == FACT.replace(old, new)


def test_a_name_is_asked_for_and_never_typed_in_by_the_way(open_form: Opened) -> None:
    form = open_form("fact")
    form.row("Name").focus_value()
    form.program.key(Key.Key_A, CONTROL)
    form.program.type("_")
    assert "cannot make a file name" in form.said_below("Name")
    assert form.program.text.encode("utf-8", "surrogateescape") == FACT
    form.program.key(Key.Key_Backspace)
    form.program.type("oven three")
    assert "Enter" in form.said_below("Name")
    form.program.key(Key.Key_Escape)
    assert isinstance(row := form.row("Name"), TextRow)
    assert row.text.text == "oven-two"
    assert not form.program.session.is_dirty


def test_another_name_renames_the_file_and_its_line(open_form: Opened) -> None:
    form = open_form("fact")
    form.row("Name").focus_value()
    form.program.key(Key.Key_A, CONTROL)
    form.program.type("Oven Three")
    form.program.key(Key.Key_Return)
    renamed = form.path.with_name("oven-three.md")
    form.program.wait_until(renamed.exists, what="the new file")
    form.program.settle()
    assert renamed.read_bytes() == FACT.replace(b"name: oven-two", b"name: oven-three")
    assert not form.path.exists()
    index = form.path.with_name("MEMORY.md").read_text(encoding="utf-8")
    assert index.split("\n")[1] == "- [oven-three](oven-three.md) — Oven 2 runs hot"
    assert form.program.session.path == str(renamed), "the document is shown where it is now"
    assert form.row("Name").field.text == "oven-three"


def test_a_fact_is_removed_with_its_line(open_form: Opened) -> None:
    form = open_form("fact")
    head = form.form.findChild(FormHead)
    assert head is not None
    head.ask_for_removal()
    box = next(box for box in form.program.window.findChildren(QMessageBox) if box.isVisible())
    assert "oven-two" in box.text()
    QTest.keyClick(box.buttons()[0], Key.Key_Space)
    form.program.wait_until(lambda: not form.path.exists(), what="the removal")
    form.program.settle()
    index = form.path.with_name("MEMORY.md").read_bytes()
    assert index == b"# Memory\n--- freeze: 0\n"
    shown = form.program.memory.open.session
    assert shown is None or shown.path != str(form.path), "what was removed is not shown any more"


def test_a_name_waits_until_the_rest_is_saved(open_form: Opened) -> None:
    form = open_form("fact")
    form.row("Description").focus_value()
    form.program.type("x")
    form.row("Name").focus_value()
    form.program.key(Key.Key_End)
    form.program.type("-a")
    form.program.key(Key.Key_Return)
    assert "Save it first" in form.said_below("Name")
    assert form.path.exists()


def test_a_quoted_line_and_a_number_of_a_skill(open_form: Opened) -> None:
    form = open_form("skill")
    form.row("Description").focus_value()
    form.program.key(Key.Key_End)
    form.program.type(" isn't")
    form.row("Confidence").focus_value()
    form.program.key(Key.Key_End)
    form.program.type("5")
    expected = SKILL.replace(b"into entries'", b"into entries isn''t'").replace(b"0.86", b"0.865")
    assert form.saved() == expected


def test_a_block_of_lines_and_a_switch_of_a_skill(open_form: Opened) -> None:
    form = open_form("skill")
    form.row("note").focus_value()
    form.program.key(Key.Key_End)
    form.program.type("!")
    form.program.key(Key.Key_Return)
    form.program.type("more")
    form.row("reviewed").focus_value()
    form.program.key(Key.Key_Space)
    expected = SKILL.replace(b"  first\n", b"  first!\n  more\n").replace(
        b"reviewed: false", b"reviewed: true"
    )
    assert form.saved() == expected


def test_locked_values_of_a_skill(open_form: Opened) -> None:
    form = open_form("skill")
    form.row("Name").focus_value()
    form.program.type("x")
    assert form.program.text.encode() == SKILL
    form.unlock("Source case ids")
    form.row("Source case ids").target.setFocus()
    form.program.type("ac_3")
    form.program.key(Key.Key_Return)
    assert form.saved() == SKILL.replace(b"00000002\n", b"00000002\n- ac_3\n")


def test_undo_goes_back_through_form_and_body(open_form: Opened) -> None:
    form = open_form("fact")
    form.row("Description").focus_value()
    form.program.key(Key.Key_End)
    form.program.type("ter")
    form.program.editor.focus_section("\nbody")
    form.program.key(Key.Key_End, CONTROL)
    form.program.type("zwei")
    form.program.key(Key.Key_Z, CONTROL)
    assert b"zwei" not in form.program.session.data
    form.program.key(Key.Key_Z, CONTROL)
    assert form.program.session.data == FACT
    assert form.row("Description").isAncestorOf(form.program.focus), "undo goes where it takes something back"
    form.program.key(Key.Key_Z, CONTROL | SHIFT)
    assert form.program.session.data == FACT.replace(b"runs hot", b"runs hotter")


def test_somebody_elses_value_comes_in_while_one_types(open_form: Opened) -> None:
    form = open_form("record")
    form.row("Content").focus_value()
    form.program.key(Key.Key_End, CONTROL)
    form.program.type("mine")
    form.path.write_bytes(RECORD.replace(b"Sensors", b"All sensors").replace(b'"Marta"', b'"Jonas"'))
    form.program.wait_until(lambda: "Jonas" in form.program.text, what="the other's value")
    form.program.type(" too")
    shown = form.row("Content")
    assert isinstance(shown, TextRow)
    assert shown.text.text == "All sensors über / all.\r\n- S3 😀\r\nmine too"
    assert form.row("checkedBy").field.text == "Jonas"
    assert form.saved() == RECORD.replace(b"Sensors", b"All sensors").replace(b'"Marta"', b'"Jonas"').replace(
        b'\\r\\n",\r\n  "max', b'\\r\\nmine too",\r\n  "max'
    )


def test_a_line_takes_no_line_break_from_the_clipboard(open_form: Opened) -> None:
    form = open_form("fact")
    QGuiApplication.clipboard().setText("one\r\ntwo\n")
    form.row("Description").focus_value()
    form.program.key(Key.Key_A, CONTROL)
    form.program.key(Key.Key_V, CONTROL)
    assert form.saved() == FACT.replace(b"Oven 2 runs hot", b"one two")


def test_a_broken_header_is_shown_as_text_with_the_reason(start: Start, skill: Path) -> None:
    broken = SKILL.replace(b"confidence: 0.86", b"confidence: [0.86")
    skill.write_bytes(broken)
    program = start(skill.parents[6])
    program.show(skill)
    form = next(form for form in program.editor.findChildren(FormBlock) if form.isVisible())
    body = form.bodies[0]
    assert "confidence: [0.86" in body.toPlainText()
    assert "not YAML" in body.accessibleDescription()
    body.setFocus()
    position = program.text.index("[0.86")
    body.bridge.place(position)
    program.key(Key.Key_Delete)
    assert isinstance(program.save(), Saved)
    assert skill.read_bytes() == SKILL
    assert "read again" in body.accessibleDescription(), "the text stays for whom is typing in it"
    program.editor.focus_section("Steps")
    program.wait_until(lambda: not form.bodies and len(form.rows) > 1, what="the fields")
    assert [row.field.title for row in form.rows][:2] == ["Id", "Type"]


def test_a_form_that_let_go_of_its_text_shows_no_header_again(start: Start, skill: Path) -> None:
    skill.write_bytes(SKILL.replace(b"confidence: 0.86", b"confidence: [0.86"))
    program = start(skill.parents[6])
    program.show(skill)
    form = next(form for form in program.editor.findChildren(FormBlock) if form.isVisible())
    form.bodies[0].setFocus()
    form.close_text()
    QApplication.processEvents()
    assert not form.bodies
    form._context.shown.text_changed.connect(form._on_text_changed)


def test_bytes_that_are_no_text_stay_beside_what_is_typed(open_form: Opened) -> None:
    odd = FACT.replace(b"Oven 2 runs hot", b"caf\xe9 \xe2\x80\xa8 \xf0\x9f\x98\x80 hot")
    form = open_form("fact", data=odd)
    form.row("Description").focus_value()
    form.program.key(Key.Key_End)
    form.program.type("ter")
    form.program.key(Key.Key_Home)
    form.program.type("A ")
    assert form.saved() == odd.replace(b"caf\xe9", b"A caf\xe9", 1).replace(b" hot", b" hotter", 1)


def test_a_broken_record_is_shown_as_text_with_the_reason(start: Start, record: Path) -> None:
    put(record.parent / "other.json", RECORD.replace(b"9d22c6f4", b"other"))
    record.write_bytes(RECORD.replace(b'"type": "Mem', b'"type": Mem'))
    program = start(record.parent)
    program.show(record)
    assert any("invalid character 'M'" in said and "Line 4" in said for said in program.bars), program.bars
    assert not program.memory.header.modes.isVisible()
    program.editor.go_to(program.text.index("Mem"), focus=True)
    program.type('"')
    program.settle()
    program.wait_until(lambda: not program.bars, what="the bar to go")
    assert program.memory.header.modes.isVisible()
    program.memory.toggle_mode()
    form = next(form for form in program.editor.findChildren(FormBlock) if form.isVisible())
    assert [row.field.title for row in form.rows][:3] == ["Label", "Id", "Content"]
    assert isinstance(program.save(), Saved)
    assert record.read_bytes() == RECORD


def test_a_record_that_breaks_while_it_is_shown_is_not_called_read_only(start: Start, record: Path) -> None:
    program = start(record.parent)
    program.show(record)
    record.write_bytes(RECORD.replace(b'"type": "Mem', b'"type": Mem'))
    program.wait_until(lambda: program.bars, what="the bar that says so")
    program.wait_until(lambda: program.editor.findChildren(CardHead), what="the text")
    (head,) = program.editor.findChildren(CardHead)
    assert not head.facts.why_locked, "it is to be mended here"


def test_every_field_has_a_name_and_tab_goes_through_them_in_order(open_form: Opened) -> None:
    form = open_form("fact", (900, 600))
    names = []
    form.row("since")
    form.row("Name").focus_value()
    while form.form.isAncestorOf(form.program.focus):
        names.append(name_of(form.program.focus))
        form.program.key(Key.Key_Tab)
    assert names == [
        "Name",
        "Description",
        "Remove bakery from tags",
        "Remove oven 2 from tags",
        "Add to tags",
        "Type: project",
        "pinned",
        "since",
    ]


def test_a_double_click_takes_one_item_out_of_a_list(open_form: Opened) -> None:
    form, name = open_form("fact", (900, 600)), "Remove bakery from tags"
    form.row("tags")
    window = form.program.window
    chip = next(one for one in form.form.findChildren(QAbstractButton) if one.accessibleName() == name)

    def place() -> QPoint:
        return chip.mapTo(window, chip.rect().center())

    form.program.settle()
    form.program.wait_until(lambda: window.childAt(place()) is chip, what="the item where one sees it")
    at = place()
    QTest.mouseDClick(window.windowHandle(), Qt.MouseButton.LeftButton, pos=at)
    form.program.settle()
    names = [one.accessibleName() for one in form.form.findChildren(QAbstractButton) if one.isVisible()]
    assert name not in names
    assert "Remove oven 2 from tags" in names


def words_on(form: FormBlock) -> list[str]:
    """What the marks in sight say."""
    return [mark.accessibleName() for mark in form.findChildren(MarkLabel) if mark.isVisible()]


def name_of(widget: QWidget) -> str:
    """What a screen reader says of it."""
    return QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)


def test_the_caret_stays_in_sight_in_a_small_window(open_form: Opened) -> None:
    form = open_form("record", (720, 480))
    form.row("Content").focus_value()
    form.program.key(Key.Key_End, CONTROL)
    for _ in range(30):
        form.program.key(Key.Key_Return)
    form.program.type("end")
    assert_seen(form)
    form.row("x").focus_value()
    form.program.settle()
    form.row("Content").focus_value()
    form.program.key(Key.Key_Home, CONTROL)
    form.program.settle()
    assert_seen(form)


def assert_seen(form: Opened) -> None:
    """The caret is where one looks."""
    body = form.program.focus
    assert isinstance(body, QTextEdit)
    caret = body.cursorRect()
    page = next(
        area for area in form.program.editor.findChildren(SectionsView) if area.isVisible()
    ).viewport()
    top = body.viewport().mapTo(page, caret.topLeft()).y()
    assert 0 <= top <= page.height() - caret.height(), (top, page.height())


@pytest.mark.parametrize("way", ["key", "menu"])
def test_a_name_that_was_not_asked_for_is_dropped_by_undo_first(open_form: Opened, way: str) -> None:
    form = open_form("fact")
    action = form.program.window.actions_table["edit.undo"]
    form.program.editor.focus_text()
    form.program.type("more ")
    edited = form.program.text
    form.program.wait_until(action.isEnabled, what="a step of undo")
    assert action.text().startswith("Undo: edit of ")
    form.row("Name").focus_value()
    form.program.type("x")
    form.program.wait_until(lambda: action.text() == "Undo: typing", what="what would be dropped")
    if way == "key":
        form.program.key(Key.Key_Z, CONTROL)
    else:
        action.trigger()
    assert isinstance(row := form.row("Name"), TextRow)
    assert row.text.text == "oven-two"
    assert form.program.text == edited
    form.program.wait_until(lambda: action.text().startswith("Undo: edit of "), what="the edit before it")
    action.trigger()
    form.program.wait_until(lambda: form.program.text != edited, what="the undo of the edit")


MANY = 120
FULL = 30
"""More than fit into the view."""


def with_fields(count: int) -> bytes:
    fields = "".join(f"field_{number}: a value\n" for number in range(count))
    return f"---\nname: oven-two\ndescription: Oven 2\n{fields}---\n\nIt is hot.\n".encode()


def test_a_key_goes_into_the_first_field_at_once(open_form: Opened) -> None:
    opened = open_form("fact", data=with_fields(3))
    program = opened.program
    program.show(opened.path.with_name("MEMORY.md"))
    assert program.memory.show_document(str(opened.path), program.editor.focus_text)
    program.key(Key.Key_End)
    program.type("7")
    first = opened.form.rows[0]
    assert program.focus is first.target
    assert isinstance(first, TextRow)
    assert first.text.text == "oven-two7"


def test_tab_goes_through_the_rows_of_a_long_form_as_they_stand(open_form: Opened) -> None:
    opened = open_form("fact", data=with_fields(MANY))
    for number in (3, MANY // 2, MANY - 1):
        opened.row(f"field_{number}")
    targets = [row.target for row in opened.form.rows]
    chain, one = [targets[0]], targets[0].nextInFocusChain()
    while one is not None and one is not targets[0]:
        chain += [one] if one in targets else []
        one = one.nextInFocusChain()
    assert chain == targets


def test_the_layout_of_a_row_knows_its_spacings(open_form: Opened) -> None:
    grid = open_form("fact", data=with_fields(3)).row("field_1").layout()
    assert isinstance(grid, QGridLayout)
    # Else Qt would ask the style for one of them, in Python, ten times for each row and layout of the page.
    assert grid.verticalSpacing() == grid.horizontalSpacing()


def on_screen(opened: Opened) -> QImage:
    """What of the form can be seen, as it was painted so far."""
    form, window = opened.form, opened.program.window
    area = form.visibleRegion().boundingRect()
    whole = window.screen().grabWindow(window.winId()).toImage()
    return whole.copy(QRect(form.mapTo(window, area.topLeft()), area.size()))


def painted_anew(opened: Opened) -> QImage:
    """The same, painted now."""
    form = opened.form
    return (
        form.grab(form.visibleRegion().boundingRect()).toImage().convertToFormat(on_screen(opened).format())
    )


def test_all_of_a_form_is_painted_once_it_is_shown(open_form: Opened) -> None:
    opened = open_form("fact", data=with_fields(FULL))
    program = opened.program
    opened.row(f"field_{FULL - 1}")
    program.show(opened.path.with_name("MEMORY.md"))
    assert program.memory.show_document(str(opened.path))
    program.settle()
    program.wait_until(lambda: on_screen(opened) == painted_anew(opened), what="all to be painted")


def test_the_edges_of_a_form_that_grows_or_shrinks_are_painted(open_form: Opened) -> None:
    opened = open_form("fact", data=with_fields(2))
    program = opened.program
    program.memory.tree.focus_tree()
    for count in (3, 1, 6, 2):
        opened.path.write_bytes(with_fields(count))
        program.wait_until(partial(opened.has_fields, count), what="the other fields")
        program.wait_until(lambda: on_screen(opened) == painted_anew(opened), what="all to be painted")
