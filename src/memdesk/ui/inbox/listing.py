"""Which changes stand in the inbox, and in which order: while one reviews, nothing moves away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from memdesk.services.inbox.items import InboxItem, InboxState
from memdesk.ui.inbox.review_model import heirs_of, in_known_order


class Listing:
    """The changes to review, by their ids: which are known, which are on their way out, and which are done."""

    def __init__(self) -> None:
        self.state = InboxState()
        """What the last look found."""
        self.current = ""
        """The change that the keys are for."""
        self._returned = ""
        """What was taken back last and is not there yet: a step is known only after a look."""
        self._order: list[str] = []
        self._stood: dict[str, InboxItem] = {}
        """What stood in the state in which `carry_on` was last, by id."""
        self._leaving: set[str] = set()
        self._done: set[str] = set()
        self._over: set[str] = set()
        self._carried: InboxState | None = None
        """The state in which `carry_on` was last."""
        self._waiting: list[InboxItem] | None = None
        """What waits; None where that is to be found anew."""

    def take(self, state: InboxState) -> None:
        """Take up what a look found."""
        self.state, self._waiting = state, None
        present = {item.id for item in state.items}
        self._leaving &= present
        # The same change once more is news: it does not come to where it stood, between others.
        self._over |= self._done - present

    @property
    def waiting(self) -> Sequence[InboxItem]:
        """What is to be reviewed."""
        if self._waiting is None:
            self._waiting = [item for item in self.state.items if item.id not in self._leaving]
        return self._waiting

    @property
    def done(self) -> int:
        """How many were reviewed."""
        return len(self._done)

    @property
    def is_in_own_order(self) -> bool:
        """Whether the order that `known` gave last is the one that all that waits has by itself."""
        return not self._over and self._order == [item.id for item in self.waiting]

    def forget_order(self) -> None:
        """Show what came in its own order, from now on."""
        self._order = []
        self._over.clear()

    def known(self) -> Sequence[InboxItem]:
        """What waits, in the order that it has had; what came since is not among it, unless there is nothing else."""
        items = self.waiting
        known = in_known_order((item for item in items if item.id not in self._over), self._order)
        if known:
            return known
        self.forget_order()
        self._order = [item.id for item in items]
        return items

    def carry_on(self) -> None:
        """Let what an agent changed once more stay where it stands, as the current one too."""
        if self._carried is self.state:
            return
        self._carried, items = self.state, self.waiting
        stood, done = self._stood, self._done
        heirs = heirs_of({one: stood[one] for one in self._order if one in stood and one not in done}, items)
        self._order = [heirs.get(one, one) for one in self._order]
        self.current = heirs.get(self.current, self.current)
        self._stood = {item.id: item for item in self.state.items}

    def choose(self, items: Iterable[InboxItem]) -> str:
        """The change of `items` that the keys shall be for: what just came back, else the one they were for."""
        if self._returned and any(item.id == self._returned for item in items):
            self.current, self._returned = self._returned, ""
        return self.current

    def present(self, items: Iterable[InboxItem]) -> list[str]:
        """Those of `items` that are to be reviewed, by their ids."""
        known = {item.id for item in self.state.items}
        return [item.id for item in items if item.id in known]

    def go(self, ids: Sequence[str]) -> None:
        """These leave the list at once; what is written follows."""
        self._waiting, self._returned = None, ""
        self._leaving.update(ids)
        self._done.update(ids)

    def come_back(self, ids: Sequence[str]) -> None:
        """These stand in the list again, where they stood."""
        self._waiting = None
        self._leaving.difference_update(ids)
        self._done.difference_update(ids)
        self._over.difference_update(ids)
        self._returned = next(iter(ids), "")
        self._order += [item_id for item_id in ids if item_id not in self._order]
