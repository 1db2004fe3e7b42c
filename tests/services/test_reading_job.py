"""The node tree of a long buffer that a worker works out: good as long as the buffer stays, of no account after."""

from __future__ import annotations

from memdesk.layouts.documents import Document
from memdesk.services.documents.reading_job import LONG_CHARS
from memdesk.services.documents.session import DocumentSession
from memdesk.store.outcomes import Saved
from memdesk.text.edits import Edit
from memdesk.text.outline import Outline
from tests.services.conftest import TEXT, session_of

LONG = TEXT + b"\n## Long\n" + b"many words\n" * (LONG_CHARS // 10)


def type_in(session: DocumentSession, old: str, new: str) -> None:
    session.text.edit([Edit(session.text.text.index(old), old, new)])


def test_a_short_text_is_read_at_once() -> None:
    session = session_of(TEXT)
    type_in(session, "first", "first by me")
    assert session.is_read


def test_a_long_text_is_to_be_read_after_an_edit_and_not_after_its_undo() -> None:
    session = session_of(LONG)
    session.outline()
    known = [session.is_read]
    type_in(session, "first", "first by me")
    known.append(session.is_read)
    session.text.undo()
    known.append(session.is_read)
    assert known == [True, False, True]


def test_it_comes_to_the_same() -> None:
    session, same = session_of(LONG), session_of(LONG)
    for one in (session, same):
        one.outline()
        type_in(one, "first", "first by me")
    reading = session.prepare_reading().run()
    assert session.take_reading(reading)
    assert session.is_read
    assert session.outline() is reading.outline
    assert session.outline() == same.outline()
    assert session.unsaved_nodes() == same.unsaved_nodes() == {("Alpha", 0)}


def test_a_buffer_that_moved_takes_nothing_over() -> None:
    session = session_of(LONG)
    type_in(session, "first", "first by me")
    reading = session.prepare_reading().run()
    type_in(session, "## Gamma", "## Delta")
    assert not session.take_reading(reading)
    assert not session.is_read
    assert session.outline().find("Delta") is not None


def test_what_is_unsaved_is_worked_out_anew_where_the_disk_moved() -> None:
    session = session_of(LONG)
    type_in(session, "first", "first by me")
    reading = session.prepare_reading().run()
    job = session.prepare_save()
    session.finish_save(job, Saved(job.mine))
    session.take_reading(reading)
    assert session.unsaved_nodes() == frozenset()


def test_the_worker_works_out_more_ahead() -> None:
    seen: list[tuple[Document, Outline, str]] = []
    session = session_of(LONG)
    type_in(session, "first", "first by me")
    reading = session.prepare_reading(lambda *read: seen.append(read)).run()
    assert seen == [(session.document, reading.outline, session.text.text)]


def test_what_a_worker_made_of_mine_and_theirs_is_known() -> None:
    session = session_of(LONG)
    type_in(session, "first", "first by me")
    theirs = LONG.replace(b"third", b"third by them")
    session.take_disk(theirs, session.prepare_meeting().run(theirs))
    assert session.is_dirty
    assert session.is_read
