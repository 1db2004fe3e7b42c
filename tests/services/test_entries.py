"""Everything that is remembered, read once."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from memdesk.services.desk import Desk
from memdesk.services.documents.changes import Changes
from memdesk.services.documents.session import DocumentSession
from memdesk.services.remembered.entries import WHOLE, EntryList
from tests.services.conftest import set_section
from tests.services.sample_desks import SampleDesk


def _read(desk: Desk) -> EntryList:
    return desk.entries.read(desk.entries.snapshot())


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> EntryList:
    return _read(SampleDesk(tmp_path_factory.mktemp("samples")).desk)


def test_the_spans_of_everything_cover_every_document(samples: EntryList) -> None:
    assert len(samples.documents) > 100
    assert not samples.unread
    for document in samples.documents:
        position = 0
        for entry in document.everything:
            assert entry.node_id == WHOLE or entry.span.start == position, document.document.path
            position = entry.span.end
        assert position == len(document.text)


def test_each_file_is_read_once_and_knows_its_readers(samples: EntryList) -> None:
    paths = [document.document.path for document in samples.documents]
    assert len(paths) == len(set(paths))
    assert any(len({root.agent for root in document.readers}) > 1 for document in samples.documents)


def test_what_is_no_file_any_more_is_named_with_the_reason(tmp_path: Path) -> None:
    desk = SampleDesk(tmp_path).desk
    path = next(
        Path(one.document.path)
        for one in _read(desk).documents
        if one.document.path.endswith("USER_PROFILE.md")
    )
    path.unlink()
    os.mkfifo(path)
    assert _read(desk).unread[str(path)] == "not a regular file"
    path.unlink()
    path.mkdir()
    assert _read(desk).unread[str(path)] == os.strerror(errno.EISDIR)


def test_what_an_entry_says_stands_where_it_says(samples: EntryList) -> None:
    for document in samples.documents:
        for entry in document.everything:
            assert entry.body is None or entry.body.of(document.text) == entry.text


def test_a_fact_file_is_one_entry_with_the_facts_of_its_header(samples: EntryList) -> None:
    facts = [entry for entry in samples.entries if entry.node_id == WHOLE]
    fact = next(entry for entry in facts if entry.document.title == "commit-style.md")
    assert fact.facts["description"].startswith("Commits say why")
    assert fact.text.startswith("Subject in the imperative")
    assert fact.title == "commit-style"


def test_the_text_of_json_is_what_it_says(samples: EntryList) -> None:
    notes = next(entry for entry in samples.entries if entry.root.agent == "foresthub")
    assert "\n" in notes.text
    assert "\\n" not in notes.text
    assert notes.body is None


def test_what_is_unsaved_lies_over_the_disk(desk: Desk, profile: DocumentSession) -> None:
    assert [entry.text for entry in _read(desk).entries] == ["first", "second", "third"]
    set_section(desk, profile, "Beta", "changed")
    read = _read(desk)
    assert [entry.text for entry in read.entries] == ["first", "changed", "third"]
    assert [document.is_unsaved for document in read.documents] == [True]


def test_only_what_is_different_is_read_again(desk: Desk, root: Path) -> None:
    before = _read(desk)
    assert _read(desk).documents[0] is before.documents[0]
    path = root / "PROFILE.md"
    path.write_bytes(b"## Alpha\nanother\n")
    assert [entry.text for entry in _read(desk).entries] == ["another"]
    facts = path.stat()
    path.write_bytes(b"## Alpha\nthe same\n"[:16] + b"\n")
    os.utime(path, ns=(facts.st_atime_ns, facts.st_mtime_ns))
    desk.entries.take_up(Changes(written=frozenset({str(path)})))
    assert [entry.text for entry in _read(desk).entries] == ["the sam"]


def test_what_cannot_be_read_is_named(desk: Desk, root: Path) -> None:
    desk.workspace.documents(str(root))
    profile = root / "PROFILE.md"
    profile.unlink()
    profile.mkdir()
    read = _read(desk)
    assert not read.documents
    assert list(read.unread) == [str(profile)]


def test_what_went_after_it_was_listed_is_missed_by_nobody(desk: Desk, root: Path) -> None:
    desk.workspace.documents(str(root))
    (root / "PROFILE.md").unlink()
    read = _read(desk)
    assert not read.documents
    assert not read.unread


def test_a_reading_that_nobody_wants_stops(desk: Desk) -> None:
    assert not desk.entries.read(desk.entries.snapshot(), lambda: False).documents
