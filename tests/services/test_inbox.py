"""The inbox: told from versions, by what is said, with what was kept, pinned, moved and undone."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from memdesk.errors import Refused, StorageError
from memdesk.layouts import plain
from memdesk.layouts.documents import Scope, ScopeKind
from memdesk.services.desk import Desk
from memdesk.services.inbox.checks import Checking, CheckKind, duplicate_of, seen_at_once
from memdesk.services.inbox.inbox import REMEMBERED_S, Inbox
from memdesk.services.inbox.items import InboxItem, InboxState, ListedRoot, listing_of
from memdesk.services.inbox.review_changes import ReviewKind
from memdesk.services.remembered.units import Unit
from memdesk.store.clearing import Scope as HistoryScope
from memdesk.store.marks import MarkKind
from memdesk.text.edits import Edit
from memdesk.text.outline import NodeKind, Outline
from tests.services.conftest import TEXT, make_desk
from tests.services.notes_layout import Notes

Look = Callable[[], InboxState]


LAYOUTS = (Notes(), plain.LAYOUT)


@pytest.fixture
def desk(home: Path, tmp_path: Path, root: Path) -> Iterator[Desk]:
    """A desk with the one root open, which knows documents that no root has, too."""
    desk = make_desk(home, tmp_path, LAYOUTS)
    desk.open_found()
    yield desk
    desk.close()


@pytest.fixture
def profile_file(root: Path) -> Path:
    return root / "PROFILE.md"


@pytest.fixture
def look(desk: Desk, profile_file: Path) -> Look:
    """Keeps what is on disk and looks; the first look is over."""

    def look() -> InboxState:
        workspace = desk.workspace
        paths = [one.path for root in workspace.roots for one in workspace.documents(root.path) if one.exists]
        desk.recorder.take({*paths, str(profile_file)})
        return desk.inbox.look(listing_of(workspace))

    assert look().items == ()
    return look


def write(path: Path, *changes: tuple[bytes, bytes]) -> None:
    data = path.read_bytes()
    for old, new in changes:
        assert old in data
        data = data.replace(old, new)
    path.write_bytes(data)


def kinds(state: InboxState) -> dict[str, str]:
    return {item.unit.title: item.kind.value for item in state.items}


def only(state: InboxState) -> InboxItem:
    (item,) = state.items
    return item


def test_what_came_changed_and_went(look: Look, profile_file: Path) -> None:
    write(profile_file, (b"second", b"other"), (b"## Gamma\nthird\n", b"## Delta\nnew words here\n"))
    state = look()
    assert kinds(state) == {"Beta": "changed", "Delta": "learned", "Gamma": "removed"}
    assert state.documents[0][0].document.path == str(profile_file)


@pytest.mark.parametrize(("is_old", "found"), [(True, {}), (False, {"A": "learned"})])
def test_what_lay_in_a_project_before_that_is_known_is_no_news(
    desk: Desk, look: Look, tmp_path: Path, is_old: bool, found: dict[str, str]
) -> None:
    rules = tmp_path / "project" / "RULES.md"
    rules.parent.mkdir()
    rules.write_bytes(b"## A\none\n")
    if is_old:
        os.utime(rules, (0.0, time.time() - 60.0))
    desk.settings.project_folders.append(str(rules.parent))
    workspace = desk.workspace
    for one in workspace.roots:
        workspace.take_documents(one.path, workspace.list_documents(one))
    assert kinds(look()) == found
    write(rules, (b"one", b"other"))
    assert kinds(look()) == (found or {"A": "changed"})


def test_a_section_that_only_got_lines_has_learned_them(look: Look, profile_file: Path) -> None:
    write(profile_file, (b"second\n", b"second\nand more\n"))
    item = only(look())
    assert item.kind is ReviewKind.LEARNED
    assert item.then is not None


def test_the_same_words_under_another_heading_have_moved(look: Look, profile_file: Path) -> None:
    write(profile_file, (b"## Gamma\n", b"## Elsewhere\n"))
    assert only(look()).kind is ReviewKind.MOVED


def test_what_is_back_as_it_was_is_no_news(look: Look, profile_file: Path) -> None:
    write(profile_file, (b"second", b"other"))
    assert len(look().items) == 1
    write(profile_file, (b"other", b"second"))
    assert look().items == ()


def test_changes_of_ours_are_no_news_but_those_beside_them_are(
    desk: Desk, look: Look, profile_file: Path
) -> None:
    write(profile_file, (b"second", b"other"))
    look()
    session = desk.workspace.open_document(str(profile_file))
    at = session.text.text.index("first")
    session.text.edit([edit_of(at, "first", "mine")])
    desk.workspace.save(session.path)
    assert kinds(look()) == {"Beta": "changed"}


def edit_of(start: int, old: str, new: str) -> Edit:
    return Edit(start, old, new)


def save_ours(desk: Desk, path: Path, old: str, new: str) -> None:
    """The user changes this in the window, and saves."""
    session = desk.workspace.open_document(str(path))
    session.text.edit([edit_of(session.text.text.index(old), old, new)])
    desk.workspace.save(session.path)


def said(item: InboxItem) -> list[str]:
    """What the user knows and what is there, in lines."""
    return ["/".join(unit.text.split()) if unit is not None else "-" for unit in (item.then, item.now)]


def test_a_line_of_ours_leaves_theirs_beside_it_to_be_reviewed(
    desk: Desk, look: Look, profile_file: Path
) -> None:
    write(profile_file, (b"second\n", b"second\ntheirs\n"))
    look()
    save_ours(desk, profile_file, "theirs\n", "theirs\nours\n")
    item = only(look())
    assert (item.kind, said(item)) == (ReviewKind.LEARNED, ["second/ours", "second/theirs/ours"])
    step = desk.steps.now(desk.inbox_deeds.forget(item))
    assert profile_file.read_bytes() == TEXT.replace(b"second\n", b"second\nours\n")
    assert look().items == ()
    desk.steps.undo(step)
    assert [one.id for one in look().items] == [item.id]
    desk.inbox.keep(look().items)
    assert look().items == ()


def test_what_a_save_met_on_the_disk_is_theirs(desk: Desk, look: Look, profile_file: Path) -> None:
    session = desk.workspace.open_document(str(profile_file))
    session.text.edit([edit_of(session.text.text.index("second"), "second", "second of ours")])
    write(profile_file, (b"second\n", b"second\ntheirs\n"))
    desk.workspace.save(session.path)
    assert b"second of ours\ntheirs\n" in profile_file.read_bytes()
    assert said(only(look())) == ["second/of/ours", "second/of/ours/theirs"]


def test_what_they_changed_beside_ours_comes_back_without_taking_ours(
    desk: Desk, look: Look, profile_file: Path
) -> None:
    save_ours(desk, profile_file, "second\n", "second\nmore\nlast\n")
    look()
    write(profile_file, (b"more\n", b"less\n"))
    look()
    save_ours(desk, profile_file, "last\n", "end\n")
    item = only(look())
    assert (item.kind, said(item)) == (ReviewKind.CHANGED, ["second/more/end", "second/less/end"])
    desk.steps.now(desk.inbox_deeds.put_back(item))
    assert b"## Beta\nsecond\nmore\nend\n" in profile_file.read_bytes()
    assert look().items == ()


def test_a_section_that_goes_with_ours_comes_back_without_what_was_not_reviewed(
    desk: Desk, look: Look, profile_file: Path
) -> None:
    write(profile_file, (b"second\n", b"second\ntheirs\n"))
    look()
    save_ours(desk, profile_file, "theirs\n", "theirs\nours\n")
    look()
    write(profile_file, (b"## Beta\nsecond\ntheirs\nours\n\n", b""))
    item = only(look())
    assert (item.kind, said(item)) == (ReviewKind.REMOVED, ["second/ours", "-"])
    desk.steps.now(desk.inbox_deeds.put_back(item))
    assert profile_file.read_bytes() == TEXT.replace(b"second\n", b"second\nours\n")
    assert look().items == ()


def test_a_heading_of_ours_leaves_what_is_below_it_to_be_reviewed(
    desk: Desk, look: Look, profile_file: Path
) -> None:
    write(profile_file, (b"third\n", b"third\ntheirs\n"))
    look()
    save_ours(desk, profile_file, "## Gamma", "## Other")
    item = only(look())
    assert (item.unit.title, said(item)) == ("Other", ["third", "third/theirs"])
    desk.steps.now(desk.inbox_deeds.forget(item))
    assert profile_file.read_bytes() == TEXT.replace(b"Gamma", b"Other")
    assert look().items == ()


def test_what_is_edited_in_the_inbox_was_seen_whole(desk: Desk, look: Look, profile_file: Path) -> None:
    write(profile_file, (b"second\n", b"second\ntheirs\nmore\n"))
    item = only(look())
    step = desk.steps.now(desk.inbox_deeds.edit(item, "second\ntheirs\nless\n"))
    assert look().items == ()
    desk.steps.undo(step)
    assert [one.id for one in look().items] == [item.id]


def test_what_is_kept_just_before_we_save_stays_kept(desk: Desk, look: Look, profile_file: Path) -> None:
    write(profile_file, (b"second\n", b"second\ntheirs\n"))
    desk.inbox.keep(look().items)
    save_ours(desk, profile_file, "theirs\n", "theirs\nours\n")
    assert look().items == ()


def test_what_was_kept_is_what_the_next_change_is_told_from(
    desk: Desk, look: Look, profile_file: Path
) -> None:
    write(profile_file, (b"second", b"other"))
    desk.inbox.keep(look().items)
    state = look()
    assert state.items == ()
    assert [item.unit.title for item in state.reviewed] == ["Beta"]
    write(profile_file, (b"other", b"third thing"))
    item = only(look())
    assert item.then is not None
    assert item.then.text.strip() == "other"
    write(profile_file, (b"## Beta\nthird thing\n\n", b""))
    assert only(look()).kind is ReviewKind.REMOVED


def test_the_same_change_again_is_news_again(desk: Desk, look: Look, profile_file: Path) -> None:
    write(profile_file, (b"second", b"other"))
    desk.inbox.keep(look().items)
    write(profile_file, (b"other", b"second"))
    desk.inbox.keep(look().items)
    assert look().items == ()
    write(profile_file, (b"second", b"other"))
    assert kinds(look()) == {"Beta": "changed"}


def test_what_is_kept_while_the_clock_is_behind_is_kept(desk: Desk, look: Look, profile_file: Path) -> None:
    write(profile_file, (b"second", b"other"))
    item = only(look())
    behind = Inbox(desk.timeline, lambda: desk.history, lambda: desk.marks, lambda: time.time() - 86_400.0)
    behind.keep([item])
    assert look().items == ()
    write(profile_file, (b"other", b"third"))
    assert only(look()).kind is ReviewKind.CHANGED


def test_a_document_that_comes_while_the_clock_is_behind_is_news(
    desk: Desk, look: Look, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    came = time.time() - 86_400.0
    monkeypatch.setattr(desk.history, "_clock", lambda: came)
    (root / "NEW.md").write_bytes(b"## New\nlearned\n")
    workspace = desk.workspace
    for one in workspace.roots:
        workspace.take_documents(one.path, workspace.list_documents(one))
    assert kinds(look()) == {"New": "learned"}


def test_keeping_can_be_taken_back(desk: Desk, look: Look, profile_file: Path) -> None:
    write(profile_file, (b"second", b"other"), (b"third", b"fourth"))
    items = look().items
    desk.inbox.keep(items)
    desk.inbox.take_back(items)
    assert [one.id for one in look().items] == [one.id for one in items]


def test_what_was_kept_stands_there_again_once_its_marks_are_turned_back(
    desk: Desk, look: Look, profile_file: Path
) -> None:
    write(profile_file, (b"second", b"other"), (b"third", b"fourth"))
    items = look().items
    kept = desk.inbox.keep(items)
    assert look().items == ()
    taken_back = desk.marks.turn_back(kept)
    assert [one.id for one in look().items] == [one.id for one in items]
    desk.marks.turn_back(taken_back)
    assert look().items == ()


def test_a_pin_that_is_turned_back_stands_for_what_it_stood_for(
    desk: Desk, look: Look, profile_file: Path
) -> None:
    found = desk.workspace.find_document(str(profile_file))
    assert found is not None
    desk.inbox.turn_pin(*found, profile_file.read_text(), ("Beta", 0))
    pins = desk.marks.of("pinned")
    write(profile_file, (b"second", b"other"))
    unpinned = desk.inbox.unpin(only(look()).address)
    assert desk.inbox.pins() == frozenset()
    desk.marks.turn_back(unpinned)
    assert desk.marks.of("pinned") == pins
    kept = desk.inbox.keep(look().items)
    assert desk.marks.of("pinned") != pins
    desk.marks.turn_back(kept)
    assert desk.marks.of("pinned") == pins


def test_another_process_tells_the_same(
    desk: Desk, look: Look, profile_file: Path, home: Path, tmp_path: Path
) -> None:
    write(profile_file, (b"second", b"other"), (b"third", b"fourth"))
    desk.inbox.keep(look().items[:1])
    other = make_desk(home, tmp_path, LAYOUTS)
    other.open_found()
    try:
        state = other.inbox.look(listing_of(other.workspace))
        assert [item.id for item in state.items] == [item.id for item in look().items]
    finally:
        other.close()


def test_forgetting_and_its_undo(desk: Desk, look: Look, profile_file: Path) -> None:
    write(profile_file, (b"second\n", b"second\nand more\n"))
    whole = profile_file.read_bytes()
    item = only(look())
    step = desk.steps.now(desk.inbox_deeds.forget(item))
    assert profile_file.read_bytes() == TEXT
    assert look().items == ()
    desk.steps.undo(step)
    assert profile_file.read_bytes() == whole
    assert [one.id for one in look().items] == [item.id]


def test_putting_back_what_changed_and_what_went(desk: Desk, look: Look, profile_file: Path) -> None:
    write(profile_file, (b"second", b"other"), (b"## Alpha\nfirst\n\n", b""))
    for item in look().items:
        desk.steps.now(desk.inbox_deeds.put_back(item))
    assert profile_file.read_bytes() == TEXT
    assert look().items == ()


def test_what_changed_since_it_was_shown_is_left_alone(desk: Desk, look: Look, profile_file: Path) -> None:
    write(profile_file, (b"second", b"other"))
    item = only(look())
    write(profile_file, (b"other", b"quite another"))
    with pytest.raises(Refused, match="has changed since"):
        desk.inbox_deeds.forget(item)
    assert b"quite another" in profile_file.read_bytes()


def test_a_file_that_cannot_be_read_is_named(desk: Desk, look: Look, profile_file: Path) -> None:
    write(profile_file, (b"second", b"other"))
    item = only(look())
    profile_file.unlink()
    os.mkfifo(profile_file)
    for deed in (desk.inbox_deeds.forget, desk.inbox_deeds.body):
        with pytest.raises(StorageError, match=r"cannot be read") as raised:
            deed(item)
        assert str(profile_file) in str(raised.value)


def test_what_is_pinned_says_so_when_it_goes(desk: Desk, look: Look, profile_file: Path) -> None:
    found = desk.workspace.find_document(str(profile_file))
    assert found is not None
    assert desk.inbox.turn_pin(*found, profile_file.read_text(), ("Beta", 0))
    write(profile_file, (b"## Beta\nsecond\n\n", b""), (b"first", b"1st"))
    assert {item.unit.title: item.is_pinned for item in look().items} == {"Alpha": False, "Beta": True}
    desk.inbox.keep(item for item in look().items if item.is_pinned)
    assert desk.inbox.pins() == frozenset()


def test_a_pin_stays_on_what_the_user_edits(desk: Desk, look: Look, profile_file: Path) -> None:
    found = desk.workspace.find_document(str(profile_file))
    assert found is not None
    desk.inbox.turn_pin(*found, profile_file.read_text(), ("Beta", 0))
    write(profile_file, (b"third", b"fourth"))
    look()
    session = desk.workspace.open_document(str(profile_file))
    session.text.edit([edit_of(session.text.text.index("second"), "second", "edited")])
    desk.workspace.save(session.path)
    look()
    (mark,) = desk.marks.of(MarkKind.PINNED)
    write(profile_file, (b"edited", b"altered"))
    assert any(item.is_pinned for item in look().items)
    assert mark.key == "Beta"


def test_a_removed_file_is_one_change(look: Look, desk: Desk, profile_file: Path) -> None:
    profile_file.unlink()
    item = only(look())
    assert (item.kind, item.unit.title) == (ReviewKind.REMOVED, item.past.document.title)
    desk.steps.now(desk.inbox_deeds.put_back(item))
    assert profile_file.read_bytes() == TEXT
    assert look().items == ()


def test_what_is_pinned_in_a_removed_file_comes_back_with_it(
    look: Look, desk: Desk, profile_file: Path
) -> None:
    found = desk.workspace.find_document(str(profile_file))
    assert found is not None
    desk.inbox.turn_pin(*found, profile_file.read_text(), ("Beta", 0))
    write(profile_file, (b"## Alpha\nfirst\n\n", b""))
    went_before = only(look())
    profile_file.unlink()
    pinned = next(item for item in look().items if item.is_pinned)
    with pytest.raises(Refused, match="restore the file before a part of it"):
        desk.inbox_deeds.put_back(went_before)
    desk.steps.now(desk.inbox_deeds.put_back(pinned))
    assert profile_file.read_bytes() == TEXT.replace(b"## Alpha\nfirst\n\n", b"")


def test_a_purged_history_is_read_again(desk: Desk, look: Look, profile_file: Path) -> None:
    write(profile_file, (b"second", b"other"))
    assert len(look().items) == 1
    desk.inbox.forget()
    assert len(look().items) == 1


def test_what_was_reviewed_long_ago_is_the_baseline(desk: Desk, look: Look, profile_file: Path) -> None:
    write(profile_file, (b"second", b"other"))
    desk.inbox.keep(look().items)
    later = Inbox(
        desk.timeline, lambda: desk.history, lambda: desk.marks, lambda: time.time() + 2 * REMEMBERED_S
    )
    assert later.look(listing_of(desk.workspace)).items == ()
    later.settle()
    assert desk.marks.of(MarkKind.REVIEWED) == ()
    assert later.look(listing_of(desk.workspace)).items == ()
    write(profile_file, (b"other", b"again"))
    item = only(look())
    assert item.then is not None
    assert item.then.text.strip() == "other"


def test_a_file_that_went_and_came_back_is_no_news(look: Look, root: Path, profile_file: Path) -> None:
    assert look().items == ()
    profile_file.unlink()
    look()
    (root / "PROFILE.md").write_bytes(TEXT)
    assert look().items == ()


def test_a_root_that_is_not_recorded_is_told(desk: Desk, profile_file: Path) -> None:
    listing = listing_of(desk.workspace)
    state = desk.inbox.look(listing, [one.root for one in listing])
    assert state.unrecorded == tuple(one.root for one in listing)
    assert desk.marks.of(MarkKind.BASELINE) == ()
    assert profile_file.exists()


def test_a_path_is_dead_where_it_leads_nowhere_from_the_project(
    home: Path, look: Look, desk: Desk, profile_file: Path
) -> None:
    project = home / "api"
    for path in ("docs/here.md", "lib/foo+bar/x.py"):
        (project / path).parent.mkdir(parents=True)
        (project / path).touch()
    words = (
        b"docs/here.md and docs/gone.md, lib/foo+bar/x.py, yes/no/both, ~/nothing.txt, [it](gone.md), "
        b"[here](PROFILE.md), https://example.org/a/b.html"
    )
    write(profile_file, (b"third", words))
    item, scope = only(look()), Scope(ScopeKind.PROJECT, "api", "api", str(project))
    document = item.past.document._replace(scope=scope)
    there = item._replace(past=item.past._replace(document=document))
    checking = Checking(lambda _text: (), desk.workspace.disk)
    found = {check.kind: check.evidence for check in checking.run(there)}
    assert found[CheckKind.DEAD_PATH] == "docs/gone.md, gone.md"


def test_checks_at_a_glance(look: Look, desk: Desk, profile_file: Path) -> None:
    unit = Unit(("", "x", 0), ("x", 0), NodeKind.ENTRY, "x", "", "a\u202eb, AKIAABCDEFGHIJKLMNOP")
    found = {check.kind: check.evidence for check in seen_at_once(unit)}
    assert found[CheckKind.HIDDEN] == "U+202E"
    assert "AWS" in found[CheckKind.SECRET]
    token, key = (
        "ghp_" + "a1B2c3D4" * 5,
        "-----BEGIN RSA PRIVATE KEY-----\nMIIEx\n-----END RSA PRIVATE KEY-----",
    )
    said = f"password: hunter2A9\n{token}\n{key}"
    second = unit._replace(text=said, around=json.dumps({"content": said}))
    found = {check.kind: check.evidence for check in seen_at_once(second)}
    assert found[CheckKind.SECRET] == "a value that is called a secret, a GitHub token, a private key"
    line = unit._replace(text="MIIEx7890", around=f"{token}\n{key.replace('MIIEx', 'MIIEx7890')}")
    found = {check.kind: check.evidence for check in seen_at_once(line)}
    assert found[CheckKind.SECRET] == "a private key", "the token stands beside it"
    write(profile_file, (b"third", b"prefer table tests over nested ones"))
    desk.inbox.keep(look().items)
    write(profile_file, (b"second", b"prefer table tests over all nested ones"))
    entries = desk.entries.read(desk.entries.snapshot())
    alike = partial(desk.duplicates.alike, entries=entries)
    assert duplicate_of(only(look()), alike, desk.workspace.disk).evidence == "Gamma"


def test_a_version_that_cannot_be_read_is_named_and_read_again(
    look: Look, profile_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> Outline:
        raise StorageError("{path} cannot be read.", path="it")

    write(profile_file, (b"second", b"other"))
    assert kinds(look()) == {"Beta": "changed"}
    write(profile_file, (b"third", b"no more"))
    with monkeypatch.context() as patch:
        patch.setattr(Notes, "outline", refuse)
        state = look()
        assert [(one.path, one.why) for one in state.unread] == [(str(profile_file), "it cannot be read.")]
        assert kinds(state) == {"Beta": "changed"}, "what was read before stays"
    state = look()
    assert kinds(state) == {"Beta": "changed", "Gamma": "changed"}
    assert state.unread == ()


class _Clearing(tuple[ListedRoot, ...]):  # noqa: SLOT001 - a tuple has no room for any
    """Roots during whose reading another program clears the history."""

    clear: Callable[[], object]

    def __iter__(self) -> Iterator[ListedRoot]:
        self.clear()
        return super().__iter__()


def test_a_history_that_is_cleared_meanwhile_leaves_nothing_to_review(
    desk: Desk, profile_file: Path, look: Look
) -> None:
    write(profile_file, (b"second", b"another"))
    desk.recorder.take({str(profile_file)})
    roots = _Clearing(listing_of(desk.workspace))
    roots.clear = lambda: desk.keeping.clear(HistoryScope())
    assert desk.inbox.look(roots).items == ()
