"""Listing the documents of a home of 10,000 files, against walking it and reading them all."""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path

from memdesk.layouts import discover
from memdesk.services.desk import Desk
from memdesk.services.machine.machine import Surroundings
from memdesk.store.folders import StateFolders
from memdesk.ui.tree.defaults import FIRST_DOCUMENTS
from tests.bench.report import Figure, interleaved
from tests.bench.starts import FILES, make_home

ROUNDS = 7
_SLICE_BYTES = 16 * 1024


def _walk_and_read(home: str) -> int:
    size_bytes = 0
    for folder, _folders, names in os.walk(home):
        for name in names:
            with open(os.path.join(folder, name), "rb", buffering=0) as file:
                size_bytes += len(file.read(_SLICE_BYTES))
    return size_bytes


def measure(folder: Path) -> list[Figure]:
    """All documents, and the first screenful of them."""
    home = make_home(folder)
    desk = Desk(
        StateFolders.below(str(folder / "ours")), Surroundings(str(folder), {}), discover(installed=False)
    )
    root = desk.claim(str(home))
    disk = desk.workspace.disk

    def documents() -> int:
        return len(list(root.layout.documents(disk, root.path)))

    def first_documents() -> int:
        return len(list(islice(root.layout.documents(disk, root.path), FIRST_DOCUMENTS)))

    works = [lambda: _walk_and_read(str(home)), documents, first_documents]
    floor_ms, all_ms, first_ms = interleaved(works, ROUNDS)
    note = f"{FILES} files, against walk and read"
    return [
        Figure("documents of a home", all_ms, floor_ms, 1.6, note),
        Figure("the first of them", first_ms, floor_ms, None, f"{FIRST_DOCUMENTS} documents"),
    ]
