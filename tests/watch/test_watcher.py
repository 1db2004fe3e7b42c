"""The watcher against a real second process."""

from __future__ import annotations

import os
import shutil
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from memdesk.watch.lookout import Lookout
from memdesk.watch.state import WatchMode, WatchRoot, WatchState
from memdesk.watch.watcher import RESCAN_S, Rhythm
from tests.watch.conftest import Observed, write_elsewhere

IN_PLACE = "Path(args[0]).write_bytes(args[1].encode())"
TEMP_AND_RENAME = """
temporary = Path(args[0]).with_name('.memdir-1.tmp')
temporary.write_bytes(args[1].encode())
os.replace(temporary, args[0])
"""


def is_temporary(name: str) -> bool:
    return name.endswith(".tmp")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "home"
    (root / "projects" / "a").mkdir(parents=True)
    (root / "USER_PROFILE.md").write_bytes(b"## Preferences\n")
    (root / "projects" / "a" / "MEMORY.md").write_bytes(b"## Decisions\n")
    return root


@pytest.mark.parametrize("how", [IN_PLACE, TEMP_AND_RENAME])
def test_what_another_process_writes_is_reported_once(observed: Observed, root: Path, how: str) -> None:
    observed.watch(WatchRoot(str(root), is_temporary=is_temporary))
    memory = root / "projects" / "a" / "MEMORY.md"
    write_elsewhere(how, memory, "## Decisions\nUse SQLite.\n")
    observed.wait_for(memory)
    observed.look(root / "marker")
    assert sum(str(memory) in batch for batch in observed.batches) == 1
    assert observed.changed == {str(memory), str(root / "marker")}


def test_an_outside_change_arrives_soon(
    observed: Observed, root: Path, record_property: Callable[[str, object], None]
) -> None:
    observed.watch(WatchRoot(str(root)))
    profile = root / "USER_PROFILE.md"
    delays_ms = []
    for number in range(5):
        seen = len(observed.batches)
        started = time.perf_counter()
        profile.write_bytes(b"## Preferences\n%d\n" % number)
        observed.wait_until(lambda seen=seen: len(observed.batches) > seen)  # type: ignore[misc]
        delays_ms.append((time.perf_counter() - started) * 1000)
    record_property("ms_from_write_to_report", [round(delay_ms) for delay_ms in delays_ms])


def test_a_touch_or_a_rewrite_with_the_same_bytes_is_no_change(observed: Observed, root: Path) -> None:
    observed.watch(WatchRoot(str(root)))
    profile = root / "USER_PROFILE.md"
    observed.look(root / "marker")
    write_elsewhere("Path(args[0]).touch(); Path(args[0]).chmod(0o600)", profile)
    write_elsewhere(TEMP_AND_RENAME, profile, profile.read_text())
    observed.look(root / "marker")
    assert str(profile) not in observed.changed


def test_new_folders_are_followed_and_vanished_files_named(observed: Observed, root: Path) -> None:
    observed.watch(WatchRoot(str(root)))
    fresh = root / "projects" / "b" / "deep" / "MEMORY.md"
    write_elsewhere("Path(args[0]).parent.mkdir(parents=True); Path(args[0]).write_bytes(b'x')", fresh)
    observed.wait_for(fresh)
    shutil.rmtree(root / "projects" / "a")
    observed.wait_for(root / "projects" / "a" / "MEMORY.md")


def test_two_thousand_quick_creates_all_arrive(observed: Observed, root: Path) -> None:
    observed.watch(WatchRoot(str(root)))
    write_elsewhere("for n in range(2000): Path(args[0], f'{n}.md').write_bytes(b'x')", root)
    observed.wait_for(*(root / f"{number}.md" for number in range(2000)))
    assert len(observed.batches) < 100


def test_our_own_save_is_silent_but_a_return_to_it_is_not(observed: Observed, root: Path) -> None:
    observed.watch(WatchRoot(str(root), is_temporary=is_temporary))
    profile, ours = root / "USER_PROFILE.md", "## Preferences\nOurs.\n"
    observed.watcher.note_own_write(str(profile), ours.encode())
    write_elsewhere(TEMP_AND_RENAME, profile, ours)
    observed.look(root / "marker")
    assert str(profile) not in observed.changed
    for text in ("## Preferences\nTheirs.\n", ours):
        seen = len(observed.batches)
        write_elsewhere(IN_PLACE, profile, text)
        observed.wait_until(lambda seen=seen: str(profile) in set().union(*observed.batches[seen:]))  # type: ignore[misc]


