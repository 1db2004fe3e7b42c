"""What merging duplicates does to pins: a pinned entry is not removed, and the entry that they become stays pinned."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memdesk.services.machine.seen_view import SeenView
from memdesk.services.remembered.entries import Entry
from memdesk.services.remembered.units import Unit, units_of
from memdesk.text.document import decode, trim

if TYPE_CHECKING:
    from memdesk.layouts.view import View
    from memdesk.services.uniting.uniting import Union

from memdesk.services.documents.taken import Address


def is_pinned(entry: Entry, pins: frozenset[Address]) -> bool:
    """Whether an entry, or the section that it is an item of, is pinned."""
    return entry.address in pins


def holds_pin(union: Union, pins: frozenset[Address]) -> bool:
    """Whether any of the entries is pinned."""
    return any(is_pinned(entry, pins) for entry in (union.kept, *union.removed))


def merged_unit(disk: View, union: Union) -> Unit | None:
    """What the merged entry is now that the merge is made; None where it is not found again."""
    kept = union.kept
    data = SeenView(disk).data(kept.document.path)
    units = list(units_of(kept.root, kept.document, decode(data or b"")).values())
    # What it says may be what names it, so that it has another key now.
    saying_so = (unit for unit in units if trim(unit.text) == trim(union.text))
    same = (unit for unit in units if unit.node == kept.node_id)
    return next(saying_so, next(same, None))
