"""The source of a long text comes some turns after it was asked for, whole, and whatever happens meanwhile is in it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from memdesk.text.edits import Edit
from memdesk.ui.editor import source_in_pieces
from memdesk.ui.editor.document_editor import DocumentEditor
from memdesk.ui.editor.source_view import SourceView
from tests import patience
from tests.ui.editor.desk import Session
from tests.ui.editor.test_document_editor import OpenEditor, body_of, open_editor, settle, source_of

__all__ = ["open_editor"]

PIECE_LINES = 200
TEXT = "".join(f"## S{n}\nline {n} of the text\n\n" for n in range(400))


@pytest.fixture(autouse=True)
def _small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    length = len("".join(TEXT.splitlines(keepends=True)[:PIECE_LINES]))
    monkeypatch.setattr(source_in_pieces, "PIECE_CHARS", length)


@pytest.fixture
def session() -> Session:
    return Session(TEXT.encode())


@pytest.fixture
def editor(open_editor: OpenEditor, session: Session, qapp: QApplication) -> DocumentEditor:
    """The text with the focus in its second section."""
    editor = open_editor(session)
    settle(qapp)
    editor.focus_section("S1")
    return editor


def wait_until(is_so: Callable[[], object]) -> None:
    patience.wait_until(is_so, pause=lambda: QTest.qWait(1))


def comes(editor: DocumentEditor) -> bool:
    return editor.mode == "source"


def views_of(editor: DocumentEditor) -> list[SourceView]:
    """The views that no card has, once what was to be deleted is."""
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    return [view for view in editor.findChildren(SourceView) if view.bridge.first == 0]


def begun(editor: DocumentEditor) -> SourceView:
    """The view that has a part of the text so far."""
    wait_until(lambda: views_of(editor))
    view = views_of(editor)[0]
    assert not view.isVisible()
    assert view.document().blockCount() < TEXT.count("\n")
    return view


def test_the_sections_stay_until_all_of_the_source_is_there(editor: DocumentEditor) -> None:
    caret, modes = editor.caret, []
    editor.mode_changed.connect(lambda: modes.append(editor.mode))
    editor.set_mode("source")
    assert (editor.mode, editor.coming_mode, modes) == ("sections", "source", [])
    begun(editor)
    wait_until(lambda: comes(editor))
    assert (editor.coming_mode, modes) == ("source", ["source"])
    assert source_of(editor).toPlainText() == TEXT
    assert source_of(editor).hasFocus()
    assert editor.caret == caret
    editor.set_mode("sections")
    editor.set_mode("source")
    assert comes(editor)


def test_it_looks_as_if_it_had_come_as_a_whole(
    editor: DocumentEditor, open_editor: OpenEditor, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor.focus_section("S250")
    editor.set_mode("source")
    wait_until(lambda: comes(editor))
    settle(qapp)
    in_pieces = source_of(editor).grab().toImage()
    monkeypatch.setattr(source_in_pieces, "PIECE_CHARS", len(TEXT))
    other = open_editor(Session(TEXT.encode()))
    settle(qapp)
    other.focus_section("S250")
    other.set_mode("source")
    assert comes(other)
    settle(qapp)
    assert in_pieces == source_of(other).grab().toImage()


def test_keys_go_into_the_section_meanwhile_and_are_in_the_source(
    editor: DocumentEditor, session: Session
) -> None:
    editor.set_mode("source")
    begun(editor)
    QTest.keyClicks(body_of(editor, "S1"), "typed ")
    wait_until(lambda: comes(editor))
    assert "\ntyped line 1 of" in session.text.text
    assert source_of(editor).toPlainText() == session.text.text
    assert editor.caret == session.text.text.index("line 1 of")


@pytest.mark.parametrize("around", [-1, 0, 1])
def test_what_changes_where_a_piece_ends_is_in_the_source(
    editor: DocumentEditor, session: Session, around: int
) -> None:
    editor.set_mode("source")
    view = begun(editor)
    start = session.text.start(view.bridge.end + around - 1)
    end = session.text.start(view.bridge.end + around + 1)
    session.text.replace_all([Edit(start, session.text.text[start:end], "other\nlines\nhere\n")])
    session.text.apply_outside(session.text.text + "## End\nlast\n")
    wait_until(lambda: comes(editor))
    assert source_of(editor).toPlainText() == session.text.text
    assert len(views_of(editor)) == 1


def test_who_wants_the_sections_after_all_keeps_them(editor: DocumentEditor, qapp: QApplication) -> None:
    editor.set_mode("source")
    begun(editor)
    editor.set_mode("sections")
    settle(qapp)
    assert (editor.mode, editor.coming_mode) == ("sections", "sections")
    assert not views_of(editor)
    QTest.keyClicks(body_of(editor, "S1"), "typed ")


def test_nothing_comes_of_a_document_that_was_left(editor: DocumentEditor, qapp: QApplication) -> None:
    editor.set_mode("source")
    begun(editor)
    editor.set_session(Session(b"## Other\ntext\n"))
    settle(qapp)
    assert editor.mode == "sections"
    assert not views_of(editor)


def test_a_document_that_is_locked_meanwhile_is_shown_as_source(
    editor: DocumentEditor, session: Session
) -> None:
    editor.set_mode("source")
    begun(editor)
    session.why_read_only = "no text"
    editor.follow_lock()
    assert comes(editor)
    assert source_of(editor).isReadOnly()
