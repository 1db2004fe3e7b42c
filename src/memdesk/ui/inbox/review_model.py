"""The rows of the inbox: documents, each with its changes below. Their order stays as it is while one reviews."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import NamedTuple

from PySide6.QtCore import Qt

from memdesk.services.documents.taken import Address
from memdesk.services.inbox.items import InboxItem
from memdesk.services.remembered.past_documents import Past
from memdesk.ui import format as shown
from memdesk.ui.i18n import trn
from memdesk.ui.inbox.words import changes_words, place_name, spoken
from memdesk.ui.plain import plain_name
from memdesk.ui.theme.masks import SecretMasks
from memdesk.ui.widgets.list_model import ListModel
from memdesk.ui.widgets.list_view import Index


class Head(NamedTuple):
    """A document, and its changes that are shown."""

    past: Past
    items: tuple[InboxItem, ...]

    @property
    def when(self) -> float:
        """When the newest of them was seen."""
        return max(item.when for item in self.items)


class Newer(NamedTuple):
    """So many changes came since the order was frozen."""

    how_many: int


Row = Head | InboxItem | Newer


def rows_of(items: Sequence[InboxItem], newer: int) -> list[Row]:
    """The rows for items whose order is settled."""
    by_path: dict[str, list[InboxItem]] = {}
    for item in items:
        by_path.setdefault(item.path, []).append(item)
    rows: list[Row] = [Newer(newer)] if newer else []
    for group in by_path.values():
        rows += [Head(group[0].past, tuple(group)), *group]
    return rows


def in_known_order(items: Iterable[InboxItem], order: Sequence[str]) -> list[InboxItem]:
    """Those that are known, in the order that they have had."""
    place = {item_id: at for at, item_id in enumerate(order)}
    return sorted((item for item in items if item.id in place), key=lambda item: place[item.id])


def heirs_of(known: Mapping[str, Address], items: Sequence[InboxItem]) -> dict[str, str]:
    """Which change stands for a known one that is there no more, by id: its place says something else again.

    A card does not slip away from under the fingers because its agent wrote on. `known` gives the places by id.
    """
    present = {item.id for item in items}
    new = {item.address: item.id for item in items if item.id not in known}
    gone = ((one, address) for one, address in known.items() if one not in present)
    return {one: new[address] for one, address in gone if address in new}


def place_for(rows: Sequence[Row], chosen: str, before: int) -> int:
    """The row of the change `chosen`, else of the one that comes to stand in row `before`; -1 where there is none."""
    places = {at: row.id for at, row in enumerate(rows) if isinstance(row, InboxItem)}
    wanted = (at for at, item_id in places.items() if item_id == chosen)
    near = (at for at in places if at >= before)
    return next(wanted, next(near, max(places, default=-1)))


class ReviewModel(ListModel[Row]):
    """Shows rows. `is_reviewed` tells that they were reviewed already, and can be so once more."""

    is_reviewed = False

    def __init__(self, masks: SecretMasks) -> None:
        super().__init__()
        self._masks = masks
        self._named: tuple[Sequence[Row], bool] = (), False
        self._addresses: list[Hashable] = []
        masks.changed.connect(self.tell_changed)

    @property
    def addresses(self) -> Sequence[Hashable]:
        """What the rows are called: changes by where they stand, since the card stays where its agent writes on."""
        rows, is_reviewed = self._named
        if rows is not self.rows or is_reviewed != self.is_reviewed:
            self._named = self.rows, self.is_reviewed
            self._addresses = [self._address(row) for row in self.rows]
        return self._addresses

    def _address(self, row: Row) -> Hashable:
        if isinstance(row, Newer):
            return "newer"
        if isinstance(row, Head):
            return ("document", row.past.document.path)
        # What was reviewed may have been so more than once.
        return row.id if self.is_reviewed else row.address

    def item_at(self, number: int) -> InboxItem | None:
        """The change in a row; None for a row that is none."""
        row = self.at(number)
        return row if isinstance(row, InboxItem) else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        is_head = isinstance(self.at(index.row()), Head)
        return Qt.ItemFlag.ItemIsEnabled if is_head else super().flags(index)

    def title(self, row: Row) -> str:
        return plain_name(_spoken(row, self._masks))


def newer_words(count: int) -> str:
    """So many newer changes."""
    return trn("{n} newer change", "{n} newer changes", count, n=shown.number(count))


def _spoken(row: Row, masks: SecretMasks) -> str:
    if isinstance(row, Newer):
        return newer_words(row.how_many)
    if isinstance(row, Head):
        return f"{place_name(row.past)}, {changes_words(len(row.items))}"
    return spoken(row, masks)
