"""Busy agents write what the layouts say, as the real agents write it, and never outside their copy."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random

import pytest

from memdesk.bundled import bundled_path
from memdesk.demo.agents import BusyAgent, Write
from memdesk.demo.habits import read_habits
from memdesk.demo.manners import Hand, Manner
from memdesk.demo.process import BusyAgents
from memdesk.layouts import discover
from memdesk.layouts.contract import Layout
from memdesk.services.machine.machine import MachineView, Surroundings
from memdesk.store.copies import SampleCopy, copy_sample
from tests.patience import PATIENCE_S

AGENTS = [layout for layout in discover(installed=False) if layout.name != "plain"]
TURNS = 60


def no_pause(_seconds: float) -> None:
    """Do not keep a test waiting."""


def copy_of(layout: Layout, folder: Path) -> SampleCopy:
    view = MachineView(Surroundings(str(folder), {}))
    return copy_sample(
        bundled_path("samples", layout.name), partial(layout.project_key, view), str(folder / layout.name)
    )


def agent_in(layout: Layout, copy: SampleCopy, seed: int = 1) -> BusyAgent:
    habits = read_habits(bundled_path("samples", layout.name))
    assert habits is not None, f"the sample of {layout.title} does not say what its agent does"
    view = MachineView(
        Surroundings(os.path.join(copy.folder, "home"), {}), project_folders=lambda: copy.projects
    )
    return BusyAgent(
        layout,
        copy.root,
        view,
        habits,
        Hand(copy.folder, habits.manner, habits.temporary, Random(seed), no_pause),
    )


def writes_of(agent: BusyAgent) -> Iterator[Write]:
    for _ in range(TURNS):
        yield from agent.act()


@pytest.mark.parametrize("layout", AGENTS, ids=lambda layout: layout.name)
def test_an_agent_is_busy_in_its_own_way(layout: Layout, tmp_path: Path) -> None:
    copy = copy_of(layout, tmp_path)
    listed = {document.path for document in layout.documents(MachineView(Surroundings("/", {})), copy.root)}
    writes = list(writes_of(agent_in(layout, copy)))
    written = {write.path for write in writes}
    # Full records take no more, and what an agent says twice changes nothing.
    assert len(writes) >= TURNS // 4
    assert written & listed, "it changes what stood in the sample"
    for path in written:
        last = next(write for write in reversed(writes) if write.path == path)
        assert (Path(path).read_bytes() if last.data is not None else None) == last.data
        assert Path(path).exists() == (last.data is not None)
    left = [path for path in Path(copy.folder).rglob("*") if layout.is_temporary(path.name)]
    assert left == []


@pytest.mark.parametrize("manner", Manner)
def test_a_hand_stays_in_its_copy(manner: Manner, tmp_path: Path) -> None:
    inside, outside = tmp_path / "copy", tmp_path / "home"
    inside.mkdir()
    outside.mkdir()
    (outside / "a.md").write_bytes(b"mine\n")
    (inside / "link").symlink_to(outside)
    hand = Hand(str(inside), manner, ".{name}.{digits}", Random(1), no_pause)
    for path in (outside / "a.md", inside / "link" / "a.md", inside / ".." / "home" / "a.md"):
        with pytest.raises(PermissionError):
            hand.write(str(path), b"theirs\n")
        with pytest.raises(PermissionError):
            hand.delete(str(path))
    assert (outside / "a.md").read_bytes() == b"mine\n"
    assert os.listdir(inside) == ["link"]


def test_what_grew_is_appended_and_the_rest_written_anew(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"one\n")
    seen: list[bytes] = []
    hand = Hand(str(tmp_path), Manner.IN_PLACE, "", Random(3), lambda _s: seen.append(path.read_bytes()))
    hand.write(str(path), b"one\ntwo, a longer line\n")
    hand.write(str(path), b"three\n")
    assert path.read_bytes() == b"three\n"
    grown, anew = seen
    assert grown.startswith(b"one\n")
    assert b"three\n".startswith(anew)


def test_the_process_ends_with_whoever_started_it(tmp_path: Path) -> None:
    layout = next(layout for layout in AGENTS if layout.name == "ub")
    copy = copy_of(layout, tmp_path)
    options = ["--busy-agents", "--every", "0.01", "--agent", "ub", copy.folder, copy.root]
    process = subprocess.Popen(
        [sys.executable, "-m", "memdesk", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    write = json.loads(process.stdout.readline())
    assert write["agent"] == "ub"
    assert write["path"].startswith(copy.root)
    assert "text" in write
    process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0


def test_they_are_started_and_stopped(tmp_path: Path) -> None:
    layout = next(layout for layout in AGENTS if layout.name == "evva")
    agents = BusyAgents([("evva", copy_of(layout, tmp_path))])
    agents.stop()
    agents.stop()
