"""What an agent's index holds of the document on screen, while the agent is at work."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.layouts.everos_texts import CANONICAL
from tests.services.everos_at_work import BELOW, EverOSAtWork
from tests.window.conftest import Start


@pytest.fixture
def log(tmp_path: Path) -> Path:
    log = tmp_path / "memory" / BELOW
    log.parent.mkdir(parents=True)
    log.write_bytes(CANONICAL.encode())
    return log


@pytest.fixture
def everos(log: Path, tmp_path: Path) -> Iterator[EverOSAtWork]:
    at_work = EverOSAtWork(tmp_path / "memory")
    yield at_work
    with at_work.process as process:
        process.communicate()


def test_status_bar_and_tree_say_what_the_index_holds(
    start: Start, log: Path, tmp_path: Path, everos: EverOSAtWork
) -> None:
    everos.note("failed", log, "timestamp is missing")
    inside = start(tmp_path / "memory")
    inside.show(log)
    program = inside.program
    part = program.status._index
    inside.wait_until(lambda: part.text() == "Not indexed")
    assert "timestamp is missing (as of " in part.toolTip()
    model = program.memory.model
    index = model.index_of(str(log))
    assert model.row_at(model.node(index)).marks.problem
    assert "timestamp is missing" in str(index.data(3))
    everos.note("done", log)
    program.look_again()
    inside.wait_until(lambda: part.text() == "Indexed")
    assert not model.row_at(model.node(index)).marks.problem
