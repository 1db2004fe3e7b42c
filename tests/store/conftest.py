"""A store over one root, and the means to look at what it left."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from memdesk.store.confine import Root
from memdesk.store.folders import StateFolders
from memdesk.store.history import History
from memdesk.store.outcomes import MergeTexts, SaveResult
from memdesk.store.save import Store
from tests.store.lines import merge_lines


@dataclass
class Desk:
    """A store with its folders, its history and one root."""

    folders: StateFolders
    history: History
    root: Path
    roots: list[Root]
    store: Store

    def file(self, name: str, data: bytes) -> Path:
        """A file in the root."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return path

    def save(self, path: Path, base: bytes, mine: bytes, merge: MergeTexts = merge_lines) -> SaveResult:
        """Save, merging by line."""
        return self.store.save(str(path), base, mine, merge)

    def texts(self, path: Path) -> list[bytes]:
        """Every text the history has of a document, newest first."""
        return [self.history.data(version.id) for version in self.history.versions(str(path))]

    def damage(self, *texts: bytes) -> None:
        """Let what the history holds of these texts be no longer what was kept."""
        with closing(sqlite3.connect(self.history.place.file)) as rows, rows:
            for text in texts:
                digest = hashlib.sha256(text).digest()
                found = rows.execute("UPDATE texts SET packed = x'00' WHERE sha256 = ?", (digest,))
                assert found.rowcount == 1, "the history has no such text"

    def listing(self) -> list[str]:
        """Every name below the root."""
        return sorted(str(path.relative_to(self.root)) for path in self.root.rglob("*"))

    def assert_settled(self) -> None:
        """Nothing of ours lies about, and no save counts as going on."""
        assert not [name for name in self.listing() if ".memdesk-" in name]
        assert self.history.pending() == ()


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A desk whose root is empty; at the end of the test everything must be settled."""
    root = tmp_path / "memory"
    root.mkdir()
    roots = [Root(str(root))]
    folders = StateFolders.below(str(tmp_path / "own"))
    history = History(folders.history)
    made = Desk(folders, history, root, roots, Store(folders, history, lambda: roots))
    yield made
    made.assert_settled()
    history.close()


@contextmanager
def files_no_larger_than(size_bytes: int) -> Iterator[None]:
    """This process cannot write larger files within the block, as if the disk were full."""
    resource = pytest.importorskip("resource", reason="this system limits no file sizes")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size_bytes, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
