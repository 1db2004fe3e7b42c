"""Which items of two sequences are the same and stand in the same order; pure."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Hashable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import pairwise

from memdesk.text.compare import equal_ends
from memdesk.text.rising import longest_rising

Places = tuple[int, int]
"""Where an item stands in the one sequence, and where in the other."""

_MOST_EQUAL_PAIRS = 10_000
"""Between two anchors with more pairs of equal items, their order alone decides: difflib takes quadratic time."""


def aligned(one: Sequence[Hashable], other: Sequence[Hashable]) -> Iterator[Places]:
    """The places of what is the same on both sides, each once.

    What begins and what ends both is the same, before all else; then what stands once on each side, and what stands
    several times between two of these. The time grows about as the number of items, whatever they are.
    """
    first, behind = equal_ends(one, other)
    end, other_end = len(one) - behind, len(other) - behind
    anchors = [(-1, -1), *((at, at) for at in range(first))]
    anchors += [(first + at, first + to) for at, to in _standing_once(one[first:end], other[first:other_end])]
    anchors += zip(range(end, len(one)), range(other_end, len(other)), strict=True)
    yield from anchors[1:]
    for (at, to), (next_at, next_to) in pairwise([*anchors, (len(one), len(other))]):
        for here, there in _between(one[at + 1 : next_at], other[to + 1 : next_to]):
            yield at + 1 + here, to + 1 + there


def _standing_once(one: Sequence[Hashable], other: Sequence[Hashable]) -> list[Places]:
    """Of what stands once on each side, as much as has the same order."""
    counts, other_counts = Counter(one), Counter(other)
    places = {item: at for at, item in enumerate(other)}
    once = [(at, item) for at, item in enumerate(one) if counts[item] == 1 == other_counts[item]]
    found = [(at, places[item]) for at, item in once]
    return [found[place] for place in longest_rising([to for _, to in found])]


def _between(one: Sequence[Hashable], other: Sequence[Hashable]) -> Iterator[Places]:
    counts = Counter(other)
    if sum(counts[item] for item in one) > _MOST_EQUAL_PAIRS:
        yield from _in_turn(one, other)
    elif one and other:
        for block in SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks():
            yield from ((block.a + at, block.b + at) for at in range(block.size))


def _in_turn(one: Sequence[Hashable], other: Sequence[Hashable]) -> Iterator[Places]:
    """The first of each item with the first, the second with the second."""
    places: dict[Hashable, deque[int]] = defaultdict(deque)
    for to, item in enumerate(other):
        places[item].append(to)
    for at, item in enumerate(one):
        if places[item]:
            yield at, places[item].popleft()
