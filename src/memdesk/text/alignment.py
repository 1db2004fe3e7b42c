"""Which node of one text is the same as which node of another: by key, then by likeness."""

from __future__ import annotations

import re
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from memdesk.text.compare import Run, changed_runs
from memdesk.text.outline import NodeKind
from memdesk.text.parts import Part

_WORD = re.compile(r"\w+")
_ALIKE = 0.6
"""Share of words that two nodes with different keys must have in common to be one node that was renamed."""

_FEWEST_WORDS = 3
_MOST_COMPARED = 2_500
"""Pairs of nodes compared by their words at most: a rewrite that renames more is not followed."""


def align(old: Sequence[Part], new: Sequence[Part]) -> list[int | None]:
    """For each old part the new part that is the same node, or None.

    First equal key and text, then equal key in order, then, for what was renamed, most words in common, then, for
    what is known by its words alone and got others, the same place between neighbours.
    """
    found: list[int | None] = [None] * len(old)
    free = dict.fromkeys(range(len(new)))
    _match_in_order(old, new, found, free)
    _match(old, new, found, free, _identity)
    _match(old, new, found, free, lambda part: (part.kind, part.key))
    _match(old, new, found, free, _only_one)
    _match_alike(old, new, found, free)
    _match_in_place(old, new, found, free)
    return found


def _identity(part: Part) -> tuple[object, ...]:
    return part.kind, part.key, part.content


def _match_in_order(
    old: Sequence[Part], new: Sequence[Part], found: list[int | None], free: dict[int, None]
) -> None:
    """Pair what is equal and was not moved: of several that are equal, the one at the same place."""
    at, new_at = 0, 0
    runs = changed_runs(list(map(_identity, old)), list(map(_identity, new)))
    for run in [*runs, Run(len(old), len(old), len(new), len(new))]:
        for i, j in zip(range(at, run.old_first), range(new_at, run.new_first), strict=True):
            found[i] = j
            del free[j]
        at, new_at = run.old_end, run.new_end


def _match(
    old: Sequence[Part],
    new: Sequence[Part],
    found: list[int | None],
    free: dict[int, None],
    identity: Callable[[Part], object],
) -> None:
    """Pair what is equal in `identity` and not yet paired, in order."""
    waiting: defaultdict[object, deque[int]] = defaultdict(deque)
    for j in free:
        waiting[identity(new[j])].append(j)
    for i, part in enumerate(old):
        if found[i] is None and (same := waiting.get(identity(part))):
            found[i] = same.popleft()
            del free[found[i]]  # type: ignore[arg-type]


def _only_one(part: Part) -> object:
    """What tells a node of which its parent has one, whatever it says; else nothing that two nodes share."""
    return part.kind if part.kind is NodeKind.HEADING else id(part)


def _match_alike(
    old: Sequence[Part], new: Sequence[Part], found: list[int | None], free: dict[int, None]
) -> None:
    left = [i for i, j in enumerate(found) if j is None]
    if not left or not free or len(left) * len(free) > _MOST_COMPARED:
        return
    old_words = {i: words_of(old[i].content) for i in left}
    new_words = {j: words_of(new[j].content) for j in free}
    pairs = (
        (likeness(old_words[i], new_words[j]), i, j) for i in left for j in free if old[i].kind is new[j].kind
    )
    for score, i, j in sorted(pairs, key=lambda pair: (-pair[0], pair[1], pair[2])):
        if score >= _ALIKE and found[i] is None and j in free:
            found[i] = j
            del free[j]


def _match_in_place(
    old: Sequence[Part], new: Sequence[Part], found: list[int | None], free: dict[int, None]
) -> None:
    """Pair what is known by its words alone and stands, as often as before, between the same neighbours."""
    if not free or None not in found:
        return
    before, first = -1, 0
    for i, j in enumerate([*found, len(new)]):
        if j is None:
            continue
        gone, came = range(first, i), [k for k in range(before + 1, j) if k in free]
        if len(gone) == len(came):
            for one, other in zip(gone, came, strict=True):
                if old[one].is_known_by_words and new[other].is_known_by_words:
                    found[one] = other
                    del free[other]
        before, first = j, i + 1


def words_of(text: str) -> Counter[str]:
    """The words of `text` and how often each stands in it."""
    return Counter(_WORD.findall(text))


def likeness(a: Counter[str], b: Counter[str]) -> float:
    """Which share of the words of both is common to both, 0 to 1; 0 where fewer than three are."""
    shared = (a & b).total()
    return 2 * shared / (a.total() + b.total()) if shared >= _FEWEST_WORDS else 0.0


def is_ascending(indices: Iterable[int | None]) -> bool:
    """Whether what is found stands in ascending order: nothing was moved."""
    return all(a < b for a, b in pairwise(i for i in indices if i is not None))
