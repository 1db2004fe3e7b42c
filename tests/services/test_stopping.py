"""A step over many files that the user stops, while it is made ready or carried out, leaves all as it was."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from memdesk.errors import Stopped
from memdesk.layouts import discover
from memdesk.layouts.documents import Document
from memdesk.services.desk import Desk
from memdesk.services.machine.machine import Surroundings
from memdesk.services.machine.seen_view import SeenView
from memdesk.services.prune import step as prune_step
from memdesk.services.prune.reasons.reason import Weights
from memdesk.services.search.patterns import PatternFinder
from memdesk.services.search.queries import Query
from memdesk.services.search.replacing import plan, prepare
from memdesk.services.search.search import Search
from memdesk.services.search.searchable import Index
from memdesk.services.steps.restoring import Kept
from memdesk.services.steps.step import Status
from memdesk.store.folders import StateFolders
from memdesk.store.progress import Progress
from tests.store.stopping import StoppedAfter

TEXT = b"## Project facts\nGo.\n\n## Decisions\n- one\n- one\n"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    folders = StateFolders(*(str(tmp_path / name) for name in ("data", "state", "config", "cache")))
    home = tmp_path / "home"
    for name in ("-srv-api", "-srv-web", "-srv-db"):
        memory = home / ".evva" / "projects" / name / "MEMORY.md"
        memory.parent.mkdir(parents=True)
        memory.write_bytes(TEXT)
    desk = Desk(folders, Surroundings(str(home), {}), discover(installed=False))
    desk.workspace.open_root(desk.claim(str(home / ".evva")))
    yield desk
    desk.close()


def memories(desk: Desk) -> list[Document]:
    (root,) = desk.workspace.roots
    return [
        one for one in desk.workspace.documents(root.path) if one.path.endswith("/MEMORY.md") and one.exists
    ]


def stopped() -> Progress:
    progress = Progress()
    progress.stop()
    return progress


def test_a_folder_that_was_deleted_is_not_half_restored(desk: Desk) -> None:
    documents = memories(desk)
    desk.recorder.take([one.path for one in documents])
    kept = [Kept(one, desk.restoring.versions(one.path)[0]) for one in documents]
    for one in documents:
        Path(one.path).unlink()
    with pytest.raises(Stopped):
        desk.restoring.prepare_all(kept, stopped())
    job = desk.restoring.prepare_all(kept, Progress()).job
    step = desk.steps.finish(job, desk.steps.run(job, StoppedAfter(2)))
    assert (step.status, step.message) == (Status.REFUSED, "Stopped: nothing was changed.")
    assert not any(Path(one.path).exists() for one in documents)
    assert desk.steps.now(job).status is Status.SAVED
    assert [Path(one.path).read_bytes() for one in documents] == [TEXT] * 3


def test_many_entries_are_not_half_pruned(desk: Desk) -> None:
    for one in memories(desk):
        os.utime(one.path, (1_000_000_000, 1_000_000_000))
    desk.workspace.relist()
    found = desk.pruner.look(desk.entries.read(desk.entries.snapshot()), Weights({}))
    chosen, disk = found.found, desk.workspace.disk
    assert len({one.entry.document.path for one in chosen}) == 3
    with pytest.raises(Stopped):
        prune_step.prepare(desk.steps, disk, chosen, found, stopped())
    job = prune_step.prepare(desk.steps, disk, chosen, found).job
    assert job is not None
    step = desk.steps.finish(job, desk.steps.run(job, StoppedAfter(1)))
    assert step.message == "Stopped: nothing was changed."
    assert [Path(one.path).read_bytes() for one in memories(desk)] == [TEXT] * 3


def test_replacing_is_stopped_while_it_is_made_ready(desk: Desk) -> None:
    patterns = PatternFinder()
    index = Index(desk.entries.read(desk.entries.snapshot()), None)
    query = Query(words=("Go",))
    search = Search(index, query, pinned=frozenset(), now=desk.workspace.disk.now)
    hits = [line for hit in search.find(patterns).hits for line in hit.by_line()]
    chosen = plan(index, query, hits, "Rust", patterns, desk.workspace.disk)
    assert len(chosen) == 3
    with pytest.raises(Stopped):
        prepare(desk.steps, SeenView(desk.workspace.disk), chosen, lambda _path: False, stopped())
    patterns.close()