def test_a_thousand_files_that_we_write_at_once_are_silent(observed: Observed, root: Path) -> None:
    observed.watch(WatchRoot(str(root)))
    paths = [root / f"{number}.md" for number in range(1000)]
    aside = root.parent / "aside"
    for path in paths:
        observed.watcher.note_own_write(str(path), b"ours")
    for path in paths:
        # As a save of ours does: nobody sees it half written.
        aside.write_bytes(b"ours")
        aside.replace(path)
    observed.look(root / "marker")
    assert observed.changed == {str(root / "marker")}


def test_a_quick_return_to_what_our_save_replaced_is_reported(observed: Observed, root: Path) -> None:
    observed.watch(WatchRoot(str(root), is_temporary=is_temporary))
    profile, ours = root / "USER_PROFILE.md", b"## Preferences\nOurs.\n"
    before = profile.read_bytes()
    observed.look(root / "marker")
    observed.watcher.note_own_write(str(profile), ours)
    profile.write_bytes(ours)
    observed.watcher.note_own_landed(str(profile), ours)
    profile.write_bytes(before)
    observed.wait_for(profile)


def test_a_quick_return_is_reported_though_it_came_before_our_save_was_told(
    observed: Observed, root: Path
) -> None:
    observed.watch(WatchRoot(str(root), is_temporary=is_temporary))
    profile, ours = root / "USER_PROFILE.md", b"## Preferences\nOurs.\n"
    before = profile.read_bytes()
    observed.watcher.note_own_write(str(profile), ours)
    profile.write_bytes(ours)
    profile.write_bytes(before)
    observed.look(root / "marker")
    # On a busy machine the watcher may have looked in between, and told it already.
    if str(profile) not in observed.changed:
        observed.watcher.note_own_landed(str(profile), ours)
        observed.wait_for(profile)


def test_a_file_that_we_removed_and_somebody_makes_again_at_once_is_reported(
    observed: Observed, root: Path
) -> None:
    observed.watch(WatchRoot(str(root)))
    profile = root / "USER_PROFILE.md"
    before = profile.read_bytes()
    observed.look(root / "marker")
    profile.unlink()
    observed.watcher.note_own_landed(str(profile), None)
    profile.write_bytes(before)
    observed.wait_for(profile)


def test_a_file_made_again_before_our_removal_was_told_is_reported_once_more(
    observed: Observed, root: Path
) -> None:
    observed.watch(WatchRoot(str(root)))
    profile = root / "USER_PROFILE.md"
    before = profile.read_bytes()
    for change in (profile.unlink, lambda: profile.write_bytes(before)):
        observed.batches.clear()
        change()
        observed.wait_for(profile)
    # What was seen of it then was followed by what the history knew before the removal.
    observed.batches.clear()
    observed.watcher.note_own_landed(str(profile), None)
    observed.wait_for(profile)


def test_a_root_deleted_and_made_again_is_followed(observed: Observed, root: Path) -> None:
    observed.watch(WatchRoot(str(root)))
    profile, memory = root / "USER_PROFILE.md", root / "projects" / "a" / "MEMORY.md"
    shutil.rmtree(root)
    observed.wait_for(profile, memory)
    observed.batches.clear()
    write_elsewhere("Path(args[0]).mkdir(); Path(args[0], 'USER_PROFILE.md').write_bytes(b'new')", root)
    observed.wait_for(profile)
    observed.batches.clear()
    write_elsewhere(IN_PLACE, profile, "and again")
    observed.wait_for(profile)
    assert observed.states[-1].mode is WatchMode.WATCHING


