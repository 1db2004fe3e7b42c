"""The state of an agent's index is current while the agent holds its database open and writes it."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from memdesk.layouts import layout_named
from memdesk.layouts.optional import IndexStatus
from memdesk.services.desk import Desk
from memdesk.services.machine.machine import Surroundings
from memdesk.services.preview.index_states import IndexKeeper
from memdesk.store.folders import StateFolders
from tests.layouts.everos_texts import CANONICAL
from tests.services.everos_at_work import BELOW, EverOSAtWork, everos_at_work, made_root


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return made_root(tmp_path)


@pytest.fixture
def everos(root: Path) -> Iterator[EverOSAtWork]:
    with everos_at_work(root) as at_work:
        yield at_work


@pytest.fixture
def desk(tmp_path: Path, root: Path) -> Iterator[Desk]:
    layout = layout_named("everos")
    assert layout is not None
    desk = Desk(StateFolders.below(str(tmp_path / "ours")), Surroundings(str(tmp_path), {}), [layout])
    desk.workspace.open_root(desk.claim(str(root)))
    yield desk
    desk.close()


def picture(root: Path) -> dict[str, tuple[str, int]]:
    """Every file and folder below the index, with its bytes and time."""
    found = {}
    for folder, _, names in os.walk(root / ".index"):
        for path in (Path(folder), *(Path(folder) / name for name in names)):
            data = path.read_bytes() if path.is_file() else b""
            found[str(path)] = (hashlib.sha256(data).hexdigest(), path.stat().st_mtime_ns)
    return found


def test_what_everos_commits_is_seen_at_the_next_look(root: Path, everos: EverOSAtWork, desk: Desk) -> None:
    log, keeper = root / BELOW, IndexKeeper(desk.workspace)
    [memory] = keeper.roots()

    def look() -> tuple[IndexStatus, str, frozenset[str]]:
        changed = keeper.take(keeper.look(memory))
        state = keeper.state_of(str(log))
        assert state is not None
        return state.status, state.error, changed

    here = frozenset({str(log)})
    assert look() == (IndexStatus.WAITING, "", here)
    everos.note("done", log)
    before = picture(root)
    assert look() == (IndexStatus.INDEXED, "", here)
    assert look() == (IndexStatus.INDEXED, "", frozenset())
    assert not keeper.is_trouble(str(log))
    assert picture(root) == before
    everos.note("failed", log, "timestamp is missing")
    assert look() == (IndexStatus.FAILED, "timestamp is missing", here)
    assert keeper.is_trouble(str(log))
    assert "keeps the rows it had, until the file is corrected and saved: timestamp is missing (as of " in (
        keeper.sentence_of(str(log))
    )
    log.write_bytes(CANONICAL.replace("rained", "shone").encode())
    os.utime(log, (1, 1))
    assert look()[0] is IndexStatus.FAILED
    everos.note("pending", log)
    assert look()[0] is IndexStatus.WAITING
    assert not os.listdir(desk.folders.copies)


def test_a_root_without_an_index_has_nothing_to_say(root: Path, desk: Desk) -> None:
    keeper = IndexKeeper(desk.workspace)
    [memory] = keeper.roots()
    assert keeper.take(keeper.look(memory)) == frozenset()
    assert keeper.state_of(str(root / BELOW)) is None
    assert keeper.sentence_of(str(root / BELOW)) == ""
    assert not (root / ".index").exists()
