"""A purged secret leaves no byte behind, wherever it was kept and whenever the program is killed."""

from __future__ import annotations

import json
import secrets
import signal
import subprocess
import sys
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from memdesk.errors import UsageError
from memdesk.store.drafts import Drafts
from memdesk.store.erasing import Erasing, note_patches
from memdesk.store.folders import StateFolders, make_private_folder
from memdesk.store.history import History
from memdesk.store.patches import Patch
from memdesk.store.private_file import write_private_file
from memdesk.store.purge import Held, Purge
from memdesk.store.versions import Author
from tests.store.killing import in_a_child
from tests.store.leftovers import places_of
from tests.store.saver import CHECKOUT
from tests.store.strikes import EVERY_STRIKE, needs_strace

NOTE = "/m/MEMORY.md"
RECORD = "/m/record.json"
STRIDE = 1 if EVERY_STRIKE else 13
LATE = 44
"""After so many pages are written, the history has changed."""
SECRET = "correct-horse-battery"


class Planted:
    """Our own folders with a secret in every place that can hold one."""

    def __init__(self, folder: Path, secret: str) -> None:
        self.secret = secret
        self.folder = folder
        self.folders = StateFolders.below(str(folder))
        self.sample = folder / "memdesk-sample-x"
        self.history = History(self.folders.history)
        self.drafts = Drafts(self.folders.drafts)
        self.purge = Purge(self.history.place, self.ours)
        self._plant()

    def ours(self) -> list[str]:
        return [str(self.folder)]

    def _plant(self) -> None:
        secret, escaped = self.secret, "".join(f"\\u{ord(each):04x}" for each in self.secret)
        for text in (f"- key {secret}\n", f"- key {secret}\n- more\n", "- clean\n"):
            self.history.record_seen(NOTE, text.encode())
        self.history.record_seen(RECORD, json.dumps({"content": f"a\n{secret}"}).encode())
        self.history.record_seen(RECORD, f'{{"content": "{escaped}"}}'.encode())
        for encoding in ("utf-16-le", "utf-16-be"):
            self.history.record_seen(f"/m/{encoding}.md", f"- {secret} –\n".encode(encoding))
        self.history.record_seen(f"/m/{secret}.md", b"named so\n")
        # Let go of long ago: it stands in free pages, and in the log.
        gone = self.history.record_seen("/m/gone.md", secret.encode() * 2000)
        with self.history._writing() as rows:
            rows._connection.execute("PRAGMA secure_delete = OFF")
            rows.let_go([gone.id])
            rows._connection.execute("PRAGMA secure_delete = ON")
        self.drafts.put(NOTE, f"was {secret}\n".encode(), f"is {secret} and {secret}\n".encode())
        self.drafts.put("/m/clean.md", None, b"nothing\n")
        write_private_file(f"{self.folders.log}/memdesk.log", f"one {secret}\ntwo\n".encode())
        write_private_file(f"{self.folders.state}/crash/1.txt", f"in {secret}".encode())
        write_private_file(self.folders.settings_file, json.dumps({"roots": [f"/x/{secret}"]}).encode())
        write_private_file(self.folders.projects_file, json.dumps([f"/p/{secret}"]).encode())
        write_private_file(str(self.sample / "MEMORY.md"), f"- {secret}\n".encode())

    def left(self) -> list[str]:
        return places_of(self.secret, [self.folder])

    def close(self) -> None:
        self.history.close()


@pytest.fixture(params=["ascii", "beyond"])
def planted(tmp_path: Path, request: pytest.FixtureRequest) -> Planted:
    secret = secrets.token_urlsafe(24)
    return Planted(tmp_path, secret if request.param == "ascii" else f"pässwört-{secret}")


def test_it_is_planted_where_it_is_looked_for(planted: Planted) -> None:
    places = "\n".join(planted.left())
    for name in (".draft: raw", "memdesk.log", "1.txt", "history.sqlite", "a text", "compressed"):
        assert name in places
    planted.close()


def test_no_byte_stays(planted: Planted) -> None:
    found = planted.purge.find(planted.secret)
    with closing(History(planted.folders.history)) as other:
        other.versions(NOTE)  # another program has the history open
        assert planted.purge.run(planted.secret) == found == Held(7, 5, 1, 5)
        assert planted.left() == []
        assert planted.purge.find(planted.secret) == Held()
        assert len(other.versions(NOTE)) == 3
    planted.close()


def test_what_stays_says_that_it_was_purged(planted: Planted) -> None:
    planted.purge.run(planted.secret)
    mask = b"*" * len(planted.secret.encode())
    versions = planted.history.versions(NOTE)
    texts = [(planted.history.data(version.id), version.purged) for version in versions]
    assert texts == [
        (b"- clean\n", False),
        (b"- key %b\n- more\n" % mask, True),
        (b"- key %b\n" % mask, True),
    ]
    draft = planted.drafts.get(NOTE)
    assert draft is not None
    assert (draft.base, draft.text) == (b"was %b\n" % mask, b"is %b and %b\n" % (mask, mask))
    assert json.loads(planted.history.data(planted.history.versions(RECORD)[1].id))["content"][:2] == "a\n"
    renamed = [path for path in (f"/m/{'*' * len(mask)}.md",) if planted.history.versions(path)]
    assert renamed, "its name is masked, its text is there"
    assert json.loads(Path(planted.folders.settings_file).read_bytes())["roots"]
    planted.close()


