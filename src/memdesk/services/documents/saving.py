"""A save on its way to a worker."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memdesk.store.outcomes import SaveResult
from memdesk.text.merge_result import Merge

if TYPE_CHECKING:
    from memdesk.store.save import Store  # loads SQLite, which a command that only reads can do without


@dataclass(frozen=True, slots=True)
class SaveJob:
    """A save that waits to be run, in any thread: what was in the buffer, and what it was made from.

    `started` is what the user had started from: not `base`, where that is what an answer gave up as a whole.
    """

    path: str
    base: bytes | None
    mine: bytes
    merge: Callable[[str, str, str], Merge]
    why: str = "edit"
    started: bytes | None = None

    def run(self, store: Store) -> SaveResult:
        """Go through the one door for writes. Never raises for what the disk does."""
        if self.base is None:
            return store.create(self.path, self.mine, why=self.why)
        return store.save(self.path, self.base, self.mine, self.merge, why=self.why)