def test_a_root_replaced_by_an_equal_one_reports_only_what_differs(observed: Observed, root: Path) -> None:
    observed.watch(WatchRoot(str(root)))
    observed.look(root / "marker")
    observed.batches.clear()
    other = root.with_name("other")
    shutil.copytree(root, other)
    (other / "USER_PROFILE.md").write_bytes(b"different")
    root.rename(root.with_name("old"))
    other.rename(root)
    observed.wait_for(root / "USER_PROFILE.md")
    observed.look(root / "marker")
    assert str(root / "projects" / "a" / "MEMORY.md") not in observed.changed


def test_a_root_that_is_not_there_yet_is_waited_for(observed: Observed, tmp_path: Path) -> None:
    root = tmp_path / "later"
    observed.watch(WatchRoot(str(root)))
    write_elsewhere("Path(args[0]).mkdir(); Path(args[0], 'a.md').write_bytes(b'x')", root)
    observed.wait_for(root / "a.md")


def test_a_narrow_root_is_one_file(observed: Observed, root: Path) -> None:
    observed.watch(WatchRoot(str(root), narrow_file="EVVA.md"))
    write_elsewhere("Path(args[0], 'other.md').write_bytes(b'x')", root)
    write_elsewhere(IN_PLACE, root / "EVVA.md", "## Rules\n")
    observed.wait_for(root / "EVVA.md")
    write_elsewhere(TEMP_AND_RENAME, root / "EVVA.md", "## Rules\nShort.\n")
    observed.wait_until(lambda: len(observed.batches) == 2)
    assert observed.changed == {str(root / "EVVA.md")}


def test_very_many_narrow_roots_do_not_cost_a_thread_each(observed: Observed, tmp_path: Path) -> None:
    folders = [tmp_path / str(number) for number in range(150)]
    for folder in folders:
        folder.mkdir()
    observed.watch(*(WatchRoot(str(folder), narrow_file="EVVA.md") for folder in folders))
    assert threading.active_count() < 120
    for folder in folders:
        (folder / "EVVA.md").write_bytes(b"## Rules\n")
    observed.watcher.look_again()
    observed.wait_for(*(folder / "EVVA.md" for folder in folders))
    assert observed.states[-1].mode is WatchMode.WATCHING


def test_what_lies_behind_links_is_found_by_a_rescan(observed: Observed, root: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "a.md").write_bytes(b"1")
    (elsewhere / "b.md").write_bytes(b"1")
    (root / "linked").symlink_to(elsewhere)
    (root / "b.md").symlink_to(elsewhere / "b.md")
    observed.watch(WatchRoot(str(root)))
    write_elsewhere("for name in 'ab': Path(args[0], name + '.md').write_bytes(b'22')", elsewhere)
    observed.watcher.look_again()
    observed.wait_for(root / "linked" / "a.md", root / "b.md")


def test_a_root_behind_a_link_reports_paths_below_the_link(
    observed: Observed, root: Path, tmp_path: Path
) -> None:
    (tmp_path / "link").symlink_to(root)
    observed.watch(WatchRoot(str(tmp_path / "link")))
    write_elsewhere(IN_PLACE, root / "projects" / "a" / "MEMORY.md", "x")
    observed.wait_for(tmp_path / "link" / "projects" / "a" / "MEMORY.md")


def test_loops_pipes_and_dangling_links_harm_nothing(observed: Observed, root: Path) -> None:
    (root / "self").symlink_to(root)
    (root / "projects" / "up").symlink_to(root / "projects")
    (root / "nowhere.md").symlink_to(root / "missing")
    (root / "loop").symlink_to(root / "loop")
    os.mkfifo(root / "pipe.md")
    observed.watch(WatchRoot(str(root)))
    observed.look(root / "marker")
    assert observed.changed == {str(root / "marker")}
    assert observed.states == [WatchState(WatchMode.WATCHING, interval_s=RESCAN_S)]


def test_roots_can_be_changed_while_watching(observed: Observed, root: Path) -> None:
    projects, profile = root / "projects", root / "USER_PROFILE.md"
    observed.watch(WatchRoot(str(root)))
    observed.watch(WatchRoot(str(projects)))
    write_elsewhere(IN_PLACE, profile, "unwatched")
    write_elsewhere(IN_PLACE, projects / "a" / "MEMORY.md", "watched")
    observed.wait_for(projects / "a" / "MEMORY.md")
    assert str(profile) not in observed.changed


