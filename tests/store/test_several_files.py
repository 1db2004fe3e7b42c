"""A change of several files: all of them or none, whatever other programs do meanwhile."""

from __future__ import annotations

import errno
import sqlite3
import stat
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import pytest

from memdesk.errors import NotListed
from memdesk.store.confine import Root
from memdesk.store.database import _SCHEMA
from memdesk.store.declining import declined
from memdesk.store.history import History
from memdesk.store.history_place import FILE_NAME
from memdesk.store.outcomes import (
    Applied,
    Conflicted,
    Declined,
    FileChange,
    FileDone,
    Merged,
    Removed,
    Saved,
    Unchanged,
    Vanished,
)
from memdesk.store.progress import Progress
from memdesk.store.save import Store
from memdesk.store.several_files import _LOCK
from memdesk.store.sweep import Ending, Swept
from memdesk.text.merge_result import Merge
from tests.store.conftest import Desk
from tests.store.lines import merge_lines

THERE, HERE = b"a: 1\n", b"b: 2\nfact: it is so\n"
THERE_WITH, HERE_WITHOUT = b"a: 1\nfact: it is so\n", b"b: 2\n"


@pytest.fixture
def store(desk: Desk) -> Store:
    return Store(desk.folders, desk.history, lambda: desk.roots, lambda paths: [merge_lines] * len(paths))


def change(path: Path, before: bytes | None, after: bytes | None) -> FileChange:
    return FileChange(str(path), before, after, merge_lines)


def a_move(desk: Desk) -> tuple[Path, Path, list[FileChange]]:
    """A fact on its way from one file to the other."""
    there, here = desk.file("there.md", THERE), desk.file("here.md", HERE)
    return there, here, [change(there, THERE, THERE_WITH), change(here, HERE, HERE_WITHOUT)]


def texts(*paths: Path) -> list[bytes | None]:
    return [path.read_bytes() if path.exists() else None for path in paths]


def test_a_file_gets_its_time_back_with_what_it_held_and_not_with_what_others_wrote(
    desk: Desk, store: Store
) -> None:
    there, here, _ = a_move(desk)
    back = [
        replace(change(there, THERE_WITH, THERE), modified_ns=5),
        replace(change(here, HERE, HERE), modified_ns=5),
    ]
    there.write_bytes(THERE_WITH)
    store.apply(back, why="undo")
    assert (there.read_bytes(), there.stat().st_mtime_ns) == (THERE, 5)
    assert here.stat().st_mtime_ns != 5
    there.write_bytes(THERE_WITH + b"\n## More\nOf another program.\n")
    store.apply(back[:1], why="undo")
    assert there.stat().st_mtime_ns != 5


def test_both_files_change(desk: Desk, store: Store) -> None:
    there, here, changes = a_move(desk)
    assert store.apply(changes, why="move") == Applied(
        (
            FileDone(str(there), THERE, THERE_WITH, Saved(THERE_WITH)),
            FileDone(str(here), HERE, HERE_WITHOUT, Saved(HERE_WITHOUT)),
        )
    )
    assert texts(there, here) == [THERE_WITH, HERE_WITHOUT]
    assert [version.why for version in desk.history.versions(str(here))] == ["move", "first seen"]


def test_each_file_is_merged_with_what_it_has_got(desk: Desk, store: Store) -> None:
    there, here, changes = a_move(desk)
    there.write_bytes(THERE + b"new: by the agent\n")
    here.write_bytes(HERE + b"also: new\n")
    applied = store.apply(changes, why="move")
    assert [type(done.result) for done in applied.files] == [Merged, Merged]
    assert applied.files[0].before == THERE + b"new: by the agent\n"
    assert texts(there, here) == [
        THERE + b"new: by the agent\nfact: it is so\n",
        b"b: 2\nalso: new\n",
    ]


def test_nothing_is_done_where_one_file_clashes(desk: Desk, store: Store) -> None:
    there, here, changes = a_move(desk)
    there.write_bytes(b"a: 1\nfact: otherwise\n")
    applied = store.apply(changes, why="move")
    assert applied.stopped is not None
    assert isinstance(applied.stopped.result, Conflicted)
    assert (applied.files, applied.stopped.path) == ((), str(there))
    assert texts(there, here) == [b"a: 1\nfact: otherwise\n", HERE]
    assert desk.history.versions(str(here)) == ()


class Agent:
    """A program that writes just when a file is being merged for the second time: after the look in advance."""

    def __init__(self, path: Path, data: bytes | None) -> None:
        self._path = path
        self._data = data
        self._calls = 0

    def merge(self, base: str, mine: str, theirs: str) -> Merge:
        self._calls += 1
        if self._calls == 2 and self._data is None:
            self._path.unlink()
        elif self._calls == 2 and self._data is not None:
            self._path.write_bytes(self._data)
        return merge_lines(base, mine, theirs)


