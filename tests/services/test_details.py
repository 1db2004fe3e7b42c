"""The details of a document: which rung each step of its save stands on, in words."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from memdesk.errors import NotFound
from memdesk.layouts import discover
from memdesk.layouts.documents import Document
from memdesk.layouts.optional import AgentLock, LockKind
from memdesk.layouts.view import View
from memdesk.services.desk import Desk
from memdesk.services.details import words as detail_words
from memdesk.services.details.details import Detail, Standing, prepare_details
from memdesk.services.documents.session import DocumentSession
from memdesk.store import swap
from memdesk.store.footing import Because, Reading
from memdesk.store.ways import Way
from memdesk.watch.state import WatchMode, WatchState
from tests.services.conftest import TEXT, make_desk, set_section
from tests.services.notes_layout import Notes

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the rungs of Linux are told")
WATCHING = WatchState(WatchMode.WATCHING)


def told(desk: Desk, path: Path | str, state: WatchState | None = WATCHING) -> Mapping[str, Detail]:
    details = prepare_details(desk, str(path), state).run(desk.store)
    return {detail.title: detail for detail in details}


def test_every_step_has_its_line(desk: Desk, root: Path, profile: DocumentSession) -> None:
    before = root.stat().st_mtime_ns
    lines = told(desk, profile.path)
    assert list(lines) == [
        "Where",
        "Encoding",
        "Editing",
        "Inside the folder",
        "Reading",
        "The agent’s lock",
        "Merging",
        "History",
        "Putting in place",
        "After a save",
        "Changes by others",
    ]
    assert lines["Where"].sentence == profile.path
    assert lines["Encoding"].sentence == "UTF-8, LF line ends. What nobody edits keeps its bytes."
    assert "Notes is not known to take a lock" in lines["The agent’s lock"].sentence
    assert "merged section by section, then line by line" in lines["Merging"].sentence
    assert lines["Reading"].standing is Standing.BEST
    assert root.stat().st_mtime_ns == before


def test_every_document_of_every_agent_has_details(desk: Desk) -> None:
    samples = Desk(desk.folders, desk.workspace.view._surroundings, discover())
    for root in samples.samples.make():
        samples.workspace.open_root(root)
    for root in samples.workspace.roots:
        for document in samples.workspace.documents(root.path):
            for detail in told(samples, document.path).values():
                assert detail.sentence.endswith((".", document.path)), detail
                assert "{" not in detail.sentence
    samples.close()


def test_what_the_last_save_did_is_told(
    desk: Desk, profile: DocumentSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_exchange(_folder: int, _one: str, _other: str) -> None:
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))

    set_section(desk, profile, "Alpha", "mine")
    desk.workspace.save(profile.path)
    line = told(desk, profile.path)["Putting in place"]
    assert "change places in one step" in line.sentence
    assert "The last save on this file system did so." in line.sentence
    assert line.standing is Standing.BEST
    monkeypatch.setattr(swap, "exchange", no_exchange)
    set_section(desk, profile, "Alpha", "mine again")
    desk.workspace.save(profile.path)
    line = told(desk, profile.path)["Putting in place"]
    assert "cannot exchange two names" in line.sentence
    assert line.standing is Standing.LESS


def test_a_file_with_two_names(desk: Desk, root: Path) -> None:
    (root / "second.md").hardlink_to(root / "PROFILE.md")
    line = told(desk, root / "PROFILE.md")["Putting in place"]
    assert line.sentence == (
        "The text is written into the file itself, because it has 2 names, and a new file would take only one of "
        "them. The history holds both texts before that."
    )


def test_a_link_and_a_link_outside(desk: Desk, root: Path, tmp_path: Path) -> None:
    (root / "sub").mkdir()
    (root / "sub" / "real.md").write_bytes(TEXT)
    (root / "INSIDE.md").symlink_to(root / "sub" / "real.md")
    (tmp_path / "real.md").write_bytes(TEXT)
    (root / "OUTSIDE.md").symlink_to(tmp_path / "real.md")
    desk.workspace.relist()
    inside, outside = told(desk, root / "INSIDE.md"), told(desk, root / "OUTSIDE.md")
    assert inside["Where"].sentence == (
        f"{root}/INSIDE.md is written to {root}/sub/real.md, where links lead; the links stay."
    )
    assert "outside every open memory folder, so it is not written." in outside["Editing"].sentence
    assert outside["Editing"].standing is Standing.LESS
    assert "Putting in place" not in outside


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\xef\xbb\xbf## A\r\nx\r\n", "UTF-8 with BOM, CRLF line ends. What nobody edits keeps its bytes."),
        (b"## A\r\nx\n", "UTF-8, mixed line ends. What nobody edits keeps its bytes."),
        ("## A\n".encode("utf-16"), "UTF-16: shown, and not edited."),
        (b"\0" * 20, "binary: shown, and not edited."),
        (b"", "UTF-8."),
    ],
)
def test_the_encoding(desk: Desk, root: Path, data: bytes, said: str) -> None:
    (root / "PROFILE.md").write_bytes(data)
    assert told(desk, root / "PROFILE.md")["Encoding"].sentence == said


def test_a_document_that_is_not_there_yet(desk: Desk, root: Path) -> None:
    (root / "PROFILE.md").unlink()
    lines = told(desk, root / "PROFILE.md")
    assert "Encoding" not in lines
    assert "Reading" not in lines
    assert lines["Putting in place"].sentence.startswith("The first save makes it, whole or not at all")
    assert not (root / "PROFILE.md").exists()


def test_the_watcher_and_the_history_are_told_as_they_are(desk: Desk, root: Path) -> None:
    path = root / "PROFILE.md"
    polled = told(desk, path, WatchState(WatchMode.POLLING, "There is no room.", interval_s=2.0))
    assert polled["Changes by others"].sentence == (
        "The folder is looked through every 2 seconds. There is no room."
    )
    assert polled["Changes by others"].standing is Standing.LESS
    assert "Changes by others" not in told(desk, path, None)
    desk.recorded.decide([str(root)], is_recorded=False)
    assert told(desk, path)["History"].standing is Standing.LESS


class LockedNotes(Notes):
    """The same agent, which takes a lock."""

    def lock_of(self, view: View, document: Document) -> AgentLock | None:
        return AgentLock(f"{document.path}.lock", LockKind.WHOLE_FILE)


def test_the_agents_lock(home: Path, tmp_path: Path, root: Path) -> None:
    desk = make_desk(home, tmp_path, (LockedNotes(),))
    desk.open_found()
    line = told(desk, root / "PROFILE.md")["The agent’s lock"]
    assert line.sentence.startswith(
        f"Notes keeps writers apart by {root}/PROFILE.md.lock (flock). A save takes it too, waits 2 s for it at most"
    )
    desk.close()


def test_every_rung_has_its_words() -> None:
    assert detail_words.READINGS.keys() == set(Reading)
    assert detail_words.WAYS.keys() == set(Way) - {Way.IN_PLACE}
    assert detail_words.LOCKS.keys() == set(LockKind)
    assert detail_words.WATCHING.keys() == set(WatchMode)
    known = {*detail_words.HOW_KNOWN, *detail_words.WHY_IN_PLACE, Because.UNTRIED, Because.NEW_FILE}
    assert known == set(Because)


def test_an_unknown_document_has_none(desk: Desk, tmp_path: Path) -> None:
    with pytest.raises(NotFound):
        prepare_details(desk, str(tmp_path / "other.md"), None)