def test_a_kill_leaves_all_of_it_or_the_next_start_finishes(tmp_path: Path) -> None:
    """Killed at every call that may write: what was begun in the history is finished without knowing the secret."""
    outcomes, number = set(), 1
    while (True, True) not in outcomes:
        planted = Planted(tmp_path / str(number), secrets.token_urlsafe(24))
        planted.close()
        has_ended = in_a_child(partial(planted.purge.run, planted.secret), number) == 0
        with closing(planted.history.place.database()) as database:
            assert Erasing(database).finish()
        has_begun = planted.history.versions(NOTE)[1].purged
        assert planted.left() == [] if has_begun else not has_ended
        planted.close()
        outcomes.add((has_ended, has_begun))
        number += STRIDE
    assert outcomes == {(False, False), (False, True), (True, True)}


@needs_strace
@pytest.mark.parametrize("number", [32, LATE, 52])
def test_a_kill_while_the_file_is_written_anew_is_made_up_for(tmp_path: Path, number: int) -> None:
    planted = Planted(tmp_path, SECRET)
    planted.close()
    program = f"from tests.store.test_purge import purge_at; purge_at({str(tmp_path)!r})"
    inject = f"inject=pwrite64:signal=KILL:when={number}"
    strace = ["strace", "-f", "-qqq", "-o", "/dev/null", "-e", "trace=pwrite64", "-e", inject]
    ended = subprocess.run([*strace, sys.executable, "-c", program], cwd=CHECKOUT, check=False)
    assert ended.returncode == -signal.SIGKILL
    with closing(planted.history.place.database()) as database:
        assert Erasing(database).finish()
    assert planted.left() == [] if planted.history.versions(NOTE)[1].purged else number < LATE
    planted.close()


def purge_at(folder: str) -> None:
    """What is killed: a purge of the secret planted at a folder."""
    folders = StateFolders.below(folder)
    with closing(History(folders.history)) as history:
        Purge(history.place, lambda: [folder]).run(SECRET)


def test_what_an_unfinished_save_needs_is_left_and_named(tmp_path: Path) -> None:
    with closing(History(str(tmp_path / "history"))) as history:
        purge = Purge(history.place, list)
        save = history.record_save(
            NOTE, b"s3cret\n", b"s3cret\n", b"new\n", "edit", file=NOTE, temporary=".t"
        )
        other = history.record_seen("/m/other.md", b"s3cret\n")
        held = purge.run("s3cret")
        assert held.waiting == (NOTE,)
        assert history.data(other.id) == b"******\n"
        assert history.data(save.before or 0) == b"s3cret\n"
        history.finish(save, landed=True)
        assert purge.run("s3cret").waiting == ()
        assert history.data(save.before or 0) == b"******\n"
        change = history.open_change("move", [(NOTE, b"t0ken\n", b"\n")])
        assert purge.run("t0ken").waiting == (NOTE,)
        assert history.pending_changes() == (change,)
        history.close_change(change)
    assert places_of("s3cret", [tmp_path]) == places_of("t0ken", [tmp_path]) == []


def test_a_version_can_be_emptied(tmp_path: Path) -> None:
    with closing(History(str(tmp_path / "history"))) as history:
        first = history.record_seen(NOTE, b"all of it is private\n")
        history.record_seen("/m/copy.md", b"all of it is private\n", Author.YOU)
        history.record_seen(NOTE, b"fine\n")
        assert Purge(history.place, list).empty_version(first.id) == 2
        emptied = history.versions(NOTE)[1]
        assert (emptied.purged, emptied.size_bytes, history.data(first.id)) == (True, 0, b"")
    assert places_of("all of it is private", [tmp_path]) == []


@pytest.mark.parametrize("text", ["", "abc", "****", "     "])
def test_what_stands_everywhere_is_not_purged(tmp_path: Path, text: str) -> None:
    with closing(History(str(tmp_path / "history"))) as history, pytest.raises(UsageError):
        Purge(history.place, list).run(text)


def test_where_nothing_is_kept_nothing_is_made(tmp_path: Path) -> None:
    folder = make_private_folder(str(tmp_path / "own"))
    with closing(History(f"{folder}/history")) as history:
        assert Purge(history.place, lambda: [folder]).run("s3cret") == Held()
    assert list(Path(folder).iterdir()) == []


def test_a_file_that_cannot_be_written_keeps_nothing_else_from_being_purged(tmp_path: Path) -> None:
    folder = str(tmp_path / "history")
    with closing(History(folder)) as history:
        history.record_seen("/m/a.md", f"x {SECRET}\n".encode())
        (tmp_path / "link").symlink_to(tmp_path / "nowhere")
        with closing(history.place.database()) as database:
            with Erasing(database).transaction() as rows:
                note_patches(rows, [Patch(str(tmp_path / "link"), 1, 1, 0, b"*")])
            with pytest.raises(OSError, match="symbolic links"):
                Purge(history.place, list).run(SECRET)
            assert places_of(SECRET, [tmp_path]) == []
            (tmp_path / "link").unlink()
            assert Erasing(database).finish()
            assert Erasing(database).finish()