def test_what_was_done_is_taken_back(desk: Desk, store: Store) -> None:
    there, here, _ = a_move(desk)
    new, agent = desk.root / "new" / "fact.md", Agent(here, b"b: 3\n")
    applied = store.apply(
        [
            change(new, None, b"it is so\n"),
            change(there, THERE, THERE_WITH),
            FileChange(str(here), b"b: 2\n", b"b: 1\n", agent.merge),
        ],
        why="move",
    )
    assert applied.stopped is not None
    assert isinstance(applied.stopped.result, Conflicted)
    assert (applied.files, applied.kept, applied.stopped.path) == ((), (), str(here))
    assert texts(new, there, here) == [None, THERE, b"b: 3\n"]
    assert THERE_WITH in desk.texts(there)
    assert b"it is so\n" in [desk.history.data(version.id) for version in desk.history.versions(str(new))]


def test_what_another_program_wrote_over_is_not_taken_back(desk: Desk, store: Store) -> None:
    _, here, _ = a_move(desk)
    new, agent = desk.root / "fact.md", Agent(desk.root / "fact.md", b"by the agent\n")
    both = Agent(here, b"b: 3\n")

    def merge(base: str, mine: str, theirs: str) -> Merge:
        agent.merge("", "", "")
        return both.merge(base, mine, theirs)

    applied = store.apply(
        [change(new, None, b"it is so\n"), FileChange(str(here), b"b: 2\n", b"b: 1\n", merge)], why="move"
    )
    assert applied.stopped is not None
    assert applied.kept == (str(new),)
    assert texts(new, here) == [b"by the agent\n", b"b: 3\n"]


def test_a_file_that_is_gone_needs_nothing_taken_out(desk: Desk, store: Store) -> None:
    """The fact then stands in the other file alone, and taking it back would lose it."""
    there, here, changes = a_move(desk)
    here.unlink()
    applied = store.apply(changes, why="move")
    assert [type(done.result) for done in applied.files] == [Saved, Unchanged]
    assert texts(there, here) == [THERE_WITH, None]


def test_a_file_that_is_gone_takes_nothing_in(desk: Desk, store: Store) -> None:
    there, here, changes = a_move(desk)
    there.unlink()
    applied = store.apply(changes, why="move")
    assert applied.stopped is not None
    assert applied.stopped.result == Vanished()
    assert texts(there, here) == [None, HERE]


def test_what_lies_outside_is_refused_before_anything_is_done(
    desk: Desk, store: Store, tmp_path: Path
) -> None:
    _, here, changes = a_move(desk)
    outside = tmp_path / "outside.md"
    outside.write_bytes(HERE)
    applied = store.apply([changes[0], change(outside, HERE, HERE_WITHOUT)], why="move")
    assert applied.stopped is not None
    assert isinstance(applied.stopped.result, Declined)
    assert applied.stopped.result.refused
    assert texts(desk.root / "there.md", here, outside) == [THERE, HERE, HERE]
    (desk.root / "link.md").symlink_to(outside)
    applied = store.apply([changes[0], change(desk.root / "link.md", HERE, None)], why="move")
    assert applied.stopped is not None
    assert texts(desk.root / "there.md", outside) == [THERE, HERE]


# Removing and renaming


def test_a_file_is_taken_away_and_kept(desk: Desk) -> None:
    path = desk.file("a.md", b"one\n")
    assert desk.store.delete(str(path), b"one\n") == Removed(b"one\n")
    assert desk.listing() == []
    removal, seen = desk.history.versions(str(path))
    assert (removal.removed, removal.landed, removal.parent) == (True, True, seen.id)
    assert desk.history.data(seen.id) == b"one\n"
    assert desk.store.delete(str(path), b"one\n") == Vanished()
    assert desk.store.create(str(path), b"") == Saved(b"")
    assert [version.removed for version in desk.history.versions(str(path))] == [False, True, False]


def test_a_file_that_moved_on_stays(desk: Desk) -> None:
    path = desk.file("a.md", b"two\n")
    assert desk.store.delete(str(path), b"one\n") == Conflicted(b"two\n", ())
    assert path.read_bytes() == b"two\n"


@pytest.mark.parametrize("mode", [0o640, 0o644, 0o666, 0o400])
def test_a_file_that_comes_back_has_the_permissions_that_it_had(desk: Desk, mode: int) -> None:
    path = desk.file("a.md", b"one\n")
    path.chmod(mode)
    assert desk.store.delete(str(path), b"one\n") == Removed(b"one\n")
    assert desk.store.create(str(path), b"one\n", why="undo") == Saved(b"one\n")
    assert stat.S_IMODE(path.stat().st_mode) == mode
    path.unlink()
    assert desk.store.create(str(path), b"another\n") == Saved(b"another\n")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600, "it was not we who removed it last"


