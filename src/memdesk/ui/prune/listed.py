"""The candidates that are shown, with the totals that a table of thousands needs; made in a worker."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from memdesk.services.documents.taken import Address
from memdesk.services.prune.prune import Candidate
from memdesk.ui.prune.choices import Narrowing

MANY = 2_000
"""More candidates than this are gone through in a worker only."""


class Listed(NamedTuple):
    """The rows, in which row each candidate stands, and what all of them come to."""

    rows: tuple[Candidate, ...] = ()
    row_of: Mapping[Address, int] = {}
    files: int = 0
    size_bytes: int = 0

    @classmethod
    def of(cls, found: Sequence[Candidate], narrowing: Narrowing) -> Listed:
        """Those that the chosen rows let through."""
        rows = narrowing.taken(found)
        return cls(
            rows,
            {one.address: row for row, one in enumerate(rows)},
            len({one.entry.document.path for one in rows}),
            sum(one.size_bytes for one in rows),
        )
