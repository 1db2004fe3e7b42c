"""Many roots at once: what each look costs, and that none is passed over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from memdesk.watch import lookout as module
from memdesk.watch.lookout import Lookout
from memdesk.watch.own_writes import OwnWrites
from memdesk.watch.state import WatchRoot
from memdesk.watch.tree import KnownTree


@pytest.fixture
def lookout() -> Iterator[Lookout]:
    lookout = Lookout(OwnWrites(), lambda _path: None, lambda: None, lambda: False)
    yield lookout
    lookout.close()


def test_of_many_roots_that_are_not_there_yet_some_are_looked_for_in_turn(
    lookout: Lookout, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_AWAITED_AT_ONCE", 4)
    here = WatchRoot(str(tmp_path))
    awaited = [
        WatchRoot(str(tmp_path / f"project {number}" / "store"), is_expected=True) for number in range(10)
    ]
    lookout.adopt([here, *awaited])
    asked: Counter[str] = Counter()
    look_after = KnownTree.look_after

    def counted(tree: KnownTree) -> bool:
        asked[tree.root.path] += 1
        return look_after(tree)

    monkeypatch.setattr(KnownTree, "look_after", counted)
    for _ in range(3):
        lookout.look_after_roots()
    assert asked == {here.path: 3} | {one.path: 1 for one in awaited}
    last = Path(awaited[-1].path) / "one.md"
    last.parent.mkdir(parents=True)
    last.write_bytes(b"one")
    found = frozenset[str]()
    for _ in range(3):
        assert not lookout.has_restless
        assert not found
        found |= lookout.look_after_roots()
    while lookout.has_restless:
        found |= lookout.look_at([])
    assert found == {str(last)}
