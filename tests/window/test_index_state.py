"""What an agent's index holds of the document on screen, while the agent is at work."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from memdesk.layouts.optional import IndexState, IndexStatus
from memdesk.services.preview.index_states import Looked
from tests.services.everos_at_work import BELOW, EverOSAtWork, everos_at_work, made_root
from tests.window.conftest import Start


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return made_root(tmp_path) / BELOW


@pytest.fixture
def everos(log: Path, tmp_path: Path) -> Iterator[EverOSAtWork]:
    with everos_at_work(tmp_path / "memory") as at_work:
        yield at_work


def test_status_bar_and_tree_say_what_the_index_holds(
    start: Start, log: Path, tmp_path: Path, everos: EverOSAtWork
) -> None:
    everos.note("failed", log, "timestamp is missing")
    inside = start(tmp_path / "memory")
    inside.show(log)
    program = inside.program
    part = program.status._index
    inside.wait_until(lambda: part.text().startswith("Not indexed as of "))
    assert "timestamp is missing (as of " in part.toolTip()
    model = program.memory.model
    index = model.index_of(str(log))
    assert model.row_at(model.node(index)).marks.problem
    assert "timestamp is missing" in str(index.data(3))
    everos.note("done", log)
    program.taking_up.look_again()
    inside.wait_until(lambda: part.text().startswith("Indexed as of "))
    inside.wait_until(lambda: not model.row_at(model.node(index)).marks.problem)


def test_an_entry_that_the_index_lacks_says_so_on_its_row(
    start: Start, log: Path, tmp_path: Path, everos: EverOSAtWork
) -> None:
    everos.note("done", log)
    inside = start(tmp_path / "memory")
    inside.show(log)
    program = inside.program
    inside.wait_until(lambda: program.status._index.text().startswith("Indexed as of "))
    program.index.stop()
    inside.settle()
    program.memory.open.losses_now()
    missing = IndexState(str(log), IndexStatus.MISSING, "EverOS’s index has no row of it")
    known = program.index.known
    states = known.look(known.roots()[0]).states
    found = Looked(str(tmp_path / "memory"), states, str(log), {"ep_20260601_00000002": missing})
    program.index.looked.emit(known.take(found))
    assert [loss.message for loss in program.memory.open.losses] == ["EverOS’s index has no row of it."]
    assert program.memory.open.losses[0].text.startswith("<!-- entry:ep_20260601_00000002 -->")
    program.index.looked.emit(known.take(Looked(str(tmp_path / "memory"), states, str(log))))
    assert not program.memory.open.losses
