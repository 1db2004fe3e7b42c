"""The inbox, where agents move and reword what stands under its own words, and the user deals with all of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from memdesk.errors import Refused
from memdesk.layouts import plain
from memdesk.layouts.contract import Change, ChangeKind
from memdesk.layouts.ub import LAYOUT as UB
from memdesk.services.desk import Desk
from memdesk.services.inbox.inbox import REMEMBERED_S
from memdesk.services.inbox.items import InboxItem, listing_of
from tests.services.conftest import make_desk

Look = Callable[[], tuple[InboxItem, ...]]

API, WEB = "0123456789abcdef", "fedcba9876543210"
FACT = "- the api listens on port 8080 *(2026-05-01T00:00:00Z)*\n"
TEXT = f"## preference\n\n{FACT}- short answers *(2026-04-01T00:00:00Z)*\n\n"


@pytest.fixture
def files(home: Path) -> tuple[Path, Path]:
    found = tuple(home / ".local/state/ub/memory" / key / "memory.md" for key in (API, WEB))
    for path in found:
        path.parent.mkdir(parents=True)
        path.write_text(TEXT)
    found[1].write_text("## preference\n\n- long lines *(2026-04-01T00:00:00Z)*\n\n")
    return found[0], found[1]


@pytest.fixture
def desk(home: Path, tmp_path: Path, files: tuple[Path, Path]) -> Iterator[Desk]:
    desk = make_desk(home, tmp_path, (UB, plain.LAYOUT))
    desk.open_found()
    yield desk
    desk.close()


@pytest.fixture
def look(desk: Desk, files: tuple[Path, Path]) -> Look:
    """Keeps what is on disk and looks; the first look is over."""

    def look() -> tuple[InboxItem, ...]:
        for root in desk.workspace.roots:
            desk.workspace.documents(root.path)
        desk.recorder.take(map(str, files))
        return desk.inbox.look(listing_of(desk.workspace)).items

    assert look() == ()
    return look


def only(items: tuple[InboxItem, ...]) -> InboxItem:
    (item,) = items
    return item


def write(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_a_reworded_fact_that_is_edited_is_reviewed_under_its_old_words_too(
    desk: Desk, look: Look, files: tuple[Path, Path]
) -> None:
    write(files[0], "8080", "8081")
    item = only(look())
    step = desk.steps.now(desk.inbox_deeds.edit(item, "the api listens on port 8082"))
    assert look() == ()
    desk.steps.undo(step)
    assert only(look()).id == item.id
    desk.inbox.forget()
    assert only(look()).id == item.id


def test_a_moved_fact_that_is_forgotten_is_not_said_to_be_removed(
    desk: Desk, look: Look, files: tuple[Path, Path]
) -> None:
    write(files[0], f"\n\n{FACT}", "\n\n")
    files[0].write_text(f"{files[0].read_text()}## debug\n\n{FACT}\n")
    moved = only(look())
    assert moved.kind == "moved"
    step = desk.steps.now(desk.inbox_deeds.forget(moved))
    assert look() == ()
    desk.steps.undo(step)
    assert only(look()).id == moved.id


def test_a_fact_that_moved_to_another_document_is_forgotten_in_both(
    desk: Desk, look: Look, files: tuple[Path, Path]
) -> None:
    write(files[0], FACT, "")
    write(files[1], "- long", f"{FACT}- long")
    moved = only(look())
    assert (moved.kind, moved.path) == ("moved", str(files[1]))
    step = desk.steps.now(desk.inbox_deeds.forget(moved))
    assert look() == ()
    desk.inbox.forget()
    assert look() == ()
    desk.steps.undo(step)
    assert only(look()).id == moved.id


def test_what_was_taken_out_elsewhere_stays_so_once_that_document_begins_anew(
    desk: Desk, look: Look, files: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    write(files[1], "long lines", "longer lines")
    desk.inbox.keep(look())
    write(files[0], FACT, "")
    write(files[1], "- long", f"{FACT}- long")
    desk.steps.now(desk.inbox_deeds.forget(only(look())))
    look()
    clock = time.time() + REMEMBERED_S + 60
    monkeypatch.setattr(desk.inbox, "_clock", lambda: clock)
    desk.inbox.settle()
    desk.inbox.forget()
    assert look() == ()


def test_what_an_agent_removes_elsewhere_later_is_news(
    desk: Desk, look: Look, files: tuple[Path, Path]
) -> None:
    write(files[1], "- long", f"{FACT}- long")
    learned = only(look())
    assert learned.kind == "learned"
    desk.steps.now(desk.inbox_deeds.forget(learned))
    assert look() == ()
    write(files[0], FACT, "")
    removed = only(look())
    assert (removed.kind, removed.path) == ("removed", str(files[0]))


def test_what_an_agent_removes_below_another_heading_later_is_news(
    desk: Desk, look: Look, files: tuple[Path, Path]
) -> None:
    files[0].write_text(f"{TEXT}## debug\n\n{FACT}\n")
    desk.steps.now(desk.inbox_deeds.forget(only(look())))
    assert look() == ()
    write(files[0], FACT, "")
    assert only(look()).kind == "removed"


def test_what_comes_back_in_its_first_words_once_it_was_taken_out_is_news(
    desk: Desk, look: Look, files: tuple[Path, Path]
) -> None:
    write(files[0], "8080", "8081")
    only(look())
    entry = "[preference] the api listens on port 8081"
    session = desk.workspace.open_document(str(files[0]))
    desk.steps.now(desk.steps.prepare(session.document, Change(ChangeKind.REMOVE, session.document, entry)))
    assert look() == ()
    write(files[0], "- short", f"{FACT}- short")
    assert only(look()).kind == "learned"


def test_what_moved_goes_back_to_where_it_was(desk: Desk, look: Look, files: tuple[Path, Path]) -> None:
    before = files[0].read_text()
    write(files[0], FACT, "")
    files[0].write_text(f"{files[0].read_text()}## debug\n\n{FACT}\n")
    moved = only(look())
    assert moved.can_put_back
    step = desk.steps.now(desk.inbox_deeds.put_back(moved))
    assert files[0].read_text() == f"{before}## debug\n\n\n"
    assert look() == ()
    desk.steps.undo(step)
    assert only(look()).id == moved.id


def test_what_is_pinned_comes_back_from_another_document(
    desk: Desk, look: Look, files: tuple[Path, Path]
) -> None:
    before = [path.read_text() for path in files]
    root, document = desk.workspace.find_document(str(files[0])) or pytest.fail("is not known")
    node = ("[preference] the api listens on port 8080", 0)
    desk.inbox.turn_pin(root, document, before[0], node)
    write(files[0], FACT, "")
    write(files[1], "- long", f"{FACT}- long")
    moved = only(look())
    assert (moved.is_pinned, moved.can_put_back) == (True, True)
    desk.steps.now(desk.inbox_deeds.put_back(moved))
    assert [path.read_text() for path in files] == before
    assert look() == ()
    assert desk.inbox.pins() == {(str(files[0]), *node)}


def test_what_has_changed_since_is_not_put_back(desk: Desk, look: Look, files: tuple[Path, Path]) -> None:
    write(files[0], FACT, "")
    write(files[1], "- long", f"{FACT}- long")
    moved = only(look())
    write(files[1], "8080", "8081")
    with pytest.raises(Refused, match="has changed since"):
        desk.inbox_deeds.put_back(moved)
