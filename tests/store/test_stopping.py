"""What the user stops on the way is as it was, or says what is there of it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from memdesk.errors import Stopped
from memdesk.store.clearing import Clearing, Scope
from memdesk.store.history import History
from memdesk.store.history_place import FILE_NAME, FOLDER_NAME
from memdesk.store.outcomes import Declined, FileChange
from memdesk.store.progress import Progress
from memdesk.store.purge import Purge
from memdesk.store.save import Store
from tests.store.conftest import Desk
from tests.store.lines import merge_lines
from tests.store.stopping import StoppedAfter

NOTE = "/m/MEMORY.md"


@pytest.fixture
def store(desk: Desk) -> Store:
    return Store(desk.folders, desk.history, lambda: desk.roots, lambda paths: [merge_lines] * len(paths))


def three(desk: Desk) -> list[FileChange]:
    """A file that is new, one that changes, one that goes."""
    there, gone = desk.file("b.md", b"b: 1\n"), desk.file("c.md", b"c: 1\n")
    return [
        FileChange(str(desk.root / "a.md"), None, b"a: 1\n", merge_lines),
        FileChange(str(there), b"b: 1\n", b"b: 2\n", merge_lines),
        FileChange(str(gone), b"c: 1\n", None, merge_lines),
    ]


@pytest.mark.parametrize("count", [0, 1, 2])
def test_a_change_of_several_files_is_taken_back(desk: Desk, store: Store, count: int) -> None:
    applied = store.apply(three(desk), why="prune", progress=StoppedAfter(count))
    assert applied.files == ()
    assert applied.kept == ()
    assert applied.stopped is not None
    result = applied.stopped.result
    assert isinstance(result, Declined)
    assert (result.by_user, result.sentence) == (True, "Stopped: nothing was changed.")
    assert {path.name: path.read_bytes() for path in desk.root.iterdir()} == {
        "b.md": b"b: 1\n",
        "c.md": b"c: 1\n",
    }
    assert desk.history.pending_changes() == ()


def test_one_that_is_stopped_before_it_begins_leaves_no_trace(desk: Desk, store: Store) -> None:
    progress = Progress()
    progress.stop()
    assert store.apply(three(desk), why="prune", progress=progress).stopped is not None
    assert desk.listing() == ["b.md", "c.md"]
    assert desk.history.versions(str(desk.root / "b.md")) == ()


def test_what_another_program_has_written_meanwhile_stays_and_is_named(desk: Desk, store: Store) -> None:
    changes = three(desk)

    class WhileAnAgentWrites(StoppedAfter):
        def note(self, done: int, whole: int) -> None:
            super().note(done, whole)
            if done == 2:
                (desk.root / "b.md").write_bytes(b"b: 3\n")

    applied = store.apply(changes, why="prune", progress=WhileAnAgentWrites(2))
    assert applied.kept == (str(desk.root / "a.md"), str(desk.root / "b.md"))
    assert (desk.root / "b.md").read_bytes() == b"b: 3\n"
    assert (desk.root / "c.md").exists()


def make_history(folder: Path) -> History:
    history = History(str(folder))
    for number in range(6):
        history.record_seen(f"/m/{number}.md", b"%d " % number * 5000 + b"a secret of mine\n")
    return history


def clear(history: History, progress: Progress, _folder: Path) -> None:
    Clearing(history.place).clear(Scope(), progress)


def move(history: History, progress: Progress, folder: Path) -> None:
    history.place.move(str(folder / "disk"), progress)


def purge(history: History, progress: Progress, folder: Path) -> None:
    first = list[str]()
    try:
        Purge(history.place, lambda: [str(folder)]).run(
            "a secret of mine", progress, lambda: first.append("begun")
        )
    finally:
        assert first == ["begun"] * (not progress.can_stop)


WORKS = [
    pytest.param(clear, "Stopped: nothing was cleared.", id="clear"),
    pytest.param(move, "Stopped: the history stays in {folder}.", id="move"),
    pytest.param(purge, "Stopped: nothing was purged.", id="purge"),
]


@pytest.mark.parametrize(("work", "words"), WORKS)
@pytest.mark.parametrize("count", [0, 1])
def test_the_history_is_as_it_was(
    tmp_path: Path, work: Callable[[History, Progress, Path], None], words: str, count: int
) -> None:
    with closing(make_history(tmp_path / "own")) as history:
        progress = StoppedAfter(count)
        with pytest.raises(Stopped) as stopped:
            work(history, progress, tmp_path)
        assert stopped.value.sentence == words.format(folder=tmp_path / "own")
        assert progress.can_stop
        assert history.place.file == str(tmp_path / "own" / FILE_NAME)
        assert not any((tmp_path / "disk" / FOLDER_NAME).glob("*"))
        for number in range(6):
            [version] = history.versions(f"/m/{number}.md")
            assert b"a secret of mine" in history.data(version.id)
        work(history, Progress(), tmp_path)


@pytest.mark.parametrize(("work", "words"), WORKS)
def test_a_stop_that_comes_too_late_changes_nothing(
    tmp_path: Path, work: Callable[[History, Progress, Path], None], words: str
) -> None:
    class Closing(Progress):
        def close(self) -> None:
            super().close()
            self.stop()

    with closing(make_history(tmp_path / "own")) as history:
        work(history, Closing(), tmp_path)
        assert words
        gone = [history.versions(f"/m/{number}.md") for number in range(6)]
        assert work is not clear or gone == [()] * 6
        assert work is not purge or all(version.purged for (version,) in gone)
        assert work is not move or history.place.folder == str(tmp_path / "disk" / FOLDER_NAME)