def test_a_link_is_not_removed(desk: Desk) -> None:
    path = desk.file("a.md", b"one\n")
    link = desk.root / "link.md"
    link.symlink_to(path)
    result = desk.store.delete(str(link), b"one\n")
    assert isinstance(result, Declined)
    assert "is a link" in result.sentence
    assert desk.listing() == ["a.md", "link.md"]


def test_why_a_file_stays_is_said(desk: Desk) -> None:
    (desk.root / "sub.md").mkdir()
    result = desk.store.delete(str(desk.root / "sub.md"), b"one\n")
    assert isinstance(result, Declined)
    assert "is a folder" in result.sentence
    error = declined(PermissionError(errno.EACCES, "Permission denied"), "/m/a.md", removing=True)
    assert error.sentence == "/m/a.md was not removed: Permission denied."
    assert error.refused


def test_a_file_gets_another_name(desk: Desk) -> None:
    path, other = desk.file("a.md", b"one\n"), desk.root / "sub" / "b.md"
    assert desk.store.rename(str(path), str(other), b"one\n").stopped is None
    assert texts(path, other) == [None, b"one\n"]
    path.write_bytes(b"new\n")
    stopped = desk.store.rename(str(path), str(other), b"new\n").stopped
    assert stopped is not None
    assert stopped.result == Conflicted(b"one\n", ())
    assert texts(path, other) == [b"new\n", b"one\n"]


# What an interruption leaves, laid out by hand


def interrupted(desk: Desk, store: Store, changes: Sequence[FileChange], done: int) -> tuple[Swept, ...]:
    """What the next start makes of a change of which so many files were done."""
    entry = desk.history.open_change("move", [(each.path, each.before, each.after) for each in changes])
    for part, each in list(zip(entry.parts, changes, strict=True))[:done]:
        assert store._one_file.change(each, "move", part.id).before == each.before
    return store.sweep()


@pytest.mark.parametrize("done", [0, 1, 2])
def test_it_is_finished(desk: Desk, store: Store, done: int) -> None:
    there, here, changes = a_move(desk)
    assert interrupted(desk, store, changes, done) == (Swept(str(there), Ending.FINISHED, 2),)
    assert texts(there, here) == [THERE_WITH, HERE_WITHOUT]
    assert store.sweep() == ()
    assert desk.history.pending_changes() == ()


@pytest.mark.parametrize("done", [0, 1, 2])
def test_what_became_of_each_file_is_told_whoever_did_it(desk: Desk, store: Store, done: int) -> None:
    there, here, changes = a_move(desk)
    (swept,) = interrupted(desk, store, changes, done)
    assert [(each.path, each.before, each.after) for each in swept.done] == [
        (str(there), THERE, THERE_WITH),
        (str(here), HERE, HERE_WITHOUT),
    ]


def test_who_finishes_it_is_told_how_far_it_is(desk: Desk, store: Store) -> None:
    class Followed(Progress):
        def note(self, done: int, whole: int) -> None:
            told.append((done, whole))

    told = list[tuple[int, int]]()
    _, _, changes = a_move(desk)
    desk.history.open_change("move", [(each.path, each.before, each.after) for each in changes])
    assert [swept.ending for swept in store.sweep(Followed())] == [Ending.FINISHED]
    assert told == [(0, 2), (1, 2)]


def test_it_is_taken_back_where_the_rest_has_become_impossible(desk: Desk, store: Store) -> None:
    there, here, changes = a_move(desk)
    changes[1] = change(here, HERE, b"b: 4\n")
    here.write_bytes(b"b: 3\nfact: it is so\n")
    there_then = there.read_bytes()
    entry_done = interrupted(desk, store, changes, 1)
    assert entry_done == (Swept(str(there), Ending.TAKEN_BACK, 2),)
    assert texts(there, here) == [there_then, b"b: 3\nfact: it is so\n"]
    assert desk.history.pending_changes() == ()


def test_nothing_is_taken_out_where_the_other_file_lost_it_since(desk: Desk, store: Store) -> None:
    there, here, changes = a_move(desk)
    entry = desk.history.open_change("move", [(each.path, each.before, each.after) for each in changes])
    store._one_file.change(changes[0], "move", entry.parts[0].id)
    there.write_bytes(b"a: 1\nc: 3\n")  # an agent that had read it before
    assert store.sweep() == (Swept(str(there), Ending.TAKEN_BACK, 2),)
    assert texts(there, here) == [b"a: 1\nc: 3\n", HERE]


