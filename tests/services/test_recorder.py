"""The flight recorder keeps every version that is seen, once each, and that a file is gone."""

from __future__ import annotations

import errno
import os
import sys
import threading
from pathlib import Path

import pytest

from memdesk.services.documents.shown_texts import ShownTexts
from memdesk.services.history.recorder import FlightRecorder, Recorded
from memdesk.services.history.standing_recorder import StandingRecorder
from memdesk.services.machine.machine import MachineView, Surroundings
from memdesk.store.history import History
from memdesk.store.versions import Author


@pytest.fixture
def history(tmp_path: Path) -> History:
    return History(str(tmp_path / "history"))


@pytest.fixture
def recorder(history: History, tmp_path: Path) -> FlightRecorder:
    return FlightRecorder(lambda: history, MachineView(Surroundings(str(tmp_path), {})).read)


def kept(history: History, path: Path) -> list[bytes | None]:
    """What the history knows a document to have held, oldest first, None where it was gone."""
    return [
        None if found.removed else history.data(found.id) for found in reversed(history.versions(str(path)))
    ]


def test_what_is_seen_is_kept_once(recorder: FlightRecorder, history: History, tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    for data in (b"one\n", b"one\n", b"two \xff\r\n", b"one\n"):
        path.write_bytes(data)
        recorder.take([str(path)])
    assert kept(history, path) == [b"one\n", b"two \xff\r\n", b"one\n"]
    assert {found.author for found in history.versions(str(path))} == {Author.PROGRAM}
    assert [found.why for found in history.versions(str(path))][-1] == "first seen"
    history.close()


def test_a_file_that_goes_and_comes_back(recorder: FlightRecorder, history: History, tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    recorder.take([str(path)])
    assert kept(history, path) == [], "of what was never seen, nothing is known"
    path.write_bytes(b"one\n")
    recorder.take([str(path)])
    path.unlink()
    recorder.take([str(path)])
    recorder.take([str(path)])
    path.write_bytes(b"one\n")
    recorder.take([str(path)])
    assert kept(history, path) == [b"one\n", None, b"one\n"]
    history.close()


def test_what_cannot_be_read_is_passed_over(
    recorder: FlightRecorder, history: History, tmp_path: Path
) -> None:
    (tmp_path / "folder.md").mkdir()
    (tmp_path / "b.md").write_bytes(b"two\n")
    looked = recorder.take([str(tmp_path / "folder.md"), str(tmp_path / "b.md")])
    unread = (str(tmp_path / "folder.md"), os.strerror(errno.EISDIR))
    assert looked == Recorded(documents=1, versions=1, unread=(unread,))
    history.close()


def test_thousands_are_kept_and_a_look_can_be_ended(
    recorder: FlightRecorder, history: History, tmp_path: Path
) -> None:
    paths = [tmp_path / f"{number}.md" for number in range(1_000)]
    for path in paths:
        path.write_bytes(path.name.encode())
    answers = iter([True, False])
    begun = recorder.take(map(str, paths), lambda: next(answers))
    assert 0 < begun.documents < len(paths)
    done = recorder.take(map(str, paths))
    assert done == Recorded(len(paths), len(paths) - begun.versions)
    assert kept(history, paths[-1]) == [b"999.md"]
    history.close()


def test_a_half_written_text_is_no_version(
    recorder: FlightRecorder, history: History, tmp_path: Path
) -> None:
    path = tmp_path / "a.md"
    with path.open("wb", buffering=0) as file:
        file.write(b"ha")

        def go_on() -> None:
            file.write(b"lf\n")
            file.close()

        writer = threading.Timer(0.05, go_on)
        writer.start()
        recorder.take([str(path)])
        writer.join()
    assert kept(history, path) == [b"half\n"]
    history.close()


def test_what_is_read_late_does_not_follow_what_others_recorded_meanwhile(
    history: History, tmp_path: Path
) -> None:
    path = tmp_path / "a.md"
    other = FlightRecorder(lambda: history, MachineView(Surroundings(str(tmp_path), {})).read)
    path.write_bytes(b"one\n")
    other.take([str(path)])
    read: list[bytes] = []

    def held_up(name: str) -> bytes:
        """Reads; before that is recorded, an agent writes and another process is quicker, once."""
        read.append(Path(name).read_bytes())
        if len(read) == 1:
            beside = path.with_suffix(".tmp")
            beside.write_bytes(b"two\n")
            beside.replace(path)
            other.take([name])
        return read[-1]

    assert FlightRecorder(lambda: history, held_up).take([str(path)]) == Recorded(1, 0)
    assert kept(history, path) == [b"one\n", b"two\n"]
    assert read == [b"one\n", b"two\n"]
    history.close()


def test_what_goes_late_does_not_follow_what_others_recorded_meanwhile(
    history: History, tmp_path: Path
) -> None:
    path = tmp_path / "a.md"
    other = FlightRecorder(lambda: history, MachineView(Surroundings(str(tmp_path), {})).read)
    path.write_bytes(b"one\n")
    other.take([str(path)])
    path.unlink()
    read: list[str] = []

    def held_up(name: str) -> bytes:
        read.append(name)
        if len(read) > 1:
            return Path(name).read_bytes()
        path.write_bytes(b"two\n")
        other.take([name])
        raise FileNotFoundError(name)

    assert FlightRecorder(lambda: history, held_up).take([str(path)]) == Recorded(1, 0)
    assert kept(history, path) == [b"one\n", b"two\n"]
    history.close()


def test_what_the_window_reads_meanwhile_comes_before_what_is_newer(history: History, tmp_path: Path) -> None:
    path, shown = tmp_path / "a.md", ShownTexts()
    shown.follow(frozenset([str(path)]))
    path.write_bytes(b"one\n")
    read: list[bytes] = []

    def beside_the_window(name: str) -> bytes:
        """The first time, the window has read just before, and an agent has written in between."""
        if not read:
            with shown.reading(name):
                data = path.read_bytes()
                beside = path.with_suffix(".tmp")
                beside.write_bytes(b"two\n")
                beside.replace(path)
                read.append(path.read_bytes())
                shown.note(name, data)
        else:
            read.append(path.read_bytes())
        return read[-1]

    assert FlightRecorder(lambda: history, beside_the_window, shown).take([str(path)]) == Recorded(1, 2)
    assert kept(history, path) == [b"one\n", b"two\n"]
    assert read == [b"two\n", b"two\n"]
    history.close()


def test_who_reads_for_the_window_without_end_holds_nobody_up(history: History, tmp_path: Path) -> None:
    path, shown = tmp_path / "a.md", ShownTexts()
    path.write_bytes(b"one\n")
    read = MachineView(Surroundings(str(tmp_path), {})).read
    with shown.reading(str(path)):
        shown.note(str(path), b"shown\n")
        assert FlightRecorder(lambda: history, read, shown).take([str(path)]) == Recorded(1, 2)
    assert kept(history, path) == [b"shown\n", b"one\n"]
    history.close()


def test_what_is_shown_while_two_keep_the_same_waits_on() -> None:
    shown, path = ShownTexts(), "/m/a.md"
    shown.follow(frozenset([path]))
    shown.note(path, b"one\n")
    first, second = (shown.before(path, shown.mark(path)) for _ in range(2))
    assert first == second == (b"one\n",)
    shown.note(path, b"two\n")
    shown.note_kept(path, first, b"one\n")
    shown.note_kept(path, second, b"one\n")
    assert shown.waiting(path) == (b"two\n",)


def test_of_a_document_that_is_closed_nothing_stays_once_it_is_kept() -> None:
    shown, path = ShownTexts(), "/m/a.md"
    shown.follow(frozenset([path]))
    shown.note(path, b"one\n")
    shown.close(path)
    waiting = shown.waiting(path)
    assert waiting == (b"one\n",)
    data = b"a text of its own %d\n" % len(waiting)
    held = sys.getrefcount(data)
    shown.note_kept(path, waiting, data)
    assert shown.waiting(path) == ()
    assert sys.getrefcount(data) == held


def test_a_save_of_ours_that_is_at_work_is_not_taken_for_another_programs(
    recorder: FlightRecorder, history: History, tmp_path: Path
) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"one\n")
    recorder.take([str(path)])
    save = history.record_save(
        str(path), b"one\n", b"one\n", b"ours\n", "set", file=str(path), temporary=".t"
    )
    path.write_bytes(b"ours\n")
    ending = threading.Timer(0.1, lambda: history.finish(save, landed=True))
    ending.start()
    assert recorder.take([str(path)]) == Recorded(1, 0)
    ending.join()
    assert [(found.author, found.landed) for found in history.versions(str(path))] == [
        (Author.YOU, True),
        (Author.PROGRAM, True),
    ]
    history.close()


def test_a_save_of_ours_that_never_ends_holds_nobody_up(
    recorder: FlightRecorder, history: History, tmp_path: Path
) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"one\n")
    recorder.take([str(path)])
    history.record_save(str(path), b"one\n", b"one\n", b"ours\n", "set", file=str(path), temporary=".t")
    path.write_bytes(b"two\n")
    assert recorder.take([str(path)]) == Recorded(1, 1)
    assert kept(history, path) == [b"one\n", b"ours\n", b"two\n"]
    history.close()


