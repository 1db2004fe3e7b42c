"""What is said of a save, however it ended."""

from __future__ import annotations

import errno
import os
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import QObject
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from memdesk.errors import Refused
from memdesk.layouts.documents import Document, DocumentKind, Scope, ScopeKind
from memdesk.store.declining import declined
from memdesk.store.outcomes import (
    Conflicted,
    DurabilityUnknown,
    Merged,
    Saved,
    SaveResult,
    Unchanged,
    Vanished,
)
from memdesk.text.doubt import Doubt
from memdesk.ui.memory import save_note
from memdesk.ui.memory.save_note import SaveNote
from memdesk.ui.memory.save_words import Teller, save_message, why_not_saved
from memdesk.ui.messages import Tone

PATH = "/m/memory.md"
YOU = Scope(ScopeKind.YOU, "", "You")
DOCUMENT = Document(PATH, "/m", "memory.md", YOU, DocumentKind.MEMORY, reach="next session")
NOW = datetime(2026, 5, 14, 14, 6, tzinfo=UTC)
MINE = b"## A\n- mine\n"


def teller(*, has_draft: bool = True) -> Teller:
    return Teller(DOCUMENT, "evva", "evva", has_draft)


def error(number: int) -> OSError:
    return OSError(number, os.strerror(number))


@pytest.mark.parametrize(
    ("result", "said"),
    [
        (Saved(MINE), "Saved. evva reads it next session."),
        (Unchanged(MINE), "memory.md is on disk as it is here."),
        (
            Merged(b"## A\n- mine\n- one\n- two\n", b"", MINE),
            "Saved, with 2 lines that evva added meanwhile.",
        ),
        (Merged(b"## A\n- mine\n- one\n", b"", MINE), "Saved, with 1 line that evva added meanwhile."),
        (Merged(b"## A\n", b"", MINE), "Saved, without 1 line that evva removed meanwhile."),
        (Merged(b"## A\n- other\n", b"", MINE), "Saved, with 1 line that evva changed meanwhile."),
        (
            Conflicted(b"", ()),
            "Not saved: memory.md changed on disk where you changed it. Your text is kept.",
        ),
        (
            Conflicted(b"", (), Doubt.MOSTLY_GONE),
            "Not saved: most of memory.md is gone on disk, or is no text any more. Your text is kept.",
        ),
        (Vanished(), "Not saved: memory.md was removed on disk. Save again to write it anew."),
        (
            DurabilityUnknown(MINE, "disk gone"),
            "memory.md is saved, but the system did not confirm that it would survive a power cut: disk gone.",
        ),
    ],
)
def test_each_ending_has_its_words(result: SaveResult, said: str) -> None:
    message = save_message(result, teller())
    assert message.text == said
    assert message.subject == PATH


@pytest.mark.parametrize(
    ("number", "why", "next_step"),
    [
        (errno.EACCES, "no permission to write memory.md", "Change its permissions"),
        (errno.EPERM, "no permission to write memory.md", "Change its permissions"),
        (errno.EROFS, "its disk is mounted read-only", "Mount the disk for writing"),
        (errno.ENOSPC, "the disk is full", "Make room on the disk"),
        (errno.EDQUOT, "your share of the disk is used up", "Remove something"),
        (errno.EFBIG, "it is larger than a file may be here", "Shorten it"),
        (errno.EIO, "the disk failed", "Copy the text to another disk"),
        (errno.EISDIR, "memory.md is a folder", "Rename the folder"),
        (errno.ENOTDIR, "a file stands where memory.md needs a folder", "Move that file away"),
        (errno.ELOOP, "the link memory.md leads back to itself", "Remove the link"),
        (errno.ENAMETOOLONG, "its name is too long for this disk", "Choose a shorter name"),
        (errno.EBUSY, "Device or resource busy", "Try again"),
    ],
)
def test_a_refusal_has_a_reason_and_a_next_step(number: int, why: str, next_step: str) -> None:
    result = declined(error(number), PATH)
    message = save_message(result, teller())
    assert message.text == f"Not saved: {why}. Your text is kept as a draft."
    assert message.tone is Tone.ERROR
    assert message.advice.startswith(next_step)
    assert why_not_saved(result) == f"Not saved: {why}"


def test_a_refusal_of_ours_is_told_in_full() -> None:
    refused = Refused("{path} leads outside, so it is not written.", hint="Open that folder.", path=PATH)
    result = declined(refused, PATH)
    message = save_message(result, teller(has_draft=False))
    said = f"Not saved: {PATH} leads outside, so it is not written. Your text is only in this window."
    assert message.text == said
    assert message.advice == "Open that folder."
    assert why_not_saved(result) == "Not saved"


def test_every_bad_ending_says_what_to_do() -> None:
    for result in (Conflicted(b"", ()), Conflicted(b"", (), Doubt.NOT_TEXT), DurabilityUnknown(b"", "x")):
        message = save_message(result, teller())
        assert message.tone is Tone.WARNING
        assert message.advice


def test_an_edit_that_outlived_a_deletion_is_named() -> None:
    both = teller()._replace(kept=("Decisions",), returned=("References",))
    for result in (Saved(MINE), Merged(MINE, b"", MINE)):
        message = save_message(result, both)
        assert message.tone is Tone.WARNING
        assert message.text == (
            "Saved. evva reads it next session. evva removed Decisions, which you had changed: it is kept. "
            "evva changed References, which you had removed: it is there again."
        )
    assert "Decisions" not in save_message(Conflicted(b"", ()), both).text


def test_what_came_in_can_be_shown() -> None:
    shown: list[int] = []
    merged = Merged(MINE + b"- one\n", b"", MINE)
    leading = teller()._replace(show=lambda: shown.append(1))
    message = save_message(merged, leading)
    assert message.offer == "Show"
    assert message.accept is not None
    message.accept()
    assert shown == [1]
    assert not save_message(merged, teller()).offer


def test_the_head_says_when_it_was_saved_for_a_while(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(save_note, "SHOWN_MS", 30)
    owner = QObject()
    note = SaveNote(owner)
    changes: list[bool] = []
    note.changed.connect(lambda: changes.append(True))
    note.tell(PATH, Saved(MINE), is_saved=True, now=NOW)
    assert note.of(PATH) == ("Saved 14:06", "", "text2")
    assert note.of("/m/other.md") is None
    while not changes:
        QTest.qWait(5)
    assert note.of(PATH) is None


def test_the_head_says_why_it_was_not_saved_until_something_is_typed(qapp: QApplication) -> None:
    owner = QObject()
    note = SaveNote(owner)
    note.tell(PATH, declined(error(errno.ENOSPC), PATH), is_saved=False, now=NOW)
    assert note.of(PATH) == ("Not saved: the disk is full", "triangle-alert", "warn")
    note.clear()
    assert note.of(PATH) is None
    note.tell(PATH, Conflicted(b"", ()), is_saved=False, now=NOW)
    assert note.of(PATH) is None