def test_a_file_that_becomes_a_folder_has_vanished(observed: Observed, root: Path) -> None:
    observed.watch(WatchRoot(str(root)))
    profile = root / "USER_PROFILE.md"
    write_elsewhere("Path(args[0]).unlink(); Path(args[0]).mkdir(); Path(args[0], 'x').touch()", profile)
    observed.wait_for(profile, profile / "x")


def test_a_writer_that_never_rests_is_still_reported(observed: Observed, root: Path) -> None:
    observed.watch(WatchRoot(str(root)))
    profile = root / "USER_PROFILE.md"
    write_elsewhere(
        "end = time.time() + 2\n"
        "while time.time() < end: Path(args[0]).write_bytes(str(time.time_ns()).encode()); time.sleep(.005)",
        profile,
    )
    observed.wait_for(profile)
    observed.look(root / "marker")
    assert len(observed.batches) < 60


class TestFailing:
    """Errors that nobody foresaw: told elsewhere, and watching goes on."""

    @pytest.fixture
    def told(self, monkeypatch: pytest.MonkeyPatch) -> list[type[BaseException]]:
        told: list[type[BaseException]] = []
        monkeypatch.setattr(threading, "excepthook", lambda args: told.append(args.exc_type))
        return told

    def test_who_listens_may_fail(
        self, observed: Observed, root: Path, told: list[object], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        observed.watch(WatchRoot(str(root)))
        hear = observed.watcher._on_changed

        def fail(paths: frozenset[str]) -> None:
            hear(paths)
            raise ZeroDivisionError

        monkeypatch.setattr(observed.watcher, "_on_changed", fail)
        for name in ("one", "two"):
            (root / name).write_bytes(b"x")
            observed.wait_for(root / name)
        observed.wait_until(lambda: len(told) >= 2)
        assert {*told} == {ZeroDivisionError}

    def test_what_a_look_did_not_find_is_found_by_the_next_one(
        self, root: Path, told: list[object], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        observed = Observed(Rhythm(pulse_s=0.01))
        look_at, adopt = Lookout.look_at, Lookout.adopt

        def fail(*_: object) -> frozenset[str]:
            raise ZeroDivisionError("what somebody wrote")

        monkeypatch.setattr(Lookout, "adopt", fail)
        observed.watch(WatchRoot(str(root)))
        observed.wait_for_mode(WatchMode.STOPPED)
        monkeypatch.setattr(Lookout, "adopt", adopt)
        observed.wait_for_mode(WatchMode.WATCHING)
        monkeypatch.setattr(Lookout, "look_at", fail)
        (root / "one").write_bytes(b"x")
        observed.wait_for(root / "one")
        monkeypatch.setattr(Lookout, "look_at", look_at)
        observed.wait_for_mode(WatchMode.WATCHING)
        observed.watcher.stop()
        assert {*told} == {ZeroDivisionError}
        reasons = {state.reason for state in observed.states} - {""}
        assert all("ZeroDivisionError in " in reason and "somebody" not in reason for reason in reasons)
        assert reasons


@pytest.mark.skipif(sys.platform != "linux", reason="only there its reader is ours")
def test_what_is_no_memory_wakes_nobody_however_often_it_is_written(
    observed: Observed, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    transcript, store = root / "projects" / "a" / "now.tmp", root / "projects" / "a"
    transcript.write_bytes(b"{}\n")
    (store / "log.tmp").write_bytes(b"{}\n")
    observed.watch(
        WatchRoot(str(root), is_temporary=is_temporary), WatchRoot(str(store), narrow_file="log.tmp")
    )
    hinted: list[str] = []
    hints = observed.watcher._lookout._hearing._hints
    assert hints is not None

    def note(path: str) -> None:
        hinted.append(path)
        observed.watcher._on_hint(path)

    monkeypatch.setattr(hints._handler, "_on_hint", note)
    for _ in range(100):
        with transcript.open("ab") as file:
            file.write(b"{}\n")
    (store / "log.tmp").write_bytes(b"memory\n")
    (store / "MEMORY.md").write_bytes(b"## Other\n")
    observed.wait_for(store / "MEMORY.md", store / "log.tmp")
    assert str(transcript) not in hinted
    assert str(store / "MEMORY.md") in hinted
