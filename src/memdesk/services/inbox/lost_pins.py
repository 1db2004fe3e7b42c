"""Pinned words that others altered or took out before the user had kept them: his baseline does not hold these.

What was pinned has been seen, whether it was kept or not. So it is told apart from the words that were pinned, and
these are what comes back.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from memdesk.services.inbox.items import InboxItem, item_of, marks_of
from memdesk.services.inbox.review_changes import Difference, ReviewKind, has_only_more
from memdesk.services.remembered.past_documents import Past
from memdesk.services.remembered.unit_pairs import OwnChange, pairs_of
from memdesk.services.remembered.units import Unit, UnitId
from memdesk.store.versions import UNDO, Author, Version

Words = tuple[str, int, str]
"""Key, occurrence and digest of what is pinned in one document."""
Units = Mapping[UnitId, Unit]


class _Loss(NamedTuple):
    """What was pinned, the version that held it last, the one that did not any more, and what came instead."""

    then: Unit
    before: Version
    version: Version
    instead: UnitId | None = None


class LostPins:
    """Which pinned words of one document went, as its versions are followed."""

    def __init__(self) -> None:
        self._lost: dict[Words, _Loss] = {}
        self._settled: dict[Words, _Loss] = {}
        """What a change of ours has settled, for when that is undone."""

    def follow(
        self, pins: Collection[Words], then: Units, before: Version | None, now: Units, version: Version
    ) -> list[Unit]:
        """Take up the version after `before`; what a change of ours brought back, as it was pinned.

        What the user takes out or alters himself is not lost.
        """
        if not pins and not self._lost:
            return []
        held, left = _by_words(then.values()), _by_words(now.values())
        is_ours = version.author is Author.YOU
        ours = {words[:2] for words in held.keys() ^ left.keys()} if is_ours else set[tuple[str, int]]()
        settled = [words for words in self._lost if words in left or words[:2] in ours]
        for words in settled:
            loss = self._lost.pop(words)
            if is_ours:
                self._settled[words] = loss
        if version.why == UNDO:
            self._lost_again(pins, left)
        if not is_ours and before is not None:
            for words in pins:
                if words in held and words not in left:
                    self._lost[words] = _Loss(held[words], before, version)
        self._find_instead(then, now)
        return [left[words] for words in settled if is_ours and words in left]

    def _lost_again(self, pins: Collection[Words], left: Collection[Words]) -> None:
        """An undo took out what a change of ours had brought back: that is as lost as it was."""
        again = [words for words in self._settled if words in pins and words not in left]
        self._lost.update({words: self._settled.pop(words) for words in again})

    def _find_instead(self, then: Units, now: Units) -> None:
        """What stands in the same place, else what just came in nearly the same words."""
        came = [OwnChange(None, unit) for unit_id, unit in now.items() if unit_id not in then]
        found = {words: loss for words, loss in self._lost.items() if loss.instead not in now}
        places = {loss.then.id: loss.then.id for loss in found.values() if loss.then.id in now}
        gone = [OwnChange(loss.then, None) for loss in found.values() if loss.then.id not in now]
        for old, new in pairs_of([*gone, *came]) if gone and came else ():
            if old.then is not None and new.now is not None:
                places[old.then.id] = new.now.id
        for words, loss in found.items():
            self._lost[words] = loss._replace(instead=places.get(loss.then.id))

    def with_items(
        self, pins: Collection[Words], past: Past, present: Units, items: Sequence[InboxItem]
    ) -> list[InboxItem]:
        """What is to be reviewed of a document, with what is pinned and went, in place of what came instead."""
        known = {_words_of(item.then) for item in items if item.then is not None}
        lost = [loss for words, loss in self._lost.items() if words in pins and words not in known]
        found = {item.unit.id: item for item in items}
        for loss in lost:
            place = loss.instead if loss.instead in present else None
            one = _item_of(past, loss, present[place] if place is not None else None)
            standing = found.get(place or loss.then.id)
            if standing is not None:
                one = one._replace(marks=(*marks_of(one), *marks_of(standing)))
            found[one.unit.id] = one
        return list(found.values())

    def has_any(self, pins: Collection[Words]) -> bool:
        """Whether something that is pinned went."""
        return any(words in pins for words in self._lost)


def _words_of(unit: Unit) -> Words:
    return *unit.node, unit.digest


def _by_words(units: Iterable[Unit]) -> dict[Words, Unit]:
    return {_words_of(unit): unit for unit in units}


def _item_of(past: Past, loss: _Loss, now: Unit | None) -> InboxItem:
    then = loss.then
    if now is None:
        kind = ReviewKind.REMOVED
    elif then.says_as(now):
        kind = ReviewKind.MOVED
    else:
        kind = ReviewKind.LEARNED if has_only_more(then, now) else ReviewKind.CHANGED
    return item_of(past, Difference(kind, then, now, loss.before, loss.version))
