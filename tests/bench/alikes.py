"""How long it takes to find what is alike, against a pass that only normalises and finds what is equal."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from pathlib import Path
from time import process_time

from memdesk.text.similar import Similarity
from tests.bench.report import Figure
from tests.similar.exact import exact_groups
from tests.similar.figures import measured
from tests.similar.planted import grouped, patterned, planted, slotted, twice_slotted, twinned

_SEED = 40_009
_SETS = ((10_000, 10.0, 7), (100_000, 30.0, 2))
"""So many texts, at most so many times a pass, the best of so many rounds."""
_SETS_OF_GROUPS = ((10_000, 25.0, 5), (100_000, 30.0, 1))
"""The same for groups of many texts. Each of them is judged once at least, which alone takes more than 10 passes."""
_FRAMES, _TO_A_FRAME = 20, 50
_SIZES = (20, 200)
_LEAST_RECALL, _LEAST_PRECISION = 0.99, 0.95


def measure(_folder: Path) -> Sequence[Figure]:
    """Two sizes in time, of texts of any kind, of such as follow patterns and of groups, and how much is found."""
    makers: dict[str, Callable[[int], Sequence[str]]] = {
        "alike": lambda count: planted(_SEED, count).texts,
        "alike, all of a few patterns,": lambda count: patterned(_SEED, count).texts,
        "alike, each with a word of its own,": lambda count: slotted(_SEED, count, _FRAMES),
        "alike, each with two words of many,": lambda count: twice_slotted(
            _SEED, count, count // _TO_A_FRAME
        ),
        "alike, two words of many in few patterns,": lambda count: twice_slotted(_SEED, count, _FRAMES),
        "alike, each with a twin,": lambda count: twinned(_SEED, count).texts,
    }
    figures = [
        _timed(name, made(count), goal, rounds)
        for name, made in makers.items()
        for count, goal, rounds in _SETS
    ]
    figures += [
        _timed(f"alike, in groups of {size},", grouped(_SEED, count, size).texts, goal, rounds)
        for size in _SIZES
        for count, goal, rounds in _SETS_OF_GROUPS
    ]
    found = measured(planted(_SEED, _SETS[0][0]))
    missed = Figure("planted pairs missed", 1 - found.recall, None, 1 - _LEAST_RECALL, unit="of 1")
    wrong = Figure(
        "pairs found that say different", 1 - found.precision, None, 1 - _LEAST_PRECISION, unit="of 1"
    )
    return [*figures, missed, wrong]


def _timed(name: str, texts: Sequence[str], goal: float, rounds: int) -> Figure:
    """The best of some rounds for both, in the time of this process: what else runs here only ever adds."""
    floors, ours = [], []
    # No worker of the window looks for cycles, and a command hardly ever does.
    gc.disable()
    for _ in range(rounds):
        begin = process_time()
        exact_groups(texts)
        middle = process_time()
        Similarity().find(texts)
        floors.append((middle - begin) * 1000)
        ours.append((process_time() - middle) * 1000)
        gc.collect()
    gc.enable()
    return Figure(f"{name} among {len(texts):,} entries", min(ours), min(floors), goal)
