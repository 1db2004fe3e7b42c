"""Facts whose index cannot be read: a line in it may name them, so they neither go nor get another name."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from memdesk.errors import StorageError
from memdesk.layouts.contract import Change, ChangeKind
from memdesk.layouts.documents import Document, DocumentKind
from memdesk.services.documents.following import following_plans
from memdesk.services.machine.seen_view import SeenView
from memdesk.text.edits import replace
from tests.services.sample_desks import SampleDesk


class Indexed(NamedTuple):
    """A fact that a line of an index names."""

    samples: SampleDesk
    fact: Document
    index_file: Path


@pytest.fixture(params=["claude_code", "evva", "ok"])
def indexed(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Indexed]:
    samples = SampleDesk(tmp_path, [request.param])
    workspace = samples.desk.workspace
    facts = (
        (one, Path(one.path).with_name("MEMORY.md"))
        for root in workspace.roots
        for one in workspace.documents(root.path)
        if one.kind is DocumentKind.RECORD and one.exists
    )
    yield next(
        Indexed(samples, fact, index)
        for fact, index in facts
        if index.exists() and Path(fact.path).name in index.read_text()
    )
    samples.desk.close()


@pytest.mark.parametrize("becomes", [os.mkdir, os.mkfifo, lambda path: os.symlink(path, path)])
def test_a_fact_does_not_go_and_the_index_is_named(indexed: Indexed, becomes: Callable[[Path], None]) -> None:
    samples, fact, index = indexed
    index.unlink()
    becomes(index)
    for change in (
        Change(ChangeKind.REMOVE, fact, ""),
        Change(ChangeKind.RENAME, fact, "", title="quite-another"),
    ):
        with pytest.raises(StorageError) as raised:
            samples.desk.steps.prepare(fact, change)
        assert str(index) in raised.value.sentence
        with pytest.raises(StorageError):
            samples.open(fact.path).change(change, samples.desk.workspace.view)


def test_a_save_is_not_stopped_by_what_would_follow_it(indexed: Indexed) -> None:
    samples, fact, index = indexed
    session, disk = samples.open(fact.path), samples.desk.workspace.disk
    node = next(one for one in session.outline().walk() if one.key == "description")
    session.text.replace_all([replace(session.text.text, node.body, "quite another")])
    index.unlink()
    os.mkfifo(index)
    assert list(following_plans(session, SeenView(disk))) == []
