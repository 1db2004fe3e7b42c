"""Prune and the inbox of 100,000 entries in 2,000 documents on the disk, against reading the same bytes."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from time import process_time

from memdesk.layouts import discover
from memdesk.services.desk import Desk
from memdesk.services.inbox.items import listing_of
from memdesk.services.machine.machine import Surroundings
from memdesk.services.prune.reasons.reason import Weights
from memdesk.services.remembered.entries import EntryList
from memdesk.store.folders import StateFolders
from tests.bench.report import Figure
from tests.similar.exact import exact_groups

DOCUMENTS, ENTRIES_EACH = 2_000, 50
_SEED = 20_021
_WORDS = 6_000
_LETTERS = "abcdefghijklmnoprstuvwy"
_LEARNED = "- agents learn one more thing of it every now and then *(2026-05-01T08:00:00Z)*\n\n"
_SOME = 3


def measure(folder: Path) -> Sequence[Figure]:
    """Everything read for the first time and again, the prune list, and the inbox as agents write."""
    paths = _memory(folder / "home" / ".local" / "state" / "ub" / "memory")
    desk = Desk(
        StateFolders.below(str(folder / "ours")),
        Surroundings(str(folder / "home"), {}),
        discover(installed=False),
    )
    desk.workspace.open_root(desk.claim(str(paths[0].parent.parent)))
    desk.workspace.documents(desk.workspace.roots[0].path)
    try:
        return [*_reading(desk, paths), *_pruning(desk), *_inbox(desk, paths)]
    finally:
        desk.close()


def _reading(desk: Desk, paths: Sequence[Path]) -> Sequence[Figure]:
    floor, first = _timed(lambda: _plain_pass(paths)), _timed(lambda: _read(desk))
    paths[0].write_bytes(paths[0].read_bytes() + _LEARNED.encode())
    again = _timed(lambda: _read(desk))
    note = "floor: read, decode, split into lines"
    return [
        Figure("100,000 entries read", first, floor, 120, note),
        Figure("read again after one write", again, floor, 8, note),
    ]


def _pruning(desk: Desk) -> Sequence[Figure]:
    read = _read(desk)
    texts = [entry.text for entry in read.entries]
    equal = _timed(lambda: exact_groups(texts))
    look = _timed(lambda: desk.pruner.look(read, Weights({})))
    again = _timed(lambda: desk.pruner.look(read, Weights({})))
    note = "floor: a pass that finds what is equal"
    return [
        Figure("prune list of 100,000", look, equal, 60, note),
        Figure("prune list again", again, equal, 60, note),
    ]


def _inbox(desk: Desk, paths: Sequence[Path]) -> Sequence[Figure]:
    everything = [str(path) for path in paths]
    floor = _timed(lambda: _plain_pass(paths))
    recorded = _timed(lambda: desk.recorder.take(everything))
    first = _timed(lambda: desk.inbox.look(listing_of(desk.workspace)))
    after = [_after_a_write(desk, path) for path in paths[1 : 1 + _SOME]]
    state = desk.inbox.look(listing_of(desk.workspace))
    assert len(state.items) == _SOME, len(state.items)
    note = "floor: read, decode, split into lines"
    return [
        Figure("100,000 entries recorded", recorded, floor, None, note),
        Figure("inbox of 100,000, first look", first, floor, 5, note),
        Figure("inbox after one write", min(after), floor, 2, note),
    ]


def _after_a_write(desk: Desk, path: Path) -> float:
    path.write_bytes(path.read_bytes() + _LEARNED.encode())

    def work() -> None:
        desk.recorder.take([str(path)])
        desk.inbox.look(listing_of(desk.workspace))

    return _timed(work)


def _read(desk: Desk) -> EntryList:
    return desk.entries.read(desk.entries.snapshot())


def _plain_pass(paths: Sequence[Path]) -> int:
    return sum(len(path.read_bytes().decode().split("\n")) for path in paths)


def _timed(work: Callable[[], object]) -> float:
    """Milliseconds of this process alone: what else runs here would hit one half of a ratio more than the other."""
    begin = process_time()
    work()
    return (process_time() - begin) * 1000


def _memory(root: Path) -> Sequence[Path]:
    """The files of an agent that notes one line per thing, in invented words."""
    chance = random.Random(_SEED)
    words = ["".join(chance.choices(_LETTERS, k=chance.randint(3, 9))) for _ in range(_WORDS)]
    paths = []
    for number in range(DOCUMENTS):
        path = root / f"{number:016x}" / "memory.md"
        path.parent.mkdir(parents=True)
        lines = [
            f"- {' '.join(chance.choices(words, k=12))} *(2025-{1 + second % 12:02d}-10T08:00:{second:02d}Z)*\n\n"
            for second in range(ENTRIES_EACH)
        ]
        path.write_bytes(("## project\n\n" + "".join(lines)).encode())
        paths.append(path)
    return paths
