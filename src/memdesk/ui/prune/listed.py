"""Candidates gone through in a worker, so that a table of a hundred thousand needs not be: totals, places, choices."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import NamedTuple

from memdesk.services.documents.taken import Address
from memdesk.services.prune.prune import Candidate
from memdesk.ui.prune.choices import Choice, Narrowing, choices_of
from memdesk.ui.prune.order import Order, in_order

MANY = 2_000
"""More candidates than this are gone through in a worker only."""


class Asked(NamedTuple):
    """Which candidates are to be listed, and in which order."""

    narrowing: Narrowing = Narrowing()
    order: Order = Order.STRONGEST

    def is_like(self, other: Asked) -> bool:
        """Whether both come to the same list."""
        return self.narrowing.names == other.narrowing.names and self.order is other.order


class Listed(NamedTuple):
    """The rows, in which row each candidate stands, what they are called, and what all of them come to."""

    rows: tuple[Candidate, ...] = ()
    row_of: Mapping[Address, int] = {}
    names: tuple[Address, ...] = ()
    addresses: frozenset[Address] = frozenset()
    files: int = 0
    size_bytes: int = 0

    @classmethod
    def of(cls, found: Sequence[Candidate], asked: Asked) -> Listed:
        """Those that are asked for."""
        rows = in_order(asked.narrowing.taken(found), asked.order)
        names = tuple(one.address for one in rows)
        row_of = {name: row for row, name in enumerate(names)}
        return cls(
            rows,
            row_of,
            names,
            frozenset(names),
            len({one.entry.document.path for one in rows}),
            sum(one.size_bytes for one in rows),
        )


class Known(NamedTuple):
    """All that was found: in which place each candidate stands, and the rows to choose from.

    So many are `proposed`: neither pinned nor dismissed.
    """

    found: tuple[Candidate, ...] = ()
    place_of: Mapping[Address, int] = {}
    choices: tuple[Choice, ...] = ()
    proposed: int = 0

    @classmethod
    def of(cls, found: tuple[Candidate, ...], age_days: int) -> Known:
        """What there is to know of these."""
        return cls(
            found,
            {one.address: place for place, one in enumerate(found)},
            tuple(choices_of(found, age_days)),
            sum(not one.is_kept_out for one in found),
        )

    def without(self, gone: Container[Address], age_days: int) -> Known:
        """The same once some are gone."""
        return Known.of(tuple(one for one in self.found if one.address not in gone), age_days)

    def at(self, addresses: Iterable[Address]) -> tuple[Candidate, ...]:
        """Those that stand at some addresses, in their order here."""
        places = sorted(self.place_of[one] for one in addresses if one in self.place_of)
        return tuple(self.found[place] for place in places)
