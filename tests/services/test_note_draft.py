"""The draft of a quick note: what was typed last is what is kept, and what cannot be read is no note."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from memdesk.services.desk import Desk
from memdesk.services.documents.session import DocumentSession
from memdesk.services.workspace.note_draft import NAME, NoteBegun, NoteDraft
from memdesk.store.drafts import Drafts
from tests.services.conftest import set_section

NOTE = NoteBegun("für 日本 \udcff\n ", "/root/MEMORY.md", "Decisions")


@pytest.fixture
def drafts(tmp_path: Path) -> Drafts:
    return Drafts(str(tmp_path / "drafts"))


def test_a_later_run_has_what_was_typed_last(drafts: Drafts) -> None:
    assert NoteDraft(drafts).note is None
    draft = NoteDraft(drafts)
    for text in ("f", "fü", NOTE.text):
        draft.keep(NOTE._replace(text=text))
    ahead = [draft.is_ahead]
    draft.flush()
    assert [*ahead, draft.is_ahead] == [True, False]
    assert NoteDraft(drafts).note == NOTE


@pytest.mark.parametrize("said", [None, NOTE._replace(text=" \n")])
def test_what_was_written_or_emptied_is_kept_no_more(drafts: Drafts, said: NoteBegun | None) -> None:
    first = NoteDraft(drafts)
    first.keep(NOTE)
    first.flush()
    later = NoteDraft(drafts)
    later.keep(said)
    later.flush()
    assert drafts.get(NAME) is None
    assert NoteDraft(drafts).note is None


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"null", b'{"text": "x"}', b'{"words": "x"}'])
def test_what_cannot_be_read_is_no_note(drafts: Drafts, data: bytes) -> None:
    drafts.put(NAME, None, data)
    assert NoteDraft(drafts).note is None


def test_what_cannot_be_put_down_stays_ahead(drafts: Drafts, tmp_path: Path) -> None:
    draft = NoteDraft(drafts)
    draft.keep(NOTE)
    (tmp_path / "drafts").write_bytes(b"no folder")
    with pytest.raises(OSError):  # noqa: PT011 - which one depends on the system
        draft.flush()
    assert draft.is_ahead
    (tmp_path / "drafts").unlink()
    draft.flush()
    assert NoteDraft(drafts).note == NOTE


def test_without_a_folder_it_lasts_as_long_as_the_program() -> None:
    draft = NoteDraft(None)
    draft.keep(NOTE)
    draft.flush()
    assert draft.note == NOTE
    assert not draft.is_ahead


@pytest.mark.parametrize("is_note_blocked", [True, False])
def test_what_cannot_be_put_down_takes_nothing_else_with_it(
    desk: Desk, profile: DocumentSession, is_note_blocked: bool
) -> None:
    drafts = desk.workspace.drafts
    assert drafts is not None
    set_section(desk, profile, "Alpha", "unsaved\n")
    drafts.note.keep(NOTE)
    blocked = NAME if is_note_blocked else profile.path
    in_the_way = Path(desk.folders.drafts, f"{hashlib.sha256(blocked.encode()).hexdigest()}.draft")
    in_the_way.mkdir(parents=True)
    with pytest.raises(OSError):  # noqa: PT011 - which one depends on the system
        drafts.flush_all()
    kept = Drafts(desk.folders.drafts)
    in_the_way.rmdir()
    assert [one.path for one in kept.facts()] == [profile.path if is_note_blocked else NAME]
