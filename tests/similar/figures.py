"""How many of the planted pairs are found, and how many of those found were planted."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from memdesk.text.similar import Alikes, Kind, Similarity
from tests.similar.planted import Planted


class Figures(NamedTuple):
    """Recall and precision over pairs of texts."""

    recall: float
    precision: float
    missed: frozenset[tuple[int, int]]
    wrong: frozenset[tuple[int, int]]
    contrary: frozenset[tuple[int, int]]
    """The pairs that are found to contradict each other."""

    def line(self, name: str) -> str:
        """For print."""
        return f"{name}: recall {self.recall:.4f}, precision {self.precision:.4f}"


def pairs_of(groups: list[Alikes], *kinds: Kind) -> frozenset[tuple[int, int]]:
    """Every two texts of a group of these kinds, the lower number first."""
    return frozenset(
        pair for group in groups if group.kind in kinds for pair in combinations(sorted(group.members), 2)
    )


def measured(planted: Planted) -> Figures:
    """What is found in a planted set."""
    groups = Similarity().find(planted.texts)
    found = pairs_of(groups, Kind.EXACT, Kind.NEAR)
    hits = found & planted.same
    return Figures(
        len(hits) / len(planted.same),
        len(hits) / len(found),
        planted.same - found,
        found - planted.same,
        pairs_of(groups, Kind.CONTRADICTION),
    )
