"""The rows of the inbox: documents, each with its changes below. Their order stays as it is while one reviews."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import NamedTuple

from PySide6.QtCore import Qt

from memdesk.services.inbox.items import InboxItem
from memdesk.services.remembered.past_documents import Past
from memdesk.ui import format as shown
from memdesk.ui.i18n import trn
from memdesk.ui.inbox.words import changes_words, place_name, spoken
from memdesk.ui.plain import plain_name
from memdesk.ui.theme.masks import SecretMasks
from memdesk.ui.widgets.list_model import ListModel
from memdesk.ui.widgets.list_view import Index

_WHEN = attrgetter("version.when")


class Head(NamedTuple):
    """A document, and its changes that are shown."""

    past: Past
    items: tuple[InboxItem, ...]

    @property
    def when(self) -> float:
        """When the newest of them was seen."""
        # Asked whenever the head is painted, and there may be hundreds.
        newest: float = max(map(_WHEN, self.items))
        return newest


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


def heirs_of(known: Mapping[str, InboxItem], items: Sequence[InboxItem]) -> dict[str, str]:
    """Which change stands for a known one that is there no more, by id: its place says something else again.

    A card does not slip away from under the fingers because its agent wrote on. `known` gives what was there by id.
    """
    present = {item.id for item in items}
    gone = [item for one, item in known.items() if one not in present]
    new = {item.address: item.id for item in items if item.id not in known} if gone else {}
    return {item.id: new[item.address] for item in gone if item.address in new}


def _name_of(row: Head | Newer) -> Hashable:
    return ("document", row.past.document.path) if isinstance(row, Head) else "newer"


def ids_of(rows: Sequence[Row]) -> list[str]:
    """The ids of the changes, empty for a row that is none."""
    return [row.id if isinstance(row, InboxItem) else "" for row in rows]


def place_for(rows: Sequence[Row], chosen: str, before: int) -> int:
    """The row of the change `chosen`, else of the one that comes to stand in row `before`; -1 where there is none."""
    ids = ids_of(rows)
    if chosen and chosen in ids:
        return ids.index(chosen)
    near = (at for at in range(max(0, before), len(ids)) if ids[at])
    return next(near, next((at for at in reversed(range(len(ids))) if ids[at]), -1))


class ReviewModel(ListModel[Row]):
    """Shows rows. `is_reviewed` tells that they were reviewed already, and can be so once more."""

    is_reviewed = False

    def __init__(self, masks: SecretMasks) -> None:
        super().__init__()
        self._masks = masks
        masks.changed.connect(self.tell_changed)

    def names(self, heirs: Mapping[str, str]) -> list[Hashable]:
        """What the rows are called; a change of `heirs` by the id of the one for which it stands."""
        names = [
            heirs.get(row.id, row.id) if isinstance(row, InboxItem) else _name_of(row) for row in self.rows
        ]
        # What was reviewed is not what is to be so, even if it is the same change.
        return [(name,) for name in names] if self.is_reviewed else names

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