def test_a_standing_recorder_keeps_what_it_follows(history: History, tmp_path: Path) -> None:
    followed, other = tmp_path / "a.md", tmp_path / "b.md"
    shown = ShownTexts()
    shown.follow(frozenset([str(followed)]))
    for path in (followed, other):
        shown.note(str(path), b"shown\n")
    read = MachineView(Surroundings(str(tmp_path), {})).read
    standing = StandingRecorder(lambda: FlightRecorder(lambda: history, read, shown))
    standing.follow(frozenset([str(followed)]))
    for data in (b"one\n", b"two\n"):
        followed.write_bytes(data)
        other.write_bytes(data)
        standing.note([str(followed), str(other)])
    standing.follow(frozenset())
    followed.write_bytes(b"three\n")
    standing.note([str(followed)])
    assert kept(history, followed) == [b"shown\n", b"one\n", b"two\n"]
    assert kept(history, other) == []
    history.close()


def test_a_standing_recorder_says_what_needs_no_other_look(
    recorder: FlightRecorder, history: History, tmp_path: Path
) -> None:
    shown, other, folder = (tmp_path / name for name in ("a.md", "b.md", "folder.md"))
    for path in (shown, other):
        path.write_bytes(b"one\n")
    standing = StandingRecorder(lambda: recorder)
    standing.follow(frozenset(map(str, (shown, folder))))
    assert standing.note([str(other)]) == frozenset()
    assert standing.note([str(shown), str(other)]) == {str(shown)}
    folder.mkdir()
    assert standing.note([str(shown), str(folder)]) == frozenset(), "one of them could not be read"
    history.close()


def test_a_save_that_was_interrupted_long_ago_holds_no_look_up(tmp_path: Path) -> None:
    now_s = 1_000_000.0
    history = History(str(tmp_path / "history"), clock=lambda: now_s)
    path, read = tmp_path / "a.md", []
    path.write_bytes(b"one\n")
    history.record_save(
        str(path), b"one\n", b"one\n", b"two\n", "saved", file=str(path), temporary=".memdesk-1.tmp~"
    )
    now_s += 60
    path.write_bytes(b"three\n")

    def counted(name: str) -> bytes:
        read.append(name)
        return Path(name).read_bytes()

    assert FlightRecorder(lambda: history, counted).take([str(path)]) == Recorded(1, 1)
    assert read == [str(path)]
    history.close()
