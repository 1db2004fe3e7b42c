"""Nothing outside the roots and our own folders is ever written, and what is ours is for this user alone."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import pytest

from memdesk.store.history import History
from tests.faults.attack import attack
from tests.faults.targets import ADD, MOVE, SET, WINDOW, Target
from tests.faults.verdict import folders_in, open_to_others
from tests.faults.written import written_by
from tests.store.strikes import needs_strace

MADE_ON_THE_WAY = (".local", ".local/share", ".local/state", ".config", ".cache")
OFFSCREEN = {"QT_QPA_PLATFORM": "offscreen"}


def test_no_swap_of_folders_and_links_leads_a_write_outside(tmp_path: Path) -> None:
    gone_through, met = {"Saved", "Removed", "applied"}, "Declined"
    escapes = attack(tmp_path, 4, until=gone_through | {met})
    assert escapes.outside == []
    assert escapes.litter == []
    assert gone_through <= escapes.answers.keys(), "the attack let nothing through at all"
    assert escapes.answers[met], "the attack was never met"


@needs_strace
@pytest.mark.parametrize("target", [SET, ADD, MOVE], ids=lambda target: target.name)
def test_a_command_writes_into_its_root_and_our_folders_alone(
    target: Target, home: Path, tmp_path: Path
) -> None:
    """Nothing of ours is there yet, so that all of it is made as well; then what was there is brought back."""
    target.furnish(home, "link")
    roots = [(home / name).parent for name in target.files]
    written = written_by(tmp_path / "log", ["-m", "memdesk.cli", *target.words])
    expect_confined(written, home, roots)
    struck = home / target.struck
    with closing(History(folders_in(home).history)) as history:
        first = history.versions(str(struck))[-1].id
    written = written_by(
        tmp_path / "log", ["-m", "memdesk.cli", "restore", str(struck), "--version", str(first)]
    )
    assert struck.read_bytes() == target.before[target.struck]
    expect_confined(written, home, roots)


@needs_strace
def test_the_window_writes_into_its_root_and_our_folders_alone(home: Path, tmp_path: Path) -> None:
    WINDOW.furnish(home, "link")
    path = home / WINDOW.struck
    written = written_by(tmp_path / "log", ["-m", "tests.faults.window_save", str(path)], OFFSCREEN)
    assert b"With reasons." in path.read_bytes()
    expect_confined(written, home, [path.parent])


def expect_confined(written: Iterable[str], home: Path, roots: Iterable[Path]) -> None:
    """All that was written lies in roots and in our folders, which nobody else may look into."""
    allowed = [*map(str, roots), *folders_in(home)]
    on_the_way = {str(home / name) for name in MADE_ON_THE_WAY}
    stray = [path for path in written if not any(path.startswith(f"{top}{os.sep}") for top in allowed)]
    assert sorted(set(stray) - on_the_way - set(allowed)) == []
    assert any(path.startswith(folders_in(home).data) for path in written), "not even the history was seen"
    assert [finding.what for finding in open_to_others(home)] == []