@pytest.mark.parametrize("done", [0, 1])
@pytest.mark.parametrize("damaged", [THERE, THERE_WITH, HERE, HERE_WITHOUT])
def test_one_whose_record_is_damaged_holds_back_no_other(
    desk: Desk, store: Store, done: int, damaged: bytes
) -> None:
    there, here, changes = a_move(desk)
    entry = desk.history.open_change("move", [(each.path, each.before, each.after) for each in changes])
    for part, each in list(zip(entry.parts, changes, strict=True))[:done]:
        store._one_file.change(each, "move", part.id)
    desk.damage(damaged)
    found = texts(there, here)
    assert store.sweep() == (Swept(str(there), Ending.DAMAGED),)
    assert texts(there, here) == found, "what nobody can carry on stays as it is"
    kept = {
        desk.history.kept(version.id).data
        for path in (there, here)
        for version in desk.history.versions(str(path))
    }
    assert {THERE, THERE_WITH, HERE, HERE_WITHOUT} - {damaged} <= kept
    assert store.sweep() == ()
    other = desk.file("other.md", b"one\n")
    assert store.apply([change(other, b"one\n", b"two\n")], why="edit").stopped is None
    assert other.read_bytes() == b"two\n"


def test_it_waits_for_a_root_that_is_closed(desk: Desk, store: Store, tmp_path: Path) -> None:
    there, here, changes = a_move(desk)
    entry = desk.history.open_change("move", [(each.path, each.before, each.after) for each in changes])
    store._one_file.change(changes[0], "move", entry.parts[0].id)
    own, desk.roots[:] = desk.roots[:], [Root(str(tmp_path / "elsewhere"))]
    assert store.sweep() == ()
    assert texts(there, here) == [THERE_WITH, HERE]
    desk.roots[:] = own
    assert store.sweep() == (Swept(str(there), Ending.FINISHED, 2),)
    assert texts(there, here) == [THERE_WITH, HERE_WITHOUT]


def test_it_waits_for_a_root_that_cannot_be_listed(
    desk: Desk, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    there, here, changes = a_move(desk)
    desk.history.open_change("move", [(each.path, each.before, each.after) for each in changes])

    def not_listed(_paths: Sequence[str]) -> NoReturn:
        raise NotListed("What is in it could not be listed.")

    with monkeypatch.context() as patch:
        patch.setattr(store._several, "_merges_of", not_listed)
        assert store.sweep() == ()
        assert texts(there, here) == [THERE, HERE]
        other = desk.file("other.md", b"one\n")
        assert store.apply([change(other, b"one\n", b"two\n")], why="edit").stopped is None
        assert other.read_bytes() == b"two\n"
    assert store.sweep() == (Swept(str(there), Ending.FINISHED, 2),)
    assert texts(there, here) == [THERE_WITH, HERE_WITHOUT]


def test_one_that_had_not_begun_and_cannot_is_dropped(desk: Desk, store: Store, tmp_path: Path) -> None:
    there, here, changes = a_move(desk)
    desk.history.open_change("move", [(each.path, each.before, each.after) for each in changes])
    own, desk.roots[:] = desk.roots[:], [Root(str(tmp_path / "elsewhere"))]
    assert store.sweep() == (Swept(str(there), Ending.TAKEN_BACK, 2),)
    desk.roots[:] = own
    assert texts(there, here) == [THERE, HERE]
    assert store.sweep() == ()


def test_one_that_is_going_on_is_left_alone(desk: Desk, store: Store) -> None:
    there, here, changes = a_move(desk)
    desk.history.open_change("move", [(each.path, each.before, each.after) for each in changes])
    with store._locks.held(_LOCK):
        assert store.sweep() == ()
        assert texts(there, here) == [THERE, HERE]
    assert len(store.sweep()) == 1


def test_the_next_change_finishes_it_first(desk: Desk, store: Store) -> None:
    there, here, changes = a_move(desk)
    desk.history.open_change("move", [(each.path, each.before, each.after) for each in changes])
    back = [change(here, HERE_WITHOUT, HERE), change(there, THERE_WITH, THERE)]
    assert store.apply(back, why="undo").stopped is None
    assert texts(there, here) == [THERE, HERE]
    assert desk.history.pending_changes() == ()


def test_an_older_history_learns_it(desk: Desk, store: Store, tmp_path: Path) -> None:
    """A database of the first schema is brought up to date, and keeps what it has."""
    folder = tmp_path / "old"
    folder.mkdir()
    with closing(sqlite3.connect(folder / FILE_NAME)) as connection:
        for statement in _SCHEMA:
            connection.execute(statement)
        connection.execute("PRAGMA user_version = 1")
        connection.commit()
    with closing(History(str(folder))) as history:
        seen = history.record_seen("/m/a.md", b"one\n")
        assert history.versions("/m/a.md") == (seen,)
        assert history.pending_changes() == ()
